// Pattern search and the ladder: published node counts that are met exactly, all openings of small boards,
// carriers, and the options beside the ladder.
#include "eval/resistance.h"
#include "game/random_position.h"
#include "lab/ladder/template_kernels.h"
#include "lab/ladder/threat_alphabeta.h"
#include "lab/ladder/threat_search.h"
#include "solve/brute.h"
#include "test_support.h"

#include <math.h>
#include <string.h>

static ThreatOutcome settle(int width, int height, unsigned features) {
    Position empty = position_empty(geometry_get(width, height));
    ThreatOptions options = {.features = features, .every_move = true};
    ThreatOutcome outcome;
    assert_true(threat_search(&empty, &options, &(Budget){0}, &outcome, NULL));
    return outcome;
}

// Table 5.1.1 and others: with the thesis's rules for the root these agree to the node.
static void test_published_nodes(void **state) {
    (void)state;
    assert_int_equal(settle(3, 3, threat_solver_features("pattern")).answer.nodes, 9613);
    assert_int_equal(settle(3, 3, threat_solver_features("solver2")).answer.nodes, 5);
    assert_int_equal(settle(4, 4, threat_solver_features("solver3")).answer.nodes, 16);
    assert_int_equal(settle(4, 4, threat_solver_features("solver4")).answer.nodes, 16);
    assert_int_equal(settle(4, 4, threat_solver_features("solver5")).answer.nodes, 12);
}

// Tables 6.4.4 and 7.3.1: no more nodes than published. A weaker H-search or an ordering by must-plays that
// still hold eliminated cells needs twice as many.
static void test_published_bounds(void **state) {
    (void)state;
    assert_in_range(settle(5, 5, threat_solver_features("solver4")).answer.nodes, 1, 157);
    assert_in_range(settle(5, 5, threat_solver_features("solver5")).answer.nodes, 1, 73);
}

static void openings_six(unsigned features, uint64_t nodes) {
    static const char *const winning =
        " f1 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 a6 ";
    const Geometry *g = geometry_get(6, 6);
    ThreatOutcome outcome = settle(6, 6, features);
    assert_in_range(outcome.answer.nodes, 1, nodes);
    assert_true(cellset_equal(cellset_or(outcome.winning, outcome.losing), g->all));
    for (int c = 0; c < g->cells; c++) {
        char name[CELL_NAME_MAX + 2] = " ";
        cell_name(g, c, name + 1);
        strcat(name, " ");
        assert_int_equal(cellset_has(outcome.winning, c), strstr(winning, name) != NULL);
    }
}

static void test_openings_six(void **state) {
    (void)state;
    if (TEST_THINNING > 1) return; // seconds of search that the sanitizers see elsewhere
    openings_six(threat_solver_features("solver5"), 3211);
    openings_six(threat_solver_features("solver5id"), 6000);
    openings_six(threat_solver_features("solver4"), 14451);
}

// The index of the templates finds what Rasmussen's sorted list finds.
static void test_template_index(void **state) {
    (void)state;
    TemplateSpeed speed;
    assert_true(template_speed(20000 / TEST_THINNING, 100, 400, &speed));
    assert_int_equal(speed.counted, 400);
    assert_int_equal(speed.matches, speed.listed_matches);
    assert_true(speed.matches > 20);
}

static void openings_agree(BruteTable *table, int width, int height, unsigned features) {
    ThreatOutcome outcome = settle(width, height, features);
    const Geometry *g = geometry_get(width, height);
    assert_true(cellset_equal(cellset_or(outcome.winning, outcome.losing), g->all));
    for (int c = 0; c < g->cells; c++) {
        Position p = position_empty(g);
        cellset_add(&p.stones[BLACK], c);
        p.to_move = WHITE;
        assert_int_equal(brute_winner(table, &p) == BLACK, cellset_has(outcome.winning, c));
    }
}

static void test_openings(void **state) {
    (void)state;
    static const int sizes[][2] = {{2, 2}, {3, 3}, {4, 3}, {3, 5}, {4, 4}, {5, 4}, {5, 5}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int w = sizes[i][0], h = sizes[i][1];
        BruteTable *table = brute_table_new(geometry_get(w, h), 0);
        for (const ThreatSolver *s = threat_solvers(); s->name; s++) {
            if (!(s->features & THREAT_HSEARCH) && w * h > 12) continue;
            if (!(s->features & THREAT_FEATURES) && w * h > 20) continue;
            openings_agree(table, w, h, s->features);
        }
        brute_table_free(table);
    }
}

// Random positions with every set of options: the winner, and the carrier as a proof of its own.
static void position_check(BruteTable *table, const Position *p, unsigned features) {
    ThreatOptions options = {.features = features};
    ThreatOutcome o;
    assert_true(threat_search(p, &options, &(Budget){0}, &o, NULL));
    assert_int_equal(o.answer.winner, brute_winner(table, p));
    Position q = *p;
    Color loser = color_other(o.answer.winner);
    assert_true(cellset_within(o.answer.carrier, position_vacant(p)));
    q.stones[loser] = cellset_or(q.stones[loser], cellset_minus(position_vacant(p), o.answer.carrier));
    if (p->to_move == o.answer.winner) {
        assert_true(cellset_has(o.answer.carrier, o.answer.move));
        cellset_add(&q.stones[o.answer.winner], o.answer.move);
        q.to_move = loser;
    }
    assert_int_equal(brute_winner(table, &q), o.answer.winner);
}

