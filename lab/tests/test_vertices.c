// The Shannon game on vertices against brute force: winners, moves, carriers, links and fill-in. On every graph of up to six
// vertices and on random ones; Hex positions as graphs against the referee of boards; strategies.
#include "test_support.h"

#include "base/random.h"
#include "game/random_position.h"
#include "lab/shannon/vertex_solve.h"
#include "lab/shannon/vertex_strategy.h"
#include "solve/brute.h"

#include <stdio.h>
#include <stdlib.h>

// --- The referee: all positions of a small graph
typedef struct Referee {
    const VertexBoard *board;
    int vertices;          // in the order of the bits below
    int at[16];            // the vertex of a bit
    signed char *value[2]; // by side to move; -1: not known
} Referee;

static int code_of(const Referee *r, const VertexPosition *p) {
    int code = 0;
    for (int i = r->vertices - 1; i >= 0; i--) {
        int v = r->at[i];
        code = 3 * code + (cellset_has(p->vacant, v) ? 0 : cellset_has(p->captured, v) ? 1 : 2);
    }
    return code;
}

static Side referee_ask(const Referee *r, VertexPosition p, Side mover) {
    signed char *value = &r->value[mover][code_of(r, &p)];
    if (*value >= 0) return (Side)*value;
    int over = vertex_over(r->board, &p);
    Side winner = over >= 0 ? (Side)over : side_other(mover);
    CellSet each = p.vacant;
    for (int v; over < 0 && winner != mover && (v = cellset_pop(&each)) >= 0;)
        winner = referee_ask(r, vertex_played(p, mover, v), side_other(mover));
    *value = (signed char)winner;
    return winner;
}

static void referee_start(Referee *r, const VertexBoard *board) {
    r->board = board;
    r->vertices = 0;
    int states = 1;
    for (int v = 0; v < board->vertices; v++) {
        if (v == board->target[0] || v == board->target[1]) continue;
        r->at[r->vertices++] = v;
        states *= 3;
    }
    for (int i = 0; i < 2; i++) memset(r->value[i], -1, (size_t)states);
}

static Referee referee_new(int vertices) {
    size_t states = 1;
    for (int i = 0; i < vertices; i++) states *= 3;
    return (Referee){.value = {malloc(states), malloc(states)}};
}

static void referee_free(Referee *r) {
    free(r->value[0]);
    free(r->value[1]);
}

static void position_show(const VertexBoard *board, const VertexPosition *p) {
    for (int u = 0; u < board->vertices; u++) {
        print_message("%d%s:", u,
                      cellset_has(p->captured, u) ? " captured"
                      : cellset_has(p->vacant, u) ? ""
                                                  : " -");
        CellSet each = board->around[u];
        for (int v; (v = cellset_pop(&each)) >= 0;) print_message(" %d", v);
        print_message("\n");
    }
}

// Gives everything vacant outside the carrier to the loser.
static VertexPosition restricted(VertexPosition p, CellSet carrier, Side loser) {
    CellSet rest = cellset_minus(p.vacant, carrier);
    p.vacant = cellset_and(p.vacant, carrier);
    if (loser == CONNECT) p.captured = cellset_or(p.captured, rest);
    return p;
}

static void require(bool truth, const VertexBoard *board, const VertexPosition *p, const char *what) {
    if (truth) return;
    print_message("%s\n", what);
    position_show(board, p);
    fail();
}

// --- Strategies: structure, and every outcome wins
static CellSet strategy_cells(const ExpressionTree *s, int node) {
    const ExpressionNode *n = &s->node[node];
    if (n->kind == EXPRESSION_LEAF) return cellset_of(n->leaf);
    CellSet cells = cellset_none();
    for (int part = n->first; part; part = s->node[part].next)
        cells = cellset_or(cells, strategy_cells(s, part));
    return cells;
}

// How many vertices stand alone: the moves that a part begins with.
static int lone_vertices(const ExpressionTree *s, int node) {
    const ExpressionNode *n = &s->node[node];
    int count = n->kind == EXPRESSION_LEAF;
    for (int part = n->first; n->kind == EXPRESSION_AND && part; part = s->node[part].next)
        count += s->node[part].kind == EXPRESSION_LEAF;
    return count;
}

