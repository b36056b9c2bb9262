// Inferior cells: the moves that the side to move may leave out. See inferior.h.
//
// Order matters, since a dominator must not itself be pruned for another reason. Vulnerable cells come first, then
// the independent reversible ones, then dominated ones. One representative of a class stays.
#include "knowledge/inferior/inferior_state.h"

typedef struct Pruner {
    InferiorState *s;
    Color mover;
    unsigned kinds;
    Bits candidates;        // neither vulnerable nor reversible
    Bits reversers;         // answers of the reversible cells accepted so far
    Bits dominators[CELLS]; // of each vacant cell
} Pruner;

// --- What a captured set kills ---

// Whether a set of cells, all vacant, is a clique of the graph.
static bool is_clique(const Graph *g, Bits cells) {
    for (int u; (u = bits_pop(&cells)) >= 0;)
        if (!bits_within(cells, g->near[u])) return false;
    return true;
}

// One chain of stones, in a graph of its colour, and what it would touch.
typedef struct Link {
    const Graph *g;
    Bits stones, gone; // the chain; a cell the other colour takes
    Bits near;         // vacant cells adjacent to the chain
    int terminal;      // the edge it touches, or -1
} Link;

// False when the stones are not one chain, or join the edges.
static bool link_make(Link *link, const Graph *g, Bits stones, Bits gone) {
    Bits todo = bits_unit(bits_first(stones)), seen = todo, near = bits_none();
    for (int cell; (cell = bits_pop(&todo)) >= 0;) {
        near = bits_or(near, g->near[cell]);
        Bits more = bits_minus(bits_and(g->near[cell], stones), seen);
        seen = bits_or(seen, more);
        todo = bits_or(todo, more);
    }
    bool top = bits_meets(stones, g->terminal[0]), bottom = bits_meets(stones, g->terminal[1]);
    *link = (Link){g, stones, gone, bits_minus(near, bits_or(stones, gone)), top ? 0 : bottom ? 1 : -1};
    return bits_equal(seen, stones) && !(top && bottom);
}

// The chain kills d, a cell beside it: as for a single stone (inferior_graph.c).
static bool link_kills(const Link *link, int d) {
    const Graph *g = link->g;
    bool top = bits_has(g->terminal[0], d), bottom = bits_has(g->terminal[1], d);
    int terminal = top ? 0 : bottom ? 1 : -1;
    if (top && bottom) return false;
    Bits rest = bits_minus(g->near[d], bits_or(link->stones, link->gone));
    if (link->terminal >= 0) {
        if (terminal >= 0 && terminal != link->terminal) return false;
        return bits_within(rest, bits_or(g->terminal[link->terminal], link->near)) && is_clique(g, rest);
    }
    Bits extra = bits_minus(rest, link->near), all = bits_without(bits_or(rest, link->near), d);
    if (terminal >= 0 && !bits_within(all, g->terminal[terminal])) return false;
    for (int e; (e = bits_pop(&extra)) >= 0;) {
        all = bits_without(all, e);
        if (!bits_within(all, g->near[e])) return false;
    }
    return true;
}

// The cells that stones of a colour on a set kill; `gone` is a cell that the other colour takes, or none.
static Bits set_kills(const InferiorState *s, Color color, Bits stones, Bits gone) {
    const Graph *own = &s->graph[color], *other = &s->graph[color_other(color)];
    Bits out = bits_none(), beside = bits_none(), taken = stones;
    Link link;
    if (link_make(&link, own, stones, gone)) {
        Bits left = link.near;
        for (int d; (d = bits_pop(&left)) >= 0;)
            if (link_kills(&link, d)) out = bits_with(out, d);
    }
    if (!bits_is_empty(gone)) return out;
    for (int cell; (cell = bits_pop(&taken)) >= 0;) beside = bits_or(beside, other->near[cell]);
    beside = bits_minus(beside, bits_or(stones, out));
    for (int d; (d = bits_pop(&beside)) >= 0;) {
        bool top = bits_has(other->terminal[0], d), bottom = bits_has(other->terminal[1], d);
        Bits rest = bits_minus(other->near[d], stones);
        if ((top && bottom) || (top && !bits_within(rest, other->terminal[0])) ||
            (bottom && !bits_within(rest, other->terminal[1])))
            continue;
        if (is_clique(other, rest)) out = bits_with(out, d);
    }
    return out;
}

