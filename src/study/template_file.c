#include "study/template_file.h"

#include "study/template_tag.h"

#include <stdio.h>
#include <string.h>

enum { STEP = 4, SHIFT = 2 };

// A mark as it was found: columns of text, before the board's own columns are known.
typedef struct Mark {
    int at; // 4 times the board's column, plus a constant
    int row, line;
    char sign;
} Mark;

typedef struct Block {
    TemplateEntry *entry;
    int rows, marks;
    bool top, bottom;
    Mark mark[CELL_MAX];
} Block;

static bool line_is_edge(const char *line, size_t length) {
    size_t dashes = 0;
    for (size_t i = 0; i < length; i++) {
        if (line[i] != '-' && line[i] != ' ' && line[i] != '\r') return false;
        dashes += line[i] == '-';
    }
    return dashes > 1;
}

static bool line_is_blank(const char *line, size_t length) {
    return strspn(line, " \t\r") >= length;
}

static bool row_take(Block *b, const char *line, size_t length, int number) {
    Error *error = &b->entry->error;
    if (b->bottom) return error_input(error, "line %d: a row below the lower edge", number);
    if (b->rows == BOARD_MAX) return error_input(error, "line %d: more than %d rows", number, BOARD_MAX);
    for (size_t i = 0; i < length; i++) {
        if (line[i] == ' ' || line[i] == '\r') continue;
        if (!strchr(".OAVX", line[i]))
            return error_input(error, "line %d, column %zu: '%c' is no mark", number, i + 1, line[i]);
        if (b->marks == CELL_MAX) return error_input(error, "line %d: too many cells", number);
        b->mark[b->marks++] = (Mark){(int)i - SHIFT * b->rows, b->rows, number, line[i]};
    }
    b->rows++;
    return true;
}

static bool line_take(Block *b, const char *line, size_t length, int number) {
    if (!line_is_edge(line, length)) return row_take(b, line, length, number);
    if (b->bottom) return error_input(&b->entry->error, "line %d: a second lower edge", number);
    if (!b->rows && b->top) return error_input(&b->entry->error, "line %d: a second upper edge", number);
    *(b->rows ? &b->bottom : &b->top) = true;
    return true;
}

static void mark_put(Template *t, int cell, char sign) {
    if (sign == '.') cellset_add(&t->carrier, cell);
    if (strchr("OAV", sign)) cellset_add(&t->stones, cell);
    if (sign == 'A') cellset_add(&t->up, cell);
    if (sign == 'V') cellset_add(&t->down, cell);
}

static bool block_finish(const Block *b) {
    Template *t = &b->entry->template;
    Error *error = &b->entry->error;
    if (!b->marks) return error_input(error, "line %d: a template without cells", b->entry->line);
    int left = b->mark[0].at, right = left;
    for (int i = 0; i < b->marks; i++) {
        const Mark *m = &b->mark[i];
        if ((m->at - b->mark[0].at) % STEP)
            return error_input(error, "line %d: the cells do not stand four columns apart, set off by two",
                               m->line);
        if (m->at < left) left = m->at;
        if (m->at > right) right = m->at;
    }
    int width = (right - left) / STEP + 1;
    if (width > BOARD_MAX)
        return error_input(error, "line %d: the template is %d cells wide, at most %d are possible",
                           b->entry->line, width, BOARD_MAX);
    t->geometry = geometry_get(width, b->rows);
    if (!t->geometry) return error_memory(error);
    t->top = b->top;
    t->bottom = b->bottom;
    for (int i = 0; i < b->marks; i++)
        mark_put(t, cell_at(t->geometry, (b->mark[i].at - left) / STEP, b->mark[i].row), b->mark[i].sign);
    return true;
}

static void name_take(TemplateEntry *entry, const char *line, size_t length) {
    size_t skip = strspn(line, "; \t");
    while (length > skip && strchr(" \t\r", line[length - 1])) length--;
    if (!*entry->name && length > skip)
        snprintf(entry->name, sizeof entry->name, "%.*s", (int)(length - skip), line + skip);
}

