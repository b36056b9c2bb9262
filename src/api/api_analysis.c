// Analysis: a PUCT search in a thread of its own.
//
// The owner's calls are start, wait, evaluate and free. `running` and `stopping` are what other threads touch, under the
// lock; all else is the search thread's while one runs, and the owner's otherwise.
#include "api/inside_analysis.h"

#include "base/clock.h"
#include "search/puct.h"

#include <pthread.h>
#include <stdlib.h>

struct mp_analysis {
    mp_net *own_net; // NULL when the caller gave one
    const Net *net;
    Puct *puct;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool running;
    atomic_bool stopping;
    bool threaded; // a thread is to be joined
    pthread_t thread;
    // Of the search:
    Granted granted;
    Position position;
    double interval, heard;
    void (*hear)(void *context, const mp_report *report);
    void *context;
    bool good;
    Error error;
    SearchReport report;
    mp_candidate candidate[CELL_MAX];
};

// --- Reports

mp_proved proved_out(Proof proof) {
    return proof == PROOF_WIN ? MP_WIN : proof == PROOF_LOSS ? MP_LOSS : MP_UNPROVED;
}

mp_candidate candidate_out(const SearchMove *move) {
    mp_candidate out = {.move = move->cell,
                        .visits = move->visits,
                        .value = move->value,
                        .prior = move->prior,
                        .proved = proved_out(move->proof),
                        .line = {.count = move->line_length}};
    for (int i = 0; i < move->line_length; i++) out.line.move[i] = move->line[i];
    return out;
}

static mp_report report_out(mp_analysis *a) {
    const SearchReport *r = &a->report;
    puct_report(a->puct, &a->report);
    for (int i = 0; i < r->count; i++) a->candidate[i] = candidate_out(&r->move[i]);
    return (mp_report){.size = sizeof(mp_report),
                       .value = r->value,
                       .proved = proved_out(r->proof),
                       .visits = r->visits,
                       .playouts = r->playouts,
                       .evaluations = r->evaluations,
                       .seconds = r->seconds,
                       .count = r->count,
                       .candidate = a->candidate};
}

_Static_assert((int)SEARCH_LINE_MAX == MP_LINE_MAX, "a line of a search is a public line");

static void report_tell(mp_analysis *a, bool last) {
    if (!a->hear) return;
    mp_report report = report_out(a);
    report.last = last;
    a->hear(a->context, &report);
    a->heard = clock_seconds();
}

// --- The search

static bool search_cancelled(void *context) {
    const mp_analysis *a = context;
    return atomic_load(&a->stopping) || granted_cancelled(&a->granted);
}

static void search_progress(void *context, const Progress *progress) {
    mp_analysis *a = context;
    observer_progress(&a->granted.observer, progress);
    if (a->interval >= 0 && clock_seconds() - a->heard >= a->interval) report_tell(a, false);
}

