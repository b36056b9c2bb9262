// Every method of the library against the files of tests/truth; the questions of a truth.
#include "method_checks.h"
#include "play/catalog.h"
#include "solve/truth.h"

static void test_openings(void **state) {
    (void)state;
    methods_check_openings(CATALOG.methods);
}

static void test_positions(void **state) {
    (void)state;
    methods_check_positions(CATALOG.methods);
}

static void known_one(void *context, const KnownTruth *truth) {
    const Geometry *g = truth->position.geometry;
    char name[CELL_NAME_MAX], *list = context;
    if (g->width != g->height || truth->winner != BLACK) return;
    sprintf(list + strlen(list), "%d:%s ", g->width,
            cell_name(g, cellset_first(truth->position.stones[BLACK]), name));
}

// What is known from elsewhere about square boards.
static void test_known_openings(void **state) {
    (void)state;
    char list[400] = "";
    truth_each(OPENINGS, known_one, list);
    assert_string_equal(list, "1:a1 2:b1 2:a2 3:c1 3:a2 3:b2 3:c2 3:a3 4:d1 4:c2 4:b3 4:a4 ");
}

static Truth openings_of(int width, int height, Color mover, const SolveMethod *method, bool grouping) {
    Truth truth;
    Error error = {0};
    Position empty = position_empty(geometry_get(width, height));
    empty.to_move = mover;
    truth_start(&truth, &empty, true);
    truth.grouping = grouping;
    assert_true(truth_solve(&truth, method, &(Budget){.memory = 64 << 20}, NULL, NULL, NULL, &error));
    return truth;
}

// Moves that are asked about together come out as they do one by one: by brute force where that is quick.
static void test_groups(void **state) {
    (void)state;
    static const int SIZES[][2] = {{2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}, {3, 4}, {5, 4}, {4, 6}};
    int groups = 0;
    for (int i = 0; i < 8; i++) {
        for (Color mover = BLACK; mover <= WHITE; mover++) {
            int width = SIZES[i][0], height = SIZES[i][1];
            Truth one =
                openings_of(width, height, mover, width * height <= 16 ? &SOLVE_BRUTE : &SOLVE_AUTO, false);
            Truth all = openings_of(width, height, mover, &SOLVE_PNS, true);
            assert_true(cellset_equal(one.winning, all.winning) && cellset_equal(one.losing, all.losing));
            assert_int_equal(one.groups, 0);
            bool counted = all.measured && all.size.whole && all.size.nodes <= all.nodes;
            assert_true(width != height || counted); // others are settled by pairing
            for (int k = 0; k < all.groups; k++) assert_true(cellset_within(all.group[k], one.losing));
            groups += all.groups;
        }
    }
    assert_in_range(groups, 4, 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_known_openings),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
