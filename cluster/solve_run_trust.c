// What a solve by many workers rests on: checkpoints and the run's store, audits that nobody else can do, and disputes.
#include "cluster/solve_run_inside.h"

#include "base/clock.h"
#include "solve/proof_methods.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLACE_MAX = 64 };
static const double SAVE_SHARE = 0.04, HERE_SECONDS = 1;
static const WorkerId SELF = 1; // the master as its own auditor

// --- Checkpoints and stores
bool solve_run_store_ready(SolveRun *run, Error *error) {
    uint32_t epoch = master_epoch(run->master);
    run->totals.epoch = epoch;
    if (!run->setup.store || (run->store && run->store_epoch == epoch)) return true;
    store_close(run->store, NULL);
    Text path = {0};
    text_format(&path, "%s-%u", run->setup.store, epoch);
    run->store = store_open_claims(text_string(&path), error);
    run->store_epoch = epoch;
    text_free(&path);
    return run->store;
}

bool solve_run_was_audited(const SolveRun *run) {
    Text audited = {0};
    if (!run->setup.checkpoint || access(run->setup.checkpoint, F_OK)) return false;
    solve_run_path_beside(run, "audited", &audited);
    bool there = !access(text_string(&audited), F_OK);
    text_free(&audited);
    return there;
}

// The checkpoint that waits for its audits becomes the audited one when they are clean; then the newest waits.
static void audited_note(SolveRun *run, uint32_t newest) {
    Text candidate = {0}, audited = {0};
    solve_run_path_beside(run, "candidate", &candidate);
    solve_run_path_beside(run, "audited", &audited);
    bool clean = run->candidate && master_audited(run->master) >= run->candidate;
    if (clean && !rename(text_string(&candidate), text_string(&audited))) run->has_audited = true;
    if (clean) run->candidate = 0;
    if (!run->candidate) {
        unlink(text_string(&candidate));
        if (!link(run->setup.checkpoint, text_string(&candidate))) run->candidate = newest;
    }
    text_free(&candidate);
    text_free(&audited);
}

void solve_run_trim(SolveRun *run) {
    Error error = {0};
    StreamResult result = stream_trim(&run->lease.stream, run->last_answer, &error);
    if (run_lease_done(&run->lease, result, &error)) run->answers_kept = 0;
}

void solve_run_save(SolveRun *run, double now) {
    Error error = {0};
    if (!run->setup.checkpoint || (now < run->save_due && run->answers_kept < ANSWERS_KEPT)) return;
    if (run->store) store_sync(run->store);
    uint32_t serial = master_save(run->master, run->setup.checkpoint, run->last_answer, &error);
    double took = clock_seconds() - now;
    run->save_due = now + fmax(SAVE_SECONDS, took / SAVE_SHARE);
    if (!serial) {
        run_lease_say(&run->lease, error.text);
        return;
    }
    audited_note(run, serial);
    solve_run_trim(run);
}

void solve_run_forget(const SolveRun *run) {
    static const char *const endings[] = {"candidate", "audited"};
    if (!run->setup.checkpoint) return;
    unlink(run->setup.checkpoint);
    for (int i = 0; i < 2; i++) {
        Text path = {0};
        solve_run_path_beside(run, endings[i], &path);
        unlink(text_string(&path));
        text_free(&path);
    }
    solve_run_keep_forget(run);
}

// --- Disputes and audits
// Solves a position here, in steps between which the lock is renewed. Ends when it is decided, `studies` were
// made or the run is stopped. The part is then what was found.
static void solve_here(SolveRun *run, const Position *position, bool exact, uint64_t studies, Solver *solver,
                       ProofPart *part) {
    *solver = (Solver){.settings = {.without_net = true, .net = run->setup.net}};
    const ProofLimits none = {PROOF_INFINITE, PROOF_INFINITE};
    Budget step = {.seconds = HERE_SECONDS, .nodes = studies, .observer = run->clock.budget.observer};
    uint64_t made = 0;
    *part = (ProofPart){.record = {.winner = EMPTY}};
    while (part->record.winner == EMPTY && made < studies && !run_lease_stopped(&run->lease)) {
        Error error = {0};
        if (!solve_part(position, exact, &none, &step, solver, part, &error))
            run_lease_fail(&run->lease, &error);
        made += part->nodes;
        solve_run_renew(run, clock_seconds());
    }
    part->nodes = made;
}

