// The searches and the fill-in of the lecture against brute force.
#include "search_checks.h"

#include "lab/lecture/negamax.h"
#include "lab/lecture/pattern_fill.h"

static Position some_position(Random *random, int i) {
    static const int SIZES[][2] = {{2, 2}, {3, 3}, {4, 3}, {3, 4}, {4, 4}, {1, 4}};
    const Geometry *g = geometry_get(SIZES[i % 6][0], SIZES[i % 6][1]);
    Position p = position_empty(g);
    for (int cell = 0; cell < g->cells; cell++) {
        uint32_t what = random_below(random, g->cells > 12 ? 4 : 6);
        if (what < 2) cellset_add(&p.stones[what], cell);
    }
    p.to_move = i / 6 % 2 ? WHITE : BLACK;
    return p;
}

// Every order and every pruning finds the winner, and a carrier proves it: with all else given to the loser the
// winner still wins.
static void test_negamax(void **state) {
    (void)state;
    Random random = random_seeded(17);
    Budget budget = {0};
    for (int i = 0; i < 600 / TEST_THINNING; i++) {
        Position p = some_position(&random, i);
        Color winner = truth(&p);
        for (NegamaxOrder order = NEGAMAX_ROWS; order <= NEGAMAX_DIAGONAL; order++) {
            for (NegamaxPruning pruning = NEGAMAX_PLAIN; pruning <= NEGAMAX_SMALL; pruning++) {
                if (pruning == NEGAMAX_PLAIN && cellset_count(position_vacant(&p)) > 8) continue;
                NegamaxResult r = negamax_solve(&p, order, pruning, &budget);
                assert_int_equal(r.winner, winner);
                Position alone = p;
                CellSet others = cellset_minus(position_vacant(&p), r.carrier);
                alone.stones[color_other(winner)] = cellset_or(alone.stones[color_other(winner)], others);
                assert_int_equal(truth(&alone), winner);
            }
        }
    }
}

// The figures of the page, which only a change of the search may change.
static void test_nodes(void **state) {
    (void)state;
    Position empty = position_empty(geometry_get(3, 3));
    Budget budget = {0}, little = {.nodes = 100};
    assert_int_equal(negamax_solve(&empty, NEGAMAX_ROWS, NEGAMAX_PLAIN, &budget).nodes, 9554);
    assert_int_equal(negamax_solve(&empty, NEGAMAX_DIAGONAL, NEGAMAX_PLAIN, &budget).nodes, 420);
    assert_int_equal(negamax_solve(&empty, NEGAMAX_ROWS, NEGAMAX_PLAIN, &little).winner, EMPTY);
}

// Fill-in keeps the winner, whoever moves, at every step.
static void test_fill(void **state) {
    (void)state;
    Random random = random_seeded(23);
    PatternFillFill fill;
    int rules[PATTERN_FILL_INFERIOR + 1] = {0};
    for (int i = 0; i < 4000 / TEST_THINNING; i++) {
        Position p = some_position(&random, i);
        Color winner = truth(&p);
        pattern_fill_fill(&p, &fill);
        for (int k = 0; k < fill.steps; k++) {
            const PatternFillStep *step = &fill.step[k];
            Color color = step->color == EMPTY ? (Color)random_below(&random, 2) : step->color;
            assert_int_equal(position_at(&p, step->cell), EMPTY);
            cellset_add(&p.stones[color], step->cell);
            if (step->partner != CELL_NONE) cellset_add(&p.stones[color], step->partner);
            rules[step->rule]++;
        }
        assert_int_equal(truth(&p), winner);
    }
    for (int rule = 0; rule <= PATTERN_FILL_INFERIOR; rule++) assert_true(rules[rule] > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_negamax), cmocka_unit_test(test_nodes),
                                       cmocka_unit_test(test_fill)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
