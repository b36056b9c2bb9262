#include "cluster/solve_run.h"

#include "base/clock.h"
#include "base/file.h"
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
#include <time.h>
#include <unistd.h>

enum { WORKERS_MAX = 4096, ANSWERS_AT_ONCE = 64, PLACE_MAX = 64 };
static const double WAIT_SECONDS = 0.1, WORKERS_SECONDS = 1, RENEW_SECONDS = 2, SAVE_SECONDS = 10,
                    SAVE_SHARE = 0.04, LEASE_SECONDS = 30, HERE_SECONDS = 1, REPEAT_SECONDS = 10;
static const WorkerId SELF = 1; // the master as its own auditor
static const uint64_t GRAPH_MEMORY = (uint64_t)1 << 30;

typedef struct Hand {
    WorkerId id;
    char name[STREAM_WORD_MAX];
    int jobs;  // out
    bool seen; // by the last look
} Hand;

struct SolveRun {
    SolveRunSetup setup;
    Stream stream;
    char *task;
    char net_hash[SHA256_TEXT];
    SolveContext context; // how parts are searched
    Master *master;       // of the question under way
    Position question;
    Store *store;
    uint32_t store_epoch;
    Hand hand[WORKERS_MAX];
    int hands;
    char last_answer[STREAM_ID_MAX], last_fact[STREAM_ID_MAX];
    bool failed; // while answers are taken in
    Error error;
    MasterVerdict dispute; // to be judged; its kind says whether there is one
    // When things are due, and since when Redis has been there without a break:
    double journey, job_seconds; // of a call to Redis and back, and of a job: lately
    double workers_due, renew_due, save_due, calm_since, said;
    int connections;
    uint64_t next_id;   // of jobs, from question to question
    uint32_t candidate; // the checkpoint that may become the audited one; 0: none
    bool has_audited;
    double start;
    BudgetClock clock;
    SolveRunTotals totals;
};

static void run_say(const SolveRun *run, const char *line) {
    if (run->setup.say) run->setup.say(run->setup.context, line);
}

static double run_lease(const SolveRun *run) {
    return run->setup.lease > 0 ? run->setup.lease : LEASE_SECONDS;
}

// A step that Redis could not do now: told now and then; leases count anew once it is back.
static void run_trouble(SolveRun *run, const Error *error) {
    double now = clock_seconds();
    run->calm_since = now;
    if (*error->text && now - run->said >= REPEAT_SECONDS) {
        run->said = now;
        run_say(run, error->text);
    }
    struct timespec pause = {.tv_nsec = (long)(1e9 * fmin(0.5, fmax(0.05, redis_pause(run->stream.redis))))};
    nanosleep(&pause, NULL);
}

// Whether the step was done; what cannot be mended ends the run.
static bool step_done(SolveRun *run, StreamResult result, const Error *error) {
    if (result == STREAM_REFUSED && !run->failed) {
        run->failed = true;
        run->error = *error;
    }
    if (result == STREAM_LATER) run_trouble(run, error);
    return result == STREAM_DONE;
}

static void traffic_count(SolveRun *run, size_t bytes) {
    run->totals.messages++;
    run->totals.bytes += bytes;
}

// --- Workers
static Hand *hand_find(SolveRun *run, WorkerId id) {
    for (int i = 0; i < run->hands; i++)
        if (run->hand[i].id == id) return &run->hand[i];
    return NULL;
}

static void hand_drop(SolveRun *run, Hand *hand) {
    master_leave(run->master, hand->id);
    *hand = run->hand[--run->hands];
}

static void hands_drop_all(SolveRun *run) {
    while (run->hands) hand_drop(run, &run->hand[0]);
}

