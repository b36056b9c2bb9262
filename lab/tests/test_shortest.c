// The length of optimal play beside brute force: every position of small boards, and random ones of 4x4.
#include "game/random_position.h"
#include "lab/shortest/shortest.h"
#include "test_support.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 16 };

// Moves until the end by position as a number in base 3, with the mover's sign: positive when the mover wins. 0: not known.
typedef struct Brute {
    int8_t *length;
    size_t power[CELLS_MAX];
} Brute;

static size_t brute_index(const Brute *b, const Position *p) {
    size_t index = 0;
    for (int c = 0; c < p->geometry->cells; c++)
        index += b->power[c] * (size_t)(cellset_has(p->stones[BLACK], c)   ? 1
                                        : cellset_has(p->stones[WHITE], c) ? 2
                                                                           : 0);
    return 2 * index + (p->to_move == WHITE);
}

static Brute brute_new(const Geometry *g) {
    Brute b = {0};
    size_t size = 1;
    for (int c = 0; c < g->cells; c++, size *= 3) b.power[c] = size;
    b.length = calloc(2 * size, 1);
    assert_non_null(b.length);
    return b;
}

// The winner takes the shortest way, the loser the longest.
static int brute_length(Brute *b, const Position *p) {
    int8_t *known = &b->length[brute_index(b, p)];
    if (*known) return *known;
    int wins = 0, loses = 0;
    CellSet vacant = position_vacant(p);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        Position after = position_played(p, cell);
        int rest = position_winner(&after) != EMPTY ? 0 : -brute_length(b, &after);
        if (rest >= 0 && (!wins || rest + 1 < wins)) wins = rest + 1;
        if (rest < 0 && 1 - rest > loses) loses = 1 - rest;
    }
    return *known = (int8_t)(wins ? wins : -loses);
}

static void position_check(Brute *b, const Position *p) {
    Error error = {0};
    Shortest found;
    int length = brute_length(b, p);
    Color winner = length > 0 ? p->to_move : color_other(p->to_move);
    assert_true(shortest_find(p, winner, &(Budget){0}, &found, NULL, &error));
    assert_int_equal(found.winner, winner);
    assert_int_equal(found.moves, abs(length));
    assert_int_equal(found.move != MOVE_NONE, length > 0);
    if (length <= 1) return;
    Position after = position_played(p, found.move);
    assert_int_equal(brute_length(b, &after), 1 - length);
}

static void test_small(void **state) {
    (void)state;
    static const struct {
        int width, height;
    } SIZES[] = {{1, 1}, {1, 3}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 2}, {2, 5}};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        const Geometry *g = geometry_get(SIZES[i].width, SIZES[i].height);
        Brute b = brute_new(g);
        Random random = random_seeded(7);
        Position empty = position_empty(g);
        position_check(&b, &empty);
        for (int k = 0; g->cells > 2 && k < 300 / TEST_THINNING; k++) {
            Position p = position_undecided(g, &random, 0, g->cells - 2);
            position_check(&b, &p);
        }
        free(b.length);
    }
}

static void test_four(void **state) {
    (void)state;
    const Geometry *g = geometry_get(4, 4);
    Brute b = brute_new(g);
    Random random = random_seeded(11);
    for (int k = 0; k < 300 / TEST_THINNING; k++) {
        Position p = position_undecided(g, &random, 6, 12);
        position_check(&b, &p);
    }
    free(b.length);
}

// All positions of 4x4 that play reaches: some ten million, so only with MUSTPLAY_SOUNDNESS.
static void test_four_empty(void **state) {
    (void)state;
    if (soundness() < 2) return;
    Brute b = brute_new(geometry_get(4, 4));
    Position empty = position_empty(geometry_get(4, 4));
    position_check(&b, &empty);
    assert_int_equal(brute_length(&b, &empty), 9);
    free(b.length);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_small), cmocka_unit_test(test_four),
                                       cmocka_unit_test(test_four_empty)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
