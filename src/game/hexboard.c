#include "game/hexboard.h"

#include "game/position.h"

#include <stdio.h>
#include <string.h>

static const char *const EDGES[] = {"top", "bottom", "left", "right"};
static const char BLANKS[] = " \t\r\n";

void hexboard_init(HexBoard *board, const Geometry *geometry) {
    memset(board, 0, sizeof *board);
    board->geometry = geometry;
    board->visible = geometry->all;
    board->coords = true;
    for (int i = 0; i < 4; i++) board->edge[i] = true;
}

// --- Reading

typedef struct Value {
    const char *start;
    size_t length; // 0 with a NULL start: the attribute is missing
} Value;

typedef struct Reader {
    const char *text; // the whole, for lines and columns
    HexBoard *board;
    Value size, contents, edges, visible, coords;
    Error *error;
} Reader;

static void place_of(const char *text, const char *at, int *line, int *column) {
    *line = *column = 1;
    for (; text < at; text++) {
        ++*column;
        if (*text == '\n') ++*line, *column = 1;
    }
}

static bool refuse(const Reader *r, const char *at, const char *what, Value shown) {
    int line, column, length = shown.length > 40 ? 40 : (int)shown.length;
    place_of(r->text, at, &line, &column);
    return error_input(r->error, "line %d, column %d: %s%s%.*s%s", line, column, what, length ? ": '" : "",
                       length, length ? shown.start : "", length ? "'" : "");
}

static bool refuse_plain(const Reader *r, const char *at, const char *what) {
    return refuse(r, at, what, (Value){0});
}

static bool value_is(Value value, const char *word) {
    return strlen(word) == value.length && !strncmp(value.start, word, value.length);
}

// The next word of a value, parentheses kept together; false at its end.
static bool word_next(Value *rest, Value *word) {
    size_t skip = 0;
    while (skip < rest->length && strchr(BLANKS, rest->start[skip])) skip++;
    rest->start += skip;
    rest->length -= skip;
    size_t length = 0;
    for (int depth = 0; length < rest->length; length++) {
        char c = rest->start[length];
        if (!depth && strchr(BLANKS, c)) break;
        depth += (c == '(') - (c == ')');
    }
    *word = (Value){rest->start, length};
    rest->start += length;
    rest->length -= length;
    return length > 0;
}

static bool size_read(Reader *r) {
    int rows = 0, columns = 0, used = 0;
    char copy[16];
    snprintf(copy, sizeof copy, "%.*s", (int)r->size.length, r->size.start);
    if (r->size.length >= sizeof copy || sscanf(copy, "%2dx%2d%n", &rows, &columns, &used) != 2 ||
        (size_t)used != r->size.length)
        return refuse(r, r->size.start, "the size is ROWSxCOLUMNS", r->size);
    if (rows < 1 || rows > BOARD_MAX || columns < 1 || columns > BOARD_MAX)
        return refuse(r, r->size.start, "boards of 1x1 to 19x19 are possible", r->size);
    const Geometry *g = geometry_get(columns, rows);
    if (!g) return error_memory(r->error);
    hexboard_init(r->board, g);
    return true;
}

// --- Sets of cells

typedef struct Point {
    int x, y; // half cells across, rows down
} Point;

static Point cell_point(const Geometry *g, int cell) {
    return (Point){2 * cell_column(g, cell) + cell_row(g, cell), cell_row(g, cell)};
}

