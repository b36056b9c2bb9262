// What workers send a solve: answers, and with them facts.
#include "cluster/message.h"
#include "cluster/solve_run_inside.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWERS_AT_ONCE = 64 };
static const double WAIT_SECONDS = 0.1, REFUSAL_SECONDS = 1; // between two lines about what is refused

void solve_run_traffic(SolveRun *run, size_t bytes) {
    run->totals.messages++;
    run->totals.bytes += bytes;
}

// What others wrote may go to a terminal.
static void printable_copy(char *to, size_t room, const char *from, size_t size) {
    size_t n = 0;
    for (; n + 1 < room && n < size; n++) to[n] = from[n] >= 32 && from[n] < 127 ? from[n] : '?';
    to[n] = '\0';
}

// Somebody said it in a worker's name, perhaps: it means nothing for the worker and its job.
static void entry_refused(SolveRun *run, const StreamAnswer *raw, const char *why) {
    char line[300], worker[20];
    double now = clock_seconds();
    run->totals.refused++;
    if (now < run->refusal_due) return;
    run->refusal_due = now + REFUSAL_SECONDS;
    printable_copy(worker, sizeof worker, raw->worker, strlen(raw->worker));
    snprintf(line, sizeof line, "an answer of worker %s was refused: %.200s (%llu so far)", worker, why,
             (unsigned long long)run->totals.refused);
    run_lease_say(&run->lease, line);
}

static void answer_refused(SolveRun *run, const StreamAnswer *raw, const char *why) {
    entry_refused(run, raw, why);
    solve_run_hand_refused(run, stream_self_number(raw->worker), true);
    if (raw->id) master_spoilt(run->master, raw->id, stream_self_number(raw->worker));
}

static void verdict_take(SolveRun *run, const StreamAnswer *raw, const SolveAnswer *answer,
                         const MasterVerdict *verdict) {
    if (verdict->kind == MASTER_REFUSED)
        answer_refused(run, raw, verdict->reason ? verdict->reason : "impossible");
    if (verdict->kind == MASTER_UNBELIEVED) solve_run_unbelieved(run, answer);
    if (verdict->kind == MASTER_DISPUTE && run->dispute.kind != MASTER_DISPUTE) run->dispute = *verdict;
}

typedef struct FactTaking {
    SolveRun *run;
    const SolveAnswer *answer; // that they came with
    FactBatch taken;
} FactTaking;

static void fact_take(void *context, const Position *position, const ProofRecord *record) {
    FactTaking *taking = context;
    SolveRun *run = taking->run;
    const SolveAnswer *answer = taking->answer;
    if (!master_fact(run->master, answer->id, answer->worker, position, record)) return;
    const ProofStore *proofs = run->store ? store_proofs(run->store) : NULL;
    if (proofs) proofs->record(proofs->context, position, record);
    fact_batch_add(&taking->taken, position, record);
}

// Facts are for an open job, from who has it, about positions below it; what was taken is published to all workers. Others are dropped.
static void facts_take(SolveRun *run, const StreamAnswer *raw, const SolveAnswer *answer) {
    FactTaking taking = {.run = run, .answer = answer};
    Text message = {0};
    Error error = {0};
    uint32_t epoch;
    solve_run_traffic(run, raw->facts_size);
    if (!message_facts_epoch(raw->facts, raw->facts_size, &epoch) ||
        (epoch == master_epoch(run->master) &&
         !message_read_facts(raw->facts, raw->facts_size, fact_take, &taking, NULL)))
        run->totals.refused++;
    if (taking.taken.count) message_write_facts(&taking.taken, epoch, &message);
    if (message.length && !message.failed)
        run_lease_done(&run->lease, stream_publish(&run->lease.stream, raw->worker, &message, &error),
                       &error);
    text_free(&message);
    text_free(&taking.taken.body);
}

// The answer to a job: false when it is none, and was refused.
static bool answer_read(SolveRun *run, const StreamAnswer *raw, SolveAnswer *answer) {
    Error error = {0};
    char said[200];
    if (!strcmp(raw->kind, "refused")) {
        printable_copy(said, sizeof said, raw->body, raw->size);
        answer_refused(run, raw, said);
        return false;
    }
    if (strcmp(raw->kind, "solve")) error_input(&error, "it is of another kind");
    bool good = !*error.text && message_read_answer(raw->body, raw->size, answer, &error);
    if (good && (answer->id != raw->id || answer->worker != stream_self_number(raw->worker)))
        good = error_input(&error, "it is not what it is called");
    if (!good) answer_refused(run, raw, error.text);
    return good;
}

static void answer_use(SolveRun *run, const StreamAnswer *raw, const SolveAnswer *answer) {
    Error error = {0};
    MasterVerdict verdict;
    if (raw->facts_size) facts_take(run, raw, answer);
    if (!master_answer(run->master, answer, clock_seconds(), &verdict, &error)) {
        run_lease_fail(&run->lease, &error);
        return;
    }
    double took = fmin(answer->part.seconds, 2 * JOB_SECONDS); // whatever it says
    run->job_seconds = smoothed(run->job_seconds, took);
    solve_run_hand_took(run, answer->worker, took);
    if (verdict.kind == MASTER_USED) solve_run_hand_refused(run, answer->worker, false);
    verdict_take(run, raw, answer, &verdict);
}

static void answer_take(void *context, const StreamAnswer *raw) {
    SolveRun *run = context;
    solve_run_traffic(run, raw->size);
    run->answers_kept++;
    if (raw->size > ANSWER_MAX || raw->facts_size > FACTS_MESSAGE_MAX) {
        entry_refused(run, raw, "it is too long"); // whoever wrote it: its job has a deadline
        return;
    }
    const char *forged = stream_judge(&run->lease.stream, &run->lease.members, raw);
    if (forged) {
        entry_refused(run, raw, forged);
        return;
    }
    solve_run_hand_done(run, stream_self_number(raw->worker));
    if (!strcmp(raw->kind, "prove")) {
        const char *why = run->lease.failed ? NULL : solve_run_claims_take(run, raw);
        if (why) answer_refused(run, raw, why);
        return;
    }
    SolveAnswer *answer = malloc(sizeof *answer);
    if (answer && !run->lease.failed && answer_read(run, raw, answer)) answer_use(run, raw, answer);
    free(answer);
}

void solve_run_answers_trim(SolveRun *run) {
    if (!run->setup.checkpoint) solve_run_trim(run);
}

void solve_run_take(SolveRun *run) {
    StreamResult result = run_lease_answers(&run->lease, run->last_answer, WAIT_SECONDS, ANSWERS_AT_ONCE,
                                            answer_take, run, &run->totals.refused);
    if (result != STREAM_LATER && run->answers_kept >= ANSWERS_KEPT) solve_run_answers_trim(run);
}
