#include "lab/shannon/forests.h"

#include "lab/shannon/graph.h"

#include <stdlib.h>
#include <string.h>

void forests_free(Forests *f) {
    free(f->end);
    free(f->start);
    free(f->around);
    free(f->forest);
    free(f->clump);
    free(f->label);
    for (int i = 0; i < 2; i++) {
        free(f->up[i]);
        free(f->above[i]);
        free(f->inside[i]);
    }
    free(f->queue);
    free(f->climb);
    *f = (Forests){0};
}

static bool forests_allocate(Forests *f) {
    size_t n = (size_t)f->vertices + 1, m = (size_t)f->edges + 1;
    f->end = calloc(m, sizeof *f->end);
    f->start = calloc(n + 1, sizeof *f->start);
    f->around = calloc(2 * m, sizeof *f->around);
    f->forest = calloc(m, 1);
    f->clump = calloc(n, sizeof *f->clump);
    f->label = calloc(m, sizeof *f->label);
    f->queue = calloc(n > m ? n : m, sizeof *f->queue);
    f->climb = calloc(n, sizeof *f->climb);
    bool good = f->end && f->start && f->around && f->forest && f->clump && f->label && f->queue && f->climb;
    for (int i = 0; i < 2; i++) {
        f->up[i] = calloc(n, sizeof *f->up[i]);
        f->above[i] = calloc(n, sizeof *f->above[i]);
        f->inside[i] = calloc(n, 1);
        good &= f->up[i] && f->above[i] && f->inside[i];
    }
    return good;
}

bool forests_make(Forests *f, int vertices, int edges, const int (*end)[2]) {
    *f = (Forests){.vertices = vertices, .edges = edges};
    if (!forests_allocate(f)) return false;
    memcpy(f->end, end, sizeof *end * (size_t)edges);
    for (int v = 0; v < vertices; v++) f->clump[v] = v;
    for (int e = 0; e < edges; e++) {
        f->start[end[e][0] + 2]++;
        f->start[end[e][1] + 2]++;
    }
    for (int v = 0; v < vertices; v++) f->start[v + 2] += f->start[v + 1];
    for (int e = 0; e < edges; e++) {
        f->around[f->start[end[e][0] + 1]++] = e;
        f->around[f->start[end[e][1] + 1]++] = e;
    }
    return true;
}

bool forests_in_clump(const Forests *f, int edge) {
    return group_find(f->clump, f->end[edge][0]) == group_find(f->clump, f->end[edge][1]);
}

void forests_greedy(Forests *f, int among) {
    for (int i = 0; i < 2; i++) {
        int *group = f->up[i]; // free until an edge is offered
        for (int v = 0; v < f->vertices; v++) group[v] = v;
        for (int e = 0; e < among; e++) {
            if (!f->forest[e] && group_join(group, f->end[e][0], f->end[e][1]))
                f->forest[e] = (unsigned char)(i + 1);
        }
    }
}

// Roots forest i at a vertex; `above` is -1 where the root is not reached.
static void forest_root(Forests *f, int i, int root) {
    int *above = f->above[i], count = 0;
    memset(above, -1, sizeof *above * (size_t)f->vertices);
    memset(f->inside[i], 0, (size_t)f->vertices);
    f->inside[i][root] = 1;
    above[root] = root;
    f->queue[count++] = root;
    for (int next = 0; next < count; next++) {
        int v = f->queue[next];
        for (int k = f->start[v]; k < f->start[v + 1]; k++) {
            int e = f->around[k], w = f->end[e][f->end[e][0] == v];
            if (f->forest[e] != i + 1 || above[w] >= 0) continue;
            above[w] = v;
            f->up[i][w] = e;
            f->queue[count++] = w;
        }
    }
}

// Moves each edge on the way back from `edge`, which fits into forest `to`, into the place of the next.
static void exchange(Forests *f, int edge, int to) {
    for (;;) {
        int from = f->forest[edge], before = f->label[edge];
        f->forest[edge] = (unsigned char)to;
        if (before == edge) return;
        to = from;
        edge = before;
    }
}

// Labels the path that `edge` closes in forest i, from the part that was reached outwards, and queues it. One end
// of the edge is in that part. Returns the new length of the queue.
static int path_label(Forests *f, int i, int edge, int count) {
    const int *end = f->end[edge];
    int climbed = 0;
    for (int v = f->inside[i][end[0]] ? end[1] : end[0]; !f->inside[i][v]; v = f->above[i][v]) {
        f->inside[i][v] = 1;
        f->climb[climbed++] = f->up[i][v];
    }
    while (climbed) {
        int e = f->climb[--climbed];
        f->label[e] = edge;
        f->queue[count++] = e;
    }
    return count;
}

// Both forests are rooted at an end u of the edge offered, and the edges reached form subtrees around u. They are
// reached in breadth, so that the exchange is a shortest one, which keeps both forests forests.
bool forests_offer(Forests *f, int offered) {
    int count = 0;
    for (int i = 0; i < 2; i++) forest_root(f, i, f->end[offered][0]);
    memset(f->label, -1, sizeof *f->label * (size_t)f->edges);
    f->label[offered] = offered;
    f->queue[count++] = offered;
    for (int next = 0; next < count; next++) {
        int edge = f->queue[next];
        for (int i = 0; i < 2; i++) {
            if (f->forest[edge] == i + 1) continue;
            if (f->above[i][f->end[edge][0]] < 0 || f->above[i][f->end[edge][1]] < 0) {
                exchange(f, edge, i + 1);
                return true;
            }
            count = path_label(f, i, edge, count);
        }
    }
    f->label[offered] = -1;
    for (int k = 0; k < count; k++) group_join(f->clump, f->end[f->queue[k]][0], f->end[f->queue[k]][1]);
    return false;
}
