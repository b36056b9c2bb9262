// The lab's evaluations on positions worked out by hand, against plain enumeration, and under the symmetries.
#include "eval_checks.h"

#include "lab/eval/advisors.h"
#include "lab/eval/yreduction.h"
#include "solve/brute.h"

#include <math.h>

static void test_mobility(void **state) {
    (void)state;
    // 2x2: a1 and b2 touch 2 cells, b1 and a2 touch 3.
    ShannonGraph graph = graph_read("..\n..", BLACK);
    Mobility m = graph_mobility(&graph);
    assert_int_equal(m.sum, 10);
    assert_int_equal(m.most, 3);
    assert_int_equal(m.count, 2);
    // A lone stone on b2 of 3x3: its six neighbours are all linked for Black: 5 each. The corners a1 and c3
    // touch two cells each, which touch them back.
    graph = graph_read("...\n.B.\n...", BLACK);
    m = graph_mobility(&graph);
    assert_int_equal(m.sum, 6 * 5 + 2 * 2 + 4);
    assert_int_equal(m.most, 6);
    assert_int_equal(m.count, 4);
    // For White they lie on a ring of six, with the same two corners.
    graph = graph_read("...\n.B.\n...", WHITE);
    assert_int_equal(graph_mobility(&graph).sum, 6 * 2 + 2 * 2 + 4);
}

// --- Y-reduction
static HexPyramid pyramid_read(const char *diagram) {
    Board board = board_read(diagram);
    Position position = board_position(&board, BLACK);
    HexPyramid y;
    hexpyramid_set(&y, &position);
    return y;
}

// Van Rijswijck's reduction of values, written plainly on a triangle of rows.
static double plain_reduce(int size, double v[][PYRAMID_SIZE_MAX]) {
    for (; size > 1; size--) {
        for (int i = 0; i < size - 1; i++) {
            for (int j = 0; j <= i; j++) {
                double p = v[i][j], q = v[i + 1][j], r = v[i + 1][j + 1];
                v[i][j] = (p + q + r - p * q * r) / 2;
            }
        }
    }
    return v[0][0];
}

static double plain_value(const Board *board) {
    const Geometry *g = board->geometry;
    double v[PYRAMID_SIZE_MAX][PYRAMID_SIZE_MAX];
    int size = g->width + g->height - 1;
    for (int i = 0; i < size; i++) {
        for (int row = 0; row <= i; row++) {
            Color color = i - row >= g->width ? WHITE : BLACK;
            if (i - row < g->width && row < g->height) color = (Color)board->color[cell_at(g, i - row, row)];
            v[i][row] = color == BLACK ? 1 : color == WHITE ? -1 : 0;
        }
    }
    return plain_reduce(size, v);
}

// From -1 (White) to 1 (Black).
static double pyramid_value(const HexPyramid *y) {
    return tanh(hexpyramid_odds(y) / 2);
}

static void test_yreduction_by_hand(void **state) {
    (void)state;
    HexPyramid y = pyramid_read(".");
    expect_near(pyramid_value(&y), 0);
    y = pyramid_read("W");
    expect_near(pyramid_value(&y), -1);
    // 2x2: the triangle a1 / b1 a2 / W b2 B. With Black on a1: (1 + 0 + 0 - 0) / 2 above. Below
    // (b1, W, b2) -> -1/2, (a2, b2, B) -> 1/2; then (1/2 - 1/2 + 1/2 + 1/8) / 2.
    y = pyramid_read("B.\n..");
    expect_near(pyramid_value(&y), 5.0 / 16);
    // On b1: 1/2, then (1 - 1 + 0) / 2 = 0 and 1/2: (1/2 + 0 + 1/2) / 2.
    y = pyramid_read(".B\n..");
    expect_near(pyramid_value(&y), 0.5);
    // The slopes of the empty 2x2 board, up to a factor: a1 1 - (-1/2)(1/2) = 5/4 times 1/2 of the top.
    double gradient[CELL_MAX];
    y = pyramid_read("..\n..");
    hexpyramid_gradient(&y, gradient);
    expect_near(gradient[1], gradient[2]);
    assert_true(gradient[1] > gradient[0]);
}

static void test_yreduction_plainly(void **state) {
    (void)state;
    Random random = random_seeded(23);
    for (int i = 0; i < 300; i++) {
        Board board;
        random_board(&board, &random, 1 + (int)random_below(&random, 6), 1 + (int)random_below(&random, 6));
        Position position = board_position(&board, BLACK);
        HexPyramid y;
        hexpyramid_set(&y, &position);
        expect_near(pyramid_value(&y), plain_value(&board));
    }
}

