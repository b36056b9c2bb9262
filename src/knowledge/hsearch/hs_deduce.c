// Reading connections: the reply to an intrusion, and the must-play deduction rule.
//
// The deduction (Rasmussen 2007 §4.3) is a small game-tree search on known connections. Connect holds two sets
// of stones: X joined to one edge, Y to the other, by fulls whose carriers are put aside. Cut must move in the
// meet of the semis between X and Y that avoid what is put aside. Connect answers with a cell that has a full to a
// stone of X or Y, and the search continues. Sound: all carriers used together are disjoint,
// and each branch ends with a full from X to Y or with semis whose meet is empty.
#include "knowledge/hsearch/hsearch.h"

// --- The reply to an intrusion
static int full_reply(const HSearch *hs, int full, int cell) {
    const HsState *s = hs->state;
    for (;;) {
        const FullFrom *from = &hs->full_from[full];
        if (!bits_has(s->fulls[full].carrier, cell)) return CELL_NONE;
        switch (from->kind) {
        case FROM_TEMPLATE:
            return hs_template_reply(hs, from->a, cell);
        case FROM_AND:
            full = bits_has(s->fulls[from->a].carrier, cell) ? from->a : from->b;
            break;
        case FROM_OR:
            for (int i = 0; i < from->b; i++) {
                if (!bits_has(hs->members[from->a + i].carrier, cell)) return hs->members[from->a + i].key;
            }
            return CELL_NONE;
        default:
            return CELL_NONE;
        }
    }
}

static int hs_reply(const HSearch *hs, const VcConnection *full, int intrusion) {
    const HsState *s = hs->state;
    int end[2] = {full->x, full->y};
    for (int i = 0; i < 2; i++) {
        if (end[i] >= CELL_MAX)
            end[i] = hs->geometry->cells + end[i] - color_edge(hs->color, 0);
        else
            end[i] = s->node_of[end[i]];
    }
    const Pair *p = end[0] < 0 || end[1] < 0 || end[0] == end[1] ? NULL : pair_find(hs, s, end[0], end[1]);
    Bits carrier = bits_from_cellset(&full->carrier);
    if (!hs->recording || !p) return CELL_NONE;
    for (int f = p->full_head; f >= 0; f = s->fulls[f].next) {
        if (bits_equal(s->fulls[f].carrier, carrier)) return full_reply(hs, f, intrusion);
    }
    return CELL_NONE;
}

// --- The must-play deduction rule
enum { DEDUCE_DEPTH_MAX = 24, DEDUCE_REPLIES_MAX = 12 };

typedef struct Deduction {
    const HSearch *hs;
    uint64_t nodes;
    int16_t set[2][DEDUCE_DEPTH_MAX]; // X and Y
    int count[2];
} Deduction;

typedef struct Reply {
    Bits carrier;
    int cell, side;
} Reply;

// A full from X to Y apart from `taken`.
static bool full_between(const Deduction *d, Bits taken, Bits *carrier) {
    const HsState *s = d->hs->state;
    for (int i = 0; i < d->count[0]; i++) {
        for (int j = 0; j < d->count[1]; j++) {
            const Pair *p = pair_find(d->hs, s, d->set[0][i], d->set[1][j]);
            for (int f = p ? p->full_head : -1; f >= 0; f = s->fulls[f].next) {
                if (bits_meets(s->fulls[f].carrier, taken)) continue;
                *carrier = s->fulls[f].carrier;
                return true;
            }
        }
    }
    return false;
}

static bool pair_semis_meet(const HsState *s, const Pair *p, Bits taken, Bits *meet, Bits *united) {
    bool any = false;
    if (!p) return false;
    for (SemiWalk w = semi_walk(s, p); w.used; semi_walk_next(&w)) {
        unsigned hits = lanes_apart(w.lanes, taken) & lanes_used(w.used);
        for (any |= hits != 0; hits; hits &= hits - 1) {
            Bits carrier = lanes_get(w.lanes, __builtin_ctz(hits));
            if (bits_within(*meet, carrier)) continue;
            *meet = bits_and(*meet, carrier);
            *united = bits_or(*united, carrier);
        }
    }
    return any;
}

