#include "lab/strategy/pattern_list.h"

#include "base/hash.h"
#include "game/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Reading

typedef struct Reader {
    PatternList *list;
    DecomposedPattern *now; // NULL before the first
    bool drawn;             // its diagram has ended
    int line;
    Error *error;
} Reader;

static bool bad(Reader *r, const char *what, const char *word) {
    return error_input(r->error, "line %d: %s%s%s%s", r->line, what, *word ? " '" : "", word,
                       *word ? "'" : "");
}

int pattern_list_find(const PatternList *list, const char *name) {
    for (int i = 0; i < list->count; i++)
        if (!strcmp(list->pattern[i].name, name)) return i;
    return -1;
}

static bool in_diagram(const DecomposedPattern *p, PatternCell cell) {
    return cell.column >= 0 && cell.column < p->width && cell.row >= 0 && cell.row < p->height;
}

// "b3"; with `edge` the row below the diagram is allowed too.
static bool cell_read(Reader *r, const char *word, bool edge, PatternCell *cell) {
    int end = 0, row = 0;
    bool good = word && *word >= 'a' && *word <= 'z' && word[1] != '0' &&
                sscanf(word + 1, "%2d%n", &row, &end) == 1 && !word[1 + end];
    *cell = (PatternCell){good ? *word - 'a' : -1, row - 1};
    bool below = good && edge && cell->row == r->now->height && cell->column < PATTERN_SIDE_MAX;
    if (good && (below || in_diagram(r->now, *cell))) return true;
    return bad(r, "not a cell of the diagram:", word ? word : "");
}

static bool pattern_begin(Reader *r, char *rest) {
    char *name = strtok_r(NULL, " \t", &rest);
    if (!name || strtok_r(NULL, " \t", &rest)) return bad(r, "expected pattern NAME", "");
    if (strlen(name) >= PATTERN_NAME_MAX) return bad(r, "a name has at most 23 bytes:", name);
    if (pattern_list_find(r->list, name) >= 0) return bad(r, "there is already a pattern", name);
    if (r->list->count == PATTERN_LIST_MAX) return bad(r, "at most 200 patterns", "");
    r->now = &r->list->pattern[r->list->count++];
    *r->now = (DecomposedPattern){.line = r->line, .end = {{-1, -1}, {-1, -1}}};
    strcpy(r->now->name, name);
    r->drawn = false;
    return true;
}

// A row of the diagram, shorter ones are filled with '?'.
static bool row_read(Reader *r, const char *text) {
    DecomposedPattern *p = r->now;
    int column = 0;
    if (p->height == PATTERN_SIDE_MAX) return bad(r, "a diagram has at most 17 rows", "");
    memset(p->sign[p->height], '?', PATTERN_SIDE_MAX);
    for (const char *c = text; *c; c++) {
        if (strchr(" \t\r", *c)) continue;
        char sign[2] = {*c, '\0'};
        if (!strchr("?.B", *c)) return bad(r, "expected '?', '.' or 'B' in a diagram, not", sign);
        if (column == PATTERN_SIDE_MAX) return bad(r, "a diagram has at most 17 columns", "");
        p->sign[p->height][column++] = *c;
    }
    p->height++;
    if (column > p->width) p->width = column;
    return true;
}

static bool ends_read(Reader *r, char *rest) {
    DecomposedPattern *p = r->now;
    char *first = strtok_r(NULL, " \t\r", &rest), *second = strtok_r(NULL, " \t\r", &rest);
    if (p->end[0].column >= 0) return bad(r, "this pattern has its ends already", "");
    if (!p->height) return bad(r, "ends before the diagram", "");
    if (!second || strtok_r(NULL, " \t\r", &rest))
        return bad(r, "expected ends CELL CELL, or ends CELL bottom", "");
    p->edge = !strcmp(second, "bottom");
    if (!cell_read(r, first, false, &p->end[0])) return false;
    if (p->edge)
        p->end[1] = (PatternCell){0, p->height};
    else if (!cell_read(r, second, false, &p->end[1]))
        return false;
    for (int i = 0; i < 2 - p->edge; i++)
        if (p->sign[p->end[i].row][p->end[i].column] != 'B')
            return bad(r, "an end must be a stone:", i ? second : first);
    return true;
}

