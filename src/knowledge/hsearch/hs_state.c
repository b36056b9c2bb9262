#include "knowledge/hsearch/hsearch.h"

#include <stdlib.h>
#include <string.h>

static bool hs_grow(HSearch *hs, void *array, int *room, int count, size_t size) {
    void **slot = array, *old = *slot;
    int wanted = *room ? *room : 64;
    while (wanted < count) wanted *= 2;
    size_t bytes = ((size_t)wanted * size + 63) / 64 * 64;
    void *fresh = aligned_alloc(64, bytes);
    if (!fresh) {
        if (hs) hs->failed = true;
        return false;
    }
    if (old) memcpy(fresh, old, (size_t)*room * size);
    if (old && HS_ALWAYS_MOVES) memset(old, 0xa5, (size_t)*room * size);
    free(old);
    *slot = fresh;
    *room = wanted;
    return true;
}

static HsState *hs_state_new(const HSearch *hs) {
    size_t bytes = (sizeof(HsState) + 63) / 64 * 64;
    HsState *s = aligned_alloc(64, bytes);
    if (!s) return NULL;
    memset(s, 0, bytes);
    s->pair_of = malloc((size_t)hs->nodes * (size_t)hs->nodes * sizeof *s->pair_of);
    if (s->pair_of) return s;
    free(s);
    return NULL;
}

static void hs_state_free(HsState *s) {
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

static void hs_state_clear(const HSearch *hs, HsState *s) {
    memset(s->pair_of, 0, (size_t)hs->nodes * (size_t)hs->nodes * sizeof *s->pair_of);
    memset(s->around_head, -1, sizeof s->around_head);
    s->pair_count = s->full_count = s->spill_count = s->around_blocks = 0;
    s->live_fulls = s->live_semis = 0;
    s->joined = s->unfinished = false;
}

// Names every stone reached from `todo` by `node`.
static Bits chain_name(const HSearch *hs, HsState *s, Bits todo, int node) {
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

// What a stone of the colour on an empty cell would touch.
typedef struct Touch {
    Bits cells;       // empty cells beside it, or beside a chain beside it
    int16_t nodes[6]; // the chains and edges beside it
    int count;
} Touch;

static void touch_add(Touch *t, int node, const Bits *beside) {
    for (int i = 0; i < t->count; i++)
        if (t->nodes[i] == node) return;
    t->nodes[t->count++] = (int16_t)node;
    t->cells = bits_or(t->cells, beside[node]);
}

static void touch_find(const HSearch *hs, const HsState *s, int cell, const Bits *beside, Touch *t) {
    const Geometry *g = hs->geometry;
    t->count = 0;
    t->cells = bits_and(bits_from_cellset(&g->around[cell]), s->empty);
    for (int i = 0; i < g->neighbour_count[cell]; i++) {
        int next = g->neighbour[cell][i];
        if (next >= CELL_MAX) {
            if (edge_color(next) == hs->color)
                touch_add(t, g->cells + next - color_edge(hs->color, 0), beside);
        } else if (bits_has(s->stones[hs->color], next)) {
            touch_add(t, s->node_of[next], beside);
        }
    }
}

// The empty cells beside each chain and edge.
static void beside_find(const HSearch *hs, const HsState *s, Bits *beside) {
    const Geometry *g = hs->geometry;
    Bits stones = s->stones[hs->color];
    memset(beside, 0, sizeof *beside * (size_t)hs->nodes);
    for (int side = 0; side < 2; side++) {
        Bits row = bits_from_cellset(&g->around[color_edge(hs->color, side)]);
        beside[g->cells + side] = bits_and(row, s->empty);
    }
    for (int cell; (cell = bits_pop(&stones)) >= 0;) {
        Bits *of = &beside[s->node_of[cell]];
        *of = bits_or(*of, bits_and(bits_from_cellset(&g->around[cell]), s->empty));
    }
}

static bool touch_has(const Touch *t, int node) {
    for (int i = 0; i < t->count; i++)
        if (t->nodes[i] == node) return true;
    return false;
}

// With stones on z and its neighbour b, every path over a can go over them instead. They or their chains touch
// all that a touches.
static bool is_bypassed(const HSearch *hs, const Touch *touch, int a, int z, int b) {
    Bits around = bits_and(bits_from_cellset(&hs->geometry->around[a]), hs->state->empty);
    Bits known = bits_or(bits_or(touch[z].cells, touch[b].cells), bits_or(bits_of(z), bits_of(b)));
    if (!bits_within(around, known)) return false;
    for (int i = 0; i < touch[a].count; i++)
        if (!touch_has(&touch[z], touch[a].nodes[i]) && !touch_has(&touch[b], touch[a].nodes[i]))
            return false;
    return true;
}

// A stone on z captures a pair of empty cells beside it if either can be bypassed once its owner has the other.
// If the opponent takes one, the owner takes the other, and whatever ends could be joined over both still
// can. So the pair counts as the owner's in any connection that z ends or joins. Pairs may overlap: a
// bypassed cell does not matter, whoever has it.
static void captured_find(const HSearch *hs, HsState *s) {
    const Geometry *g = hs->geometry;
    Bits beside[HS_NODES_MAX], left = s->empty, open = bits_none();
    Touch touch[HS_CELLS_MAX];
    beside_find(hs, s, beside);
    for (int cell; (cell = bits_pop(&left)) >= 0;) {
        Bits around = bits_from_cellset(&g->around[cell]);
        touch_find(hs, s, cell, beside, &touch[cell]);
        if (bits_count(around) == 6 && bits_within(around, s->empty)) bits_add(&open, cell);
        s->captured[cell] = bits_none();
    }
    left = s->empty;
    for (int z; (z = bits_pop(&left)) >= 0;) { // a cell in the open cannot be bypassed
        Bits todo = bits_minus(bits_and(bits_from_cellset(&g->around[z]), s->empty), open);
        for (int a; (a = bits_pop(&todo)) >= 0;) {
            Bits next = bits_and(todo, bits_from_cellset(&g->around[a]));
            for (int b; (b = bits_pop(&next)) >= 0;) {
                if (!is_bypassed(hs, touch, a, z, b) || !is_bypassed(hs, touch, b, z, a)) continue;
                bits_add(&s->captured[z], a);
                bits_add(&s->captured[z], b);
            }
        }
    }
}

static void hs_state_board(const HSearch *hs, HsState *s, const Bits stones[2]) {
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

static Pair *hs_pair(HSearch *hs, int x, int y) {
    HsState *s = hs->state;
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
    p->full_meet = bits_all(); // each by itself: copied from one to the next they would wait for memory
    p->near_meet = bits_all();
    p->semi_meet = bits_all();
    p->fresh_meet = bits_all();
    p->x = (int16_t)x;
    p->y = (int16_t)y;
    p->full_head = p->spill_head = -1;
    p->full_count = p->semi_count = 0;
    p->near_size = 0;
    p->or_queued = false;
    return p;
}
