// selfplay --redis: games of a player with itself by the workers of a run.
#include "cli/program.h"
#include "cli/watch.h"
#include "cluster/cmd/redis_args.h"
#include "cluster/cmd/redis_commands.h"
#include "cluster/games_run.h"
#include "play/game_book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The games so far, by number.
typedef struct SelfplayBook {
    const RedisSelfplay *selfplay;
    const Args *args;
    Text task;
    GameBookSetup setup;
    GameBook *book; // with the journal of --resume
} SelfplayBook;

// A finished game; false when it is not finished.
static bool book_game(const SelfplayBook *book, int number, Game *game, double value[GAME_MOVES_MAX]) {
    const json_t *kept = game_book_value(book->book, number);
    char *text = kept ? json_dumps(kept, JSON_COMPACT) : NULL;
    bool good =
        text && selfplay_answer_read(book->selfplay->geometry, text, strlen(text), game, value, &(Error){0});
    free(text);
    return good;
}

// --- What the run asks
static bool book_take(void *context, int number, const char *bytes, size_t size, Error *error) {
    SelfplayBook *book = context;
    Game game;
    double value[GAME_MOVES_MAX];
    return selfplay_answer_read(book->selfplay->geometry, bytes, size, &game, value, error) &&
           game_book_store(book->book, number, json_loadb(bytes, size, 0, NULL), NULL);
}

// As train/games.py keeps games.
static bool book_line(void *context, int number, Text *out) {
    const SelfplayBook *book = context;
    Game game;
    double value[GAME_MOVES_MAX];
    char name[MOVE_NAME_MAX];
    if (!book_game(book, number, &game, value)) return false;
    text_format(out, "%dx%d %s", book->selfplay->geometry->width, book->selfplay->geometry->height,
                color_name(game_winner(&game)));
    for (int i = 0; i < game.count; i++)
        text_format(out, " %s", move_name(book->selfplay->geometry, game.played[i].move, name));
    return !out->failed;
}

static bool book_cancelled(void *context) {
    (void)context;
    return watch_interrupted();
}

static void book_say(void *context, const char *line) {
    args_log(((SelfplayBook *)context)->args, "selfplay", line);
}

// --- The whole
static bool game_count(void *context, int number, const json_t *value, const void *result, Error *error) {
    (void)context, (void)number, (void)value, (void)result, (void)error;
    return true;
}

static bool book_open(SelfplayBook *book, const Args *args, Error *error) {
    const RedisSelfplay *s = book->selfplay;
    text_format(&book->task, "selfplay of %d games on %dx%d by %s, seed %ld, time %g, playouts %llu",
                s->games, s->geometry->width, s->geometry->height, s->player, args_int(args, "seed"),
                s->terms.budget.seconds, (unsigned long long)s->terms.budget.nodes);
    book->setup = (GameBookSetup){.games = s->games,
                                  .journal = args_text(args, "resume"),
                                  .kind = "selfplay",
                                  .identity = text_string(&book->task),
                                  .count = game_count};
    book->book = game_book_open(&book->setup, error);
    return book->book;
}

static bool book_play(SelfplayBook *book, const Args *args, Error *error) {
    const RedisSelfplay *s = book->selfplay;
    GamesRunSetup setup = {
        .catalog = args_catalog(args),
        .run = args_text(args, "run"),
        .keys = args_keys(args),
        .again = args_real(args, "audit"),
        .kind = "selfplay",
        .task = text_string(&book->task),
        .title = text_string(&book->task),
        .lease = args_real(args, "lease"),
        .build = {args_program(args)->commit, false},
        .games = s->games,
        .job = {.geometry = s->geometry, .terms = s->terms, .seed = (uint64_t)args_int(args, "seed")},
        .context = book,
        .book = book->book,
        .take = book_take,
        .line = book_line,
        .cancelled = book_cancelled,
        .say = book_say};
    setup.job.terms.budget.observer = NULL;
    bool fits = snprintf(setup.job.player[0], GAME_SPEC_MAX, "%s", s->player) < GAME_SPEC_MAX;
    return (fits || error_input(error, "--player: the text is too long")) &&
           args_redis(args, &setup.address, error) && games_run(&setup, error);
}

// Gives the finished games.
static bool book_give(const SelfplayBook *book, Error *error) {
    bool good = true;
    for (int number = 0; number < book->selfplay->games; number++) {
        Game game;
        double value[GAME_MOVES_MAX];
        if (book_game(book, number, &game, value) &&
            !book->selfplay->finished(book->selfplay->context, &game, value, error))
            good = false;
    }
    return good;
}

bool redis_selfplay(const Args *args, const RedisSelfplay *selfplay, Error *error) {
    SelfplayBook book = {.selfplay = selfplay, .args = args};
    bool good = book_open(&book, args, error);
    if (good) {
        good = book_play(&book, args, error);
        good = book_give(&book, error) && good;
        game_book_close(book.book);
    }
    text_free(&book.task);
    return good;
}