// "bridge b2 a4, ziggurat c1 bottom"
static bool parts_read(Reader *r, char *rest, PatternAnswer *answer) {
    char *more = NULL;
    for (char *part = strtok_r(rest, ",", &more); part; part = strtok_r(NULL, ",", &more)) {
        char *word[4], *next = NULL;
        int words = 0;
        for (char *w = strtok_r(part, " \t\r", &next); w && words < 4; w = strtok_r(NULL, " \t\r", &next))
            word[words++] = w;
        if (words != 3) return bad(r, "expected a part as PATTERN CELL CELL", "");
        if (answer->parts == PATTERN_PARTS_MAX) return bad(r, "an answer has at most 12 parts", "");
        PatternPart *p = &answer->part[answer->parts++];
        p->pattern = pattern_list_find(r->list, word[0]);
        if (p->pattern < 0 || p->pattern == r->list->count - 1) return bad(r, "no earlier pattern", word[0]);
        bool edge = r->list->pattern[p->pattern].edge;
        if (!cell_read(r, word[1], r->now->edge, &p->end[0])) return false;
        if (edge && (strcmp(word[2], "bottom") || !r->now->edge))
            return bad(r, "this pattern ends at the bottom edge:", word[0]);
        p->end[1] = (PatternCell){0, r->now->height};
        if (!edge && !cell_read(r, word[2], r->now->edge, &p->end[1])) return false;
    }
    return true;
}

static bool answer_read(Reader *r, char *rest) {
    DecomposedPattern *p = r->now;
    char *word = strtok_r(NULL, " \t\r", &rest);
    if (p->end[0].column < 0) return bad(r, "an answer before the ends", "");
    if (p->answers == PATTERN_ANSWERS_MAX) return bad(r, "at most 40 answers", "");
    PatternAnswer *answer = &p->answer[p->answers++];
    if (!cell_read(r, word, false, &answer->cell)) return false;
    if (p->sign[answer->cell.row][answer->cell.column] != '.')
        return bad(r, "an answer must be an empty cell:", word);
    word = strtok_r(NULL, " \t\r", &rest);
    if (!word || strcmp(word, "to")) return bad(r, "expected answer CELL to CELLS [by PARTS]", "");
    while ((word = strtok_r(NULL, " \t\r", &rest)) && strcmp(word, "by")) {
        PatternCell cell;
        if (!cell_read(r, word, false, &cell)) return false;
        if (p->sign[cell.row][cell.column] != '.') return bad(r, "an intrusion must be an empty cell:", word);
        answer->to[cell.row][cell.column] = true;
    }
    return !word || parts_read(r, rest, answer);
}

// Every empty cell is answered somewhere.
static bool pattern_end(Reader *r) {
    const DecomposedPattern *p = r->now;
    if (!p) return true;
    if (p->end[0].column < 0)
        return error_input(r->error, "line %d: pattern '%s' has no ends", p->line, p->name);
    for (int row = 0; row < p->height; row++) {
        for (int column = 0; column < p->width; column++) {
            bool answered = p->sign[row][column] != '.';
            for (int i = 0; i < p->answers; i++) answered |= p->answer[i].to[row][column];
            if (!answered)
                return error_input(r->error, "line %d: pattern '%s' has no answer to %c%d", p->line, p->name,
                                   'a' + column, row + 1);
        }
    }
    return true;
}

