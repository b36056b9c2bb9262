#include "proof/claim.h"

#include "proof/claim_index.h"

#include <stdlib.h>
#include <string.h>

typedef struct Ends {
    int16_t x, y;
} Ends;

struct ClaimBook {
    const Geometry *geometry;
    Color winner;
    int words; // of a set
    int count, room;
    Ends *ends;
    uint64_t *sets;   // by claim: its own cells, then these and the free ones
    uint64_t *offset; // of its line in the text
    int32_t *next;    // in its hash chain
    int32_t *bucket;
    uint32_t bucket_mask;
    Text text;
    ClaimIndex *index; // of claims that join the edges
};

// --- Memory
static bool grow(void *array, int room, size_t size) {
    void *larger = realloc(*(void **)array, (size_t)room * size);
    if (larger) *(void **)array = larger;
    return larger;
}

static uint32_t cells_hash(CellSet cells, uint64_t seed) {
    for (int i = 0; i < CELLSET_WORDS; i++) {
        seed = (seed ^ cells.word[i]) * 0x9e3779b97f4a7c15u;
        seed ^= seed >> 29;
    }
    return (uint32_t)(seed ^ seed >> 32);
}

static Claim claim_turned(const Geometry *g, const Claim *c);

// Of a claim or its half-turn: the same for both.
static uint32_t claim_hash(const Geometry *g, const Claim *c) {
    Claim turned = claim_turned(g, c);
    uint32_t a = cells_hash(c->own, 1) + 3 * cells_hash(c->free, 2) + (uint32_t)(c->x + c->y);
    uint32_t b = cells_hash(turned.own, 1) + 3 * cells_hash(turned.free, 2) + (uint32_t)(turned.x + turned.y);
    return a ^ b;
}

ClaimBook *claim_book_new(const Geometry *geometry, Color winner) {
    ClaimBook *book = calloc(1, sizeof *book);
    if (!book) return NULL;
    book->geometry = geometry;
    book->winner = winner;
    book->words = (geometry->cells + 63) / 64;
    book->bucket_mask = (1 << 12) - 1;
    book->bucket = malloc(sizeof *book->bucket * ((size_t)book->bucket_mask + 1));
    book->index = claim_index_new(book->words);
    if (book->bucket && book->index) {
        memset(book->bucket, -1, sizeof *book->bucket * ((size_t)book->bucket_mask + 1));
        return book;
    }
    claim_book_free(book);
    return NULL;
}

void claim_book_free(ClaimBook *book) {
    if (!book) return;
    free(book->ends);
    free(book->sets);
    free(book->offset);
    free(book->next);
    free(book->bucket);
    claim_index_free(book->index);
    text_free(&book->text);
    free(book);
}

const Geometry *claim_book_geometry(const ClaimBook *book) {
    return book->geometry;
}
Color claim_book_winner(const ClaimBook *book) {
    return book->winner;
}
int claim_book_count(const ClaimBook *book) {
    return book->count;
}
uint64_t claim_book_bytes(const ClaimBook *book) {
    uint64_t each = sizeof *book->ends + sizeof *book->offset + sizeof *book->next +
                    2 * (uint64_t)book->words * sizeof(uint64_t);
    return (uint64_t)book->room * each + claim_index_bytes(book->index) + book->text.capacity +
           sizeof *book->bucket * ((uint64_t)book->bucket_mask + 1);
}

// --- Reading
static const uint64_t *set_at(const ClaimBook *book, int number, int set) {
    return book->sets + ((size_t)number * 2 + (size_t)set) * (size_t)book->words;
}

static CellSet set_load(const ClaimBook *book, int number, int set) {
    CellSet cells = cellset_none();
    memcpy(cells.word, set_at(book, number, set), sizeof(uint64_t) * (size_t)book->words);
    return cells;
}

static int end_turned(const Geometry *g, int end) {
    if (end < CELL_MAX) return cell_rotated(g, end);
    return end < EDGE_LEFT ? EDGE_TOP + EDGE_BOTTOM - end : EDGE_LEFT + EDGE_RIGHT - end;
}

