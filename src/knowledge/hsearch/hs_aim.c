// The crossing rule aimed at a gap. A gap is a cell or chain without a small full to an edge because its semis
// all share a cell. The rule looks for one more semi without that cell.
//
// Let (e, A, a) be a full from the edge to an empty cell a. Once a is played, e and a are one chain. There
// are two ways on to y. One is a semi P from a to y. The other goes over an empty cell b that a full (b, B, y)
// joins to y. Disjoint semis S (a to b) and T (e to b) join b to the chain. Let W = {b} + B + S + T. If P and W are
// disjoint,
//     (e, {a} + A + P + W, y) is a semi with key a.
// An intrusion into P is answered by b, one into W by the key of P. Intrusions into A, S + T or B are answered
// inside them. Sound when A + {a}, P, B + {b}, S and T are pairwise disjoint and none holds y.
// Example, Black: a3 on the board, y = b4, the north edge. All small semis hold b3. Take a = c2, A = {c1, d1}
// and P = {c3}. Take b = a4, beside y and a3, with S = {b2} and T = {a2, a1, b1}. This gives a semi without b3,
// so a full of ten cells.
//
// Crossing between all ends (hs_cross.c) costs four times the time of a build. So this rule tries only rows 4 and 5,
// with members of a few cells nearby. It runs once per build, when all other rules have come to rest. Its semis
// start no further round, so it ends whatever else removes them. Derivations are not kept.
#include "knowledge/hsearch/hsearch.h"

#include <stdlib.h>
#include <string.h>

enum {
    MEMBERS_MAX = 16,
    SEMIS_MAX = 40,
    ROW_FIRST = 3, // of y, from the edge
    ROW_LAST = 4,
    SEMI_LEAST = 12,  // cells of the smallest semi of the edge and y, at most
    SEMI_ENOUGH = 5,  // semis of 5 cells or fewer without a common one: no gap
    MEMBER_CELLS = 3, // of P
    ON_CELLS = 3,     // of B and b
    TOTAL_CELLS = 18  // of the new semi
};

// How hard to try.
typedef struct Effort {
    int steps; // from a to y and to b
    int full;  // cells of A
    int meet;  // cells that the small semis share
} Effort;

static const Effort efforts[] = {
    [VC_AIM_NEVER] = {0, 0, 0},
    [VC_AIM_NEAR] = {3, 3, 1},
    [VC_AIM_WIDE] = {4, 6, 3},
};

typedef struct Aim {
    HSearch *hs;
    const Effort *effort;
    Bits from[2];                 // by edge: cells with a small full to it
    Bits joins[2];                // cells with a semi to it
    Bits shared[2][HS_CELLS_MAX]; // of such a cell, what its semis share: here for quick looks at many
    int edge, y, a;
    Bits target; // cells that the new semi must not hold
    Bits taken;  // A, a, y and the target
    int semis;   // of the edge and y, smallest first
    int size[SEMIS_MAX];
    Bits semi[SEMIS_MAX];
    bool added;
} Aim;

static bool hs_aim_prepare(HSearch *hs) {
    const Geometry *g = hs->geometry;
    if (hs->options.aim == VC_AIM_NEVER) return true;
    hs->near = malloc((size_t)g->cells * sizeof *hs->near);
    if (!hs->near) return false;
    for (int cell = 0; cell < g->cells; cell++) {
        Bits near = bits_of(cell);
        for (int step = 0; step < efforts[hs->options.aim].steps; step++) {
            Bits ring = near;
            for (int next; (next = bits_pop(&ring)) >= 0;)
                near = bits_or(near, bits_from_cellset(&g->around[next]));
        }
        hs->near[cell] = near;
    }
    return true;
}

static int edge_side(const HSearch *hs, int edge) {
    return edge - hs->geometry->cells;
}