static bool line_read(Reader *r, char *line) {
    char *rest = NULL;
    line[strcspn(line, "#")] = '\0';
    char copy[400];
    snprintf(copy, sizeof copy, "%s", line);
    char *word = strtok_r(copy, " \t\r", &rest);
    if (!word) return true;
    if (!strcmp(word, "pattern")) return pattern_end(r) && pattern_begin(r, rest);
    if (!r->now) return bad(r, "expected pattern NAME, not", word);
    bool ends = !strcmp(word, "ends"), answer = !strcmp(word, "answer");
    r->drawn |= ends || answer;
    if (ends) return ends_read(r, rest);
    if (answer) return answer_read(r, rest);
    if (r->drawn) return bad(r, "expected answer or pattern, not", word);
    return row_read(r, line);
}

bool pattern_list_parse(const char *text, PatternList *list, Error *error) {
    *list = (PatternList){.pattern = calloc(PATTERN_LIST_MAX, sizeof *list->pattern)};
    if (!list->pattern) return error_memory(error);
    Reader r = {.list = list, .line = 1, .error = error};
    char line[400];
    bool good = true;
    for (; good && *text; r.line++) {
        size_t length = strcspn(text, "\n");
        good = length < sizeof line || bad(&r, "longer than 399 bytes", "");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        good = good && line_read(&r, line);
        text += length + (text[length] == '\n');
    }
    good = good && pattern_end(&r);
    if (good && !list->count) good = error_input(error, "the file has no patterns");
    if (!good) list->count = 0;
    return good;
}

void pattern_list_free(PatternList *list) {
    free(list->pattern);
    *list = (PatternList){0};
}

int pattern_cells(const DecomposedPattern *p) {
    int cells = 0;
    for (int row = 0; row < p->height; row++)
        for (int column = 0; column < p->width; column++) cells += p->sign[row][column] == '.';
    return cells;
}

// --- Proving

// A pattern somewhere on the board: turned by `turn` sixths, mirrored first if odd beyond six, then shifted.
typedef struct Place {
    int turn;
    int column, row;
} Place;

enum { TURNS = 12, LINES_MAX = 4000 };

typedef struct Prover {
    const PatternList *list;
    const Geometry *geometry;
    bool edge; // the board's bottom is the pattern's
    Text *proof, *reason;
    int claims;
    uint64_t hash[LINES_MAX]; // of the lines, to share equal ones
} Prover;

// Turns a step by sixths of a circle, after mirroring it left and right.
static PatternCell cell_turn(PatternCell cell, int turn) {
    if (turn >= 6) cell = (PatternCell){-cell.column - cell.row, cell.row};
    for (int i = 0; i < turn % 6; i++) cell = (PatternCell){-cell.row, cell.column + cell.row};
    return cell;
}

static PatternCell cell_placed(PatternCell cell, Place place) {
    cell = cell_turn(cell, place.turn);
    return (PatternCell){cell.column + place.column, cell.row + place.row};
}

// The number of a cell of the board; EDGE_BOTTOM below it where the edge is the pattern's; CELL_NONE elsewhere.
static int node_at(const Prover *p, PatternCell cell) {
    const Geometry *g = p->geometry;
    if (p->edge && cell.row == g->height) return EDGE_BOTTOM;
    if (cell.column < 0 || cell.column >= g->width || cell.row < 0 || cell.row >= g->height) return CELL_NONE;
    return cell_at(g, cell.column, cell.row);
}

static void node_write(const Prover *p, int node, Text *out) {
    char name[CELL_NAME_MAX];
    text_add(out, node == EDGE_BOTTOM ? "B" : cell_name(p->geometry, node, name));
}

// The cells of one sign of a placed pattern; false when one lies off the board.
static bool cells_placed(const Prover *p, const DecomposedPattern *pattern, Place place, char sign,
                         CellSet *out) {
    *out = cellset_none();
    for (int row = 0; row < pattern->height; row++) {
        for (int column = 0; column < pattern->width; column++) {
            if (pattern->sign[row][column] != sign) continue;
            int node = node_at(p, cell_placed((PatternCell){column, row}, place));
            if (node == CELL_NONE || (node == EDGE_BOTTOM && sign == '.')) return false;
            if (node != EDGE_BOTTOM) cellset_add(out, node);
        }
    }
    return true;
}

