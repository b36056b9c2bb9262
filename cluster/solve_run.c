#include "cluster/solve_run_inside.h"

#include "base/clock.h"
#include "base/json.h"
#include "base/sha256.h"
#include "cluster/message.h"
#include "mustplay/mustplay.h"
#include "solve/proof_methods.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLACE_MAX = 64, CORES_MAX = 10000 };
// A job without an answer goes out again after this many times what it may take. Messages may take a part of
// the lease.
static const double OVERDUE_FACTOR = 3;
// For a worker that would be idle, after this many times what jobs take, and at least a number of seconds.
static const double SLOW_FACTOR = 8, SLOW_LEAST = 2;
static const uint64_t GRAPH_MEMORY = (uint64_t)1 << 30; // without a limit; else half of it

static bool run_cancelled(void *context) {
    return budget_look(&((SolveRun *)context)->clock, 0);
}

static void run_say(void *context, const char *line) {
    const SolveRun *run = context;
    if (run->setup.say) run->setup.say(run->setup.context, line);
}

static bool stopped(const SolveRun *run) {
    return run_lease_stopped(&run->lease);
}

// --- Workers
static Hand *hand_find(SolveRun *run, WorkerId id) {
    for (int i = 0; i < run->hands; i++)
        if (run->hand[i].id == id) return &run->hand[i];
    return NULL;
}

static void hand_drop(SolveRun *run, Hand *hand) {
    solve_run_claims_leave(run, hand->id);
    master_leave(run->master, hand->id);
    *hand = run->hand[--run->hands];
}

void solve_run_hand_done(SolveRun *run, WorkerId id) {
    Hand *hand = hand_find(run, id);
    if (!hand) return;
    hand->missed = 0;
    if (hand->jobs > 0) hand->jobs--;
}

void solve_run_hand_missed(SolveRun *run, WorkerId id) {
    Hand *hand = hand_find(run, id);
    char line[120];
    if (!hand) return;
    hand->missed++;
    snprintf(line, sizeof line, "worker %.20s gave no answer within the time: its job goes out again",
             hand->name);
    run_say(run, line);
}

void solve_run_hand_took(SolveRun *run, WorkerId id, double seconds) {
    const Hand *hand = hand_find(run, id);
    run->totals.core_seconds += seconds * (hand ? hand->threads : 1);
}

bool hand_serves(const Hand *hand) {
    enum { MISSED_MOST = 2 };
    return !hand->rests && hand->missed < MISSED_MOST;
}

void solve_run_hand_refused(SolveRun *run, WorkerId id, bool refused) {
    Hand *hand = hand_find(run, id);
    if (hand) hand->refused = refused ? hand->refused + 1 : 0;
}

bool hand_spoils(const Hand *hand) {
    enum { REFUSED_MOST = 3 };
    return hand->refused >= REFUSED_MOST;
}

// Whether somebody else could do what this worker would spoil.
static bool hand_waits(const SolveRun *run, const Hand *hand) {
    for (int i = 0; hand_spoils(hand) && i < run->hands; i++)
        if (hand_serves(&run->hand[i]) && !hand_spoils(&run->hand[i])) return true;
    return false;
}

static void jobs_overdue(SolveRun *run, double now) {
    WorkerId worker;
    while (master_overdue(run->master, now, &worker)) solve_run_hand_missed(run, worker);
}

void solve_run_drop_hands(SolveRun *run) {
    while (run->hands) hand_drop(run, &run->hand[0]);
}

// What a worker says of its machine. Whoever says nothing of use is alone on a machine.
static void hand_describe(Hand *hand, const char *info) {
    json_t *said = json_loads(info, 0, NULL);
    json_int_t cores = json_integer_value(json_object_get(said, "cores"));
    json_int_t threads = json_integer_value(json_object_get(said, "threads"));
    const char *machine = json_string_value(json_object_get(said, "machine"));
    hand->machine = machine ? stream_self_number(machine) : 0;
    hand->cores = cores > 0 && cores < CORES_MAX ? (int)cores : CORES_MAX;
    hand->threads = threads > 0 && threads < CORES_MAX ? (int)threads : 1;
    json_decref(said);
}

// On a machine with more workers than cores some wait in reserve. More jobs at once would not be searched any
// faster, and are less likely to be needed.
static void hands_rest(SolveRun *run) {
    for (int i = 0; i < run->hands; i++) {
        Hand *hand = &run->hand[i];
        int busy = 0;
        for (int k = 0; k < i && hand->machine; k++)
            if (run->hand[k].machine == hand->machine && !run->hand[k].rests) busy += run->hand[k].threads;
        hand->rests = busy >= hand->cores;
    }
}

