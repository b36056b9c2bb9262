#include "tools/lib/pattern.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const KIND_NAME[PATTERN_KINDS] = {
    "dead",
    "captured",
    "permanent",
    "mutual",
};

const char *pattern_kind_name(PatternKind kind) {
    return KIND_NAME[kind];
}

int pattern_find(const Pattern *pattern, Hex at) {
    for (int i = 0; i < pattern->count; i++) {
        if (hex_equal(pattern->cell[i], at)) return i;
    }
    return -1;
}

int pattern_centre(const Pattern *p) {
    int best = -1, best_beside = -1;
    for (int i = 0; i < p->count; i++) {
        if (p->color[i] != EMPTY) continue;
        int beside = 0, farthest = 0;
        for (int j = 0; j < p->count; j++) {
            int distance = hex_distance(p->cell[i], p->cell[j]);
            beside += distance == 1;
            if (distance > farthest) farthest = distance;
        }
        if (farthest > 3 || beside <= best_beside) continue;
        best = i;
        best_beside = beside;
    }
    return best;
}

Pattern pattern_transform(const Pattern *pattern, int symmetry, bool swap, int origin) {
    Pattern p = *pattern;
    Hex zero = origin < 0 ? hex_make(0, 0) : hex_symmetry(pattern->cell[origin], symmetry);
    for (int i = 0; i < p.count; i++) {
        p.cell[i] = hex_minus(hex_symmetry(pattern->cell[i], symmetry), zero);
        if (swap) p.color[i] = (uint8_t)color_other((Color)p.color[i]);
    }
    if (swap) {
        p.fill[BLACK] = pattern->fill[WHITE];
        p.fill[WHITE] = pattern->fill[BLACK];
    }
    return p;
}

static uint32_t bits_permuted(uint32_t bits, const int *place, int count) {
    uint32_t out = 0;
    for (int i = 0; i < count; i++) out |= (bits >> i & 1) << place[i];
    return out;
}

// The cells in row order, the first row and the first column at 0.
static Pattern pattern_sorted(const Pattern *pattern) {
    Pattern p = *pattern;
    int place[PATTERN_CELLS_MAX] = {0}, low_q = 99, low_r = 99;
    for (int i = 0; i < p.count; i++) {
        const Hex a = pattern->cell[i];
        if (a.q < low_q) low_q = a.q;
        if (a.r < low_r) low_r = a.r;
        for (int j = 0; j < p.count; j++) {
            const Hex b = pattern->cell[j];
            place[i] += b.r < a.r || (b.r == a.r && b.q < a.q);
        }
    }
    for (int i = 0; i < p.count; i++) {
        p.cell[place[i]] = hex_minus(pattern->cell[i], hex_make(low_q, low_r));
        p.color[place[i]] = pattern->color[i];
        p.reply[place[i]] = (int8_t)(pattern->reply[i] < 0 ? -1 : place[pattern->reply[i]]);
    }
    p.fill[BLACK] = bits_permuted(pattern->fill[BLACK], place, p.count);
    p.fill[WHITE] = bits_permuted(pattern->fill[WHITE], place, p.count);
    return p;
}

// The replies stay out of the order: two images of a symmetric pattern may differ in them alone.
int pattern_compare(const Pattern *a, const Pattern *b) {
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    int order = memcmp(a->color, b->color, (size_t)a->count);
    if (!order) order = memcmp(a->cell, b->cell, sizeof a->cell[0] * (size_t)a->count);
    for (int i = 0; i < 2 && !order; i++) order = a->fill[i] < b->fill[i] ? -1 : a->fill[i] > b->fill[i];
    return order;
}

Pattern pattern_canonical(const Pattern *pattern) {
    Pattern best = {0};
    for (int i = 0; i < 2 * HEX_SYMMETRIES; i++) {
        Pattern image = pattern_transform(pattern, i % HEX_SYMMETRIES, i >= HEX_SYMMETRIES, -1);
        image = pattern_sorted(&image);
        if (i == 0 || pattern_compare(&image, &best) < 0) best = image;
    }
    for (int i = best.count; i < PATTERN_CELLS_MAX; i++) {
        best.cell[i] = hex_make(0, 0);
        best.color[i] = 0;
        best.reply[i] = -1;
    }
    return best;
}