static Claim claim_turned(const Geometry *g, const Claim *c) {
    return (Claim){.x = end_turned(g, c->x),
                   .y = end_turned(g, c->y),
                   .own = cellset_rotated(g, c->own),
                   .free = cellset_rotated(g, c->free)};
}

Claim claim_get(const ClaimBook *book, ClaimRef ref) {
    int number = ref / 2;
    Claim c = {.x = book->ends[number].x, .y = book->ends[number].y, .own = set_load(book, number, 0)};
    c.free = cellset_minus(set_load(book, number, 1), c.own);
    return ref % 2 ? claim_turned(book->geometry, &c) : c;
}

const char *claim_line(const ClaimBook *book, int number) {
    return book->text.data + book->offset[number];
}

static bool claim_equal(const Claim *a, const Claim *b) {
    bool ends = (a->x == b->x && a->y == b->y) || (a->x == b->y && a->y == b->x);
    return ends && cellset_equal(a->own, b->own) && cellset_equal(a->free, b->free);
}

ClaimRef claim_find(const ClaimBook *book, const Claim *claim) {
    uint32_t hash = claim_hash(book->geometry, claim) & book->bucket_mask;
    Claim turned = claim_turned(book->geometry, claim);
    for (int number = book->bucket[hash]; number >= 0; number = book->next[number]) {
        Claim known = claim_get(book, 2 * number);
        if (claim_equal(&known, claim)) return 2 * number;
        if (claim_equal(&known, &turned)) return 2 * number + 1;
    }
    return CLAIM_NONE;
}

// --- Adding
static void chains_rebuild(ClaimBook *book) {
    memset(book->bucket, -1, sizeof *book->bucket * ((size_t)book->bucket_mask + 1));
    for (int number = 0; number < book->count; number++) {
        Claim c = claim_get(book, 2 * number);
        uint32_t hash = claim_hash(book->geometry, &c) & book->bucket_mask;
        book->next[number] = book->bucket[hash];
        book->bucket[hash] = number;
    }
}

static bool book_room(ClaimBook *book) {
    if (book->count < book->room) return true;
    int room = book->room ? book->room + book->room / 2 : 1024;
    if (!grow(&book->ends, room, sizeof *book->ends) || !grow(&book->offset, room, sizeof *book->offset) ||
        !grow(&book->next, room, sizeof *book->next) ||
        !grow(&book->sets, room, 2 * sizeof *book->sets * (size_t)book->words))
        return false;
    book->room = room;
    if ((uint32_t)room <= book->bucket_mask) return true;
    uint32_t mask = 2 * book->bucket_mask + 1;
    if (!grow(&book->bucket, (int)(mask + 1), sizeof *book->bucket)) return false;
    book->bucket_mask = mask;
    chains_rebuild(book);
    return true;
}

ClaimRef claim_add(ClaimBook *book, const Claim *claim, const char *line) {
    if (!book_room(book)) return CLAIM_NONE;
    uint64_t offset = book->text.length;
    text_add_bytes(&book->text, line, strlen(line) + 1);
    if (book->text.failed) return CLAIM_NONE;
    CellSet all = cellset_or(claim->own, claim->free);
    bool edges = claim->x >= CELL_MAX && claim->y >= CELL_MAX;
    if (edges && !claim_index_add(book->index, book->count, claim->own, all)) return CLAIM_NONE;
    int number = book->count++;
    size_t bytes = sizeof(uint64_t) * (size_t)book->words;
    memcpy(book->sets + (size_t)number * 2 * (size_t)book->words, claim->own.word, bytes);
    memcpy(book->sets + ((size_t)number * 2 + 1) * (size_t)book->words, all.word, bytes);
    book->ends[number] = (Ends){(int16_t)claim->x, (int16_t)claim->y};
    book->offset[number] = offset;
    uint32_t hash = claim_hash(book->geometry, claim) & book->bucket_mask;
    book->next[number] = book->bucket[hash];
    book->bucket[hash] = number;
    return 2 * number;
}

