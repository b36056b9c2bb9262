#include "lab/andor/andor_drawing.h"

#include "app/draw/picture.h"
#include "app/draw/shapes.h"

#include <math.h>
#include <stdio.h>

static const double ACROSS = 92, DOWN = 96, MARGIN = 50, RADIUS = 17, TITLE = 40;
enum { WIDE_MAX = 40 }; // nodes of a layer that are still drawn

typedef struct Sheet {
    const AndOrGraph *graph;
    const char *title;
    const bool *paid;
    int layer[ANDOR_NODES_MAX];
    double x[ANDOR_NODES_MAX], y[ANDOR_NODES_MAX];
    bool solution[ANDOR_NODES_MAX]; // nodes of the cheapest solution
    double cost[ANDOR_NODES_MAX];
} Sheet;

// --- Layout

// A node lies below all that lead to it.
static void layers_fill(Sheet *s) {
    const AndOrGraph *g = s->graph;
    for (int pass = 0, changed = 1; changed && pass <= g->nodes; pass++) {
        changed = 0;
        for (int i = 0; i < g->nodes; i++) {
            for (int k = 0; k < g->node[i].edges; k++) {
                int to = g->node[i].edge[k].to;
                if (s->layer[to] > s->layer[i]) continue;
                s->layer[to] = s->layer[i] + 1;
                changed = 1;
            }
        }
    }
}

static void places_fill(Sheet *s, double *width, double *height, int *widest) {
    int count[ANDOR_NODES_MAX] = {0}, at[ANDOR_NODES_MAX] = {0}, layers = 0;
    *widest = 1;
    for (int i = 0; i < s->graph->nodes; i++) {
        if (++count[s->layer[i]] > *widest) *widest = count[s->layer[i]];
        if (s->layer[i] >= layers) layers = s->layer[i] + 1;
    }
    *width = 2 * MARGIN + ACROSS * *widest;
    *height = 2 * MARGIN + TITLE + DOWN * (layers - 1);
    for (int i = 0; i < s->graph->nodes; i++) {
        int layer = s->layer[i];
        double room = (*width - 2 * MARGIN) / count[layer];
        s->x[i] = MARGIN + room * (at[layer]++ + 0.5);
        s->y[i] = MARGIN + TITLE + DOWN * layer;
    }
}

static double cost_fill(Sheet *s, int node);

static double edge_cost(Sheet *s, int node, int edge) {
    const AndOrEdge *e = &s->graph->node[node].edge[edge];
    bool ends = s->graph->node[e->to].kind == ANDOR_SOLVABLE;
    return ends && s->paid && !s->paid[node] ? INFINITY : e->cost + cost_fill(s, e->to);
}

static double cost_fill(Sheet *s, int node) {
    const AndOrNode *n = &s->graph->node[node];
    if (n->kind >= ANDOR_SOLVABLE) return s->cost[node] = n->kind == ANDOR_SOLVABLE ? 0 : INFINITY;
    if (s->cost[node] >= 0) return s->cost[node];
    double least = INFINITY, all = 0;
    for (int i = 0; i < n->edges; i++) {
        double cost = edge_cost(s, node, i);
        least = cost < least ? cost : least;
        all += cost;
    }
    return s->cost[node] = n->kind == ANDOR_OR ? least : all;
}

// The edge that the solution takes from an OR: the first that costs no more than the node.
static bool edge_taken(Sheet *s, int node, int edge) {
    const AndOrNode *n = &s->graph->node[node];
    if (!s->solution[node]) return false;
    if (n->kind == ANDOR_AND) return true;
    for (int i = 0; i < n->edges; i++)
        if (edge_cost(s, node, i) == s->cost[node]) return i == edge;
    return false;
}

static void solution_mark(Sheet *s, int node) {
    if (isinf(s->cost[node])) return;
    s->solution[node] = true;
    for (int i = 0; i < s->graph->node[node].edges; i++)
        if (edge_taken(s, node, i)) solution_mark(s, s->graph->node[node].edge[i].to);
}