// On full boards the value is the winner.
static void test_yreduction_of_full_boards(void **state) {
    (void)state;
    Random random = random_seeded(24);
    for (int i = 0; i < 100; i++) {
        Board board;
        board_init(&board,
                   geometry_get(1 + (int)random_below(&random, 19), 1 + (int)random_below(&random, 19)));
        for (int cell = 0; cell < board.geometry->cells; cell++)
            board_place(&board, cell, random_below(&random, 2) ? WHITE : BLACK);
        Position position = board_position(&board, BLACK);
        HexPyramid y;
        hexpyramid_set(&y, &position);
        expect_near(pyramid_value(&y), board_winner(&board) == BLACK ? 1 : -1);
    }
}

static void test_yreduction_changes_and_slopes(void **state) {
    (void)state;
    Random random = random_seeded(25);
    for (int i = 0; i < 60; i++) {
        Board board;
        random_board(&board, &random, 2 + (int)random_below(&random, 8), 2 + (int)random_below(&random, 8));
        Position position = board_position(&board, BLACK), mirror = position_mirrored(&position);
        HexPyramid y, fresh;
        double gradient[CELL_MAX];
        hexpyramid_set(&y, &position);
        hexpyramid_set(&fresh, &mirror); // the mirror exchanges the players
        expect_near(hexpyramid_odds(&fresh), -hexpyramid_odds(&y));
        hexpyramid_gradient(&y, gradient);
        CellSet vacant = board_vacant(&board);
        for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
            // A change and its undoing give what a fresh pyramid gives.
            Position next = position;
            Color color = random_below(&random, 2) ? WHITE : BLACK;
            cellset_add(&next.stones[color], cell);
            hexpyramid_set(&fresh, &next);
            hexpyramid_change(&y, cell, color);
            assert_memory_equal(y.y.odds, fresh.y.odds,
                                sizeof(double) * (size_t)(y.y.size * (y.y.size + 1) * (y.y.size + 2) / 6));
            hexpyramid_change(&y, cell, EMPTY);
            assert_true(gradient[cell] >= 0);
        }
    }
}

// --- The advisors of Rasmussen 2007 in his order, on 2x2, from the hand-worked cases above.
static void test_advisors(void **state) {
    (void)state;
    static const double empty[] = {10, 10, 2, 2, 3, 3, 2, 2, 15.0 / 11, 15.0 / 11, 3, 3, 2, 2, 2, 2};
    // Black on b1, at the top. Black: a1, a2 and b2 are left, a1-a2 and a2-b2 touch. Both a2 and b2 are beside both
    // targets: 1 + 1, twice. There are two shortest paths of two edges, one through each. White: the same cells,
    // the left edge beside a1 and a2, the right edge beside b2. The only neighbour of b2 is a2, at 1 from the
    // left: 2. For a2, b2 is at 1 from the right, and then a1, which waits for a2. So a2 and a1 are cut off there,
    // and only b2 counts, 2 + 1. Resistance: a2 and a1 hang on the left, 1 each and 1 between. Then 1 to b2
    // and 1 to the right. By symmetry of a1 and the link: a2 takes 1 beside 1 + 1, then 2 on: 2/3 + 2.
    static const double stone[] = {4, 4, 1, 1, 2, 3, 2, 1, 19.0 / 21, 8.0 / 3, 2, 3, 1, 1, 2, 2};
    const double *want[] = {empty, stone};
    const char *const diagram[] = {"..\n..", ".B\n.."};
    for (int k = 0; k < 2; k++) {
        Board board = board_read(diagram[k]);
        Circuit *circuit = circuit_new(board.geometry);
        double advice[ADVISOR_COUNT];
        advisors_ask(circuit, &board, advice);
        for (int i = 0; i < ADVISOR_COUNT; i++) {
            if (fabs(advice[i] - want[k][i]) > 1e-9)
                fail_msg("%s: %s is %.9g, not %.9g", diagram[k], ADVISOR_NAMES[i], advice[i], want[k][i]);
        }
        circuit_free(circuit);
    }
    double weight[ADVISOR_COUNT] = {[4] = -1, [5] = 1, [8] = -2};
    expect_near(committee_value(weight, stone), -2 + 3 - 2 * 19.0 / 21);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mobility),
        cmocka_unit_test(test_advisors),
        cmocka_unit_test(test_yreduction_by_hand),
        cmocka_unit_test(test_yreduction_plainly),
        cmocka_unit_test(test_yreduction_of_full_boards),
        cmocka_unit_test(test_yreduction_changes_and_slopes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