// Whoever has no key that is admitted gets no job.
static void worker_seen(void *context, const char *worker, const char *key, const char *info, double silent) {
    (void)silent;
    SolveRun *run = context;
    WorkerId id = stream_self_number(worker);
    if (!members_know(&run->lease.members, id, key) || !run_lease_build(&run->lease, info)) return;
    Hand *hand = hand_find(run, id);
    if (!hand && id && run->hands < WORKERS_MAX) {
        hand = &run->hand[run->hands++];
        *hand = (Hand){.id = id};
        snprintf(hand->name, sizeof hand->name, "%.40s", worker);
    }
    if (!hand) return;
    hand->seen = true;
    hand_describe(hand, info);
}

static void worker_lost(void *context, const char *worker) {
    SolveRun *run = context;
    Hand *hand = hand_find(run, stream_self_number(worker));
    if (hand) hand_drop(run, hand);
}

// What the dismissed had is closed; the master, which was told that they left, gives it out anew.
static void job_given_up(void *context, uint64_t id) {
    (void)context, (void)id;
}

void solve_run_look(SolveRun *run, double now) {
    StreamRescue rescue = {.hands = 1, .context = run, .lost = worker_lost, .given_up = job_given_up};
    for (int i = 0; i < run->hands; i++) run->hand[i].seen = false;
    if (!run_lease_look(&run->lease, now, !run->hands, &rescue, worker_seen)) return;
    for (int i = run->hands - 1; i >= 0; i--)
        if (!run->hand[i].seen) hand_drop(run, &run->hand[i]);
    hands_rest(run);
}

// --- Jobs out
static bool job_give(SolveRun *run, Hand *hand, const SolveJob *job) {
    Text body = {0};
    Error error = {0};
    message_write_job(job, &body);
    StreamResult result = body.failed
                              ? STREAM_LATER
                              : stream_give(&run->lease.stream, job->id, hand->name, "solve", &body, &error);
    solve_run_traffic(run, body.length);
    text_free(&body);
    bool given = run_lease_done(&run->lease, result, &error);
    if (given)
        hand->jobs++;
    else
        master_lost(run->master, job->id);
    return given;
}

void solve_run_withdraw(SolveRun *run) {
    for (uint64_t id; (id = master_open_job(run->master));) {
        Error error = {0};
        run_lease_done(&run->lease, stream_withdraw(&run->lease.stream, id, &error), &error);
        master_lost(run->master, id);
    }
    for (int i = 0; i < run->hands; i++)
        if (!run->hand[i].missed) run->hand[i].jobs = 0;
}

// How many jobs a worker should have. A second one is a guess about what will be needed, which costs studies.
// It pays only if waiting for the next takes longer than a tenth of a job.
static int jobs_wanted(const SolveRun *run) {
    enum { ROUND_TRIPS = 4, SHARE = 10 }; // answer out, answer in, job out, job in
    return ROUND_TRIPS * SHARE * run->lease.round_trip > run->job_seconds ? 2 : 1;
}

// The next job. For a worker that would be idle one that is out already for long: whoever has it may never answer.
static bool job_find(SolveRun *run, const Hand *hand, double now, SolveJob *job) {
    WorkerId slow;
    double long_out = fmax(SLOW_LEAST, SLOW_FACTOR * run->job_seconds);
    if (master_next(run->master, hand->id, now, job)) return true;
    if (hand->jobs || !master_slow(run->master, now, long_out, &slow)) return false;
    solve_run_hand_missed(run, slow);
    return master_next(run->master, hand->id, now, job);
}

// One job for each who has none, then perhaps a second: nobody gets two before all have one.
static void jobs_give(SolveRun *run, double now) {
    for (int wanted = 1, most = jobs_wanted(run); wanted <= most; wanted++) {
        for (int i = 0; i < run->hands && !run->lease.failed; i++) {
            SolveJob job;
            Hand *hand = &run->hand[i];
            if (!hand_serves(hand) || hand->jobs >= wanted || hand_waits(run, hand)) continue;
            if (!job_find(run, hand, now, &job)) continue;
            if (!job_give(run, hand, &job)) return;
        }
    }
}

// --- The master's lock, and what it says
// Nodes that the question began with. A master that goes back to a checkpoint may have fewer.
static uint64_t nodes_before(const SolveRun *run, const MasterStats *s) {
    return s->nodes < run->resumed ? s->nodes : run->resumed;
}

