#include "cluster/worker.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/sha256.h"
#include "cluster/build_id.h"
#include "cluster/worker_game.h"
#include "cluster/worker_solve.h"
#include "mustplay/mustplay.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Seconds between heartbeats, of one wait for a job, between attempts to answer, and of all attempts: long
// enough for a Redis to restart.
static const double BEAT_SECONDS = 3, TAKE_SECONDS = 1, RETRY_SECONDS = 0.2, REPEAT_SECONDS = 10;

enum { MACHINE_TEXT = 17, ANSWERED_MAX = 1024, REFUSALS_MAX = 15 }; // 64 bits as text

typedef struct Worker {
    const WorkerSetup *setup;
    Stream stream;
    Identity identity;
    uint64_t answered[ANSWERED_MAX]; // the sequence numbers of jobs, so that none is done twice
    int answers;
    WorkerTotals *totals;
    WorkerSolver solver;
    WorkerGames games;
    StreamJob waiting[2]; // taken, not begun
    int waits;
    char machine[MACHINE_TEXT], build[BUILD_ID_TEXT];
    // Shared with the thread that tells that the worker lives:
    pthread_mutex_t lock;
    char self[STREAM_WORD_MAX]; // "": no member
    double lease;               // seconds
    const StreamJob *job;       // in hand, or NULL
    WorkerTotals known;         // a copy of the totals
    atomic_bool moved;          // the job in hand is another's
    atomic_bool gone;           // join again
    atomic_bool draining, ended;
    double said; // when a failure was last told
} Worker;

static bool worker_stopped(const Worker *w) {
    return w->setup->stopped && w->setup->stopped(w->setup->context);
}

static void worker_say(const Worker *w, const char *line) {
    if (w->setup->say) w->setup->say(w->setup->context, line);
}

static void pause_seconds(double seconds) {
    struct timespec time = {.tv_sec = (time_t)seconds, .tv_nsec = (long)(fmod(seconds, 1) * 1e9)};
    nanosleep(&time, NULL);
}

// A failure that will go by: told now and then, and waited for.
static void worker_wait(Worker *w, const Error *error) {
    double now = clock_seconds();
    if (*error->text && now - w->said >= REPEAT_SECONDS) {
        w->said = now;
        worker_say(w, error->text);
    }
    pause_seconds(fmin(fmax(RETRY_SECONDS, redis_pause(w->stream.redis)), 1));
}

// --- The machine
// What names this machine to masters that shut machines out: the same for all its workers, after restarts too. Made of the
// machine's number and its name, since copies of a machine often share the number; neither can be read from it.
static void machine_name(char name[MACHINE_TEXT]) {
    enum { NUMBER_MOST = 256 };
    char host[256] = "", hash[SHA256_TEXT];
    Text id = {0};
    gethostname(host, sizeof host - 1);
    if (!file_read_plain("/etc/machine-id", NUMBER_MOST, &id, &(Error){0})) text_clear(&id);
    text_format(&id, " %s mustplay", host);
    sha256_text(text_string(&id), id.length, hash);
    text_free(&id);
    snprintf(name, MACHINE_TEXT, "%.*s", MACHINE_TEXT - 1, hash);
}

// --- Telling that it lives
static char *info_write(const Worker *w, const WorkerTotals *totals, const StreamJob *job) {
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    json_t *info =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:s, s:I, s:I, s:I, s:f, s:s, s:s}", "name",
                  w->setup->name, "host", host, "machine", w->machine, "build", w->build, "commit",
                  w->setup->commit ? w->setup->commit : "", "cores", (int)sysconf(_SC_NPROCESSORS_ONLN),
                  "pid", (int)getpid(), "threads", w->setup->threads, "version", mp_version(), "jobs",
                  (json_int_t)totals->jobs, "nodes", (json_int_t)totals->nodes, "late",
                  (json_int_t)totals->moved, "busy", totals->busy, "kind", job ? job->kind : "", "job", "");
    char number[24];
    snprintf(number, sizeof number, "%llu", job ? (unsigned long long)job->id : 0ull);
    if (job) json_object_set_new(info, "job", json_string(number));
    char *text = info ? json_dumps(info, JSON_COMPACT) : NULL;
    json_decref(info);
    return text;
}

