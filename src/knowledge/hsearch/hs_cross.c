// The crossing rule, for braids: connections whose ways through overlap, so that AND and OR miss them.
//
// Let (x, A, a) be a full, a an empty cell. Once a is played, x and a are one chain, and semis of either
// count for both. So the semis from a to y and from x to y that avoid A + {a} form one pool. A cell b may add
// one more. Disjoint semis S (a to b) and T (x to b) join b to the chain after a. With a full (b, B, y) the
// chain then has a semi to y with key b and carrier W = {b} + S + T + B. If the pool has an
// empty meet,
//     (x, {a} + A + the members used, y) is a semi with key a.
// Sound when A + {a}, S, T, B and b are pairwise disjoint and none holds an end.
// Example (Gao 2020 §2.4.3): pool {1} and W = {b, 2, 3}: intrusion 1 is answered at b; 2, 3 and b at 1.
#include "knowledge/hsearch/hsearch.h"

enum { CROSS_POOL_MAX = 64 };

typedef struct Found {
    Bits carrier;
    SemiFrom from; // only when recording
} Found;

typedef struct Cross {
    HSearch *hs;
    int x, y, a, full; // the full (x, A, a)
    Bits taken;        // A, a, and the ends that are cells
    Bits over;         // cells with a semi to x and a full to y
    int count;
    Found pool[CROSS_POOL_MAX];
    Bits meet;
} Cross;

static void found_set(const HSearch *hs, const SemiWalk *w, int lane, Found *found) {
    found->carrier = lanes_get(w->lanes, lane);
    if (hs->recording) found->from = *semi_from(hs, w->place + lane);
}

// The smallest semi of a pair that is apart from `avoid`.
static bool found_smallest(const HSearch *hs, const Pair *p, Bits avoid, Found *found) {
    found->carrier = bits_none(); // gcc does not see that a find sets it
    int place = semi_find(hs->state, p, avoid, &found->carrier);
    if (place >= 0 && hs->recording) found->from = *semi_from(hs, place);
    return place >= 0;
}

// The pair's semis that are apart from what is taken go into the pool.
static void pool_add(Cross *c, const Pair *p) {
    if (!p || bits_meets(p->semi_meet, c->taken)) return;
    for (SemiWalk w = semi_walk(c->hs->state, p); w.used; semi_walk_next(&w)) {
        unsigned hits = lanes_apart(w.lanes, c->taken) & lanes_used(w.used);
        for (; hits && c->count < CROSS_POOL_MAX - 1; hits &= hits - 1) {
            found_set(c->hs, &w, __builtin_ctz(hits), &c->pool[c->count]);
            c->meet = bits_and(c->meet, c->pool[c->count++].carrier);
        }
    }
}

// A full that no pair lists, only derivations: the OR of some semis.
static int full_hidden(HSearch *hs, int x, int y, Bits carrier) {
    HsState *s = hs->state;
    int full = s->full_count;
    if (!hs_room(hs, &s->fulls, &s->full_room, full + 1, sizeof *s->fulls) ||
        !hs_room(hs, &hs->full_from, &hs->full_from_room, full + 1, sizeof *hs->full_from))
        return -1;
    s->full_count++;
    s->fulls[full] =
        (Full){.carrier = carrier, .x = (int16_t)x, .y = (int16_t)y, .mark = FULL_DEAD, .next = -1};
    hs->full_from[full] = (FullFrom){.kind = FROM_OR, .a = hs->member_count, .b = 0};
    return full;
}

static void hidden_member(HSearch *hs, int full, const SemiFrom *from) {
    if (full >= 0 && hs_members_add(hs, from) >= 0) hs->full_from[full].b++;
}

// One more semi for the pool: over b, which S and T join to the chain, and the full `on` to y.
static bool way_make(Cross *c, int b, const Found *near, const Found *far, int on, Found *way) {
    HSearch *hs = c->hs;
    Bits both = bits_or(near->carrier, far->carrier);
    way->carrier = bits_or(bits_or(both, hs->state->fulls[on].carrier), bits_of(b));
    if (!hs->recording) return true;
    int joined = full_hidden(hs, c->a, b, both);
    hidden_member(hs, joined, &near->from);
    hidden_member(hs, joined, &far->from);
    way->from = (SemiFrom){.carrier = way->carrier, .key = (int16_t)b, .a = joined, .b = on};
    return joined >= 0;
}

// Members of the pool with an empty meet, from its last one on: each time the one that leaves the fewest
// cells.
static Bits pool_choose(const Cross *c, int chosen[CROSS_POOL_MAX], int *count) {
    Bits meet = bits_all(), united = bits_none();
    int next = c->count - 1;
    *count = 0;
    while (next >= 0) {
        chosen[(*count)++] = next;
        meet = bits_and(meet, c->pool[next].carrier);
        united = bits_or(united, c->pool[next].carrier);
        next = -1;
        int best = bits_count(meet) * 512;
        for (int i = 0; i < c->count && best; i++) {
            Bits carrier = c->pool[i].carrier;
            if (bits_within(meet, carrier)) continue;
            int score = bits_count(bits_and(meet, carrier)) * 512 + bits_count(bits_minus(carrier, united));
            if (score >= best) continue;
            best = score;
            next = i;
        }
    }
    return united;
}