static bool strategy_sound(const ExpressionTree *s, int node) {
    const ExpressionNode *n = &s->node[node];
    CellSet seen = cellset_none(), common = strategy_cells(s, node);
    for (int part = n->first; part; part = s->node[part].next) {
        CellSet cells = strategy_cells(s, part);
        if (!strategy_sound(s, part)) return false;
        if (n->kind == EXPRESSION_AND && cellset_meets(seen, cells)) return false;
        if (n->kind == EXPRESSION_OR && lone_vertices(s, part) != 1) return false;
        seen = cellset_or(seen, cells);
        common = cellset_and(common, cells);
    }
    return n->kind != EXPRESSION_OR || cellset_is_empty(common);
}

// Whether every choice of one side of each bar wins; `stack` holds the nodes still to be had.
static bool outcomes_win(const ExpressionTree *s, const VertexBoard *board, VertexPosition p, Side winner,
                         const int *stack, int depth) {
    if (depth == 0) { // the loser gets the rest
        p = restricted(p, cellset_none(), side_other(winner));
        return vertex_over(board, &p) == (int)winner;
    }
    int now[256];
    assert_true(depth < 200);
    memcpy(now, stack, sizeof *stack * (size_t)depth);
    const ExpressionNode *n = &s->node[now[--depth]];
    if (n->kind == EXPRESSION_LEAF)
        return outcomes_win(s, board, vertex_played(p, winner, n->leaf), winner, now, depth);
    if (n->kind == EXPRESSION_AND) {
        for (int part = n->first; part; part = s->node[part].next) now[depth++] = part;
        return outcomes_win(s, board, p, winner, now, depth);
    }
    for (int part = n->first; part; part = s->node[part].next) {
        now[depth] = part;
        if (!outcomes_win(s, board, p, winner, now, depth + 1)) return false;
    }
    return true;
}

static bool strategy_right(const ExpressionTree *s, const VertexBoard *board, VertexPosition p, Side winner,
                           Side mover) {
    if (!s->root) return vertex_over(board, &p) == (int)winner;
    return strategy_sound(s, s->root) && lone_vertices(s, s->root) == (winner == mover) &&
           cellset_within(strategy_cells(s, s->root), p.vacant) &&
           outcomes_win(s, board, p, winner, &s->root, 1);
}

// --- One position, both sides to move
static void agree(const Referee *r, VertexSolver *solver, VertexPosition p, bool with_strategy) {
    static ExpressionTree strategy;
    for (Side mover = CONNECT; mover <= CUT; mover++) {
        VertexOutcome outcome;
        assert_true(vertex_solve(solver, p, mover, &outcome));
        require(outcome.winner == referee_ask(r, p, mover), r->board, &p,
                mover == CONNECT ? "winner, Connect first" : "winner, Cut first");
        bool over = vertex_over(r->board, &p) >= 0;
        require((outcome.move >= 0) == (!over && outcome.winner == mover), r->board, &p, "a move");
        if (outcome.move >= 0)
            require(cellset_has(p.vacant, outcome.move) &&
                        referee_ask(r, vertex_played(p, mover, outcome.move), side_other(mover)) == mover,
                    r->board, &p, "the move wins");
        VertexPosition less = restricted(p, outcome.carrier, side_other(outcome.winner));
        require(referee_ask(r, less, mover) == outcome.winner, r->board, &p, "carrier");
        if (!with_strategy) continue;
        assert_int_equal(strategy_build(solver, r->board, p, mover, &outcome, &strategy), STRATEGY_BUILT);
        if (!strategy_right(&strategy, r->board, p, outcome.winner, mover)) {
            for (int v = 0; v <= strategy.count; v++)
                print_message("%d: kind %d vertex %d first %d next %d\n", v, strategy.node[v].kind,
                              strategy.node[v].leaf, strategy.node[v].first, strategy.node[v].next);
            print_message("root %d, winner %d, mover %d\n", strategy.root, outcome.winner, mover);
            require(false, r->board, &p, "strategy");
        }
    }
}

static void board_edge(VertexBoard *board, int u, int v) {
    cellset_add(&board->around[u], v);
    cellset_add(&board->around[v], u);
}

