// Regions enclosed by four chains: filling one for the side that holds a connection inside keeps the winner,
// and the connection's carrier is enough for the proof.
#include "base/random.h"
#include "knowledge/decompose.h"
#include "solve/brute.h"
#include "test_support.h"

#include <stdlib.h>

static int scale(void) {
    const char *text = getenv("MUSTPLAY_SOUNDNESS");
    int n = text ? atoi(text) : 1;
    return n > 1 ? n : 1;
}

static Position position_random(const Geometry *g, Random *r) {
    Position p = position_empty(g);
    unsigned share = 5 + random_below(r, 7);
    for (int cell = 0; cell < g->cells; cell++) {
        if (random_below(r, 16) >= share) cellset_add(&p.stones[random_below(r, 2)], cell);
    }
    return p;
}

// Whoever moves, and whatever the rest of the board, the filled position has the same winner. When it is X's,
// X wins even if it keeps only the carrier of the region and all outside it.
static void region_check(BruteTable *referee, const Position *p, Color color, const Region *region,
                         CellSet carrier) {
    for (Color mover = BLACK; mover <= WHITE; mover++) {
        Position real = *p, filled = *p, least = *p;
        real.to_move = filled.to_move = least.to_move = mover;
        filled.stones[color] = cellset_or(filled.stones[color], region->cells);
        CellSet rest = cellset_minus(region->cells, carrier);
        least.stones[color_other(color)] = cellset_or(least.stones[color_other(color)], rest);
        Color winner = brute_winner(referee, &real);
        assert_int_equal(winner, brute_winner(referee, &filled));
        if (winner == color) assert_int_equal(winner, brute_winner(referee, &least));
    }
}

static void sizes_check(int width, int height, int count) {
    const Geometry *g = geometry_get(width, height);
    VcOptions options = vc_options();
    Vc *vc = vc_new(g, &options);
    BruteTable *referee = brute_table_new(g, 0);
    Random r = random_seeded((uint64_t)(width * 31 + height));
    long regions = 0, captured = 0, partial = 0;
    for (int i = 0; i < count; i++) {
        Position p = position_random(g, &r);
        Region region[8];
        if (position_winner(&p) != EMPTY) continue;
        int found = decompose_regions(&p, region, 8);
        if (!found) continue;
        assert_true(vc_build(vc, &p, VC_BOTH));
        for (int k = 0; k < found; k++) {
            regions++;
            for (Color color = BLACK; color <= WHITE; color++) {
                CellSet carrier;
                if (!decompose_captures(vc, color, &region[k], &carrier)) continue;
                captured++;
                partial += !cellset_equal(region[k].cells, position_vacant(&p));
                region_check(referee, &p, color, &region[k], carrier);
            }
        }
    }
    print_message("# %dx%d: %ld regions, %ld captured, %ld of them not the whole board\n", width, height,
                  regions, captured, partial);
    assert_true(partial > 0);
    brute_table_free(referee);
    vc_free(vc);
}

static void test_regions(void **state) {
    (void)state;
    sizes_check(4, 4, 6000 * scale());
    sizes_check(5, 4, 6000 * scale());
    sizes_check(5, 5, 2000 * scale());
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_regions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
