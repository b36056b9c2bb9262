// The crossing rule, for braids: connections whose two ways through overlap, so that AND and OR miss them.
//
// Let (x, A, a) be a full, a an empty cell. Once a is played, x and a are one chain, and semis of either
// count for both. Take an empty cell b with semis S (a to b) and T (x to b), apart: after a, b is joined to
// that chain. With a full (b, B, y) this gives a semi to y with key b and carrier W = {b} + B + S + T. If the
// chain has another semi D to y (from a or from x), apart from W, then D and W make a full, and so
//     (x, {a} + A + D + W, y) is a semi with key a.
// Sound when A + {a}, S, T, B and b are pairwise apart and none holds an end; D may not touch A + {a} either.
// Example (seed 001, 2.4.3): D = {1}, S = {2}, T = {3}, B = {}: intrusion 1 is answered at b; 2, 3 and b
// at 1.
#include "knowledge/width/hsearch.h"

typedef struct Found {
    Bits carrier;
    SemiFrom from; // only when recording
} Found;

typedef struct Cross {
    HSearch *hs;
    int x, a, full; // the full (x, A, a)
    Bits taken;     // A, a and x
    int b;
    Found to_a, to_x; // S and T
    bool added;
} Cross;

// The smallest semi of a pair that is apart from `taken`.
static bool semi_find(const HSearch *hs, int x, int y, Bits taken, Found *found) {
    const State *s = hs->state;
    const Pair *p = x == y ? NULL : pair_find(hs, s, x, y);
    int best = 1 << 30;
    if (!p) return false;
    for (SemiWalk w = semi_walk(s, p); w.used; semi_walk_next(&w)) {
        unsigned hits = lanes_apart(w.lanes, taken) & lanes_used(w.used);
        for (; hits; hits &= hits - 1) {
            int lane = __builtin_ctz(hits);
            Bits carrier = lanes_get(w.lanes, lane);
            if (bits_count(carrier) >= best) continue;
            best = bits_count(carrier);
            found->carrier = carrier;
            if (hs->recording) found->from = *semi_from(hs, w.place + lane);
        }
    }
    return best < 1 << 30;
}

// A full that no pair lists, only derivations: the OR of two semis.
static int full_hidden(HSearch *hs, int x, int y, Bits carrier, const SemiFrom *one, const SemiFrom *two) {
    State *s = hs->state;
    int full = s->full_count;
    if (!hs_grow(hs, &s->fulls, &s->full_room, full + 1, sizeof *s->fulls) ||
        !hs_grow(hs, &hs->full_from, &hs->full_from_room, full + 1, sizeof *hs->full_from))
        return -1;
    s->full_count++;
    s->fulls[full] =
        (Full){.carrier = carrier, .x = (int16_t)x, .y = (int16_t)y, .mark = FULL_DEAD, .next = -1};
    hs->full_from[full] = (FullFrom){.kind = FROM_OR, .a = hs->member_count, .b = 2};
    hs_members_add(hs, one);
    hs_members_add(hs, two);
    return full;
}

static void cross_record(const Cross *c, int place, Bits united, const Found *direct, Bits way, int b_to_y,
                         int y) {
    HSearch *hs = c->hs;
    Bits both = bits_or(c->to_a.carrier, c->to_x.carrier);
    int joined = full_hidden(hs, c->a, c->b, both, &c->to_a.from, &c->to_x.from);
    SemiFrom around = {.carrier = way, .key = (int16_t)c->b, .a = joined, .b = b_to_y};
    int rest = full_hidden(hs, c->a, y, bits_or(way, direct->carrier), &direct->from, &around);
    *semi_from(hs, place) = (SemiFrom){.carrier = united, .key = (int16_t)c->a, .a = c->full, .b = rest};
}

// S and T are there, and a full from b to y: looks for the direct semi to y.
static void cross_to(Cross *c, int b_to_y, int y) {
    HSearch *hs = c->hs;
    const State *s = hs->state;
    Bits both = bits_or(c->to_a.carrier, c->to_x.carrier), carrier = s->fulls[b_to_y].carrier;
    Bits way = bits_or(bits_or(both, carrier), bits_of(c->b)), avoid = bits_or(c->taken, way);
    if (y == c->x || bits_meets(carrier, bits_or(both, c->taken)) || bits_meets(s->node_bit[y], avoid))
        return;
    Found direct = {0}, other = {0};
    bool found = semi_find(hs, c->a, y, avoid, &direct);
    if (semi_find(hs, c->x, y, avoid, &other) &&
        (!found || bits_count(other.carrier) < bits_count(direct.carrier))) {
        direct = other;
        found = true;
    }
    if (!found) return;
    Bits united = bits_minus(bits_or(avoid, direct.carrier), s->node_bit[c->x]);
    int place = hs_semi_add(hs, c->x, y, united, c->a);
    if (place < 0) return;
    c->added = true;
    if (hs->recording) cross_record(c, place, united, &direct, way, b_to_y, y);
}

static void cross_over(Cross *c) {
    const State *s = c->hs->state;
    Bits cells = bits_minus(s->empty, c->taken);
    for (int b; (b = bits_pop(&cells)) >= 0;) {
        const Pair *near = pair_find(c->hs, s, c->a, b), *far = pair_find(c->hs, s, c->x, b);
        if (!near || !far || !near->semi_count || !far->semi_count) continue;
        if (!semi_find(c->hs, c->a, b, c->taken, &c->to_a)) continue;
        if (!semi_find(c->hs, c->x, b, bits_or(c->taken, c->to_a.carrier), &c->to_x)) continue;
        c->b = b;
        for (int block = s->around_head[b]; block >= 0; block = s->around_tags[block].next) {
            for (int lane = 0; lane < s->around_tags[block].used; lane++) {
                int y = s->around_tags[block].other[lane];
                if (y >= 0) cross_to(c, s->around_tags[block].full[lane], y);
            }
        }
    }
}

bool hs_cross(HSearch *hs) {
    bool added = false;
    int fulls = hs->state->full_count;
    for (int full = 0; full < fulls; full++) {
        Full f = hs->state->fulls[full];
        if (f.mark != FULL_ACTIVE) continue;
        for (int turn = 0; turn < 2; turn++) {
            Cross c = {.hs = hs, .x = turn ? f.y : f.x, .a = turn ? f.x : f.y, .full = full};
            Bits cell = hs->state->node_bit[c.a];
            if (bits_is_empty(cell)) continue;
            c.taken = bits_or(bits_or(f.carrier, cell), hs->state->node_bit[c.x]);
            cross_over(&c);
            added |= c.added;
        }
    }
    return added;
}
