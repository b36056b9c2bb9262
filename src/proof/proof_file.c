#include "proof/proof_file.h"

#include "base/file.h"
#include "base/hash.h"
#include "proof/compress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- A file that is written in pieces, compressed or not
enum { PIECE = 1 << 16 };

typedef struct Sink {
    FileDraft draft;
    Text *text;             // instead of the draft
    Compressor *compressor; // NULL: plain
    Text piece, compressed;
    uint64_t hash, bytes;
    bool failed;
    Error *error;
} Sink;

bool proof_name_is_compressed(const char *path) {
    size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, ".zst");
}

static void sink_put(Sink *s, const char *bytes, size_t count) {
    if (s->text)
        text_add_bytes(s->text, bytes, count);
    else if (!s->failed && count)
        s->failed = !file_draft_add(&s->draft, bytes, count, s->error);
}

static void sink_compress(Sink *s, bool end) {
    if (s->failed) return;
    s->failed = !compressor_add(s->compressor, s->piece.data, s->piece.length, end, &s->compressed, s->error);
    sink_put(s, s->compressed.data, s->compressed.length);
    text_clear(&s->compressed);
}

static void sink_flush(Sink *s, bool end) {
    if (s->piece.failed && !s->failed) s->failed = !error_memory(s->error);
    s->bytes += s->piece.length;
    if (s->compressor)
        sink_compress(s, end);
    else
        sink_put(s, s->piece.data, s->piece.length);
    text_clear(&s->piece);
}

// What is in the piece from `from` on is whole: it counts for the hash, and may be written.
static void sink_line(Sink *s, size_t from) {
    s->hash = hash_bytes(s->hash, s->piece.data + from, s->piece.length - from);
    if (s->piece.length >= PIECE) sink_flush(s, false);
}

static bool sink_open(Sink *s, const char *path, bool force, Error *error) {
    *s = (Sink){.hash = HASH_START, .error = error};
    if (!file_draft_open(&s->draft, path, force, error)) return false;
    if (!proof_name_is_compressed(path)) return true;
    s->compressor = compressor_new(error);
    s->failed = !s->compressor;
    return true;
}

// Keeps the file if all went well.
static bool sink_close(Sink *s, ProofSize *size) {
    if (!s->failed) sink_flush(s, true);
    size->bytes = s->bytes;
    size->stored = (uint64_t)s->draft.length;
    if (s->failed)
        file_draft_drop(&s->draft);
    else
        s->failed = !file_draft_keep(&s->draft, s->error);
    compressor_free(s->compressor);
    text_free(&s->compressed);
    text_free(&s->piece);
    return !s->failed;
}

// --- Lines
static void header_cells(Text *out, const Geometry *g, const char *word, CellSet cells) {
    text_format(out, "%s ", word);
    if (cellset_is_empty(cells)) text_add_char(out, '-');
    cells_write(g, cells, out);
    text_add_char(out, '\n');
}

void proof_header_write(Color winner, const ProofHeader *h, Text *out) {
    const Geometry *g = h->root->geometry;
    char name[CELL_NAME_MAX];
    text_format(out, "mustplay-proof 1\nboard %dx%d\nwinner %s\nroot position\n", g->width, g->height,
                color_name(winner));
    header_cells(out, g, "black", h->root->stones[BLACK]);
    header_cells(out, g, "white", h->root->stones[WHITE]);
    text_format(out, "to-move %s\nfirst %s\nmade %s\n", color_name(h->root->to_move),
                h->first == MOVE_NONE ? "-" : cell_name(g, h->first, name), h->made);
}

// The number of a reference in a line of the book, or -1 when there is no more; `*at` moves past it.
static int reference_next(const char **at) {
    const char *found = strchr(*at, '@');
    if (!found) return -1;
    char *end;
    int number = (int)strtol(found + 1, &end, 10);
    *at = end;
    return number;
}

// The number of a claim whose lines the source has, or -1.
static int source_number(const ClaimSource *source, const char *line) {
    return source && *line == '=' ? atoi(line + 1) : -1;
}

static int32_t lines_count(const ClaimSource *source, const char *line) {
    int number = source_number(source, line);
    return number < 0 ? 1 : (int32_t)source->count(source->context, number);
}

// Numbers the claims that the root needs from 1 on; 0 for others. NULL out of memory.
static int32_t *claims_number(const ClaimBook *book, const ClaimSource *source, int root) {
    int32_t *number = calloc((size_t)root + 1, sizeof *number);
    if (!number) return NULL;
    number[root] = 1;
    for (int claim = root; claim >= 0; claim--) {
        const char *at = claim_line(book, claim);
        for (int other; number[claim] && (other = reference_next(&at)) >= 0;) number[other] = 1;
    }
    int32_t count = 0;
    for (int claim = 0; claim <= root; claim++)
        if (number[claim]) number[claim] = count += lines_count(source, claim_line(book, claim));
    return number;
}