// Gives the seconds until the next time.
static double beat_send(Worker *w, Stream *stream) {
    StreamJob job;
    pthread_mutex_lock(&w->lock);
    double pause = w->lease > 0 ? fmin(BEAT_SECONDS, w->lease / 5) : BEAT_SECONDS;
    snprintf(stream->self, sizeof stream->self, "%s", w->self);
    bool working = w->job;
    if (working) job = *w->job;
    char *info = info_write(w, &w->known, w->job);
    pthread_mutex_unlock(&w->lock);
    bool draining = false;
    Error error = {0};
    if (*stream->self && info) {
        StreamResult result = stream_beat(stream, info, working ? &job : NULL, &draining, &error);
        pthread_mutex_lock(&w->lock);
        bool same =
            !strcmp(stream->self, w->self) && working == !!w->job && (!working || w->job->id == job.id);
        if (same && result == STREAM_GONE) atomic_store(&w->gone, true);
        if (same && (result == STREAM_GONE || result == STREAM_MOVED)) atomic_store(&w->moved, true);
        if (result == STREAM_DONE) atomic_store(&w->draining, draining);
        pthread_mutex_unlock(&w->lock);
    }
    free(info);
    return pause;
}

static void *beat_run(void *context) {
    Worker *w = context;
    Stream stream;
    if (!stream_open(&stream, &w->setup->address, w->setup->run, &(Error){0})) return NULL;
    double next = 0;
    while (!atomic_load(&w->ended)) {
        if (clock_seconds() >= next) {
            double pause = beat_send(w, &stream);
            next = clock_seconds() + pause;
        }
        pause_seconds(0.05);
    }
    stream_close(&stream);
    return NULL;
}

// --- Membership
// Without a lease it is no member.
static void member_set(Worker *w, double lease) {
    pthread_mutex_lock(&w->lock);
    w->lease = lease;
    snprintf(w->self, sizeof w->self, "%s", lease > 0 ? w->stream.self : "");
    pthread_mutex_unlock(&w->lock);
    atomic_store(&w->gone, false);
}

static void waiting_drop(Worker *w) {
    while (w->waits > 0) text_free(&w->waiting[--w->waits].body);
}

// Joins, waiting as long as it takes. False when it is refused (with an error) or stopped. A refusal counts once the master has
// had time to put a record right that somebody else has changed (stream_renew).
static bool worker_join(Worker *w, Error *error) {
    int refusals = 0;
    waiting_drop(w);
    member_set(w, 0);
    bool told = false;
    while (!worker_stopped(w)) {
        RunTerms terms;
        char *info = info_write(w, w->totals, NULL);
        StreamResult result =
            stream_join(&w->stream, w->setup->name, w->machine, mp_version(), info ? info : "{}",
                        w->setup->master ? w->setup->master : "", &terms, error);
        free(info);
        if (result == STREAM_REFUSED && ++refusals > REFUSALS_MAX) return false;
        if (result == STREAM_DONE) {
            worker_solver_enter(&w->solver, &terms);
            member_set(w, terms.lease);
            worker_say(w, "joined the run");
            return true;
        }
        if (result == STREAM_NONE && !told) worker_say(w, "waiting for a run to begin");
        told |= result == STREAM_NONE;
        worker_wait(w, result == STREAM_NONE ? &(Error){0} : error);
        *error = (Error){0};
    }
    return false;
}

// --- Jobs
static void job_hold(Worker *w, const StreamJob *job) {
    pthread_mutex_lock(&w->lock);
    w->job = job;
    w->known = *w->totals;
    pthread_mutex_unlock(&w->lock);
    atomic_store(&w->moved, false);
}

// Whether what is under way should end.
static bool job_cancelled(void *context) {
    const Worker *w = context;
    return atomic_load(&w->moved) || worker_stopped(w);
}

// Sends the answer until Redis has taken or refused it, or the membership is gone. What was taken is not done again.
static void job_answer(Worker *w, const StreamJob *job, const Text *body, const Text *facts) {
    Error error = {0};
    StreamResult result;
    double stop_at = INFINITY;
    while ((result = stream_answer(&w->stream, job, body, facts, &error)) == STREAM_LATER) {
        worker_wait(w, &error);
        if (worker_stopped(w) && stop_at == INFINITY) stop_at = clock_seconds() + 2;
        if (clock_seconds() > stop_at || atomic_load(&w->gone)) break;
    }
    if (result == STREAM_GONE) atomic_store(&w->gone, true);
    if (result != STREAM_DONE) w->totals->moved++;
    if (result == STREAM_DONE) w->answered[w->answers++ % ANSWERED_MAX] = job->sequence;
    if (result == STREAM_REFUSED) worker_say(w, error.text);
}

// Puts claims into Redis, waiting for it; without them the answer is of no use.
static void claims_put(Worker *w, const StreamJob *job, const Text *claims) {
    Error error = {0};
    while (claims->length && !worker_stopped(w) && !atomic_load(&w->gone) &&
           stream_claims_put(&w->stream, job->id, claims, &error) == STREAM_LATER)
        worker_wait(w, &error);
}

