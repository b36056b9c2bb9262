// The pairing strategy. When the winner answers every stone with its partner, each pair ends with one stone
// of each player. So these fillings of the part that matters, with everything else the loser's, are the ends
// of all games. The winner must have won each.
#include "base/random.h"
#include "knowledge/pairing.h"
#include "test_support.h"

typedef struct Pairs {
    int count;
    int cell[CELL_MAX][2];
    CellSet outside; // cells without a partner
} Pairs;

static Pairs pairs_of(const Geometry *g) {
    Pairs pairs = {0};
    for (int cell = 0; cell < g->cells; cell++) {
        int other = pairing_partner(g, cell);
        if (other == CELL_NONE) {
            cellset_add(&pairs.outside, cell);
            continue;
        }
        assert_in_range(other, 0, g->cells - 1);
        assert_int_not_equal(other, cell);
        assert_int_equal(pairing_partner(g, other), cell);
        if (cell > other) continue;
        pairs.cell[pairs.count][0] = cell;
        pairs.cell[pairs.count++][1] = other;
    }
    return pairs;
}

static Color filled_winner(const Geometry *g, const Pairs *pairs, Color winner, const uint8_t *choice) {
    Position p = position_empty(g);
    p.stones[color_other(winner)] = pairs->outside;
    for (int i = 0; i < pairs->count; i++) {
        cellset_add(&p.stones[winner], pairs->cell[i][choice[i]]);
        cellset_add(&p.stones[color_other(winner)], pairs->cell[i][!choice[i]]);
    }
    return position_winner(&p);
}

static void test_partners(void **state) {
    (void)state;
    for (int w = 1; w <= BOARD_MAX; w++) {
        for (int h = 1; h <= BOARD_MAX; h++) {
            const Geometry *g = geometry_get(w, h);
            Color winner = EMPTY;
            assert_int_equal(pairing_applies(g, &winner), w != h);
            Pairs pairs = pairs_of(g);
            int way = w < h ? w : h;
            assert_int_equal(pairs.count, w == h ? 0 : way * (way + 1) / 2);
            if (w != h) assert_int_equal(winner, w < h ? WHITE : BLACK);
        }
    }
}

static void test_every_end_of_small_boards(void **state) {
    (void)state;
    for (int w = 1; w <= 8; w++) {
        for (int h = 1; h <= 8; h++) {
            const Geometry *g = geometry_get(w, h);
            Color winner;
            if ((w > 5 && h > 5) || !pairing_applies(g, &winner)) continue;
            Pairs pairs = pairs_of(g);
            for (long bits = 0; bits < 1L << pairs.count; bits++) {
                uint8_t choice[CELL_MAX];
                for (int i = 0; i < pairs.count; i++) choice[i] = bits >> i & 1;
                assert_int_equal(filled_winner(g, &pairs, winner, choice), winner);
            }
        }
    }
}

static void test_random_ends_of_large_boards(void **state) {
    (void)state;
    Random random = random_seeded(24);
    for (int round = 0; round < 4000; round++) {
        const Geometry *g = geometry_get(1 + (int)random_below(&random, BOARD_MAX),
                                         1 + (int)random_below(&random, BOARD_MAX));
        Color winner;
        if (!pairing_applies(g, &winner)) continue;
        Pairs pairs = pairs_of(g);
        uint8_t choice[CELL_MAX];
        for (int i = 0; i < pairs.count; i++) choice[i] = random_next(&random) & 1;
        assert_int_equal(filled_winner(g, &pairs, winner, choice), winner);
    }
}

static void test_holds(void **state) {
    (void)state;
    const Geometry *g = geometry_get(4, 5); // White's way is the shorter
    Position p = position_empty(g);
    int reply;
    CellSet carrier;
    assert_true(pairing_holds(&p, &reply, &carrier));
    assert_int_equal(reply, CELL_NONE);
    assert_true(cellset_equal(carrier, g->all));
    cellset_add(&p.stones[BLACK], 6);
    assert_false(pairing_holds(&p, NULL, NULL)); // Black would take the partner
    p.to_move = WHITE;
    assert_true(pairing_holds(&p, &reply, &carrier));
    assert_int_equal(reply, pairing_partner(g, 6));
    assert_true(cellset_has(carrier, reply));
    assert_int_equal(cellset_count(carrier), 19);
    cellset_add(&p.stones[WHITE], reply);
    p.to_move = BLACK;
    assert_true(pairing_holds(&p, &reply, &carrier));
    assert_int_equal(cellset_count(carrier), 18);
    int other = pairing_partner(g, 0);
    cellset_add(&p.stones[BLACK], 0);
    cellset_add(&p.stones[BLACK], other);
    p.to_move = WHITE;
    assert_false(pairing_holds(&p, NULL, NULL)); // a pair is lost
}

// On a board that is longer than n x (n-1) the pairs lie in the middle, and stones beside them do not matter.
static void test_outside(void **state) {
    (void)state;
    const Geometry *g = geometry_get(3, 8); // White's way is the shorter: rows 3 to 6 have the pairs
    Position p = position_empty(g);
    CellSet carrier;
    for (int cell = 0; cell < g->cells; cell++) {
        bool inside = cell_row(g, cell) >= 2 && cell_row(g, cell) <= 5;
        assert_int_equal(pairing_partner(g, cell) != CELL_NONE, inside);
        if (!inside) cellset_add(&p.stones[BLACK], cell);
    }
    assert_true(pairing_holds(&p, NULL, NULL));
    assert_true(pairing_holds(&p, NULL, &carrier));
    assert_int_equal(cellset_count(carrier), 12);
    cellset_add(&p.stones[BLACK], 9);
    assert_false(pairing_holds(&p, NULL, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_partners),
        cmocka_unit_test(test_every_end_of_small_boards),
        cmocka_unit_test(test_random_ends_of_large_boards),
        cmocka_unit_test(test_holds),
        cmocka_unit_test(test_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
