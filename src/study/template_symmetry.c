#include "study/template_symmetry.h"

// --- Symmetries of the lattice
// Cells as (column, row); the neighbours of (0, 0) are (1, 0), (0, 1), (-1, 1) and their opposites.

typedef struct Place {
    int column, row;
} Place;

// Turns by `turn` times 60 degrees, after a reflection if `turn` is 6 or more.
static Place place_turned(Place p, int turn) {
    if (turn >= 6) p = (Place){p.row, p.column};
    for (int i = 0; i < turn % 6; i++) p = (Place){-p.row, p.column + p.row};
    return p;
}

static Place cell_turned(const Geometry *g, int cell, int turn) {
    return place_turned((Place){cell_column(g, cell), cell_row(g, cell)}, turn);
}

static Place corner_of(const Geometry *g, CellSet cells, int turn) {
    Place corner = {INT16_MAX, INT16_MAX};
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        Place p = cell_turned(g, cell, turn);
        if (p.column < corner.column) corner.column = p.column;
        if (p.row < corner.row) corner.row = p.row;
    }
    return corner;
}

CellSet template_image(const TemplateMap *map, CellSet cells) {
    CellSet image = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) cellset_add(&image, map->image[cell]);
    return image;
}

// What touches an end: its stones, and the cells along its edge.
static CellSet end_cells(const Template *t, CellSet stones, bool edge, int row) {
    CellSet cells = cellset_none(), all = cellset_or(t->stones, t->carrier);
    for (int cell; edge && (cell = cellset_pop(&all)) >= 0;) {
        if (cell_row(t->geometry, cell) == row) cellset_add(&cells, cell);
    }
    return cellset_or(cells, stones);
}

static CellSet upper_cells(const Template *t) {
    return end_cells(t, t->up, t->top, 0);
}

static CellSet lower_cells(const Template *t) {
    return end_cells(t, t->down, t->bottom, t->geometry->height - 1);
}

static bool cells_map(const Template *from, const Template *onto, int turn, TemplateMap *map) {
    const Geometry *g = onto->geometry;
    CellSet all = cellset_or(from->stones, from->carrier), place = cellset_or(onto->stones, onto->carrier);
    Place low = corner_of(from->geometry, all, turn), to = corner_of(g, place, 0);
    if (cellset_count(all) != cellset_count(place)) return false;
    for (int cell; (cell = cellset_pop(&all)) >= 0;) {
        Place p = cell_turned(from->geometry, cell, turn);
        int column = p.column - low.column + to.column, row = p.row - low.row + to.row;
        bool inside = column >= 0 && column < g->width && row >= 0 && row < g->height;
        if (!inside || !cellset_has(place, cell_at(g, column, row))) return false;
        map->image[cell] = (int16_t)cell_at(g, column, row);
    }
    return true;
}

static bool ends_map(const Template *from, const Template *onto, const TemplateMap *map, bool exchanged) {
    CellSet upper = upper_cells(onto), lower = lower_cells(onto);
    return cellset_equal(template_image(map, upper_cells(from)), exchanged ? lower : upper) &&
           cellset_equal(template_image(map, lower_cells(from)), exchanged ? upper : lower);
}

bool template_map(const Template *from, const Template *onto, int turn, TemplateMap *map) {
    return cells_map(from, onto, turn, map) &&
           cellset_equal(template_image(map, from->stones), onto->stones) &&
           (ends_map(from, onto, map, false) || ends_map(from, onto, map, true));
}

bool template_alike(const Template *a, const Template *b) {
    TemplateMap map;
    if (cellset_count(a->carrier) != cellset_count(b->carrier)) return false;
    for (int turn = 0; turn < TEMPLATE_TURNS; turn++) {
        if (template_map(a, b, turn, &map)) return true;
    }
    return false;
}

// --- Cutting

static CellSet cells_moved(const Geometry *from, const Geometry *to, CellSet cells, int column, int row) {
    CellSet moved = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;)
        cellset_add(&moved, cell_at(to, cell_column(from, cell) - column, cell_row(from, cell) - row));
    return moved;
}

bool template_cut(const Template *t, CellSet carrier, Template *out, Error *error) {
    const Geometry *g = t->geometry;
    CellSet left = cellset_or(t->stones, carrier);
    int first_column = g->width, last_column = -1, first_row = g->height, last_row = -1;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        int column = cell_column(g, cell), row = cell_row(g, cell);
        if (column < first_column) first_column = column;
        if (column > last_column) last_column = column;
        if (row < first_row) first_row = row;
        if (row > last_row) last_row = row;
    }
    if (t->top) first_row = 0;
    if (t->bottom) last_row = g->height - 1;
    if (last_column < 0) return error_input(error, "a template without cells");
    const Geometry *cut = geometry_get(last_column - first_column + 1, last_row - first_row + 1);
    if (!cut) return error_memory(error);
    *out = (Template){.geometry = cut,
                      .stones = cells_moved(g, cut, t->stones, first_column, first_row),
                      .carrier = cells_moved(g, cut, carrier, first_column, first_row),
                      .top = t->top,
                      .bottom = t->bottom,
                      .up = cells_moved(g, cut, t->up, first_column, first_row),
                      .down = cells_moved(g, cut, t->down, first_column, first_row)};
    return true;
}
