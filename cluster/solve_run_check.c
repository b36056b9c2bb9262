// What a run prints as a win: a proof of it that the checker has judged on this machine (docs/PROOFS.md). What workers say is
// only a hint where to look.
//
// The proof's top is written here by the builder (proof/build.h), from the master's graph. Where that rests
// on the word of a worker, the builder asks for a claim (solve_run_claims.c) and continues as if it had it.
// So one pass finds all that must be asked. When claims have
// come, the next pass uses them. A pass that uses only claims that are right is the proof. Whatever goes wrong with that, this machine proves the answer alone.
#include "cluster/solve_run_inside.h"

#include "base/clock.h"
#include "proof/build.h"
#include "proof/proof.h"
#include "verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Shares of --memory, half of which is the graph's. A pass has one share for its claims and one for the
// search that fills gaps. The proof alone, or the checker, needs no room beside a pass.
enum { PASS_SHARE = 8, ALONE_SHARE = 4, PASSES_MOST = 200 };
static const uint64_t PASS_MEMORY = 64 << 20; // of the oracle's graph without --memory
static const char MADE[] = "by the workers of a mustplay run";

// Asked often while the proof is made and checked: the lock must be kept meanwhile.
static bool check_cancelled(void *context) {
    SolveRun *run = context;
    solve_run_renew(run, clock_seconds());
    return run_lease_stopped(&run->lease);
}

static void check_progress(void *context, const Progress *progress) {
    const SolveRun *run = context;
    observer_progress(run->clock.budget.observer, progress);
}

// What is left for one part of the work.
static Budget check_budget(const SolveRun *run, const Observer *observer, int share) {
    Budget left = budget_left(&run->clock, 0);
    left.observer = observer;
    left.threads = 1;
    left.memory /= (uint64_t)share;
    return left;
}

// --- A pass
typedef struct Pass {
    SolveRun *run;
    ClaimBook *book;
    Color winner;
    Position position; // with the loser to move
    Move first;        // the winner's, before it
    OracleState state;
    ClaimRef ref;
    bool missing; // of what the proof needs, a claim is not there
} Pass;

static ClaimRef claim_enter(Pass *pass, const ClaimRequest *r, const Claim *claim) {
    char line[24];
    ClaimRef known = claim_find(pass->book, claim);
    snprintf(line, sizeof line, "=%d", r->number);
    return known != CLAIM_NONE ? known : claim_add(pass->book, claim, line);
}

// The claim that a request promises: all that is the winner's there, and all that is empty.
static ClaimRef promise_enter(Pass *pass, const ClaimRequest *r) {
    Claim claim = {.x = color_edge(pass->winner, 0),
                   .y = color_edge(pass->winner, 1),
                   .own = r->position.stones[pass->winner],
                   .free = position_vacant(&r->position)};
    return claim_enter(pass, r, &claim);
}

static ClaimRef pass_help(void *context, const Position *position, const OracleState *state, bool stuck) {
    Pass *pass = context;
    SolveRun *run = pass->run;
    Position key = {.geometry = NULL};
    WorkerId author = 0;
    ClaimRequest *r = solve_run_claims_find(run, position);
    if (r && r->stage == CLAIM_FAILED) return HELP_LOST;
    if (r) return promise_enter(pass, r);
    bool told = master_told(run->master, state, pass->winner, &key, &author);
    if (!told && !stuck) return CLAIM_NONE;
    r = solve_run_claims_ask(run, position, state);
    if (!r) return CLAIM_NONE;
    run->totals.requests++;
    r->key = key;
    r->author = author;
    return promise_enter(pass, r);
}

static bool claims_enter(Pass *pass) {
    for (int i = 0; i < pass->run->claims; i++) {
        const ClaimRequest *r = pass->run->claim[i];
        if (r->stage != CLAIM_RIGHT || r->position.to_move == pass->winner) continue;
        if (claim_enter(pass, r, &r->checked.claim) == CLAIM_NONE) return false;
    }
    return true;
}

// The position with the loser to move, and how the master's graph sees it.
static void pass_start(Pass *pass, Oracle *oracle, const Answer *answer) {
    const Position *question = &pass->run->question;
    OracleReply reply;
    pass->first = MOVE_NONE;
    pass->position = *question;
    if (question->to_move != pass->winner) {
        pass->state = oracle_root(oracle, question);
        return;
    }
    oracle_play(oracle, question, answer->move, answer->carrier, &reply);
    pass->first = answer->move;
    pass->position = position_played(question, answer->move);
    pass->state = reply.after;
}

