#include "proof/strategy.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Speller {
    const ClaimBook *book;
    const Geometry *g;
    CellSet own;
    size_t start, most;
    Text *out;
} Speller;

static bool spell_claim(Speller *s, ClaimRef ref);

// A dot, unless this is the first of a list.
static void spell_dot(Speller *s) {
    const Text *t = s->out;
    if (t->length > s->start && !strchr("(|", t->data[t->length - 1])) text_add_char(s->out, '.');
}

static void spell_cell(Speller *s, int cell) {
    char name[CELL_NAME_MAX];
    text_add(s->out, cell_name(s->g, cell, name));
}

static void spell_stone(Speller *s, int cell) {
    if (cellset_has(s->own, cell)) return;
    spell_dot(s);
    spell_cell(s, cell);
}

static void spell_pair(Speller *s, int p, int q) {
    spell_dot(s);
    text_add_char(s->out, '(');
    spell_cell(s, p);
    text_add_char(s->out, '|');
    spell_cell(s, q);
    text_add_char(s->out, ')');
}

static bool spell_fits(const Speller *s) {
    return !s->out->failed && s->out->length - s->start <= s->most;
}

// A cell of a claim's line, turned with the claim.
static int line_cell(const Speller *s, const char **at, bool turned) {
    int length = 0;
    while (isalnum((unsigned char)(*at)[length])) length++;
    int cell = cell_parse(s->g, *at, length);
    *at += length;
    return turned && cell != CELL_NONE ? cell_rotated(s->g, cell) : cell;
}

// A reference of a claim's line, turned with the claim.
static ClaimRef line_ref(const char **at, bool turned) {
    char *end;
    ClaimRef ref = 2 * (ClaimRef)strtol(*at + 1, &end, 10);
    bool half = *end == '\'';
    *at = end + half;
    return ref + (half != turned);
}

// The items of a body up to the end of the word.
static bool spell_items(Speller *s, const char **at, bool turned) {
    for (; **at && **at != ' '; *at += **at == ',') {
        if (!spell_fits(s)) return false;
        if (**at == '@') {
            if (!spell_claim(s, line_ref(at, turned))) return false;
            continue;
        }
        int p = line_cell(s, at, turned);
        if (p == CELL_NONE) return false;
        if (**at == '|') {
            ++*at;
            spell_pair(s, p, line_cell(s, at, turned));
        } else {
            spell_stone(s, p);
        }
    }
    return true;
}

// The sides of a bar: the answers of a claim by cases.
static bool spell_answers(Speller *s, const char *at, bool turned) {
    spell_dot(s);
    text_add_char(s->out, '(');
    for (bool first = true; *at; first = false) {
        int r = line_cell(s, &at, turned);
        if (r == CELL_NONE || *at++ != ':') return false; // an excuse, or more stones
        if (!first) text_add_char(s->out, '|');
        spell_cell(s, r);
        if (!spell_items(s, &at, turned)) return false;
        at += *at == ' ';
    }
    text_add_char(s->out, ')');
    return true;
}

static bool spell_claim(Speller *s, ClaimRef ref) {
    const char *at = claim_line(s->book, ref / 2);
    char rule = *at;
    if ((rule != 'S' && rule != 'C') || !at[1]) return false;
    at += 2;
    if (memchr(at, '-', strcspn(at, " "))) { // the ends
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    return rule == 'S' ? spell_items(s, &at, ref % 2) : spell_answers(s, at, ref % 2);
}

// Takes back what was written unless all of it is good.
static bool spell_end(Speller *s, bool good) {
    good = good && spell_fits(s) && s->out->length > s->start;
    if (!good) text_cut(s->out, s->start);
    return good;
}

bool strategy_of_claim(const ClaimBook *book, ClaimRef ref, CellSet own, size_t most, Text *out) {
    Speller s = {book, claim_book_geometry(book), own, out->length, most, out};
    return spell_end(&s, spell_claim(&s, ref));
}

bool strategy_of_move(const ClaimBook *book, int cell, const Body *body, CellSet own, size_t most,
                      Text *out) {
    Speller s = {book, claim_book_geometry(book), own, out->length, most, out};
    CellSet stones = body->stones;
    bool good = true;
    spell_cell(&s, cell);
    cellset_remove(&stones, cell);
    for (int stone; (stone = cellset_pop(&stones)) >= 0;) spell_stone(&s, stone);
    for (int i = 0; i < body->pairs; i++) spell_pair(&s, body->pair[i][0], body->pair[i][1]);
    for (int i = 0; i < body->refs && good; i++) good = spell_claim(&s, body->ref[i]);
    return spell_end(&s, good);
}