// Positive when c is to one side of the line from a to b, negative on the other, 0 on it.
static int side_of(Point a, Point b, Point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool point_between(Point a, Point b, Point c) {
    bool across = a.x < b.x ? c.x >= a.x && c.x <= b.x : c.x >= b.x && c.x <= a.x;
    bool down = a.y < b.y ? c.y >= a.y && c.y <= b.y : c.y >= b.y && c.y <= a.y;
    return across && down;
}

// Inside a polygon or on its border: by the number of sides that a ray to the right crosses.
static bool polygon_has(const Point *corner, int corners, Point p) {
    bool inside = false;
    for (int i = 0; i < corners; i++) {
        Point a = corner[i], b = corner[(i + 1) % corners];
        if (!side_of(a, b, p) && point_between(a, b, p)) return true;
        if ((a.y > p.y) == (b.y > p.y)) continue;
        if ((side_of(a, b, p) > 0) == (b.y > a.y)) inside = !inside;
    }
    return inside;
}

static bool cell_read(const Reader *r, Value name, int *cell) {
    *cell = cell_parse(r->board->geometry, name.start, (int)name.length);
    return *cell != CELL_NONE || refuse(r, name.start, "no cell of this board", name);
}

static CellSet polygon_cells(const Geometry *g, const Point *corner, int corners) {
    CellSet cells = cellset_none();
    for (int cell = 0; cell < g->cells; cell++) {
        if (polygon_has(corner, corners, cell_point(g, cell))) cellset_add(&cells, cell);
    }
    return cells;
}

static bool area_read(const Reader *r, Value word, CellSet *cells) {
    enum { CORNERS_MAX = 64 };
    Point corner[CORNERS_MAX];
    int corners = 0, cell;
    if (word.start[word.length - 1] != ')') return refuse(r, word.start, "an area without its end", word);
    Value rest = {word.start + 5, word.length - 6};
    while (rest.length) {
        size_t length = 0;
        while (length < rest.length && rest.start[length] != ',') length++;
        Value part = {rest.start, length}, name;
        if (!word_next(&part, &name))
            return refuse(r, rest.start, "an area names its corners, with commas between", word);
        if (!cell_read(r, name, &cell)) return false;
        if (corners == CORNERS_MAX) return refuse_plain(r, name.start, "an area has at most 64 corners");
        corner[corners++] = cell_point(r->board->geometry, cell);
        rest.start += length + (length < rest.length);
        rest.length -= length + (length < rest.length);
    }
    if (!corners) return refuse(r, word.start, "an area without corners", word);
    *cells = polygon_cells(r->board->geometry, corner, corners);
    return true;
}

// "a1", "a1--c1", "area(...)", "all".
static bool cells_read(const Reader *r, Value word, CellSet *cells) {
    int from, to;
    const char *dashes = NULL;
    for (size_t i = 0; i + 1 < word.length && !dashes; i++) {
        if (word.start[i] == '-' && word.start[i + 1] == '-') dashes = word.start + i;
    }
    *cells = r->board->geometry->all;
    if (value_is(word, "all")) return true;
    if (word.length > 5 && !strncmp(word.start, "area(", 5)) return area_read(r, word, cells);
    if (!dashes) {
        if (!cell_read(r, word, &from)) return false;
        *cells = cellset_of(from);
        return true;
    }
    size_t before = (size_t)(dashes - word.start);
    if (!cell_read(r, (Value){word.start, before}, &from) ||
        !cell_read(r, (Value){dashes + 2, word.length - before - 2}, &to))
        return false;
    const Point ends[] = {cell_point(r->board->geometry, from), cell_point(r->board->geometry, to)};
    *cells = polygon_cells(r->board->geometry, ends, 2);
    return true;
}

// --- Attributes

static void label_set(HexBoard *board, CellSet cells, Value label) {
    for (int cell; (cell = cellset_pop(&cells)) >= 0;)
        snprintf(board->label[cell], HEXBOARD_LABEL_MAX, "%.*s", (int)label.length, label.start);
}

static void contents_put(HexBoard *board, char kind, CellSet cells) {
    if (kind == 'S') {
        board->shaded = cellset_or(board->shaded, cells);
        return;
    }
    board->red = cellset_minus(board->red, cells);
    board->blue = cellset_minus(board->blue, cells);
    if (kind == 'R') board->red = cellset_or(board->red, cells);
    if (kind == 'B') board->blue = cellset_or(board->blue, cells);
}

static bool contents_read(Reader *r) {
    Value rest = r->contents, word;
    char kind = '\0';
    while (word_next(&rest, &word)) {
        CellSet cells;
        if (word.length == 1 && strchr("RBES", *word.start)) {
            kind = *word.start;
            continue;
        }
        if (!kind) return refuse(r, word.start, "cells before R, B, E or S", word);
        const char *colon = memchr(word.start, ':', word.length);
        Value label = {word.start, colon ? (size_t)(colon - word.start) : 0};
        if (label.length >= HEXBOARD_LABEL_MAX)
            return refuse(r, label.start, "a label of more than 11 characters", label);
        if (colon) word = (Value){colon + 1, word.length - label.length - 1};
        if (!cells_read(r, word, &cells)) return false;
        contents_put(r->board, kind, cells);
        if (colon && kind != 'S') label_set(r->board, cells, label); // with S it names a colour
    }
    return true;
}

static bool edges_read(Reader *r) {
    Value rest = r->edges, word;
    if (!r->edges.start) return true;
    r->board->edges_given = true;
    for (int i = 0; i < 4; i++) r->board->edge[i] = false;
    while (word_next(&rest, &word)) {
        bool known = value_is(word, "none");
        for (int i = 0; i < 4; i++) {
            bool meant = value_is(word, "all") || value_is(word, EDGES[i]);
            r->board->edge[i] |= meant;
            known |= meant;
        }
        if (!known) return refuse(r, word.start, "edges are top, bottom, left, right, all or none", word);
    }
    return true;
}

// Cells that are shown; with a minus, that are not. A list that starts with a minus starts from the whole board.
static bool visible_read(Reader *r) {
    Value rest = r->visible, word;
    if (!r->visible.start) return true;
    r->board->visible_given = true;
    for (bool first = true; word_next(&rest, &word); first = false) {
        bool hidden = *word.start == '-';
        CellSet cells;
        if (first && !hidden) r->board->visible = cellset_none();
        if (hidden) word = (Value){word.start + 1, word.length - 1};
        if (!cells_read(r, word, &cells)) return false;
        r->board->visible =
            hidden ? cellset_minus(r->board->visible, cells) : cellset_or(r->board->visible, cells);
    }
    return true;
}

static bool attribute_take(Reader *r, Value name, Value value) {
    const struct {
        const char *name;
        Value *value;
    } known[] = {{"size", &r->size},
                 {"contents", &r->contents},
                 {"edges", &r->edges},
                 {"visible", &r->visible},
                 {"coords", &r->coords}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!value_is(name, known[i].name)) continue;
        if (known[i].value->start) return refuse(r, name.start, "an attribute that is there twice", name);
        *known[i].value = value;
    }
    return true;
}