// --- Claims that fit a position
typedef struct Fits {
    const Geometry *geometry;
    int turn;
    ClaimVisit visit;
    void *context;
} Fits;

static bool fits_visit(void *context, int32_t number, int missing) {
    const Fits *f = context;
    if (f->turn && missing != CELL_NONE) missing = cell_rotated(f->geometry, missing);
    return f->visit(f->context, 2 * number + f->turn, missing);
}

void claim_fits(const ClaimBook *book, const Position *p, int spare, ClaimVisit visit, void *context) {
    const Geometry *g = book->geometry;
    Fits fits = {g, 0, visit, context};
    CellSet own = p->stones[book->winner], other = p->stones[color_other(book->winner)];
    if (!claim_index_fits(book->index, own, other, spare, fits_visit, &fits)) return;
    fits.turn = 1;
    claim_index_fits(book->index, cellset_rotated(g, own), cellset_rotated(g, other), spare, fits_visit,
                     &fits);
}

// --- Bodies
void body_add_pair(Body *body, int p, int q) {
    body->overflow |= body->pairs == BODY_ITEMS_MAX;
    if (body->overflow) return;
    body->pair[body->pairs][0] = (int16_t)p;
    body->pair[body->pairs++][1] = (int16_t)q;
}

void body_add_ref(Body *body, ClaimRef ref) {
    body->overflow |= body->refs == BODY_ITEMS_MAX;
    if (!body->overflow) body->ref[body->refs++] = ref;
}

static CellSet ends_given(int x, int y, CellSet given) {
    if (x < CELL_MAX) cellset_add(&given, x);
    if (y < CELL_MAX) cellset_add(&given, y);
    return given;
}

void body_yield(const ClaimBook *book, const Body *body, int x, int y, CellSet given, CellSet *own,
                CellSet *free) {
    CellSet all = cellset_none();
    *own = cellset_or(ends_given(x, y, given), body->stones);
    for (int i = 0; i < body->pairs; i++) {
        cellset_add(&all, body->pair[i][0]);
        cellset_add(&all, body->pair[i][1]);
    }
    for (int i = 0; i < body->refs; i++) {
        Claim c = claim_get(book, body->ref[i]);
        *own = cellset_or(*own, c.own);
        all = cellset_or(all, c.free);
    }
    *free = cellset_minus(all, *own);
}

void cells_write(const Geometry *g, CellSet cells, Text *out) {
    char name[CELL_NAME_MAX];
    bool first = true;
    for (int cell; (cell = cellset_pop(&cells)) >= 0; first = false) {
        if (!first) text_add_char(out, ',');
        text_add(out, cell_name(g, cell, name));
    }
}

void body_write(const ClaimBook *book, const Body *body, int x, int y, CellSet given, Text *out) {
    char p[CELL_NAME_MAX], q[CELL_NAME_MAX];
    CellSet known = ends_given(x, y, given);
    for (int i = 0; i < body->refs; i++) known = cellset_or(known, claim_get(book, body->ref[i]).own);
    CellSet stones = cellset_minus(body->stones, known);
    cells_write(book->geometry, stones, out);
    bool first = cellset_is_empty(stones);
    for (int i = 0; i < body->pairs; i++, first = false)
        text_format(out, "%s%s|%s", first ? "" : ",", cell_name(book->geometry, body->pair[i][0], p),
                    cell_name(book->geometry, body->pair[i][1], q));
    for (int i = 0; i < body->refs; i++, first = false)
        text_format(out, "%s@%d%s", first ? "" : ",", body->ref[i] / 2, body->ref[i] % 2 ? "'" : "");
}

void ends_write(const ClaimBook *book, int x, int y, Text *out) {
    static const char edges[] = "TBLR";
    char name[CELL_NAME_MAX];
    if (x >= CELL_MAX && y >= CELL_MAX) return;
    for (int i = 0; i < 2; i++) {
        int end = i ? y : x;
        if (end >= CELL_MAX)
            text_add_char(out, edges[end - EDGE_TOP]);
        else
            text_add(out, cell_name(book->geometry, end, name));
        text_add_char(out, i ? ' ' : '-');
    }
}
