#include "cluster/games_run.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/json.h"
#include "cluster/blobs.h"
#include "cluster/build_id.h"
#include "cluster/games_again.h"
#include "cluster/run_lease.h"
#include "cluster/spec_files.h"
#include "mustplay/mustplay.h"
#include "net/net.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A game is given up after HANDS_MOST workers had it in hand, or REFUSALS_MOST machines refused it. A machine
// alone may refuse it as often, once in REFUSAL_SECONDS. A machine that refuses TURNED_MOST games while others play is barred. So is one
// that sends FORGED_MOST results that are none, also while it is alone: they say nothing about the game.
enum {
    HANDS_MOST = 20,
    REFUSALS_MOST = 5,
    TURNED_MOST = 20,
    FORGED_MOST = 3,
    AHEAD_LEAST = 4,
    ANSWERS_AT_ONCE = 64
};
static const double WAIT_SECONDS = 0.2, AGAIN_SECONDS = 30, REFUSAL_SECONDS = 1;
// A game without a result goes out again after this many times what the slowest took, with the wait for a
// worker. Before the first result it does so after a number of seconds.
static const double OVERDUE_FACTOR = 3, OVERDUE_LEAST = 20, OVERDUE_FIRST = 600;

// What a machine has done, known by its key.
typedef struct GamesHand {
    PublicKey key;
    int results, refused, forged;
} GamesHand;

// A machine has refused a game.
typedef struct GamesRefusal {
    int number;
    PublicKey key;
    double at; // seconds of the clock
} GamesRefusal;

typedef struct GamesRun {
    const GamesRunSetup *setup;
    RunLease lease;
    GameJob *job;     // with hashes for files
    uint8_t *given;   // by number: a job in Redis, unless its data are gone
    double *given_at; // by number
    double slowest;   // seconds from a game's job to its result
    GamesHand *hand;
    GamesRefusal *refusal;
    int hands, hands_room, refusals, refusals_room;
    int out;           // games given
    int waiting;       // a game that was taken but could not be given yet, or -1
    bool gone;         // that was because the run's data in Redis are gone
    int workers, seen; // who work; counted while looking
    GamesAgain again;
    char build[BUILD_ID_TEXT];
    double again_until; // the games are finished, but some are played again
    char last[STREAM_ID_MAX];
    double start;
    int begun; // games finished when it began
} GamesRun;

static bool run_cancelled(void *context) {
    const GamesRunSetup *setup = ((const GamesRun *)context)->setup;
    return setup->cancelled && setup->cancelled(setup->context);
}

static void run_say(void *context, const char *line) {
    const GamesRunSetup *setup = ((const GamesRun *)context)->setup;
    if (setup->say) setup->say(setup->context, line);
}

static int finished(const GamesRun *run) {
    return game_book_finished(run->setup->book);
}

static bool stopped(const GamesRun *run) {
    return run_lease_stopped(&run->lease);
}

// --- Files
// Tries until Redis is there. False when it is refused or stopped.
static bool publish(GamesRun *run, const char *path, char hash[SHA256_TEXT], Error *error) {
    StreamResult result;
    while ((result = blob_publish(&run->lease.stream, path, hash, error)) == STREAM_LATER && !stopped(run))
        run_lease_done(&run->lease, result, error);
    if (result == STREAM_DONE) run_lease_keep(&run->lease, hash);
    return result == STREAM_DONE;
}

static bool file_publish(void *context, const char *file, Text *out, Error *error) {
    char hash[SHA256_TEXT];
    if (!publish(context, file, hash, error)) return false;
    text_format(out, "@%s", hash);
    return true;
}

static bool spec_publish(GamesRun *run, const char *spec, char portable[GAME_SPEC_MAX], Error *error) {
    Text out = {0};
    bool good = spec_map_files(run->setup->catalog, spec, file_publish, run, &out, error);
    if (good && out.length >= GAME_SPEC_MAX)
        good = error_input(error, "a player's specification is too long");
    if (good) snprintf(portable, GAME_SPEC_MAX, "%s", text_string(&out));
    text_free(&out);
    return good;
}

// Everything that workers need to play these games as this machine would.
static bool files_publish(GamesRun *run, Error *error) {
    const GameJob *from = &run->setup->job;
    char path[4096];
    *run->job = *from;
    for (int side = 0; side < (from->match ? 2 : 1); side++)
        if (!spec_publish(run, from->player[side], run->job->player[side], error)) return false;
    bool net = spec_finds_net(run->setup->catalog, from->player[0]) ||
               (from->match && spec_finds_net(run->setup->catalog, from->player[1]));
    return !net || !net_find(path, sizeof path) || publish(run, path, run->job->net, error);
}

