// Adding a stone.
//
// The opponent's stone is only a filter: connections that need its cell go. It is not even applied: its cell
// is blocked, and queries pass over what needs a blocked cell. Undo unblocks it.
//
// The colour's own stone makes a new state from this level's, which stays as it is: undo costs nothing and is
// exact. The new state leaves out blocked connections, merges chains and takes the stone's cell out of carriers.
// Semis with that key become fulls. Then it closes again over what changed.
//
// An attempt does both and takes them back: it asks whether one stone wins although the opponent has others.
#include "knowledge/hsearch/hsearch.h"

// A full that a build stopped at a win had left in its queue is queued again.
static void full_copy(HSearch *hs, Pair *p, const Full *f, unsigned join) {
    int full = hs_full_append(hs, p, p->x, p->y, f->carrier);
    if (full < 0) return;
    if (f->mark == FULL_ACTIVE) {
        hs_full_process(hs, full, join);
    } else {
        hs_full_queue(hs, full);
    }
}

typedef struct Merge {
    HSearch *hs;
    const HsState *from;
    Bits stone, blocked;
    Bits touched; // both
    int cell, chain;
    int kept; // the node whose connections the chain takes over as they are
} Merge;

static int node_now(const HSearch *hs, int node) {
    return node_is_edge(hs, node) ? node : hs->state->node_of[node];
}

// Copies the semis that the stone does not touch; returns whether any was left out.
static bool semis_keep(const Merge *m, Pair *p, const Pair *old) {
    const HsState *from = m->from;
    bool left_out = false;
    HsState *s = m->hs->state;
    if (old->semi_count && old->semi_count <= LANES) {
        const Lanes *lanes = &from->own_lanes[old - from->pairs];
        unsigned used = lanes_used(old->semi_count);
        if ((lanes_apart(lanes, m->touched) & used) == used) { // the block as it is
            s->own_lanes[p - s->pairs] = *lanes;
            for (int i = 0; i < LANES; i++) p->key[i] = old->key[i];
            p->semi_count = old->semi_count;
            p->semi_meet = old->semi_meet;
            s->live_semis += old->semi_count;
            return false;
        }
    }
    for (SemiWalk w = semi_walk(from, old); w.used; semi_walk_next(&w)) {
        unsigned used = lanes_used(w.used), kept = lanes_apart(w.lanes, m->touched) & used;
        left_out |= kept != used;
        for (; kept; kept &= kept - 1) {
            int lane = __builtin_ctz(kept);
            hs_semi_append(m->hs, p, lanes_get(w.lanes, lane), w.key[lane]);
        }
    }
    return left_out;
}

// Nothing about the pair changes: most pairs are so.
static bool pair_untouched(const Merge *m, const Pair *old) {
    const HsState *from = m->from;
    if (old->semi_count > LANES || from->unfinished || old->x == m->cell || old->y == m->cell) return false;
    if (node_now(m->hs, old->x) != old->x || node_now(m->hs, old->y) != old->y) return false;
    for (int f = old->full_head; f >= 0; f = from->fulls[f].next)
        if (bits_meets(from->fulls[f].carrier, m->touched)) return false;
    unsigned used = lanes_used(old->semi_count);
    return !used || (lanes_apart(&from->own_lanes[old - from->pairs], m->touched) & used) == used;
}

// Such a pair as it is.
static void pair_copy(const Merge *m, const Pair *old) {
    HSearch *hs = m->hs;
    HsState *s = hs->state;
    int index = s->pair_count, first = s->full_count;
    if (!hs_room(hs, &s->own_lanes, &s->own_room, index + 1, sizeof *s->own_lanes) ||
        !hs_room(hs, &s->pairs, &s->pair_room, index + 1, sizeof *s->pairs) ||
        !hs_room(hs, &s->fulls, &s->full_room, first + old->full_count, sizeof *s->fulls))
        return;
    Pair *p = &s->pairs[s->pair_count++];
    *p = *old;
    p->fresh_meet = bits_all();
    p->full_head = p->spill_head = -1;
    s->pair_of[p->x * hs->nodes + p->y] = s->pair_of[p->y * hs->nodes + p->x] = (uint16_t)(index + 1);
    if (p->semi_count) s->own_lanes[index] = m->from->own_lanes[old - m->from->pairs];
    s->live_semis += p->semi_count;
    s->live_fulls += p->full_count;
    for (int f = old->full_head; f >= 0; f = m->from->fulls[f].next) {
        const Full *full = &m->from->fulls[f];
        int copy = s->full_count++;
        s->fulls[copy] = (Full){.carrier = full->carrier,
                                .x = p->x,
                                .y = p->y,
                                .size = full->size,
                                .mark = FULL_QUEUED,
                                .next = p->full_head};
        p->full_head = copy;
        hs_full_process(hs, copy, 0);
    }
}