// --- Text ---

static uint32_t named_cells(const Pattern *p) {
    return p->fill[BLACK] | p->fill[WHITE];
}

static char letter_of(const Pattern *p, int cell) {
    return (char)('a' + __builtin_popcount(named_cells(p) & ((1u << cell) - 1)));
}

static void letters_write(const Pattern *p, const char *title, uint32_t cells, Text *out) {
    text_add(out, title);
    for (; cells; cells &= cells - 1) text_format(out, " %c", letter_of(p, __builtin_ctz(cells)));
    text_add(out, "\n");
}

static void claim_write(const Pattern *p, Text *out) {
    text_format(out, "%s\n", KIND_NAME[p->kind]);
    if (p->kind == PATTERN_DEAD) {
        letters_write(p, "cell", p->fill[BLACK], out);
        return;
    }
    for (Color color = BLACK; color <= WHITE; color++) {
        if (p->fill[color])
            letters_write(p, color == BLACK ? "fill black" : "fill white", p->fill[color], out);
    }
    if (p->kind == PATTERN_CAPTURED) {
        text_add(out, "reply");
        for (int i = 0; i < p->count; i++)
            if (p->reply[i] >= 0) text_format(out, " %c:%c", letter_of(p, i), letter_of(p, p->reply[i]));
        text_add(out, "\n");
    }
}

void pattern_write(const Pattern *pattern, Text *out) {
    int rows = 0, left = 99;
    for (int i = 0; i < pattern->count; i++) {
        Hex a = pattern->cell[i];
        if (a.r >= rows) rows = a.r + 1;
        if (2 * a.q + a.r < left) left = 2 * a.q + a.r;
    }
    left -= left & 1;
    claim_write(pattern, out);
    for (int r = 0; r < rows; r++) {
        int first = 99, last = -99;
        for (int i = 0; i < pattern->count; i++) {
            if (pattern->cell[i].r != r) continue;
            if (pattern->cell[i].q < first) first = pattern->cell[i].q;
            if (pattern->cell[i].q > last) last = pattern->cell[i].q;
        }
        if (first > last) {
            text_add(out, " ?\n");
            continue;
        }
        text_format(out, "%*s", 2 * first + r - left + 1, "");
        for (int q = first; q <= last; q++) {
            int i = pattern_find(pattern, hex_make(q, r));
            char symbol = '?';
            if (i >= 0 && pattern->color[i] != EMPTY)
                symbol = pattern->color[i] == BLACK ? 'B' : 'W';
            else if (i >= 0)
                symbol = named_cells(pattern) >> i & 1 ? letter_of(pattern, i) : '.';
            text_add_char(out, symbol);
            if (q < last) text_add_char(out, ' ');
        }
        text_add(out, "\n");
    }
    text_add(out, "\n");
}

typedef struct PatternReader {
    Pattern *pattern;
    Error *error;
    int line, row, letters;
    char fill[2][128], cell[128], reply[128]; // header lines, as read
    int at[26];                               // letter to cell
} PatternReader;

static bool line_next(const char **text, char *line, size_t size) {
    if (!**text) return false;
    size_t length = strcspn(*text, "\n"), kept = length < size - 1 ? length : size - 1;
    memcpy(line, *text, kept);
    line[kept] = 0;
    *text += length + ((*text)[length] == '\n');
    return true;
}

