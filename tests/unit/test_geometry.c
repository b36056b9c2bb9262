// Boards of every size: neighbours, corners, names, symmetries, keys.
#include "test_support.h"

#include "game/geometry.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// Calls a check for each of the 361 sizes.
static void each_size(void (*check)(const Geometry *g)) {
    for (int width = 1; width <= BOARD_MAX; width++) {
        for (int height = 1; height <= BOARD_MAX; height++) {
            const Geometry *g = geometry_get(width, height);
            assert_non_null(g);
            assert_int_equal(g->width, width);
            assert_int_equal(g->height, height);
            check(g);
        }
    }
}

// The rule itself: (c+-1,r), (c,r+-1), (c+1,r-1), (c-1,r+1).
static bool adjacent(int dc, int dr) {
    return (dr == 0 && (dc == 1 || dc == -1)) || (dc == 0 && (dr == 1 || dr == -1)) ||
           (dc == 1 && dr == -1) || (dc == -1 && dr == 1);
}

static bool listed(const Geometry *g, int cell, int node) {
    int times = 0;
    for (int i = 0; i < g->neighbour_count[cell]; i++) times += g->neighbour[cell][i] == node;
    assert_in_range(times, 0, 1);
    return times;
}

static void neighbours_check(const Geometry *g) {
    for (int a = 0; a < g->cells; a++) {
        int count = 0;
        for (int b = 0; b < g->cells; b++) {
            bool near = adjacent(cell_column(g, b) - cell_column(g, a), cell_row(g, b) - cell_row(g, a));
            if (listed(g, a, b) != near || cellset_has(g->around[a], b) != near)
                fail_msg("%dx%d: cells %d and %d", g->width, g->height, a, b);
            count += near;
        }
        assert_int_equal(g->cell_neighbour_count[a], count);
        bool edge[4] = {cell_row(g, a) == 0, cell_row(g, a) == g->height - 1, cell_column(g, a) == 0,
                        cell_column(g, a) == g->width - 1};
        for (int i = 0; i < 4; i++) {
            assert_int_equal(listed(g, a, EDGE_TOP + i), edge[i]);
            assert_int_equal(cellset_has(g->around[EDGE_TOP + i], a), edge[i]);
            count += edge[i];
        }
        assert_int_equal(g->neighbour_count[a], count);
        for (int i = 0; i < count; i++)
            assert_true((g->neighbour[a][i] < CELL_MAX) == (i < g->cell_neighbour_count[a]));
    }
    assert_int_equal(cellset_count(g->all), g->cells);
}

static void test_neighbours(void **state) {
    (void)state;
    each_size(neighbours_check);
    const Geometry *g = geometry_get(5, 5);
    assert_int_equal(g->cell_neighbour_count[cell_at(g, 0, 0)], 2); // acute corners
    assert_int_equal(g->cell_neighbour_count[cell_at(g, 4, 4)], 2);
    assert_int_equal(g->cell_neighbour_count[cell_at(g, 4, 0)], 3); // obtuse corners
    assert_int_equal(g->cell_neighbour_count[cell_at(g, 0, 4)], 3);
    assert_int_equal(g->cell_neighbour_count[cell_at(g, 2, 2)], 6);
}

static void names_check(const Geometry *g) {
    char name[CELL_NAME_MAX], expected[16];
    for (int cell = 0; cell < g->cells; cell++) {
        snprintf(expected, sizeof expected, "%c%d", 'a' + cell_column(g, cell), cell_row(g, cell) + 1);
        assert_string_equal(cell_name(g, cell, name), expected);
        assert_int_equal(cell_parse(g, name, (int)strlen(name)), cell);
        name[0] = (char)(name[0] - 'a' + 'A');
        assert_int_equal(cell_parse(g, name, (int)strlen(name)), cell);
        assert_int_equal(cell_at(g, cell_column(g, cell), cell_row(g, cell)), cell);
    }
    snprintf(expected, sizeof expected, "a%d", g->height + 1);
    assert_int_equal(cell_parse(g, expected, (int)strlen(expected)), CELL_NONE);
    snprintf(expected, sizeof expected, "%c1", 'a' + g->width);
    assert_int_equal(cell_parse(g, expected, 2), CELL_NONE);
}