// --- Beginning
static bool run_begin(GamesRun *run, Error *error) {
    RunStart start = {.version = mp_version(),
                      .kind = run->setup->kind,
                      .title = run->setup->title,
                      .task = run->setup->task,
                      .net = "",
                      .lease = run->lease.seconds,
                      .clear = CLEAR_NOTHING};
    bool resumed;
    // The files first: specifications may be refused before anything is taken.
    return files_publish(run, error) && run_lease_begin(&run->lease, &start, &resumed, error);
}

// A job that an earlier master gave.
static void open_seen(void *context, uint64_t id, int tries) {
    (void)tries;
    GamesRun *run = context;
    int number = id >= 1 && id <= (uint64_t)run->setup->games ? (int)id - 1 : -1;
    if (number < 0 || run->given[number] || !game_book_claim(run->setup->book, number)) return;
    run->given[number] = true;
    run->given_at[number] = clock_seconds();
    run->out++;
}

// --- Games out
// To a worker's own lane, or (0) to whoever takes it.
static bool game_give_to(GamesRun *run, int number, uint64_t worker) {
    Text body = {0};
    Error error = {0};
    char name[STREAM_WORD_MAX] = "";
    if (worker) snprintf(name, sizeof name, "%016" PRIx64, worker);
    run->job->number = number;
    if (run->setup->describe) run->setup->describe(run->setup->context, number, run->job);
    game_job_write(run->job, &body);
    StreamResult result =
        body.failed ? STREAM_LATER
                    : stream_give(&run->lease.stream, (uint64_t)number + 1, name, "game", &body, &error);
    text_free(&body);
    run->gone = result == STREAM_GONE;
    return run_lease_done(&run->lease, result, &error) || result == STREAM_MOVED;
}

static bool game_give(GamesRun *run, int number) {
    return game_give_to(run, number, 0);
}

// Gives it as soon as Redis is there. When the run's data are gone it is left to run_restore, which gives all that is out.
static void game_give_surely(GamesRun *run, int number, uint64_t worker) {
    while (!stopped(run) && !game_give_to(run, number, worker) && !run->gone) {
    }
}

// As many as the workers will take up soon, and some more.
static void games_give(GamesRun *run) {
    int wanted = 2 * run->workers + AHEAD_LEAST;
    while (run->out < wanted && !stopped(run)) {
        int number = run->waiting >= 0 ? run->waiting : game_book_take(run->setup->book);
        run->waiting = number;
        if (number < 0 || !game_give(run, number)) return;
        run->waiting = -1;
        if (!run->given[number]) run->out++;
        run->given[number] = true;
        run->given_at[number] = clock_seconds();
    }
}

// Somebody has deleted what the workers take jobs from, or the list of open jobs: what is out is given again.
static void lanes_restore(GamesRun *run, double now) {
    for (int number = 0; number < run->setup->games && !stopped(run); number++) {
        if (!run->given[number]) continue;
        run_lease_done(&run->lease, stream_withdraw(&run->lease.stream, (uint64_t)number + 1, &(Error){0}),
                       &(Error){0});
        game_give(run, number);
        run->given_at[number] = now;
    }
}

// Whoever has these games may never answer: they go to somebody's own lane, where nobody else takes them.
static void games_overdue(GamesRun *run, double now) {
    double most = run->slowest > 0 ? fmax(OVERDUE_LEAST, OVERDUE_FACTOR * run->slowest) : OVERDUE_FIRST;
    for (int number = 0; number < run->setup->games && !stopped(run); number++) {
        Error error = {0};
        if (!run->given[number] || now - run->given_at[number] < most) continue;
        if (!run_lease_done(&run->lease, stream_withdraw(&run->lease.stream, (uint64_t)number + 1, &error),
                            &error) &&
            stopped(run))
            return;
        game_give_to(run, number, again_worker_but(&run->again, NULL));
        run->given_at[number] = now;
    }
}

// Tells a finished game to those who read the stream of games. Redis knows whom it has told.
static void game_tell(GamesRun *run, int number) {
    Text line = {0};
    Error error = {0};
    if (run->setup->line && run->setup->line(run->setup->context, number, &line)) {
        StreamResult result;
        do result = stream_tell(&run->lease.stream, number, text_string(&line), &error);
        while (!run_lease_done(&run->lease, result, &error) && result != STREAM_GONE && !stopped(run));
    }
    text_free(&line);
}