// The way over b; `on` is B and b.
static void aim_over(Aim *m, Bits member, int b, Bits on) {
    HSearch *hs = m->hs;
    const HsState *s = hs->state;
    int side = edge_side(hs, m->edge);
    Bits near, far, used = bits_or(bits_or(m->taken, member), on);
    if (bits_meets(m->shared[side][b], used)) return;
    if (semi_find(s, pair_find(hs, s, m->a, b), used, &near) < 0) return;
    used = bits_or(used, near);
    if (semi_find(s, pair_find(hs, s, m->edge, b), used, &far) < 0) return;
    Bits carrier = bits_minus(bits_or(used, far), bits_or(m->target, s->node_bit[m->y]));
    if (bits_count(carrier) > TOTAL_CELLS || hs_semi_add(hs, m->edge, m->y, carrier, m->a) < 0) return;
    m->added = true;
    if (!node_is_edge(hs, m->y)) m->shared[side][m->y] = pair_find(hs, s, m->edge, m->y)->semi_meet;
}

// Every b near a with a full to y that is apart from the member P.
static void aim_member(Aim *m, Bits member) {
    const HsState *s = m->hs->state;
    Bits far = bits_minus(s->empty, m->hs->near[m->a]), avoid = bits_or(bits_or(m->taken, member), far);
    Bits joins = bits_and(m->joins[edge_side(m->hs, m->edge)], s->empty);
    for (int block = s->around_head[m->y]; block >= 0; block = s->around_tags[block].next) {
        const AroundTag *tag = &s->around_tags[block];
        const Lanes *lanes = &s->around_lanes[block];
        for (unsigned hits = lanes_apart(lanes, avoid) & lanes_used(tag->used); hits; hits &= hits - 1) {
            int lane = __builtin_ctz(hits), b = tag->other[lane];
            if (b < 0 || node_is_edge(m->hs, b) || !bits_has(joins, b)) continue;
            Bits on = lanes_get(lanes, lane);
            if (bits_count(on) <= ON_CELLS) aim_over(m, member, b, on);
        }
    }
}

// The full (e, A, a) and each P. These are copied first: what is found may move lists in memory.
static void aim_full(Aim *m, Bits carrier) {
    HSearch *hs = m->hs;
    const HsState *s = hs->state;
    Bits members[MEMBERS_MAX];
    int count = 0;
    m->taken = bits_or(bits_or(carrier, bits_of(m->a)), bits_or(s->node_bit[m->y], m->target));
    for (SemiWalk w = semi_walk(s, pair_find(hs, s, m->a, m->y)); w.used; semi_walk_next(&w)) {
        unsigned hits = lanes_apart(w.lanes, m->taken) & lanes_used(w.used);
        for (; hits && count < MEMBERS_MAX; hits &= hits - 1) {
            members[count] = lanes_get(w.lanes, __builtin_ctz(hits));
            count += bits_count(members[count]) <= MEMBER_CELLS;
        }
    }
    for (int i = 0; i < count; i++) aim_member(m, members[i]);
}

// Every a near y.
static void aim_at(Aim *m, Bits target) {
    HSearch *hs = m->hs;
    const HsState *s = hs->state;
    Bits ends = bits_or(target, s->node_bit[m->y]);
    Bits cells = bits_minus(m->from[edge_side(hs, m->edge)], ends);
    if (!bits_is_empty(s->node_bit[m->y])) cells = bits_and(cells, hs->near[m->y]);
    m->target = target;
    for (int a; (a = bits_pop(&cells)) >= 0;) {
        const Pair *on = pair_find(hs, s, a, m->y);
        if (!on || !on->semi_count || bits_meets(on->semi_meet, ends)) continue;
        m->a = a;
        for (int f = pair_find(hs, s, m->edge, a)->full_head; f >= 0; f = s->fulls[f].next) {
            if (s->fulls[f].size <= m->effort->full && !bits_meets(s->fulls[f].carrier, ends))
                aim_full(m, s->fulls[f].carrier);
        }
    }
}

static void semis_sort(Aim *m, const Pair *p) {
    m->semis = 0;
    for (SemiWalk w = semi_walk(m->hs->state, p); w.used; semi_walk_next(&w)) {
        for (int lane = 0; lane < w.used && m->semis < SEMIS_MAX; lane++) {
            Bits carrier = lanes_get(w.lanes, lane);
            int size = bits_count(carrier), at = m->semis++;
            for (; at > 0 && m->size[at - 1] > size; at--) {
                m->size[at] = m->size[at - 1];
                m->semi[at] = m->semi[at - 1];
            }
            m->size[at] = size;
            m->semi[at] = carrier;
        }
    }
}

