#include "lab/shannon/vertex_strategy.h"

#include <stdlib.h>

typedef struct Builder {
    ExpressionTree *s;
    VertexSolver *solver;
    const VertexBoard *board;
    VertexLinks *links;
    Side winner;
    StrategyResult result; // STRATEGY_BUILT so far
} Builder;

// --- Nodes. 0 stands for "nothing is needed", and for a failure, which `result` remembers.
static int node_check(Builder *b, int node) {
    if (!node) b->result = STRATEGY_TOO_LONG;
    return node;
}

static int vertex_node(Builder *b, int vertex) {
    return b->result == STRATEGY_BUILT ? node_check(b, tree_leaf(b->s, vertex)) : 0;
}

static int node_join(Builder *b, ExpressionKind kind, int left, int right) {
    if (!left || !right) return left ? left : right;
    return b->result == STRATEGY_BUILT ? node_check(b, tree_join(b->s, kind, left, right)) : 0;
}

static CellSet node_vertices(const ExpressionTree *s, int node) {
    if (!node) return cellset_none();
    const ExpressionNode *n = &s->node[node];
    if (n->kind == EXPRESSION_LEAF) return cellset_of(n->leaf);
    CellSet all = cellset_none();
    for (int part = n->first; part; part = s->node[part].next) all = cellset_or(all, node_vertices(s, part));
    return all;
}

// --- From Connect's links
static int link_node(Builder *b, int number) {
    const VertexLink *link = vertex_link(b->links, number);
    int node = link->kind == LINK_KEY ? vertex_node(b, link->key) : 0;
    for (int i = 0; i < link->parts && b->result == STRATEGY_BUILT; i++)
        node = node_join(b, link->kind == LINK_OR ? EXPRESSION_OR : EXPRESSION_AND, node,
                         link_node(b, link->part[i]));
    return node;
}

// --- From the solver's answers
static int defend(Builder *b, VertexPosition position);

// The answer to one move of the loser, and what is to be held then.
static int answer_node(Builder *b, VertexPosition position, int move) {
    VertexOutcome outcome;
    VertexPosition after = vertex_played(position, side_other(b->winner), move);
    if (!vertex_solve(b->solver, after, b->winner, &outcome)) {
        b->result = STRATEGY_SPENT;
        return 0;
    }
    int key = vertex_node(b, outcome.move);
    return node_join(b, EXPRESSION_AND, key, defend(b, vertex_played(after, b->winner, outcome.move)));
}

// An answer for every move of the loser: each serves all moves that it does not need.
static int cases_node(Builder *b, VertexPosition position) {
    CellSet open = position.vacant;
    int node = 0;
    while (!cellset_is_empty(open) && b->result == STRATEGY_BUILT) {
        int answer = answer_node(b, position, cellset_first(open));
        open = cellset_and(open, node_vertices(b->s, answer));
        node = node_join(b, EXPRESSION_OR, node, answer);
    }
    return node;
}

// A pair that is captured for the winner: he gets one of the two, and counts both as his.
static int pair_node(Builder *b, VertexPosition position, const int pair[2]) {
    int node = node_join(b, EXPRESSION_OR, vertex_node(b, pair[0]), vertex_node(b, pair[1]));
    for (int i = 0; i < 2; i++) position = vertex_played(position, b->winner, pair[i]);
    return b->result == STRATEGY_BUILT ? node_join(b, EXPRESSION_AND, node, defend(b, position)) : 0;
}

// Dead vertices go to the loser: nobody needs them.
static VertexPosition dead_given(const Builder *b, VertexPosition position, VertexReduced *reduced) {
    for (bool found = true; found;) {
        vertex_reduce(b->board, &position, reduced);
        CellSet each = position.vacant;
        found = false;
        for (int v; !found && (v = cellset_pop(&each)) >= 0;) {
            found = vertex_dead(reduced, v, -1, CUT);
            if (found) position = vertex_played(position, side_other(b->winner), v);
        }
    }
    return position;
}

// The loser is to move.
static int defend(Builder *b, VertexPosition position) {
    int pair[2];
    if (b->result != STRATEGY_BUILT || vertex_over(b->board, &position) >= 0) return 0;
    if (b->winner == CONNECT && vertex_links_build(b->links, b->board, &position) &&
        vertex_links_targets(b->links, true) >= 0)
        return link_node(b, vertex_links_targets(b->links, true));
    VertexReduced *reduced = malloc(sizeof *reduced);
    if (!reduced) {
        b->result = STRATEGY_SPENT;
        return 0;
    }
    position = dead_given(b, position, reduced);
    bool captured = vertex_captured_pair(reduced, b->winner, pair);
    free(reduced);
    return captured ? pair_node(b, position, pair) : cases_node(b, position);
}

StrategyResult strategy_build(VertexSolver *solver, const VertexBoard *board, VertexPosition position,
                              Side to_move, const VertexOutcome *outcome, ExpressionTree *strategy) {
    Builder b = {.s = strategy, .solver = solver, .board = board, .winner = outcome->winner};
    strategy->root = strategy->count = 0;
    b.links = vertex_links_new();
    if (!b.links) return STRATEGY_SPENT;
    int key = 0;
    if (outcome->winner == to_move && outcome->move >= 0) {
        key = vertex_node(&b, outcome->move);
        position = vertex_played(position, to_move, outcome->move);
    }
    strategy->root = node_join(&b, EXPRESSION_AND, key, defend(&b, position));
    vertex_links_free(b.links);
    return b.result;
}

// --- Writing
static void vertex_write(const void *graph, int vertex, Text *out) {
    text_add(out, ((const Graph *)graph)->vertex[vertex].name);
}

void strategy_write(const ExpressionTree *strategy, const Graph *graph, Text *out) {
    tree_write(strategy, vertex_write, graph, out);
}