// Copies what the stone does not touch, so that the rest meets it; returns whether anything else was there.
static bool pair_keep(const Merge *m, const Pair *old) {
    HSearch *hs = m->hs;
    int x = node_now(hs, old->x), y = node_now(hs, old->y);
    Pair *p = hs_pair(hs, x, y);
    bool lost = false, left_out = false;
    if (!p) return false;
    for (int f = old->full_head; f >= 0; f = m->from->fulls[f].next) {
        const Full *full = &m->from->fulls[f];
        if (!bits_meets(full->carrier, m->touched)) {
            if (old->x != m->cell && old->y != m->cell) full_copy(hs, p, full, 0);
        } else {
            lost |= bits_meets(full->carrier, m->blocked);
            left_out = true;
        }
    }
    left_out |= semis_keep(m, p, old);
    bool again = lost || m->from->unfinished;
    p->fresh_meet = again ? bits_none() : bits_all();
    if (again && p->semi_count > 1) hs_or_queue(hs, p);
    return left_out || old->x == m->cell || old->y == m->cell;
}

// Fulls that ended at the cell when it was empty: with the stone there they join into fulls.
static void cell_fulls(const Merge *m, const Pair *old) {
    for (int f = old->full_head; f >= 0; f = m->from->fulls[f].next) {
        Pair *p = hs_pair(m->hs, node_now(m->hs, old->x), node_now(m->hs, old->y));
        if (!p || bits_meets(m->from->fulls[f].carrier, m->blocked)) continue;
        full_copy(m->hs, p, &m->from->fulls[f], p->x == m->chain ? JOIN_X : JOIN_Y);
    }
}

// Adds what the stone changed: all connections of its chain, and carriers that held its cell.
static void pair_change(const Merge *m, const Pair *old, bool all) {
    HSearch *hs = m->hs;
    const HsState *from = m->from;
    int x = node_now(hs, old->x), y = node_now(hs, old->y);
    if (x == y) return;
    if (!all && (old->x == m->cell || old->y == m->cell)) cell_fulls(m, old);
    for (int f = old->full_head; f >= 0; f = from->fulls[f].next) {
        Bits carrier = from->fulls[f].carrier;
        if (bits_meets(carrier, m->blocked) || (!all && !bits_meets(carrier, m->stone))) continue;
        int full = hs_full_add(hs, x, y, bits_minus(carrier, m->stone));
        if (full >= 0 && !all) hs->state->fulls[full].light = true;
    }
    for (SemiWalk w = semi_walk(from, old); w.used; semi_walk_next(&w)) {
        unsigned wanted = lanes_apart(w.lanes, m->blocked) & lanes_used(w.used);
        if (!all) wanted &= ~lanes_apart(w.lanes, m->stone);
        for (; wanted; wanted &= wanted - 1) {
            int lane = __builtin_ctz(wanted);
            Bits rest = bits_minus(lanes_get(w.lanes, lane), m->stone);
            if (w.key[lane] == m->cell) {
                hs_full_add(hs, x, y, rest);
            } else {
                hs_semi_add(hs, x, y, rest, w.key[lane]);
            }
        }
    }
}

static bool node_blocked(const Merge *m, int node) {
    return !node_is_edge(m->hs, node) && bits_has(m->blocked, node);
}

// A pair of a chain that is merged into another: everything about it is new there.
static bool pair_moves(const Merge *m, const Pair *old) {
    bool x_moves = node_now(m->hs, old->x) == m->chain && old->x != m->kept;
    return x_moves || (node_now(m->hs, old->y) == m->chain && old->y != m->kept);
}

