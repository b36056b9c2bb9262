// Inferior cells: the state, its codes, and the loop of fill-in. See inferior.h.
//
// Invariants: near[c] and far[c] are the codes of c's surroundings, as `content` and the board's edges give
// them. The log lists the occupied cells in order. `dirty` covers every cell whose surroundings changed since
// its patterns were last tried.
#include "knowledge/inferior/inferior_state.h"

#include <stdlib.h>
#include <string.h>

// --- Constants of the board ---

// Content of a place off the board: the edge's colour, or either at a corner.
static int content_beyond(const Geometry *g, int column, int row) {
    bool black = row < 0 || row >= g->height, white = column < 0 || column >= g->width;
    return (black ? 1 : 0) | (white ? 2 : 0);
}

static void cell_prepare(InferiorState *s, const Geometry *g, int cell) {
    s->around[cell] = bits_from_cellset(&g->around[cell]);
    for (int offset = 0; offset < HEX_NEAR; offset++) {
        Hex step = hex_near(offset);
        int column = cell_column(g, cell) + step.q, row = cell_row(g, cell) + step.r;
        uint64_t beyond = (uint64_t)content_beyond(g, column, row);
        s->place[cell][offset] = (int16_t)(beyond ? NOWHERE : cell_at(g, column, row));
        if (!beyond)
            bits_add(&s->reach[cell], cell_at(g, column, row));
        else if (offset < HEX_RING2)
            s->empty_near[cell] |= beyond << code_shift(offset);
        else
            s->empty_far[cell] |= beyond << code_shift(offset);
    }
}

static Inferior *create(const Geometry *geometry) {
    InferiorState *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->interface = (Inferior){&WIDTH_NAME(inferior_table), geometry};
    s->all = bits_from_cellset(&geometry->all);
    for (int edge = 0; edge < 4; edge++)
        s->edge[edge] = bits_from_cellset(&geometry->around[EDGE_TOP + edge]);
    for (int cell = 0; cell < geometry->cells; cell++) cell_prepare(s, geometry, cell);
    s->content[NOWHERE] = 3;
    memcpy(s->near, s->empty_near, sizeof s->empty_near);
    memcpy(s->far, s->empty_far, sizeof s->empty_far);
    const CellSet none[2] = {cellset_none(), cellset_none()};
    s->interface.table->set(&s->interface, none);
    return &s->interface;
}

// --- Stones ---

// The offset with number i seen from the other end: rings are turned by half.
static inline int offset_opposite(int offset) {
    if (offset < HEX_RING1) return offset <= 3 ? offset + 3 : offset - 3;
    if (offset < HEX_RING2) return offset < HEX_RING1 + 6 ? offset + 6 : offset - 6;
    return offset < HEX_RING2 + 9 ? offset + 9 : offset - 9;
}

// Adds or takes away (the same thing) a content in the codes around a cell.
static void codes_toggle(InferiorState *s, int cell, uint64_t content) {
    const int16_t *place = s->place[cell];
    for (int i = 1; i < HEX_RING2; i++) s->near[place[i]] ^= content << code_shift(offset_opposite(i));
    for (int i = HEX_RING2; i < HEX_NEAR; i++) s->far[place[i]] ^= content << code_shift(offset_opposite(i));
}

static void state_occupy(InferiorState *s, int cell, int content) {
    FillState *now = &s->now;
    s->content[cell] = (uint8_t)content;
    s->log[now->logged++] = (int16_t)cell;
    codes_toggle(s, cell, (uint64_t)content);
    now->vacant = bits_without(now->vacant, cell);
    if (content != 3) now->stones[content - 1] = bits_with(now->stones[content - 1], cell);
    for (int i = 0; i < 3; i++) now->dirty[i] = bits_or(now->dirty[i], s->reach[cell]);
    now->graph_done = s->graph_known = s->noted = false;
}

// Brings codes and contents from the position before to this one. Positions that follow each other in a search have most
// stones in common.
static void contents_set(InferiorState *s, const Bits stones[2]) {
    for (int cell = 0; cell < s->interface.geometry->cells; cell++) {
        int content = bits_has(stones[BLACK], cell) | bits_has(stones[WHITE], cell) << 1;
        if (s->content[cell] == content) continue;
        codes_toggle(s, cell, (uint64_t)(s->content[cell] ^ content));
        s->content[cell] = (uint8_t)content;
    }
}

