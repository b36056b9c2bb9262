// Places for the vertices of a graph. The distance of two vertices in the plane should be their distance in the
// graph (stress majorization, Gansner, Koren and North 2004). Starts from a fixed arrangement, so that a graph is
// always drawn alike.
#include "lab/shannon/graph_drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 300 };

// Distances between all vertices, by breadth-first search; those out of reach count as a little far.
static bool distances_fill(const Graph *graph, int *distance) {
    int n = graph->vertices, *queue = malloc(sizeof *queue * (size_t)n);
    bool *near = calloc((size_t)n * (size_t)n, sizeof *near);
    if (queue && near) {
        for (int e = 0; e < graph->edges; e++) {
            const int *end = graph->edge[e].end;
            near[end[0] * n + end[1]] = near[end[1] * n + end[0]] = true;
        }
        for (int root = 0; root < n; root++) {
            int *d = &distance[root * n], count = 0;
            for (int v = 0; v < n; v++) d[v] = v == root ? 0 : -1;
            queue[count++] = root;
            for (int at = 0; at < count; at++) {
                for (int w = 0; w < n; w++) {
                    if (!near[queue[at] * n + w] || d[w] >= 0) continue;
                    d[w] = d[queue[at]] + 1;
                    queue[count++] = w;
                }
            }
            for (int v = 0; v < n; v++) d[v] = d[v] < 0 ? (int)sqrt(n) + 1 : d[v];
        }
    }
    bool good = queue && near;
    free(queue);
    free(near);
    return good;
}

// From left to right by the distances from the targets, spread up and down by a sequence that repeats nothing.
static void places_start(const Graph *graph, const int *distance, double *x, double *y) {
    int n = graph->vertices;
    for (int v = 0; v < n; v++) {
        x[v] = (distance[graph->target[0] * n + v] - distance[graph->target[1] * n + v]) / 2.0;
        y[v] = fmod(v * 0.6180339887, 1) * sqrt(n);
    }
    y[graph->target[0]] = y[graph->target[1]] = sqrt(n) / 2;
}

// Each vertex goes to the weighted mean of where the others want it.
static void places_improve(const Graph *graph, const int *distance, double *x, double *y) {
    int n = graph->vertices;
    for (int v = 0; v < n; v++) {
        double sum = 0, to_x = 0, to_y = 0;
        for (int w = 0; w < n; w++) {
            if (w == v) continue;
            double d = distance[v * n + w], weight = 1 / (d * d);
            double dx = x[v] - x[w], dy = y[v] - y[w], length = hypot(dx, dy) + 1e-9;
            to_x += weight * (x[w] + d * dx / length);
            to_y += weight * (y[w] + d * dy / length);
            sum += weight;
        }
        x[v] = to_x / sum;
        y[v] = to_y / sum;
    }
}

// Turns the picture so that the targets stand left and right.
static void places_turn(const Graph *graph, double *x, double *y) {
    int left = graph->target[0], right = graph->target[1];
    double dx = x[right] - x[left], dy = y[right] - y[left], length = hypot(dx, dy) + 1e-9;
    for (int v = 0; v < graph->vertices; v++) {
        double u = (x[v] * dx + y[v] * dy) / length, w = (y[v] * dx - x[v] * dy) / length;
        x[v] = u;
        y[v] = w;
    }
}

bool graph_layout(const Graph *graph, double *x, double *y) {
    int *distance = malloc(sizeof *distance * (size_t)graph->vertices * (size_t)graph->vertices);
    bool good = distance && distances_fill(graph, distance);
    if (good) {
        places_start(graph, distance, x, y);
        for (int round = 0; round < ROUNDS; round++) places_improve(graph, distance, x, y);
        places_turn(graph, x, y);
    }
    free(distance);
    return good;
}