// Prefers the node that keeps its name, then any chain beside the stone.
static int node_kept(const Merge *m) {
    const Geometry *g = m->hs->geometry;
    int kept = m->cell;
    for (int i = 0; i < g->neighbour_count[m->cell]; i++) {
        int next = g->neighbour[m->cell][i], node = -1;
        if (next >= CELL_MAX) {
            if (edge_color(next) == m->hs->color) node = g->cells + next - color_edge(m->hs->color, 0);
        } else if (bits_has(m->from->stones[m->hs->color], next)) {
            node = m->from->node_of[next];
        }
        if (node >= 0 && (kept == m->cell || node == m->chain)) kept = node;
    }
    return kept;
}

static void stone_merge(const Merge *m) {
    HSearch *hs = m->hs;
    const HsState *from = m->from;
    int32_t *later = hs->later;
    int count = 0;
    for (int i = 0; i < from->pair_count; i++) {
        const Pair *old = &from->pairs[i];
        if (node_blocked(m, old->x) || node_blocked(m, old->y)) continue;
        bool all = pair_moves(m, old);
        if (!all && pair_untouched(m, old)) {
            pair_copy(m, old);
            continue;
        }
        if (all || pair_keep(m, old)) later[count++] = all ? ~i : i;
    }
    hs->light_from = hs->state->full_count;
    for (int i = 0; i < count; i++)
        pair_change(m, &from->pairs[later[i] < 0 ? ~later[i] : later[i]], later[i] < 0);
    hs_base(hs, m->cell);
}

static bool own_place(HSearch *hs, int cell) {
    HsState *from = hs->state, **next = &hs->states[hs->state_depth + 1];
    Bits blocked = hs->levels[hs->depth].blocked, stones[2] = {from->stones[BLACK], from->stones[WHITE]};
    if (!*next && !(*next = hs_state_new(hs))) return false;
    if (!hs_room(hs, &hs->later, &hs->later_room, from->pair_count, sizeof *hs->later)) return false;
    stones[color_other(hs->color)] = bits_or(stones[color_other(hs->color)], blocked);
    bits_add(&stones[hs->color], cell);
    hs->state_depth++;
    hs->state = *next;
    hs_state_clear(hs, hs->state);
    hs_state_board(hs, hs->state, stones);
    hs->levels[++hs->depth] = (Level){.blocked = bits_none(), .owns_state = true};
    if (hs->state->joined || from->joined) {
        hs->state->joined = true;
        return true;
    }
    hs->failed = hs->recording = false;
    Merge m = {.hs = hs, .from = from, .stone = bits_of(cell), .blocked = blocked, .cell = cell};
    m.touched = bits_or(m.stone, blocked);
    m.chain = hs->state->node_of[cell];
    m.kept = node_kept(&m);
    stone_merge(&m);
    hs_close(hs);
    if (hs->failed) hs_undo(hs);
    return !hs->failed;
}

static bool hs_place(HSearch *hs, int cell, Color stone) {
    if (stone == hs->color) return own_place(hs, cell);
    Level level = {.blocked = hs->levels[hs->depth].blocked};
    bits_add(&level.blocked, cell);
    hs->levels[++hs->depth] = level;
    hs->recording = false;
    return true;
}

static void hs_undo(HSearch *hs) {
    if (hs->levels[hs->depth--].owns_state) hs->state = hs->states[--hs->state_depth];
}

static bool hs_attempt(HSearch *hs, CellSet against, int cell, uint64_t limit, CellSet *carrier) {
    bool stop = hs->options.stop_at_win, recording = hs->recording;
    Bits blocked = bits_or(hs->levels[hs->depth].blocked, bits_from_cellset(&against));
    hs->levels[++hs->depth] = (Level){.blocked = blocked};
    hs->options.stop_at_win = true;
    hs->attempts_max = hs->counts.attempts + limit;
    bool placed = own_place(hs, cell), wins = placed && hs_win(hs, carrier);
    hs->options.stop_at_win = stop;
    hs->attempts_max = UINT64_MAX;
    if (placed) hs_undo(hs);
    hs_undo(hs);
    hs->recording = recording;
    return wins;
}
