// The book's file, all numbers little-endian: the mark, width and height (2 bytes each), the number of
// records (8 bytes), the records, and a checksum over all before it (8 bytes). A record: kind (1 byte: 1
// strong, 2 White's own), groups (1 byte), then its sets and groups as one bit a cell.
#include "search/threat_book.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char MARK[8] = {'M', 'P', 'B', 'O', 'O', 'K', '0', '1'};
enum { HEAD_BYTES = 8 + 2 + 2 + 8, SUM_BYTES = 8, RECORD_STRONG = 1, RECORD_WHITE = 2 };
enum { LOADED_GROUPS_MAX = BOOK_GROUPS_MAX - 2 };
static const long long FILE_BYTES_MAX = 1LL << 31;

struct ThreatBook {
    const Geometry *geometry;
    const BookOps *ops;
    void *state;
};

ThreatBook *threat_book_new(const Geometry *geometry, uint64_t memory) {
    int cells = geometry->cells;
    ThreatBook *book = calloc(1, sizeof *book);
    if (!book) return NULL;
    book->geometry = geometry;
    book->ops = cells <= 64    ? &book_ops_w1
                : cells <= 128 ? &book_ops_w2
                : cells <= 192 ? &book_ops_w3
                               : &book_ops_w6;
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

static uint64_t bytes_sum(const unsigned char *bytes, size_t count) {
    uint64_t sum = 0xcbf29ce484222325u; // FNV-1a
    for (size_t i = 0; i < count; i++) sum = (sum ^ bytes[i]) * 0x100000001b3u;
    return sum;
}

static bool bytes_write(int file, const Text *bytes) {
    for (size_t done = 0; done < bytes->length;) {
        ssize_t n = write(file, bytes->data + done, bytes->length - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

// The new name is safe only when its folder is synced too.
static void folder_sync(const char *path) {
    char *copy = strdup(path);
    int folder = copy ? open(dirname(copy), O_RDONLY | O_DIRECTORY) : -1;
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
    free(copy);
}

static bool file_replace(const char *path, const Text *bytes, Error *error) {
    Text name = {0};
    text_format(&name, "%s.XXXXXX", path);
    int file = name.failed ? -1 : mkstemp(name.data);
    bool good = file >= 0 && bytes_write(file, bytes) && fchmod(file, 0644) == 0 && fsync(file) == 0;
    if (file >= 0) good = close(file) == 0 && good;
    good = good && rename(name.data, path) == 0;
    if (!good) {
        error_failure(error, "'%.200s': %s", path, strerror(errno));
        if (file >= 0) unlink(name.data);
    }
    text_free(&name);
    if (good) folder_sync(path);
    return good;
}

bool threat_book_save(const ThreatBook *book, const char *path, Error *error) {
    Text out = {0};
    Writing writing = {&out, book->geometry};
    text_add_bytes(&out, MARK, sizeof MARK);
    number_add(&out, (uint64_t)book->geometry->width, 2);
    number_add(&out, (uint64_t)book->geometry->height, 2);
    number_add(&out, threat_book_count(book), 8);
    book->ops->each(book->state, record_add, &writing);
    if (!out.failed) number_add(&out, bytes_sum((const unsigned char *)out.data, out.length), SUM_BYTES);
    bool good = out.failed ? error_failure(error, "out of memory") : file_replace(path, &out, error);
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
    if (number_at(bytes + size - SUM_BYTES, SUM_BYTES) != bytes_sum(bytes, size - SUM_BYTES))
        return error_input(error, "'%.200s' is damaged: its checksum is wrong", path);
    int width = (int)number_at(bytes + 8, 2), height = (int)number_at(bytes + 10, 2);
    if (width != g->width || height != g->height)
        return error_input(error, "'%.200s' is for the board %dx%d, not %dx%d", path, width, height, g->width,
                           g->height);
    if (!records_read(g, bytes, size, NULL))
        return error_input(error, "'%.200s' is damaged: a pattern is impossible", path);
    return true;
}

static unsigned char *file_read(const char *path, size_t *size, Error *error) {
    FILE *file = fopen(path, "rb");
    struct stat status;
    unsigned char *bytes = NULL;
    if (!file || fstat(fileno(file), &status)) {
        error_input(error, "'%.200s': %s", path, strerror(errno));
    } else if (!S_ISREG(status.st_mode) || status.st_size > FILE_BYTES_MAX) {
        error_input(error, "'%.200s' is no file, or too large for a book of patterns", path);
    } else if (!(bytes = malloc((size_t)status.st_size + 1))) {
        error_failure(error, "out of memory");
    } else {
        *size = fread(bytes, 1, (size_t)status.st_size, file);
    }
    if (file) fclose(file);
    return bytes;
}

bool threat_book_load(ThreatBook *book, const char *path, Error *error) {
    size_t size = 0;
    if (access(path, F_OK) && errno == ENOENT) return true;
    unsigned char *bytes = file_read(path, &size, error);
    if (!bytes) return false;
    bool good = bytes_check(book, bytes, size, path, error);
    if (good) records_read(book->geometry, bytes, size, book);
    free(bytes);
    return good;
}