// Every move settled: the same winner, each move's truth, and a carrier.
static void moves_check(BruteTable *table, const Position *p, unsigned features) {
    ThreatOptions options = {.features = features, .every_move = true};
    ThreatOutcome o;
    assert_true(threat_search(p, &options, &(Budget){0}, &o, NULL));
    assert_int_equal(o.answer.winner, brute_winner(table, p));
    assert_true(cellset_equal(cellset_or(o.winning, o.losing), position_vacant(p)));
    Color mover = p->to_move, loser = color_other(o.answer.winner);
    CellSet vacant = position_vacant(p);
    Position q = *p;
    q.stones[loser] = cellset_or(q.stones[loser], cellset_minus(vacant, o.answer.carrier));
    assert_int_equal(brute_winner(table, &q), o.answer.winner);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        Position next = *p;
        cellset_add(&next.stones[mover], cell);
        next.to_move = color_other(mover);
        assert_int_equal(brute_winner(table, &next) == mover, cellset_has(o.winning, cell));
    }
}

static void test_every_move(void **state) {
    (void)state;
    const Geometry *g = geometry_get(4, 4);
    BruteTable *table = brute_table_new(g, 0);
    Random random = random_seeded(6);
    for (int i = 0; i < 200 / TEST_THINNING; i++) {
        Position p = position_in_turns(g, &random, 2 + i % 8);
        p.to_move = random_below(&random, 2) ? WHITE : BLACK;
        if (position_winner(&p) != EMPTY) continue;
        moves_check(table, &p, threat_solver_features("solver1"));
        moves_check(table, &p, threat_solver_features("solver5"));
        moves_check(table, &p, threat_solver_features("solver5id"));
    }
    brute_table_free(table);
}

static void test_options(void **state) {
    (void)state;
    static const unsigned extras[] = {THREAT_REPAIR,    THREAT_MINIMAL_OR,
                                      THREAT_SEEDS,     THREAT_ORACLE,
                                      THREAT_DECOMPOSE, THREAT_REPAIR | THREAT_MINIMAL_OR | THREAT_DECOMPOSE};
    const Geometry *g = geometry_get(4, 4);
    BruteTable *table = brute_table_new(g, 0);
    Random random = random_seeded(5);
    for (int i = 0; i < 150 / TEST_THINNING; i++) {
        Position p = position_in_turns(g, &random, 3 + i % 6);
        p.to_move = random_below(&random, 2) ? WHITE : BLACK;
        if (position_winner(&p) != EMPTY) continue;
        for (size_t k = 0; k < sizeof extras / sizeof *extras; k++) {
            unsigned plain = extras[k] & (THREAT_SEEDS | THREAT_ORACLE) ? 0 : extras[k];
            position_check(table, &p, plain);
            position_check(table, &p, plain | threat_solver_features("solver1"));
            position_check(table, &p, extras[k] | threat_solver_features("solver5"));
        }
    }
    brute_table_free(table);
}

static double evaluate_resistance(void *context, const Board *board, Color mover) {
    double lead = resistance_lead(context, board, mover, CIRCUIT_CELLS);
    return fmax(-1e6, fmin(1e6, lead));
}

// Heuristic pattern search of the whole depth: the truth, with a carrier.
static void test_alphabeta(void **state) {
    (void)state;
    const Geometry *g = geometry_get(4, 4);
    BruteTable *table = brute_table_new(g, 0);
    Circuit *circuit = circuit_new(g);
    Random random = random_seeded(8);
    ThreatAbOptions options = {.evaluate = evaluate_resistance, .context = circuit};
    for (int i = 0; i < 60 / TEST_THINNING; i++) {
        Position p = position_in_turns(g, &random, 6 + i % 4);
        p.to_move = random_below(&random, 2) ? WHITE : BLACK;
        ThreatAbOutcome o;
        if (position_winner(&p) != EMPTY) continue;
        threat_alphabeta(&p, &options, &(Budget){0}, &o);
        assert_int_equal(o.answer.winner, brute_winner(table, &p));
        assert_int_equal(o.answer.move != MOVE_NONE, o.answer.winner == p.to_move);
        Position q = p;
        Color loser = color_other(o.answer.winner);
        q.stones[loser] = cellset_or(q.stones[loser], cellset_minus(position_vacant(&p), o.answer.carrier));
        assert_int_equal(brute_winner(table, &q), o.answer.winner);
    }
    circuit_free(circuit);
    brute_table_free(table);
}

static void test_limits(void **state) {
    (void)state;
    Position empty = position_empty(geometry_get(5, 5));
    ThreatOptions options = {.features = 0};
    ThreatOutcome o;
    assert_true(threat_search(&empty, &options, &(Budget){.nodes = 10000}, &o, NULL));
    assert_int_equal(o.answer.winner, EMPTY);
    assert_in_range(o.answer.nodes, 10000, 10001);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_nodes), cmocka_unit_test(test_openings),
        cmocka_unit_test(test_options),         cmocka_unit_test(test_alphabeta),
        cmocka_unit_test(test_limits),          cmocka_unit_test(test_published_bounds),
        cmocka_unit_test(test_openings_six),    cmocka_unit_test(test_template_index),
        cmocka_unit_test(test_every_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
