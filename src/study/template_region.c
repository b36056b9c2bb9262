#include "study/template_region.h"

#include <stdio.h>
#include <string.h>

enum { VALUES_MAX = 8, SPEC_MAX = 200 };

// --- Cells by half cells
// A cell's place across the rows: twice its column, and one more for each row down. The stone that the upper end starts
// from stands at 0.

typedef struct Frame {
    Template *out;
    int rows, above; // in all, and over the upper end's stone
    int left, right; // the outermost places, in half cells
    int origin;      // column of a cell of the upper end's row that stands at 0
    bool ladder;     // only what lies to the right of the opponent's last ladder stone
} Frame;

// A drawing with room for every cell from `left` to `right` on all rows.
static bool frame_open(Frame *f, Template *out, int rows, int above, int left, int right, Error *error) {
    *f = (Frame){.out = out, .rows = rows, .above = above, .left = left, .right = right};
    int down = rows - 1 - above;
    f->origin = (down - left + 1) / 2;
    int width = f->origin + (right + above + 1) / 2 + 1;
    *out = (Template){0};
    if (width > BOARD_MAX || rows > BOARD_MAX)
        return error_input(error, "a region of %d columns and %d rows; at most %d are possible", width, rows,
                           BOARD_MAX);
    out->geometry = geometry_get(width, rows);
    return out->geometry || error_memory(error);
}

static int cell_place(const Frame *f, int cell) {
    const Geometry *g = f->out->geometry;
    return 2 * (cell_column(g, cell) - f->origin) + cell_row(g, cell) - f->above;
}

static int stone_put(Frame *f, int column, int row) {
    int cell = cell_at(f->out->geometry, f->origin + column, row + f->above);
    cellset_add(&f->out->stones, cell);
    return cell;
}

// Rows over the upper end's stone: only to the right of a path that leads up from it to the left, and past its touch.
static bool place_is_right_of_path(int place, int up) {
    return up == 1 ? place >= 1 : place >= 4 - up;
}

// All cells between the outermost places, on lower rows all of them, above only beside the path. Unless top is below 0, `top`
// and `reach` bound the places of the first and last row under the path. Rows between are in proportion.
static void region_fill(Frame *f, int top, int reach) {
    const Geometry *g = f->out->geometry;
    for (int cell = 0; cell < g->cells; cell++) {
        int place = cell_place(f, cell), down = cell_row(g, cell) - f->above, last = f->rows - 1 - f->above;
        if (cellset_has(f->out->stones, cell) || place < f->left || place > f->right) continue;
        if (down < 0 && !place_is_right_of_path(place, -down)) continue;
        if (f->ladder && down >= 0 && place < (down ? 2 - down : 0)) continue;
        int bound = last && down >= 0 ? top + (reach - top) * down / last : top;
        if (top >= 0 && (place > bound || place < -bound)) continue;
        cellset_add(&f->out->carrier, cell);
    }
}

// --- One stone above the edge

static const OptionSpec EDGE_OPTIONS[] = {
    {"row", OPTION_INT, NULL, 1, 10, NULL, "N", "The stone's row, counted from the edge."},
    {"reach", OPTION_INT, NULL, 1, 36, NULL, "N",
     "Half cells to both sides of the stone. Without it what the row is known to need."},
    {"top", OPTION_INT, NULL, 0, 36, NULL, "N",
     "The same on the stone's own row, for a region that widens towards the edge."},
    {"above", OPTION_INT, "0", 0, 4, NULL, "N", "Rows over the stone, to its right."},
    {"left", OPTION_INT, NULL, 0, 36, NULL, "N", "Half cells to the left, if they are fewer."},
    {0},
};

// Enough for all templates that reach no higher than the stone, as far as they are known.
static int reach_usual(int row) {
    static const int reach[] = {1, 1, 8, 11, 13, 13};
    return row < 6 ? reach[row] : 3 * row - 4;
}

static bool edge_make(const OptionValue *values, Template *out, Error *error) {
    Frame f;
    if (!values[0].given) return error_input(error, "edge: row=N is needed");
    int row = (int)values[0].integer, above = (int)values[3].integer;
    int reach = values[1].given ? (int)values[1].integer : reach_usual(row);
    int left = values[4].given && values[4].integer < reach ? (int)values[4].integer : reach;
    if (!frame_open(&f, out, row + above, above, -left, reach, error)) return false;
    out->bottom = true;
    cellset_add(&out->up, stone_put(&f, 0, 0));
    region_fill(&f, values[2].given ? (int)values[2].integer : reach, reach);
    return true;
}

