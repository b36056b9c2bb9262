#include "game/position.h"

#include <ctype.h>
#include <string.h>

Position position_empty(const Geometry *geometry) {
    return (Position){.geometry = geometry, .to_move = BLACK};
}

CellSet position_vacant(const Position *p) {
    return cellset_minus(p->geometry->all, cellset_or(p->stones[BLACK], p->stones[WHITE]));
}

Color position_at(const Position *p, int cell) {
    return cellset_has(p->stones[BLACK], cell) ? BLACK : cellset_has(p->stones[WHITE], cell) ? WHITE : EMPTY;
}

Position position_played(const Position *p, int cell) {
    Position after = *p;
    cellset_add(&after.stones[p->to_move], cell);
    after.to_move = color_other(p->to_move);
    return after;
}

// All stones joined to `seed` through `stones`.
static CellSet flood(const Geometry *g, CellSet stones, CellSet seed) {
    CellSet reached = cellset_and(seed, stones), todo = reached;
    for (int cell; (cell = cellset_pop(&todo)) >= 0;) {
        CellSet next = cellset_minus(cellset_and(g->around[cell], stones), reached);
        reached = cellset_or(reached, next);
        todo = cellset_or(todo, next);
    }
    return reached;
}

CellSet position_winning_chain(const Position *p, Color color) {
    const Geometry *g = p->geometry;
    CellSet from_start = flood(g, p->stones[color], g->around[color_edge(color, 0)]);
    return flood(g, from_start, g->around[color_edge(color, 1)]);
}

Color position_winner(const Position *p) {
    for (Color color = BLACK; color <= WHITE; color++) {
        if (!cellset_is_empty(position_winning_chain(p, color))) return color;
    }
    return EMPTY;
}

CellSet cellset_rotated(const Geometry *g, CellSet cells) {
    CellSet out = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) cellset_add(&out, cell_rotated(g, cell));
    return out;
}

CellSet cellset_mirrored(const Geometry *g, CellSet cells) {
    CellSet out = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) cellset_add(&out, cell_mirrored(g, cell));
    return out;
}

Position position_rotated(const Position *p) {
    Position q = *p;
    for (Color color = BLACK; color <= WHITE; color++)
        q.stones[color] = cellset_rotated(p->geometry, p->stones[color]);
    return q;
}

Position position_mirrored(const Position *p) {
    Position q = {.geometry = geometry_get(p->geometry->height, p->geometry->width),
                  .to_move = color_other(p->to_move)};
    for (Color color = BLACK; color <= WHITE; color++)
        q.stones[color] = cellset_mirrored(p->geometry, p->stones[color_other(color)]);
    return q;
}

void cellset_write(const Geometry *geometry, CellSet cells, Text *out) {
    char name[CELL_NAME_MAX];
    for (bool first = true; !cellset_is_empty(cells); first = false)
        text_format(out, "%s%s", first ? "" : " ", cell_name(geometry, cellset_pop(&cells), name));
}

CellSet cellset_named(const Geometry *geometry, const char *names) {
    CellSet cells = cellset_none();
    for (const char *at = names + strspn(names, " "); *at; at += strspn(at, " ")) {
        int length = (int)strcspn(at, " "), cell = cell_parse(geometry, at, length);
        if (cell != CELL_NONE) cellset_add(&cells, cell);
        at += length;
    }
    return cells;
}

bool position_equal(const Position *a, const Position *b) {
    return a->geometry == b->geometry && a->to_move == b->to_move &&
           cellset_equal(a->stones[BLACK], b->stones[BLACK]) &&
           cellset_equal(a->stones[WHITE], b->stones[WHITE]);
}

Hash128 position_hash(const Position *p) {
    const Geometry *g = p->geometry;
    Hash128 hash = g->size_key;
    for (Color color = BLACK; color <= WHITE; color++) {
        CellSet stones = p->stones[color];
        for (int cell; (cell = cellset_pop(&stones)) >= 0;) {
            hash.low ^= g->stone_key[color][cell].low;
            hash.high ^= g->stone_key[color][cell].high;
        }
    }
    if (p->to_move == WHITE) {
        hash.low ^= g->white_to_move_key.low;
        hash.high ^= g->white_to_move_key.high;
    }
    return hash;
}

typedef struct DiagramRows {
    int width, height;
    Color cell[BOARD_MAX][BOARD_MAX];
} DiagramRows;

static bool diagram_color(char c, Color *color) {
    switch (tolower((unsigned char)c)) {
    case '.':
    case '-':
        *color = EMPTY;
        return true;
    case 'b':
    case 'x':
        *color = BLACK;
        return true;
    case 'w':
    case 'o':
        *color = WHITE;
        return true;
    default:
        return false;
    }
}

static bool diagram_line(const char *line, size_t length, int number, DiagramRows *rows, Error *error) {
    int width = 0;
    for (size_t i = 0; i < length; i++) {
        if (isspace((unsigned char)line[i])) continue;
        if (rows->height == BOARD_MAX || width == BOARD_MAX)
            return error_input(error, "diagram line %d: a board has at most %d rows and columns", number,
                               BOARD_MAX);
        if (!diagram_color(line[i], &rows->cell[rows->height][width]))
            return error_input(error, "diagram line %d, column %d: expected one of . B W", number,
                               (int)i + 1);
        width++;
    }
    if (!width) return true;
    if (rows->height && width != rows->width)
        return error_input(error, "diagram line %d: %d cells, but the first row has %d", number, width,
                           rows->width);
    rows->width = width;
    rows->height++;
    return true;
}

bool position_parse_diagram(const char *text, Position *position, Error *error) {
    DiagramRows rows = {0};
    for (int number = 1; *text; number++) {
        size_t length = strcspn(text, "\n");
        if (!diagram_line(text, length, number, &rows, error)) return false;
        text += length + (text[length] == '\n');
    }
    if (!rows.height) return error_input(error, "the diagram is empty");
    const Geometry *g = geometry_get(rows.width, rows.height);
    if (!g) return error_memory(error);
    *position = position_empty(g);
    for (int cell = 0; cell < g->cells; cell++) {
        Color color = rows.cell[cell_row(g, cell)][cell_column(g, cell)];
        if (color != EMPTY) cellset_add(&position->stones[color], cell);
    }
    if (cellset_count(position->stones[BLACK]) > cellset_count(position->stones[WHITE]))
        position->to_move = WHITE;
    return true;
}

void diagram_write(const Geometry *g, const char *signs, Text *out) {
    text_add(out, "   ");
    for (int column = 0; column < g->width; column++) text_format(out, "%c ", 'a' + column);
    text_add_char(out, '\n');
    for (int row = 0; row < g->height; row++) {
        text_format(out, "%*s%2d ", row, "", row + 1);
        for (int column = 0; column < g->width; column++)
            text_format(out, " %c", signs[cell_at(g, column, row)]);
        text_format(out, "  %d\n", row + 1);
    }
}

void position_write(const Position *p, Text *out) {
    char signs[CELL_MAX];
    for (int cell = 0; cell < p->geometry->cells; cell++) signs[cell] = "BW."[position_at(p, cell)];
    diagram_write(p->geometry, signs, out);
}