// --- Vulnerable and reversible cells ---

// Notes the cells as vulnerable: the opponent's answer `by` kills them, with the cells of `answer` his.
static void vulnerable_add(Pruner *p, Bits cells, Bits answer, int by, int pattern) {
    InferiorState *s = p->s;
    cells = bits_and(cells, p->candidates);
    s->vulnerable = bits_or(s->vulnerable, cells);
    p->candidates = bits_minus(p->candidates, cells);
    for (int cell; (cell = bits_pop(&cells)) >= 0;) {
        s->answer[cell] = answer;
        s->reason[cell] =
            (InferiorReason){INFERIOR_VULNERABLE, (uint8_t)p->mover, (int16_t)pattern, (int16_t)by};
    }
}

static void vulnerable_find(Pruner *p) {
    const InferiorState *s = p->s;
    Bits left = s->now.vacant;
    for (int cell; (cell = bits_pop(&left)) >= 0;) {
        int by = bits_first(state_killers(s, color_other(p->mover), cell));
        if (by >= 0) vulnerable_add(p, bits_unit(cell), bits_unit(by), by, 0);
    }
}

// After the opponent's stone on `by` the set is the mover's captured set. Its cells, and those it kills, are
// pruned, unless the set holds the answer to a cell pruned earlier. The opponent could then no longer give
// that answer.
static void set_reverse(Pruner *p, Bits set, int by, int pattern) {
    InferiorState *s = p->s;
    if (bits_meets(set, p->reversers)) return;
    Bits left = bits_and(bits_or(set, set_kills(s, p->mover, set, bits_unit(by))), p->candidates);
    if (bits_is_empty(left)) return;
    p->reversers = bits_with(p->reversers, by);
    s->reversible = bits_or(s->reversible, left);
    p->candidates = bits_minus(p->candidates, left);
    for (int cell; (cell = bits_pop(&left)) >= 0;) {
        s->answer[cell] = bits_unit(by);
        s->reason[cell] =
            (InferiorReason){INFERIOR_REVERSIBLE, (uint8_t)p->mover, (int16_t)pattern, (int16_t)by};
    }
}

// A captured pattern of `owner` that one stone is missing from, a vacant cell.
//   - The mover's pattern and stone: the move dominates the set and what the set kills.
//   - The mover's pattern, the opponent's stone: it reverses the set.
//   - The opponent's pattern and stone: what stone and set kill is vulnerable. The set is his even after the
//     mover's stone on the killed cell, which lies outside it.
static void lacking_apply(Pruner *p, Color owner, int cell, int image, int offset, Color missing) {
    const InferiorState *s = p->s;
    const PatternClaim *claim = &pattern_claim[image];
    int move = s->place[cell][offset];
    Bits set = bits_none();
    for (uint64_t left = claim->fill[owner]; left; left &= left - 1)
        set = bits_with(set, s->place[cell][__builtin_ctzll(left)]);
    Bits both = bits_with(set, move);
    if (owner != p->mover) {
        if (missing == owner)
            vulnerable_add(p, set_kills(s, owner, both, bits_none()), both, move, claim->pattern);
    } else if (missing != owner) {
        if (p->kinds & INFERIOR_REVERSIBLE) set_reverse(p, set, move, claim->pattern);
    } else {
        Bits below = bits_or(set, set_kills(s, owner, both, bits_none()));
        for (int d; (d = bits_pop(&below)) >= 0;) p->dominators[d] = bits_with(p->dominators[d], move);
    }
}

// Applies a candidate if exactly one stone is missing, where the cell is vacant.
static void candidate_try(Pruner *p, Color owner, int cell, int image) {
    uint64_t near = p->s->near[cell], far = p->s->far[cell];
    const PatternImage *near_part = &pattern_near[image], *far_part = &pattern_far[image];
    uint64_t near_wrong = (near & near_part->mask) ^ near_part->want;
    if (near_wrong & (near_wrong - 1)) return;
    uint64_t far_wrong = (far & far_part->mask) ^ far_part->want;
    if (__builtin_popcountll(near_wrong) + __builtin_popcountll(far_wrong) != 1) return;
    uint64_t code = near_wrong ? near : far, wanted = near_wrong ? near_part->want : far_part->want;
    int shift = __builtin_ctzll(near_wrong ? near_wrong : far_wrong) & ~1;
    uint64_t stone = wanted >> shift & 3;
    if (!stone || code >> shift & 3) return;
    lacking_apply(p, owner, cell, image, shift / 2 + (near_wrong ? 1 : HEX_RING2), (Color)(stone - 1));
}

