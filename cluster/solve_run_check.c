// What a run prints as a win: this machine proves it, by what the workers said, and has the checker judge the proof
// (docs/PROOFS.md). What the workers said is only a hint where to look.
#include "cluster/solve_run_inside.h"

#include "base/clock.h"
#include "proof/proof.h"
#include "verify/verify.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Of --memory: the claims, and as much again for the search that fills gaps.
enum { MEMORY_SHARE = 4 };

// Asked often while the proof is made and checked: the lock must be kept meanwhile.
static bool check_cancelled(void *context) {
    SolveRun *run = context;
    solve_run_renew(run, clock_seconds());
    return keeper_stopped(&run->keeper);
}

static void check_progress(void *context, const Progress *progress) {
    const SolveRun *run = context;
    observer_progress(run->clock.budget.observer, progress);
}

// --- The proof
static bool proof_write(SolveRun *run, Color winner, const ProofStore *known, ProofMade *made, Error *error) {
    Observer observer = {run, check_cancelled, check_progress};
    Solver solver = {.settings = {.without_net = true, .net = run->setup.net, .store = known}};
    Budget left = budget_left(&run->clock, 0);
    left.observer = &observer;
    left.threads = 1;
    left.memory /= MEMORY_SHARE;
    ProofTask task = {.root = &run->question,
                      .winner = winner,
                      .first = MOVE_NONE,
                      .budget = &left,
                      .solver = &solver,
                      .path = run->setup.proof,
                      .force = true,
                      .made = "by the workers of a mustplay run"};
    bool good = proof_make(&task, made, error);
    solver_release(&solver);
    return good;
}

// Facts of the workers help; when they lead astray, it is done without them.
static bool proof_find(SolveRun *run, Color winner, ProofMade *made, Error *error) {
    const ProofStore *facts = run->store ? store_proofs(run->store) : NULL;
    bool good = proof_write(run, winner, facts, made, error);
    if (good || !made->lost || !facts) return good;
    *error = (Error){0};
    return proof_write(run, winner, NULL, made, error);
}

// --- The checker
static bool proof_judge(SolveRun *run, Color winner, VerifyResult *result) {
    FILE *file = fopen(run->setup.proof, "rb");
    VerifyOptions options = {
        .compressed = proof_name_is_compressed(run->setup.proof), .stop = check_cancelled, .context = run};
    *result = (VerifyResult){.code = VERIFY_NOT_A_PROOF};
    if (!file) return false;
    verify_stream(file, &options, result);
    fclose(file);
    return result->code == VERIFY_RIGHT && !strcmp(result->winner, color_name(winner));
}

static CellSet set_read(const Geometry *g, const uint64_t words[VERIFY_WORDS]) {
    CellSet cells = cellset_none();
    for (int n = 0; n < g->cells; n++)
        if (words[n / 64] >> (n % 64) & 1) cellset_add(&cells, cell_at(g, n % g->width, n / g->width));
    return cells;
}

// The caller's store gets the question, as its last claim gives it: filled in, the cells that were free are as good.
static void checked_keep(SolveRun *run, const Answer *answer, const VerifyResult *result) {
    const ProofStore *store = run->setup.checked;
    bool turned;
    Position key = master_question(run->master, &turned);
    CellSet vacant = position_vacant(&key), free = set_read(key.geometry, result->free);
    ProofRecord record = {.winner = answer->winner, .move = answer->move, .exact = true, .proof = vacant};
    if (!store || position_winner(&key) != EMPTY) return;
    if (turned) {
        free = cellset_rotated(key.geometry, free);
        if (record.move != MOVE_NONE) record.move = cell_rotated(key.geometry, record.move);
    }
    if (record.move != MOVE_NONE && !cellset_has(vacant, record.move)) return;
    // Where fill-in gives the loser a cell that the proof needs, the whole board is named: right, if not small.
    if (!cellset_meets(free, key.stones[color_other(record.winner)]))
        record.proof = cellset_and(free, vacant);
    if (record.move != MOVE_NONE) cellset_add(&record.proof, record.move);
    uint64_t nodes = run->totals.master.nodes;
    record.work = nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX;
    store->record(store->context, &key, &record);
}

// --- The whole
static bool winner_check(SolveRun *run, Color winner, Answer *answer, bool *lost, Error *error) {
    ProofMade made;
    VerifyResult result;
    *lost = false;
    if (!proof_find(run, winner, &made, error)) {
        *lost = made.lost;
        return made.lost;
    }
    if (made.result != BUILD_DONE) return true;
    double start = clock_seconds();
    bool right = proof_judge(run, winner, &result);
    run->totals.judge_seconds += clock_seconds() - start;
    if (!right) unlink(run->setup.proof);
    if (!right && !keeper_stopped(&run->keeper))
        return error_failure(error, "the checker refuses the proof of the answer: %s", result.reason);
    if (!right) return true;
    answer->winner = winner;
    answer->move = made.first;
    answer->carrier = set_read(run->question.geometry, result.free);
    if (made.first != MOVE_NONE) cellset_add(&answer->carrier, made.first);
    run->totals.proof = made;
    checked_keep(run, answer, &result);
    return true;
}

bool solve_run_check(SolveRun *run, Answer *answer, Error *error) {
    bool lost;
    Color claimed = answer->winner;
    double start = clock_seconds();
    answer->winner = EMPTY;
    answer->move = MOVE_NONE;
    answer->carrier = cellset_none();
    run->totals.claimed = claimed;
    if (run->setup.unproved) return true;
    run->checking = true;
    run->keeper.renew_due = 0; // tell so now
    bool good = winner_check(run, claimed, answer, &lost, error);
    if (good && lost) {
        keeper_say(&run->keeper, "what the workers claim is wrong: the opposite is proved here");
        *error = (Error){0};
        good = winner_check(run, color_other(claimed), answer, &lost, error);
    }
    run->checking = false;
    run->totals.check_seconds += clock_seconds() - start;
    return good && !(lost && error_failure(error, "neither side is proved to win: this program is at fault"));
}
