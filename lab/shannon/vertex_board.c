#include "lab/shannon/vertex_board.h"

bool vertex_board_make(VertexBoard *board, VertexPosition *position, const Graph *graph, Error *error) {
    if (graph->vertices > VERTEX_MAX)
        return error_input(error, "%d vertices: the game on vertices is solved on graphs of up to %d",
                           graph->vertices, VERTEX_MAX);
    *board = (VertexBoard){.vertices = graph->vertices, .target = {graph->target[0], graph->target[1]}};
    *position = (VertexPosition){.vacant = cellset_none()};
    for (int v = 0; v < graph->vertices; v++) {
        if (v == graph->target[0] || v == graph->target[1]) continue;
        if (graph->vertex[v].state == ITEM_FREE) cellset_add(&position->vacant, v);
        if (graph->vertex[v].state == ITEM_CAPTURED) cellset_add(&position->captured, v);
    }
    for (int e = 0; e < graph->edges; e++) {
        const GraphEdge *edge = &graph->edge[e];
        if (edge->state != ITEM_FREE)
            return error_input(error, "the edge %s-%s is %s, but the game is on vertices",
                               graph->vertex[edge->end[0]].name, graph->vertex[edge->end[1]].name,
                               item_state_name(edge->state));
        for (int i = 0; i < 2; i++) cellset_add(&board->around[edge->end[i]], edge->end[1 - i]);
    }
    return true;
}

VertexPosition vertex_played(VertexPosition position, Side side, int vertex) {
    cellset_remove(&position.vacant, vertex);
    if (side == CONNECT) cellset_add(&position.captured, vertex);
    return position;
}

// --- Chains
// The chain of a vertex: itself and what it reaches over `through`; *touched is all that is adjacent to it.
static CellSet chain_of(const VertexBoard *board, CellSet through, int vertex, CellSet *touched) {
    CellSet chain = cellset_of(vertex), new = chain;
    *touched = cellset_none();
    while (!cellset_is_empty(new)) {
        CellSet next = cellset_none();
        for (int v; (v = cellset_pop(&new)) >= 0;) next = cellset_or(next, board->around[v]);
        *touched = cellset_or(*touched, next);
        new = cellset_minus(cellset_and(next, through), chain);
        chain = cellset_or(chain, new);
    }
    *touched = cellset_minus(*touched, chain);
    return chain;
}

int vertex_over(const VertexBoard *board, const VertexPosition *position) {
    CellSet touched;
    chain_of(board, position->captured, board->target[0], &touched);
    if (cellset_has(touched, board->target[1])) return CONNECT;
    chain_of(board, cellset_or(position->captured, position->vacant), board->target[0], &touched);
    return cellset_has(touched, board->target[1]) ? -1 : CUT;
}

void vertex_reduce(const VertexBoard *board, const VertexPosition *position, VertexReduced *r) {
    CellSet vacant = position->vacant, touched, left = position->captured;
    r->vacant = vacant;
    for (int v; (v = cellset_pop(&vacant)) >= 0;) r->around[v] = cellset_and(board->around[v], r->vacant);
    for (int i = 0; i < 2; i++) {
        left = cellset_minus(left, chain_of(board, position->captured, board->target[i], &touched));
        r->at[i] = cellset_and(touched, r->vacant);
    }
    for (int v; (v = cellset_first(left)) >= 0;) {
        left = cellset_minus(left, chain_of(board, position->captured, v, &touched));
        touched = cellset_and(touched, r->vacant);
        CellSet each = touched;
        for (int u; (u = cellset_pop(&each)) >= 0;) {
            r->around[u] = cellset_or(r->around[u], touched);
            cellset_remove(&r->around[u], u);
        }
    }
}

// --- Dead vertices
// The reduced graph as it is around one vertex once a side has w.
typedef struct View {
    const VertexReduced *r;
    int w;               // captured by Connect; -1: nothing is
    CellSet at[2], at_w; // at_w: the neighbours of w, which are adjacent to each other
} View;

