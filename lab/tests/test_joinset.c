// The smallest joinsets, against all sets of empty cells.
#include "test_support.h"

#include "base/random.h"
#include "lab/eval/joinset.h"

static bool joins(const Position *position, Color color, CellSet cells) {
    Position with = *position;
    with.stones[color] = cellset_or(with.stones[color], cells);
    with.stones[color_other(color)] = cellset_minus(with.stones[color_other(color)], cells);
    return position_winner(&with) == color;
}

// Every smallest joinset is found once, nothing else is.
static void position_check(const Position *position, Color color) {
    enum { MAX = 512 };
    CellSet found[MAX];
    int64_t count;
    int written = joinsets_smallest(position, color, found, MAX, 1000000, &count), smallest = 99, number = 0;
    int cell[16], cells = 0;
    CellSet vacant = position_vacant(position);
    for (int c; (c = cellset_pop(&vacant)) >= 0;) cell[cells++] = c;
    for (int bits = 0; bits < 1 << cells; bits++) {
        CellSet set = cellset_none();
        for (int i = 0; i < cells; i++)
            if (bits >> i & 1) cellset_add(&set, cell[i]);
        int size = cellset_count(set);
        if (size > smallest || !joins(position, color, set)) continue;
        number = size < smallest ? 1 : number + 1;
        smallest = size;
    }
    assert_int_equal(count, number);
    assert_int_equal(written, number);
    for (int i = 0; i < written; i++) {
        assert_int_equal(cellset_count(found[i]), smallest);
        assert_true(joins(position, color, found[i]));
        for (int j = 0; j < i; j++) assert_false(cellset_equal(found[i], found[j]));
    }
}

// The minimal joinsets of a colour are those sets that join, and no longer do so without any one cell. The cells in none
// of them are the same for both colours. They never matter to the winner of a full board.
static CellSet minimal_check(const Position *position, Color color) {
    enum { MAX = 512 };
    static CellSet found[MAX];
    MinimalJoinsets all;
    assert_true(joinsets_minimal(position, color, 1000000, found, MAX, &all));
    assert_true(all.count <= MAX);
    int cell[16], cells = 0, number = 0;
    CellSet vacant = position_vacant(position), live = cellset_none();
    for (int c; (c = cellset_pop(&vacant)) >= 0;) cell[cells++] = c;
    for (int bits = 0; bits < 1 << cells; bits++) {
        CellSet set = cellset_none();
        for (int i = 0; i < cells; i++)
            if (bits >> i & 1) cellset_add(&set, cell[i]);
        bool minimal = joins(position, color, set);
        for (CellSet left = set; minimal && !cellset_is_empty(left);) {
            CellSet less = set;
            cellset_remove(&less, cellset_pop(&left));
            minimal = !joins(position, color, less);
        }
        if (!minimal) continue;
        number++;
        live = cellset_or(live, set);
        int copies = 0;
        for (int i = 0; i < all.count; i++) copies += cellset_equal(found[i], set);
        assert_int_equal(copies, 1);
    }
    assert_int_equal(all.count, number);
    assert_true(cellset_equal(all.live, live));
    return live;
}

static void test_minimal(void **state) {
    (void)state;
    Random random = random_seeded(5);
    static const int SIZES[][2] = {{1, 1}, {2, 3}, {2, 2}, {3, 3}, {4, 3}, {3, 4}};
    for (int i = 0; i < 400 / TEST_THINNING; i++) {
        const Geometry *g = geometry_get(SIZES[i % 6][0], SIZES[i % 6][1]);
        Position position = position_empty(g);
        for (int cell = 0; cell < g->cells; cell++) {
            uint32_t what = random_below(&random, 4 + (uint32_t)(i % 4));
            if (what < 2) cellset_add(&position.stones[what], cell);
        }
        if (position_winner(&position) != EMPTY) continue;
        CellSet live = minimal_check(&position, BLACK), dead;
        assert_true(cellset_equal(live, minimal_check(&position, WHITE)));
        assert_true(joinsets_dead(&position, 1000000, &dead));
        assert_true(cellset_equal(dead, cellset_minus(position_vacant(&position), live)));
    }
}

// A walk that is cut short says so.
static void test_steps(void **state) {
    (void)state;
    MinimalJoinsets all;
    Position position = position_empty(geometry_get(11, 11));
    assert_false(joinsets_minimal(&position, BLACK, 1000, NULL, 0, &all));
}

static void test_small(void **state) {
    (void)state;
    Random random = random_seeded(3);
    static const int SIZES[][2] = {{1, 1}, {1, 3}, {2, 2}, {3, 3}, {4, 3}, {3, 4}};
    for (int i = 0; i < 1200 / TEST_THINNING; i++) {
        const Geometry *g = geometry_get(SIZES[i % 6][0], SIZES[i % 6][1]);
        Position position = position_empty(g);
        for (int cell = 0; cell < g->cells; cell++) {
            uint32_t what = random_below(&random, 2 + (uint32_t)(i % 4));
            if (what < 2) cellset_add(&position.stones[what], cell);
        }
        position_check(&position, BLACK);
        position_check(&position, WHITE);
    }
}

// More than can be written are still counted, up to a bound.
static void test_many(void **state) {
    (void)state;
    CellSet found[3];
    int64_t count;
    Position position = position_empty(geometry_get(19, 19));
    assert_int_equal(joinsets_smallest(&position, BLACK, found, 3, 1000000000, &count), 3);
    assert_int_equal(cellset_count(found[2]), 19);
    assert_true(count > 1000000);
    assert_int_equal(joinsets_smallest(&position, WHITE, found, 3, 50, &count), 3);
    assert_int_equal(count, 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_small), cmocka_unit_test(test_many),
                                       cmocka_unit_test(test_minimal), cmocka_unit_test(test_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