static BuildResult pass_build(Pass *pass, const Answer *answer, bool *lost, Error *error) {
    SolveRun *run = pass->run;
    Observer observer = {run, check_cancelled, check_progress};
    Budget left = check_budget(run, &observer, PASS_SHARE);
    Solver solver = {
        .settings = {.without_net = true, .net = run->setup.net, .store = master_known(run->master)}};
    Oracle oracle = {.solver = &solver, .winner = pass->winner, .partial = true};
    BuildHelp help = {pass, pass_help};
    if (!left.memory) left.memory = PASS_MEMORY;
    oracle_start(&oracle, &left);
    Builder *builder = builder_new(pass->book, &oracle, NULL, left.memory);
    BuildResult result = BUILD_FAILED;
    if (!builder || !claims_enter(pass))
        error_memory(error);
    else if (claims_searcher(&solver, &left, run->question.geometry, error)) {
        builder_help(builder, &help);
        pass_start(pass, &oracle, answer);
        result = builder_prove(builder, &pass->position, &pass->state, &pass->ref, error);
        *lost = builder_lost(builder);
    }
    if (builder) builder_free(builder);
    solver_release(&solver);
    return result;
}

// --- From claims to a file
static uint32_t source_count(void *context, int number) {
    const SolveRun *run = context;
    return run->claim[number]->checked.lines;
}

static bool source_write(void *context, int number, uint32_t first, Text *out, Error *error) {
    const SolveRun *run = context;
    return claims_lines(&run->claim[number]->bytes, first, out, error);
}

static void source_look(void *context, int number) {
    Pass *pass = context;
    pass->missing |= pass->run->claim[number]->stage != CLAIM_RIGHT;
}

static bool pass_write(Pass *pass, ProofMade *made, Error *error) {
    SolveRun *run = pass->run;
    ClaimSource source = {run, source_count, source_write};
    ProofHeader header = {&run->question, pass->first, MADE, &source};
    made->first = pass->first;
    made->result = BUILD_DONE;
    return proof_file_write(run->setup.proof, true, pass->book, &header, pass->ref, &made->size, error);
}

// Waits for claims until another pass makes sense. False when there is nothing to wait for.
static bool claims_wait(SolveRun *run) {
    Answer answer;
    run->claims_news = false;
    while (!run_lease_stopped(&run->lease) && !run->claims_cramped && master_finished(run->master, &answer)) {
        int open = solve_run_claims_open(run);
        if (!open || (run->claims_news && open < run->hands)) break;
        double now = clock_seconds();
        solve_run_renew(run, now);
        solve_run_look(run, now);
        solve_run_claims_step(run, now);
        solve_run_take(run);
        solve_run_claims_alone(run);
        solve_run_save(run, now);
        solve_run_report(run);
    }
    return run->claims_news;
}

typedef enum Gathered {
    GATHERED_PROOF, // it is written
    GATHERED_AGAIN, // the question is open again
    GATHERED_NONE,  // nothing came of it
    GATHERED_STOPPED,
    GATHERED_FAILED,
} Gathered;

static Gathered pass_make(SolveRun *run, const Answer *answer, ProofMade *made, Error *error) {
    Pass pass = {
        .run = run, .winner = answer->winner, .book = claim_book_new(run->question.geometry, answer->winner)};
    bool lost = false;
    BuildResult result = pass.book ? pass_build(&pass, answer, &lost, error) : BUILD_FAILED;
    Gathered gathered = result == BUILD_STOPPED ? GATHERED_STOPPED : GATHERED_NONE;
    if (result == BUILD_FAILED && !lost) gathered = GATHERED_FAILED;
    if (result == BUILD_DONE && !proof_sources(pass.book, pass.ref, source_look, &pass)) {
        error_memory(error);
        gathered = GATHERED_FAILED;
    } else if (result == BUILD_DONE && !pass.missing) {
        gathered = pass_write(&pass, made, error) ? GATHERED_PROOF : GATHERED_FAILED;
    }
    claim_book_free(pass.book);
    return gathered;
}

