// Edge templates as base connections (VcOptions.templates): those that H-search does not find by itself.
//
// Sound: a template is a full connection of its stone, or of an empty cell seen as one. Its carrier holds no stone of
// the opponent, and the colour's own stones there only help. One stone of the opponent is allowed: where
// mutual fill-in gave him a corner. That is Black a1 and White b1 with a2 empty, or White a1 and Black a2 with b1
// empty. Either is worth three empty cells in every surrounding, so in a carrier that holds the three. The same
// holds in the opposite corner. (data/patterns/mutual.txt; proved with the edges alone.)
#include "knowledge/hsearch/hsearch.h"

#include <stdlib.h>

// H-search finds the templates of lower rows (tests/unit/test_templates.c).
enum { ROW_LEAST = 5 };

// The two images of a template at every cell of its row.
static bool templates_place(HSearch *hs, const EdgeTemplate *t, int side, int *room) {
    const Geometry *g = hs->geometry;
    for (int image = 0; image < 2 * g->cells; image++) {
        int cell = image / 2;
        CellSet carrier;
        if (!edge_template_place(t, g, cell, color_edge(hs->color, side), image & 1, &carrier)) continue;
        if (!hs_room(hs, &hs->templates, room, hs->template_count + 1, sizeof *hs->templates)) return false;
        hs->templates[hs->template_count++] = (PlacedTemplate){.carrier = bits_from_cellset(&carrier),
                                                               .shape = t,
                                                               .cell = (int16_t)cell,
                                                               .edge = (int16_t)(g->cells + side),
                                                               .mirrored = image & 1};
    }
    return true;
}

static bool hs_templates_prepare(HSearch *hs) {
    if (!hs->options.templates) return true;
    hs->shapes = malloc(EDGE_TEMPLATES_MAX * sizeof *hs->shapes);
    if (!hs->shapes) return false;
    int count = edge_templates_built_in(hs->shapes, EDGE_TEMPLATES_MAX), room = 0;
    for (int i = 0; i < 2 * count; i++) {
        const EdgeTemplate *t = &hs->shapes[i / 2];
        if (t->row >= ROW_LEAST && !templates_place(hs, t, i & 1, &room)) return false;
    }
    return true;
}

// The corner cell and its neighbours along the two edges, when two stones there are worth none: else none.
static Bits corner_filled(const HSearch *hs, bool end) {
    const Geometry *g = hs->geometry;
    const HsState *s = hs->state;
    if (g->width < 2 || g->height < 2) return bits_none();
    int corner = end ? g->cells - 1 : 0, row = end ? corner - 1 : 1,
        column = end ? corner - g->width : g->width;
    bool by_row =
        bits_has(s->stones[BLACK], corner) && bits_has(s->stones[WHITE], row) && bits_has(s->empty, column);
    bool by_column =
        bits_has(s->stones[WHITE], corner) && bits_has(s->stones[BLACK], column) && bits_has(s->empty, row);
    if (!by_row && !by_column) return bits_none();
    return bits_or(bits_of(corner), bits_or(bits_of(row), bits_of(column)));
}

// The opponent's stones in the carrier are no obstacle. The replies of the template are then not to be used.
static bool is_clear(const HSearch *hs, Bits carrier, const Bits corner[2]) {
    Bits theirs = bits_and(carrier, hs->state->stones[color_other(hs->color)]);
    if (hs->recording || bits_is_empty(theirs)) return bits_is_empty(theirs);
    for (int i = 0; i < 2; i++)
        if (bits_within(corner[i], carrier)) theirs = bits_minus(theirs, corner[i]);
    return bits_is_empty(theirs);
}

static void hs_templates_add(HSearch *hs) {
    const HsState *s = hs->state;
    const Bits corner[2] = {corner_filled(hs, false), corner_filled(hs, true)};
    for (int i = 0; i < hs->template_count; i++) {
        const PlacedTemplate *t = &hs->templates[i];
        int node = s->node_of[t->cell];
        if (node < 0 || node == t->edge || !is_clear(hs, t->carrier, corner)) continue;
        int full = hs_full_add(hs, node, t->edge, bits_and(t->carrier, s->empty));
        if (full >= 0 && hs->recording) hs->full_from[full] = (FullFrom){.kind = FROM_TEMPLATE, .a = i};
    }
}

static int hs_template_reply(const HSearch *hs, int number, int cell) {
    const PlacedTemplate *t = &hs->templates[number];
    int edge = color_edge(hs->color, t->edge - hs->geometry->cells);
    int reply = edge_template_reply(t->shape, hs->geometry, t->cell, edge, t->mirrored, cell);
    return reply >= 0 && bits_has(hs->state->empty, reply) ? reply : CELL_NONE; // or it is there already
}