static bool dispute_stopped(void *context) {
    SolveRun *run = context;
    solve_run_renew(run, clock_seconds());
    return run_lease_stopped(&run->lease);
}

// Proves what was found in lines that the checker judges: nobody is shut out for less.
static bool dispute_proved(SolveRun *run, const ProofRecord *found, Solver *solver) {
    Position p = run->dispute.position;
    if (found->winner == p.to_move) {
        Move move = found->move != MOVE_NONE ? found->move : (Move)cellset_first(found->proof);
        if (move < 0) return false;
        p = position_played(&p, move);
    }
    if (position_winner(&p) != EMPTY) return position_winner(&p) == found->winner;
    ProveJob job = {.position = p, .state = oracle_bare(&p)};
    ProveAnswer answer = {0};
    ClaimsChecked checked = {0};
    Observer observer = {.context = run, .cancelled = dispute_stopped};
    Budget budget = budget_left(&run->clock, 0);
    Text bytes = {0};
    budget.threads = 1;
    budget.observer = &observer;
    if (claims_make(&job, solver, &budget, &answer, &bytes, &(Error){0}) && answer.result == PROVE_DONE)
        claims_check(&bytes, &p, budget.memory / 4, dispute_stopped, run, &checked);
    text_free(&bytes);
    return checked.right;
}

// EMPTY when it is not proved who wins.
static Color dispute_solve(SolveRun *run) {
    Solver solver;
    Color winner = EMPTY;
    ProofPart *part = calloc(1, sizeof *part);
    if (!part) return EMPTY;
    solve_here(run, &run->dispute.position, true, UINT64_MAX, &solver, part);
    if (part->record.winner != EMPTY && dispute_proved(run, &part->record, &solver))
        winner = part->record.winner;
    solver_release(&solver);
    free(part);
    return winner;
}

void solve_run_audit(SolveRun *run) {
    SolveJob job;
    MasterVerdict verdict;
    if (master_stats(run->master).open || !master_next(run->master, SELF, clock_seconds(), &job)) return;
    SolveAnswer *answer = calloc(1, sizeof *answer);
    Solver solver;
    Error error = {0};
    if (!answer) {
        error_memory(&error);
        run_lease_fail(&run->lease, &error);
        return;
    }
    *answer = (SolveAnswer){
        .id = job.id, .worker = SELF, .epoch = job.epoch, .audit = true, .position = job.position};
    solve_here(run, &job.position, job.exact, job.budget, &solver, &answer->part);
    solver_release(&solver);
    if (run_lease_stopped(&run->lease))
        master_lost(run->master, job.id);
    else if (!master_answer(run->master, answer, clock_seconds(), &verdict, &error))
        run_lease_fail(&run->lease, &error);
    else if (verdict.kind == MASTER_DISPUTE)
        run->dispute = verdict;
    free(answer);
}

static void liar_ban(SolveRun *run, WorkerId liar) {
    char line[240];
    snprintf(line, sizeof line,
             "worker %016" PRIx64
             " said what is not true: its machine is shut out, and the run returns to %s",
             liar, run->has_audited ? "the last audited checkpoint" : "its beginning");
    run_lease_say(&run->lease, line);
    run->totals.liars++;
    solve_run_ban(run, liar);
}

void solve_run_settle(SolveRun *run) {
    Text audited = {0};
    Error error = {0};
    char place[PLACE_MAX] = "";
    Color winner = dispute_solve(run);
    if (winner == EMPTY) { // nobody is shut out; what is claimed in the end is proved all the same
        run->dispute = (MasterVerdict){0};
        return;
    }
    WorkerId liar = master_judge(run->master, &run->dispute, winner);
    run->dispute = (MasterVerdict){0};
    if (liar) liar_ban(run, liar);
    solve_run_drop_hands(run);
    if (run->has_audited) solve_run_path_beside(run, "audited", &audited);
    Master *back = master_back(run->master, run->has_audited ? text_string(&audited) : NULL, place, &error);
    text_free(&audited);
    if (!back) {
        run_lease_fail(&run->lease, &error);
        return;
    }
    master_free(run->master);
    run->master = back;
    run->candidate = 0;
    run->save_due = 0;
    if (!solve_run_store_ready(run, &error)) run_lease_fail(&run->lease, &error);
}