static void games_tell(GamesRun *run) {
    for (int number = 0; run->setup->line && number < run->setup->games && !stopped(run); number++)
        game_tell(run, number);
}

// Redis has forgotten the run: what is out is given again.
static void run_restore(GamesRun *run) {
    Error error = {0};
    run_say(run, "the run's data in Redis are gone: it begins again");
    *run->last = '\0';
    if (!run_begin(run, &error)) {
        if (!stopped(run)) run_lease_fail(&run->lease, &error);
        return;
    }
    for (int number = 0; number < run->setup->games; number++)
        if (run->given[number]) game_give_surely(run, number, 0);
    games_tell(run);
}

// --- Games played again
static void machine_bar(GamesRun *run, const PublicKey *key, uint64_t worker, const char *reason) {
    char name[STREAM_WORD_MAX], machine[STREAM_WORD_MAX], shown[FINGERPRINT_TEXT], line[200];
    Error error = {0};
    fingerprint_write(key, shown);
    snprintf(line, sizeof line, "the machine %s is barred: %s", shown, reason);
    run_say(run, line);
    members_ban_key(&run->lease.members, key);
    snprintf(name, sizeof name, "%016" PRIx64, worker);
    if (worker)
        run_lease_done(&run->lease, stream_ban(&run->lease.stream, name, reason, machine, &error), &error);
}

static void again_give(GamesRun *run, const AgainJob *again) {
    Text body = {0};
    Error error = {0};
    char worker[STREAM_WORD_MAX];
    snprintf(worker, sizeof worker, "%016" PRIx64, again->worker);
    run->job->number = again->number;
    if (run->setup->describe) run->setup->describe(run->setup->context, again->number, run->job);
    game_job_write(run->job, &body);
    StreamResult result = body.failed
                              ? STREAM_LATER
                              : stream_give(&run->lease.stream, again->id, worker, "game", &body, &error);
    text_free(&body);
    run_lease_done(&run->lease, result, &error); // one that could not be given is not played again
}

static void again_take(GamesRun *run, const StreamAnswer *raw) {
    AgainJob job;
    PublicKey barred;
    bool is_barred;
    if (again_answer(&run->again, raw->id, raw->by.worker, raw->body, raw->size, &job, &barred, &is_barred))
        again_give(run, &job);
    if (is_barred)
        machine_bar(run, &barred, again_worker_of(&run->again, &barred),
                    "too many of its games came out otherwise elsewhere");
}

static void again_begin(GamesRun *run, int number, const StreamAnswer *raw) {
    AgainJob job;
    if (!again_knows(&run->again, raw->by.worker))
        run->lease.workers_due = 0; // it has come since the last look
    if (again_draw(&run->again, number, raw->by.worker, raw->body, raw->size, &job)) again_give(run, &job);
}

// --- Results in
static GamesHand *hand_of(GamesRun *run, const PublicKey *key) {
    for (int i = 0; i < run->hands; i++)
        if (public_key_equal(&run->hand[i].key, key)) return &run->hand[i];
    if (!array_room(&run->hand, &run->hands_room, run->hands + 1, sizeof *run->hand)) return NULL;
    run->hand[run->hands] = (GamesHand){.key = *key};
    return &run->hand[run->hands++];
}

// Another machine has played games.
static bool others_play(const GamesRun *run, const GamesHand *hand) {
    for (int i = 0; i < run->hands; i++)
        if (&run->hand[i] != hand && run->hand[i].results) return true;
    return false;
}

// How many machines have refused a game, this one too. While it is alone its refusals count again, once in REFUSAL_SECONDS, so that
// others have time to join.
static int refusals_count(GamesRun *run, int number, const GamesHand *hand) {
    bool alone = !others_play(run, hand), before = false;
    double last = 0, now = clock_seconds();
    int count = 0;
    for (int i = 0; i < run->refusals; i++) {
        if (run->refusal[i].number != number) continue;
        if (public_key_equal(&run->refusal[i].key, &hand->key)) before = true, last = run->refusal[i].at;
        count++;
    }
    if (before && (!alone || now - last < REFUSAL_SECONDS)) return count;
    if (!array_room(&run->refusal, &run->refusals_room, run->refusals + 1, sizeof *run->refusal))
        return REFUSALS_MOST + 1;
    run->refusal[run->refusals++] = (GamesRefusal){number, hand->key, now};
    return count + 1;
}

