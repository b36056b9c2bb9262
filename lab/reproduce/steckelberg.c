// The five experiments of Steckelberg et al. 2017 §4, whose results the paper left empty: matches between settings of
// `mcts` and `alphabeta`, a row per setting.
//
// Boards: the paper does not say; ours is 7x7, or what --size says. Games come in pairs with exchanged colours from random
// first moves. Limits are play-outs or depths, not seconds, so that a busy machine changes nothing. All players play
// home what knowledge proves (play/proof_first.h); the solver is off.
#include "base/clock.h"
#include "base/journal.h"
#include "cli/watch.h"
#include "lab/lab_catalog.h"
#include "lab/reproduce/reproduce.h"
#include "play/elo.h"
#include "play/match.h"

#include <stdio.h>
#include <string.h>

enum { SIZE_DEFAULT = 7, SPEC_MAX = 200, AXES = 2 };
static const int GAMES[SETTINGS] = {20, 50, 100};

// --- The experiments

// One value of an axis.
typedef struct Setting {
    const char *text; // what the column says; NULL: the number
    double number;
    const char *spec;     // what it adds to the player
    const char *opponent; // NULL: the experiment's
} Setting;

typedef struct Axis {
    const char *column;
    const Setting *setting; // ended by a NULL spec
    bool whole;             // its numbers are whole
} Axis;

typedef struct Experiment {
    const char *name;
    Axis axis[AXES]; // as the columns have them
    int outer;       // the axis that changes last
    const char *player, *opponent;
    bool with_rate; // a column with thousands of play-outs per second
} Experiment;

// Plain UCT with uniform play-outs.
#define PLAIN         "mcts:solver=0,playout=uniform,rave=off,bias=0,fpu=10,expand=1,knowledge=0"
#define LEAVES(VALUE) PLAIN ",playouts=500,explore=0.5,value=" VALUE
#define DEPTH(NUMBER) "alphabeta:solver=0,width=8,depth=" #NUMBER ",evaluation="

static const Experiment EXPERIMENTS[] = {
    {.name = "uct-settings",
     .axis = {{"simulations", (const Setting[]){{"1 per leaf", 0, ",simulations=1"},
                                                {"4 per leaf", 0, ",simulations=4"},
                                                {"16 per leaf", 0, ",simulations=16"},
                                                {0}}},
              {"explore", (const Setting[]){{NULL, 0.2, ",explore=0.2"},
                                            {NULL, 0.5, ",explore=0.5"},
                                            {NULL, 1, ",explore=1"},
                                            {NULL, 2, ",explore=2"},
                                            {0}}}},
     .player = PLAIN ",playouts=1000",
     .opponent = PLAIN ",playouts=1000,explore=1"},
    {.name = "mcts-evaluations",
     .axis = {{"leaves by",
               (const Setting[]){
                   {"patterns", 0,
                    "mcts:solver=0,rave=off,bias=0,fpu=10,expand=1,knowledge=0,explore=0.5,playouts=500"},
                   {"links", 0, LEAVES("links")},
                   {"cells", 0, LEAVES("cells")},
                   {"bridges", 0, LEAVES("bridges")},
                   {"two-distance", 0, LEAVES("two-distance")},
                   {"dijkstra", 0, LEAVES("dijkstra")},
                   {"path", 0, LEAVES("path")},
                   {"yreduction", 0, LEAVES("yreduction")},
                   {0}}},
              {"series", (const Setting[]){{"UCT", 0, ""}, {0}}}},
     .player = "",
     .opponent = PLAIN ",playouts=500,explore=0.5"},
    {.name = "mcts-parallel",
     .axis =
         {{"kind", (const Setting[]){{"tree", 0, ",parallel=tree"},
                                     {"root", 0, ",parallel=root"},
                                     {"leaf", 0, ",parallel=leaf"},
                                     {"leaf, majority of 16", 0, ",parallel=leaf,simulations=16,majority=on"},
                                     {0}}},
          {"threads",
           (const Setting[]){{NULL, 1, ",threads=1"}, {NULL, 2, ",threads=2"}, {NULL, 4, ",threads=4"}, {0}},
           .whole = true}},
     .player = "mcts:solver=0,playouts=1000",
     .opponent = "mcts:solver=0,playouts=1000",
     .with_rate = true},
    {.name = "alphabeta-evaluations",
     .axis = {{"evaluation", (const Setting[]){{"links", 0, "links"},
                                               {"cells", 0, "cells"},
                                               {"bridges", 0, "bridges"},
                                               {"two-distance", 0, "two-distance"},
                                               {"dijkstra", 0, "dijkstra"},
                                               {"path", 0, "path"},
                                               {"flow", 0, "flow"},
                                               {"yreduction", 0, "yreduction"},
                                               {0}}},
              {"depth", (const Setting[]){{"depth 1", 0, DEPTH(1), DEPTH(1) "cells"},
                                          {"depth 2", 0, DEPTH(2), DEPTH(2) "cells"},
                                          {"depth 3", 0, DEPTH(3), DEPTH(3) "cells"},
                                          {0}}}},
     .outer = 1,
     .player = ""},
    {.name = "alphabeta-mcts",
     .axis = {{"monte carlo",
               (const Setting[]){{"plain UCT", 0, PLAIN ",explore=0.5"}, {"mcts", 0, "mcts:solver=0"}, {0}}},
              {"playouts",
               (const Setting[]){{NULL, 250, ",playouts=250"},
                                 {NULL, 1000, ",playouts=1000"},
                                 {NULL, 4000, ",playouts=4000"},
                                 {0}},
               .whole = true}},
     .player = "",
     .opponent = "alphabeta:solver=0,evaluation=bridges,width=12,depth=3"},
};

