// Brute force against an independent minimax, against the table of all positions, and against itself turned
// and mirrored. Its carriers are compared with the rule that defines them. A wrong winner here is a disaster:
// everything else is tested against it.
#include "base/clock.h"
#include "game/random_position.h"
#include "play/catalog.h"
#include "solve/brute.h"
#include "solve/solver.h"
#include "test_support.h"
#include "tools/lib/all_positions.h"

// The rules and nothing else.
static Color minimax(const Position *p) {
    Color winner = position_winner(p);
    if (winner != EMPTY) return winner;
    CellSet vacant = position_vacant(p);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        Position next = *p;
        cellset_add(&next.stones[p->to_move], cell);
        next.to_move = color_other(p->to_move);
        if (minimax(&next) == p->to_move) return p->to_move;
    }
    return color_other(p->to_move);
}

static void test_all_positions_against_minimax(void **state) {
    (void)state;
    AllPositions *all = all_positions_new(geometry_get(3, 3));
    assert_int_equal(all_positions_count(all), 19683);
    for (uint32_t i = 0; i < all_positions_count(all); i++) {
        Position p = all_positions_at(all, i);
        assert_int_equal(all_positions_index(all, p.stones), i);
        for (p.to_move = BLACK; p.to_move <= WHITE; p.to_move++)
            assert_int_equal(all_positions_winner(all, &p), minimax(&p));
    }
    all_positions_free(all);
    assert_null(all_positions_new(geometry_get(4, 5)));
}

static void compare_with_all(const Geometry *g, uint32_t step) {
    AllPositions *all = all_positions_new(g);
    BruteTable *table = brute_table_new(g, 0);
    assert_non_null(all);
    for (uint32_t i = 0; i < all_positions_count(all); i += step) {
        Position p = all_positions_at(all, i);
        for (p.to_move = BLACK; p.to_move <= WHITE; p.to_move++)
            assert_int_equal(brute_winner(table, &p), all_positions_winner(all, &p));
    }
    brute_table_free(table);
    all_positions_free(all);
}

static void test_every_small_position(void **state) {
    (void)state;
    for (int w = 1; w <= 4; w++) {
        for (int h = 1; h <= 4; h++) {
            if (w * h <= 12) compare_with_all(geometry_get(w, h), TEST_THINNING);
        }
    }
    compare_with_all(geometry_get(1, 10), 1);
    compare_with_all(geometry_get(10, 1), 1);
    compare_with_all(geometry_get(5, 2), 1);
}

static void test_4x4_positions(void **state) {
    (void)state;
    compare_with_all(geometry_get(4, 4), 401 * TEST_THINNING);
}

static void test_symmetry(void **state) {
    (void)state;
    Random random = random_seeded(7);
    static const int sizes[][2] = {{4, 4}, {5, 4}, {5, 5}, {3, 6}, {6, 6}};
    for (int s = 0; s < 5; s++) {
        const Geometry *g = geometry_get(sizes[s][0], sizes[s][1]);
        BruteTable *table = brute_table_new(g, 0);
        BruteTable *other = brute_table_new(geometry_get(g->height, g->width), 0);
        for (int i = 0; i < 300 / TEST_THINNING; i++) {
            Position p = position_scattered(g, &random, 50, 100);
            Position turned = position_rotated(&p), mirrored = position_mirrored(&p);
            Color winner = brute_winner(table, &p);
            assert_int_equal(brute_winner(table, &turned), winner);
            assert_int_equal(brute_winner(other, &mirrored), color_other(winner));
        }
        brute_table_free(table);
        brute_table_free(other);
    }
}

// Boards of every width of cell set, few empty cells.
static void test_large_boards(void **state) {
    (void)state;
    Random random = random_seeded(8);
    static const int sizes[][2] = {{8, 8}, {9, 8}, {11, 11}, {12, 11}, {13, 13}, {14, 14}, {19, 19}, {1, 19}};
    for (int s = 0; s < 8; s++) {
        const Geometry *g = geometry_get(sizes[s][0], sizes[s][1]);
        BruteTable *table = brute_table_new(g, 0);
        for (int i = 0; i < 60; i++) {
            Position p = position_scattered(g, &random, 0, 100);
            for (int k = 0; k < 7; k++) {
                int cell = (int)random_below(&random, (uint32_t)g->cells);
                cellset_remove(&p.stones[BLACK], cell);
                cellset_remove(&p.stones[WHITE], cell);
            }
            Position turned = position_rotated(&p);
            assert_int_equal(brute_winner(table, &p), minimax(&p));
            assert_int_equal(brute_winner(table, &turned), minimax(&p));
        }
        brute_table_free(table);
    }
}

static void check_carrier(BruteTable *table, const Position *p, const Answer *result) {
    Color loser = color_other(result->winner);
    CellSet vacant = position_vacant(p);
    Position q = *p;
    assert_true(cellset_within(result->carrier, vacant));
    if (p->to_move == result->winner) {
        assert_true(cellset_has(result->carrier, result->move));
        cellset_add(&q.stones[q.to_move], result->move);
        q.to_move = loser;
        assert_int_equal(brute_winner(table, &q), result->winner); // the move wins
    } else {
        assert_int_equal(result->move, MOVE_NONE);
    }
    q.stones[loser] = cellset_or(q.stones[loser], cellset_minus(vacant, result->carrier));
    assert_int_equal(brute_winner(table, &q), result->winner);
}

