// H-search whose arrays move whenever something is added to them: it must find what it finds when they stay, so that no
// pointer into them is kept over an addition. It is the module of the narrowest width, compiled here for that, beside
// the library's next one.
#define BITS_WORDS      1
#define HS_ALWAYS_MOVES 1
#include "knowledge/width/hsearch.c"

#include "base/random.h"
#include "game/random_position.h"
#include "test_support.h"

// The library's table, which takes any board up to 11x11.
static const VcOps *const STAYS = &vc_ops_w2, *const MOVES = &vc_ops_w1;

typedef struct Sum {
    uint64_t count, hash;
} Sum;

// Independent of the order.
static void connection_add(void *context, const VcConnection *c) {
    Sum *sum = context;
    uint64_t hash = (uint64_t)c->x * 1000003 + (uint64_t)c->y * 1009 + (uint64_t)(c->key + 2);
    for (int i = 0; i < CELLSET_WORDS; i++) hash = (hash ^ c->carrier.word[i]) * 0x9e3779b97f4a7c15u;
    sum->count++;
    sum->hash += hash ^ hash >> 29;
}

static void states_compare(const HSearch *moved, const HSearch *stayed) {
    for (int full = 0; full < 2; full++) {
        Sum a = {0}, b = {0};
        MOVES->each(moved, full, connection_add, &a);
        STAYS->each(stayed, full, connection_add, &b);
        assert_int_equal(a.count, b.count);
        assert_true(a.hash == b.hash);
    }
    CellSet a = cellset_none(), b = cellset_none(), unused;
    assert_int_equal(MOVES->win(moved, &a), STAYS->win(stayed, &b));
    assert_true(cellset_equal(a, b));
    assert_true(cellset_equal(MOVES->mustplay(moved, &unused), STAYS->mustplay(stayed, &unused)));
    Error error = {0};
    if (!MOVES->validate(moved, &error)) fail_msg("%s", error.text);
}

// A build, and a few stones put down and taken back.
static uint64_t positions_compare(const VcOptions *options, int size, int stones, int count, uint64_t seed) {
    const Geometry *g = geometry_get(size, size);
    Random random = random_seeded(seed);
    uint64_t pairs = 0;
    for (int i = 0; i < count; i++) {
        Position p = position_undecided(g, &random, 0, stones);
        HSearch *moved = MOVES->create(g, (Color)(i & 1), options);
        HSearch *stayed = STAYS->create(g, (Color)(i & 1), options);
        assert_true(moved && stayed);
        assert_true(MOVES->build(moved, p.stones) && STAYS->build(stayed, p.stones));
        states_compare(moved, stayed);
        for (int k = 0; k < 2; k++) {
            int cell = cellset_pick(position_vacant(&p), &random);
            Color stone = (Color)random_below(&random, 2);
            cellset_add(&p.stones[stone], cell);
            assert_true(MOVES->place(moved, cell, stone) && STAYS->place(stayed, cell, stone));
            states_compare(moved, stayed);
        }
        for (int k = 0; k < 2; k++) {
            MOVES->undo(moved);
            STAYS->undo(stayed);
            states_compare(moved, stayed);
        }
        pairs += MOVES->counts(moved).pairs;
        MOVES->destroy(moved);
        STAYS->destroy(stayed);
    }
    return pairs;
}

static void test_default(void **state) {
    (void)state;
    VcOptions options = vc_options();
    assert_true(positions_compare(&options, 6, 8, 60 / TEST_THINNING, 1) > 0);
}

static void test_crossing(void **state) {
    (void)state;
    VcOptions options = vc_options();
    options.crossing = VC_CROSSING_CHAINS;
    options.templates = true;
    positions_compare(&options, 5, 8, 60 / TEST_THINNING, 2);
    positions_compare(&options, 7, 12, 20 / TEST_THINNING, 3);
    options.aim = VC_AIM_WIDE;
    options.captured = true;
    positions_compare(&options, 6, 10, 20 / TEST_THINNING, 4);
}

static void test_recorded(void **state) {
    (void)state;
    VcOptions options = vc_options();
    options.crossing = VC_CROSSING_CHAINS;
    options.record = true;
    positions_compare(&options, 5, 8, 40 / TEST_THINNING, 5);
}

static void test_classic(void **state) {
    (void)state;
    VcOptions options = vc_options();
    for (int rule = VC_OR_FAST; rule <= VC_OR_ANSHELEVICH; rule++) {
        options.or_rule = (VcOr)rule;
        options.edge_and = VC_EDGE_ALWAYS;
        options.or_limit = 4;
        options.or_nodes = 2000;
        positions_compare(&options, 4, 4, 20 / TEST_THINNING, 6);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_default),
        cmocka_unit_test(test_crossing),
        cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_classic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
