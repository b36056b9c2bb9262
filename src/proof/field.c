#include "proof/field.h"

#include <stdlib.h>

// --- Chains
static CellSet neighbours_of(const Geometry *g, CellSet cells) {
    CellSet all = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) all = cellset_or(all, g->around[cell]);
    return all;
}

static void chains_set(FieldChains *chains, const Geometry *g, Color color, CellSet stones, CellSet free) {
    chains->count = 0;
    chains->stones = stones;
    for (int side = 0; side < 2; side++) chains->edge[side] = g->around[color_edge(color, side)];
    while (!cellset_is_empty(stones)) {
        int number = chains->count++;
        CellSet chain = cellset_of(cellset_first(stones)), fresh = chain, border = cellset_none();
        while (!cellset_is_empty(fresh)) {
            CellSet around = neighbours_of(g, fresh);
            border = cellset_or(border, around);
            fresh = cellset_minus(cellset_and(around, stones), chain);
            chain = cellset_or(chain, fresh);
        }
        stones = cellset_minus(stones, chain);
        chains->border[number] = cellset_and(border, free);
        chains->ends[number] = 0;
        for (int side = 0; side < 2; side++)
            if (cellset_meets(chain, chains->edge[side])) chains->ends[number] |= (uint8_t)(1u << side);
        for (int cell; (cell = cellset_pop(&chain)) >= 0;) chains->chain_of[cell] = (int16_t)number;
    }
}

void field_graph_set(FieldGraph *graph, const Field *field) {
    const Geometry *g = field->geometry;
    graph->field = *field;
    chains_set(&graph->own, g, field->winner, field->own, field->free);
    CellSet other = cellset_minus(g->all, cellset_or(field->own, field->free));
    chains_set(&graph->other, g, color_other(field->winner), other, field->free);
}

// --- Dead cells
// A stone more than the chains know: the chains it touches are one with it.
typedef struct ExtraStone {
    int cell; // CELL_NONE: there is none
    CellSet border;
    unsigned ends;
    int merged;
    int16_t chain[6];
} ExtraStone;

typedef struct View {
    const Geometry *geometry;
    const FieldChains *chains;
    CellSet free;
    ExtraStone extra;
} View;

static void extra_set(View *v, int cell) {
    ExtraStone *e = &v->extra;
    const Geometry *g = v->geometry;
    *e = (ExtraStone){.cell = cell};
    if (cell == CELL_NONE) return;
    e->border = g->around[cell];
    for (int side = 0; side < 2; side++)
        if (cellset_has(v->chains->edge[side], cell)) e->ends |= 1u << side;
    CellSet touched = cellset_and(g->around[cell], v->chains->stones);
    for (int stone; (stone = cellset_pop(&touched)) >= 0;) {
        int number = v->chains->chain_of[stone];
        bool known = false;
        for (int i = 0; i < e->merged; i++) known |= e->chain[i] == number;
        if (known) continue;
        e->chain[e->merged++] = (int16_t)number;
        e->border = cellset_or(e->border, v->chains->border[number]);
        e->ends |= v->chains->ends[number];
    }
    e->border = cellset_and(e->border, v->free);
}

static bool extra_has(const ExtraStone *e, int chain) {
    for (int i = 0; i < e->merged; i++)
        if (e->chain[i] == chain) return true;
    return false;
}

// The free cells adjacent to a cell, directly or through a chain that holds no end; the ends it touches.
static CellSet cell_look(const View *v, int cell, unsigned *ends) {
    const Geometry *g = v->geometry;
    CellSet adjacent = g->around[cell], touched = cellset_and(adjacent, v->chains->stones);
    *ends = 0;
    for (int side = 0; side < 2; side++)
        if (cellset_has(v->chains->edge[side], cell)) *ends |= 1u << side;
    bool extra = v->extra.cell != CELL_NONE && cellset_has(g->around[cell], v->extra.cell);
    for (int stone; (stone = cellset_pop(&touched)) >= 0;) {
        int number = v->chains->chain_of[stone];
        if (v->extra.merged && extra_has(&v->extra, number)) {
            extra = true;
        } else if (v->chains->ends[number]) {
            *ends |= v->chains->ends[number];
        } else {
            adjacent = cellset_or(adjacent, v->chains->border[number]);
        }
    }
    if (extra && v->extra.ends) *ends |= v->extra.ends;
    if (extra && !v->extra.ends) adjacent = cellset_or(adjacent, v->extra.border);
    adjacent = cellset_and(adjacent, v->free);
    cellset_remove(&adjacent, cell);
    return adjacent;
}

static CellSet cells_at_end(const View *v, CellSet cells, int side) {
    CellSet found = cellset_none();
    unsigned ends;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        cell_look(v, cell, &ends);
        if (ends >> side & 1) cellset_add(&found, cell);
    }
    return found;
}