static bool row_read(PatternReader *reader, const char *line) {
    Pattern *p = reader->pattern;
    int row = reader->row++;
    for (int column = 0; line[column]; column++) {
        char symbol = line[column];
        if (symbol == ' ' || symbol == '?') continue;
        bool letter = symbol >= 'a' && symbol <= 'z';
        if (!letter && !strchr("BW.", symbol))
            return error_input(reader->error, "line %d: '%c' is not a cell", reader->line, symbol);
        if (p->count == PATTERN_CELLS_MAX)
            return error_input(reader->error, "line %d: too many cells", reader->line);
        if ((column + row) % 2 == 0)
            return error_input(reader->error, "line %d: '%c' stands between two cells", reader->line, symbol);
        if (letter) reader->at[symbol - 'a'] = p->count;
        p->color[p->count] = symbol == 'B' ? BLACK : symbol == 'W' ? WHITE : EMPTY;
        p->reply[p->count] = -1;
        p->cell[p->count++] = hex_make((column - 1 - row) / 2, row);
    }
    return true;
}

// Remembers a header line whose letters the diagram has yet to place.
static bool header_read(PatternReader *reader, const char *line) {
    struct {
        const char *title;
        char *to;
    } fields[] = {{"fill black", reader->fill[0]},
                  {"fill white", reader->fill[1]},
                  {"cell", reader->cell},
                  {"reply", reader->reply}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        size_t length = strlen(fields[i].title);
        if (strncmp(line, fields[i].title, length) || (line[length] && line[length] != ' ')) continue;
        memmove(fields[i].to, line + length, strlen(line + length) + 1);
        return true;
    }
    return error_input(reader->error, "line %d: '%.40s' is not a claim", reader->line, line);
}

static bool letters_read(PatternReader *reader, const char *letters, uint32_t *cells) {
    *cells = 0;
    for (; *letters; letters++) {
        if (*letters == ' ') continue;
        int at = *letters >= 'a' && *letters <= 'z' ? reader->at[*letters - 'a'] : -1;
        if (at < 0) return error_input(reader->error, "line %d: no cell '%c'", reader->line, *letters);
        *cells |= 1u << at;
    }
    return true;
}

static bool claim_place(PatternReader *reader) {
    Pattern *p = reader->pattern;
    uint32_t cell, from, to;
    if (!letters_read(reader, reader->fill[0], &p->fill[0]) ||
        !letters_read(reader, reader->fill[1], &p->fill[1]) || !letters_read(reader, reader->cell, &cell))
        return false;
    if (cell) p->fill[0] = p->fill[1] = cell;
    for (const char *r = reader->reply; *r; r++) {
        if (*r != ':' || r == reader->reply) continue;
        char pair[2][2] = {{r[-1], 0}, {r[1], 0}};
        if (!letters_read(reader, pair[0], &from) || !letters_read(reader, pair[1], &to)) return false;
        if (!from || !to) return error_input(reader->error, "line %d: bad reply", reader->line);
        p->reply[__builtin_ctz(from)] = (int8_t)__builtin_ctz(to);
    }
    if (p->fill[0] | p->fill[1]) return true;
    return error_input(reader->error, "line %d: a pattern without a claim", reader->line);
}

static bool kind_read(const char *name, PatternKind *kind) {
    for (int i = 0; i < PATTERN_KINDS; i++) {
        if (strcmp(name, KIND_NAME[i])) continue;
        *kind = (PatternKind)i;
        return true;
    }
    return false;
}

bool pattern_read(const char **text, int *line, Pattern *pattern, Error *error) {
    char row[128];
    PatternReader reader = {.pattern = pattern, .error = error};
    *pattern = (Pattern){0};
    memset(reader.at, -1, sizeof reader.at);
    bool started = false;
    while (line_next(text, row, sizeof row)) {
        reader.line = ++*line;
        if (row[0] == '#') continue;
        if (!row[0]) {
            if (started) return claim_place(&reader);
            continue;
        }
        if (!started) {
            started = true;
            if (!kind_read(row, &pattern->kind))
                return error_input(error, "line %d: '%.40s' is not a kind", reader.line, row);
        } else if (!(row[0] == ' ' ? row_read(&reader, row) : header_read(&reader, row))) {
            return false;
        }
    }
    return started && claim_place(&reader);
}
