// Checks every invariant of a state; tests and the fuzzer call it after each step.
#include "knowledge/hsearch/hsearch.h"

typedef struct Check {
    const HSearch *hs;
    const HsState *s;
    Error *error;
    int fulls, semis;
} Check;

static bool carrier_good(const Check *c, const Pair *p, Bits carrier) {
    Bits ends = bits_or(c->s->node_bit[p->x], c->s->node_bit[p->y]);
    return bits_within(carrier, c->s->empty) && !bits_meets(carrier, ends);
}

static bool pair_fulls_good(Check *c, const Pair *p) {
    const HsState *s = c->s;
    Bits meet = bits_all(), near = bits_all();
    int count = 0;
    for (int f = p->full_head; f >= 0; f = s->fulls[f].next, count++) {
        const Full *full = &s->fulls[f];
        bool ends = (full->x == p->x && full->y == p->y) || (full->x == p->y && full->y == p->x);
        if (!ends || full->mark == FULL_DEAD || full->size != bits_count(full->carrier))
            return error_failure(c->error, "full %d: wrong ends, mark or size", f);
        if (full->mark == FULL_QUEUED && !s->unfinished)
            return error_failure(c->error, "full %d was not processed", f);
        if (!carrier_good(c, p, full->carrier))
            return error_failure(c->error, "full %d: carrier not empty cells", f);
        for (int g = p->full_head; g >= 0; g = s->fulls[g].next) {
            if (g != f && bits_within(s->fulls[g].carrier, full->carrier))
                return error_failure(c->error, "full %d contains full %d", f, g);
        }
        meet = bits_and(meet, full->carrier);
        if (full->size <= p->near_size) near = bits_and(near, full->carrier);
    }
    c->fulls += count;
    if (count != p->full_count) return error_failure(c->error, "pair %d-%d: count of fulls", p->x, p->y);
    if (!bits_equal(meet, p->full_meet))
        return error_failure(c->error, "pair %d-%d: meet of fulls", p->x, p->y);
    if (!bits_equal(near, p->near_meet))
        return error_failure(c->error, "pair %d-%d: meet of small fulls", p->x, p->y);
    return true;
}

static bool semi_good(const Check *c, const Pair *p, Bits carrier, int key) {
    const HsState *s = c->s;
    if (!carrier_good(c, p, carrier) || !bits_has(carrier, key))
        return error_failure(c->error, "pair %d-%d: a semi's carrier or key", p->x, p->y);
    if (!bits_within(p->semi_meet, carrier))
        return error_failure(c->error, "pair %d-%d: meet of semis", p->x, p->y);
    int below = 0;
    for (SemiWalk w = semi_walk(s, p); w.used; semi_walk_next(&w))
        below += __builtin_popcount(lanes_within(w.lanes, carrier) & lanes_used(w.used));
    if (below != 1) return error_failure(c->error, "pair %d-%d: a semi contains another", p->x, p->y);
    for (int f = p->full_head; f >= 0; f = s->fulls[f].next) {
        if (bits_within(s->fulls[f].carrier, carrier))
            return error_failure(c->error, "pair %d-%d: a semi contains a full", p->x, p->y);
    }
    return true;
}

static bool pair_semis_good(Check *c, const Pair *p) {
    int blocks = 0;
    for (int block = p->spill_head; block >= 0; block = c->s->spill_tags[block].next) {
        if (c->s->spill_tags[block].next >= block)
            return error_failure(c->error, "pair %d-%d: order of blocks", p->x, p->y);
        blocks++;
    }
    int wanted = p->semi_count > LANES ? (p->semi_count - 1) / LANES : 0;
    if (blocks != wanted)
        return error_failure(c->error, "pair %d-%d: %d blocks, not %d", p->x, p->y, blocks, wanted);
    for (SemiWalk w = semi_walk(c->s, p); w.used; semi_walk_next(&w)) {
        for (int lane = 0; lane < w.used; lane++) {
            if (!semi_good(c, p, lanes_get(w.lanes, lane), w.key[lane])) return false;
        }
    }
    c->semis += p->semi_count;
    return true;
}

static bool around_good(Check *c) {
    const HsState *s = c->s;
    int entries = 0, wanted = 0;
    for (int node = 0; node < c->hs->nodes; node++) {
        for (int block = s->around_head[node]; block >= 0; block = s->around_tags[block].next) {
            const AroundTag *tag = &s->around_tags[block];
            for (int lane = 0; lane < tag->used; lane++) {
                if (tag->other[lane] < 0) continue;
                const Full *f = &s->fulls[tag->full[lane]];
                Bits set = bits_or(f->carrier, s->node_bit[tag->other[lane]]);
                if (f->mark != FULL_ACTIVE || f->x + f->y != node + tag->other[lane] ||
                    (f->x != node && f->y != node))
                    return error_failure(c->error, "node %d: entry of another full", node);
                if (!bits_equal(set, lanes_get(&s->around_lanes[block], lane)))
                    return error_failure(c->error, "node %d: entry with a wrong carrier", node);
                entries++;
            }
        }
    }
    for (int i = 0; i < s->full_count; i++) {
        const Full *f = &s->fulls[i];
        if (f->mark != FULL_ACTIVE) continue;
        bool edges = c->hs->options.edge_and != VC_EDGE_NEVER;
        wanted += (edges || !node_is_edge(c->hs, f->x)) + (edges || !node_is_edge(c->hs, f->y));
    }
    return entries == wanted ||
           error_failure(c->error, "%d entries around nodes, expected %d", entries, wanted);
}

static bool hs_validate(const HSearch *hs, Error *error) {
    const HsState *s = hs->state;
    Check c = {.hs = hs, .s = s, .error = error};
    if (s->joined) return s->pair_count == 0 || error_failure(error, "a won game has connections");
    for (int i = 0; i < s->pair_count; i++) {
        const Pair *p = &s->pairs[i];
        if (p->x == p->y || pair_find(hs, s, p->x, p->y) != p || pair_find(hs, s, p->y, p->x) != p)
            return error_failure(error, "pair %d: not found by its ends", i);
        for (int side = 0; side < 2; side++) {
            int node = side ? p->y : p->x;
            if (!node_is_edge(hs, node) && s->node_of[node] != node)
                return error_failure(error, "pair %d: %d is no end", i, node);
        }
        if (p->or_queued) return error_failure(error, "pair %d: still queued", i);
        if (!pair_fulls_good(&c, p) || !pair_semis_good(&c, p)) return false;
    }
    if (c.fulls != s->live_fulls || c.semis != s->live_semis) return error_failure(error, "totals are wrong");
    return around_good(&c);
}