// The candidates of an owner whose near part is wrong in one bit at most.
static const Lacking *lacking_find(InferiorState *s, uint64_t near, Color owner) {
    Lacking *lacking = &s->lacking[(code_hash(near) + (uint32_t)owner * 677) % LACKING_SLOTS];
    if (lacking->near == near && lacking->known == owner + 1) return lacking;
    const uint32_t *start = &pattern_list_start[PATTERN_LIST_LACKS + owner][near & 0xfff];
    lacking->near = near;
    lacking->known = (uint16_t)(owner + 1);
    lacking->count = 0;
    for (uint32_t i = start[0]; i < start[1] && lacking->count <= LACKING_MAX; i++) {
        const PatternImage *part = &pattern_near[pattern_candidate[i]];
        uint64_t wrong = (near & part->mask) ^ part->want;
        if (wrong & (wrong - 1)) continue;
        if (lacking->count < LACKING_MAX) lacking->image[lacking->count] = pattern_candidate[i];
        lacking->count++;
    }
    return lacking;
}

static void cell_match(Pruner *p, Color owner, int cell) {
    uint64_t near = p->s->near[cell];
    const Lacking *lacking = lacking_find(p->s, near, owner);
    const uint32_t *start = &pattern_list_start[PATTERN_LIST_LACKS + owner][near & 0xfff];
    if (lacking->count > LACKING_MAX) {
        for (uint32_t i = start[0]; i < start[1]; i++) candidate_try(p, owner, cell, pattern_candidate[i]);
    } else {
        for (int i = 0; i < lacking->count; i++) candidate_try(p, owner, cell, lacking->image[i]);
    }
}

// --- Dominated cells ---

// Adds to each cell's dominators those of its dominators.
static void dominators_close(Pruner *p, Bits cells) {
    Bits middle = cells;
    for (int m; (m = bits_pop(&middle)) >= 0;) {
        Bits left = cells;
        for (int d; (d = bits_pop(&left)) >= 0;)
            if (bits_has(p->dominators[d], m)) p->dominators[d] = bits_or(p->dominators[d], p->dominators[m]);
    }
}

// Drops each move that a kept move dominates. Also drops each move that one outside the allowed cells dominates:
// the outside one loses, so both lose.
static Bits dominated_drop(Pruner *p, Bits allowed) {
    InferiorState *s = p->s;
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

static void state_prune(InferiorState *s, Color mover, const Bits *allowed, unsigned kinds, Bits *moves) {
    Pruner p;
    p.s = s;
    p.mover = mover;
    p.kinds = kinds;
    p.candidates = s->now.vacant;
    p.reversers = bits_none();
    s->mover = mover;
    s->vulnerable = s->reversible = s->dominated = bits_none();
    state_graph(s);
    *moves = bits_and(*allowed, s->now.vacant);
    if (s->graph[BLACK].joined || s->graph[WHITE].joined) return; // the game is over
    Bits left = s->now.vacant;
    if (kinds & INFERIOR_VULNERABLE) {
        vulnerable_find(&p);
        if (!(kinds & INFERIOR_SNARED)) left = bits_none();
        for (int cell; (cell = bits_pop(&left)) >= 0;) cell_match(&p, color_other(mover), cell);
    }
    bool noted = s->noted && s->noted_mover == mover;
    left = s->now.vacant;
    for (int cell; (cell = bits_pop(&left)) >= 0;)
        p.dominators[cell] = noted ? s->noted_dominators[cell] : bits_none();
    if (kinds & (INFERIOR_REVERSIBLE | INFERIOR_DOMINATED)) {
        left = s->now.vacant;
        for (int cell; (cell = bits_pop(&left)) >= 0;) cell_match(&p, mover, cell);
    }
    *moves = bits_and(p.candidates, *moves);
    if (kinds & INFERIOR_DOMINATED) *moves = dominated_drop(&p, *allowed);
}
