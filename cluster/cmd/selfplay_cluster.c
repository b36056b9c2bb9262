#include "cluster/cmd/selfplay_cluster.h"

#include "cluster/cmd/redis_args.h"
#include "cli/watch.h"
#include "cluster/games_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void key_write(int number, char key[16]) {
    snprintf(key, 16, "%d", number);
}

bool selfplay_book_game(const SelfplayBook *book, int number, Game *game, double value[GAME_MOVES_MAX]) {
    char key[16];
    key_write(number, key);
    json_t *kept = journal_find(&book->journal, key);
    char *text = kept ? json_dumps(kept, JSON_COMPACT) : NULL;
    bool good = text && selfplay_answer_read(book->geometry, text, strlen(text), game, value, &(Error){0});
    free(text);
    return good;
}

// --- What the run asks
static int book_next(void *context) {
    SelfplayBook *book = context;
    while (book->next < book->games && book->taken[book->next]) book->next++;
    if (book->next == book->games) return -1;
    book->taken[book->next] = true;
    return book->next;
}

static bool book_claim(void *context, int number) {
    SelfplayBook *book = context;
    bool is_free = !book->taken[number];
    book->taken[number] = true;
    return is_free;
}

static void book_describe(void *context, int number, GameJob *job) {
    (void)context, (void)number, (void)job;
}

static GameTaken book_take(void *context, int number, const char *bytes, size_t size, Error *error) {
    SelfplayBook *book = context;
    Game game;
    double value[GAME_MOVES_MAX];
    char key[16];
    key_write(number, key);
    if (journal_find(&book->journal, key)) return GAME_KNOWN;
    if (!selfplay_answer_read(book->geometry, bytes, size, &game, value, error)) return GAME_REFUSED;
    if (!journal_add(&book->journal, key, json_loadb(bytes, size, 0, NULL), error)) return GAME_FAILED;
    book->taken[number] = true;
    book->finished++;
    return GAME_TAKEN_IN;
}

// As train/games.py keeps games.
static bool book_line(void *context, int number, Text *out) {
    const SelfplayBook *book = context;
    Game game;
    double value[GAME_MOVES_MAX];
    char name[MOVE_NAME_MAX];
    if (!selfplay_book_game(book, number, &game, value)) return false;
    text_format(out, "%dx%d %s", book->geometry->width, book->geometry->height,
                color_name(game_winner(&game)));
    for (int i = 0; i < game.count; i++)
        text_format(out, " %s", move_name(book->geometry, game.played[i].move, name));
    return !out->failed;
}

static int book_finished(void *context) {
    return ((const SelfplayBook *)context)->finished;
}

static bool book_cancelled(void *context) {
    (void)context;
    return watch_interrupted();
}

static void book_say(void *context, const char *line) {
    (void)context;
    fprintf(stderr, "mustplay selfplay: %s\n", line);
}

// --- The whole
static bool book_open(SelfplayBook *book, const Args *args, const char *task, Error *error) {
    book->taken = calloc((size_t)book->games, sizeof *book->taken);
    if (!book->taken) return error_failure(error, "out of memory");
    if (!journal_open(&book->journal, args, "selfplay", task, error)) return false;
    for (int number = 0; number < book->games; number++) {
        char key[16];
        key_write(number, key);
        book->taken[number] = journal_find(&book->journal, key);
        book->finished += book->taken[number];
    }
    return true;
}

void selfplay_book_close(SelfplayBook *book) {
    free(book->taken);
    if (book->journal.values) journal_close(&book->journal);
    *book = (SelfplayBook){.journal = {.file = -1}};
}

bool selfplay_cluster_play(SelfplayBook *book, const Args *args, const char *spec, const MoveTerms *terms,
                           Error *error) {
    Text task = {0};
    text_format(&task, "selfplay of %d games on %dx%d by %s, seed %ld, time %g, playouts %llu", book->games,
                book->geometry->width, book->geometry->height, spec, args_int(args, "seed"),
                terms->budget.seconds, (unsigned long long)terms->budget.nodes);
    GamesRunSetup setup = {
        .catalog = args_catalog(args),
        .run = args_text(args, "run"),
        .kind = "selfplay",
        .task = text_string(&task),
        .title = text_string(&task),
        .lease = args_real(args, "lease"),
        .games = book->games,
        .job = {.geometry = book->geometry, .terms = *terms, .seed = (uint64_t)args_int(args, "seed")},
        .context = book,
        .next = book_next,
        .claim = book_claim,
        .describe = book_describe,
        .take = book_take,
        .line = book_line,
        .finished = book_finished,
        .cancelled = book_cancelled,
        .say = book_say};
    setup.job.terms.budget.observer = NULL;
    bool fits = snprintf(setup.job.player[0], GAME_SPEC_MAX, "%s", spec) < GAME_SPEC_MAX;
    bool good = (fits || error_input(error, "--player: the text is too long")) &&
                args_redis(args, &setup.address, error) && book_open(book, args, text_string(&task), error) &&
                games_run(&setup, error);
    text_free(&task);
    return good;
}
