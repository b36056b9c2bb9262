#include "eval/graph_measures.h"

#include <math.h>
#include <string.h>

// --- Two-distance: labels spread level by level. A vertex gets the level after the one on which its second
// neighbour was labelled.
static bool second_reached(const ShannonGraph *graph, int cell, CellSet labelled) {
    int known = cellset_count(cellset_and(graph->around[cell], labelled));
    return known > 1 || (known == 1 && cellset_count(graph->around[cell]) == 1);
}

static void two_distance_label(const ShannonGraph *graph, int side, int *distance) {
    for (int cell = 0; cell < graph->geometry->cells; cell++) distance[cell] = DISTANCE_NONE;
    CellSet labelled = cellset_none(), next = graph->target[side];
    for (int level = 1; !cellset_is_empty(next); level++) {
        labelled = cellset_or(labelled, next);
        for (int cell; (cell = cellset_pop(&next)) >= 0;) distance[cell] = level;
        CellSet open = cellset_minus(graph->empty, labelled);
        for (int cell; (cell = cellset_pop(&open)) >= 0;) {
            if (second_reached(graph, cell, labelled)) cellset_add(&next, cell);
        }
    }
}

void graph_two_distance(const ShannonGraph *graph, TwoDistance *out) {
    for (int side = 0; side < 2; side++) two_distance_label(graph, side, out->distance[side]);
    out->best = graph->joined ? 0 : DISTANCE_NONE;
    out->potential = 0;
    CellSet todo = graph->empty;
    for (int cell; !graph->joined && (cell = cellset_pop(&todo)) >= 0;) {
        int sum = out->distance[0][cell] + out->distance[1][cell];
        if (sum < out->best) {
            out->best = sum;
            out->potential = 0;
        }
        out->potential += sum == out->best;
    }
}

// --- Shortest paths: a breadth-first search from each target that also counts the paths.
static void paths_spread(const ShannonGraph *graph, int side, int *distance, double *paths) {
    for (int cell = 0; cell < graph->geometry->cells; cell++) {
        distance[cell] = DISTANCE_NONE;
        paths[cell] = 0;
    }
    CellSet reached = graph->target[side], front = reached;
    for (CellSet s = front; !cellset_is_empty(s);) paths[cellset_pop(&s)] = 1;
    for (int level = 1; !cellset_is_empty(front); level++) {
        CellSet next = cellset_none(), now = front;
        for (int cell; (cell = cellset_pop(&now)) >= 0;) {
            distance[cell] = level;
            CellSet around = cellset_minus(graph->around[cell], reached);
            next = cellset_or(next, around);
            for (int other; (other = cellset_pop(&around)) >= 0;) paths[other] += paths[cell];
        }
        reached = cellset_or(reached, next);
        front = next;
    }
}

void graph_shortest_paths(const ShannonGraph *graph, ShortestPaths *out) {
    int distance[2][CELL_MAX];
    double paths[2][CELL_MAX];
    memset(out, 0, sizeof *out);
    out->length = graph->joined ? 1 : DISTANCE_NONE;
    if (graph->joined) return;
    for (int side = 0; side < 2; side++) paths_spread(graph, side, distance[side], paths[side]);
    for (CellSet s = graph->target[1]; !cellset_is_empty(s);) {
        int cell = cellset_pop(&s);
        if (distance[0][cell] + 1 < out->length) out->length = distance[0][cell] + 1;
    }
    if (out->length == DISTANCE_NONE) return;
    CellSet todo = graph->empty;
    for (int cell; (cell = cellset_pop(&todo)) >= 0;) {
        if (distance[0][cell] + distance[1][cell] != out->length) continue;
        double through = out->through[cell] = paths[0][cell] * paths[1][cell];
        if (through > out->most) {
            out->most = through;
            out->count = 0;
        }
        out->count += through == out->most;
    }
}

// --- Maximum flow: augmenting paths (Ford and Fulkerson), each found breadth first. The graph is undirected:
// an edge that carries flow from a to b has room 2 from b to a.
typedef struct Flow {
    const ShannonGraph *graph;
    CellSet full[CELL_MAX]; // neighbours to which the edge has no room left
    CellSet back[CELL_MAX]; // neighbours that send flow here: room 2
    int16_t from[CELL_MAX];
} Flow;

// The vertex beside the second target that an augmenting path reaches, or CELL_NONE.
static int flow_search(Flow *flow) {
    const ShannonGraph *graph = flow->graph;
    int16_t queue[CELL_MAX];
    int head = 0, tail = 0;
    CellSet seen = graph->target[0];
    for (CellSet s = seen; !cellset_is_empty(s);) {
        int cell = cellset_pop(&s);
        flow->from[cell] = CELL_NONE;
        queue[tail++] = (int16_t)cell;
    }
    while (head < tail) {
        int cell = queue[head++];
        if (cellset_has(graph->target[1], cell)) return cell;
        CellSet next = cellset_minus(cellset_minus(graph->around[cell], flow->full[cell]), seen);
        seen = cellset_or(seen, next);
        for (int other; (other = cellset_pop(&next)) >= 0;) {
            flow->from[other] = (int16_t)cell;
            queue[tail++] = (int16_t)other;
        }
    }
    return CELL_NONE;
}

static void flow_push(Flow *flow, int end) {
    for (int to = end, from; (from = flow->from[to]) != CELL_NONE; to = from) {
        if (cellset_has(flow->back[from], to)) { // cancels flow that came from there
            cellset_remove(&flow->back[from], to);
            cellset_remove(&flow->full[to], from);
        } else {
            cellset_add(&flow->full[from], to);
            cellset_add(&flow->back[to], from);
        }
    }
}

double graph_max_flow(const ShannonGraph *graph) {
    if (graph->joined || cellset_meets(graph->target[0], graph->target[1])) return INFINITY;
    Flow flow = {.graph = graph};
    int units = 0;
    for (int end; (end = flow_search(&flow)) != CELL_NONE; units++) flow_push(&flow, end);
    return units;
}
