#include "cluster/worker_game.h"

#include "base/file.h"
#include "cluster/game_message.h"
#include "cluster/games_again.h"
#include "cluster/spec_files.h"
#include "net/net.h"
#include "play/selfplay.h"

#include <stdlib.h>
#include <string.h>

static const size_t NET_MOST = (size_t)1 << 29;

// Where files come from, and which are here.
typedef struct Files {
    Stream *stream;
    BlobCache *cache;
} Files;

static bool blob_ready(const Files *files, const char *hash, char *path, size_t size, Error *error) {
    StreamResult result = blob_path(files->stream, files->cache, hash, path, size, error);
    if (result == STREAM_NONE) error_failure(error, "the file %.12s that a job needs is not in Redis", hash);
    return result == STREAM_DONE;
}

// Specifications of jobs name files by hash alone: never a path that somebody else chose.
static bool file_local(void *context, const char *file, Text *out, Error *error) {
    char path[4096];
    if (*file != '@') return error_input(error, "a job names a file by its path");
    if (!blob_ready(context, file + 1, path, sizeof path, error)) return false;
    text_add(out, path);
    return true;
}

// The hash of the net that players find here.
static void found_net_hash(WorkerGames *games) {
    char path[4096];
    Text bytes = {0};
    if (*games->found_net || !net_find(path, sizeof path) || !file_read_plain(path, NET_MOST, &bytes, NULL))
        return;
    sha256_text(bytes.data, bytes.length, games->found_net);
    text_free(&bytes);
}

// Players that name no net find the run's, as the environment says where.
static bool net_pin(WorkerGames *games, const Files *files, const char *hash, Error *error) {
    char path[4096];
    if (*hash) found_net_hash(games);
    if (!*hash || !strcmp(hash, games->found_net)) return true;
    if (!blob_ready(files, hash, path, sizeof path, error)) return false;
    if (setenv("MUSTPLAY_NET", path, 1)) return error_memory(error);
    strcpy(games->found_net, hash);
    return true;
}

static uint64_t selfplay_seed(const GameJob *job) {
    uint64_t state = job->seed, mixed = splitmix64(&state) + (uint64_t)job->number;
    return splitmix64(&mixed);
}

static bool selfplay_run(const WorkerGames *games, const GameJob *job, const char *spec, Text *answer,
                         Error *error) {
    Game game;
    double value[GAME_MOVES_MAX];
    MoveTerms terms = job->terms;
    terms.budget.observer = games->observer;
    Random random = random_seeded(selfplay_seed(job));
    Player *player = player_new_within(games->catalog, spec, random_next(&random), &terms, error);
    if (!player) return false;
    bool good = selfplay_game(player, job->geometry, &terms, &random, &game, value, error);
    player_free(player);
    if (!good) return observer_cancelled(games->observer);
    selfplay_answer_write(&game, value, answer);
    return true;
}

static void match_run(const WorkerGames *games, const GameJob *job, const char *a, const char *b,
                      Text *answer) {
    char *moves[] = {(char *)(uintptr_t)job->opening};
    Openings openings = {.count = 1, .moves = moves};
    Game game;
    MatchGame result;
    MatchSetup setup = {.catalog = games->catalog,
                        .player = {a, b},
                        .geometry = job->geometry,
                        .openings = &openings,
                        .games = job->number + 1,
                        .jobs = 1,
                        .terms = job->terms,
                        .game_seconds = job->game_seconds,
                        .increment = job->increment,
                        .seed = job->seed,
                        .adjudication_seconds = job->adjudication_seconds};
    if (match_play_one(&setup, job->number, games->observer, &game, &result))
        match_answer_write(&game, &result, answer);
}

static bool job_play(WorkerGames *games, Stream *stream, const GameJob *job, Text *answer, Error *error) {
    Text a = {0}, b = {0};
    Files files = {stream, &games->files};
    bool good =
        net_pin(games, &files, job->net, error) &&
        spec_map_files(games->catalog, job->player[0], file_local, &files, &a, error) &&
        (!job->match || spec_map_files(games->catalog, job->player[1], file_local, &files, &b, error));
    if (good && job->match)
        match_run(games, job, text_string(&a), text_string(&b), answer);
    else if (good)
        good = selfplay_run(games, job, text_string(&a), answer, error);
    text_free(&a);
    text_free(&b);
    return good && (!answer->failed || error_memory(error));
}

bool worker_game_run(WorkerGames *games, Stream *stream, const StreamJob *job, Text *answer, Error *error) {
    GameJob *game = malloc(sizeof *game);
    if (!game) return error_memory(error);
    bool good = game_job_read(text_string(&job->body), job->body.length, game, error) &&
                ((uint64_t)game->number + 1 == job->id % GAME_AGAIN ||
                 error_input(error, "a job that is not what it is called")) &&
                job_play(games, stream, game, answer, error);
    free(game);
    return good;
}
