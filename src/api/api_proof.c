// Proofs of the public interface: checked by the code of verify/, read and walked by src/proof/.
#include "api/inside.h"

#include "base/file.h"
#include "mustplay/proof.h"
#include "proof/proof_walk.h"
#include "verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Static_assert((int)VERIFY_RIGHT == MP_RIGHT && (int)VERIFY_NOT_A_PROOF == MP_NOT_A_PROOF &&
                   (int)VERIFY_STOPPED == MP_STOPPED && (int)VERIFY_FALSE == MP_FALSE,
               "inner and outer judgements are the same numbers");
_Static_assert((int)WALK_ANSWER == MP_WALK_ANSWER && (int)WALK_FREE == MP_WALK_FREE,
               "inner and outer reasons are the same numbers");

// --- Checking

static bool check_stops(void *context) {
    return budget_look(context, 0);
}

static mp_color winner_out(const char *name) {
    return !strcmp(name, "black") ? MP_BLACK : !strcmp(name, "white") ? MP_WHITE : MP_EMPTY;
}

// Checks what an open file holds, and closes it.
static bool stream_check(FILE *file, bool compressed, const mp_limits *limits, mp_verdict *verdict,
                         mp_error *error) {
    Granted granted;
    BudgetClock clock;
    VerifyResult result;
    granted_start(&granted, limits);
    budget_start(&clock, &granted.budget, 1);
    VerifyOptions options = {
        .compressed = compressed, .memory = granted.limits.memory, .stop = check_stops, .context = &clock};
    verify_stream(file, &options, &result);
    fclose(file);
    if (result.out_of_memory) return memory_out(error);
    mp_verdict found = {
        .judgement = (mp_judgement)result.code, .winner = winner_out(result.winner), .claims = result.claims};
    snprintf(found.reason, sizeof found.reason, "%s", result.reason);
    struct_out(verdict, &found, sizeof found);
    return true;
}

bool mp_verify_file(const char *path, const mp_limits *limits, mp_verdict *verdict, mp_error *error) {
    Error inner = {0};
    const char *dot = strrchr(path, '.');
    int opened = file_open_plain(path, &inner);
    FILE *file = opened < 0 ? NULL : fdopen(opened, "rb");
    if (file) return stream_check(file, dot && !strcmp(dot, ".zst"), limits, verdict, error);
    if (opened < 0) return error_out(&inner, error);
    close(opened);
    return memory_out(error);
}

bool mp_verify_text(const char *text, size_t count, const mp_limits *limits, mp_verdict *verdict,
                    mp_error *error) {
    FILE *file = fmemopen((void *)(uintptr_t)text, count, "r");
    return file ? stream_check(file, false, limits, verdict, error) : memory_out(error);
}

// --- Reading

struct mp_proof {
    Proof *proof;
};

struct mp_walk {
    ProofWalk *walk;
};

static const size_t TEXT_MOST = (size_t)1 << 30;

static mp_proof *proof_made(Proof *proof, const Error *inner, mp_error *error) {
    mp_proof *made = proof ? new_out(sizeof *made, error) : NULL;
    if (!proof) error_out(inner, error);
    if (proof && !made) proof_free(proof);
    if (made) made->proof = proof;
    return made;
}

mp_proof *mp_proof_load(const char *path, mp_error *error) {
    Error inner = {0};
    Proof *proof = proof_load(path, TEXT_MOST, &inner);
    return proof_made(proof, &inner, error);
}

mp_proof *mp_proof_parse(const char *text, size_t count, mp_error *error) {
    Error inner = {0};
    Proof *proof = proof_parse(text, count, &inner);
    return proof_made(proof, &inner, error);
}

void mp_proof_free(mp_proof *proof) {
    if (proof) proof_free(proof->proof);
    free(proof);
}

void mp_proof_describe(const mp_proof *proof, mp_proof_info *info) {
    const Proof *p = proof->proof;
    mp_proof_info found = {.winner = (mp_color)p->winner,
                           .claims = claim_book_count(p->book),
                           .first = p->first,
                           .made = p->made ? p->made : ""};
    struct_out(info, &found, sizeof found);
}

mp_game *mp_proof_game(const mp_proof *proof, mp_error *error) {
    return game_of_position(&proof->proof->root, error);
}

// --- Walking

mp_walk *mp_walk_new(const mp_proof *proof, mp_error *error) {
    Error inner = {0};
    mp_walk *walk = new_out(sizeof *walk, error);
    if (!walk || (walk->walk = proof_walk_new(proof->proof, &inner))) return walk;
    error_out(&inner, error);
    free(walk);
    return NULL;
}

void mp_walk_free(mp_walk *walk) {
    if (walk) proof_walk_free(walk->walk);
    free(walk);
}

mp_game *mp_walk_game(const mp_walk *walk, mp_error *error) {
    return game_of_position(proof_walk_position(walk->walk), error);
}

bool mp_walk_play(mp_walk *walk, int cell, mp_walk_step *step, mp_error *error) {
    Error inner = {0};
    WalkStep played;
    if (cell < 0 || cell >= proof_walk_position(walk->walk)->geometry->cells) {
        error_input(&inner, "%d is not a cell of the board", cell);
        return error_out(&inner, error);
    }
    if (!proof_walk_play(walk->walk, cell, &played, &inner)) return error_out(&inner, error);
    mp_walk_step found = {
        .reason = (mp_walk_reason)played.reason, .claim = played.claim + 1, .answer = played.answer};
    if (step) struct_out(step, &found, sizeof found);
    return true;
}
