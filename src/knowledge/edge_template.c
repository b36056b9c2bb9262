#include "knowledge/edge_template.h"

#include <stdio.h>
#include <string.h>

extern const char EDGE_TEMPLATES_BUILT_IN[]; // made by the build from data/templates/edge.txt

// The cell of the board that a template's cell falls on, or CELL_NONE.
static int cell_place(const EdgeTemplate *t, const Geometry *g, int cell, int edge, bool mirrored, int i) {
    bool turned = edge == EDGE_TOP || edge == EDGE_LEFT, swapped = edge >= EDGE_LEFT;
    int down = t->down[i], right = mirrored ? -t->right[i] - down : t->right[i];
    if (turned) {
        down = -down;
        right = -right;
    }
    int column = cell_column(g, cell) + (swapped ? down : right);
    int row = cell_row(g, cell) + (swapped ? right : down);
    bool inside = column >= 0 && column < g->width && row >= 0 && row < g->height;
    return inside ? cell_at(g, column, row) : CELL_NONE;
}

bool edge_template_place(const EdgeTemplate *t, const Geometry *g, int cell, int edge, bool mirrored,
                         CellSet *carrier) {
    *carrier = cellset_none();
    if (cell_row_from(g, cell, edge) != t->row) return false;
    for (int i = 0; i < t->cells; i++) {
        int at = cell_place(t, g, cell, edge, mirrored, i);
        if (at == CELL_NONE) return false;
        cellset_add(carrier, at);
    }
    return true;
}

int edge_template_reply(const EdgeTemplate *t, const Geometry *g, int cell, int edge, bool mirrored,
                        int intrusion) {
    for (int i = 0; i < t->cells; i++) {
        if (cell_place(t, g, cell, edge, mirrored, i) == intrusion)
            return cell_place(t, g, cell, edge, mirrored, t->reply[i]);
    }
    return CELL_NONE;
}

// --- Diagrams
static const char *line_next(const char *line) {
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static int cell_find(const EdgeTemplate *t, int right, int down) {
    for (int i = 0; i < t->cells; i++) {
        if (t->right[i] == right && t->down[i] == down) return i;
    }
    return -1;
}

// Adds the cells of one line of a diagram, counted from its left end and from the diagram's top. Returns the
// column of the stone, or -1.
static int line_read(EdgeTemplate *t, const char *line, int row) {
    int column = 0, stone = -1;
    for (const char *c = line; *c && *c != '\n'; c++) {
        if (*c == 'B') stone = column;
        if (*c == '.' && t->cells < EDGE_TEMPLATE_CELLS_MAX) {
            t->right[t->cells] = (int8_t)column;
            t->down[t->cells++] = (int8_t)row;
        }
        if (*c != ' ') column++;
    }
    return stone;
}

// "reply d3 to a5 b5": the first name answers the others. False when it names a cell outside the carrier.
static bool replies_read(EdgeTemplate *t, const char *line) {
    int reply = -1, row, used;
    char column;
    for (const char *c = line + strlen("reply"); *c == ' '; c += used) {
        used = (int)strlen(" to");
        if (!strncmp(c, " to", strlen(" to"))) continue;
        int cell = sscanf(c, " %c%d%n", &column, &row, &used) == 2 ? cell_find(t, column - 'a', row - 1) : -1;
        if (cell < 0) return false;
        if (reply < 0)
            reply = cell;
        else
            t->reply[cell] = (int8_t)reply;
    }
    return reply >= 0;
}

// Reads what is below a head line; NULL when it has no stone, is of another row or size, or lacks a reply.
static const char *template_read(EdgeTemplate *t, const char *line, int cells) {
    int rows = 0, stone_column = -1, stone_row = 0;
    memset(t->reply, -1, sizeof t->reply);
    for (; *line && *line != '\n'; line = line_next(line)) {
        if (!strncmp(line, "reply", 5)) {
            if (!replies_read(t, line)) return NULL;
            continue;
        }
        int stone = line_read(t, line, rows++);
        if (stone < 0) continue;
        stone_column = stone;
        stone_row = rows - 1;
    }
    if (stone_column < 0 || rows - stone_row != t->row || t->cells != cells) return NULL;
    for (int i = 0; i < t->cells; i++) {
        if (t->reply[i] < 0) return NULL;
        t->right[i] = (int8_t)(t->right[i] - stone_column);
        t->down[i] = (int8_t)(t->down[i] - stone_row);
    }
    return line;
}

int edge_templates_parse(const char *text, EdgeTemplate *out, int max, Error *error) {
    int count = 0;
    for (const char *line = text; *line;) {
        EdgeTemplate t = {0};
        int cells;
        bool head = sscanf(line, "template %d.%d cells %d", &t.row, &t.number, &cells) == 3;
        line = line_next(line);
        if (!head) continue;
        if (count == max || !(line = template_read(&t, line, cells))) {
            error_input(error, "template %d.%d does not match its heading", t.row, t.number);
            return -1;
        }
        out[count++] = t;
    }
    return count;
}

typedef struct Frame {
    int left, right, top; // of the diagram, from the stone
} Frame;

static void rows_write(const EdgeTemplate *t, Frame f, Text *out) {
    for (int down = f.top; down < t->row; down++) {
        for (int i = f.top; i < down; i++) text_add_char(out, ' ');
        for (int column = f.left; column <= f.right; column++) {
            bool stone = !column && !down;
            char c = stone ? 'B' : cell_find(t, column, down) >= 0 ? '.' : '?';
            text_format(out, "%s%c", column > f.left ? " " : "", c);
        }
        text_add_char(out, '\n');
    }
}

static void name_write(const EdgeTemplate *t, Frame f, int cell, Text *out) {
    text_format(out, " %c%d", 'a' + t->right[cell] - f.left, t->down[cell] - f.top + 1);
}

void edge_template_write(const EdgeTemplate *t, Text *out) {
    Frame f = {0};
    for (int i = 0; i < t->cells; i++) {
        if (t->right[i] < f.left) f.left = t->right[i];
        if (t->right[i] > f.right) f.right = t->right[i];
        if (t->down[i] < f.top) f.top = t->down[i];
    }
    text_format(out, "template %d.%d cells %d\n", t->row, t->number, t->cells);
    rows_write(t, f, out);
    for (int reply = 0; reply < t->cells; reply++) {
        bool used = false;
        for (int i = 0; i < t->cells; i++) {
            if (t->reply[i] != reply) continue;
            if (!used) {
                text_add(out, "reply");
                name_write(t, f, reply, out);
                text_add(out, " to");
            }
            used = true;
            name_write(t, f, i, out);
        }
        if (used) text_add_char(out, '\n');
    }
    text_add_char(out, '\n');
}

int edge_templates_built_in(EdgeTemplate *out, int max) {
    int count = edge_templates_parse(EDGE_TEMPLATES_BUILT_IN, out, max, NULL);
    return count < 0 ? 0 : count;
}
