// mustplay selfplay: games of a player with itself, as one SGF collection whose moves carry the player's
// values.
//
// The first move is drawn at random, so that all openings occur. Each game's seed follows from the command's.
// The same call gives the same games, as far as the budget does not depend on the clock.
#include "base/clock.h"
#include "base/file.h"
#include "cli/output.h"
#include "cli/player_args.h"
#include "cli/redis_hooks.h"
#include "cli/watch.h"
#include "game/sgf.h"
#include "play/selfplay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_GAMES = 10 };

typedef struct Series {
    const Args *args;
    const Geometry *geometry;
    Player *player;
    MoveTerms terms;
    Observer observer;
    bool recorded;
    FileDraft record; // of the games so far, if recorded
    int games, won[2];
    long moves;
} Series;

static bool record_write(Series *series, const Game *game, const double *value, Error *error) {
    if (!series->recorded) return true;
    const char *name = series->player->spec;
    SgfTree *tree =
        sgf_from_game(game, &(SgfInfo){.black = name, .white = name, .event = "Mustplay selfplay"});
    if (!tree) return error_memory(error);
    char text[40];
    SgfNode node = sgf_first_child(tree, sgf_root(tree, 0));
    for (int i = 0; i < game->count && node != SGF_NONE; i++, node = sgf_first_child(tree, node)) {
        snprintf(text, sizeof text, i ? "value %.3f" : "random opening", value[i]);
        sgf_set_text(tree, node, "C", text);
    }
    Text bytes = {0};
    sgf_write(tree, &bytes);
    sgf_free(tree);
    text_add_char(&bytes, '\n');
    bool good =
        bytes.failed ? error_memory(error) : file_draft_add(&series->record, bytes.data, bytes.length, error);
    text_free(&bytes);
    return good;
}

static void game_count(Series *series, const Game *game) {
    series->games++;
    series->won[game_winner(game)]++;
    series->moves += game->count;
}

static bool series_play(Series *series, int games, Random *random, Error *error) {
    static Game game;
    static double value[GAME_MOVES_MAX];
    while (series->games < games) {
        if (!selfplay_game(series->player, series->geometry, &series->terms, random, &game, value, error))
            return watch_interrupted();
        if (!record_write(series, &game, value, error)) return false;
        game_count(series, &game);
    }
    return true;
}

// Takes a game that workers played.
static bool game_take(void *context, const Game *game, const double *value, Error *error) {
    Series *series = context;
    bool good = record_write(series, game, value, error);
    game_count(series, game);
    return good;
}

// The games of workers, in the order of their numbers, whoever was first.
static bool series_redis(Series *series, const RedisHooks *redis, int games, Error *error) {
    RedisSelfplay setup = {.geometry = series->geometry,
                           .games = games,
                           .player = series->player->spec,
                           .terms = series->terms,
                           .context = series,
                           .finished = game_take};
    return redis->selfplay(series->args, &setup, error);
}

static int series_report(const Series *series, double seconds) {
    if (args_flag(series->args, "json"))
        return report_json(json_pack("{s:i, s:i, s:i, s:I, s:f}", "games", series->games, "black_wins",
                                     series->won[BLACK], "white_wins", series->won[WHITE], "moves",
                                     (json_int_t)series->moves, "seconds", seconds));
    printf("%d game%s, Black won %d, White %d, %ld moves, %.1f s\n", series->games, plural(series->games),
           series->won[BLACK], series->won[WHITE], series->moves, seconds);
    return EXIT_DONE;
}

static bool output_open(Series *series, Error *error) {
    const char *path = args_text(series->args, "output");
    if (!path) return true;
    bool force = args_flag(series->args, "force");
    series->recorded =
        output_check(path, force, error) && file_draft_open(&series->record, path, force, error);
    return series->recorded;
}

// Games that were played are kept even if the next one failed; without any the old record stays.
static bool record_finish(Series *series, bool good, Error *error) {
    if (series->games) return file_draft_keep(&series->record, good ? error : NULL) && good;
    file_draft_drop(&series->record);
    return good;
}

static bool resume_check(const Args *args, const RedisHooks *redis, Error *error) {
    return redis || !args_given(args, "resume") ||
           error_input(error, "--resume is for games by many machines, with --redis");
}

static int selfplay_run(const Args *args) {
    Error error = {0};
    Series series = {.args = args, .terms = {.budget = args_budget(args)}};
    int width, height, games = args_given(args, "games") ? (int)args_int(args, "games") : DEFAULT_GAMES;
    if (!size_parse(args_text(args, "size"), &width, &height, &error)) return report_error(&error);
    series.geometry = geometry_get(width, height);
    Watch watch;
    watch_start(&watch, series.geometry);
    series.observer = watch_observer(&watch);
    series.terms.budget.observer = &series.observer;
    series.player = args_player(args, LEVEL_MAX, 0, &series.observer, &error);
    const RedisHooks *redis = args_redis_hooks(args);
    if (!series.player || !resume_check(args, redis, &error) || !output_open(&series, &error)) {
        player_free(series.player);
        return report_error(&error);
    }
    Random random = random_seeded((uint64_t)args_int(args, "seed") + 1);
    double start = clock_seconds();
    bool good =
        redis ? series_redis(&series, redis, games, &error) : series_play(&series, games, &random, &error);
    watch_clear(&watch);
    if (series.recorded) good = record_finish(&series, good, &error);
    player_free(series.player);
    int code = good ? series_report(&series, clock_seconds() - start) : report_error(&error);
    return code == EXIT_DONE && series.games < games ? EXIT_UNDECIDED : code;
}

// What options mean here.
static const OptionHelp HELPS[] = {
    {"games", "Number of games. Without it 10."},
    {0},
};
static const char *const EXAMPLES[] = {
    "mustplay selfplay --size 9 --games 100 --output games.sgf",
    "A hundred games.",
    "mustplay selfplay --size 7 --player mcts:playouts=500 --seed 1 --output games.sgf",
    "By Monte Carlo search, from a seed.",
    NULL,
};

const Command COMMAND_SELFPLAY = {
    .name = "selfplay",
    .group = "Measure",
    .summary = "Games of a player with itself, kept as SGF.",
    .arguments = "",
    .options = "size games " PLAYER_OPTIONS " output force json",
    .helps = HELPS,
    .examples = EXAMPLES,
    .detail =
        "Plays --games games (10 if not given) of a player with itself, each from a random first move, and writes them "
        "to --output as one SGF collection. Every move's comment has the value that the mover saw. Ctrl-C ends it after "
        "the last whole game (exit code 3).\n\n"
        "JSON keys: games, black_wins, white_wins, moves, seconds.",
    .run = selfplay_run,
};