// Reads name="value" until the tag's end; `*at` moves behind it.
static bool attributes_read(Reader *r, const char **at) {
    for (;;) {
        const char *p = *at += strspn(*at, BLANKS);
        if (*p == '>' || (*p == '/' && p[1] == '>')) {
            *at = p + (*p == '/' ? 2 : 1);
            return true;
        }
        Value name = {p, strcspn(p, " \t\r\n=>/\"'")};
        const char *equals = p + name.length + strspn(p + name.length, BLANKS);
        if (!name.length)
            return refuse_plain(r, p,
                                *p ? "an attribute is NAME=\"VALUE\"" : "the tag <hexboard does not end");
        const char *quote = *equals == '=' ? equals + 1 + strspn(equals + 1, BLANKS) : "";
        if (*quote != '"' && *quote != '\'') return refuse(r, p, "an attribute is NAME=\"VALUE\"", name);
        const char *end = strchr(quote + 1, *quote);
        if (!end) return refuse(r, quote, "the attribute's value does not end", name);
        if (!attribute_take(r, name, (Value){quote + 1, (size_t)(end - quote - 1)})) return false;
        *at = end + 1;
    }
}

bool hexboard_next(const char *text, const char **at, int *line, HexBoard *board, Error *error) {
    Reader r = {.text = text, .board = board, .error = error};
    int column;
    const char *tag = strstr(*at, "<hexboard");
    if (!tag) {
        *at += strlen(*at);
        return false;
    }
    place_of(text, tag, line, &column);
    *at = tag + strlen("<hexboard");
    memset(board, 0, sizeof *board);
    if (!attributes_read(&r, at)) return false;
    if (!r.size.start) return refuse_plain(&r, tag, "a hexboard without its size");
    if (!size_read(&r)) return false;
    if (r.coords.start) board->coords = !value_is(r.coords, "hide") && !value_is(r.coords, "none");
    return (!r.contents.start || contents_read(&r)) && edges_read(&r) && visible_read(&r);
}

int hexboard_arrow(const char *label) {
    static const struct {
        const char *sign;
        int hour;
    } arrows[] = {{"↗", 2}, {"→", 3}, {"↘", 4}, {"↓", 6}, {"↙", 8}, {"←", 9}, {"↖", 10}, {"↑", 12}};
    int hour = 0;
    char close = '\0';
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++) {
        if (!strcmp(label, arrows[i].sign)) return arrows[i].hour;
    }
    return sscanf(label, "arrow(%2d%c", &hour, &close) == 2 && close == ')' && hour >= 1 && hour <= 12 ? hour
                                                                                                       : 0;
}

// --- Writing

bool hexboard_label_fits(const char *label) {
    int depth = 0;
    for (const char *c = label; *c && depth >= 0; c++) depth += (*c == '(') - (*c == ')');
    return !depth && !label[strcspn(label, " \t\r\n:\"")] && strlen(label) < HEXBOARD_LABEL_MAX;
}

