// Dominations in acute corners: their text, the four ways they lie on a board, and whole boards.
#include "game/random_position.h"
#include "knowledge/corner.h"
#include "solve/brute.h"
#include "test_support.h"

#include <stdlib.h>

static CornerClaim claims[CORNER_CLAIMS_MAX];
static int count;

static int claims_load(void **state) {
    (void)state;
    count = corner_claims_built_in(claims, CORNER_CLAIMS_MAX);
    return count <= 0;
}

static void test_text(void **state) {
    (void)state;
    static CornerClaim again[CORNER_CLAIMS_MAX];
    Text text = {0};
    for (int i = 0; i < count; i++) corner_claim_write(&claims[i], &text);
    assert_int_equal(corner_claims_parse(text_string(&text), again, CORNER_CLAIMS_MAX, NULL), count);
    assert_memory_equal(claims, again, sizeof *claims * (size_t)count);
    text_free(&text);
    print_message("# %d claims\n", count);
}

static void test_bad_text(void **state) {
    (void)state;
    static const char *const bad[] = {"d m . .\n . . .\n  . .\n", "d m . .\n . . .\n  . .\n   X\n",
                                      "d . . .\n . . .\n  . .\n   ?\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CornerClaim claim;
        Error error = {0};
        assert_int_equal(corner_claims_parse(bad[i], &claim, 1, &error), -1);
        assert_true(error.bad_input && error.text[0]);
    }
}

// The mirror image with the colours exchanged, or the half-turn.
static Position position_image(const Position *p, bool mirrored) {
    const Geometry *g = p->geometry;
    Position image = position_empty(g);
    for (int cell = 0; cell < g->cells; cell++) {
        int x = cell_column(g, cell), y = cell_row(g, cell);
        int at = mirrored ? cell_at(g, y, x) : cell_at(g, g->width - 1 - x, g->height - 1 - y);
        for (Color color = BLACK; color <= WHITE; color++)
            if (cellset_has(p->stones[color], cell))
                cellset_add(&image.stones[mirrored ? color_other(color) : color], at);
    }
    return image;
}

// The corner that mutual fill-in leaves: Black a3 is dominated by b3; in its images k9 by j9, White c1 by c2.
static void test_images(void **state) {
    (void)state;
    const Geometry *g = geometry_get(11, 11);
    static const struct {
        bool turned, mirrored;
        const char *cell, *by;
    } cases[] = {{false, false, "a3", "b3"}, {true, false, "k9", "j9"}, {false, true, "c1", "c2"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Position p = position_empty(g);
        cellset_add(&p.stones[BLACK], cell_parse(g, "a1", 2));
        cellset_add(&p.stones[WHITE], cell_parse(g, "b1", 2));
        if (cases[i].turned) p = position_image(&p, false);
        if (cases[i].mirrored) p = position_image(&p, true);
        CornerFound found[64];
        bool seen = false;
        int n = corner_claims_match(claims, count, &p, cases[i].mirrored ? WHITE : BLACK, found, 64);
        for (int k = 0; k < n; k++)
            seen |= found[k].cell == cell_parse(g, cases[i].cell, 2) &&
                    found[k].by == cell_parse(g, cases[i].by, 2);
        assert_true(seen);
    }
}

// Where a stone on the dominated cell wins, one on the better cell does, whoever moves next.
static void test_whole_boards(void **state) {
    (void)state;
    static const int sizes[][2] = {{4, 4}, {5, 4}, {4, 5}, {5, 5}};
    long tried = 0, told = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const Geometry *g = geometry_get(sizes[i][0], sizes[i][1]);
        BruteTable *referee = brute_table_new(g, 0);
        Random r = random_seeded(i);
        for (int k = 0; k < 1000 * soundness(); k++) {
            Position p = position_scattered(g, &r, 4 + random_below(&r, 4), 10);
            CornerFound found[64];
            if (position_winner(&p) != EMPTY) continue;
            Color mover = k & 1 ? WHITE : BLACK;
            int n = corner_claims_match(claims, count, &p, mover, found, 64);
            for (int j = 0; j < n; j++) {
                Position worse = p, better = p;
                worse.to_move = better.to_move = k & 2 ? WHITE : BLACK;
                cellset_add(&worse.stones[mover], found[j].cell);
                cellset_add(&better.stones[mover], found[j].by);
                bool wins = brute_winner(referee, &better) == mover;
                if (!wins) assert_int_not_equal(brute_winner(referee, &worse), mover);
                told += wins && brute_winner(referee, &worse) != mover;
                tried++;
            }
        }
        brute_table_free(referee);
    }
    print_message("# %ld claims on boards, the better cell alone wins in %ld\n", tried, told);
    assert_true(tried > 1000 && told > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_bad_text),
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_whole_boards),
    };
    return cmocka_run_group_tests(tests, claims_load, NULL);
}