static bool block_next(TemplateReader *r, TemplateEntry *entry) {
    Block block = {.entry = entry};
    while (*r->at) {
        const char *text = r->at;
        size_t length = strcspn(text, "\n");
        r->line++;
        r->at = text + length + (text[length] == '\n');
        if (*text == ';') {
            name_take(entry, text, length);
        } else if (line_is_blank(text, length)) {
            if (entry->line) break;
            *entry->name = '\0'; // a remark that stands alone
        } else {
            if (!entry->line) entry->line = r->line;
            if (entry->good) entry->good = line_take(&block, text, length, r->line);
        }
    }
    if (!entry->line) return false;
    if (entry->good) entry->good = block_finish(&block);
    return true;
}

TemplateReader template_reader(const char *text) {
    return (TemplateReader){.text = text, .at = text, .wiki = strstr(text, "<hexboard")};
}

bool template_next(TemplateReader *r, TemplateEntry *entry) {
    *entry = (TemplateEntry){.good = true};
    return r->wiki ? template_tag_next(r, entry) : block_next(r, entry);
}

// --- Writing

static void remarks_write(const char *name, Text *out) {
    while (*name) {
        size_t length = strcspn(name, "\n");
        text_format(out, "; %.*s\n", (int)length, name);
        name += length + (name[length] == '\n');
    }
}

static char cell_sign(const Template *t, int cell) {
    if (cellset_has(t->up, cell)) return 'A';
    if (cellset_has(t->down, cell)) return 'V';
    if (cellset_has(t->stones, cell)) return 'O';
    return cellset_has(t->carrier, cell) ? '.' : ' ';
}

static void edge_write(const Template *t, int skip, Text *out) {
    int width = STEP * t->geometry->width + SHIFT * (t->geometry->height - 1) - skip - 1;
    for (int i = 0; i < width; i++) text_add_char(out, '-');
    text_add_char(out, '\n');
}

static bool row_is_empty(const Template *t, int row) {
    for (int column = 0; column < t->geometry->width; column++) {
        if (cell_sign(t, cell_at(t->geometry, column, row)) != ' ') return false;
    }
    return true;
}

// The columns of text before the leftmost mark but one, which are left out. A row without cells needs a mark too, in
// the first column.
static int margin_of(const Template *t) {
    CellSet left = cellset_or(t->stones, t->carrier);
    int margin = STEP * BOARD_MAX + SHIFT * BOARD_MAX;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        int at = STEP * cell_column(t->geometry, cell) + SHIFT * cell_row(t->geometry, cell);
        if (at < margin) margin = at;
    }
    for (int row = 0; row < t->geometry->height; row++) {
        if (row_is_empty(t, row) && SHIFT * row < margin) margin = SHIFT * row;
    }
    return margin - 1;
}

static void row_write(const Template *t, int row, int margin, Text *out) {
    int at = 0;
    for (int column = 0; column < t->geometry->width; column++) {
        char sign = cell_sign(t, cell_at(t->geometry, column, row));
        if (sign == ' ') continue;
        text_format(out, "%*c", STEP * column + SHIFT * row - margin - at + 1, sign);
        at = STEP * column + SHIFT * row - margin + 1;
    }
    // A blank line would part the block.
    if (!at) text_format(out, "%*c", SHIFT * row - margin + 1, 'X');
    text_add(out, "\n");
}

void template_write_block(const Template *t, const char *name, Text *out) {
    int margin = margin_of(t);
    remarks_write(name, out);
    if (t->top) edge_write(t, margin, out);
    for (int row = 0; row < t->geometry->height; row++) row_write(t, row, margin, out);
    if (t->bottom) edge_write(t, margin, out);
    text_add(out, "\n");
}
