// Adding a stone: the next level's state is made from this level's, which stays as it is, so that undo costs
// nothing and is exact. (An undo log would have to save most lists anyway: a stone touches a third of them.)
//
// The opponent's stone only filters: connections that need its cell go. The colour's own stone merges chains,
// takes its cell out of carriers, turns semis with that key into fulls, and closes again over what changed.
#include "knowledge/width/hsearch.h"

// A full that a build stopped at a win had left in its queue is queued again.
static void full_copy(HSearch *hs, Pair *p, const Full *f) {
    int full = hs_full_append(hs, p, f->x, f->y, f->carrier);
    if (full < 0) return;
    if (f->mark == FULL_ACTIVE) {
        hs_full_process(hs, full, false);
    } else {
        hs_full_queue(hs, full);
    }
}

// Asks for an OR of all the pair's semis, or notes that there is nothing new among them.
static void pair_renew(HSearch *hs, Pair *p, bool again) {
    p->fresh_meet = again ? bits_none() : bits_all();
    if (again && p->semi_count > 1) hs_or_queue(hs, p);
}

// --- The opponent's stone
static void pair_filter(HSearch *hs, const State *from, const Pair *old, Bits gone) {
    bool lost = false;
    Pair *p = NULL;
    for (int f = old->full_head; f >= 0; f = from->fulls[f].next) {
        if (bits_meets(from->fulls[f].carrier, gone)) {
            lost = true;
            continue;
        }
        if (!p && !(p = hs_pair(hs, old->x, old->y))) return;
        full_copy(hs, p, &from->fulls[f]);
    }
    for (SemiWalk w = semi_walk(from, old); w.used; semi_walk_next(&w)) {
        unsigned kept = lanes_apart(w.lanes, gone) & lanes_used(w.used);
        if (kept && !p && !(p = hs_pair(hs, old->x, old->y))) return;
        for (; kept; kept &= kept - 1) {
            int lane = __builtin_ctz(kept);
            hs_semi_append(hs, p, lanes_get(w.lanes, lane), w.key[lane]);
        }
    }
    if (p) pair_renew(hs, p, lost || from->unfinished);
}

static void stone_filter(HSearch *hs, const State *from, int cell) {
    Bits gone = bits_of(cell);
    for (int i = 0; i < from->pair_count; i++) {
        const Pair *old = &from->pairs[i];
        if (old->x != cell && old->y != cell) pair_filter(hs, from, old, gone);
    }
}

// --- The own stone
static int node_now(const HSearch *hs, int node) {
    return node_is_edge(hs, node) ? node : hs->state->node_of[node];
}

// Copies what the stone does not touch, so that the rest meets it.
static void pair_keep(HSearch *hs, const State *from, const Pair *old, Bits stone) {
    Pair *p = hs_pair(hs, old->x, old->y);
    if (!p) return;
    for (int f = old->full_head; f >= 0; f = from->fulls[f].next) {
        if (!bits_meets(from->fulls[f].carrier, stone)) full_copy(hs, p, &from->fulls[f]);
    }
    for (SemiWalk w = semi_walk(from, old); w.used; semi_walk_next(&w)) {
        for (unsigned kept = lanes_apart(w.lanes, stone) & lanes_used(w.used); kept; kept &= kept - 1) {
            int lane = __builtin_ctz(kept);
            hs_semi_append(hs, p, lanes_get(w.lanes, lane), w.key[lane]);
        }
    }
    pair_renew(hs, p, from->unfinished);
}

// Adds what the stone changed: all connections of its chain, and carriers that held its cell.
static void pair_change(HSearch *hs, const State *from, const Pair *old, Bits stone, bool all) {
    int x = node_now(hs, old->x), y = node_now(hs, old->y), key = bits_first(stone);
    if (x == y) return;
    for (int f = old->full_head; f >= 0; f = from->fulls[f].next) {
        Bits carrier = from->fulls[f].carrier;
        if (all || bits_meets(carrier, stone)) hs_full_add(hs, x, y, bits_minus(carrier, stone));
    }
    for (SemiWalk w = semi_walk(from, old); w.used; semi_walk_next(&w)) {
        for (int lane = 0; lane < w.used; lane++) {
            Bits carrier = lanes_get(w.lanes, lane), rest = bits_minus(carrier, stone);
            if (!all && !bits_meets(carrier, stone)) continue;
            if (w.key[lane] == key) {
                hs_full_add(hs, x, y, rest);
            } else {
                hs_semi_add(hs, x, y, rest, w.key[lane]);
            }
        }
    }
}

static void stone_merge(HSearch *hs, const State *from, int cell) {
    Bits stone = bits_of(cell);
    int chain = hs->state->node_of[cell];
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < from->pair_count; i++) {
            const Pair *old = &from->pairs[i];
            bool all = node_now(hs, old->x) == chain || node_now(hs, old->y) == chain;
            if (pass) {
                pair_change(hs, from, old, stone, all);
            } else if (!all) {
                pair_keep(hs, from, old, stone);
            }
        }
    }
    hs_base(hs, cell);
}

bool hs_place(HSearch *hs, int cell, Color stone) {
    State *from = hs->state, **next = &hs->levels[hs->depth + 1];
    if (!*next && !(*next = hs_state_new(hs))) return false;
    Bits stones[2] = {from->stones[BLACK], from->stones[WHITE]};
    bits_add(&stones[stone], cell);
    hs->depth++;
    hs->state = *next;
    hs_state_clear(hs, hs->state);
    hs_state_board(hs, hs->state, stones);
    if (hs->state->joined) return true;
    hs->failed = hs->recording = false;
    if (stone == hs->color) {
        stone_merge(hs, from, cell);
    } else {
        stone_filter(hs, from, cell);
    }
    hs_close(hs);
    if (hs->failed) hs_undo(hs);
    return !hs->failed;
}

void hs_undo(HSearch *hs) {
    hs->state = hs->levels[--hs->depth];
}