static char *status_write(void *context) {
    const SolveRun *run = context;
    MasterStats s = master_stats(run->master);
    Progress progress;
    master_progress(run->master, &progress);
    double now = clock_seconds(), seconds = now - run->start, asked = now - run->asked;
    double rate = asked > 0 ? (double)(s.nodes - nodes_before(run, &s)) / asked : 0;
    json_t *status =
        json_pack("{s:f, s:I, s:f, s:f, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:i, s:i}",
                  "seconds", seconds, "nodes", (json_int_t)s.nodes, "rate", rate, "wasted",
                  s.nodes ? (double)s.wasted / (double)s.nodes : 0, "jobs", (json_int_t)s.jobs, "answers",
                  (json_int_t)s.answers, "decided", (json_int_t)s.decided, "lost", (json_int_t)s.lost, "open",
                  (json_int_t)s.open, "workers", (json_int_t)run->hands, "audits", (json_int_t)s.audits,
                  "audits_waiting", (json_int_t)s.audits_waiting, "proof", (json_int_t)s.phi, "disproof",
                  (json_int_t)s.delta, "moves", progress.moves, "settled", progress.settled);
    // A guess, as a solve on one machine makes it: only where the mover seems to lose.
    bool guess = progress.left > 0 && rate > 0;
    json_object_set_new(status, "checking", json_boolean(run->checking));
    json_object_set_new(status, "core_hours", json_real(run->totals.core_seconds / 3600));
    json_object_set_new(status, "end", guess ? json_real((double)progress.left / rate) : json_null());
    char *text = status ? json_dumps(status, JSON_COMPACT) : NULL;
    json_decref(status);
    return text;
}

static bool run_begin(SolveRun *run, RunClear clear, Error *error) {
    RunStart start = {.version = mp_version(),
                      .kind = "solve",
                      .title = run->task,
                      .task = run->task,
                      .net = run->net_hash,
                      .lease = run->lease.seconds,
                      .clear = clear};
    const Text *net = run->setup.net_bytes;
    bool resumed;
    if (!run_lease_begin(&run->lease, &start, &resumed, error)) return false;
    if (!*run->net_hash) return true;
    StreamResult result;
    do result = stream_blob_put(&run->lease.stream, run->net_hash, net->data, net->length, error);
    while (!run_lease_done(&run->lease, result, error) && !stopped(run));
    if (result == STREAM_DONE) run_lease_keep(&run->lease, run->net_hash);
    return result == STREAM_DONE;
}

// Redis has forgotten the run: it begins again from what the master knows.
static void run_restore(SolveRun *run) {
    Error error = {0};
    run_say(run, "the run's data in Redis are gone: it begins again from what the master knows");
    solve_run_drop_hands(run);
    *run->last_answer = '\0';
    if (run_begin(run, CLEAR_JOBS, &error))
        solve_run_ban_again(run);
    else if (!stopped(run))
        run_lease_fail(&run->lease, &error);
}

void solve_run_renew(SolveRun *run, double now) {
    StreamResult result = run_lease_renew(&run->lease, now, status_write);
    if (result == STREAM_GONE) run_restore(run);
    if (result == STREAM_DONE) solve_run_answers_trim(run);
}

void solve_run_report(SolveRun *run) {
    Progress progress = {.value = -1};
    if (!budget_report_due(&run->clock, 0.2)) return;
    master_progress(run->master, &progress);
    MasterStats stats = master_stats(run->master);
    progress.seconds = clock_seconds() - run->asked;
    progress.nodes = stats.nodes;
    progress.resumed = nodes_before(run, &stats);
    observer_progress(run->clock.budget.observer, &progress);
}

// --- The whole
SolveRun *solve_run_open(const SolveRunSetup *setup, const char *task, Error *error) {
    SolveRun *run = calloc(1, sizeof *run);
    if (!run) {
        error_memory(error);
        return NULL;
    }
    run->setup = *setup;
    run->task = strdup(task);
    run->start = clock_seconds();
    run->lease.seconds = setup->lease;
    run->lease.context = run;
    run->lease.cancelled = run_cancelled;
    run->lease.say = run_say;
    run->lease.build = setup->build;
    run->context = (Solver){.settings = {.without_net = true, .net = setup->net}};
    if (setup->net) sha256_text(setup->net_bytes->data, setup->net_bytes->length, run->net_hash);
    if (!run->task) error_memory(error);
    if (run->task && run_lease_open(&run->lease, &setup->address, &setup->keys, setup->run, error))
        return run;
    solve_run_close(run, false);
    return NULL;
}

