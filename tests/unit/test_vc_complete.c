// What H-search finds near two ends in open space is complete. All cells outside the regions tried here are the
// opponent's. The rules then build every minimal carrier between two cells, or a cell and its edge, by
// themselves. So a table of precomputed connections would add nothing there.
//
// All minimal carriers of a region come from the join game: it gives some minimal carrier M. Any other lacks
// a cell of M. So the search continues with each cell of M taken away, the cells before it kept. A key is
// a stone between the ends: with it they are joined moving second, which is a semi connection without it.
#include "knowledge/vc.h"
#include "tools/lib/joingame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SIZE = 12, FOUND_MAX = 200 };

typedef struct Search {
    Position position; // empty but for the key
    int x, y;
    CellSet region;
    JoinGame *game;
    CellSet found[FOUND_MAX];
    int count;
} Search;

static bool carrier_joins(Search *s, CellSet carrier, CellSet *used) {
    return joingame_full(s->game, cellset_none(), cellset_minus(s->region, carrier), used);
}

static CellSet carrier_minimise(Search *s, CellSet carrier) {
    CellSet left = carrier;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        CellSet less = carrier, used;
        cellset_remove(&less, cell);
        if (!carrier_joins(s, less, &used)) continue;
        carrier = used;
        left = cellset_and(left, used);
    }
    return carrier;
}

// Every minimal carrier within `open` that contains `kept`.
static void carriers_find(Search *s, CellSet open, CellSet kept) {
    CellSet used;
    if (!carrier_joins(s, open, &used)) return;
    CellSet carrier = carrier_minimise(s, used), left = cellset_minus(carrier, kept);
    bool known = false;
    for (int i = 0; i < s->count; i++) known |= cellset_equal(s->found[i], carrier);
    assert_true(known || s->count < FOUND_MAX);
    if (!known) s->found[s->count++] = carrier;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        CellSet less = open;
        cellset_remove(&less, cell);
        carriers_find(s, less, kept);
        cellset_add(&kept, cell);
    }
}

// Steps between two cells, or a cell and the bottom edge.
static int steps(const Geometry *g, int a, int b) {
    if (b >= CELL_MAX) return g->height - cell_row(g, a);
    int q = cell_column(g, a) - cell_column(g, b), r = cell_row(g, a) - cell_row(g, b);
    return (abs(q) + abs(r) + abs(q + r)) / 2;
}

// The carriers of the ends x and y in the region, with a key or without; how many of them H-search misses.
static int missed_count(Vc *vc, Search *s, int key) {
    const Geometry *g = s->position.geometry;
    int missed = 0;
    s->position = position_empty(g);
    if (key != CELL_NONE) cellset_add(&s->position.stones[BLACK], key);
    s->count = 0;
    s->game = joingame_new(&s->position, BLACK, s->x, s->y, s->region);
    assert_non_null(s->game);
    carriers_find(s, s->region, cellset_none());
    joingame_free(s->game);
    for (int i = 0; i < s->count; i++) {
        Position p = position_empty(g);
        CellSet open = cellset_or(s->found[i], s->position.stones[BLACK]);
        cellset_add(&open, s->x);
        if (s->y < CELL_MAX) cellset_add(&open, s->y);
        p.stones[WHITE] = cellset_minus(g->all, open);
        assert_true(vc_build(vc, &p, VC_BLACK));
        bool built = vc_between(vc, BLACK, s->x, s->y, true, NULL, 0) > 0 ||
                     (key != CELL_NONE && vc_between(vc, BLACK, s->x, s->y, false, NULL, 0) > 0);
        missed += !built;
    }
    return missed;
}

// The cells on ways between the ends that are at most `slack` steps longer than the shortest.
static CellSet region_between(const Geometry *g, int x, int y, int slack) {
    CellSet region = cellset_none();
    for (int cell = 0; cell < g->cells; cell++) {
        if (cell != x && cell != y && steps(g, cell, x) + steps(g, cell, y) <= steps(g, x, y) + slack)
            cellset_add(&region, cell);
    }
    return region;
}

static void test_fulls_in_open_space(void **state) {
    (void)state;
    static const struct { int q, r, slack; } ends[] = {{1, 1, 4}, {2, 0, 4}, {2, 1, 3}, {3, 0, 2}, {2, 2, 2}};
    const Geometry *g = geometry_get(SIZE, SIZE);
    Vc *vc = vc_new(g, NULL);
    assert_non_null(vc);
    int carriers = 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        Search s = {.position = position_empty(g), .x = cell_at(g, 4, 4)};
        s.y = cell_at(g, 4 + ends[i].q, 4 + ends[i].r);
        s.region = region_between(g, s.x, s.y, ends[i].slack);
        assert_int_equal(missed_count(vc, &s, CELL_NONE), 0);
        carriers += s.count;
    }
    assert_int_equal(carriers, 1); // the bridge is the only one between single cells
    vc_free(vc);
}

// Rows 2 to 4: the bridge, the ziggurats, the templates of the fourth row.
static void test_fulls_to_the_edge(void **state) {
    (void)state;
    static const int slack[] = {0, 0, 4, 3, 2};
    const Geometry *g = geometry_get(SIZE, SIZE);
    Vc *vc = vc_new(g, NULL);
    assert_non_null(vc);
    for (int row = 2; row <= 4; row++) {
        Search s = {.position = position_empty(g), .x = cell_at(g, 7, SIZE - row), .y = EDGE_BOTTOM};
        s.region = region_between(g, s.x, s.y, slack[row]);
        assert_int_equal(missed_count(vc, &s, CELL_NONE), 0);
        print_message("# row %d: %d minimal carriers in %d cells\n", row, s.count, cellset_count(s.region));
        assert_true(s.count > 0);
    }
    vc_free(vc);
}

static void test_semis_in_open_space(void **state) {
    (void)state;
    const Geometry *g = geometry_get(SIZE, SIZE);
    Vc *vc = vc_new(g, NULL);
    assert_non_null(vc);
    int carriers = 0;
    for (int kind = 0; kind < 6; kind++) {
        static const int to[4][2] = {{2, 0}, {3, 0}, {2, 1}, {2, 2}};
        bool edge = kind >= 4;
        Search s = {.position = position_empty(g),
                    .x = edge ? cell_at(g, 7, SIZE - kind + 2) : cell_at(g, 4, 4),
                    .y = edge ? EDGE_BOTTOM : cell_at(g, 4 + to[kind][0], 4 + to[kind][1])};
        CellSet near = region_between(g, s.x, s.y, 2), keys = near;
        for (int key; (key = cellset_pop(&keys)) >= 0;) {
            s.region = near;
            cellset_remove(&s.region, key);
            assert_int_equal(missed_count(vc, &s, key), 0);
            carriers += s.count;
        }
    }
    print_message("# %d minimal carriers of semis\n", carriers);
    assert_true(carriers > 50);
    vc_free(vc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fulls_in_open_space),
        cmocka_unit_test(test_fulls_to_the_edge),
        cmocka_unit_test(test_semis_in_open_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
