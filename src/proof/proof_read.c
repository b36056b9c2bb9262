#include "proof/proof_read.h"

#include "base/array.h"
#include "base/hash.h"
#include "proof/field.h"
#include "proof/proof_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 65535, NUMBER_MAX = 2000000000 }; // a line without its newline

// --- A place in a line

typedef struct Scan {
    const Proof *proof;
    int number;     // of the claim that the line gives
    bool turned;    // cells, edges and references are read turned
    const char *at; // the rest of the line, a string
    const char *why;
} Scan;

static bool scan_fail(Scan *s, const char *why) {
    if (!s->why) s->why = why;
    return false;
}

static bool scan_skip(Scan *s, char c) {
    if (*s->at != c) return false;
    s->at++;
    return true;
}

static bool scan_word_over(const Scan *s) {
    return *s->at == ' ' || !*s->at;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool scan_number(Scan *s, int *value) {
    long long number = 0;
    if (!is_digit(*s->at) || (*s->at == '0' && is_digit(s->at[1])))
        return scan_fail(s, "a number was expected");
    for (; is_digit(*s->at); s->at++) {
        number = 10 * number + (*s->at - '0');
        if (number > NUMBER_MAX) return scan_fail(s, "a number is too large");
    }
    *value = (int)number;
    return true;
}

static bool scan_cell(Scan *s, int *cell) {
    const Geometry *g = s->proof->geometry;
    int row = 0, column = *s->at - 'a';
    if (column < 0 || column >= g->width || s->at[1] == '0')
        return scan_fail(s, "a cell of the board was expected");
    s->at++;
    if (!scan_number(s, &row) || row > g->height) return scan_fail(s, "a cell of the board was expected");
    *cell = cell_at(g, column, row - 1);
    if (s->turned) *cell = cell_rotated(g, *cell);
    return true;
}

// Cells with commas between; at least one.
static bool scan_cells(Scan *s, CellSet *cells) {
    int cell = CELL_NONE;
    *cells = cellset_none();
    do {
        if (!scan_cell(s, &cell)) return false;
        cellset_add(cells, cell);
    } while (scan_skip(s, ','));
    return true;
}

static bool scan_end(Scan *s, int *end) {
    static const char EDGES[] = "TBLR";
    const char *edge = *s->at ? strchr(EDGES, *s->at) : NULL;
    if (!edge) return scan_cell(s, end);
    s->at++;
    *end = EDGE_TOP + (int)((edge - EDGES) ^ (s->turned ? 1 : 0));
    return edge_color(*end) == s->proof->winner || scan_fail(s, "an edge of the winner's was expected");
}

// "x-y", if the word is one; the winner's edges otherwise.
static bool scan_ends(Scan *s, int *x, int *y) {
    size_t length = strcspn(s->at, " ");
    *x = color_edge(s->proof->winner, 0);
    *y = color_edge(s->proof->winner, 1);
    if (!memchr(s->at, '-', length)) return true;
    if (!scan_end(s, x) || !scan_skip(s, '-') || !scan_end(s, y) || !scan_word_over(s) || *x == *y)
        return scan_fail(s, "two ends were expected");
    scan_skip(s, ' ');
    return true;
}

static bool scan_reference(Scan *s, ClaimRef *ref) {
    bool near = scan_skip(s, '^');
    int number = 0;
    if (!scan_number(s, &number)) return false;
    int claim = near ? s->number - number : number - 1;
    bool turned = scan_skip(s, '\'');
    if (claim < 0 || claim >= s->number) return scan_fail(s, "a reference does not name an earlier claim");
    *ref = 2 * claim + (turned != s->turned);
    return true;
}

// The next word, behind one blank; false at the end of the line.
static bool scan_more(Scan *s) {
    return !s->why && scan_skip(s, ' ');
}

// --- Lists that grow

// Makes room for one more, as zeros.
static void *list_add(void *list, int *count, int *room, size_t size) {
    char *array;
    if (!array_room(list, room, *count + 1, size)) return NULL;
    memcpy(&array, list, sizeof array);
    return memset(array + (size_t)(*count)++ * size, 0, size);
}

static const char NO_MEMORY[] = "out of memory";

static bool item_add(Scan *s, ProofLine *line, ProofItem item) {
    ProofItem *added = list_add(&line->item, &line->items, &line->item_room, sizeof *added);
    if (!added) return scan_fail(s, NO_MEMORY);
    *added = item;
    return true;
}

// --- Bodies

static bool scan_item(Scan *s, ProofLine *line) {
    ProofItem item = {.kind = ITEM_STONE};
    if (is_digit(*s->at) || *s->at == '^') {
        item.kind = ITEM_CLAIM;
        return scan_reference(s, &item.ref) && item_add(s, line, item);
    }
    if (!scan_cell(s, &item.p)) return false;
    if (!scan_skip(s, '|')) return item_add(s, line, item);
    item.kind = ITEM_PAIR;
    return scan_cell(s, &item.q) && (item.p != item.q || scan_fail(s, "a pair has two cells")) &&
           item_add(s, line, item);
}

static CellSet with_ends(CellSet cells, int x, int y) {
    if (x < CELL_MAX) cellset_add(&cells, x);
    if (y < CELL_MAX) cellset_add(&cells, y);
    return cells;
}

static void body_sum(const Proof *proof, const ProofLine *line, ProofBody *body, CellSet given) {
    CellSet all = cellset_none();
    body->own = given;
    for (int i = body->first; i < body->first + body->count; i++) {
        const ProofItem *item = &line->item[i];
        if (item->kind == ITEM_STONE) {
            cellset_add(&body->own, item->p);
        } else if (item->kind == ITEM_PAIR) {
            cellset_add(&all, item->p);
            cellset_add(&all, item->q);
        } else {
            Claim claim = claim_get(proof->book, item->ref);
            body->own = cellset_or(body->own, claim.own);
            all = cellset_or(all, claim.free);
        }
    }
    body->free = cellset_minus(all, body->own);
}

// Reads items up to the end of the word; there may be none.
static bool scan_body(Scan *s, ProofLine *line, ProofBody *body, CellSet given) {
    body->first = line->items;
    if (!scan_word_over(s)) {
        do {
            if (!scan_item(s, line)) return false;
        } while (scan_skip(s, ','));
    }
    body->count = line->items - body->first;
    body_sum(s->proof, line, body, given);
    return scan_word_over(s) || scan_fail(s, "an item was expected");
}

// --- Rules

static bool series_read(Scan *s, ProofLine *line) {
    Claim *c = &line->claim;
    if (!scan_ends(s, &c->x, &c->y) ||
        !scan_body(s, line, &line->body, with_ends(cellset_none(), c->x, c->y)))
        return false;
    c->own = line->body.own;
    c->free = line->body.free;
    return true;
}

static bool excuse_read(Scan *s, ProofLine *line, int reply, bool reverses) {
    ProofExcuse *excuse = list_add(&line->excuse, &line->excuses, &line->excuse_room, sizeof *excuse);
    if (!excuse) return scan_fail(s, NO_MEMORY);
    excuse->reply = reply;
    excuse->reverses = reverses;
    return scan_cells(s, &excuse->cells);
}

static bool answer_read(Scan *s, ProofLine *line) {
    int reply = CELL_NONE;
    if (!scan_cell(s, &reply)) return false;
    if (scan_skip(s, '*')) return excuse_read(s, line, reply, false);
    if (scan_skip(s, '~')) return excuse_read(s, line, reply, true);
    if (!scan_skip(s, ':')) return scan_fail(s, "an answer or an excuse was expected");
    if (line->excuses) return scan_fail(s, "answers come before excuses");
    ProofAnswer *answer = list_add(&line->answer, &line->answers, &line->answer_room, sizeof *answer);
    if (!answer) return scan_fail(s, NO_MEMORY);
    CellSet given = with_ends(line->given, line->claim.x, line->claim.y);
    cellset_add(&given, reply);
    answer->reply = reply;
    return scan_body(s, line, &answer->body, given);
}

// The claim of a line with cases, from its answers and excuses.
static void cases_sum(ProofLine *line) {
    Claim *c = &line->claim;
    CellSet all = cellset_none();
    c->own = with_ends(line->given, c->x, c->y);
    for (int i = 0; i < line->answers; i++) {
        const ProofBody *body = &line->answer[i].body;
        CellSet own = body->own;
        cellset_remove(&own, line->answer[i].reply);
        c->own = cellset_or(c->own, own);
        all = cellset_or(all, cellset_or(body->own, body->free));
    }
    for (int i = 0; i < line->excuses; i++) cellset_add(&all, line->excuse[i].reply);
    c->free = cellset_minus(all, c->own);
    for (int i = 0; i < line->answers; i++) {
        ProofAnswer *answer = &line->answer[i];
        answer->needs = cellset_and(cellset_or(answer->body.own, answer->body.free), c->free);
    }
}

static bool cases_read(Scan *s, ProofLine *line) {
    if (!scan_ends(s, &line->claim.x, &line->claim.y)) return false;
    if (scan_skip(s, '+') && (!scan_cells(s, &line->given) || !scan_skip(s, ' ')))
        return scan_fail(s, "answers were expected");
    do {
        if (!answer_read(s, line)) return false;
    } while (scan_more(s));
    if (!line->answers) return scan_fail(s, "answers were expected");
    cases_sum(line);
    return true;
}

static bool sets_read(Scan *s, ProofLine *line) {
    do {
        CellSet *set = list_add(&line->set, &line->sets, &line->set_room, sizeof *set);
        if (!set) return scan_fail(s, NO_MEMORY);
        if (!scan_cells(s, set)) return false;
        if (cellset_count(*set) > CAPTURED_MAX) return scan_fail(s, "a set has at most 8 cells");
    } while (scan_more(s));
    return true;
}

// F and D: the claim referred to, with sets put into the carrier or taken from it.
static bool change_read(Scan *s, ProofLine *line) {
    Claim *c = &line->claim;
    if (!scan_reference(s, &line->base) || !scan_skip(s, ' '))
        return scan_fail(s, "a claim and sets were expected");
    if (scan_skip(s, '+') && (!scan_cells(s, &line->given) || !scan_skip(s, ' ')))
        return scan_fail(s, "sets were expected");
    if (!sets_read(s, line)) return false;
    *c = claim_get(s->proof->book, line->base);
    c->own = cellset_or(c->own, line->given);
    c->free = cellset_minus(c->free, line->given);
    for (int i = 0; i < line->sets; i++) {
        if (line->rule == 'F') c->own = cellset_minus(c->own, line->set[i]);
        c->free =
            line->rule == 'F' ? cellset_or(c->free, line->set[i]) : cellset_minus(c->free, line->set[i]);
    }
    return true;
}

// Pairs of a board that is not square, those that meet no stone. `along` and `across` count the winner's way.
static bool pairs_add(Scan *s, ProofLine *line, int offset) {
    const Geometry *g = s->proof->geometry;
    bool white = s->proof->winner == WHITE;
    int n = g->width < g->height ? g->width : g->height;
    for (int along = 0; along < n; along++) {
        for (int across = 0; along + across < n; across++) {
            int to_along = n - 1 - across, to_across = n - along;
            ProofItem item = {.kind = ITEM_PAIR};
            item.p = white ? cell_at(g, along, across + offset) : cell_at(g, across + offset, along);
            item.q =
                white ? cell_at(g, to_along, to_across + offset) : cell_at(g, to_across + offset, to_along);
            if (s->turned) item.p = cell_rotated(g, item.p);
            if (s->turned) item.q = cell_rotated(g, item.q);
            if (cellset_has(line->claim.own, item.p) || cellset_has(line->claim.own, item.q)) continue;
            if (!item_add(s, line, item)) return false;
        }
    }
    return true;
}

static bool pairing_read(Scan *s, ProofLine *line) {
    const Geometry *g = s->proof->geometry;
    Claim *c = &line->claim;
    int offset = 0, least = g->width < g->height ? g->width : g->height;
    int most = g->width + g->height - least;
    if (!scan_number(s, &offset)) return false;
    if (scan_skip(s, ' ') && !scan_cells(s, &c->own)) return false;
    if ((s->proof->winner == WHITE ? g->width >= g->height : g->width <= g->height) ||
        offset + least + 1 > most)
        return scan_fail(s, "there is no such pairing on this board");
    c->x = color_edge(s->proof->winner, 0);
    c->y = color_edge(s->proof->winner, 1);
    if (!pairs_add(s, line, offset)) return false;
    line->body.count = line->items;
    body_sum(s->proof, line, &line->body, c->own);
    c->free = line->body.free;
    return true;
}

static bool line_parse(Scan *s, ProofLine *line) {
    line->items = line->answers = line->excuses = line->sets = 0;
    line->given = line->claim.own = line->claim.free = cellset_none();
    line->body = (ProofBody){0};
    line->rule = *s->at;
    if (!line->rule || !strchr("SCFDP", line->rule)) return scan_fail(s, "this is no claim");
    s->at++;
    if (!scan_skip(s, ' ') && line->rule != 'S') return scan_fail(s, "this is no claim");
    bool good = line->rule == 'S'   ? series_read(s, line)
                : line->rule == 'C' ? cases_read(s, line)
                : line->rule == 'P' ? pairing_read(s, line)
                                    : change_read(s, line);
    return good && (!*s->at || scan_fail(s, "something follows the claim"));
}

bool proof_line_read(const Proof *proof, ClaimRef ref, ProofLine *line, Error *error) {
    Scan scan = {
        .proof = proof, .number = ref / 2, .turned = ref % 2, .at = claim_line(proof->book, ref / 2)};
    if (line_parse(&scan, line)) return true;
    return scan.why == NO_MEMORY ? error_memory(error) : error_failure(error, "%s", scan.why);
}

void proof_line_free(ProofLine *line) {
    free(line->item);
    free(line->answer);
    free(line->excuse);
    free(line->set);
    *line = (ProofLine){0};
}

// --- The file

typedef struct Source {
    const char *at, *end;
    const char *before; // where the present line began
    int number;         // of the present line
    Text line;
    Error *error;
} Source;

static bool source_fault(const Source *s, const char *why) {
    if (why == NO_MEMORY) return error_memory(s->error);
    return error_input(s->error, "not a proof file: line %d: %s", s->number, why);
}

// The next line, as a string; false with an error when there is none, or it is no line of text.
static bool source_next(Source *s) {
    const char *end = s->at == s->end ? NULL : memchr(s->at, '\n', (size_t)(s->end - s->at));
    s->number++;
    if (!end) return source_fault(s, "the file ends too early");
    if (end - s->at > LINE_MAX_BYTES) return source_fault(s, "the line is too long");
    for (const char *c = s->at; c < end; c++)
        if (*c < 32 || *c > 126) return source_fault(s, "there is a byte that is no text");
    text_clear(&s->line);
    text_add(&s->line, "");
    text_add_bytes(&s->line, s->at, (size_t)(end - s->at));
    if (s->line.failed) return source_fault(s, NO_MEMORY);
    s->before = s->at;
    s->at = end + 1;
    return true;
}

// The next line, which begins with a word: `*rest` is what follows the blank after it.
static bool source_word(Source *s, const char *word, const char **rest) {
    size_t length = strlen(word);
    if (!source_next(s)) return false;
    if (!strncmp(s->line.data, word, length) && s->line.data[length] == ' ' && s->line.data[length + 1]) {
        *rest = s->line.data + length + 1;
        return true;
    }
    char why[64];
    snprintf(why, sizeof why, "'%s' was expected", word);
    return source_fault(s, why);
}

static bool cells_line(Source *s, const Proof *proof, const char *word, CellSet *cells) {
    Scan scan = {.proof = proof};
    *cells = cellset_none();
    if (!source_word(s, word, &scan.at)) return false;
    if (!strcmp(scan.at, "-")) return true;
    return (scan_cells(&scan, cells) && !*scan.at) || source_fault(s, "cells were expected");
}

static bool color_line(Source *s, const char *word, Color *color) {
    const char *rest = NULL;
    if (!source_word(s, word, &rest)) return false;
    *color = !strcmp(rest, "black") ? BLACK : !strcmp(rest, "white") ? WHITE : EMPTY;
    return *color != EMPTY || source_fault(s, "black or white was expected");
}

static bool board_line(Source *s, Proof *proof) {
    Scan scan = {.proof = proof};
    int width = 0, height = 0;
    if (!source_word(s, "board", &scan.at)) return false;
    if (!scan_number(&scan, &width) || !scan_skip(&scan, 'x') || !scan_number(&scan, &height) || *scan.at ||
        width < 1 || height < 1 || width > BOARD_MAX || height > BOARD_MAX)
        return source_fault(s, "a board of 1x1 to 19x19 was expected");
    proof->geometry = geometry_get(width, height);
    return proof->geometry || source_fault(s, NO_MEMORY);
}

static bool first_line(Source *s, Proof *proof) {
    Scan scan = {.proof = proof};
    if (!source_word(s, "first", &scan.at)) return false;
    if (!strcmp(scan.at, "-")) return true;
    if (!scan_cell(&scan, &proof->first) || *scan.at || proof->root.to_move != proof->winner ||
        position_at(&proof->root, proof->first) != EMPTY)
        return source_fault(s, "the winner's first move was expected");
    return true;
}

static bool position_lines(Source *s, Proof *proof) {
    Position *root = &proof->root;
    if (!cells_line(s, proof, "black", &root->stones[BLACK]) ||
        !cells_line(s, proof, "white", &root->stones[WHITE]))
        return false;
    if (cellset_meets(root->stones[BLACK], root->stones[WHITE]))
        return source_fault(s, "a cell has stones of both colours");
    return color_line(s, "to-move", &root->to_move) && first_line(s, proof);
}

static bool join_lines(Source *s, Proof *proof, const char *ends) {
    CellSet stones, carrier;
    Scan scan = {.proof = proof, .at = ends};
    Color loser = color_other(proof->winner);
    int x, y;
    if (!strchr(ends, '-') || !scan_ends(&scan, &x, &y) || *scan.at)
        return source_fault(s, "two ends were expected");
    if (!cells_line(s, proof, "stones", &stones) || !cells_line(s, proof, "carrier", &carrier)) return false;
    proof->root.stones[proof->winner] = stones;
    proof->root.stones[loser] = cellset_minus(proof->geometry->all, cellset_or(stones, carrier));
    proof->root.to_move = loser;
    proof->joins = true;
    return true;
}

static bool root_lines(Source *s, Proof *proof) {
    const char *rest = NULL;
    if (!source_word(s, "root", &rest)) return false;
    proof->root = position_empty(proof->geometry);
    proof->first = CELL_NONE;
    if (!strcmp(rest, "position")) return position_lines(s, proof);
    if (!strncmp(rest, "join ", 5)) return join_lines(s, proof, rest + 5);
    return source_fault(s, "'position' or 'join' was expected");
}

static bool header_read(Source *s, Proof *proof) {
    const char *rest = NULL;
    if (!source_word(s, "mustplay-proof", &rest)) return false;
    if (strcmp(rest, "1")) {
        char why[80];
        snprintf(why, sizeof why, "format %.20s; this program reads 1", rest);
        return source_fault(s, why);
    }
    if (!board_line(s, proof) || !color_line(s, "winner", &proof->winner) || !root_lines(s, proof) ||
        !source_word(s, "made", &rest))
        return false;
    proof->made = strdup(rest);
    proof->book = claim_book_new(proof->geometry, proof->winner);
    return (proof->made && proof->book) || source_fault(s, NO_MEMORY);
}

static bool end_read(const Source *s, const Proof *proof, const char *text) {
    Scan scan = {.proof = proof, .at = s->line.data + 4};
    char hash[17];
    int count = 0;
    uint64_t sum = hash_bytes(HASH_START, text, (size_t)(s->before - text));
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)sum);
    if (!scan_number(&scan, &count) || count != claim_book_count(proof->book))
        return source_fault(s, "the number of claims is another");
    if (!scan_skip(&scan, ' ') || strcmp(scan.at, hash)) return source_fault(s, "the checksum is wrong");
    if (s->at != s->end) return source_fault(s, "something follows the end");
    return count > 0 || source_fault(s, "there is no claim");
}