static VertexPosition all_vacant(const VertexBoard *board) {
    VertexPosition p = {.vacant = cellset_first_n(board->vertices)};
    for (int i = 0; i < 2; i++) cellset_remove(&p.vacant, board->target[i]);
    return p;
}

static void test_all_small_graphs(void **state) {
    (void)state;
    Referee r = referee_new(6);
    Budget budget = {0};
    for (int vertices = 2; vertices <= 6; vertices++) {
        int pairs = vertices * (vertices - 1) / 2;
        for (uint32_t mask = 0; mask < 1u << pairs; mask += TEST_THINNING) {
            VertexBoard board = {.vertices = vertices, .target = {0, 1}};
            int bit = 0;
            for (int u = 1; u < vertices; u++) {
                for (int v = 0; v < u; v++) {
                    if (mask >> bit++ & 1) board_edge(&board, u, v);
                }
            }
            VertexSolver *solver = vertex_solver_new(&board, &budget);
            referee_start(&r, &board);
            agree(&r, solver, all_vacant(&board), mask % 4 == 3);
            vertex_solver_free(solver);
        }
    }
    referee_free(&r);
}

// Random graphs of 4 to 12 vertices, some of them played.
static void test_random_positions(void **state) {
    (void)state;
    Referee r = referee_new(10);
    Random random = random_seeded(23);
    Budget budget = {0};
    for (int i = 0; i < 10000 / TEST_THINNING; i++) {
        VertexBoard board = {.vertices = 4 + (int)random_below(&random, 9), .target = {0, 1}};
        uint32_t density = 2 + random_below(&random, 6);
        for (int u = 1; u < board.vertices; u++) {
            for (int v = 0; v < u; v++) {
                if (u > 1 && random_below(&random, 10) < density) board_edge(&board, u, v);
            }
        }
        VertexPosition p = all_vacant(&board);
        for (int played = (int)random_below(&random, 4); played > 0; played--) {
            int v = (int)random_below(&random, (uint32_t)board.vertices);
            if (cellset_has(p.vacant, v)) p = vertex_played(p, (Side)random_below(&random, 2), v);
        }
        VertexSolver *solver = vertex_solver_new(&board, &budget);
        referee_start(&r, &board);
        agree(&r, solver, p, true);
        vertex_solver_free(solver);
    }
    referee_free(&r);
}

// --- Hex
// Each position as a graph of either colour gets the answer of the board.
static void hex_agree(BruteTable *table, const Position *position, Color connect) {
    VertexBoard board;
    VertexPosition p;
    VertexOutcome outcome;
    Budget budget = {0};
    Graph *graph = graph_hex(position, connect, NULL);
    assert_true(vertex_board_make(&board, &p, graph, NULL));
    VertexSolver *solver = vertex_solver_new(&board, &budget);
    assert_true(vertex_solve(solver, p, position->to_move == connect ? CONNECT : CUT, &outcome));
    Color winner = outcome.winner == CONNECT ? connect : color_other(connect);
    if (winner != brute_winner(table, position)) {
        Text text = {0};
        position_write(position, &text);
        print_message("%s\n", text_string(&text));
        text_free(&text);
        fail();
    }
    vertex_solver_free(solver);
    graph_free(graph);
}

static void test_hex_positions(void **state) {
    (void)state;
    Random random = random_seeded(8);
    static const int SIZES[][2] = {{2, 2}, {3, 3}, {4, 3}, {3, 4}, {4, 4}};
    for (size_t s = 0; s < sizeof SIZES / sizeof *SIZES; s++) {
        const Geometry *g = geometry_get(SIZES[s][0], SIZES[s][1]);
        BruteTable *table = brute_table_new(g, 64 << 20);
        for (int i = 0; i < 150 / TEST_THINNING; i++) {
            Position position = i ? position_scattered(g, &random, 7, 10) : position_empty(g);
            for (Color connect = BLACK; connect <= WHITE; connect++) hex_agree(table, &position, connect);
        }
        brute_table_free(table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_small_graphs),
        cmocka_unit_test(test_random_positions),
        cmocka_unit_test(test_hex_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
