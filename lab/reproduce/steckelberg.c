// The five experiments of Steckelberg et al. 2017 §4, whose results the paper left empty: matches between settings of
// `mcts` and `alphabeta`, a row per setting.
//
// Boards: the paper does not say; ours is 7x7, or what --size says. Games come in pairs with exchanged colours from random
// first moves. Limits are play-outs or depths, not seconds, so that a busy machine changes nothing. All players play
// home what knowledge proves (play/beside.h); the solver is off.
#include "cli/watch.h"
#include "app/report/journal.h"
#include "lab/reproduce/reproduce.h"
#include "base/clock.h"
#include "play/elo.h"
#include "play/match.h"

#include <stdio.h>
#include <string.h>

enum { SIZE_DEFAULT = 7, GAMES_QUICK = 20, GAMES_FULL = 100, SPEC_MAX = 200, LIMIT_MAX = 8 };

// Plain UCT with uniform play-outs.
#define PLAIN "mcts:solver=0,playout=uniform,rave=off,bias=0,fpu=10,expand=1,knowledge=0"

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
    contest->games = args_flag(args, "full") ? GAMES_FULL : GAMES_QUICK;
    contest->seed = args_given(args, "seed") ? (uint64_t)args_int(args, "seed") : 1;
    snprintf(identity, sizeof identity, "%dx%d, %d games, seed %llu", width, height, contest->games,
             (unsigned long long)contest->seed);
    if (!openings_read(&contest->openings, "all", contest->geometry, error)) return false;
    openings_shuffle(&contest->openings, contest->seed);
    if (journal_open(&contest->journal, args, name, identity, error)) return true;
    openings_free(&contest->openings);
    return false;
}

static void contest_close(Contest *contest) {
    openings_free(&contest->openings);
    journal_close(&contest->journal);
}

static bool cancelled(void *context) {
    (void)context;
    return watch_interrupted();
}