static bool claims_read(Source *s, Proof *proof, ProofLine *line, const char *text) {
    while (source_next(s)) {
        const char *words = s->line.data;
        if (*words == '#') continue;
        if (!strncmp(words, "end ", 4)) return end_read(s, proof, text);
        Scan scan = {.proof = proof, .number = claim_book_count(proof->book), .at = words};
        if (!line_parse(&scan, line)) return source_fault(s, scan.why);
        if (claim_add(proof->book, &line->claim, words) == CLAIM_NONE) return source_fault(s, NO_MEMORY);
    }
    return false;
}

Proof *proof_parse(const char *text, size_t length, Error *error) {
    Source source = {.at = text, .end = text + length, .error = error};
    ProofLine line = {0};
    Proof *proof = calloc(1, sizeof *proof);
    if (!proof) {
        error_memory(error);
        return NULL;
    }
    bool good = header_read(&source, proof) && claims_read(&source, proof, &line, text);
    proof_line_free(&line);
    text_free(&source.line);
    if (good) return proof;
    proof_free(proof);
    return NULL;
}

void proof_free(Proof *proof) {
    if (!proof) return;
    claim_book_free(proof->book);
    free(proof->made);
    free(proof);
}

Proof *proof_load(const char *path, size_t most, Error *error) {
    Text text = {0};
    Proof *proof = NULL;
    Error inner = {0};
    if (proof_file_text(path, most, &text, error)) {
        proof = proof_parse(text_string(&text), text.length, &inner);
        if (!proof && inner.bad_input) error_again(error, &inner, "'%.200s' is %s", path, inner.text);
        if (!proof && !inner.bad_input) *error = inner;
    }
    text_free(&text);
    return proof;
}
