// The book's file, all numbers little-endian: the mark, width and height (2 bytes each), the number of records
// (8 bytes), the records. Then a checksum over all before it (8 bytes). A record: kind (1 byte: 1
// strong, 2 White's own), groups (1 byte), then its sets and groups as one bit per cell.
#include "lab/ladder/threat_book.h"

#include "base/file.h"
#include "base/hash.h"
#include "lab/ladder/threat_ops.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char MARK[8] = {'M', 'P', 'B', 'O', 'O', 'K', '0', '1'};
enum { HEAD_BYTES = 8 + 2 + 2 + 8, SUM_BYTES = 8, RECORD_STRONG = 1, RECORD_WHITE = 2 };
enum { LOADED_GROUPS_MAX = BOOK_GROUPS_MAX - 2 };
static const size_t FILE_BYTES_MAX = (size_t)1 << 31;

struct ThreatBook {
    const Geometry *geometry;
    const BookOps *ops;
    void *state;
};

ThreatBook *threat_book_new(const Geometry *geometry, uint64_t memory) {
    ThreatBook *book = calloc(1, sizeof *book);
    if (!book) return NULL;
    book->geometry = geometry;
    book->ops = &threat_ops_for(geometry)->book;
    book->state = book->ops->create(geometry, memory);
    if (book->state) return book;
    free(book);
    return NULL;
}

void threat_book_free(ThreatBook *book) {
    if (!book) return;
    book->ops->release(book->state);
    free(book);
}

const Geometry *threat_book_geometry(const ThreatBook *book) {
    return book->geometry;
}

uint64_t threat_book_count(const ThreatBook *book) {
    return book->ops->count(book->state);
}

// A carrier without cells would match everywhere: it belongs to a game that is over.
bool threat_book_add(ThreatBook *book, const Position *position, Color color, bool strong, CellSet carrier) {
    if (cellset_is_empty(carrier)) return false;
    return book->ops->add(book->state, position, color, strong, carrier);
}

bool threat_book_match(const ThreatBook *book, const Position *position, Color color, bool strong,
                       CellSet *carrier) {
    return book->ops->match(book->state, position, color, strong, carrier);
}

int threat_book_meet(const ThreatBook *book, const Position *position, Color color, CellSet *meet,
                     CellSet *united) {
    return book->ops->meet(book->state, position, color, meet, united);
}

// --- Writing

static void number_add(Text *out, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++) text_add_char(out, (char)(number >> 8 * i & 0xff));
}

static int set_bytes(const Geometry *g) {
    return (g->cells + 7) / 8;
}

static void cells_add(Text *out, const Geometry *g, CellSet cells) {
    for (int i = 0; i < set_bytes(g); i++)
        text_add_char(out, (char)(cells.word[i / 8] >> 8 * (i % 8) & 0xff));
}

typedef struct Writing {
    Text *out;
    const Geometry *geometry;
} Writing;

static void record_add(void *context, const BookRecord *record) {
    const Writing *w = context;
    number_add(w->out, (record->strong ? RECORD_STRONG : 0u) | (record->white ? RECORD_WHITE : 0u), 1);
    number_add(w->out, (uint64_t)record->groups, 1);
    for (int i = 0; i < BOOK_SETS; i++) cells_add(w->out, w->geometry, record->set[i]);
    for (int i = 0; i < record->groups; i++) cells_add(w->out, w->geometry, record->group[i]);
}

bool threat_book_save(const ThreatBook *book, const char *path, Error *error) {
    Text out = {0};
    Writing writing = {&out, book->geometry};
    text_add_bytes(&out, MARK, sizeof MARK);
    number_add(&out, (uint64_t)book->geometry->width, 2);
    number_add(&out, (uint64_t)book->geometry->height, 2);
    number_add(&out, threat_book_count(book), 8);
    book->ops->each(book->state, record_add, &writing);
    if (!out.failed) number_add(&out, hash_bytes(HASH_START, out.data, out.length), SUM_BYTES);
    bool good = out.failed ? error_memory(error) : file_write(path, out.data, out.length, true, error);
    text_free(&out);
    return good;
}

// --- Reading

static uint64_t number_at(const unsigned char *bytes, int count) {
    uint64_t number = 0;
    for (int i = 0; i < count; i++) number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

typedef struct Reading {
    const Geometry *geometry;
    const unsigned char *at, *end;
} Reading;

static bool cells_read(Reading *r, CellSet within, CellSet *cells) {
    int bytes = set_bytes(r->geometry);
    *cells = cellset_none();
    if (r->end - r->at < bytes) return false;
    for (int i = 0; i < bytes; i++) cells->word[i / 8] |= (uint64_t)r->at[i] << 8 * (i % 8);
    r->at += bytes;
    return cellset_within(*cells, within);
}

static bool record_read(Reading *r, BookRecord *record) {
    if (r->end - r->at < 2) return false;
    unsigned kind = r->at[0];
    *record = (BookRecord){.strong = kind & RECORD_STRONG, .white = kind & RECORD_WHITE, .groups = r->at[1]};
    bool square = r->geometry->width == r->geometry->height;
    if (kind > (RECORD_STRONG | RECORD_WHITE) || (record->white && square)) return false;
    if (record->groups > LOADED_GROUPS_MAX) return false;
    r->at += 2;
    for (int i = 0; i < BOOK_SETS; i++) {
        if (!cells_read(r, i ? record->set[0] : r->geometry->all, &record->set[i])) return false;
    }
    for (int i = 0; i < record->groups; i++) {
        if (!cells_read(r, record->set[0], &record->group[i])) return false;
    }
    return !cellset_is_empty(record->set[0]);
}

// Reads all records; with a book they are added to it.
static bool records_read(const Geometry *geometry, const unsigned char *bytes, size_t size,
                         ThreatBook *book) {
    Reading r = {geometry, bytes + HEAD_BYTES, bytes + size - SUM_BYTES};
    uint64_t count = number_at(bytes + 12, 8), seen = 0;
    BookRecord record;
    for (; r.at < r.end; seen++) {
        if (!record_read(&r, &record)) return false;
        if (book) book->ops->insert(book->state, &record);
    }
    return seen == count;
}

static bool bytes_check(const ThreatBook *book, const unsigned char *bytes, size_t size, const char *path,
                        Error *error) {
    const Geometry *g = book->geometry;
    if (size < HEAD_BYTES + SUM_BYTES || memcmp(bytes, MARK, sizeof MARK))
        return error_input(error, "'%.200s' is not a book of patterns, or is cut off", path);
    if (number_at(bytes + size - SUM_BYTES, SUM_BYTES) != hash_bytes(HASH_START, bytes, size - SUM_BYTES))
        return error_input(error, "'%.200s' is damaged: its checksum is wrong", path);
    int width = (int)number_at(bytes + 8, 2), height = (int)number_at(bytes + 10, 2);
    if (width != g->width || height != g->height)
        return error_input(error, "'%.200s' is for the board %dx%d, not %dx%d", path, width, height, g->width,
                           g->height);
    if (!records_read(g, bytes, size, NULL))
        return error_input(error, "'%.200s' is damaged: a pattern is impossible", path);
    return true;
}

bool threat_book_load(ThreatBook *book, const char *path, Error *error) {
    if (access(path, F_OK) && errno == ENOENT) return true;
    Text text = {0};
    if (!file_read_plain(path, FILE_BYTES_MAX, &text, error)) return false;
    const unsigned char *bytes = (const unsigned char *)text.data;
    bool good = bytes_check(book, bytes, text.length, path, error);
    if (good) records_read(book->geometry, bytes, text.length, book);
    text_free(&text);
    return good;
}