static bool ends_joined(const View *v) {
    if (v->extra.ends == 3) return true;
    for (int i = 0; i < v->chains->count; i++)
        if (v->chains->ends[i] == 3) return true;
    return false;
}

static bool view_dead(const View *v, int m) {
    unsigned ends, other;
    if (ends_joined(v)) return true;
    CellSet around = cell_look(v, m, &ends);
    if (ends == 3) return false;
    CellSet at[2] = {cells_at_end(v, around, 0), cells_at_end(v, around, 1)};
    if (ends && !cellset_within(around, at[ends >> 1])) return false;
    CellSet left = around;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        CellSet near = cell_look(v, cell, &other);
        for (int side = 0; side < 2; side++)
            if (other >> side & 1) near = cellset_or(near, at[side]);
        if (!cellset_within(left, near)) return false;
    }
    return true;
}

bool field_graph_kills(const FieldGraph *graph, int k, int m) {
    const Geometry *g = graph->field.geometry;
    View own = {.geometry = g, .chains = &graph->own, .free = graph->field.free};
    cellset_remove(&own.free, k);
    cellset_remove(&own.free, m);
    View other = own;
    other.chains = &graph->other;
    other.extra.cell = CELL_NONE;
    extra_set(&own, k);
    return view_dead(&other, m) || view_dead(&own, m);
}

CellSet field_graph_killers(const FieldGraph *graph, int m) {
    const Geometry *g = graph->field.geometry;
    CellSet near = cellset_none();
    unsigned ends;
    for (int side = 0; side < 2; side++) {
        View v = {.geometry = g, .chains = side ? &graph->other : &graph->own, .free = graph->field.free};
        v.extra.cell = CELL_NONE;
        CellSet around = cell_look(&v, m, &ends), left = around;
        near = cellset_or(near, around);
        if (side) continue; // only the cells next to m matter to the loser
        for (int cell; (cell = cellset_pop(&left)) >= 0;) near = cellset_or(near, cell_look(&v, cell, &ends));
    }
    cellset_remove(&near, m);
    return near;
}

static bool chains_dead(FieldChains *chains, const Field *field, Color color, CellSet stones, int m) {
    View v = {.geometry = field->geometry, .chains = chains, .free = field->free};
    v.extra.cell = CELL_NONE;
    chains_set(chains, field->geometry, color, stones, field->free);
    return view_dead(&v, m);
}

bool field_dead(const Field *field, int m) {
    FieldChains chains;
    CellSet other = cellset_minus(field->geometry->all, cellset_or(field->own, field->free));
    cellset_remove(&other, m);
    return chains_dead(&chains, field, field->winner, field->own, m) ||
           chains_dead(&chains, field, color_other(field->winner), other, m);
}

// --- Captured sets
static CellSet without(CellSet cells, int cell) {
    cellset_remove(&cells, cell);
    return cells;
}

// Some cell is dead, and the rest is captured.
static bool captured_but_dead(const Field *field, CellSet cells, bool (*captured)(const Field *, CellSet)) {
    CellSet left = cells;
    for (int d; (d = cellset_pop(&left)) >= 0;) {
        Field rest = *field;
        rest.free = cellset_or(field->free, without(cells, d));
        if (field_dead(&rest, d) && captured(field, without(cells, d))) return true;
    }
    return false;
}

// The winner has an answer inside to the loser's stone on m.
static bool own_answers(const Field *field, CellSet cells, int m) {
    CellSet others = without(cells, m), left = others;
    for (int k; (k = cellset_pop(&left)) >= 0;) {
        Field after = *field;
        cellset_add(&after.own, k);
        if (field_captured_own(&after, without(others, k))) return true;
    }
    return false;
}

static bool other_answers(const Field *field, CellSet cells, int m) {
    CellSet others = without(cells, m), left = others;
    Field after = *field;
    cellset_add(&after.own, m);
    for (int k; (k = cellset_pop(&left)) >= 0;)
        if (field_captured_other(&after, without(others, k))) return true;
    return false;
}

bool field_captured_own(const Field *field, CellSet cells) {
    if (cellset_is_empty(cells)) return true;
    bool good = true;
    CellSet left = cells;
    for (int m; good && (m = cellset_pop(&left)) >= 0;) {
        Field taken = *field;
        taken.own = cellset_or(field->own, without(cells, m));
        good = field_dead(&taken, m) && own_answers(field, cells, m);
    }
    return good || captured_but_dead(field, cells, field_captured_own);
}

bool field_captured_other(const Field *field, CellSet cells) {
    if (cellset_is_empty(cells)) return true;
    bool good = true;
    CellSet left = cells;
    for (int m; good && (m = cellset_pop(&left)) >= 0;)
        good = field_dead(field, m) && other_answers(field, cells, m);
    return good || captured_but_dead(field, cells, field_captured_other);
}