// The pool has an empty meet: adds the semi.
static bool pool_use(Cross *c) {
    HSearch *hs = c->hs;
    const HsState *s = hs->state;
    int chosen[CROSS_POOL_MAX], count;
    Bits united = pool_choose(c, chosen, &count);
    Bits ends = bits_or(s->node_bit[c->x], s->node_bit[c->y]);
    Bits carrier = bits_minus(bits_or(c->taken, united), ends);
    int place = hs_semi_add(hs, c->x, c->y, carrier, c->a);
    if (place < 0 || !hs->recording) return place >= 0;
    int rest = full_hidden(hs, c->a, c->y, united);
    for (int i = 0; i < count; i++) hidden_member(hs, rest, &c->pool[chosen[i]].from);
    *semi_from(hs, place) = (SemiFrom){.carrier = carrier, .key = (int16_t)c->a, .a = c->full, .b = rest};
    return true;
}

// The ways over b that leave the meet of the pool alone.
static bool cross_over(Cross *c, int b) {
    HSearch *hs = c->hs;
    const HsState *s = hs->state;
    bool added = false;
    const Pair *first = pair_find(hs, s, c->a, b);
    if (!first || !first->semi_count) return false;
    for (int on = pair_find(hs, s, b, c->y)->full_head; on >= 0; on = s->fulls[on].next) {
        // Anew each time: a semi that is added may be the first of its pair, and then the pairs may move.
        const Pair *near_pair = pair_find(hs, s, c->a, b), *far_pair = pair_find(hs, s, c->x, b);
        Bits avoid = bits_or(c->taken, c->meet);
        Found near, far;
        if (bits_meets(s->fulls[on].carrier, avoid)) continue;
        avoid = bits_or(avoid, s->fulls[on].carrier);
        if (!found_smallest(hs, near_pair, avoid, &near)) continue;
        if (!found_smallest(hs, far_pair, bits_or(avoid, near.carrier), &far)) continue;
        if (!way_make(c, b, &near, &far, on, &c->pool[c->count])) continue;
        c->count++;
        added |= pool_use(c);
        c->count--;
    }
    return added;
}

static bool cross_full(Cross *c) {
    const HsState *s = c->hs->state;
    bool added = false;
    c->count = 0;
    c->meet = bits_all();
    pool_add(c, pair_find(c->hs, s, c->a, c->y));
    pool_add(c, pair_find(c->hs, s, c->x, c->y));
    if (!c->count) return false;
    if (bits_is_empty(c->meet)) return pool_use(c);
    Bits cells = bits_minus(c->over, bits_or(c->taken, c->meet));
    for (int b; (b = bits_pop(&cells)) >= 0;) added |= cross_over(c, b);
    return added;
}

static Bits cells_over(const HSearch *hs, int x, int y) {
    const HsState *s = hs->state;
    Bits over = bits_none(), left = s->empty;
    for (int b; (b = bits_pop(&left)) >= 0;) {
        const Pair *far = pair_find(hs, s, x, b), *on = pair_find(hs, s, b, y);
        if (far && far->semi_count && on && on->full_count) bits_add(&over, b);
    }
    return over;
}

// All semis from x to y by crossing.
static bool cross_ends(HSearch *hs, int x, int y) {
    const HsState *s = hs->state;
    Bits ends = bits_or(s->node_bit[x], s->node_bit[y]), cells = bits_minus(s->empty, ends);
    Bits over = cells_over(hs, x, y);
    bool added = false;
    for (int a; (a = bits_pop(&cells)) >= 0;) {
        const Pair *p = pair_find(hs, s, x, a);
        for (int full = p ? p->full_head : -1; full >= 0; full = s->fulls[full].next) {
            if (bits_meets(s->fulls[full].carrier, ends)) continue;
            Cross c; // not cleared: its pool is large
            c.hs = hs;
            c.x = x;
            c.y = y;
            c.a = a;
            c.full = full;
            c.over = over;
            c.taken = bits_or(bits_or(s->fulls[full].carrier, bits_of(a)), ends);
            added |= cross_full(&c);
        }
    }
    return added;
}

static bool hs_cross(HSearch *hs) {
    const HsState *s = hs->state;
    const Pair *won = pair_winning(hs, s);
    bool added = false;
    if (won && won->full_count && hs->options.crossing == VC_CROSSING_EDGES) return false; // nothing to add
    int first = hs->options.crossing == VC_CROSSING_EDGES ? hs->geometry->cells : 0;
    for (int x = first; x < hs->nodes; x++) {
        bool end = node_is_edge(hs, x) || (s->node_of[x] == x && !bits_has(s->empty, x));
        for (int y = first; end && y < hs->nodes; y++) {
            if (y == x || (!node_is_edge(hs, y) && (s->node_of[y] != y || bits_has(s->empty, y)))) continue;
            added |= cross_ends(hs, x, y);
        }
    }
    return added;
}