// What is no job at all is put away; a job that cannot be done is answered with the reason.
static void job_refuse(Worker *w, const StreamJob *job, const Error *error) {
    StreamJob refusal = *job;
    Text reason = {0}, none = {0};
    w->totals->refused++;
    worker_say(w, error->text);
    if (!job->id) {
        if (stream_reject(&w->stream, job, &(Error){0}) == STREAM_GONE) worker_wait(w, &(Error){0});
        return;
    }
    snprintf(refusal.kind, sizeof refusal.kind, "refused");
    text_add(&reason, error->text);
    job_answer(w, &refusal, &reason, &none);
    text_free(&reason);
}

static bool answered_before(const Worker *w, const StreamJob *job) {
    for (int i = 0; i < w->answers && i < ANSWERED_MAX; i++)
        if (w->answered[i] == job->sequence) return true;
    return false;
}

static bool job_do(Worker *w, const StreamJob *job, Text *answer, Text *facts, Text *claims, Error *error) {
    if (!job->id) return error_input(error, "an entry of the stream that is no job of its master");
    if (!strcmp(job->kind, "solve"))
        return worker_solver_run(&w->solver, &w->stream, job, answer, facts, error);
    if (!strcmp(job->kind, "prove"))
        return worker_solver_prove(&w->solver, &w->stream, job, answer, claims, error);
    if (!strcmp(job->kind, "game")) return worker_game_run(&w->games, &w->stream, job, answer, error);
    return error_input(error, "a job of the kind '%.15s', which this program does not know", job->kind);
}

static void job_run(Worker *w, const StreamJob *job) {
    Text answer = {0}, facts = {0}, claims = {0};
    Error error = {0};
    double start = clock_seconds();
    job_hold(w, job);
    w->solver.nodes = 0;
    if (answered_before(w, job)) {
        stream_reject(&w->stream, job, &error);
    } else if (job_do(w, job, &answer, &facts, &claims, &error)) {
        claims_put(w, job, &claims);
        if (answer.length) job_answer(w, job, &answer, &facts); // else it was cancelled
        w->totals->jobs++;
        w->totals->nodes += w->solver.nodes;
    } else {
        job_refuse(w, job, &error);
    }
    w->totals->busy += clock_seconds() - start;
    job_hold(w, NULL);
    text_free(&answer);
    text_free(&facts);
    text_free(&claims);
}

static bool jobs_take(Worker *w, Error *error) {
    StreamResult result = stream_take(&w->stream, TAKE_SECONDS, w->waiting, &w->waits, error);
    if (result == STREAM_REFUSED) return false;
    if (result == STREAM_GONE) atomic_store(&w->gone, true);
    if (result == STREAM_LATER) worker_wait(w, error);
    *error = (Error){0};
    return true;
}

// One step: join, take, or do. False at the end.
static bool worker_step(Worker *w, Error *error) {
    if (worker_stopped(w) || atomic_load(&w->draining)) return false;
    if (!*w->self || atomic_load(&w->gone)) return worker_join(w, error);
    if (!w->waits) return jobs_take(w, error);
    StreamJob job = w->waiting[0];
    w->waiting[0] = w->waiting[--w->waits];
    job_run(w, &job);
    text_free(&job.body);
    return true;
}

// The operator of the run compares this with what `cluster admit` shows him.
static void worker_introduce(const Worker *w) {
    char shown[FINGERPRINT_TEXT], line[120];
    fingerprint_write(&w->identity.key, shown);
    snprintf(line, sizeof line, "this machine's key is %s%s", shown,
             w->identity.temporary ? ", for this process alone: it could not be kept" : "");
    worker_say(w, line);
}

bool worker_run(const WorkerSetup *setup, WorkerTotals *totals, Error *error) {
    *totals = (WorkerTotals){0};
    *error = (Error){0};
    Worker w = {.setup = setup, .totals = totals, .lock = PTHREAD_MUTEX_INITIALIZER, .said = -INFINITY};
    Observer observer = {.context = &w, .cancelled = job_cancelled};
    w.solver =
        (WorkerSolver){.store = setup->store,
                       .context.settings.without_net = true,
                       .budget = {.threads = setup->threads, .memory = setup->memory, .observer = &observer}};
    w.games.observer = &observer;
    w.games.catalog = setup->catalog;
    machine_name(w.machine);
    build_id(w.build);
    if (!identity_load(setup->key, &w.identity, error)) return false;
    worker_introduce(&w);
    if (!stream_open(&w.stream, &setup->address, setup->run, error)) return false;
    w.stream.identity = &w.identity;
    pthread_t beat;
    bool started = !pthread_create(&beat, NULL, beat_run, &w);
    if (!started) error_failure(error, "a thread could not be started");
    while (started && worker_step(&w, error)) {
    }
    atomic_store(&w.ended, true);
    if (started) pthread_join(beat, NULL);
    if (*w.self) stream_leave(&w.stream, &(Error){0});
    waiting_drop(&w);
    worker_solver_free(&w.solver);
    stream_close(&w.stream);
    identity_forget(&w.identity);
    return !*error->text;
}