static CellSet view_adjacent(const View *view, int v) {
    CellSet around = view->r->around[v];
    if (view->w >= 0 && cellset_has(view->at_w, v)) around = cellset_or(around, view->at_w);
    for (int i = 0; i < 2; i++) {
        if (cellset_has(view->at[i], v)) around = cellset_or(around, view->at[i]);
    }
    return around;
}

static View view_make(const VertexReduced *r, int w) {
    View view = {.r = r, .w = w, .at = {r->at[0], r->at[1]}};
    if (w < 0) return view;
    view.at_w = r->around[w];
    for (int i = 0; i < 2; i++) {
        if (cellset_has(r->at[i], w)) view.at[i] = cellset_or(view.at[i], view.at_w);
    }
    return view;
}

bool vertex_dead(const VertexReduced *r, int u, int w, Side side) {
    bool captured = w >= 0 && side == CONNECT;
    View view = view_make(r, captured ? w : -1);
    CellSet near = r->around[u];
    if (captured && cellset_has(near, w)) near = cellset_or(near, view.at_w);
    if (w >= 0) cellset_remove(&near, w);
    cellset_remove(&near, u);
    bool touches[2] = {cellset_has(view.at[0], u), cellset_has(view.at[1], u)};
    if (touches[0] && touches[1]) return false;
    for (int i = 0; i < 2; i++) {
        if (touches[i] && !cellset_within(near, view.at[i])) return false;
    }
    CellSet each = near;
    for (int v; (v = cellset_pop(&each)) >= 0;) {
        CellSet adjacent = view_adjacent(&view, v);
        cellset_add(&adjacent, v);
        if (!cellset_within(near, adjacent)) return false;
    }
    return true;
}

// Only neighbours, and for Connect neighbours of neighbours, can be concerned.
CellSet vertex_kills(const VertexReduced *r, Side side, int w) {
    CellSet near = r->around[w], kills = cellset_none();
    if (side == CONNECT) {
        CellSet each = near;
        for (int v; (v = cellset_pop(&each)) >= 0;) near = cellset_or(near, r->around[v]);
    }
    cellset_remove(&near, w);
    for (int u; (u = cellset_pop(&near)) >= 0;) {
        if (vertex_dead(r, u, w, side)) cellset_add(&kills, u);
    }
    return kills;
}

bool vertex_captured_pair(const VertexReduced *r, Side side, int pair[2]) {
    CellSet each = r->vacant;
    for (int w; (w = cellset_pop(&each)) >= 0;) {
        bool wins = cellset_has(r->at[0], w) && cellset_has(r->at[1], w);
        if (side == CONNECT && wins) continue;
        CellSet kills = vertex_kills(r, side, w);
        for (int u; (u = cellset_pop(&kills)) >= 0;) {
            bool both = cellset_has(r->at[0], u) && cellset_has(r->at[1], u);
            if ((side == CONNECT && both) || !vertex_dead(r, w, u, side)) continue;
            pair[0] = w;
            pair[1] = u;
            return true;
        }
    }
    return false;
}

// --- Fill-in
static bool fill_dead(VertexPosition *position, const VertexReduced *r, VertexFill *fill) {
    CellSet each = r->vacant;
    for (int v; (v = cellset_pop(&each)) >= 0;) {
        if (!vertex_dead(r, v, -1, CUT)) continue;
        cellset_add(&fill->dead, v);
        *position = vertex_played(*position, CUT, v);
        return true;
    }
    return false;
}

static bool fill_captured(VertexPosition *position, const VertexReduced *r, VertexFill *fill) {
    int pair[2];
    for (Side side = CONNECT; side <= CUT; side++) {
        if (!vertex_captured_pair(r, side, pair)) continue;
        for (int i = 0; i < 2; i++) {
            cellset_add(&fill->captured[side], pair[i]);
            *position = vertex_played(*position, side, pair[i]);
        }
        return true;
    }
    return false;
}

int vertex_fill(const VertexBoard *board, VertexPosition *position, VertexFill *fill, VertexReduced *r) {
    *fill = (VertexFill){.dead = cellset_none()};
    for (;;) {
        int over = vertex_over(board, position);
        if (over >= 0) return over;
        vertex_reduce(board, position, r);
        if (!fill_dead(position, r, fill) && !fill_captured(position, r, fill)) return -1;
    }
}
