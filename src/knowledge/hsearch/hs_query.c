#include "knowledge/hsearch/hsearch.h"

#include <stdlib.h>

static int node_inside(const HSearch *hs, int node) {
    if (node < 0) return -1;
    if (node < CELL_MAX) {
        bool known = node < hs->geometry->cells && !bits_has(hs_blocked(hs), node);
        return known ? hs->state->node_of[node] : -1;
    }
    return edge_color(node) == hs->color ? hs->geometry->cells + node - color_edge(hs->color, 0) : -1;
}

static int hs_end(const HSearch *hs, int cell) {
    int node = node_inside(hs, cell);
    return node < 0 ? CELL_NONE : node_outside(hs, node);
}

// The smallest full of a pair that needs no blocked cell, or -1.
static int full_smallest(const HSearch *hs, const Pair *p) {
    const HsState *s = hs->state;
    Bits blocked = hs_blocked(hs);
    int best = -1;
    for (int f = p ? p->full_head : -1; f >= 0; f = s->fulls[f].next) {
        if (!bits_meets(s->fulls[f].carrier, blocked) && (best < 0 || s->fulls[f].size < s->fulls[best].size))
            best = f;
    }
    return best;
}

// Of the pair's semis, the one that leaves the smallest meet, then adds least to the union; false when none
// shrinks.
static bool semi_shrinking(const HSearch *hs, const Pair *p, Bits meet, Bits united, Bits *best) {
    int best_score = bits_count(meet) * 512;
    Bits blocked = hs_blocked(hs);
    bool found = false;
    for (SemiWalk w = semi_walk(hs->state, p); w.used; semi_walk_next(&w)) {
        for (unsigned hits = lanes_apart(w.lanes, blocked) & lanes_used(w.used); hits; hits &= hits - 1) {
            Bits c = lanes_get(w.lanes, __builtin_ctz(hits));
            int left = bits_count(bits_and(meet, c)), score = left * 512 + bits_count(bits_minus(c, united));
            if (score >= best_score || bits_within(meet, c)) continue;
            best_score = score;
            *best = c;
            found = true;
        }
    }
    return found;
}

// The meet of the winning semis, and the union of enough of them.
static Bits winning_meet(const HSearch *hs, Bits *united) {
    const Pair *p = pair_winning(hs, hs->state);
    Bits meet = bits_minus(hs->state->empty, hs_blocked(hs)), next = bits_none();
    *united = bits_none();
    while (p && !bits_is_empty(meet) && semi_shrinking(hs, p, meet, *united, &next)) {
        meet = bits_and(meet, next);
        *united = bits_or(*united, next);
    }
    return meet;
}

static bool hs_win(const HSearch *hs, CellSet *carrier) {
    const HsState *s = hs->state;
    Bits none = bits_none(), united;
    int full = s->joined ? -1 : full_smallest(hs, pair_winning(hs, s));
    if (carrier) *carrier = bits_to_cellset(full >= 0 ? s->fulls[full].carrier : none);
    if (s->joined || full >= 0) return true;
    // After blocked cells an OR of what is left may still win.
    const Pair *p = pair_winning(hs, s);
    if (!p || !p->semi_count || bits_is_empty(hs_blocked(hs)) || !bits_is_empty(p->semi_meet)) return false;
    if (!bits_is_empty(winning_meet(hs, &united))) return false;
    if (carrier) *carrier = bits_to_cellset(united);
    return true;
}

static bool hs_win_semi(const HSearch *hs, int *key, CellSet *carrier) {
    const HsState *s = hs->state;
    const Pair *p = pair_winning(hs, s);
    int best_size = 1 << 30;
    if (!p || s->joined) return false;
    for (SemiWalk w = semi_walk(s, p); w.used; semi_walk_next(&w)) {
        unsigned hits = lanes_apart(w.lanes, hs_blocked(hs)) & lanes_used(w.used);
        for (; hits; hits &= hits - 1) {
            int lane = __builtin_ctz(hits);
            Bits c = lanes_get(w.lanes, lane);
            if (bits_count(c) >= best_size) continue;
            best_size = bits_count(c);
            if (key) *key = w.key[lane];
            if (carrier) *carrier = bits_to_cellset(c);
        }
    }
    return best_size < 1 << 30;
}

static CellSet hs_mustplay(const HSearch *hs, CellSet *carrier) {
    Bits united;
    if (hs_win(hs, carrier)) return cellset_none();
    Bits meet = winning_meet(hs, &united);
    if (carrier) *carrier = bits_to_cellset(united);
    return bits_to_cellset(meet);
}

typedef struct Collect {
    const HSearch *hs;
    bool full;
    VcVisit visit;
    void *context;
} Collect;