bool proof_sources(const ClaimBook *book, ClaimRef ref, void (*visit)(void *context, int number),
                   void *context) {
    int32_t *number = claims_number(book, NULL, ref / 2);
    for (int claim = 0; number && claim <= ref / 2; claim++) {
        const char *line = claim_line(book, claim);
        if (number[claim] && *line == '=') visit(context, atoi(line + 1));
    }
    free(number);
    return number;
}

static void reference_write(Text *out, int32_t here, int32_t there) {
    char far[16], near[16];
    snprintf(far, sizeof far, "%d", there);
    snprintf(near, sizeof near, "^%d", here - there);
    text_add(out, strlen(near) < strlen(far) ? near : far);
}

static void claim_write(Sink *s, const ClaimBook *book, const int32_t *number, int claim) {
    size_t from = s->piece.length;
    const char *line = claim_line(book, claim), *at = line;
    for (int other; (other = reference_next(&at)) >= 0;) {
        const char *mark = strchr(line, '@');
        text_add_bytes(&s->piece, line, (size_t)(mark - line));
        reference_write(&s->piece, number[claim], number[other]);
        line = at;
    }
    text_add(&s->piece, line);
    text_add_char(&s->piece, '\n');
    sink_line(s, from);
}

// The lines of a claim that are elsewhere.
static void source_write(Sink *s, const ClaimSource *source, int from_source, int32_t number) {
    size_t from = s->piece.length;
    int32_t first = number - (int32_t)source->count(source->context, from_source) + 1;
    if (!s->failed)
        s->failed = !source->write(source->context, from_source, (uint32_t)first, &s->piece, s->error);
    sink_line(s, from);
}

static void claims_write(Sink *s, const ClaimBook *book, const ClaimSource *source, const int32_t *number,
                         ClaimRef ref) {
    int root = ref / 2;
    int32_t count = number[root];
    for (int claim = 0; claim <= root; claim++) {
        int elsewhere = number[claim] ? source_number(source, claim_line(book, claim)) : -1;
        if (elsewhere >= 0)
            source_write(s, source, elsewhere, number[claim]);
        else if (number[claim])
            claim_write(s, book, number, claim);
    }
    if (ref % 2) { // the root is the half-turn of what was proved
        size_t from = s->piece.length;
        count++;
        text_add(&s->piece, "S ^1'\n");
        sink_line(s, from);
    }
    text_format(&s->piece, "end %d %016llx\n", count, (unsigned long long)s->hash);
}

// Puts the whole proof into a sink that is open. False out of memory.
static bool proof_put(Sink *s, const ClaimBook *book, const ProofHeader *header, ClaimRef ref,
                      ProofSize *size) {
    int32_t *number = claims_number(book, header->source, ref / 2);
    if (!number) return error_memory(s->error);
    proof_header_write(claim_book_winner(book), header, &s->piece);
    sink_line(s, 0);
    claims_write(s, book, header->source, number, ref);
    size->claims = (uint64_t)number[ref / 2] + (uint64_t)(ref % 2);
    free(number);
    return true;
}

bool proof_file_write(const char *path, bool force, const ClaimBook *book, const ProofHeader *header,
                      ClaimRef ref, ProofSize *size, Error *error) {
    Sink sink;
    if (!sink_open(&sink, path, force, error)) return false;
    sink.failed |= !proof_put(&sink, book, header, ref, size);
    return sink_close(&sink, size);
}

bool proof_text_write(const ClaimBook *book, const ProofHeader *header, ClaimRef ref, Text *text,
                      ProofSize *size, Error *error) {
    Sink sink = {.text = text, .hash = HASH_START, .error = error};
    bool good = proof_put(&sink, book, header, ref, size);
    if (good) sink_flush(&sink, true);
    size->bytes = size->stored = sink.bytes;
    text_free(&sink.piece);
    return good && !sink.failed && (!text->failed || error_memory(error));
}

// --- Reading
bool proof_file_text(const char *path, size_t most, Text *text, Error *error) {
    if (!proof_name_is_compressed(path)) return file_read(path, most, NULL, text, error);
    Text stored = {0};
    if (!file_read(path, most, NULL, &stored, error)) return false;
    bool good = text_decompress(&stored, path, most, text, error);
    text_free(&stored);
    return good;
}