// The meet of the semis between X and Y; false when there are none.
static bool semis_between(const Deduction *d, Bits taken, Bits *meet, Bits *united) {
    const HsState *s = d->hs->state;
    bool any = false;
    for (int i = 0; i < d->count[0]; i++) {
        for (int j = 0; j < d->count[1]; j++) {
            const Pair *p = pair_find(d->hs, s, d->set[0][i], d->set[1][j]);
            any |= pair_semis_meet(s, p, taken, meet, united);
        }
    }
    return any;
}

// Some semi from the cell to the other side would remain.
static bool reply_keeps(const Deduction *d, const Reply *r, Bits taken) {
    const HsState *s = d->hs->state;
    Bits avoid = bits_or(bits_or(taken, r->carrier), bits_of(r->cell));
    for (int j = 0; j < d->count[!r->side]; j++) {
        const Pair *p = pair_find(d->hs, s, r->cell, d->set[!r->side][j]);
        Bits meet = bits_all(), united = bits_none();
        if (p && pair_semis_meet(s, p, avoid, &meet, &united)) return true;
        for (int f = p ? p->full_head : -1; f >= 0; f = s->fulls[f].next) {
            if (!bits_meets(s->fulls[f].carrier, avoid)) return true;
        }
    }
    return false;
}

static void reply_insert(Reply *out, int *count, Reply r) {
    int at = *count, size = bits_count(r.carrier);
    while (at > 0 && bits_count(out[at - 1].carrier) > size) at--;
    if (at == DEDUCE_REPLIES_MAX) return;
    if (*count < DEDUCE_REPLIES_MAX) ++*count;
    for (int i = *count - 1; i > at; i--) out[i] = out[i - 1];
    out[at] = r;
}

// Connect's answers, small carriers first.
static int replies_list(const Deduction *d, Bits taken, Reply *out) {
    const HsState *s = d->hs->state;
    int count = 0;
    for (int side = 0; side < 2; side++) {
        int from = d->set[side][d->count[side] - 1];
        Bits cells = bits_minus(s->empty, taken);
        for (int cell; (cell = bits_pop(&cells)) >= 0;) {
            const Pair *p = pair_find(d->hs, s, from, cell);
            for (int f = p ? p->full_head : -1; f >= 0; f = s->fulls[f].next) {
                Reply r = {s->fulls[f].carrier, cell, side};
                if (!bits_meets(r.carrier, taken) && reply_keeps(d, &r, taken)) reply_insert(out, &count, r);
            }
        }
    }
    return count;
}

static bool deduce(Deduction *d, Bits taken, Bits *carrier);

// Connect answers Cut's move; `*needs` receives the carrier of the semi that this proves.
static bool reply_find(Deduction *d, Bits taken, Bits *needs) {
    Reply replies[DEDUCE_REPLIES_MAX];
    int count = replies_list(d, taken, replies);
    for (int i = 0; i < count; i++) {
        const Reply *r = &replies[i];
        Bits played = bits_or(r->carrier, bits_of(r->cell)), rest;
        if (d->count[r->side] == DEDUCE_DEPTH_MAX) return false;
        d->set[r->side][d->count[r->side]++] = (int16_t)r->cell;
        bool good = deduce(d, bits_or(taken, played), &rest);
        d->count[r->side]--;
        if (good) {
            *needs = bits_or(played, rest);
            return true;
        }
    }
    return false;
}

// Cut moves: Connect joins X and Y outside `taken`.
static bool deduce(Deduction *d, Bits taken, Bits *carrier) {
    if (full_between(d, taken, carrier)) return true;
    if (!d->nodes) return false;
    d->nodes--;
    Bits meet = bits_all(), united = bits_none(), needs;
    if (!semis_between(d, taken, &meet, &united)) return false;
    while (!bits_is_empty(meet)) {
        if (!reply_find(d, bits_or(taken, bits_of(bits_first(meet))), &needs)) return false;
        meet = bits_and(meet, needs);
        united = bits_or(united, needs);
    }
    *carrier = united;
    return true;
}

static bool hs_deduce(const HSearch *hs, uint64_t nodes, CellSet *carrier) {
    Deduction d = {.hs = hs, .nodes = nodes};
    Bits found;
    if (hs->state->joined) return hs_win(hs, carrier);
    for (int side = 0; side < 2; side++) d.set[side][d.count[side]++] = (int16_t)(hs->geometry->cells + side);
    if (!deduce(&d, hs_blocked(hs), &found)) return false;
    if (carrier) *carrier = bits_to_cellset(found);
    return true;
}