static void worker_seen(void *context, const char *worker, const char *info, double silent) {
    (void)info, (void)silent;
    SolveRun *run = context;
    WorkerId id = stream_self_number(worker);
    Hand *hand = hand_find(run, id);
    if (!hand && id && run->hands < WORKERS_MAX) {
        hand = &run->hand[run->hands++];
        *hand = (Hand){.id = id};
        snprintf(hand->name, sizeof hand->name, "%.40s", worker);
    }
    if (hand) hand->seen = true;
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

static void workers_look(SolveRun *run, double now) {
    Error error = {0};
    if (now < run->workers_due) return;
    run->workers_due = now + (run->hands ? WORKERS_SECONDS : WAIT_SECONDS);
    if (now - run->calm_since >
        run_lease(run)) { // after a break everybody gets a lease to say that he is there
        StreamRescue rescue = {.hands = 1, .context = run, .lost = worker_lost, .given_up = job_given_up};
        if (!step_done(run, stream_rescue(&run->stream, run_lease(run), &rescue, &error), &error)) return;
    }
    for (int i = 0; i < run->hands; i++) run->hand[i].seen = false;
    if (!step_done(run, stream_workers(&run->stream, worker_seen, run, &error), &error)) return;
    for (int i = run->hands - 1; i >= 0; i--)
        if (!run->hand[i].seen) hand_drop(run, &run->hand[i]);
}

// --- Jobs out
static bool job_give(SolveRun *run, Hand *hand, const SolveJob *job) {
    Text body = {0};
    Error error = {0};
    message_write_job(job, &body);
    StreamResult result =
        body.failed ? STREAM_LATER : stream_give(&run->stream, job->id, hand->name, "solve", &body, &error);
    traffic_count(run, body.length);
    text_free(&body);
    bool given = step_done(run, result, &error);
    if (given)
        hand->jobs++;
    else
        master_lost(run->master, job->id);
    return given;
}

// How many jobs a worker should have. A second one is a guess about what will be needed, which costs studies: it pays only
// where waiting for the next takes longer than a tenth of a job.
static int jobs_wanted(const SolveRun *run) {
    enum { JOURNEYS = 4, SHARE = 10 }; // answer out, answer in, job out, job in
    return JOURNEYS * SHARE * run->journey > run->job_seconds ? 2 : 1;
}

static double lately(double mean, double value) {
    return mean > 0 ? mean + 0.1 * (value - mean) : value;
}

// One job for each who has none, then perhaps a second: nobody gets two before all have one.
static void jobs_give(SolveRun *run, double now) {
    for (int wanted = 1, most = jobs_wanted(run); wanted <= most; wanted++) {
        for (int i = 0; i < run->hands && !run->failed; i++) {
            SolveJob job;
            Hand *hand = &run->hand[i];
            if (hand->jobs >= wanted || !master_next(run->master, hand->id, now, &job)) continue;
            if (!job_give(run, hand, &job)) return;
        }
    }
}

// --- Answers and facts in
static void answer_refused(SolveRun *run, const StreamAnswer *raw, const char *why) {
    char line[300];
    run->totals.refused++;
    snprintf(line, sizeof line, "an answer of worker %.20s was refused: %.200s", raw->worker, why);
    run_say(run, line);
    if (raw->id) master_lost(run->master, raw->id);
}

static void verdict_take(SolveRun *run, const StreamAnswer *raw, const MasterVerdict *verdict) {
    if (verdict->kind == MASTER_REFUSED)
        answer_refused(run, raw, verdict->reason ? verdict->reason : "impossible");
    if (verdict->kind == MASTER_DISPUTE && run->dispute.kind != MASTER_DISPUTE) run->dispute = *verdict;
}

static void answer_take(void *context, const StreamAnswer *raw) {
    SolveRun *run = context;
    Error error = {0};
    MasterVerdict verdict;
    traffic_count(run, raw->size);
    Hand *hand = hand_find(run, stream_self_number(raw->worker));
    if (hand && hand->jobs > 0) hand->jobs--;
    SolveAnswer *answer = malloc(sizeof *answer);
    if (!answer || run->failed) {
        free(answer);
        return;
    }
    char said[200];
    snprintf(said, sizeof said, "%.*s", (int)(raw->size < 190 ? raw->size : 190), raw->body);
    if (!strcmp(raw->kind, "refused"))
        answer_refused(run, raw, said);
    else if (strcmp(raw->kind, "solve") || !message_read_answer(raw->body, raw->size, answer, &error))
        answer_refused(run, raw, *error.text ? error.text : "it is of another kind");
    else if (answer->id != raw->id || answer->worker != stream_self_number(raw->worker))
        answer_refused(run, raw, "it is not what it is called");
    else if (master_answer(run->master, answer, clock_seconds(), &verdict, &run->error)) {
        run->job_seconds = lately(run->job_seconds, answer->part.seconds);
        verdict_take(run, raw, &verdict);
    } else
        run->failed = true;
    free(answer);
}

static void fact_take(void *context, const Position *position, const ProofRecord *record) {
    SolveRun *run = context;
    const ProofStore *proofs = run->store ? store_proofs(run->store) : NULL;
    if (proofs) proofs->record(proofs->context, position, record);
    if (position->geometry == run->question.geometry) master_fact(run->master, position, record);
}

static void facts_take(void *context, const char *worker, const char *bytes, size_t size) {
    SolveRun *run = context;
    uint32_t epoch;
    (void)worker;
    traffic_count(run, size);
    if (!message_facts_epoch(bytes, size, &epoch))
        run->totals.refused++;
    else if (epoch == master_epoch(run->master))
        message_read_facts(bytes, size, fact_take, run, NULL);
}

static void everything_take(SolveRun *run) {
    Error error = {0};
    double before = clock_seconds();
    StreamResult result = stream_answers(&run->stream, run->last_answer, WAIT_SECONDS, ANSWERS_AT_ONCE,
                                         answer_take, run, &error);
    run->totals.busy -= result == STREAM_NONE ? clock_seconds() - before : 0;
    step_done(run, result, &error);
    if (result == STREAM_LATER) return;
    step_done(run, stream_facts(&run->stream, run->last_fact, facts_take, run, &error), &error);
}

// --- Checkpoints and stores
static bool store_ready(SolveRun *run, Error *error) {
    uint32_t epoch = master_epoch(run->master);
    run->totals.epoch = epoch;
    if (!run->setup.store || (run->store && run->store_epoch == epoch)) return true;
    store_close(run->store, NULL);
    Text path = {0};
    text_format(&path, "%s-%u", run->setup.store, epoch);
    run->store = store_open(text_string(&path), error);
    run->store_epoch = epoch;
    text_free(&path);
    return run->store;
}

static void path_beside(const SolveRun *run, const char *ending, Text *path) {
    text_format(path, "%s.%s", run->setup.checkpoint, ending);
}

// The checkpoint that waits for its audits becomes the audited one when they are clean; then the newest waits.
static void audited_note(SolveRun *run, uint32_t newest) {
    Text candidate = {0}, audited = {0};
    path_beside(run, "candidate", &candidate);
    path_beside(run, "audited", &audited);
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

static void checkpoint_save(SolveRun *run, double now) {
    Error error = {0};
    if (!run->setup.checkpoint || now < run->save_due) return;
    if (run->store) store_sync(run->store);
    uint32_t serial = master_save(run->master, run->setup.checkpoint, run->last_answer, &error);
    double took = clock_seconds() - now;
    run->save_due = now + fmax(SAVE_SECONDS, took / SAVE_SHARE);
    if (!serial) {
        run_say(run, error.text);
        return;
    }
    audited_note(run, serial);
    step_done(run, stream_trim(&run->stream, run->last_answer, &error), &error);
}

// Without checkpoints what was taken in is not needed any more.
static void answers_trim(SolveRun *run) {
    Error error = {0};
    if (!run->setup.checkpoint) step_done(run, stream_trim(&run->stream, run->last_answer, &error), &error);
}

static void checkpoint_remove(const SolveRun *run) {
    static const char *const endings[] = {"candidate", "audited"};
    if (!run->setup.checkpoint) return;
    unlink(run->setup.checkpoint);
    for (int i = 0; i < 2; i++) {
        Text path = {0};
        path_beside(run, endings[i], &path);
        unlink(text_string(&path));
        text_free(&path);
    }
}

// --- The master's lock, and what it says
static char *status_write(const SolveRun *run) {
    MasterStats s = master_stats(run->master);
    double seconds = clock_seconds() - run->start;
    json_t *status =
        json_pack("{s:f, s:I, s:f, s:f, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:n}", "seconds",
                  seconds, "nodes", (json_int_t)s.nodes, "rate", seconds > 0 ? (double)s.nodes / seconds : 0,
                  "wasted", s.nodes ? (double)s.wasted / (double)s.nodes : 0, "jobs", (json_int_t)s.jobs,
                  "answers", (json_int_t)s.answers, "decided", (json_int_t)s.decided, "lost",
                  (json_int_t)s.lost, "open", (json_int_t)s.open, "workers", (json_int_t)run->hands, "audits",
                  (json_int_t)s.audits, "audits_waiting", (json_int_t)s.audits_waiting, "proof",
                  (json_int_t)s.phi, "disproof", (json_int_t)s.delta, "end");
    char *text = status ? json_dumps(status, JSON_COMPACT) : NULL;
    json_decref(status);
    return text;
}

static bool run_begin(SolveRun *run, RunClear clear, bool *resumed, Error *error) {
    RunStart start = {.version = mp_version(),
                      .kind = "solve",
                      .title = run->task,
                      .task = run->task,
                      .net = run->net_hash,
                      .lease = run_lease(run),
                      .clear = clear};
    StreamResult result;
    while ((result = stream_begin(&run->stream, &start, resumed, error)) == STREAM_LATER) {
        run_trouble(run, error);
        *error = (Error){0};
        if (budget_look(&run->clock, 0))
            return error_failure(error, "stopped while Redis could not be reached");
    }
    if (result != STREAM_DONE) return false;
    const Text *net = run->setup.net_bytes;
    while (*run->net_hash && (result = stream_blob_put(&run->stream, run->net_hash, net->data, net->length,
                                                       error)) == STREAM_LATER) {
        run_trouble(run, error);
        *error = (Error){0};
        if (budget_look(&run->clock, 0))
            return error_failure(error, "stopped while Redis could not be reached");
    }
    run->calm_since = clock_seconds();
    return result == STREAM_DONE;
}

// Redis has forgotten the run: it begins again from what the master knows.
static void run_restore(SolveRun *run) {
    bool resumed;
    run_say(run, "the run's data in Redis are gone: it begins again from what the master knows");
    hands_drop_all(run);
    *run->last_answer = *run->last_fact = '\0';
    if (!run_begin(run, CLEAR_JOBS, &resumed, &run->error)) run->failed = !budget_look(&run->clock, 0);
}

static void run_renew(SolveRun *run, double now) {
    Error error = {0};
    if (redis_connections(run->stream.redis) != run->connections) { // it broke in between
        run->connections = redis_connections(run->stream.redis);
        run->calm_since = now;
    }
    if (now < run->renew_due) return;
    run->renew_due = now + RENEW_SECONDS;
    char *status = status_write(run);
    StreamResult result = status ? stream_renew(&run->stream, status, &error) : STREAM_LATER;
    free(status);
    run->journey = lately(run->journey, (clock_seconds() - now) / 2);
    if (result == STREAM_GONE)
        run_restore(run);
    else
        step_done(run, result, &error);
    answers_trim(run);
}

static void run_report(SolveRun *run) {
    Progress progress = {.value = -1};
    if (!budget_report_due(&run->clock, 0.2)) return;
    master_progress(run->master, &progress);
    progress.seconds = clock_seconds() - run->start;
    progress.nodes = master_stats(run->master).nodes;
    observer_progress(run->clock.budget.observer, &progress);
}

// --- Disputes and audits
// Solves a position here, in steps between which the lock is kept, until it is decided, `studies` were made or the run is
// stopped. The part is then what was found.
static void solve_here(SolveRun *run, const Position *position, bool exact, uint64_t studies,
                       ProofPart *part) {
    SolveContext fresh = {.without_net = true, .net = run->setup.net};
    const ProofLimits none = {PROOF_INFINITE, PROOF_INFINITE};
    Budget step = {.seconds = HERE_SECONDS, .nodes = studies, .observer = run->clock.budget.observer};
    uint64_t made = 0;
    *part = (ProofPart){.record = {.winner = EMPTY}};
    while (part->record.winner == EMPTY && made < studies && !run->failed && !budget_look(&run->clock, 0)) {
        run->failed = !solve_part(position, exact, &none, &step, &fresh, part, &run->error);
        made += part->nodes;
        run_renew(run, clock_seconds());
    }
    part->nodes = made;
    solve_context_release(&fresh);
}

static Color dispute_solve(SolveRun *run) {
    ProofPart *part = calloc(1, sizeof *part);
    if (part) solve_here(run, &run->dispute.position, false, UINT64_MAX, part);
    Color winner = part ? part->record.winner : EMPTY;
    free(part);
    return winner;
}

// An audit that waits although nobody is left who could do it, because its author is alone: done here.
static void audit_here(SolveRun *run) {
    SolveJob job;
    MasterVerdict verdict;
    if (master_stats(run->master).open || !master_next(run->master, SELF, clock_seconds(), &job)) return;
    SolveAnswer *answer = calloc(1, sizeof *answer);
    if (!answer) {
        run->failed = !error_failure(&run->error, "out of memory");
        return;
    }
    *answer = (SolveAnswer){
        .id = job.id, .worker = SELF, .epoch = job.epoch, .audit = true, .position = job.position};
    solve_here(run, &job.position, job.exact, job.budget, &answer->part);
    if (run->failed || budget_look(&run->clock, 0))
        master_lost(run->master, job.id);
    else if (!master_answer(run->master, answer, clock_seconds(), &verdict, &run->error))
        run->failed = true;
    else if (verdict.kind == MASTER_DISPUTE)
        run->dispute = verdict;
    free(answer);
}

static void liar_ban(SolveRun *run, WorkerId liar) {
    char name[STREAM_WORD_MAX], line[200];
    Error error = {0};
    snprintf(name, sizeof name, "%016" PRIx64, liar);
    snprintf(line, sizeof line, "worker %s said what is not true, and is shut out; the run returns to %s",
             name, run->has_audited ? "the last audited checkpoint" : "its beginning");
    run_say(run, line);
    run->totals.liars++;
    step_done(run, stream_ban(&run->stream, name, "an audit has shown that it said what is not true", &error),
              &error);
}

static void dispute_settle(SolveRun *run) {
    Text audited = {0};
    char place[PLACE_MAX] = "";
    Color winner = dispute_solve(run);
    if (winner == EMPTY) return;
    WorkerId liar = master_judge(run->master, &run->dispute, winner);
    run->dispute = (MasterVerdict){0};
    if (liar) liar_ban(run, liar);
    hands_drop_all(run);
    if (run->has_audited) path_beside(run, "audited", &audited);
    Master *back =
        master_back(run->master, run->has_audited ? text_string(&audited) : NULL, place, &run->error);
    text_free(&audited);
    if (!back) {
        run->failed = true;
        return;
    }
    master_free(run->master);
    run->master = back;
    run->candidate = 0;
    run->save_due = 0;
    run->failed = run->failed || !store_ready(run, &run->error);
}

// --- The whole
SolveRun *solve_run_open(const SolveRunSetup *setup, const char *task, Error *error) {
    SolveRun *run = calloc(1, sizeof *run);
    if (!run) {
        error_failure(error, "out of memory");
        return NULL;
    }
    run->setup = *setup;
    run->task = strdup(task);
    run->start = clock_seconds();
    run->said = -INFINITY;
    run->context = (SolveContext){.without_net = true, .net = setup->net};
    if (setup->net) sha256_text(setup->net_bytes->data, setup->net_bytes->length, run->net_hash);
    if (!run->task) error_failure(error, "out of memory");
    if (run->task && stream_open(&run->stream, &setup->address, setup->run, error)) {
        stream_self_draw(&run->stream);
        return run;
    }
    solve_run_close(run, false);
    return NULL;
}

static bool master_make(SolveRun *run, Error *error) {
    MasterOptions options = {.net = message_net(run->net_hash),
                             .audit = run->setup.audit,
                             .seed = run->setup.seed,
                             .epoch = run->totals.epoch,
                             .first_id = run->next_id};
    char place[PLACE_MAX] = "";
    solve_part_options(&run->context, run->question.geometry, &options.search);
    options.search.memory = run->setup.memory ? run->setup.memory : GRAPH_MEMORY;
    bool resume = run->setup.checkpoint && !access(run->setup.checkpoint, F_OK);
    run->master = resume ? master_load(&run->question, &options, run->setup.checkpoint, place, error)
                         : master_new(&run->question, &options, error);
    if (*place) snprintf(run->last_answer, sizeof run->last_answer, "%.40s", place);
    return run->master && store_ready(run, error);
}

// Decided, and nothing waits to be proved again.
static bool run_done(const SolveRun *run) {
    Answer answer;
    return master_finished(run->master, &answer) && !master_stats(run->master).audits_waiting;
}

static void run_loop(SolveRun *run) {
    Answer answer;
    while (!run->failed && !run_done(run) && !budget_look(&run->clock, 0)) {
        double now = clock_seconds();
        run_renew(run, now);
        workers_look(run, now);
        jobs_give(run, now);
        everything_take(run);
        if (master_finished(run->master, &answer)) audit_here(run);
        if (run->dispute.kind == MASTER_DISPUTE) dispute_settle(run);
        checkpoint_save(run, clock_seconds());
        run_report(run);
    }
}

bool solve_run_ask(SolveRun *run, const Position *question, const Budget *budget, Answer *answer,
                   Error *error) {
    bool resumed, first = !*run->last_answer;
    double start = clock_seconds();
    *answer = answer_unknown();
    budget_start(&run->clock, budget, 1);
    run->question = *question;
    run->dispute = (MasterVerdict){0};
    run->candidate = 0;
    run->has_audited = false;
    run->workers_due = run->renew_due = 0;
    run->save_due = start + SAVE_SECONDS;
    run->hands = 0;
    // What an earlier run of the same task left is of use only to a master that knows where it was.
    if (!master_make(run, error) ||
        !run_begin(run, first && !*run->last_answer ? CLEAR_ALL : CLEAR_JOBS, &resumed, error))
        return false;
    run_loop(run);
    bool decided = master_finished(run->master, answer);
    run->totals.master = master_stats(run->master);
    run->totals.audited = decided && !run->totals.master.audits_waiting;
    run->totals.seconds += clock_seconds() - start;
    run->totals.busy += clock_seconds() - start;
    answer->nodes = run->totals.master.nodes;
    answer->seconds = clock_seconds() - start;
    if (decided)
        checkpoint_remove(run);
    else
        run->save_due = 0, checkpoint_save(run, clock_seconds());
    run->next_id = master_last_id(run->master) + 1;
    master_free(run->master);
    run->master = NULL;
    if (run->failed && !decided) *error = run->error;
    return decided || !run->failed;
}

void solve_run_close(SolveRun *run, bool done) {
    if (!run) return;
    if (run->stream.redis && done) stream_end(&run->stream, "{}", &(Error){0});
    store_close(run->store, NULL);
    stream_close(&run->stream);
    solve_context_release(&run->context);
    free(run->task);
    free(run);
}

SolveRunTotals solve_run_totals(const SolveRun *run) {
    return run->totals;
}

Store *solve_run_store(SolveRun *run) {
    return run->store;
}