// --- Two stones

static const OptionSpec INTERIOR_OPTIONS[] = {
    {"right", OPTION_INT, "0", -9, 9, NULL, "N", "Columns from the upper stone to the lower one."},
    {"down", OPTION_INT, "2", 1, 9, NULL, "N", "Rows from the upper stone to the lower one."},
    {"reach", OPTION_INT, "2", 1, 18, NULL, "N", "Half cells beyond the stones, to both sides."},
    {"upper", OPTION_INT, "1", 1, 9, NULL, "N", "Stones of the upper end, side by side."},
    {"lower", OPTION_INT, "1", 1, 9, NULL, "N", "Stones of the lower end, side by side."},
    {0},
};

static void row_put(Frame *f, int column, int row, int stones, CellSet *end) {
    for (int i = 0; i < stones; i++) cellset_add(end, stone_put(f, column + i, row));
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static bool interior_make(const OptionValue *values, Template *out, Error *error) {
    Frame f;
    int right = (int)values[0].integer, down = (int)values[1].integer, reach = (int)values[2].integer;
    int upper = (int)values[3].integer, lower = (int)values[4].integer, place = 2 * right + down;
    if (!frame_open(&f, out, down + 1, 0, -larger(-place, 0) - reach,
                    larger(place + 2 * (lower - 1), 2 * (upper - 1)) + reach, error))
        return false;
    row_put(&f, 0, 0, upper, &out->up);
    row_put(&f, right, down, lower, &out->down);
    region_fill(&f, -1, 0);
    return true;
}

// --- A ladder and its escape
// The opponent has the cell below the ladder's stone to the left, and is to move. Cells under his own stones, further down to
// the right of that one, may be used.

static const OptionSpec LADDER_OPTIONS[] = {
    {"row", OPTION_INT, "2", 2, 5, NULL, "N",
     "The ladder's row, counted from the edge; it comes from the left."},
    {"escape", OPTION_INT, "2", 1, 6, NULL, "N", "The row of the stone that waits for it."},
    {"distance", OPTION_INT, "4", 1, 14, NULL, "N", "Columns from the ladder's stone to the waiting one."},
    {"reach", OPTION_INT, "2", 0, 18, NULL, "N", "Half cells beyond the waiting stone."},
    {"above", OPTION_INT, "0", 0, 4, NULL, "N", "Rows over both stones, to the right of the ladder's."},
    {0},
};

static bool ladder_make(const OptionValue *values, Template *out, Error *error) {
    Frame f;
    int row = (int)values[0].integer, escape = (int)values[1].integer, distance = (int)values[2].integer;
    int above = (escape > row ? escape - row : 0) + (int)values[4].integer;
    int place = 2 * distance + row - escape;
    if (!frame_open(&f, out, row + above, above, 3 - row, place + (int)values[3].integer, error))
        return false;
    f.ladder = true;
    out->bottom = true;
    cellset_add(&out->up, stone_put(&f, 0, 0));
    stone_put(&f, distance, row - escape);
    region_fill(&f, -1, 0);
    return true;
}

// --- The table

typedef struct TemplateRegionKind {
    const char *name, *help;
    const OptionSpec *options; // ended by a NULL name
    // The options' values come in the order of their table.
    bool (*make)(const OptionValue *values, Template *out, Error *error);
} TemplateRegionKind;

static const TemplateRegionKind KINDS[] = {
    {"edge", "one stone on a row above the edge", EDGE_OPTIONS, edge_make},
    {"interior", "two stones, or two rows of them", INTERIOR_OPTIONS, interior_make},
    {"ladder", "a ladder that comes from the left, and a stone that waits for it", LADDER_OPTIONS,
     ladder_make},
    {0},
};

bool template_region(const char *spec, Template *out, Error *error) {
    char text[SPEC_MAX];
    OptionValue values[VALUES_MAX];
    if (strlen(spec) >= sizeof text)
        return error_input(error, "a region of %zu characters is too long", strlen(spec));
    snprintf(text, sizeof text, "%s", spec);
    char *list = strchr(text, ':');
    if (list) *list++ = '\0';
    for (const TemplateRegionKind *kind = KINDS; kind->name; kind++) {
        char owner[40];
        if (strcmp(kind->name, text)) continue;
        snprintf(owner, sizeof owner, "region %s", kind->name);
        return option_list_read(owner, kind->options, list, values, VALUES_MAX, error) &&
               kind->make(values, out, error);
    }
    return error_input(error, "'%.40s' is not a kind of region: expected edge, interior or ladder", text);
}