static bool master_make(SolveRun *run, Error *error) {
    MasterOptions options = {.net = message_net(run->net_hash),
                             .audit = run->setup.audit,
                             .seed = run->setup.seed,
                             .epoch = run->totals.epoch,
                             .deadline = OVERDUE_FACTOR * JOB_SECONDS + run->lease.seconds / 5,
                             .first_id = run->next_id};
    char place[PLACE_MAX] = "";
    options.search = solve_auto_settings(&run->context, run->question.geometry);
    uint64_t memory = run->clock.budget.memory;
    options.search.memory = memory ? memory / 2 : GRAPH_MEMORY;
    run->resumes = run->setup.checkpoint && !access(run->setup.checkpoint, F_OK);
    run->master = run->resumes ? master_load(&run->question, &options, run->setup.checkpoint, place, error)
                               : master_new(&run->question, &options, error);
    if (*place) snprintf(run->last_answer, sizeof run->last_answer, "%.47s", place);
    run->resumed = run->master ? master_stats(run->master).nodes : 0;
    return run->master && solve_run_store_ready(run, error);
}

// Decided, and nothing waits to be proved again.
static bool run_done(const SolveRun *run) {
    Answer answer;
    return master_finished(run->master, &answer) && !master_stats(run->master).audits_waiting;
}

static void run_loop(SolveRun *run) {
    Answer answer;
    while (!run_done(run) && !stopped(run)) {
        double now = clock_seconds();
        solve_run_renew(run, now);
        solve_run_look(run, now);
        solve_run_claims_step(run, now);
        jobs_overdue(run, now);
        jobs_give(run, now);
        solve_run_take(run);
        if (master_finished(run->master, &answer)) solve_run_audit(run);
        if (run->dispute.kind == MASTER_DISPUTE) solve_run_settle(run);
        solve_run_save(run, clock_seconds());
        solve_run_report(run);
    }
}

// What an earlier master left beside the checkpoint that this one goes on from.
static void keep_recall(SolveRun *run) {
    if (!run->resumes) solve_run_keep_forget(run);
    if (!run->resumes) return;
    solve_run_ban_recall(run);
    solve_run_keep_recall(run);
}

bool solve_run_ask(SolveRun *run, const Position *question, const Budget *budget, Answer *answer,
                   Error *error) {
    bool first = !*run->last_answer;
    double start = clock_seconds(), cpu = clock_thread_cpu();
    *answer = answer_unknown();
    budget_start(&run->clock, budget, 1);
    run->asked = start;
    run->question = *question;
    run->dispute = (MasterVerdict){0};
    run->candidate = 0;
    run->has_audited = solve_run_was_audited(run);
    run->lease.workers_due = run->lease.renew_due = 0;
    run->save_due = start + SAVE_SECONDS;
    run->hands = 0;
    // What an earlier run of the same task left is of use only to a master that knows where it was.
    if (!master_make(run, error) ||
        !run_begin(run, first && !*run->last_answer ? CLEAR_ALL : CLEAR_JOBS, error))
        return false;
    keep_recall(run);
    bool good = true;
    run->totals.claimed = EMPTY;
    for (bool again = true; again && good;) {
        run_loop(run);
        again = false;
        run->totals.master = master_stats(run->master);
        if (!master_finished(run->master, answer)) break;
        run->save_due = 0;
        solve_run_save(run, clock_seconds());
        good = solve_run_check(run, answer, &again, error);
    }
    solve_run_claims_free(run);
    run->totals.master = master_stats(run->master);
    run->totals.seconds += clock_seconds() - start;
    run->totals.cpu += clock_thread_cpu() - cpu;
    answer->nodes = run->totals.master.nodes;
    answer->seconds = clock_seconds() - start;
    run->save_due = 0;
    solve_run_save(run, clock_seconds());
    run->next_id = master_last_id(run->master) + 1;
    master_free(run->master);
    run->master = NULL;
    bool done = answer->winner != EMPTY || !run->lease.failed;
    if (good && !done) *error = run->lease.error;
    return good && done;
}

void solve_run_end(SolveRun *run) {
    stream_end(&run->lease.stream, "{}", &(Error){0});
}

void solve_run_close(SolveRun *run, bool done) {
    if (!run) return;
    if (done) solve_run_forget(run);
    store_close(run->store, NULL);
    master_free(run->master); // of a question that could not begin
    run_lease_close(&run->lease);
    solver_release(&run->context);
    free(run->task);
    free(run);
}

SolveRunTotals solve_run_totals(const SolveRun *run) {
    return run->totals;
}

Store *solve_run_store(SolveRun *run) {
    return run->store;
}