// The first and last cell of a row that is shown; false if none is.
static bool row_ends(const HexBoard *b, int row, int *first, int *last) {
    *first = *last = CELL_NONE;
    for (int column = 0; column < b->geometry->width; column++) {
        int cell = cell_at(b->geometry, column, row);
        if (!cellset_has(b->visible, cell)) continue;
        if (*first < 0) *first = cell;
        *last = cell;
    }
    return *first >= 0;
}

// The corners of the polygon that follows both ends of the rows; none when the cells do not fill one.
static int visible_corners(const HexBoard *b, int *corner) {
    int left[BOARD_MAX], right[BOARD_MAX], rows = 0, corners = 0, cells = 0;
    for (int row = 0; row < b->geometry->height; row++) {
        if (!row_ends(b, row, &left[rows], &right[rows])) continue;
        if (rows && cell_row(b->geometry, left[rows - 1]) != row - 1) return 0;
        cells += right[rows] - left[rows] + 1;
        rows++;
    }
    if (cells != cellset_count(b->visible)) return 0;
    for (int i = 0; i < rows; i++) corner[corners++] = left[i];
    for (int i = rows - 1; i >= 0; i--) {
        bool turn = i == 0 || i == rows - 1; // where one cell is both ends
        if (!turn || right[i] != left[i]) corner[corners++] = right[i];
    }
    return corners;
}

// Leaves out corners on the line between their neighbours.
static int corners_straighten(const Geometry *g, int *corner, int corners) {
    int kept = 0;
    for (int i = 0; i < corners; i++) {
        Point before = cell_point(g, corner[kept ? kept - 1 : corners - 1]);
        Point next = cell_point(g, corner[(i + 1) % corners]), here = cell_point(g, corner[i]);
        bool straight = corners > 2 && !side_of(before, next, here) && point_between(before, next, here);
        if (!straight) corner[kept++] = corner[i];
    }
    return kept;
}

static void cells_write(const HexBoard *b, char kind, CellSet cells, bool *any, Text *out) {
    char name[CELL_NAME_MAX];
    if (cellset_is_empty(cells)) return;
    text_format(out, "%s%c", *any ? " " : "", kind);
    *any = true;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        const char *label = kind == 'S' ? "" : b->label[cell];
        text_format(out, " %s%s%s", label, *label ? ":" : "", cell_name(b->geometry, cell, name));
    }
}

static void visible_write(const HexBoard *b, Text *out) {
    int corner[2 * BOARD_MAX], corners = visible_corners(b, corner);
    char name[CELL_NAME_MAX];
    text_add(out, " visible=\"");
    if (corners > 2) {
        corners = corners_straighten(b->geometry, corner, corners);
        for (int i = 0; i < corners; i++)
            text_format(out, "%s%s", i ? "," : "area(", cell_name(b->geometry, corner[i], name));
        text_add(out, ")\"");
        return;
    }
    cellset_write(b->geometry, b->visible, out);
    text_add(out, "\"");
}

static void edges_write(const HexBoard *b, Text *out) {
    bool any = false;
    if (b->edge[0] && b->edge[1] && b->edge[2] && b->edge[3]) return;
    text_add(out, " edges=\"");
    for (int i = 0; i < 4; i++) {
        if (b->edge[i]) text_format(out, "%s%s", any ? " " : "", EDGES[i]);
        any |= b->edge[i];
    }
    text_add(out, any ? "\"" : "none\"");
}

void hexboard_write(const HexBoard *b, Text *out) {
    const Geometry *g = b->geometry;
    CellSet labelled = cellset_none(), taken = cellset_or(b->red, b->blue);
    for (int cell = 0; cell < g->cells; cell++) {
        if (*b->label[cell] && !cellset_has(taken, cell)) cellset_add(&labelled, cell);
    }
    bool any = false;
    text_format(out, "<hexboard size=\"%dx%d\"", g->height, g->width);
    if (!b->coords) text_add(out, " coords=\"hide\"");
    edges_write(b, out);
    if (!cellset_equal(b->visible, g->all)) visible_write(b, out);
    text_add(out, " contents=\"");
    cells_write(b, 'R', b->red, &any, out);
    cells_write(b, 'B', b->blue, &any, out);
    cells_write(b, 'E', labelled, &any, out);
    cells_write(b, 'S', b->shaded, &any, out);
    text_add(out, "\" />\n");
}
