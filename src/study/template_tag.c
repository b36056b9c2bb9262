#include "study/template_tag.h"

#include "game/hexboard.h"

#include <stdio.h>
#include <string.h>

// --- Reading

static CellSet cells_outside(const HexBoard *b) {
    CellSet outside = cellset_or(b->blue, b->shaded);
    for (int cell = 0; cell < b->geometry->cells && !b->visible_given; cell++) {
        if (!strcmp(b->label[cell], "*")) cellset_add(&outside, cell);
    }
    return outside;
}

// The red stones with an arrow that points up, or down.
static CellSet stones_pointing(const HexBoard *b, bool down) {
    CellSet left = b->red, pointing = cellset_none();
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        int hour = hexboard_arrow(b->label[cell]);
        bool up = hour >= 10 || hour == 1 || hour == 2;
        if (down ? hour >= 4 && hour <= 8 : up) cellset_add(&pointing, cell);
    }
    return pointing;
}

static CellSet chain_of(const HexBoard *b, int cell) {
    CellSet chain = cellset_of(cell), grown = chain;
    do {
        CellSet left = chain = grown;
        for (int stone; (stone = cellset_pop(&left)) >= 0;)
            grown = cellset_or(grown, cellset_and(b->geometry->around[stone], b->red));
    } while (!cellset_equal(grown, chain));
    return chain;
}

// The only chain with stones on the highest row that has any, or the lowest; false when there are two of them.
static bool outer_chain(const HexBoard *b, bool lowest, CellSet *chain) {
    const Geometry *g = b->geometry;
    CellSet left = b->red, on_row = cellset_none();
    int row = -1;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        if (row < 0 || (lowest && cell_row(g, cell) > row)) row = cell_row(g, cell), on_row = cellset_none();
        if (cell_row(g, cell) == row) cellset_add(&on_row, cell);
    }
    *chain = row < 0 ? cellset_none() : chain_of(b, cellset_first(on_row));
    return cellset_is_empty(cellset_minus(on_row, *chain));
}

static bool end_take(const HexBoard *b, bool down, bool edge, CellSet *end, int line, Error *error) {
    *end = stones_pointing(b, down);
    if (edge || !cellset_is_empty(*end)) return true;
    return outer_chain(b, down, end) ||
           error_input(error, "line %d: which stone is the %s end? Give it the label %s", line,
                       down ? "lower" : "upper", down ? "arrow(6)" : "arrow(12)");
}

static bool template_take(const HexBoard *b, int line, Template *t, Error *error) {
    bool arrows = !cellset_is_empty(stones_pointing(b, false)) && !cellset_is_empty(stones_pointing(b, true));
    if (!b->edges_given && !arrows)
        return error_input(
            error,
            "line %d: the tag does not say whether an edge is an end: add edges=\"bottom\", or edges=\"none\"",
            line);
    CellSet outside = cells_outside(b);
    *t = (Template){.geometry = b->geometry,
                    .stones = b->red,
                    .carrier = cellset_minus(cellset_minus(b->visible, b->red), outside),
                    .top = b->edges_given && b->edge[0],
                    .bottom = b->edges_given && b->edge[1]};
    return end_take(b, false, t->top, &t->up, line, error) &&
           end_take(b, true, t->bottom, &t->down, line, error);
}

// The last heading between two places of a text: "== [[Edge template IV1a|IV-1-a]] ==".
static void heading_take(const char *from, const char *to, char *name) {
    for (const char *line = from; line < to;) {
        size_t length = strcspn(line, "\n");
        const char *start = line + strspn(line, "= ["), *end = line + length;
        while (end > start && strchr("=] \r", end[-1])) end--;
        const char *bar = start < end ? memchr(start, '|', (size_t)(end - start)) : NULL;
        if (bar) start = bar + 1;
        if (*line == '=' && end > start) snprintf(name, TEMPLATE_NAME_MAX, "%.*s", (int)(end - start), start);
        line += length + (line[length] == '\n');
    }
}

bool template_tag_next(TemplateReader *r, TemplateEntry *entry) {
    HexBoard board;
    const char *before = r->at;
    bool read = hexboard_next(r->text, &r->at, &entry->line, &board, &entry->error);
    if (!entry->line) return false;
    const char *tag = strstr(before, "<hexboard");
    heading_take(before, tag, entry->name);
    entry->good = read && template_take(&board, entry->line, &entry->template, &entry->error);
    r->line = entry->line;
    return true;
}

// --- Writing

static void arrows_put(HexBoard *board, CellSet end, const char *label) {
    for (int cell; (cell = cellset_pop(&end)) >= 0;)
        snprintf(board->label[cell], HEXBOARD_LABEL_MAX, "%s", label);
}

// Every row from the first of its cells to the last is shown; what is not part of it is shaded.
static void rows_show(const Template *t, HexBoard *board) {
    const Geometry *g = t->geometry;
    CellSet all = cellset_or(t->stones, t->carrier);
    board->visible = cellset_none();
    for (int row = 0; row < g->height; row++) {
        int first = g->width, last = -1;
        for (int column = 0; column < g->width; column++) {
            if (!cellset_has(all, cell_at(g, column, row))) continue;
            if (first > column) first = column;
            last = column;
        }
        for (int column = first; column <= last; column++)
            cellset_add(&board->visible, cell_at(g, column, row));
    }
    board->shaded = cellset_minus(board->visible, all);
}

// The first line as a heading, the others as remarks that a page does not show.
static void name_write(const char *name, Text *out) {
    for (bool first = true; *name; first = false) {
        int length = (int)strcspn(name, "\n");
        text_format(out, first ? "== %.*s ==\n" : "<!-- %.*s -->\n", length, name);
        name += length + (name[length] == '\n');
    }
}

void template_write_tag(const Template *t, const char *name, Text *out) {
    HexBoard board;
    hexboard_init(&board, t->geometry);
    board.coords = false;
    const bool edges[] = {t->top, t->bottom, false, false};
    memcpy(board.edge, edges, sizeof edges);
    board.red = t->stones;
    rows_show(t, &board);
    arrows_put(&board, t->up, "arrow(12)");
    arrows_put(&board, t->down, "arrow(6)");
    name_write(name, out);
    hexboard_write(&board, out);
    text_add(out, "\n");
}
