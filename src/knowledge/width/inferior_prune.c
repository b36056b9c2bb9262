// Inferior cells: the moves that the side to move may leave out. See inferior.h.
//
// Order matters (a dominator must not itself be pruned for another reason): first vulnerable cells, then
// reversible ones as far as they are independent, then dominated ones, one representative of a class kept.
#include "knowledge/width/inferior_width.h"

typedef struct Pruner {
    State *s;
    Color mover;
    unsigned kinds;
    Bits candidates;        // neither vulnerable nor reversible
    Bits reversers;         // answers of the reversible cells accepted so far
    Bits dominators[CELLS]; // of each vacant cell
} Pruner;

static void vulnerable_find(Pruner *p) {
    State *s = p->s;
    Bits left = s->now.vacant;
    for (int cell; (cell = bits_pop(&left)) >= 0;) {
        int killer = bits_first(state_killers(s, color_other(p->mover), cell));
        if (killer < 0) continue;
        s->vulnerable = bits_with(s->vulnerable, cell);
        s->reason[cell] = (InferiorReason){INFERIOR_VULNERABLE, (uint8_t)p->mover, 0, (int16_t)killer};
    }
    p->candidates = bits_minus(p->candidates, s->vulnerable);
}

// After the opponent's stone on `answer` the set is the mover's captured set. Its cells are pruned unless the
// set holds the answer to one pruned before: that answer would no longer be the opponent's to give.
static void set_reverse(Pruner *p, Bits set, int answer, int pattern) {
    State *s = p->s;
    if (bits_meets(set, p->reversers)) return;
    Bits left = bits_and(set, p->candidates);
    if (bits_is_empty(left)) return;
    p->reversers = bits_with(p->reversers, answer);
    s->reversible = bits_or(s->reversible, left);
    p->candidates = bits_minus(p->candidates, left);
    for (int cell; (cell = bits_pop(&left)) >= 0;)
        s->reason[cell] =
            (InferiorReason){INFERIOR_REVERSIBLE, (uint8_t)p->mover, (int16_t)pattern, (int16_t)answer};
}

// A captured pattern of the mover's that one stone is missing from, a vacant cell. A missing stone of the
// mover's dominates the set, one of the opponent's reverses it.
static void lacking_apply(Pruner *p, int cell, int image, int offset, Color missing) {
    const State *s = p->s;
    const PatternClaim *claim = &pattern_claim[image];
    if (!claim->fill[p->mover]) return;
    int move = s->place[cell][offset];
    Bits set = bits_none();
    for (uint64_t left = claim->fill[p->mover]; left; left &= left - 1)
        bits_add(&set, s->place[cell][__builtin_ctzll(left)]);
    if (missing != p->mover) {
        if (p->kinds & INFERIOR_REVERSIBLE) set_reverse(p, set, move, claim->pattern);
        return;
    }
    for (int d; (d = bits_pop(&set)) >= 0;) p->dominators[d] = bits_with(p->dominators[d], move);
}

static void cell_match(Pruner *p, int cell) {
    const State *s = p->s;
    uint64_t near = s->near[cell], far = s->far[cell];
    const uint32_t *start = &pattern_list_start[PATTERN_LIST_LACKS + p->mover][near & 0xfff];
    for (uint32_t i = start[0]; i < start[1]; i++) {
        int image = pattern_candidate[i];
        const PatternImage *near_part = &pattern_near[image], *far_part = &pattern_far[image];
        uint64_t near_wrong = (near & near_part->mask) ^ near_part->want;
        if (near_wrong & (near_wrong - 1)) continue;
        uint64_t far_wrong = (far & far_part->mask) ^ far_part->want;
        if (__builtin_popcountll(near_wrong) + __builtin_popcountll(far_wrong) != 1) continue;
        uint64_t code = near_wrong ? near : far, wanted = near_wrong ? near_part->want : far_part->want;
        int shift = __builtin_ctzll(near_wrong ? near_wrong : far_wrong) & ~1;
        uint64_t stone = wanted >> shift & 3;
        if (!stone || code >> shift & 3) continue;
        lacking_apply(p, cell, image, shift / 2 + (near_wrong ? 1 : HEX_RING2), (Color)(stone - 1));
    }
}

// Adds to each cell's dominators those of its dominators.
static void dominators_close(Pruner *p, Bits cells) {
    Bits middle = cells;
    for (int m; (m = bits_pop(&middle)) >= 0;) {
        Bits left = cells;
        for (int d; (d = bits_pop(&left)) >= 0;)
            if (bits_has(p->dominators[d], m)) p->dominators[d] = bits_or(p->dominators[d], p->dominators[m]);
    }
}

// Drops each move that a move still kept dominates, and each that a move outside the allowed cells dominates:
// that one loses, so it loses too.
static Bits dominated_drop(Pruner *p, Bits allowed) {
    State *s = p->s;
    Bits kept = bits_and(p->candidates, allowed), chained = bits_none(), left = s->now.vacant;
    for (int d; (d = bits_pop(&left)) >= 0;) {
        p->dominators[d] = bits_or(p->dominators[d], state_killers(s, p->mover, d));
        if (!bits_is_empty(p->dominators[d])) chained = bits_with(chained, d);
    }
    dominators_close(p, chained);
    left = bits_and(kept, chained);
    for (int d; (d = bits_pop(&left)) >= 0;) {
        Bits above = p->dominators[d];
        above = bits_without(above, d);
        Bits losing = bits_minus(above, allowed), live = bits_and(above, kept);
        int by = bits_first(bits_is_empty(losing) ? live : losing);
        if (by < 0) continue;
        kept = bits_without(kept, d);
        s->dominated = bits_with(s->dominated, d);
        s->reason[d] = (InferiorReason){INFERIOR_DOMINATED, (uint8_t)p->mover, 0, (int16_t)by};
    }
    return kept;
}

void WIDTH_NAME(state_prune)(State *s, Color mover, const Bits *allowed, unsigned kinds, Bits *moves) {
    Pruner p;
    p.s = s;
    p.mover = mover;
    p.kinds = kinds;
    p.candidates = s->now.vacant;
    p.reversers = bits_none();
    s->mover = mover;
    s->vulnerable = s->reversible = s->dominated = bits_none();
    WIDTH_NAME(state_graph)(s);
    *moves = bits_and(*allowed, s->now.vacant);
    if (s->graph[BLACK].joined || s->graph[WHITE].joined) return; // the game is over
    if (kinds & INFERIOR_VULNERABLE) vulnerable_find(&p);
    bool noted = s->noted && s->noted_mover == mover;
    Bits left = s->now.vacant;
    for (int cell; (cell = bits_pop(&left)) >= 0;)
        p.dominators[cell] = noted ? s->noted_dominators[cell] : bits_none();
    if (kinds & (INFERIOR_REVERSIBLE | INFERIOR_DOMINATED)) {
        left = s->now.vacant;
        for (int cell; (cell = bits_pop(&left)) >= 0;) cell_match(&p, cell);
    }
    *moves = bits_and(p.candidates, *moves);
    if (kinds & INFERIOR_DOMINATED) *moves = dominated_drop(&p, *allowed);
}