static const Experiment *experiment_find(const char *name) {
    const Experiment *experiment = EXPERIMENTS;
    while (strcmp(experiment->name, name) != 0) experiment++;
    return experiment;
}

// --- A run

typedef struct Contest {
    const Args *args;
    const Geometry *geometry;
    Openings openings;
    int games;
    uint64_t seed;
    Journal journal;
    json_t *rows;
} Contest;

static bool contest_open(Contest *contest, const Args *args, const char *name, json_t *rows, Error *error) {
    char identity[80];
    int width = SIZE_DEFAULT, height = SIZE_DEFAULT;
    if (args_given(args, "size") && !size_parse(args_text(args, "size"), &width, &height, error))
        return false;
    *contest = (Contest){.args = args, .geometry = geometry_get(width, height), .rows = rows};
    contest->games = GAMES[setting_of(args)];
    contest->seed = args_given(args, "seed") ? (uint64_t)args_int(args, "seed") : 1;
    snprintf(identity, sizeof identity, "%dx%d, %d games, seed %llu", width, height, contest->games,
             (unsigned long long)contest->seed);
    if (!openings_read(&contest->openings, "all", contest->geometry, error)) return false;
    openings_shuffle(&contest->openings, contest->seed);
    if (run_journal_open(&contest->journal, args, name, identity, error)) return true;
    openings_free(&contest->openings);
    return false;
}

static void contest_close(Contest *contest) {
    openings_free(&contest->openings);
    journal_close(&contest->journal);
}

// CPU milliseconds of a third move; of one thread, so of players without threads.
static double move_cost(const Contest *contest, const char *spec) {
    Player *player = player_new(&LAB_CATALOG, spec, contest->seed, NULL);
    Game game;
    Choice choice;
    game_init(&game, contest->geometry);
    bool good = player && game_play_list(&game, contest->openings.moves[0], NULL) &&
                game_play_list(&game, contest->openings.moves[1], NULL);
    double start = clock_thread_cpu();
    MoveTerms terms = {.budget.observer = watch_signals()};
    good = good && player_choose(player, &game, &terms, &choice, NULL);
    player_free(player);
    return good ? 1000 * (clock_thread_cpu() - start) : 0;
}