static void game_again(GamesRun *run, int number, GamesHand *hand, const StreamAnswer *raw, const char *why) {
    Error error;
    bool forged = !strcmp(raw->kind, "game");
    hand->forged += forged;
    hand->refused += !forged;
    if (!forged && refusals_count(run, number, hand) > REFUSALS_MOST) {
        error_failure(&error, "no worker can play game %d: %.200s", number + 1, why);
        run_lease_fail(&run->lease, &error);
        return;
    }
    if (forged ? hand->forged >= FORGED_MOST : hand->refused >= TURNED_MOST && others_play(run, hand))
        machine_bar(run, &hand->key, raw->by.worker,
                    forged ? "its results are none" : "it refuses the games that others play");
    game_give_surely(run, number, again_worker_but(&run->again, &hand->key));
    run->given_at[number] = clock_seconds();
}

// Whether the answer is the game's, in the book now or before. False with an error when it is none, or cannot be kept.
static bool game_take(GamesRun *run, int number, const StreamAnswer *raw, Error *error) {
    const GamesRunSetup *setup = run->setup;
    if (!strcmp(raw->kind, "game"))
        return game_book_value(setup->book, number) ||
               setup->take(setup->context, number, raw->body, raw->size, error);
    error_failure(error, "%.*s", (int)(raw->size < 190 ? raw->size : 190), raw->body);
    for (char *c = error->text; *c; c++)
        if (*c < 32 || *c == 127) *c = '?'; // others wrote it, and it may go to a terminal
    return false;
}

static void answer_take(void *context, const StreamAnswer *raw) {
    GamesRun *run = context;
    Error error = {0};
    if (stream_judge(&run->lease.stream, &run->lease.members, raw)) return; // said in somebody's name
    if (raw->id > GAME_AGAIN) {
        again_take(run, raw);
        return;
    }
    int number = raw->id >= 1 && raw->id <= (uint64_t)run->setup->games ? (int)raw->id - 1 : -1;
    if (number < 0 || run->lease.failed) return;
    PublicKey key;
    GamesHand *hand = members_key(&run->lease.members, raw->by.worker, &key) ? hand_of(run, &key) : NULL;
    bool taken = game_take(run, number, raw, &error);
    const Error *failed = game_book_error(run->setup->book);
    if (failed || !hand) {
        run_lease_fail(&run->lease, failed ? failed : (error_memory(&error), &error));
    } else if (!taken && run->given[number]) {
        game_again(run, number, hand, raw, error.text);
    } else if (taken) {
        hand->results += run->given[number];
        if (run->given[number]) run->slowest = fmax(run->slowest, clock_seconds() - run->given_at[number]);
        game_tell(run, number);
        if (run->given[number] && !strcmp(raw->kind, "game")) again_begin(run, number, raw);
        run->out -= run->given[number];
        run->given[number] = false;
    }
}

static void answers_take(GamesRun *run) {
    Error error = {0};
    uint64_t refused = 0;
    char before[STREAM_ID_MAX];
    strcpy(before, run->last);
    run_lease_answers(&run->lease, run->last, WAIT_SECONDS, ANSWERS_AT_ONCE, answer_take, run, &refused);
    // What is in the journal need not stay. A failure leaves it for the next time, and the journal knows it.
    if (!run->lease.failed && strcmp(before, run->last)) stream_trim(&run->lease.stream, run->last, &error);
}

// --- Workers and the lock
static void worker_count(void *context, const char *worker, const char *key, const char *info,
                         double silent) {
    (void)silent;
    GamesRun *run = context;
    PublicKey known;
    uint64_t id = stream_self_number(worker);
    if (!members_know(&run->lease.members, id, key) || !member_key_read(key, id, &known)) return;
    run->seen++;
    run_lease_build(&run->lease, info);
    json_t *said = json_loads(info, 0, NULL);
    const char *build = json_string_value(json_object_get(said, "build"));
    again_worker(&run->again, id, &known, build && !strcmp(build, run->build));
    json_decref(said);
}

static void worker_lost(void *context, const char *worker) {
    (void)context, (void)worker;
}

static void job_given_up(void *context, uint64_t id) {
    GamesRun *run = context;
    Error error;
    if (id > GAME_AGAIN) return; // it is not played again
    error_failure(&error, "game %llu was taken up by %d workers, and finished by none",
                  (unsigned long long)id, HANDS_MOST);
    run_lease_fail(&run->lease, &error);
}