// Whether a pattern lies between the two cells when placed so: its ends there, its stones on `stones` and its empty cells on
// `free`. To an edge only its first end counts.
static bool place_fits(const Prover *p, const DecomposedPattern *pattern, Place place, CellSet stones,
                       CellSet free) {
    CellSet own, empty;
    return cells_placed(p, pattern, place, 'B', &own) && cells_placed(p, pattern, place, '.', &empty) &&
           cellset_within(own, stones) && cellset_within(empty, free);
}

static bool place_find(const Prover *p, const DecomposedPattern *pattern, const PatternCell end[2],
                       CellSet stones, CellSet free, Place *place) {
    for (place->turn = 0; place->turn < TURNS; place->turn++) {
        if (pattern->edge && place->turn % 6) continue;
        PatternCell first = cell_turn(pattern->end[0], place->turn),
                    second = cell_turn(pattern->end[1], place->turn);
        place->column = end[0].column - first.column;
        place->row = end[0].row - first.row;
        bool meets = pattern->edge ? second.row + place->row == p->geometry->height
                                   : second.column + place->column == end[1].column &&
                                         second.row + place->row == end[1].row;
        if (meets && place_fits(p, pattern, *place, stones, free)) return true;
    }
    return false;
}

// Adds the claim of a pattern placed so, after those that it needs; returns its number, 0 on failure.
static int claim_write(Prover *p, int number, Place place);

// The body of an answer: the claims of its parts. The cells of each part are taken from those left.
static bool body_write_parts(Prover *p, const DecomposedPattern *pattern, const PatternAnswer *answer,
                             Place place, CellSet stones, CellSet free, Text *line) {
    for (int i = 0; i < answer->parts; i++) {
        const PatternPart *part = &answer->part[i];
        const DecomposedPattern *smaller = &p->list->pattern[part->pattern];
        PatternCell end[2] = {cell_placed(part->end[0], place), cell_placed(part->end[1], place)};
        Place at;
        CellSet used;
        if (!place_find(p, smaller, end, stones, free, &at)) {
            text_format(p->reason, "in %s: %s does not fit between %c%d and %c%d", pattern->name,
                        smaller->name, 'a' + part->end[0].column, part->end[0].row + 1,
                        'a' + part->end[1].column, part->end[1].row + 1);
            return false;
        }
        int claim = claim_write(p, part->pattern, at);
        if (!claim) return false;
        cells_placed(p, smaller, at, '.', &used);
        free = cellset_minus(free, used);
        text_format(line, "%s%d", i ? "," : "", claim);
    }
    return true;
}

// What may be used once the answer is played: all empty cells but it and the intrusions.
static CellSet answer_free(const Prover *p, const PatternAnswer *answer, Place place, CellSet free) {
    for (int row = 0; row < PATTERN_SIDE_MAX; row++) {
        for (int column = 0; column < PATTERN_SIDE_MAX; column++) {
            if (!answer->to[row][column]) continue;
            int node = node_at(p, cell_placed((PatternCell){column, row}, place));
            if (node >= 0 && node < CELL_MAX) cellset_remove(&free, node);
        }
    }
    return free;
}

// Lines that were written before are not written again.
static int line_keep(Prover *p, const Text *line) {
    uint64_t hash = hash_bytes(HASH_START, line->data, line->length);
    for (int i = 0; i < p->claims; i++)
        if (p->hash[i] == hash) return i + 1;
    if (p->claims == LINES_MAX) {
        text_add(p->reason, "more than 4000 claims");
        return 0;
    }
    text_add(p->proof, text_string(line));
    p->hash[p->claims++] = hash;
    return p->claims;
}

