#include "knowledge/decompose.h"

#include <string.h>

// The six directions in turn.
static const int8_t TURN[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};

enum { LABEL_NONE = -1, SIDES = 4 };

typedef struct Border {
    const Geometry *geometry;
    CellSet region;
    int16_t chain[NODE_MAX]; // name of the chain of a stone or an edge
    uint8_t color[NODE_MAX];
} Border;

// Names the chain that holds the stones of `todo`.
static void chain_name(Border *b, CellSet stones, CellSet todo, int name, Color color) {
    CellSet seen = todo;
    for (int cell; (cell = cellset_pop(&todo)) >= 0;) {
        b->chain[cell] = (int16_t)name;
        b->color[cell] = (uint8_t)color;
        CellSet next = cellset_minus(cellset_and(b->geometry->around[cell], stones), seen);
        seen = cellset_or(seen, next);
        todo = cellset_or(todo, next);
    }
}

static void chains_name(Border *b, const Position *p) {
    const Geometry *g = b->geometry;
    memset(b->chain, -1, sizeof b->chain);
    for (Color color = BLACK; color <= WHITE; color++) {
        CellSet left = p->stones[color];
        for (int side = 0; side < 2; side++) {
            int edge = color_edge(color, side);
            b->chain[edge] = (int16_t)edge;
            b->color[edge] = (uint8_t)color;
            chain_name(b, left, cellset_and(left, g->around[edge]), edge, color);
        }
        for (int cell; (cell = cellset_pop(&left)) >= 0;) {
            if (b->chain[cell] < 0) chain_name(b, p->stones[color], cellset_of(cell), cell, color);
        }
    }
}

static bool step_inside(const Border *b, int column, int row, int turn) {
    int c = column + TURN[turn][0], r = row + TURN[turn][1];
    const Geometry *g = b->geometry;
    return c >= 0 && c < g->width && r >= 0 && r < g->height && cellset_has(b->region, cell_at(g, c, r));
}

// What lies beside a border cell: a chain, or nothing at an acute corner, where two edges meet.
static int step_label(const Border *b, int column, int row, int turn) {
    int c = column + TURN[turn][0], r = row + TURN[turn][1];
    const Geometry *g = b->geometry;
    bool across = c < 0 || c >= g->width, along = r < 0 || r >= g->height;
    if (across && along) return LABEL_NONE;
    if (across) return c < 0 ? EDGE_LEFT : EDGE_RIGHT;
    if (along) return r < 0 ? EDGE_TOP : EDGE_BOTTOM;
    return b->chain[cell_at(g, c, r)];
}

static int border_size(const Border *b) {
    int count = 0;
    CellSet cells = b->region;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        for (int turn = 0; turn < 6; turn++)
            count += !step_inside(b, cell_column(b->geometry, cell), cell_row(b->geometry, cell), turn);
    }
    return count;
}

// Walks around the region and notes each change of chain. Returns the number of changes (SIDES + 1 when there
// are more), or 0 when the region has a hole.
static int border_walk(const Border *b, int label[SIDES + 1]) {
    int start = cellset_first(b->region), count = 0, steps = 0;
    int column = cell_column(b->geometry, start), row = cell_row(b->geometry, start), turn = 0;
    while (step_inside(b, column, row, turn)) {
        if (++turn == 6) return 0;
    }
    int first[3] = {column, row, turn};
    do {
        int next = step_label(b, column, row, turn);
        if (next != LABEL_NONE && (!count || label[count - 1] != next)) {
            if (count == SIDES + 1) return count;
            label[count++] = next;
        }
        steps++;
        int after = (turn + 1) % 6;
        if (step_inside(b, column, row, after)) { // go there, still looking at the same cell outside
            column += TURN[after][0];
            row += TURN[after][1];
            turn = (turn + 5) % 6;
        } else {
            turn = after;
        }
    } while (column != first[0] || row != first[1] || turn != first[2]);
    if (count > 1 && label[count - 1] == label[0]) count--;
    return steps == border_size(b) ? count : 0;
}

// The component of empty cells around `cell`.
static CellSet component(const Geometry *g, CellSet vacant, int cell) {
    CellSet seen = cellset_of(cell), todo = seen;
    for (int at; (at = cellset_pop(&todo)) >= 0;) {
        CellSet next = cellset_minus(cellset_and(g->around[at], vacant), seen);
        seen = cellset_or(seen, next);
        todo = cellset_or(todo, next);
    }
    return seen;
}

// Four different chains, colours in turn.
static bool sides_good(const Border *b, const int label[SIDES]) {
    for (int i = 0; i < SIDES; i++) {
        if (b->color[label[i]] == b->color[label[(i + 1) % SIDES]]) return false;
    }
    return label[0] != label[2] && label[1] != label[3];
}

int decompose_regions(const Position *position, Region *out, int max) {
    Border b = {.geometry = position->geometry};
    CellSet left = position_vacant(position);
    int count = 0, label[SIDES + 1];
    if (cellset_is_empty(left) || max == 0) return 0;
    chains_name(&b, position);
    while (count < max && !cellset_is_empty(left)) {
        b.region = component(b.geometry, left, cellset_first(left));
        left = cellset_minus(left, b.region);
        if (border_walk(&b, label) != SIDES || !sides_good(&b, label)) continue;
        out[count].cells = b.region;
        for (int i = 0; i < SIDES; i++) out[count].chain[b.color[label[i]]][i / 2] = label[i];
        count++;
    }
    return count;
}

bool decompose_captures(const Vc *vc, Color color, const Region *region, CellSet *carrier) {
    enum { MAX = 32 };
    VcConnection found[MAX];
    int count = vc_between(vc, color, region->chain[color][0], region->chain[color][1], true, found, MAX);
    for (int i = 0; i < count && i < MAX; i++) {
        if (!cellset_within(found[i].carrier, region->cells)) continue;
        *carrier = found[i].carrier;
        return true;
    }
    return false;
}