static void set(Inferior *inferior, const CellSet stones[2]) {
    InferiorState *s = (InferiorState *)inferior;
    FillState *now = &s->now;
    Bits dirty = bits_none();
    memset(now, 0, sizeof *now);
    for (Color color = BLACK; color <= WHITE; color++) now->stones[color] = bits_from_cellset(&stones[color]);
    contents_set(s, now->stones);
    now->vacant = bits_minus(s->all, bits_or(now->stones[BLACK], now->stones[WHITE]));
    s->vulnerable = s->reversible = s->dominated = bits_none();
    s->depth = 0;
    s->graph_known = s->noted = false;
    for (Color color = BLACK; color <= WHITE; color++) {
        Bits left = now->stones[color];
        for (int cell; (cell = bits_pop(&left)) >= 0;) {
            s->reason[cell].kind = 0;
            s->log[now->logged++] = (int16_t)cell;
            dirty = bits_or(dirty, s->reach[cell]);
        }
    }
    for (int i = 0; i < 3; i++) now->dirty[i] = dirty;
}

static void place(Inferior *inferior, int cell, Color color) {
    InferiorState *s = (InferiorState *)inferior;
    s->reason[cell].kind = 0;
    state_occupy(s, cell, 1 + (int)color);
    s->vulnerable = s->reversible = s->dominated = bits_none();
}

static void push(Inferior *inferior) {
    InferiorState *s = (InferiorState *)inferior;
    s->saved[s->depth++] = s->now;
}

static void pop(Inferior *inferior) {
    InferiorState *s = (InferiorState *)inferior;
    const FillState *back = &s->saved[--s->depth];
    for (int i = s->now.logged; i-- > back->logged;) {
        int cell = s->log[i];
        codes_toggle(s, cell, s->content[cell]);
        s->content[cell] = 0;
    }
    s->now = *back;
    s->graph_known = s->noted = false;
    s->vulnerable = s->reversible = s->dominated = bits_none();
}

// --- Fill-in ---

static void fill(Inferior *inferior, unsigned kinds) {
    InferiorState *s = (InferiorState *)inferior;
    unsigned forbidding = INFERIOR_NOT_BLACK | INFERIOR_NOT_WHITE, allowed = kinds ^ forbidding;
    if (allowed & ~s->now.kinds) { // what was done before was done with less
        for (int i = 0; i < 3; i++) s->now.dirty[i] = s->now.vacant;
        s->now.graph_done = false;
    }
    s->now.kinds = allowed;
    const unsigned by_graph = INFERIOR_GRAPH | INFERIOR_REGION, local = INFERIOR_PERMANENT | INFERIOR_MUTUAL;
    do {
        do state_match(s, kinds);
        while (kinds & by_graph && !s->now.graph_done && state_graph_fill(s, kinds));
    } while (kinds & local && state_match_local(s, kinds));
}

// --- Regions ---

static Bits part_flood(const InferiorState *s, Bits seed, Bits within, Bits *around) {
    Bits part = seed, todo = seed;
    *around = bits_none();
    for (int cell; (cell = bits_pop(&todo)) >= 0;) {
        *around = bits_or(*around, s->around[cell]);
        Bits more = bits_minus(bits_and(s->around[cell], within), part);
        part = bits_or(part, more);
        todo = bits_or(todo, more);
    }
    return part;
}

// The chains of a colour that touch a part; writes the first two and returns their number.
static int chains_touching(const InferiorState *s, Bits part, Bits around, Color color, int end[2]) {
    bool edge[2] = {bits_meets(part, s->edge[2 * color]), bits_meets(part, s->edge[2 * color + 1])};
    Bits stones = bits_and(around, s->now.stones[color]);
    int count = 0;
    for (int cell; (cell = bits_pop(&stones)) >= 0;) {
        Bits ignored, chain = part_flood(s, bits_unit(cell), s->now.stones[color], &ignored);
        bool inner = true;
        stones = bits_minus(stones, chain);
        for (int i = 0; i < 2; i++) {
            if (!bits_meets(chain, s->edge[2 * color + i])) continue;
            edge[i] = true;
            inner = false;
        }
        if (!inner) continue;
        if (count < 2) end[count] = cell;
        count++;
    }
    for (int i = 0; i < 2; i++) {
        if (!edge[i]) continue;
        if (count < 2) end[count] = color_edge(color, i);
        count++;
    }
    return count;
}