static void workers_look(GamesRun *run, double now) {
    StreamRescue rescue = {
        .hands = HANDS_MOST, .context = run, .lost = worker_lost, .given_up = job_given_up};
    run->seen = 0;
    if (now >= run->lease.workers_due) again_look(&run->again);
    if (run_lease_look(&run->lease, now, !run->workers, &rescue, worker_count)) run->workers = run->seen;
}

static char *status_write(void *context) {
    const GamesRun *run = context;
    double seconds = clock_seconds() - run->start;
    int ready = finished(run), done = ready - run->begun;
    double rate = seconds > 0 ? done / seconds : 0;
    json_t *status =
        json_pack("{s:f, s:i, s:i, s:f, s:i, s:i, s:i, s:i, s:i}", "seconds", seconds, "finished", ready,
                  "games", run->setup->games, "rate", rate, "open", run->out, "workers", run->workers,
                  "again", run->again.settled, "differed", run->again.differed, "barred", run->again.barred);
    json_object_set_new(status, "end",
                        rate > 0 ? json_real((run->setup->games - ready) / rate) : json_null());
    char *text = status ? json_dumps(status, JSON_COMPACT) : NULL;
    json_decref(status);
    return text;
}

static void run_renew(GamesRun *run, double now) {
    StreamResult result = run_lease_renew(&run->lease, now, status_write);
    if (result == STREAM_GONE) run_restore(run);
    if (result == STREAM_DONE && run->lease.stream.lanes_gone && run->out) lanes_restore(run, now);
}

// --- The whole
// Games that are played again are waited for, but not for long.
static bool run_goes_on(GamesRun *run, double now) {
    if (finished(run) < run->setup->games) return true;
    if (run->again_until <= 0) run->again_until = now + AGAIN_SECONDS;
    return run->again.games && now < run->again_until;
}

static void again_report(GamesRun *run) {
    char line[120];
    if (!run->again.settled) return;
    snprintf(line, sizeof line, "%d game%s played again by another machine: %d came out otherwise",
             run->again.settled, run->again.settled == 1 ? " was" : "s were", run->again.differed);
    run_say(run, line);
}

static void run_loop(GamesRun *run) {
    double now;
    while (!stopped(run) && run_goes_on(run, now = clock_seconds())) {
        run_renew(run, now);
        workers_look(run, now);
        games_overdue(run, now);
        games_give(run);
        answers_take(run);
    }
}

static bool run_play(GamesRun *run, Error *error) {
    StreamResult result;
    if (!run_begin(run, error)) return false;
    // What an earlier master of this run gave is not given again.
    do result = stream_open_jobs(&run->lease.stream, open_seen, run, error);
    while (!run_lease_done(&run->lease, result, error) && !stopped(run));
    games_tell(run);
    run_loop(run);
    again_report(run);
    char *status = status_write(run);
    bool done = !run->lease.failed && finished(run) >= run->setup->games;
    if (done && status) stream_end(&run->lease.stream, status, &(Error){0});
    free(status);
    if (run->lease.failed) *error = run->lease.error;
    return !run->lease.failed;
}

bool games_run(const GamesRunSetup *setup, Error *error) {
    GamesRun run = {.setup = setup,
                    .lease = {.seconds = setup->lease,
                              .build = setup->build,
                              .context = &run,
                              .cancelled = run_cancelled,
                              .say = run_say},
                    .waiting = -1,
                    .start = clock_seconds(),
                    .begun = game_book_finished(setup->book),
                    .again = {.share = again_possible(&setup->job) ? setup->again : 0,
                              .random = random_seeded(identity_draw())},
                    .job = calloc(1, sizeof *run.job),
                    .given = calloc((size_t)setup->games, 1),
                    .given_at = calloc((size_t)setup->games, sizeof(double))};
    bool good = run.job && run.given && run.given_at;
    build_id(run.build);
    if (!good) error_memory(error);
    good = good && run_lease_open(&run.lease, &setup->address, &setup->keys, setup->run, error);
    if (good) {
        // To be stopped before Redis could be reached is no failure.
        good = run_play(&run, error) || (!run.lease.failed && run_cancelled(&run));
        run_lease_close(&run.lease);
    }
    again_free(&run.again);
    free(run.job);
    free(run.given);
    free(run.given_at);
    free(run.hand);
    free(run.refusal);
    return good;
}
