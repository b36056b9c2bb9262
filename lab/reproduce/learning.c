// Rasmussen 2007, chapter 9: weights of a committee of sixteen advisors, learned in three ways, and how their
// players score against the benchmark P_R (Figures 9.4.5 to 9.4.8).
//
// The thesis does not say on which board it played. Ours is 7x7, or what --size says; the full setting has the numbers of
// the thesis. Games against P_R come in pairs from random positions with colours exchanged.
#include "base/clock.h"
#include "base/journal.h"
#include "cli/watch.h"
#include "lab/learn/apprentice.h"
#include "lab/learn/beam.h"
#include "lab/learn/td_leaf.h"
#include "lab/reproduce/reproduce.h"
#include "play/elo.h"

#include <math.h>
#include <stdio.h>

typedef struct Scale {
    int size;
    int base_games, population; // of apprenticeship learning
    int td_games, beam_iterations;
    int pairs; // of games against P_R, a point
} Scale;

static const Scale SCALES[SETTINGS] = {
    {7, 60, 2000, 300, 100, 20}, {7, 237, 10000, 1500, 300, 50}, {7, 237, 20000, 3500, 575, 100}};

typedef struct Run {
    const Args *args;
    const char *published;
    Scale scale;
    const Geometry *geometry;
    uint64_t seed;
    GameBase base; // of apprenticeship learning, once it was played
    Journal journal;
} Run;

// Lists of weights that were learned are kept whole, tests by iteration.
typedef bool (*Learn)(Run *run, int variant, WeightsList *list, Error *error);

static bool run_open(Run *run, const Args *args, const char *name, Error *error) {
    char identity[80];
    *run = (Run){.args = args, .scale = SCALES[setting_of(args)]};
    run->seed = args_given(args, "seed") ? (uint64_t)args_int(args, "seed") : 1;
    int width = run->scale.size, height = width;
    if (args_given(args, "size") && !size_parse(args_text(args, "size"), &width, &height, error))
        return false;
    run->geometry = geometry_get(width, height);
    snprintf(identity, sizeof identity, "%dx%d, seed %llu", width, height, (unsigned long long)run->seed);
    return run_journal_open(&run->journal, args, name, identity, error);
}

static bool learn_continues(void *context, const WeightsEntry *entry) {
    (void)context;
    (void)entry;
    return !watch_interrupted();
}

static const LearnWatch WATCH = {.iteration = learn_continues};

// --- Lists in the journal

static json_t *entry_json(const WeightsEntry *e) {
    json_t *weights = json_array();
    for (int k = 0; k < ADVISOR_COUNT; k++) json_array_append_new(weights, json_real(e->committee.weight[k]));
    return json_pack("{s:i, s:o, s:f, s:o}", "iteration", e->committee.iteration, "performance",
                     isnan(e->performance) ? json_null() : json_real(e->performance), "seconds", e->seconds,
                     "weights", weights);
}

// The list of a variant, thinned to about `points` entries: from the journal, or learned now. NULL with an error, or when
// interrupted. The journal owns it.
static json_t *list_get(Run *run, const char *key, Learn learn, int variant, int points, Error *error) {
    json_t *kept = journal_find(&run->journal, key);
    if (kept) return kept;
    WeightsList list = {0};
    fprintf(stderr, "learning: %s\n", key);
    bool good = learn(run, variant, &list, error);
    if (good && !watch_interrupted()) {
        json_t *array = json_array();
        for (int i = 1; i <= points && list.count; i++) {
            int at = (int)((long)list.count * i / points) - 1;
            if (at >= 0) json_array_append_new(array, entry_json(&list.entry[at]));
        }
        if (journal_add(&run->journal, key, array, error)) kept = journal_find(&run->journal, key);
    }
    weights_free(&list);
    return kept;
}

// --- Points

static bool point_add(Run *run, const char *series, const WeightsEntry *e, json_t *rows, Error *error) {
    char key[120];
    snprintf(key, sizeof key, "%s, test of iteration %d", series, e->committee.iteration);
    json_t *tested = journal_find(&run->journal, key);
    if (!tested) {
        int played;
        Tourney *tourney = tourney_new(run->geometry, run->seed + (uint64_t)e->committee.iteration, error);
        if (!tourney) return false;
        int won = tourney_score(tourney, &e->committee, NULL, run->scale.pairs, watch_interrupted, &played);
        tourney_free(tourney);
        if (watch_interrupted()) return true;
        if (!journal_add(&run->journal, key, json_pack("[i, i]", won, played), error)) return false;
        tested = journal_find(&run->journal, key);
    }
    int won = (int)json_integer_value(json_array_get(tested, 0)),
        played = (int)json_integer_value(json_array_get(tested, 1));
    Share share = share_of_score(won, played - won);
    json_array_append_new(rows, json_pack("{s:s, s:i, s:o, s:i, s:i, s:f, s:f, s:f, s:f, s:s}", "series",
                                          series, "iteration", e->committee.iteration, "performance",
                                          isnan(e->performance) ? json_null() : json_real(e->performance),
                                          "games", played, "won", won, "share", 100 * share.share, "low",
                                          100 * share.low, "high", 100 * share.high, "our s", e->seconds,
                                          "published", run->published));
    return true;
}

static bool series_add(Run *run, const char *series, Learn learn, int variant, int points, json_t *rows,
                       Error *error) {
    Error failed = {0};
    json_t *list = list_get(run, series, learn, variant, points, &failed);
    size_t i;
    json_t *object;
    if (!list && *failed.text) *error = failed;
    if (!list) return !*failed.text;
    json_array_foreach(list, i, object) {
        WeightsEntry e;
        if (watch_interrupted()) return true;
        if (!weights_entry_read(object, &e)) return error_input(error, "the journal's %s is damaged", series);
        if (!point_add(run, series, &e, rows, error)) return false;
    }
    return true;
}

