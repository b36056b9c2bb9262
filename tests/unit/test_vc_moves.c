// H-search whose arrays move at each addition. It must find the same as with arrays that stay: no pointer
// into them may be kept over an addition. And the validator: it finds what is wrong. It is the module of the
// narrowest width, compiled here for that, beside
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

// --- The validator: each fault that it names is made in a state that is right, and found

static Pair *pair_of_fulls(HsState *s, int least) {
    for (int i = 0; i < s->pair_count; i++) {
        if (s->pairs[i].full_count >= least) return &s->pairs[i];
    }
    return NULL;
}

static Pair *pair_of_semis(HsState *s, int least, int fulls) {
    for (int i = 0; i < s->pair_count; i++) {
        if (s->pairs[i].semi_count >= least && s->pairs[i].full_count >= fulls) return &s->pairs[i];
    }
    return NULL;
}

static Full *first_full(HsState *s) {
    return &s->fulls[pair_of_fulls(s, 1)->full_head];
}

static void full_size_wrong(HSearch *hs) {
    first_full(hs->state)->size++;
}
static void full_dead(HSearch *hs) {
    first_full(hs->state)->mark = FULL_DEAD;
}
static void full_x_wrong(HSearch *hs) {
    Full *f = first_full(hs->state);
    f->x = f->y;
}
static void full_y_wrong(HSearch *hs) {
    Full *f = first_full(hs->state);
    f->y = f->x;
}
static void full_queued(HSearch *hs) {
    first_full(hs->state)->mark = FULL_QUEUED;
}
static void full_on_stone(HSearch *hs) {
    Full *f = first_full(hs->state);
    f->carrier = bits_or(f->carrier, hs->state->stones[WHITE]);
    f->size = (int16_t)bits_count(f->carrier);
}
static void full_on_its_end(HSearch *hs) {
    HsState *s = hs->state;
    for (int i = 0; i < s->pair_count; i++) {
        Pair *p = &s->pairs[i];
        if (p->full_head < 0 || bits_is_empty(s->node_bit[p->x])) continue;
        Full *f = &s->fulls[p->full_head];
        f->carrier = bits_or(f->carrier, s->node_bit[p->x]);
        f->size = (int16_t)bits_count(f->carrier);
        return;
    }
}
static void full_larger(HSearch *hs) {
    HsState *s = hs->state;
    Full *f = &s->fulls[pair_of_fulls(s, 2)->full_head], *g = &s->fulls[f->next];
    f->carrier = bits_or(f->carrier, g->carrier);
    f->size = (int16_t)bits_count(f->carrier);
}
static void full_larger_later(HSearch *hs) {
    HsState *s = hs->state;
    Full *f = &s->fulls[pair_of_fulls(s, 2)->full_head], *g = &s->fulls[f->next];
    g->carrier = bits_or(f->carrier, g->carrier);
    g->size = (int16_t)bits_count(g->carrier);
}
static void full_uncounted(HSearch *hs) {
    pair_of_fulls(hs->state, 1)->full_count++;
}
static void full_meet_wrong(HSearch *hs) {
    Pair *p = pair_of_fulls(hs->state, 1);
    p->full_meet = bits_is_empty(p->full_meet) ? bits_all() : bits_none();
}
static void near_meet_wrong(HSearch *hs) {
    Pair *p = pair_of_fulls(hs->state, 1);
    p->near_meet = bits_is_empty(p->near_meet) ? bits_all() : bits_none();
}
static void semi_key_wrong(HSearch *hs) {
    HsState *s = hs->state;
    Pair *p = pair_of_semis(s, 1, 0);
    p->key[0] = (Key)bits_first(bits_minus(s->empty, lanes_get(&s->own_lanes[p - s->pairs], 0)));
}
static void semi_on_stone(HSearch *hs) {
    HsState *s = hs->state;
    Lanes *lanes = &s->own_lanes[pair_of_semis(s, 1, 0) - s->pairs];
    lanes_set(lanes, 0, bits_or(lanes_get(lanes, 0), s->stones[WHITE]));
}
static void semi_meet_wrong(HSearch *hs) {
    pair_of_semis(hs->state, 1, 0)->semi_meet = bits_all();
}
static void semi_larger(HSearch *hs) {
    HsState *s = hs->state;
    Lanes *lanes = &s->own_lanes[pair_of_semis(s, 2, 0) - s->pairs];
    lanes_set(lanes, 1, bits_or(lanes_get(lanes, 0), lanes_get(lanes, 1)));
}
static void semi_over_full(HSearch *hs) {
    HsState *s = hs->state;
    Pair *p = pair_of_semis(s, 1, 1);
    assert_non_null(p);
    p->semi_count = 1; // alone, so that it contains no other
    p->spill_head = -1;
    Lanes *lanes = &s->own_lanes[p - s->pairs];
    lanes_set(lanes, 0, bits_or(lanes_get(lanes, 0), s->fulls[p->full_head].carrier));
}
static void block_missing(HSearch *hs) {
    pair_of_semis(hs->state, LANES + 1, 0)->spill_head = -1;
}
static void block_too_many(HSearch *hs) {
    pair_of_semis(hs->state, LANES + 1, 0)->semi_count = LANES;
}
static void blocks_in_a_ring(HSearch *hs) {
    HsState *s = hs->state;
    int head = pair_of_semis(s, LANES + 1, 0)->spill_head;
    s->spill_tags[head].next = head;
}
static void semis_miscounted(HSearch *hs) {
    hs->state->live_semis++;
}
static void fulls_miscounted(HSearch *hs) {
    hs->state->live_fulls--;
}
static void pair_queued(HSearch *hs) {
    hs->state->pairs[hs->state->pair_count / 2].or_queued = true;
}
static void pair_lost(HSearch *hs) {
    const Pair *p = &hs->state->pairs[0];
    hs->state->pair_of[p->x * hs->nodes + p->y] = 0;
}
static void pair_lost_turned(HSearch *hs) {
    const Pair *p = &hs->state->pairs[0];
    hs->state->pair_of[p->y * hs->nodes + p->x] = 0;
}
static void pair_of_one(HSearch *hs) {
    Pair *p = &hs->state->pairs[0];
    p->y = p->x;
    hs->state->pair_of[p->x * hs->nodes + p->x] = 1;
}
static void end_wrong(HSearch *hs) {
    HsState *s = hs->state;
    for (int i = 0; i < s->pair_count; i++) {
        if (!node_is_edge(hs, s->pairs[i].x)) {
            s->node_of[s->pairs[i].x] = -1;
            return;
        }
    }
}
static void joined(HSearch *hs) {
    hs->state->joined = true;
}
static int around_block(const HSearch *hs) {
    for (int node = 0; node < hs->nodes; node++) {
        int block = hs->state->around_head[node];
        if (block >= 0 && hs->state->around_tags[block].used && hs->state->around_tags[block].other[0] >= 0)
            return block;
    }
    return -1;
}
static void around_carrier_wrong(HSearch *hs) {
    lanes_set(&hs->state->around_lanes[around_block(hs)], 0, bits_all());
}
static void around_end_wrong(HSearch *hs) {
    AroundTag *tag = &hs->state->around_tags[around_block(hs)];
    tag->other[0] = (int16_t)(tag->other[0] ? tag->other[0] - 1 : 1);
}
static void around_dead(HSearch *hs) {
    hs->state->around_tags[around_block(hs)].other[0] = -1;
}

