// Inferior cells: patterns by look-up on neighbourhood codes. See pattern_table.h.
#include "knowledge/inferior/inferior_state.h"

static bool part_matches(const PatternImage *part, uint64_t code) {
    return (code & part->mask) == part->want;
}

static bool claim_allowed(const PatternClaim *claim, unsigned kinds) {
    if (!(kinds >> claim->kind & 1)) return false;
    if (claim->kind == PATTERN_DEAD) return true;
    bool black = kinds & INFERIOR_NOT_BLACK && claim->fill[BLACK];
    return !black && !(kinds & INFERIOR_NOT_WHITE && claim->fill[WHITE]);
}

// Where to start in a list: at the first candidate whose near part applies.
static uint32_t place_find(InferiorState *s, uint64_t near, PatternListKind list) {
    Found *found = &s->found[(code_hash(near) + (uint32_t)list * 1361) % FOUND_SLOTS];
    if (found->near == near && found->list == (uint32_t)list + 1) return found->place;
    const uint32_t *start = &pattern_list_start[list][near & 0xfff];
    uint32_t i = start[0];
    while (i < start[1] && !part_matches(&pattern_near[pattern_candidate[i]], near)) i++;
    *found = (Found){near, (uint32_t)list + 1, i};
    return i;
}

// The first pattern of the list that applies at a cell, or -1.
static int image_find(InferiorState *s, int cell, PatternListKind list, unsigned kinds) {
    uint64_t near = s->near[cell], far = s->far[cell];
    uint32_t end = pattern_list_start[list][(near & 0xfff) + 1];
    for (uint32_t i = place_find(s, near, list); i < end; i++) {
        int image = pattern_candidate[i];
        if (!part_matches(&pattern_near[image], near) || !part_matches(&pattern_far[image], far)) continue;
        if (claim_allowed(&pattern_claim[image], kinds)) return image;
    }
    return -1;
}

static Bits offsets_cells(const InferiorState *s, int cell, uint64_t offsets) {
    Bits cells = bits_none();
    for (; offsets; offsets &= offsets - 1) bits_add(&cells, s->place[cell][__builtin_ctzll(offsets)]);
    return cells;
}

static void set_fill(InferiorState *s, Bits set, int content, InferiorReason reason) {
    for (int cell; (cell = bits_pop(&set)) >= 0;) {
        s->reason[cell] = reason;
        state_occupy(s, cell, content);
    }
}

static void image_apply(InferiorState *s, int cell, int image) {
    const PatternClaim *claim = &pattern_claim[image];
    FillState *now = &s->now;
    InferiorReason reason = {
        .kind = (uint16_t)(1 << claim->kind), .pattern = claim->pattern, .helper = CELL_NONE};
    if (claim->kind == PATTERN_DEAD) {
        Bits set = offsets_cells(s, cell, claim->fill[BLACK]);
        now->dead = bits_or(now->dead, set);
        set_fill(s, set, 3, reason);
        return;
    }
    for (Color color = BLACK; color <= WHITE; color++) {
        if (!claim->fill[color]) continue;
        Bits set = offsets_cells(s, cell, claim->fill[color]);
        Bits *kind = claim->kind == PATTERN_CAPTURED    ? now->captured
                     : claim->kind == PATTERN_PERMANENT ? now->permanent
                                                        : now->mutual;
        kind[color] = bits_or(kind[color], set);
        Bits need = claim->kind == PATTERN_CAPTURED ? set : offsets_cells(s, cell, claim->empties);
        now->needed[color] = bits_or(now->needed[color], need);
        reason.color = (uint8_t)color;
        set_fill(s, set, 1 + (int)color, reason);
    }
}

// Tries the dirty cells of a list. With `once` it stops after the first pattern that applies. True when one
// did.
static bool list_match(InferiorState *s, PatternListKind list, unsigned kinds, bool once) {
    bool any = false;
    for (;;) {
        Bits todo = bits_and(s->now.dirty[list], s->now.vacant);
        int cell = bits_first(todo), image = cell < 0 ? -1 : image_find(s, cell, list, kinds);
        s->now.dirty[list] = image < 0 && cell >= 0 ? bits_without(todo, cell) : todo;
        if (cell < 0) return any;
        if (image < 0) continue;
        image_apply(s, cell, image);
        any = true;
        if (once) return true;
    }
}

// Kinds of patterns are the lowest bits of the switches, in the same order.
_Static_assert(INFERIOR_DEAD == 1 << PATTERN_DEAD && INFERIOR_CAPTURED == 1 << PATTERN_CAPTURED &&
                   INFERIOR_PERMANENT == 1 << PATTERN_PERMANENT && INFERIOR_MUTUAL == 1 << PATTERN_MUTUAL,
               "switches follow PatternKind");

static void state_match(InferiorState *s, unsigned kinds) {
    if (!(kinds & (INFERIOR_DEAD | INFERIOR_CAPTURED))) return;
    do list_match(s, PATTERN_LIST_SOLID, kinds, false);
    while (kinds & INFERIOR_CAPTURED && list_match(s, PATTERN_LIST_LARGE, kinds, true));
}

static bool state_match_local(InferiorState *s, unsigned kinds) {
    bool any = false;
    while (list_match(s, PATTERN_LIST_LOCAL, kinds, true)) {
        state_match(s, kinds);
        any = true;
    }
    return any;
}
