#include "study/figures.h"

#include "knowledge/edge_template.h"

#include <stdlib.h>

// --- Bridges and templates

static bool figure_smaller(const Figure *a, const Figure *b) {
    return b->stone == CELL_NONE || cellset_count(a->carrier) < cellset_count(b->carrier);
}

// The cells between two that are no neighbours, if they are two and empty.
static bool bridge_carrier(const Position *position, int a, int b, CellSet *carrier) {
    const Geometry *g = position->geometry;
    *carrier = cellset_and(g->around[a], g->around[b]);
    return a != b && !cellset_has(g->around[a], b) && cellset_count(*carrier) == 2 &&
           cellset_within(*carrier, position_vacant(position));
}

// The cells from which a bridge to this one is possible: two steps away.
static CellSet bridge_ends(const Geometry *g, int cell) {
    CellSet ends = cellset_none(), near = g->around[cell];
    for (int c; (c = cellset_pop(&near)) >= 0;) ends = cellset_or(ends, g->around[c]);
    return ends;
}

static void bridges_look(const Position *position, int stone, CellSet ends, CellSet through, Figure *best) {
    ends = cellset_and(ends, bridge_ends(position->geometry, stone));
    for (int end; (end = cellset_pop(&ends)) >= 0;) {
        Figure figure = {.stone = stone, .end = end};
        if (bridge_carrier(position, stone, end, &figure.carrier) &&
            cellset_within(through, figure.carrier) && figure_smaller(&figure, best))
            *best = figure;
    }
}

typedef struct Templates {
    int count;
    EdgeTemplate table[EDGE_TEMPLATES_MAX];
} Templates;

static void templates_look(const Templates *templates, const Position *position, Color color, int stone,
                           CellSet through, Figure *best) {
    CellSet vacant = position_vacant(position);
    for (int k = 0; k < 4 * templates->count; k++) {
        const EdgeTemplate *t = &templates->table[k / 4];
        Figure figure = {.stone = stone, .end = color_edge(color, k & 1), .row = t->row, .number = t->number};
        if (edge_template_place(t, position->geometry, stone, figure.end, k & 2, &figure.carrier) &&
            cellset_within(figure.carrier, vacant) && cellset_within(through, figure.carrier) &&
            figure_smaller(&figure, best))
            *best = figure;
    }
}

bool figure_through(const Position *position, Color color, int cell, Figure *out) {
    CellSet through = cellset_none(), stones = position->stones[color];
    Templates templates;
    templates.count = edge_templates_built_in(templates.table, EDGE_TEMPLATES_MAX);
    cellset_add(&through, cell);
    *out = (Figure){.stone = CELL_NONE, .end = CELL_NONE};
    for (int stone; (stone = cellset_pop(&stones)) >= 0;) {
        bridges_look(position, stone, position->stones[color], through, out);
        templates_look(&templates, position, color, stone, through, out);
    }
    return out->stone != CELL_NONE;
}

bool figure_template(const Position *position, Color color, int cell, Figure *out) {
    Position after = *position;
    Templates templates;
    templates.count = edge_templates_built_in(templates.table, EDGE_TEMPLATES_MAX);
    cellset_add(&after.stones[color], cell);
    *out = (Figure){.stone = CELL_NONE, .end = CELL_NONE};
    templates_look(&templates, &after, color, cell, cellset_none(), out);
    return out->stone != CELL_NONE;
}

bool figure_bridge(const Position *position, Color color, int cell, Figure *out) {
    *out = (Figure){.stone = CELL_NONE, .end = CELL_NONE};
    bridges_look(position, cell, position->stones[color], cellset_none(), out);
    return out->stone != CELL_NONE;
}

const char *figure_name(const Figure *figure) {
    static const char *const names[6][3] = {
        [2] = {"the bridge to the edge"},
        [3] = {"the ziggurat (edge template III1a)", "an edge template of the third row"},
        [4] = {"the edge template IV1a", "the edge template IV1b"},
        [5] = {"the edge template V1a"},
    };
    if (!figure->row) return "a bridge";
    const char *name = figure->row < 6 && figure->number <= 3 ? names[figure->row][figure->number - 1] : NULL;
    return name ? name : "an edge template";
}

// --- Ladders

static int place_along(const Geometry *g, int edge, int cell) {
    return edge < EDGE_LEFT ? cell_column(g, cell) : cell_row(g, cell);
}

enum { LADDER_ROW_MOST = 5 }; // further away people do not speak of ladders

// How many moves from the start of the list on are a ladder of the edge's colour.
static int ladder_length(const Geometry *g, const Move *moves, int count, Color first, int edge) {
    Color attacker = edge_color(edge);
    int row = 0, step = 0, length = 0, half = (edge < EDGE_LEFT ? g->height : g->width) / 2;
    for (; length < count && moves[length] >= 0 && moves[length] < g->cells; length++) {
        bool attacks = (length & 1 ? color_other(first) : first) == attacker;
        int own =
            cell_row_from(g, moves[length], edge) + !attacks; // the row of the ladder, as this move has it
        if (length == 0) row = own;
        if (own != row || row < 2 || row > LADDER_ROW_MOST || row > half) break;
        if (length < 2) continue;
        int on = place_along(g, edge, moves[length]) - place_along(g, edge, moves[length - 2]);
        if (length == 2) step = on;
        if (on != step || abs(on) != 1) break;
    }
    return length;
}

bool ladder_find(const Geometry *geometry, const Move *moves, int count, Color first, Ladder *out) {
    int longest = LADDER_LEAST - 1;
    for (int start = 0; start + LADDER_LEAST <= count; start++) {
        Color color = start & 1 ? color_other(first) : first;
        for (int edge = EDGE_TOP; edge <= EDGE_RIGHT; edge++) {
            int length = ladder_length(geometry, moves + start, count - start, color, edge);
            if (length <= longest) continue;
            longest = length;
            *out = (Ladder){.color = edge_color(edge), .edge = edge};
            int own = start + (color != out->color); // the attacker's first move
            out->from = moves[own];
            out->to = moves[start + length - 1 - ((start + length - 1 - own) & 1)];
            out->row = cell_row_from(geometry, out->from, edge);
            for (int k = 0; k < length; k++) cellset_add(&out->cells, moves[start + k]);
        }
    }
    return longest >= LADDER_LEAST;
}