static void test_validator(void **state) {
    (void)state;
    static const struct {
        void (*damage)(HSearch *hs);
        const char *fault;
    } damages[] = {
        {full_size_wrong, "wrong ends, mark or size"},
        {full_dead, "wrong ends, mark or size"},
        {full_x_wrong, "wrong ends, mark or size"},
        {full_y_wrong, "wrong ends, mark or size"},
        {full_queued, "was not processed"},
        {full_on_stone, "carrier not empty cells"},
        {full_on_its_end, "carrier not empty cells"},
        {full_larger, "contains full"},
        {full_larger_later, "contains full"},
        {full_uncounted, "count of fulls"},
        {full_meet_wrong, "meet of fulls"},
        {near_meet_wrong, "meet of small fulls"},
        {semi_key_wrong, "a semi's carrier or key"},
        {semi_on_stone, "a semi's carrier or key"},
        {semi_meet_wrong, "meet of semis"},
        {semi_larger, "a semi contains another"},
        {semi_over_full, "a semi contains a full"},
        {block_missing, "blocks, not"},
        {block_too_many, "blocks, not"},
        {blocks_in_a_ring, "order of blocks"},
        {semis_miscounted, "totals are wrong"},
        {fulls_miscounted, "totals are wrong"},
        {pair_queued, "still queued"},
        {pair_lost, "not found by its ends"},
        {pair_lost_turned, "not found by its ends"},
        {pair_of_one, "not found by its ends"},
        {end_wrong, "is no end"},
        {joined, "a won game has connections"},
        {around_carrier_wrong, "with a wrong carrier"},
        {around_end_wrong, "entry of another full"},
        {around_dead, "entries around nodes"},
    };
    Random random = random_seeded(7);
    Position p = position_undecided(geometry_get(7, 7), &random, 8, 8);
    VcOptions options = vc_options();
    options.shrink = false; // several fulls to a pair
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        Error error = {0};
        HSearch *hs = MOVES->create(p.geometry, BLACK, &options);
        assert_true(hs && MOVES->build(hs, p.stones) && MOVES->validate(hs, &error));
        damages[i].damage(hs);
        assert_false(MOVES->validate(hs, &error));
        if (!strstr(error.text, damages[i].fault))
            fail_msg("damage %zu: '%s', not '%s'", i, error.text, damages[i].fault);
        hs->state->joined = false;
        MOVES->destroy(hs);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_default), cmocka_unit_test(test_crossing),  cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_classic), cmocka_unit_test(test_validator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