static Gathered claims_gather(SolveRun *run, Answer *answer, ProofMade *made, Error *error) {
    Answer decided;
    solve_run_withdraw(run);
    for (int passes = 0; passes < PASSES_MOST; passes++) {
        if (!master_finished(run->master, &decided)) return GATHERED_AGAIN;
        *answer = decided;
        *made = (ProofMade){.result = BUILD_FAILED, .first = MOVE_NONE};
        *error = (Error){0};
        Gathered gathered = pass_make(run, answer, made, error);
        if (run_lease_stopped(&run->lease) || run->claims_cramped) return GATHERED_STOPPED;
        if (gathered != GATHERED_NONE) return gathered;
        if (!claims_wait(run) && master_finished(run->master, &decided)) break;
    }
    return run_lease_stopped(&run->lease) || run->claims_cramped ? GATHERED_STOPPED : GATHERED_NONE;
}

// --- Alone
static bool proof_write(SolveRun *run, Color winner, const ProofStore *known, ProofMade *made, Error *error) {
    Observer observer = {run, check_cancelled, check_progress};
    Solver solver = {.settings = {.without_net = true, .net = run->setup.net, .store = known}};
    Budget left = check_budget(run, &observer, ALONE_SHARE);
    ProofTask task = {.root = &run->question,
                      .winner = winner,
                      .first = MOVE_NONE,
                      .budget = &left,
                      .solver = &solver,
                      .path = run->setup.proof,
                      .force = true,
                      .made = MADE};
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
static bool proof_check(SolveRun *run, Color winner, VerifyResult *result) {
    FILE *file = fopen(run->setup.proof, "rb");
    VerifyOptions options = {.compressed = proof_name_is_compressed(run->setup.proof),
                             .memory = run->clock.budget.memory / ALONE_SHARE,
                             .stop = check_cancelled,
                             .context = run};
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
// False on a failure. The winner stays EMPTY where the checker was stopped.
static bool proof_take(SolveRun *run, Color winner, const ProofMade *made, Answer *answer, Error *error) {
    VerifyResult result;
    double start = clock_seconds();
    bool right = proof_check(run, winner, &result);
    run->totals.judge_seconds += clock_seconds() - start;
    if (!right) unlink(run->setup.proof);
    run->claims_cramped |= result.out_of_memory;
    if (!right && !run_lease_stopped(&run->lease) && !result.out_of_memory)
        return error_failure(error, "the checker refuses the proof of the answer: %s", result.reason);
    if (!right) return true;
    answer->winner = winner;
    answer->move = made->first;
    answer->carrier = set_read(run->question.geometry, result.free);
    if (made->first != MOVE_NONE) cellset_add(&answer->carrier, made->first);
    run->totals.proof = *made;
    checked_keep(run, answer, &result);
    return true;
}

// Here alone; when the claim is wrong, for the other side.
static bool answer_alone(SolveRun *run, Color winner, Answer *answer, Error *error) {
    for (int turn = 0; turn < 2; turn++, winner = color_other(winner)) {
        ProofMade made;
        *error = (Error){0};
        if (proof_find(run, winner, &made, error))
            return made.result != BUILD_DONE || proof_take(run, winner, &made, answer, error);
        if (!made.lost) return false;
        run_lease_say(&run->lease, "what the workers claim is wrong: the opposite is proved here");
    }
    return error_failure(error, "neither side is proved to win: this program is at fault");
}

static bool answer_check(SolveRun *run, Answer *answer, bool *again, Error *error) {
    ProofMade made;
    Answer decided = *answer;
    Gathered gathered = claims_gather(run, &decided, &made, error);
    *answer = answer_unknown();
    run->totals.claimed = decided.winner;
    *again = gathered == GATHERED_AGAIN;
    if (gathered == GATHERED_PROOF) return proof_take(run, decided.winner, &made, answer, error);
    if (gathered == GATHERED_FAILED) return false;
    return gathered != GATHERED_NONE || answer_alone(run, decided.winner, answer, error);
}

bool solve_run_check(SolveRun *run, Answer *answer, bool *again, Error *error) {
    double start = clock_seconds();
    run->totals.claimed = answer->winner;
    if (run->setup.unproved) {
        *answer = answer_unknown();
        return true;
    }
    run->checking = true;
    run->claims_cramped = false;
    run->lease.renew_due = 0; // tell so now
    bool good = answer_check(run, answer, again, error);
    run->checking = false;
    if (good && run->claims_cramped && answer->winner == EMPTY && !*again)
        run_lease_say(&run->lease, "the proof does not fit in --memory: the answer is only claimed");
    run->totals.check_seconds += clock_seconds() - start;
    return good;
}