// --- Apprenticeship learning

static const char *const VARIANT[] = {"as published", "inflated", "mirrored", "mirrored, inflated"};
enum { VARIANTS = 4 };

static bool base_goes_on(void *context, const GameBase *base) {
    (void)context;
    (void)base;
    return !watch_interrupted();
}

static bool apprentice_do(Run *run, int variant, WeightsList *list, Error *error) {
    int played = 0;
    if (!run->base.count && !gamebase_play(&run->base, run->geometry, run->scale.base_games, run->seed,
                                           base_goes_on, NULL, &played, error))
        return false;
    ApprenticeOptions options = apprentice_options();
    options.population = run->scale.population;
    options.inflate = variant % 2 ? 0.5 : 0;
    options.mirrored = variant >= 2;
    options.seed = run->seed;
    return watch_interrupted() || apprentice_learn(&run->base, &options, &WATCH, list, error);
}

static bool apprentice_reproduce(const Args *args, json_t *rows, Error *error) {
    Run run;
    if (!run_open(&run, args, "apprentice", error)) return false;
    run.published = "players of increasing performance (plot); 9 minutes";
    bool good = true;
    for (int v = 0; v < VARIANTS && good && !watch_interrupted(); v++)
        good = series_add(&run, VARIANT[v], apprentice_do, v, 10, rows, error);
    gamebase_free(&run.base);
    journal_close(&run.journal);
    return good;
}

static const char *const COLUMNS[] = {"series", "iteration", "performance", "games",     "won", "share",
                                      "low",    "high",      "our s",       "published", NULL};

// The share of games won, with its interval, by iteration.
#define SHARE_PLOT(title_, x_label_)                                                                         \
    {                                                                                                        \
        .x = "iteration", .y = "share", .low = "low", .high = "high", .series = "series", .title = title_,   \
        .x_label = x_label_, .y_label = "games won, %"                                                       \
    }

const Reproduction REPRODUCE_APPRENTICE = {
    .name = "apprentice",
    .help =
        "Apprenticeship learning by the cross-entropy method, its players against P_R (Rasmussen 2007, Figures "
        "9.4.5 and 9.4.6).",
    .quick = "7x7, 60 games, population 2,000, 50 iterations, 40 games per point",
    .medium = "7x7, 237 games, population 10,000, 50 iterations, 100 games per point",
    .minutes = 1,
    .full = "7x7, 237 games, population 20,000, 50 iterations, 200 games per point",
    .columns = COLUMNS,
    .run = apprentice_reproduce,
    .takes = "size",
    .plot = SHARE_PLOT("Apprenticeship learning against P_R", "iteration of the cross-entropy method"),
};

// --- Temporal differences

static bool td_do(Run *run, int variant, WeightsList *list, Error *error) {
    TdOptions options = td_options();
    (void)variant;
    options.games = run->scale.td_games;
    options.seed = run->seed;
    return td_learn(run->geometry, &options, &WATCH, list, error);
}

static bool td_reproduce(const Args *args, json_t *rows, Error *error) {
    Run run;
    if (!run_open(&run, args, "td-leaf", error)) return false;
    run.published = "a plot; 793 hours";
    bool good = series_add(&run, "TD(0)-leaf", td_do, 0, 10, rows, error);
    journal_close(&run.journal);
    return good;
}

const Reproduction REPRODUCE_TD_LEAF = {
    .name = "td-leaf",
    .help = "TD(0)-leaf in self-play, its players against P_R (Rasmussen 2007, Figure 9.4.7).",
    .quick = "7x7, 300 games, 40 games per point",
    .medium = "7x7, 1,500 games, 100 games per point",
    .minutes = 1,
    .full = "7x7, 3,500 games, 200 games per point",
    .columns = COLUMNS,
    .run = td_reproduce,
    .takes = "size",
    .plot = SHARE_PLOT("TD(0)-leaf against P_R", "moves learned from"),
};

// --- Stochastic local beam search

static bool beam_do(Run *run, int variant, WeightsList *list, Error *error) {
    BeamOptions options = beam_options();
    options.iterations = run->scale.beam_iterations;
    options.seed = run->seed + (uint64_t)variant;
    return beam_learn(run->geometry, &options, &WATCH, list, error);
}

static bool beam_reproduce(const Args *args, json_t *rows, Error *error) {
    Run run;
    if (!run_open(&run, args, "beam", error)) return false;
    run.published = "some players better than by the others (plot); 1,344 hours";
    bool good = true;
    for (int trial = 0; trial < 3 && good && !watch_interrupted(); trial++) {
        char series[24];
        snprintf(series, sizeof series, "trial %d", trial + 1);
        good = series_add(&run, series, beam_do, trial, 10, rows, error);
    }
    journal_close(&run.journal);
    return good;
}

const Reproduction REPRODUCE_BEAM = {
    .name = "beam",
    .help =
        "Stochastic local beam search over weights, its players against P_R (Rasmussen 2007, Figure 9.4.8).",
    .quick = "7x7, three trials of 100 iterations, 40 games per point",
    .medium = "7x7, three trials of 300 iterations, 100 games per point",
    .minutes = 1,
    .full = "7x7, three trials of 575 iterations, 200 games per point",
    .columns = COLUMNS,
    .run = beam_reproduce,
    .takes = "size",
    .plot = SHARE_PLOT("Stochastic local beam search against P_R", "iteration"),
};
