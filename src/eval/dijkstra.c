#include "eval/dijkstra.h"

// Costs are small whole numbers, so the queue is a list of sets, one per cost: at most 2 ahead of the current.
enum { BUCKETS = 3 };

typedef struct Search {
    const Board *board;
    Color color;
    CellSet bucket[BUCKETS];
    CellSet settled;
    int best; // cost of reaching the far edge; -1 not yet
} Search;

static void step_add(Search *s, int node, int cost) {
    if (node >= CELL_MAX) {
        if (node == color_edge(s->color, 1) && (s->best < 0 || cost < s->best)) s->best = cost;
    } else if (s->board->color[node] != color_other(s->color) && !cellset_has(s->settled, node)) {
        cellset_add(&s->bucket[cost % BUCKETS], node);
    }
}

static void cell_settle(Search *s, int cell, int cost) {
    const Geometry *g = s->board->geometry;
    bool empty = s->board->color[cell] == EMPTY;
    cellset_add(&s->settled, cell);
    for (int i = 0; i < g->neighbour_count[cell]; i++) {
        int node = g->neighbour[cell][i];
        step_add(s, node, cost + empty + (s->board->color[node] == EMPTY));
    }
}

int dijkstra_distance(const Board *board, Color color) {
    Search s = {.board = board, .color = color, .best = -1};
    CellSet start = board->geometry->around[color_edge(color, 0)];
    for (int cell; (cell = cellset_pop(&start)) >= 0;) step_add(&s, cell, board->color[cell] == EMPTY);
    int idle = 0;
    for (int cost = 0; idle < BUCKETS && (s.best < 0 || cost < s.best); cost++) {
        CellSet *bucket = &s.bucket[cost % BUCKETS];
        idle++;
        for (int cell; (cell = cellset_pop(bucket)) >= 0;) {
            idle = 0;
            if (!cellset_has(s.settled, cell)) cell_settle(&s, cell, cost);
        }
    }
    return s.best;
}