// CPU milliseconds of a third move; of one thread, so of players without threads.
static double move_cost(const Contest *contest, const char *spec) {
    Player *player = player_new(spec, contest->seed, NULL);
    Game game;
    Choice choice;
    game_init(&game, contest->geometry);
    bool good = player && game_play_list(&game, contest->openings.moves[0], NULL) &&
                game_play_list(&game, contest->openings.moves[1], NULL);
    double start = clock_thread_cpu();
    good = good && player_choose(player, &game, NULL, &choice, NULL);
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
    MatchSetup setup = {.player = {a, b},
                        .geometry = contest->geometry,
                        .openings = &contest->openings,
                        .games = contest->games,
                        .jobs = 1,
                        .seed = contest->seed,
                        .adjudication_seconds = 60,
                        .cancelled = cancelled};
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

// --- 1: simulations per iteration and the exploration constant

static const int SIMULATIONS[] = {1, 4, 16};
static const double EXPLORE[] = {0.2, 0.5, 1, 2};

static bool settings_run(const Args *args, json_t *rows, Error *error) {
    Contest contest;
    bool good = true;
    if (!contest_open(&contest, args, "uct-settings", rows, error)) return false;
    for (size_t i = 0; i < sizeof SIMULATIONS / sizeof *SIMULATIONS && good; i++) {
        for (size_t k = 0; k < sizeof EXPLORE / sizeof *EXPLORE && good; k++) {
            char spec[SPEC_MAX], series[32];
            snprintf(spec, sizeof spec, PLAIN ",playouts=1000,simulations=%d,explore=%g", SIMULATIONS[i],
                     EXPLORE[k]);
            snprintf(series, sizeof series, "%d per leaf", SIMULATIONS[i]);
            good = row_add(&contest, json_pack("{s:s, s:f}", "simulations", series, "explore", EXPLORE[k]),
                           spec, PLAIN ",playouts=1000,explore=1", error);
        }
    }
    contest_close(&contest);
    return good;
}

static const char *const SETTINGS_COLUMNS[] = {"simulations", "explore", "games",       "won",       "share",
                                               "low",         "high",    "ms per move", "published", NULL};

const Reproduction REPRODUCE_UCT_SETTINGS = {
    .name = "uct-settings",
    .help =
        "Play-outs per leaf and exploration constant of plain UCT with uniform play-outs, against 1 and 1 "
        "(Steckelberg et al. 2017, experiment 1).",
    .quick = "7x7, 1,000 play-outs per move, 20 games per cell as in the paper",
    .full = "7x7, 1,000 play-outs per move, 100 games per cell",
    .columns = SETTINGS_COLUMNS,
    .run = settings_run,
    .takes = "size",
    .plot = {.x = "explore",
             .y = "share",
             .low = "low",
             .high = "high",
             .series = "simulations",
             .title = "Plain UCT, 1,000 play-outs: settings against 1 per leaf, C = 1",
             .x_label = "exploration constant C",
             .y_label = "games won, %",
             .log_x = true},
};

// --- 2: evaluations in Monte Carlo search

static const char *const VALUES[] = {"playouts",     "links",    "cells", "bridges",
                                     "two-distance", "dijkstra", "path",  "yreduction"};

static bool values_run(const Args *args, json_t *rows, Error *error) {
    Contest contest;
    bool good = true;
    if (!contest_open(&contest, args, "mcts-evaluations", rows, error)) return false;
    good = row_add(&contest, json_pack("{s:s, s:s}", "leaves by", "patterns", "series", "UCT"),
                   "mcts:solver=0,rave=off,bias=0,fpu=10,expand=1,knowledge=0,explore=0.5,playouts=500",
                   PLAIN ",playouts=500,explore=0.5", error);
    for (size_t i = 1; i < sizeof VALUES / sizeof *VALUES && good; i++) {
        char spec[SPEC_MAX];
        snprintf(spec, sizeof spec, PLAIN ",playouts=500,explore=0.5,value=%s", VALUES[i]);
        good = row_add(&contest, json_pack("{s:s, s:s}", "leaves by", VALUES[i], "series", "UCT"), spec,
                       PLAIN ",playouts=500,explore=0.5", error);
    }
    contest_close(&contest);
    return good;
}

static const char *const VALUES_COLUMNS[] = {"leaves by", "games",       "won",       "share", "low",
                                             "high",      "ms per move", "published", NULL};

const Reproduction REPRODUCE_MCTS_EVALUATIONS = {
    .name = "mcts-evaluations",
    .help =
        "Evaluations as leaf values of UCT, against uniform play-outs, equal numbers of leaves (Steckelberg et al. "
        "2017, experiment 2).",
    .quick = "7x7, 500 leaves per move, 20 games per cell as in the paper",
    .full = "7x7, 500 leaves per move, 100 games per cell",
    .columns = VALUES_COLUMNS,
    .run = values_run,
    .takes = "size",
    .plot = {.x = "leaves by",
             .y = "share",
             .low = "low",
             .high = "high",
             .series = "series",
             .title = "UCT with 500 leaves, against uniform play-outs",
             .x_label = "what judges a leaf",
             .y_label = "games won, %"},
};

// --- 3: parallel search

static const char *const PARALLEL[] = {"parallel=tree", "parallel=root", "parallel=leaf",
                                       "parallel=leaf,simulations=16,majority=on"};
static const char *const PARALLEL_NAME[] = {"tree", "root", "leaf", "leaf, majority of 16"};

// Thousands of play-outs per second on the wall.
static double playout_rate(const Contest *contest, const char *spec) {
    Player *player = player_new(spec, contest->seed, NULL);
    Game game;
    Choice choice;
    game_init(&game, contest->geometry);
    MoveTerms terms = {.budget.nodes = 20000};
    bool good = player && player_choose(player, &game, &terms, &choice, NULL);
    player_free(player);
    return good && choice.seconds > 0 ? 20 / choice.seconds : 0;
}

static bool parallel_run(const Args *args, json_t *rows, Error *error) {
    static const int THREADS[] = {1, 2, 4};
    Contest contest;
    bool good = true;
    if (!contest_open(&contest, args, "mcts-parallel", rows, error)) return false;
    for (size_t i = 0; i < sizeof PARALLEL / sizeof *PARALLEL && good; i++) {
        for (size_t k = 0; k < sizeof THREADS / sizeof *THREADS && good && !watch_interrupted(); k++) {
            char spec[SPEC_MAX];
            snprintf(spec, sizeof spec, "mcts:solver=0,playouts=1000,%s,threads=%d", PARALLEL[i], THREADS[k]);
            good = row_add(&contest,
                           json_pack("{s:s, s:i, s:f}", "kind", PARALLEL_NAME[i], "threads", THREADS[k],
                                     "thousand play-outs per s", playout_rate(&contest, spec)),
                           spec, "mcts:solver=0,playouts=1000", error);
        }
    }
    contest_close(&contest);
    return good;
}

static const char *const PARALLEL_COLUMNS[] = {
    "kind", "threads", "thousand play-outs per s", "games", "won", "share", "low", "high", "published", NULL};

const Reproduction REPRODUCE_MCTS_PARALLEL = {
    .name = "mcts-parallel",
    .help =
        "Tree, root and leaf parallelism, and leaf with an early end on a majority: speed, and strength at equal "
        "play-outs against one thread (Steckelberg et al. 2017, experiment 3).",
    .quick = "7x7, 1,000 play-outs per move, 20 games per cell as in the paper; speed on the wall",
    .full = "7x7, 1,000 play-outs per move, 100 games per cell; speed on the wall",
    .columns = PARALLEL_COLUMNS,
    .run = parallel_run,
    .takes = "size",
    .plot = {.x = "threads",
             .y = "share",
             .low = "low",
             .high = "high",
             .series = "kind",
             .title = "1,000 play-outs by several threads, against one thread",
             .x_label = "threads",
             .y_label = "games won, %"},
};

// --- 4: evaluations in alpha-beta

static const char *const EVALUATIONS[] = {"links",    "cells", "bridges", "two-distance",
                                          "dijkstra", "path",  "flow",    "yreduction"};

static bool leads_run(const Args *args, json_t *rows, Error *error) {
    static const int DEPTHS[] = {1, 2, 3};
    Contest contest;
    bool good = true;
    if (!contest_open(&contest, args, "alphabeta-evaluations", rows, error)) return false;
    for (size_t k = 0; k < sizeof DEPTHS / sizeof *DEPTHS && good; k++) {
        for (size_t i = 0; i < sizeof EVALUATIONS / sizeof *EVALUATIONS && good; i++) {
            char a[SPEC_MAX], b[SPEC_MAX], series[24];
            snprintf(a, sizeof a, "alphabeta:solver=0,width=8,depth=%d,evaluation=%s", DEPTHS[k],
                     EVALUATIONS[i]);
            snprintf(b, sizeof b, "alphabeta:solver=0,width=8,depth=%d,evaluation=cells", DEPTHS[k]);
            snprintf(series, sizeof series, "depth %d", DEPTHS[k]);
            good = row_add(&contest, json_pack("{s:s, s:s}", "evaluation", EVALUATIONS[i], "depth", series),
                           a, b, error);
        }
    }
    contest_close(&contest);
    return good;
}

static const char *const LEADS_COLUMNS[] = {"evaluation", "depth", "games",       "won",       "share",
                                            "low",        "high",  "ms per move", "published", NULL};

const Reproduction REPRODUCE_ALPHABETA_EVALUATIONS = {
    .name = "alphabeta-evaluations",
    .help =
        "Evaluations in alpha-beta at equal depth, against the electric circuit of cells (Steckelberg et al. 2017, "
        "experiment 4).",
    .quick = "7x7, depths 1 to 3, width 8, 20 games per cell as in the paper",
    .full = "7x7, depths 1 to 3, width 8, 100 games per cell",
    .columns = LEADS_COLUMNS,
    .run = leads_run,
    .takes = "size",
    .plot = {.x = "evaluation",
             .y = "share",
             .low = "low",
             .high = "high",
             .series = "depth",
             .title = "Alpha-beta by evaluation, against the circuit of cells",
             .x_label = "evaluation",
             .y_label = "games won, %"},
};

// --- 5: alpha-beta against Monte Carlo search

static bool best_run(const Args *args, json_t *rows, Error *error) {
    static const int PLAYOUTS[] = {250, 1000, 4000};
    static const char *const KIND[] = {"plain UCT", "mcts"}, *const BASE[] = {PLAIN ",explore=0.5",
                                                                              "mcts:solver=0"};
    Contest contest;
    bool good = true;
    if (!contest_open(&contest, args, "alphabeta-mcts", rows, error)) return false;
    for (int kind = 0; kind < 2 && good; kind++) {
        for (size_t i = 0; i < sizeof PLAYOUTS / sizeof *PLAYOUTS && good; i++) {
            char spec[SPEC_MAX];
            snprintf(spec, sizeof spec, "%s,playouts=%d", BASE[kind], PLAYOUTS[i]);
            good =
                row_add(&contest, json_pack("{s:s, s:i}", "monte carlo", KIND[kind], "playouts", PLAYOUTS[i]),
                        spec, "alphabeta:solver=0,evaluation=bridges,width=12,depth=3", error);
        }
    }
    contest_close(&contest);
    return good;
}

static const char *const BEST_COLUMNS[] = {"monte carlo", "playouts", "games",       "won",       "share",
                                           "low",         "high",     "ms per move", "published", NULL};

const Reproduction REPRODUCE_ALPHABETA_MCTS = {
    .name = "alphabeta-mcts",
    .help =
        "Monte Carlo search against alpha-beta at its best (bridges, depth 3, width 12), by play-outs (Steckelberg et "
        "al. 2017, experiment 5).",
    .quick = "7x7, 20 games per cell as in the paper",
    .full = "7x7, 100 games per cell",
    .columns = BEST_COLUMNS,
    .run = best_run,
    .takes = "size",
    .plot = {.x = "playouts",
             .y = "share",
             .low = "low",
             .high = "high",
             .series = "monte carlo",
             .title = "Monte Carlo search against alpha-beta of depth 3",
             .x_label = "play-outs per move",
             .y_label = "games won by Monte Carlo search, %",
             .log_x = true},
};