static int regions(const Inferior *inferior, InferiorRegion *out, int max) {
    const InferiorState *s = (const InferiorState *)inferior;
    Bits left = s->now.vacant;
    int found = 0;
    for (int cell; (cell = bits_pop(&left)) >= 0;) {
        Bits around, part = part_flood(s, bits_unit(cell), s->now.vacant, &around);
        left = bits_minus(left, part);
        for (Color color = BLACK; color <= WHITE && found < max; color++) {
            int end[2];
            if (chains_touching(s, part, around, color, end) != 2) continue;
            if (end[0] == color_edge(color, 0) && end[1] == color_edge(color, 1)) continue;
            out[found++] = (InferiorRegion){bits_to_cellset(part), color, {end[0], end[1]}};
        }
    }
    return found;
}

static void note_domination(Inferior *inferior, Color mover, int move, CellSet cells) {
    InferiorState *s = (InferiorState *)inferior;
    if (!s->noted || s->noted_mover != mover) {
        for (int i = 0; i < inferior->geometry->cells; i++) s->noted_dominators[i] = bits_none();
    }
    s->noted = true;
    s->noted_mover = mover;
    Bits left = bits_and(bits_from_cellset(&cells), s->now.vacant);
    for (int cell; (cell = bits_pop(&left)) >= 0;)
        if (cell != move) s->noted_dominators[cell] = bits_with(s->noted_dominators[cell], move);
}

// --- Answers ---

// A dead cell may be taken for either colour.
static Color winner_find(const InferiorState *s) {
    for (Color color = BLACK; color <= WHITE; color++) {
        Bits own = bits_or(s->now.stones[color], s->now.dead), chain = bits_and(own, s->edge[2 * color]),
             todo = chain;
        for (int cell; (cell = bits_pop(&todo)) >= 0;) {
            Bits more = bits_minus(bits_and(s->around[cell], own), chain);
            chain = bits_or(chain, more);
            todo = bits_or(todo, more);
        }
        if (bits_meets(chain, s->edge[2 * color + 1])) return color;
    }
    return EMPTY;
}

static void get_fill(const Inferior *inferior, InferiorFill *out) {
    const InferiorState *s = (const InferiorState *)inferior;
    const FillState *now = &s->now;
    out->dead = bits_to_cellset(now->dead);
    for (Color color = BLACK; color <= WHITE; color++) {
        Bits filled = bits_or(now->captured[color], bits_or(now->permanent[color], now->mutual[color]));
        if (color == BLACK) filled = bits_or(filled, now->dead);
        out->captured[color] = bits_to_cellset(now->captured[color]);
        out->permanent[color] = bits_to_cellset(now->permanent[color]);
        out->mutual[color] = bits_to_cellset(now->mutual[color]);
        out->filled[color] = bits_to_cellset(filled);
        out->needed[color] = bits_to_cellset(now->needed[color]);
    }
    out->vacant = bits_to_cellset(now->vacant);
    out->winner = winner_find(s);
}

static void prune(Inferior *inferior, Color mover, const CellSet *allowed, unsigned kinds,
                  InferiorPrune *out) {
    InferiorState *s = (InferiorState *)inferior;
    Bits limit = allowed ? bits_from_cellset(allowed) : s->all, moves;
    state_prune(s, mover, &limit, kinds, &moves);
    out->vulnerable = bits_to_cellset(s->vulnerable);
    out->reversible = bits_to_cellset(s->reversible);
    out->dominated = bits_to_cellset(s->dominated);
    out->moves = bits_to_cellset(moves);
}

static void close_carrier(const Inferior *inferior, Color winner, bool pruned, CellSet *carrier) {
    const InferiorState *s = (const InferiorState *)inferior;
    Bits set = bits_or(bits_from_cellset(carrier), s->now.needed[winner]);
    Bits answered = bits_or(s->vulnerable, s->reversible),
         todo = pruned ? bits_and(set, answered) : bits_none();
    for (int cell; (cell = bits_pop(&todo)) >= 0;) {
        if (bits_has(s->vulnerable, cell) && bits_meets(state_killers(s, winner, cell), set)) continue;
        Bits more = bits_minus(s->answer[cell], set);
        set = bits_or(set, more);
        todo = bits_or(todo, bits_and(more, answered));
    }
    *carrier = bits_to_cellset(set);
}

static InferiorReason reason(const Inferior *inferior, int cell) {
    const InferiorState *s = (const InferiorState *)inferior;
    Bits pruned = bits_or(s->vulnerable, bits_or(s->reversible, s->dominated));
    if (s->content[cell] == 0 && !bits_has(pruned, cell)) return (InferiorReason){.helper = CELL_NONE};
    return s->reason[cell];
}
