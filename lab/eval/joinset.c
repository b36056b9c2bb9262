// Cells are layered by the fewest empty cells from one edge, and from the other. A joinset of the fewest cells takes one
// cell from each layer, each next to the one before, all on shortest paths. The walk goes from layer to layer.
#include "lab/eval/joinset.h"

#include "eval/shannon.h"

#include <string.h>

enum { FAR = CELL_MAX + 1 };

typedef struct Layers {
    const Position *position;
    Color color;
    CellSet vacant, own;
    CellSet layer[CELL_MAX + 1]; // on shortest ways, by the number of cells from the first edge; from 1 on
    int length;
    CellSet *out;
    int max, written;
} Layers;

// The empty cells next to a node, or to a chain of stones next to it.
static CellSet spread(const Layers *l, int node) {
    const Geometry *g = l->position->geometry;
    CellSet reached = g->around[node], front = cellset_and(reached, l->own), chains = front;
    while (!cellset_is_empty(front)) {
        CellSet next = cellset_none();
        for (int cell; (cell = cellset_pop(&front)) >= 0;) next = cellset_or(next, g->around[cell]);
        reached = cellset_or(reached, next);
        front = cellset_minus(cellset_and(next, l->own), chains);
        chains = cellset_or(chains, front);
    }
    return cellset_and(reached, l->vacant);
}

// The fewest empty cells from an edge to each, itself included.
static void distances(const Layers *l, int edge, int distance[CELL_MAX]) {
    CellSet front = spread(l, edge), seen = front;
    for (int cell = 0; cell < CELL_MAX; cell++) distance[cell] = FAR;
    for (int steps = 1; !cellset_is_empty(front); steps++) {
        CellSet next = cellset_none();
        for (int cell; (cell = cellset_pop(&front)) >= 0;) {
            distance[cell] = steps;
            next = cellset_or(next, spread(l, cell));
        }
        front = cellset_minus(next, seen);
        seen = cellset_or(seen, front);
    }
}

static void layers_fill(Layers *l) {
    int from[CELL_MAX], to[CELL_MAX], best = 2 * FAR;
    CellSet left = l->vacant;
    distances(l, color_edge(l->color, 0), from);
    distances(l, color_edge(l->color, 1), to);
    for (int cell; (cell = cellset_pop(&left)) >= 0;)
        best = from[cell] + to[cell] < best ? from[cell] + to[cell] : best;
    l->length = best < FAR ? best - 1 : 0;
    left = best < FAR ? l->vacant : cellset_none();
    for (int cell; (cell = cellset_pop(&left)) >= 0;)
        if (from[cell] + to[cell] == best) cellset_add(&l->layer[from[cell]], cell);
}

// All ways on from a cell.
static void walk(Layers *l, int cell, int step, CellSet path) {
    if (step == l->length) {
        l->out[l->written++] = path;
        return;
    }
    CellSet next = cellset_and(spread(l, cell), l->layer[step + 1]);
    for (int n; l->written < l->max && (n = cellset_pop(&next)) >= 0;)
        walk(l, n, step + 1, cellset_or(path, cellset_of(n)));
}

static int64_t ways_count(const Layers *l, int64_t most) {
    int64_t ways[CELL_MAX] = {0}, total = 0;
    for (int step = l->length; step >= 1; step--) {
        CellSet cells = l->layer[step];
        total = 0;
        for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
            CellSet next =
                step < l->length ? cellset_and(spread(l, cell), l->layer[step + 1]) : cellset_none();
            ways[cell] = step == l->length;
            for (int n; (n = cellset_pop(&next)) >= 0;) ways[cell] += ways[n];
            if (ways[cell] > most) ways[cell] = most;
            total += ways[cell];
        }
    }
    return total < most ? total : most;
}

int joinsets_smallest(const Position *position, Color color, CellSet *out, int max, int64_t most,
                      int64_t *count) {
    Layers l = {.position = position, .color = color, .out = out, .max = max};
    l.vacant = position_vacant(position);
    l.own = position->stones[color];
    if (position_winner(position) == color) {
        out[0] = cellset_none();
        *count = 1;
        return 1;
    }
    layers_fill(&l);
    *count = ways_count(&l, most);
    CellSet first = l.layer[1];
    for (int cell; l.length && l.written < max && (cell = cellset_pop(&first)) >= 0;)
        walk(&l, cell, 1, cellset_of(cell));
    return l.written;
}

// --- Minimal joinsets of any size

typedef struct Paths {
    ShannonGraph graph;
    CellSet *out;
    int max;
    int64_t steps;
    MinimalJoinsets *found;
} Paths;

// Whether the second edge can still be reached from `cells` through cells that are not barred.
static bool paths_open(const Paths *p, CellSet cells, CellSet barred) {
    CellSet reached = cells;
    while (!cellset_is_empty(cells)) {
        if (cellset_meets(cells, p->graph.target[1])) return true;
        CellSet next = cellset_none();
        for (int cell; (cell = cellset_pop(&cells)) >= 0;) next = cellset_or(next, p->graph.around[cell]);
        cells = cellset_minus(cellset_minus(next, barred), reached);
        reached = cellset_or(reached, cells);
    }
    return false;
}

static void path_write(Paths *p, CellSet path) {
    MinimalJoinsets *found = p->found;
    if (found->count < p->max) p->out[found->count] = path;
    found->count++;
    found->live = cellset_or(found->live, path);
    for (int cell; (cell = cellset_pop(&path)) >= 0;) found->through[cell]++;
}

// `path` ends in `cell`; cells next to its earlier ones, and next to the first edge, are barred.
static void path_extend(Paths *p, int cell, CellSet path, CellSet barred) {
    if (p->steps-- <= 0) return;
    if (cellset_has(p->graph.target[1], cell)) {
        path_write(p, path);
        return;
    }
    CellSet next = cellset_minus(p->graph.around[cell], barred);
    if (!paths_open(p, next, barred)) return;
    barred = cellset_or(barred, p->graph.around[cell]);
    for (int n; (n = cellset_pop(&next)) >= 0;) path_extend(p, n, cellset_or(path, cellset_of(n)), barred);
}

bool joinsets_minimal(const Position *position, Color color, int64_t steps, CellSet *out, int max,
                      MinimalJoinsets *found) {
    Paths p = {.out = out, .max = max, .steps = steps, .found = found};
    Board board;
    memset(found, 0, sizeof *found);
    board_set(&board, position);
    shannon_make(&p.graph, &board, color);
    CellSet first = p.graph.target[0];
    if (p.graph.joined) {
        path_write(&p, cellset_none());
        return true;
    }
    for (int cell; (cell = cellset_pop(&first)) >= 0;)
        path_extend(&p, cell, cellset_of(cell), cellset_or(p.graph.target[0], cellset_of(cell)));
    return p.steps > 0;
}

bool joinsets_dead(const Position *position, int64_t steps, CellSet *dead) {
    MinimalJoinsets found;
    bool all = joinsets_minimal(position, BLACK, steps, NULL, 0, &found);
    *dead = cellset_minus(position_vacant(position), found.live);
    return all;
}
