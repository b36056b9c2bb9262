#include "cluster/claims.h"

#include "base/clock.h"
#include "cluster/stream.h"
#include "proof/build.h"
#include "proof/compress.h"
#include "solve/proof_methods.h"
#include "verify/verify.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of text, whatever it is compressed to, and what the checker may allocate: a hundred bytes for a claim.
enum { TEXT_MOST = 1 << 28, CHECK_MEMORY = 1 << 28 };

// --- Making
bool claims_searcher(Solver *solver, const Budget *budget, const Geometry *geometry, Error *error) {
    if (solver->searcher && proof_searcher_geometry(solver->searcher) == geometry) return true;
    Budget look = *budget;
    look.nodes = 1;
    ProofPart *part = calloc(1, sizeof *part);
    const ProofLimits none = {PROOF_INFINITE, PROOF_INFINITE};
    Position empty = position_empty(geometry);
    bool good = part ? solve_part(&empty, false, &none, &look, solver, part, error) : error_memory(error);
    free(part);
    return good;
}

static bool book_compress(const ClaimBook *book, const Position *position, ClaimRef ref, Text *bytes,
                          Error *error) {
    Text text = {0};
    ProofSize size;
    ProofHeader header = {.root = position, .first = MOVE_NONE, .made = "by a worker of a mustplay run"};
    bool good = proof_text_write(book, &header, ref, &text, &size, error);
    Compressor *compressor = good ? compressor_new(error) : NULL;
    good = compressor && compressor_add(compressor, text.data, text.length, true, bytes, error);
    compressor_free(compressor);
    text_free(&text);
    return good && (!bytes->failed || error_memory(error));
}

static bool book_build(const ProveJob *job, ClaimBook *book, Oracle *oracle, uint64_t memory,
                       ProveAnswer *answer, Text *bytes, Error *error) {
    ClaimRef ref;
    Builder *builder = builder_new(book, oracle, NULL, memory);
    if (!builder) return error_memory(error);
    BuildResult result = builder_prove(builder, &job->position, &job->state, &ref, error);
    bool lost = builder_lost(builder);
    builder_free(builder);
    answer->result = lost ? PROVE_LOST : PROVE_STOPPED;
    if (result == BUILD_FAILED) return lost;
    if (result == BUILD_STOPPED) return true;
    if (!book_compress(book, &job->position, ref, bytes, error)) return false;
    if (bytes->length > CLAIMS_MAX)
        text_clear(bytes);
    else
        answer->result = PROVE_DONE;
    return true;
}

bool claims_make(const ProveJob *job, Solver *solver, const Budget *budget, ProveAnswer *answer, Text *bytes,
                 Error *error) {
    Color winner = color_other(job->position.to_move);
    ClaimBook *book = claim_book_new(job->position.geometry, winner);
    Oracle oracle = {.solver = solver, .winner = winner};
    double start = clock_seconds();
    oracle_start(&oracle, budget);
    bool good = book || error_memory(error);
    good = good && claims_searcher(solver, budget, job->position.geometry, error) &&
           book_build(job, book, &oracle, budget->memory / 4, answer, bytes, error);
    claim_book_free(book);
    answer->nodes = oracle.nodes;
    answer->seconds = clock_seconds() - start;
    return good;
}

// --- Checking
typedef struct Judging {
    const VerifyResult *result;
    bool (*stop)(void *context);
    void *context;
} Judging;

static bool judging_stopped(void *context) {
    const Judging *j = context;
    return j->result->bytes > TEXT_MOST || (j->stop && j->stop(j->context));
}

static CellSet cells_read(const Geometry *g, const uint64_t words[VERIFY_WORDS]) {
    CellSet cells = cellset_none();
    for (int n = 0; n < g->cells; n++)
        if (words[n / 64] >> (n % 64) & 1) cellset_add(&cells, cell_at(g, n % g->width, n / g->width));
    return cells;
}

void claims_check(const Text *bytes, const Position *p, uint64_t memory, bool (*stop)(void *context),
                  void *context, ClaimsChecked *checked) {
    const Geometry *g = p->geometry;
    Color winner = color_other(p->to_move);
    VerifyResult result = {.code = VERIFY_NOT_A_PROOF};
    Judging judging = {&result, stop, context};
    FILE *file = bytes->length ? fmemopen(bytes->data, bytes->length, "rb") : NULL;
    const VerifyOptions options = {.compressed = true,
                                   .memory = memory && memory < CHECK_MEMORY ? memory : CHECK_MEMORY,
                                   .stop = judging_stopped,
                                   .context = &judging};
    if (file) verify_stream(file, &options, &result);
    if (file) fclose(file);
    *checked = (ClaimsChecked){.lines = (uint32_t)result.claims,
                               .text = result.bytes,
                               .cramped = result.out_of_memory || result.bytes > TEXT_MOST};
    snprintf(checked->reason, sizeof checked->reason, "%s", file ? result.reason : "there are none");
    if (result.code != VERIFY_RIGHT) return;
    snprintf(checked->reason, sizeof checked->reason, "they prove something else");
    bool fits = result.width == g->width && result.height == g->height && result.wins &&
                !strcmp(result.winner, color_name(winner));
    if (!fits) return;
    Claim *c = &checked->claim;
    *c = (Claim){.x = color_edge(winner, 0), .y = color_edge(winner, 1)};
    c->own = cells_read(g, result.stones);
    c->free = cells_read(g, result.free);
    checked->right = cellset_within(c->own, p->stones[winner]) &&
                     !cellset_meets(cellset_or(c->own, c->free), p->stones[p->to_move]);
}

// --- Joining
// A line whose references by number, which stand where an item begins, are moved.
static void line_move(const char *line, size_t length, uint32_t by, Text *out) {
    const char *end = line + length;
    bool item = false; // an item may begin here
    bool has_references = *line != 'P';
    for (const char *at = line; at < end;) {
        if (item && has_references && isdigit((unsigned char)*at)) {
            char *after;
            unsigned long number = strtoul(at, &after, 10);
            text_format(out, "%lu", number + by);
            at = after;
            item = false;
            continue;
        }
        item = *at == ' ' || *at == ',' || *at == ':';
        text_add_char(out, *at++);
    }
    text_add_char(out, '\n');
}

bool claims_lines(const Text *bytes, uint32_t first, Text *out, Error *error) {
    Text text = {0};
    bool good = text_decompress(bytes, "claims", TEXT_MOST, &text, error);
    const char *at = good ? text_string(&text) : "", *end = at + (good ? text.length : 0);
    bool header = true;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        if (header)
            header = strncmp(at, "made ", 5) != 0;
        else if (*at == 'e')
            break;
        else if (*at != '#')
            line_move(at, length, first - 1, out);
        at += length + 1;
    }
    text_free(&text);
    return good && (!out->failed || error_memory(error));
}