static void *search_run(void *context) {
    mp_analysis *a = context;
    Observer observer = {a, search_cancelled, search_progress};
    Budget budget = a->granted.budget;
    budget.observer = &observer;
    a->good = puct_search(a->puct, &a->position, &budget, END_WITH_BUDGET, &a->error);
    if (a->good) report_tell(a, true);
    pthread_mutex_lock(&a->lock);
    a->running = false;
    pthread_cond_broadcast(&a->ended);
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

static void search_await(mp_analysis *a) {
    pthread_mutex_lock(&a->lock);
    while (a->running) pthread_cond_wait(&a->ended, &a->lock);
    pthread_mutex_unlock(&a->lock);
}

static void search_join(mp_analysis *a) {
    if (a->threaded) pthread_join(a->thread, NULL);
    a->threaded = false;
}

static bool position_take(mp_analysis *a, const mp_game *game, mp_error *error) {
    Error inner;
    if (game_winner(&game->game) != EMPTY) {
        error_input(&inner, "the game is over: %s has won", color_name(game_winner(&game->game)));
        return error_out(&inner, error);
    }
    a->position = game->game.now;
    return true;
}

bool mp_analysis_start(mp_analysis *a, const mp_game *game, const mp_limits *limits, double interval,
                       void (*hear)(void *context, const mp_report *report), void *context, mp_error *error) {
    Error inner;
    mp_analysis_stop(a);
    search_join(a);
    if (!position_take(a, game, error)) return false;
    granted_start(&a->granted, limits);
    a->interval = interval;
    a->heard = 0;
    a->hear = hear;
    a->context = context;
    a->good = false;
    atomic_store(&a->stopping, false);
    a->running = true;
    a->threaded = !pthread_create(&a->thread, NULL, search_run, a);
    if (a->threaded) return true;
    a->running = false;
    error_failure(&inner, "cannot start a thread");
    return error_out(&inner, error);
}

bool mp_analysis_wait(mp_analysis *a, mp_report *report, mp_error *error) {
    Error inner;
    search_await(a);
    search_join(a);
    if (!a->good && a->error.code == ERROR_NONE) {
        error_input(&inner, "no analysis was started");
        return error_out(&inner, error);
    }
    if (!a->good) return error_out(&a->error, error);
    if (!report) return true;
    mp_report out = report_out(a);
    out.last = true;
    struct_out(report, &out, sizeof out);
    return true;
}

void mp_analysis_stop(mp_analysis *a) {
    atomic_store(&a->stopping, true);
    search_await(a);
}

// --- The analysis

// int8 if requested, or if faster.
static NetPrecision precision_of(mp_precision asked, const Net *net) {
    if (asked != MP_BEST) return asked == MP_INT8 ? NET_INT8 : NET_F32;
    return net_best_precision(net);
}

mp_analysis *mp_analysis_new(const mp_engine *engine, const mp_analysis_settings *settings, mp_error *error) {
    Error inner = {0};
    mp_analysis_settings given;
    struct_in(&given, sizeof given, settings);
    mp_analysis *a = new_out(sizeof *a, error);
    if (!a) return NULL;
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->ended, NULL);
    a->own_net = given.net ? NULL : mp_net_load(engine, NULL, error);
    if (given.net || a->own_net) {
        PuctOptions options = puct_options();
        a->net = given.net ? given.net->net : a->own_net->net;
        options.precision = precision_of(given.precision, a->net);
        a->puct = puct_new(a->net, &options, &inner);
        if (!a->puct) error_out(&inner, error);
    }
    if (a->puct) return a;
    mp_analysis_free(a);
    return NULL;
}

void mp_analysis_free(mp_analysis *a) {
    if (!a) return;
    mp_analysis_stop(a);
    search_join(a);
    puct_free(a->puct);
    mp_net_free(a->own_net);
    pthread_cond_destroy(&a->ended);
    pthread_mutex_destroy(&a->lock);
    free(a);
}

void mp_analysis_reset(mp_analysis *a) {
    mp_analysis_stop(a);
    puct_reset(a->puct);
}

// --- The net alone

// The mover's winning probability of a value from -1 to 1.
static void output_out(const NetOutput *output, const Geometry *geometry, double *value, float *policy) {
    if (value) *value = 0.5 + (double)output->value / 2;
    for (int cell = 0; policy && cell < geometry->cells; cell++) policy[cell] = output->policy[cell];
}

bool mp_analysis_evaluate(mp_analysis *a, const mp_game *game, double *value, float *policy,
                          mp_error *error) {
    Error inner = {0};
    NetOutput output;
    mp_analysis_stop(a);
    if (!position_take(a, game, error)) return false;
    if (!puct_evaluate(a->puct, &a->position, &output, &inner)) return error_out(&inner, error);
    output_out(&output, a->position.geometry, value, policy);
    return true;
}

bool mp_net_evaluate(const mp_net *net, const mp_game *game, double *value, float *policy, mp_error *error) {
    Error inner = {0};
    NetOutput output;
    const Position *position = &game->game.now;
    if (game_winner(&game->game) != EMPTY) error_input(&inner, "the game is over");
    Evaluator *evaluator = inner.code == ERROR_NONE ? evaluator_new(net->net, NET_F32, &inner) : NULL;
    bool good = evaluator && evaluator_run(evaluator, position, &output, &inner);
    evaluator_free(evaluator);
    if (!good) return error_out(&inner, error);
    output_out(&output, position->geometry, value, policy);
    return true;
}