// The match of `a` against `b`, from the journal or played now: [won, games, ms per move of a]. NULL with an error, or
// when interrupted; the journal owns it.
static json_t *match_get(Contest *contest, const char *a, const char *b, Error *error) {
    char key[2 * SPEC_MAX + 8];
    snprintf(key, sizeof key, "%s | %s", a, b);
    json_t *kept = journal_find(&contest->journal, key);
    if (kept) return kept;
    fprintf(stderr, "%s against %s\n", a, b);
    MatchTally tally = {0};
    MatchSetup setup = {.catalog = &LAB_CATALOG,
                        .player = {a, b},
                        .geometry = contest->geometry,
                        .openings = &contest->openings,
                        .games = contest->games,
                        .jobs = 1,
                        .seed = contest->seed,
                        .adjudication_seconds = 60,
                        .cancelled = watch_signals()->cancelled};
    if (!match_play(&setup, &tally, error) || watch_interrupted()) return NULL;
    json_t *value = json_pack("[i, i, f]", match_wins(&tally, SIDE_A),
                              match_wins(&tally, SIDE_A) + match_wins(&tally, SIDE_B), move_cost(contest, a));
    return journal_add(&contest->journal, key, value, error) ? journal_find(&contest->journal, key) : NULL;
}

// Adds a row: the columns of `row`, whose reference is taken, and the result of the match. True too when interrupted.
static bool row_add(Contest *contest, json_t *row, const char *a, const char *b, Error *error) {
    Error failed = {0};
    json_t *result = watch_interrupted() ? NULL : match_get(contest, a, b, &failed);
    if (!result) {
        json_decref(row);
        if (*failed.text && !watch_interrupted()) *error = failed;
        return !*failed.text || watch_interrupted();
    }
    int won = (int)json_integer_value(json_array_get(result, 0)),
        games = (int)json_integer_value(json_array_get(result, 1));
    Share share = games ? share_of_score(won, games - won) : (Share){0.5, 0, 1};
    json_object_set_new(row, "games", json_integer(games));
    json_object_set_new(row, "won", json_integer(won));
    json_object_set_new(row, "share", json_real(100 * share.share));
    json_object_set_new(row, "low", json_real(100 * share.low));
    json_object_set_new(row, "high", json_real(100 * share.high));
    json_object_set_new(row, "ms per move", json_real(json_number_value(json_array_get(result, 2))));
    json_object_set_new(row, "published", json_string("left empty"));
    json_array_append_new(contest->rows, row);
    return true;
}

// Thousands of play-outs per second on the wall.
static double playout_rate(const Contest *contest, const char *spec) {
    Player *player = player_new(&LAB_CATALOG, spec, contest->seed, NULL);
    Game game;
    Choice choice;
    game_init(&game, contest->geometry);
    MoveTerms terms = {.budget = {.nodes = 20000, .observer = watch_signals()}};
    bool good = player && player_choose(player, &game, &terms, &choice, NULL);
    player_free(player);
    return good && choice.seconds > 0 ? 20 / choice.seconds : 0;
}

static void setting_say(json_t *row, const Axis *axis, const Setting *setting) {
    json_object_set_new(row, axis->column,
                        setting->text ? json_string(setting->text)
                        : axis->whole ? json_integer((long long)setting->number)
                                      : json_real(setting->number));
}

static bool cell_run(Contest *contest, const Experiment *e, const Setting *const setting[AXES],
                     Error *error) {
    const Setting *outer = setting[e->outer], *inner = setting[!e->outer];
    char spec[SPEC_MAX];
    json_t *row = json_object();
    snprintf(spec, sizeof spec, "%s%s%s", e->player, outer->spec, inner->spec);
    for (int i = 0; i < AXES; i++) setting_say(row, &e->axis[i], setting[i]);
    if (e->with_rate)
        json_object_set_new(row, "thousand play-outs per s", json_real(playout_rate(contest, spec)));
    return row_add(contest, row, spec, outer->opponent ? outer->opponent : e->opponent, error);
}