// --- Drawing

static void edge_draw(Pen *pen, Sheet *s, int from, int k) {
    const AndOrEdge *edge = &s->graph->node[from].edge[k];
    bool taken = edge_taken(s, from, k);
    char cost[24];
    if (taken)
        pen_color(pen, (Rgb){0, 0.45, 0.70}, 1);
    else
        pen_color(pen, (Rgb){0.6, 0.6, 0.6}, 1);
    pen_width(pen, taken ? 3.5 : 1.4);
    pen_move(pen, s->x[from], s->y[from]);
    pen_line(pen, s->x[edge->to], s->y[edge->to]);
    pen_stroke(pen);
    if (edge->cost == 0) return;
    double x = 0.55 * s->x[from] + 0.45 * s->x[edge->to], y = 0.55 * s->y[from] + 0.45 * s->y[edge->to];
    snprintf(cost, sizeof cost, "%g", edge->cost);
    pen_color(pen, (Rgb){1, 1, 1}, 1);
    pen_circle(pen, x, y, 9);
    pen_fill(pen);
    pen_color(pen, (Rgb){0.15, 0.15, 0.15}, 1);
    shape_text(pen, cost, x, y, 13, 0);
}

static void node_draw(Pen *pen, const Sheet *s, int node) {
    const AndOrNode *n = &s->graph->node[node];
    double x = s->x[node], y = s->y[node];
    char estimates[64] = "";
    if (n->kind == ANDOR_AND)
        pen_rectangle(pen, x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS);
    else
        pen_circle(pen, x, y, RADIUS);
    if (n->kind == ANDOR_SOLVABLE)
        pen_color(pen, (Rgb){0.75, 0.90, 0.82}, 1);
    else if (n->kind == ANDOR_UNSOLVABLE)
        pen_color(pen, (Rgb){0.95, 0.75, 0.65}, 1);
    else
        pen_color(pen, (Rgb){1, 1, 1}, 1);
    pen_fill_keep(pen);
    pen_color(pen, (Rgb){0.15, 0.15, 0.15}, 1);
    pen_width(pen, 1.6);
    pen_stroke(pen);
    shape_text(pen, n->name, x, y, 14, 0);
    if (n->prove > 0 || n->disprove > 0)
        snprintf(estimates, sizeof estimates, n->disprove > 0 ? "h=%g d=%g" : "h=%g", n->prove, n->disprove);
    if (*estimates) shape_text(pen, estimates, x, y - RADIUS - 9, 12, 0);
}

static void sheet_draw(void *context, Pen *pen) {
    Sheet *s = context;
    pen_color(pen, (Rgb){1, 1, 1}, 1);
    pen_paper(pen);
    pen_color(pen, (Rgb){0.15, 0.15, 0.15}, 1);
    pen_font(pen, 17);
    pen_text(pen, 16, 30, 0, s->title);
    for (int i = 0; i < s->graph->nodes; i++)
        for (int k = 0; k < s->graph->node[i].edges; k++) edge_draw(pen, s, i, k);
    for (int i = 0; i < s->graph->nodes; i++) node_draw(pen, s, i);
}

bool andor_drawing_save(const AndOrGraph *graph, const char *title, const bool *paid, const char *path,
                        bool force, Error *error) {
    Sheet sheet = {.graph = graph, .title = title, .paid = paid};
    Picture picture = {.draw = sheet_draw, .context = &sheet};
    int widest;
    for (int i = 0; i < graph->nodes; i++) sheet.cost[i] = -1;
    layers_fill(&sheet);
    places_fill(&sheet, &picture.width, &picture.height, &widest);
    if (widest > WIDE_MAX) return error_input(error, "a picture has at most %d nodes side by side", WIDE_MAX);
    cost_fill(&sheet, 0);
    solution_mark(&sheet, 0);
    return picture_save(&picture, path, force, error);
}