// The cells that the smallest semis share, as many of them as share any; none when few do.
static Bits semis_meet(const Aim *m) {
    Bits meet = bits_all();
    for (int i = 0; i < m->semis; i++) {
        Bits next = bits_and(meet, m->semi[i]);
        if (bits_is_empty(next)) return m->size[i] <= SEMI_ENOUGH ? next : meet;
        meet = next;
    }
    return meet;
}

// Aims past each of the cells that the small semis share.
static void aim_past(Aim *m, const Pair *p) {
    Bits meet = bits_minus(semis_meet(m), hs_pair_captured(m->hs, p));
    if (bits_count(meet) > m->effort->meet) return;
    for (int cell; (cell = bits_pop(&meet)) >= 0;) aim_at(m, bits_of(cell));
}

static int full_least(const HsState *s, const Pair *p) {
    int least = HS_CELLS_MAX + 1;
    for (int f = p->full_head; f >= 0; f = s->fulls[f].next)
        if (s->fulls[f].size < least) least = s->fulls[f].size;
    return least;
}

// Rows count from the edge; a chain may lie anywhere.
static bool row_tried(const HSearch *hs, int node, int edge) {
    const Geometry *g = hs->geometry;
    if (bits_is_empty(hs->state->node_bit[node])) return true;
    int row = hs->color == BLACK ? cell_row(g, node) : cell_column(g, node);
    if (edge_side(hs, edge)) row = (hs->color == BLACK ? g->height : g->width) - 1 - row;
    return row >= ROW_FIRST && row <= ROW_LAST;
}

static void aim_pair(Aim *m, int pair) {
    const HsState *s = m->hs->state;
    const Pair *p = &s->pairs[pair];
    bool x_edge = node_is_edge(m->hs, p->x);
    if (p->semi_count < 2) return;
    m->edge = x_edge ? p->x : p->y;
    m->y = x_edge ? p->y : p->x;
    if (!row_tried(m->hs, m->y, m->edge)) return;
    semis_sort(m, p);
    if (m->size[0] > SEMI_LEAST) return;
    aim_past(m, p);
}

static void edges_survey(Aim *m) {
    const HsState *s = m->hs->state;
    for (int side = 0; side < 2; side++) {
        Bits left = s->empty;
        m->from[side] = m->joins[side] = bits_none();
        for (int cell; (cell = bits_pop(&left)) >= 0;) {
            const Pair *p = pair_find(m->hs, s, m->hs->geometry->cells + side, cell);
            if (p && p->semi_count) bits_add(&m->joins[side], cell);
            if (p) m->shared[side][cell] = p->semi_meet;
            if (p && full_least(s, p) <= m->effort->full) bits_add(&m->from[side], cell);
        }
    }
}

// The pairs of an edge and another node in the order of their numbers: a bit for each.
enum { PAIR_WORDS = (UINT16_MAX + 1) / 64 };

static int edge_pairs(const HSearch *hs, uint64_t *marked) {
    const HsState *s = hs->state;
    int words = (s->pair_count + 63) / 64;
    memset(marked, 0, (size_t)words * sizeof *marked);
    for (int edge = hs->geometry->cells; edge < hs->nodes; edge++) {
        for (int node = 0; node < hs->geometry->cells; node++) {
            int number = s->pair_of[edge * hs->nodes + node] - 1;
            if (number >= 0) marked[number / 64] |= (uint64_t)1 << number % 64;
        }
    }
    return words;
}

static bool hs_aim(HSearch *hs) {
    const HsState *s = hs->state;
    const Pair *won = pair_winning(hs, s);
    uint64_t marked[PAIR_WORDS];
    if (!hs->aiming) return false;
    hs->aiming = false;
    if (won && won->full_count) return false;
    Aim m; // not cleared: it is large
    m.hs = hs;
    m.effort = &efforts[hs->options.aim];
    m.added = false;
    edges_survey(&m);
    for (int i = 0, words = edge_pairs(hs, marked); i < words; i++) {
        for (uint64_t left = marked[i]; left; left &= left - 1) aim_pair(&m, 64 * i + __builtin_ctzll(left));
    }
    return m.added;
}