static int claim_write(Prover *p, int number, Place place) {
    const DecomposedPattern *pattern = &p->list->pattern[number];
    Text line = {0};
    CellSet own, free;
    cells_placed(p, pattern, place, 'B', &own);
    cells_placed(p, pattern, place, '.', &free);
    int end[2] = {node_at(p, cell_placed(pattern->end[0], place)),
                  pattern->edge ? EDGE_BOTTOM : node_at(p, cell_placed(pattern->end[1], place))};
    text_add(&line, pattern->answers ? "C " : "S ");
    node_write(p, end[0], &line);
    text_add_char(&line, '-');
    node_write(p, end[1], &line);
    CellSet others = own;
    for (int i = 0; i < 2; i++)
        if (end[i] < CELL_MAX) cellset_remove(&others, end[i]);
    for (bool first = true; !cellset_is_empty(others); first = false) {
        text_add(&line, first && pattern->answers ? " +" : first ? " " : ",");
        node_write(p, cellset_pop(&others), &line);
    }
    bool good = true;
    for (int i = 0; good && i < pattern->answers; i++) {
        const PatternAnswer *answer = &pattern->answer[i];
        int cell = node_at(p, cell_placed(answer->cell, place));
        CellSet left = answer_free(p, answer, place, free), stones = cellset_or(own, cellset_of(cell));
        cellset_remove(&left, cell);
        text_add_char(&line, ' ');
        node_write(p, cell, &line);
        text_add_char(&line, ':');
        good = body_write_parts(p, pattern, answer, place, stones, left, &line);
    }
    text_add_char(&line, '\n');
    int claim = good ? line_keep(p, &line) : 0;
    text_free(&line);
    return claim;
}

static void cells_list(const Prover *p, CellSet cells, Text *out) {
    if (cellset_is_empty(cells)) text_add_char(out, '-');
    for (bool first = true; !cellset_is_empty(cells); first = false) {
        if (!first) text_add_char(out, ',');
        node_write(p, cellset_pop(&cells), out);
    }
}

static void header_write(Prover *p, const DecomposedPattern *pattern, Place place) {
    const Geometry *g = p->geometry;
    CellSet own, free;
    cells_placed(p, pattern, place, 'B', &own);
    cells_placed(p, pattern, place, '.', &free);
    text_format(p->proof, "mustplay-proof 1\nboard %dx%d\nwinner black\nroot join ", g->width, g->height);
    node_write(p, node_at(p, cell_placed(pattern->end[0], place)), p->proof);
    text_add_char(p->proof, '-');
    node_write(p, pattern->edge ? EDGE_BOTTOM : node_at(p, cell_placed(pattern->end[1], place)), p->proof);
    text_add(p->proof, "\nstones ");
    cells_list(p, own, p->proof);
    text_add(p->proof, "\ncarrier ");
    cells_list(p, free, p->proof);
    text_format(p->proof, "\nmade from the pattern %s\n", pattern->name);
}

bool pattern_prove(const PatternList *list, int number, Text *proof, Text *reason) {
    const DecomposedPattern *pattern = &list->pattern[number];
    Place place = {.turn = 0, .column = 1, .row = 1};
    Prover *p = calloc(1, sizeof *p);
    if (!p) {
        text_add(reason, "out of memory");
        return false;
    }
    *p = (Prover){.list = list, .edge = pattern->edge, .proof = proof, .reason = reason};
    p->geometry = geometry_get(pattern->width + 2, pattern->height + (pattern->edge ? 1 : 2));
    bool good = p->geometry != NULL;
    if (good) {
        header_write(p, pattern, place);
        good = claim_write(p, number, place) == p->claims;
        text_format(proof, "end %d %016llx\n", p->claims,
                    (unsigned long long)hash_bytes(HASH_START, proof->data, proof->length));
    }
    good = good && p->claims && !proof->failed && !reason->length;
    free(p);
    return good;
}