static void test_carriers(void **state) {
    (void)state;
    Random random = random_seeded(9);
    static const int sizes[][2] = {{3, 3}, {4, 4}, {5, 4}, {4, 5}, {5, 5}, {11, 11}};
    Budget limits = {0};
    for (int s = 0; s < 6; s++) {
        const Geometry *g = geometry_get(sizes[s][0], sizes[s][1]);
        BruteTable *table = brute_table_new(g, 0);
        for (int i = 0; i < 120 / TEST_THINNING; i++) {
            Position p =
                position_scattered(g, &random, g->cells > 25 ? 10 : 20 + random_below(&random, 60), 100);
            if (position_winner(&p) != EMPTY) continue;
            Answer result;
            assert_true(brute_solve(table, &p, &limits, &result));
            check_carrier(table, &p, &result);
            int before = cellset_count(result.carrier);
            brute_carrier_shrink(table, &p, &limits, &result);
            assert_true(cellset_count(result.carrier) <= before);
            check_carrier(table, &p, &result);
        }
        brute_table_free(table);
    }
}

static void test_openings_of_5x5(void **state) {
    (void)state;
    static const char *const winning = "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5 ";
    const Geometry *g = geometry_get(5, 5);
    BruteTable *table = brute_table_new(g, 0);
    char found[200] = "", name[CELL_NAME_MAX];
    for (int cell = 0; cell < 25; cell++) {
        Position p = position_empty(g);
        cellset_add(&p.stones[BLACK], cell);
        p.to_move = WHITE;
        if (brute_winner(table, &p) == BLACK) strcat(strcat(found, cell_name(g, cell, name)), " ");
    }
    assert_string_equal(found, winning);
    brute_table_free(table);
}

// A table of hardly any memory replaces entries all the time and must still be right.
static void test_small_table(void **state) {
    (void)state;
    const Geometry *g = geometry_get(5, 5);
    BruteTable *small = brute_table_new(g, 1), *large = brute_table_new(g, 0);
    Random random = random_seeded(10);
    for (int i = 0; i < 100; i++) {
        Position p = position_scattered(g, &random, 75, 100);
        assert_int_equal(brute_winner(small, &p), brute_winner(large, &p));
    }
    brute_table_free(small);
    brute_table_free(large);
}

typedef struct Watch {
    double cancelled_at; // on the clock of the thread
    int reports;
} Watch;

// As soon as it has reported.
static bool watch_cancelled(void *context) {
    Watch *watch = context;
    if (watch->reports && !(watch->cancelled_at > 0)) watch->cancelled_at = clock_thread_cpu();
    return watch->reports > 0;
}

static void watch_progress(void *context, const Progress *progress) {
    assert_true(progress->nodes > 0);
    ((Watch *)context)->reports++;
}

static void test_limits(void **state) {
    (void)state;
    Position p = position_empty(geometry_get(8, 8));
    Budget limits = {.seconds = 0.3, .memory = 16 << 20};
    Answer result;
    Error error;
    for (;;) {                             // longer where the machine stalls
        double start = clock_thread_cpu(); // not the wall clock: the machine may be busy
        assert_true(solve_position(&SOLVE_BRUTE, &p, &limits, NULL, &result, &error));
        assert_int_equal(result.winner, EMPTY);
        assert_int_equal(result.move, MOVE_NONE);
        assert_true(clock_thread_cpu() - start < limits.seconds + 0.5);
        if (result.nodes > 1000) break;
        limits.seconds *= 3;
        assert_true(limits.seconds < 30);
    }
    Watch watch = {0};
    Observer observer = {&watch, watch_cancelled, watch_progress};
    limits.seconds = 0;
    limits.observer = &observer;
    assert_true(solve_position(&SOLVE_BRUTE, &p, &limits, NULL, &result, &error));
    assert_int_equal(result.winner, EMPTY);
    assert_true(watch.cancelled_at > 0 && clock_thread_cpu() - watch.cancelled_at < 0.5);
}

static void test_methods(void **state) {
    (void)state;
    Budget limits = {0};
    Answer result;
    Error error;
    Position p = position_empty(geometry_get(19, 18)); // only pairing can do this
    assert_true(solve_position(&SOLVE_AUTO, &p, &limits, NULL, &result, &error));
    assert_int_equal(result.winner, BLACK);
    assert_true(cellset_has(result.carrier, result.move));
    p = position_empty(geometry_get(18, 19));
    assert_true(solve_position(&SOLVE_BRUTE, &p, &limits, NULL, &result, &error));
    assert_int_equal(result.winner, WHITE);
    assert_int_equal(result.move, MOVE_NONE);
    assert_ptr_equal(solve_method_find(CATALOG.methods, "brute"), &SOLVE_BRUTE);
    assert_null(solve_method_find(CATALOG.methods, "magic"));
    Random random = random_seeded(11);
    BruteTable *table = brute_table_new(geometry_get(4, 5), 0);
    for (int i = 0; i < 300 / TEST_THINNING; i++) {
        p = position_scattered(geometry_get(4, 5), &random, 85, 100);
        assert_true(solve_position(&SOLVE_AUTO, &p, &limits, NULL, &result, &error));
        assert_int_equal(result.winner, brute_winner(table, &p));
        if (position_winner(&p) == EMPTY) check_carrier(table, &p, &result);
    }
    brute_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_positions_against_minimax),
        cmocka_unit_test(test_every_small_position),
        cmocka_unit_test(test_4x4_positions),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_large_boards),
        cmocka_unit_test(test_carriers),
        cmocka_unit_test(test_openings_of_5x5),
        cmocka_unit_test(test_small_table),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_methods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