static void test_names(void **state) {
    (void)state;
    each_size(names_check);
    const Geometry *g = geometry_get(19, 19);
    static const char *const bad[] = {"",    "a",   "1",   "a0",       "a00",  "a01", "aa",  "1a",
                                      "a1 ", " a1", "a-1", "a+1",      "a999", "t1",  "a20", "`1",
                                      "@1",  "{1",  "[1",  "\xe1\x31", "a1x",  "abc"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(cell_parse(g, bad[i], (int)strlen(bad[i])), CELL_NONE);
    assert_int_equal(cell_parse(g, "s19", 3), 360);
    assert_int_equal(cell_parse(g, "b12", 2), 1); // exactly `length` characters
    char name[CELL_NAME_MAX];
    assert_string_equal(cell_name(g, EDGE_TOP, name), "top");
    assert_string_equal(cell_name(g, EDGE_RIGHT, name), "right");
    assert_string_equal(cell_name(g, CELL_NONE, name), "none");
    assert_string_equal(color_name(BLACK), "black");
    assert_string_equal(color_name(EMPTY), "empty");
}

static void symmetries_check(const Geometry *g) {
    const Geometry *m = geometry_get(g->height, g->width);
    for (int a = 0; a < g->cells; a++) {
        int turned = cell_rotated(g, a), mirrored = cell_mirrored(g, a);
        assert_int_equal(cell_column(g, turned), g->width - 1 - cell_column(g, a));
        assert_int_equal(cell_row(g, turned), g->height - 1 - cell_row(g, a));
        assert_int_equal(cell_rotated(g, turned), a);
        assert_int_equal(cell_column(m, mirrored), cell_row(g, a));
        assert_int_equal(cell_row(m, mirrored), cell_column(g, a));
        assert_int_equal(cell_mirrored(m, mirrored), a);
        CellSet near = g->around[a];
        for (int b; (b = cellset_pop(&near)) >= 0;) {
            assert_true(cellset_has(g->around[turned], cell_rotated(g, b)));
            assert_true(cellset_has(m->around[mirrored], cell_mirrored(g, b)));
        }
        for (int side = 0; side < 2; side++) { // the mirror turns Black's edges into White's
            int edge = color_edge(BLACK, side), other = color_edge(WHITE, side);
            assert_int_equal(cellset_has(g->around[edge], a), cellset_has(m->around[other], mirrored));
            assert_int_equal(cellset_has(g->around[edge], a),
                             cellset_has(g->around[color_edge(BLACK, 1 - side)], turned));
        }
    }
}

static void test_symmetries(void **state) {
    (void)state;
    each_size(symmetries_check);
    assert_int_equal(edge_color(EDGE_BOTTOM), BLACK);
    assert_int_equal(edge_color(EDGE_LEFT), WHITE);
    assert_int_equal(color_other(EMPTY), EMPTY);
}

static int keys_compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void test_keys(void **state) {
    (void)state;
    static uint64_t keys[4 * CELL_MAX + 4];
    size_t n = 0;
    const Geometry *large = geometry_get(19, 19), *small = geometry_get(7, 5);
    for (int color = 0; color < 2; color++) {
        for (int cell = 0; cell < 361; cell++) {
            keys[n++] = large->stone_key[color][cell].low;
            keys[n++] = large->stone_key[color][cell].high;
        }
        for (int cell = 0; cell < 35; cell++) { // by column and row alone
            int same = cell_at(large, cell_column(small, cell), cell_row(small, cell));
            assert_memory_equal(&small->stone_key[color][cell], &large->stone_key[color][same],
                                sizeof(Hash128));
        }
    }
    keys[n++] = large->white_to_move_key.low;
    keys[n++] = large->white_to_move_key.high;
    keys[n++] = large->size_key.low;
    keys[n++] = large->size_key.high;
    assert_memory_not_equal(&small->size_key, &large->size_key, sizeof(Hash128));
    assert_memory_not_equal(&small->size_key, &geometry_get(5, 7)->size_key, sizeof(Hash128));
    qsort(keys, n, sizeof *keys, keys_compare);
    for (size_t i = 1; i < n; i++) assert_true(keys[i] != keys[i - 1] && keys[i] != 0);
}

static void test_range(void **state) {
    (void)state;
    assert_null(geometry_get(0, 5));
    assert_null(geometry_get(5, 0));
    assert_null(geometry_get(20, 5));
    assert_null(geometry_get(5, 20));
    assert_null(geometry_get(-1, -1));
    assert_ptr_equal(geometry_get(9, 8), geometry_get(9, 8));
}

static void *get_all(void *sum) {
    for (int i = 0; i < 361; i++) *(int *)sum += geometry_get(1 + i % 19, 1 + i / 19)->cells;
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    pthread_t thread[4];
    int sum[4] = {0};
    for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&thread[i], NULL, get_all, &sum[i]), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(sum[i], 190 * 190);
    }
}

static void test_size_parse(void **state) {
    (void)state;
    int w, h;
    Error error = {0};
    assert_true(size_parse("11", &w, &h, &error) && w == 11 && h == 11);
    assert_true(size_parse("8x10", &w, &h, &error) && w == 8 && h == 10);
    assert_true(size_parse("1X19", &w, &h, &error) && w == 1 && h == 19);
    static const char *const bad[] = {
        "",   "0",  "x",  "3x",    "x3",  "20", "3x20",         "0x3",
        " 3", "3 ", "-3", "3x3x3", "3*3", "+3", "999999999999", "3x99999999999999",
        "a"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error = (Error){0};
        assert_false(size_parse(bad[i], &w, &h, &error));
        assert_true(error.bad_input && strstr(error.text, "size '"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),    cmocka_unit_test(test_neighbours), cmocka_unit_test(test_names),
        cmocka_unit_test(test_symmetries), cmocka_unit_test(test_keys),       cmocka_unit_test(test_range),
        cmocka_unit_test(test_size_parse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
