#include "knowledge/width/hsearch.h"

#include <stdlib.h>
#include <string.h>

bool hs_grow(HSearch *hs, void *array, int *room, int count, size_t size) {
    if (count <= *room) return true;
    void **slot = array, *old = *slot;
    int wanted = *room ? *room * 2 : 64;
    while (wanted < count) wanted *= 2;
    size_t bytes = ((size_t)wanted * size + 63) / 64 * 64;
    void *fresh = aligned_alloc(64, bytes);
    if (!fresh) {
        if (hs) hs->failed = true;
        return false;
    }
    if (old) memcpy(fresh, old, (size_t)*room * size);
    free(old);
    *slot = fresh;
    *room = wanted;
    return true;
}

State *hs_state_new(const HSearch *hs) {
    size_t bytes = (sizeof(State) + 63) / 64 * 64;
    State *s = aligned_alloc(64, bytes);
    if (!s) return NULL;
    memset(s, 0, bytes);
    s->pair_of = malloc((size_t)hs->nodes * (size_t)hs->nodes * sizeof *s->pair_of);
    if (s->pair_of) return s;
    free(s);
    return NULL;
}

void hs_state_free(State *s) {
    if (!s) return;
    free(s->pair_of);
    free(s->pairs);
    free(s->fulls);
    free(s->own_lanes);
    free(s->spill_lanes);
    free(s->spill_tags);
    free(s->around_lanes);
    free(s->around_tags);
    free(s);
}

void hs_state_clear(const HSearch *hs, State *s) {
    memset(s->pair_of, 0, (size_t)hs->nodes * (size_t)hs->nodes * sizeof *s->pair_of);
    memset(s->around_head, -1, sizeof s->around_head);
    s->pair_count = s->full_count = s->spill_count = s->around_blocks = 0;
    s->live_fulls = s->live_semis = 0;
    s->joined = s->unfinished = false;
}

// Names every stone reached from `todo` by `node`.
static Bits chain_name(const HSearch *hs, State *s, Bits todo, int node) {
    const Geometry *g = hs->geometry;
    Bits chain = todo, stones = s->stones[hs->color];
    for (int cell; (cell = bits_pop(&todo)) >= 0;) {
        s->node_of[cell] = (int16_t)node;
        Bits next = bits_minus(bits_and(bits_from_cellset(&g->around[cell]), stones), chain);
        chain = bits_or(chain, next);
        todo = bits_or(todo, next);
    }
    return chain;
}

// A stone on the second row captures the two cells between it and its edge while both are empty: if the
// opponent takes one, its owner takes the other, and what is left beside the first are two cells that touch
// each other: a stone there joins nothing that is not joined already.
static void captured_find(const HSearch *hs, State *s) {
    const Geometry *g = hs->geometry;
    Bits empty = s->empty;
    for (int cell; (cell = bits_pop(&empty)) >= 0;) {
        s->captured[cell] = bits_none();
        Bits around = bits_from_cellset(&g->around[cell]);
        for (int side = 0; side < 2; side++) {
            Bits row = bits_from_cellset(&g->around[color_edge(hs->color, side)]),
                 below = bits_and(around, row);
            if (bits_has(row, cell) || bits_count(below) != 2 || !bits_within(below, s->empty)) continue;
            s->captured[cell] = bits_or(s->captured[cell], below);
        }
    }
}

void hs_state_board(const HSearch *hs, State *s, const Bits stones[2]) {
    const Geometry *g = hs->geometry;
    s->stones[BLACK] = stones[BLACK];
    s->stones[WHITE] = stones[WHITE];
    s->empty = bits_minus(bits_first_n(g->cells), bits_or(stones[BLACK], stones[WHITE]));
    memset(s->node_of, -1, sizeof s->node_of);
    memset(s->node_bit, 0, sizeof s->node_bit);
    Bits left = stones[hs->color];
    for (int side = 0; side < 2; side++) {
        Bits row = bits_from_cellset(&g->around[color_edge(hs->color, side)]);
        Bits chain = chain_name(hs, s, bits_and(row, left), g->cells + side);
        left = bits_minus(left, chain);
        if (side == 0) s->joined = bits_meets(chain, bits_from_cellset(&g->around[color_edge(hs->color, 1)]));
    }
    for (int cell; (cell = bits_first(left)) >= 0;)
        left = bits_minus(left, chain_name(hs, s, bits_of(cell), cell));
    Bits empty = s->empty;
    for (int cell; (cell = bits_pop(&empty)) >= 0;) {
        s->node_of[cell] = (int16_t)cell;
        s->node_bit[cell] = bits_of(cell);
    }
    if (hs->options.captured) captured_find(hs, s);
}

Pair *hs_pair(HSearch *hs, int x, int y) {
    State *s = hs->state;
    uint16_t *index = &s->pair_of[x * hs->nodes + y];
    if (*index) return &s->pairs[*index - 1];
    if (s->pair_count == UINT16_MAX) return NULL;
    int count = s->pair_count + 1;
    if (!hs_room(hs, &s->own_lanes, &s->own_room, count, sizeof *s->own_lanes) ||
        !hs_room(hs, &s->pairs, &s->pair_room, count, sizeof *s->pairs))
        return NULL;
    if (hs->recording && !hs_room(hs, &hs->own_from, &hs->own_from_room, count * LANES, sizeof *hs->own_from))
        return NULL;
    Pair *p = &s->pairs[s->pair_count++];
    *index = s->pair_of[y * hs->nodes + x] = (uint16_t)s->pair_count;
    p->full_meet = p->semi_meet = p->fresh_meet = bits_all();
    p->x = (int16_t)x;
    p->y = (int16_t)y;
    p->full_head = p->spill_head = -1;
    p->full_count = p->semi_count = 0;
    p->or_queued = false;
    return p;
}