static void pair_each(const Collect *c, const Pair *p) {
    const HsState *s = c->hs->state;
    Bits blocked = hs_blocked(c->hs);
    if (bits_meets(blocked, bits_or(s->node_bit[p->x], s->node_bit[p->y]))) return;
    VcConnection v = {.x = node_outside(c->hs, p->x), .y = node_outside(c->hs, p->y), .key = CELL_NONE};
    for (int f = c->full ? p->full_head : -1; f >= 0; f = s->fulls[f].next) {
        if (bits_meets(s->fulls[f].carrier, blocked)) continue;
        v.carrier = bits_to_cellset(s->fulls[f].carrier);
        c->visit(c->context, &v);
    }
    if (c->full) return;
    for (SemiWalk w = semi_walk(s, p); w.used; semi_walk_next(&w)) {
        for (unsigned hits = lanes_apart(w.lanes, blocked) & lanes_used(w.used); hits; hits &= hits - 1) {
            int lane = __builtin_ctz(hits);
            v.key = w.key[lane];
            v.carrier = bits_to_cellset(lanes_get(w.lanes, lane));
            c->visit(c->context, &v);
        }
    }
}

static void hs_each(const HSearch *hs, bool full, VcVisit visit, void *context) {
    Collect c = {hs, full, visit, context};
    for (int i = 0; i < hs->state->pair_count; i++) pair_each(&c, &hs->state->pairs[i]);
}

typedef struct Sorted {
    VcConnection *out;
    int max, count;
} Sorted;

// Keeps the `max` smallest, in order.
static void sorted_insert(void *context, const VcConnection *v) {
    Sorted *sorted = context;
    int size = cellset_count(v->carrier), kept = sorted->count < sorted->max ? sorted->count : sorted->max;
    sorted->count++;
    int at = kept;
    while (at > 0 && cellset_count(sorted->out[at - 1].carrier) > size) at--;
    if (at >= sorted->max) return;
    if (kept == sorted->max) kept--;
    for (int i = kept; i > at; i--) sorted->out[i] = sorted->out[i - 1];
    sorted->out[at] = *v;
}

static int hs_between(const HSearch *hs, int x, int y, bool full, VcConnection *out, int max) {
    int a = node_inside(hs, x), b = node_inside(hs, y);
    const Pair *p = a < 0 || b < 0 || a == b ? NULL : pair_find(hs, hs->state, a, b);
    Sorted sorted = {out, max, 0};
    Collect c = {hs, full, sorted_insert, &sorted};
    if (p) pair_each(&c, p);
    return sorted.count;
}

static void connection_count(void *context, const VcConnection *v) {
    (void)v;
    ++*(uint64_t *)context;
}

static VcCounts hs_counts(const HSearch *hs) {
    VcCounts counts = hs->counts;
    counts.fulls = (uint64_t)hs->state->live_fulls;
    counts.semis = (uint64_t)hs->state->live_semis;
    counts.pairs = (uint64_t)hs->state->pair_count;
    if (bits_is_empty(hs_blocked(hs))) return counts;
    counts.fulls = counts.semis = 0;
    hs_each(hs, true, connection_count, &counts.fulls);
    hs_each(hs, false, connection_count, &counts.semis);
    return counts;
}

static void hs_destroy(HSearch *hs) {
    if (!hs) return;
    for (int i = 0; i < hs->level_room; i++) {
        if (hs->states) hs_state_free(hs->states[i]);
    }
    free(hs->shapes);
    free(hs->templates);
    free(hs->states);
    free(hs->levels);
    free(hs->near);
    free(hs->later);
    free(hs->or_queue);
    free(hs->blocks);
    free(hs->pool);
    free(hs->pool_from);
    free(hs->full_from);
    free(hs->own_from);
    free(hs->spill_from);
    free(hs->members);
    free(hs);
}

static HSearch *hs_new(const Geometry *geometry, Color color, const VcOptions *options) {
    HSearch *hs = calloc(1, sizeof *hs);
    if (!hs) return NULL;
    hs->geometry = geometry;
    hs->color = color;
    hs->options = options ? *options : vc_options();
    hs->nodes = geometry->cells + 2;
    hs->attempts_max = UINT64_MAX;
    hs->level_room = geometry->cells + 1;
    hs->states = calloc((size_t)hs->level_room, sizeof *hs->states);
    hs->levels = calloc((size_t)hs->level_room, sizeof *hs->levels);
    if (hs->states) hs->states[0] = hs_state_new(hs);
    if (hs->levels && hs->states && hs->states[0] && hs_templates_prepare(hs) && hs_aim_prepare(hs)) {
        Bits stones[2] = {bits_none(), bits_none()};
        hs->state = hs->states[0];
        hs_state_clear(hs, hs->state);
        hs_state_board(hs, hs->state, stones);
        return hs;
    }
    hs_destroy(hs);
    return NULL;
}