static bool experiment_run(const Args *args, json_t *rows, Error *error) {
    const Experiment *e = experiment_find(args_word(args, 0));
    const Setting *setting[AXES], **outer = &setting[e->outer], **inner = &setting[!e->outer];
    Contest contest;
    bool good = true;
    if (!contest_open(&contest, args, e->name, rows, error)) return false;
    for (*outer = e->axis[e->outer].setting; (*outer)->spec && good; (*outer)++) {
        for (*inner = e->axis[!e->outer].setting; (*inner)->spec && good && !watch_interrupted(); (*inner)++)
            good = cell_run(&contest, e, setting, error);
    }
    contest_close(&contest);
    return good;
}

// --- What the list says of them

#define COLUMNS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define RESULT       "games", "won", "share", "low", "high"

// One entry; `BEFORE` and `AFTER` stand around the number of games in its scale.
#define ENTRY(NAME, HELP, BEFORE, AFTER, MINUTES, KEYS, TITLE, X, SERIES, X_LABEL, Y_LABEL, LOG)             \
    {                                                                                                        \
        .name = NAME, .help = HELP, .quick = "7x7, " BEFORE "20 games per cell as in the paper" AFTER,       \
        .medium = "7x7, " BEFORE "50 games per cell" AFTER, .minutes = MINUTES,                              \
        .full = "7x7, " BEFORE "100 games per cell" AFTER, .columns = KEYS, .run = experiment_run,           \
        .takes = "size", .plot = {                                                                           \
            .x = X,                                                                                          \
            .y = "share",                                                                                    \
            .low = "low",                                                                                    \
            .high = "high",                                                                                  \
            .series = SERIES,                                                                                \
            .title = TITLE,                                                                                  \
            .x_label = X_LABEL,                                                                              \
            .y_label = Y_LABEL,                                                                              \
            .log_x = LOG                                                                                     \
        }                                                                                                    \
    }

const Reproduction REPRODUCE_CONTESTS[REPRODUCE_CONTESTS_COUNT] = {
    ENTRY("uct-settings",
          "Play-outs per leaf and exploration constant of plain UCT with uniform play-outs, against 1 and 1 "
          "(Steckelberg et al. 2017, experiment 1).",
          "1,000 play-outs per move, ", "", 6,
          COLUMNS("simulations", "explore", RESULT, "ms per move", "published"),
          "Plain UCT, 1,000 play-outs: settings against 1 per leaf, C = 1", "explore", "simulations",
          "exploration constant C", "games won, %", true),
    ENTRY(
        "mcts-evaluations",
        "Evaluations as leaf values of UCT, against uniform play-outs, equal numbers of leaves (Steckelberg et al. "
        "2017, experiment 2).",
        "500 leaves per move, ", "", 4, COLUMNS("leaves by", RESULT, "ms per move", "published"),
        "UCT with 500 leaves, against uniform play-outs", "leaves by", "series", "what judges a leaf",
        "games won, %", false),
    ENTRY(
        "mcts-parallel",
        "Tree, root and leaf parallelism, and leaf with an early end on a majority: speed, and strength at equal "
        "play-outs against one thread (Steckelberg et al. 2017, experiment 3).",
        "1,000 play-outs per move, ", "; speed on the wall", 4,
        COLUMNS("kind", "threads", "thousand play-outs per s", RESULT, "published"),
        "1,000 play-outs by several threads, against one thread", "threads", "kind", "threads",
        "games won, %", false),
    ENTRY(
        "alphabeta-evaluations",
        "Evaluations in alpha-beta at equal depth, against the electric circuit of cells (Steckelberg et al. 2017, "
        "experiment 4).",
        "depths 1 to 3, width 8, ", "", 6, COLUMNS("evaluation", "depth", RESULT, "ms per move", "published"),
        "Alpha-beta by evaluation, against the circuit of cells", "evaluation", "depth", "evaluation",
        "games won, %", false),
    ENTRY(
        "alphabeta-mcts",
        "Monte Carlo search against alpha-beta at its best (bridges, depth 3, width 12), by play-outs (Steckelberg et "
        "al. 2017, experiment 5).",
        "", "", 5, COLUMNS("monte carlo", "playouts", RESULT, "ms per move", "published"),
        "Monte Carlo search against alpha-beta of depth 3", "playouts", "monte carlo", "play-outs per move",
        "games won by Monte Carlo search, %", true),
};
