// mustplay match --game y: games between two players of Y, colours in turn.
#include "base/clock.h"
#include "base/random.h"
#include "cli/player_args.h"
#include "cli/watch.h"
#include "lab/y/y_commands.h"
#include "play/elo.h"
#include "play/game_book.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct YMatch {
    const char *spec[2];
    const Triangle *board;
    Budget budget;
    uint64_t seed;
    bool openings; // every cell is the first move of two games
    int games;
    int played, won[2][2]; // by player and colour
    bool terminal;
    double told; // when the score was last shown
} YMatch;

// --- One game

// Each game has players of its own, so that it is the same whoever plays it, and when.
static bool players_make(const YMatch *m, int number, YPlayer *player[2], Error *error) {
    for (int i = 0; i < 2; i++) {
        uint64_t state = m->seed, mixed = splitmix64(&state) + 2 * (uint64_t)number + (uint64_t)i;
        player[i] = yplayer_new(m->spec[i], splitmix64(&mixed), error);
        if (!player[i]) return false;
    }
    return true;
}

// Plays one game; its winner is EMPTY when it was interrupted.
static bool game_play_out(const YMatch *m, int number, YPlayer *const player[2], Color *winner,
                          Error *error) {
    YGame game;
    YPosition empty = yposition_empty(m->board);
    ygame_init(&game, &empty);
    int black = number % 2; // the player with the black stones
    if (m->openings && !ygame_play(&game, BLACK, number / 2 % m->board->cells, error)) return false;
    while (ygame_winner(&game) == EMPTY && !watch_interrupted()) {
        YChoice choice;
        Color color = game.now.to_move;
        if (!yplayer_choose(player[color == BLACK ? black : !black], &game, &m->budget, &choice, error) ||
            !ygame_play(&game, color, choice.move, error))
            return false;
    }
    *winner = ygame_winner(&game);
    return true;
}

static bool game_run(const YMatch *m, int number, Color *winner, Error *error) {
    YPlayer *player[2] = {NULL, NULL};
    bool good = players_make(m, number, player, error) && game_play_out(m, number, player, winner, error);
    for (int i = 0; i < 2; i++) yplayer_free(player[i]);
    return good;
}

// --- The book

static void progress_show(YMatch *m) {
    double now = clock_seconds();
    bool last = m->played == m->games;
    if (!last && now - m->told < (m->terminal ? 0.1 : 10)) return;
    m->told = now;
    fprintf(stderr, "%s%d/%d games  A %d  B %d%s", m->terminal ? "\r" : "", m->played, m->games,
            m->won[0][BLACK] + m->won[0][WHITE], m->won[1][BLACK] + m->won[1][WHITE],
            m->terminal && !last ? "\033[K" : "\n");
}

static Color winner_read(const json_t *value) {
    const char *name = json_string_value(value);
    for (Color color = BLACK; name && color <= WHITE; color++)
        if (!strcmp(name, color_name(color))) return color;
    return EMPTY;
}

static bool game_count(void *context, int number, const json_t *value, const void *result, Error *error) {
    YMatch *m = context;
    int black = number % 2;
    Color winner = winner_read(value);
    if (winner == EMPTY) return error_input(error, "has no winner");
    m->won[winner == BLACK ? black : !black][winner]++;
    m->played++;
    if (result) progress_show(m);
    return true;
}

static bool game_settle(void *context, GameBook *book, int number) {
    const YMatch *m = context;
    Color winner = EMPTY;
    Error error = {0};
    if (!game_run(m, number, &winner, &error)) return game_book_fail(book, &error);
    return winner != EMPTY && game_book_store(book, number, json_string(color_name(winner)), &winner);
}

static bool match_cancelled(void *context) {
    (void)context;
    return watch_interrupted();
}

// --- The report

static json_t *side_json(const int won[2]) {
    return json_pack("{s:{s:i}, s:{s:i}}", "black", "won", won[BLACK], "white", "won", won[WHITE]);
}

static int match_report(const Args *args, const YMatch *m) {
    int a = m->won[0][BLACK] + m->won[0][WHITE], b = m->won[1][BLACK] + m->won[1][WHITE];
    Elo elo = a + b ? elo_of_score(a, b) : (Elo){0};
    if (args_flag(args, "json")) {
        json_t *number[4] = {json_null(), json_null(), json_null(), json_null()};
        double value[4] = {a + b ? (double)a / (a + b) : 0, elo.elo, elo.low, elo.high};
        for (int i = 0; a + b && i < 4; i++) number[i] = json_real(value[i]);
        return report_json(json_pack("{s:i, s:i, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:{s:o, s:o}}", "games",
                                     m->played, "a_wins", a, "b_wins", b, "void", 0, "adjudicated", 0,
                                     "score", number[0], "elo", number[1], "elo_low", number[2], "elo_high",
                                     number[3], "by_side", "a", side_json(m->won[0]), "b",
                                     side_json(m->won[1])));
    }
    printf("%d game%s of Y, size %d\n\n", m->played, plural(m->played), m->board->size);
    for (int i = 0; i < 2; i++)
        printf("  %c %-24.24s won %d as Black, %d as White\n", 'A' + i, m->spec[i], m->won[i][BLACK],
               m->won[i][WHITE]);
    if (a + b)
        printf("\nScore of A %.3f, Elo %+.0f (95 %%: %+.0f to %+.0f)\n", (double)a / (a + b), elo.elo,
               elo.low, elo.high);
    return EXIT_DONE;
}

static bool match_read(const Args *args, YMatch *m, Error *error) {
    if (!args_given(args, "players")) return error_input(error, "match needs --players A B");
    m->board = y_args_board(args, error);
    if (!m->board) return false;
    const char *openings = args_text(args, "openings");
    if (openings && strcmp(openings, "all"))
        return error_input(error, "--openings %.40s: with --game y only 'all', every cell", openings);
    m->openings = openings != NULL;
    m->games = args_given(args, "games") ? (int)args_int(args, "games")
               : m->openings             ? 2 * m->board->cells
                                         : 100;
    m->budget = args_budget(args);
    m->spec[0] = args_text(args, "players");
    m->spec[1] = args_text_second(args, "players");
    m->seed = (uint64_t)args_int(args, "seed");
    YPlayer *player[2] = {NULL, NULL};
    bool good = players_make(m, 0, player, error); // what is wrong with them is said before the first game
    for (int i = 0; i < 2; i++) yplayer_free(player[i]);
    return good;
}

// Opens the journal, plays what it lacks, and closes it.
static bool match_play(const Args *args, YMatch *m, Error *error) {
    char identity[400];
    snprintf(identity, sizeof identity,
             "size %d, %.100s against %.100s, seed %" PRIu64 ", time %g, playouts %" PRIu64 "%s",
             m->board->size, m->spec[0], m->spec[1], m->seed, m->budget.seconds, m->budget.nodes,
             m->openings ? ", all openings" : "");
    GameBookSetup setup = {.games = m->games,
                           .journal = args_text(args, "resume"),
                           .kind = "match of Y",
                           .identity = identity,
                           .context = m,
                           .count = game_count};
    GameLoop loop = {
        .jobs = (int)args_int(args, "jobs"), .context = m, .cancelled = match_cancelled, .play = game_settle};
    GameBook *book = game_book_open(&setup, error);
    bool good = book && game_book_play(book, &loop, error);
    game_book_close(book);
    return good;
}

int y_match_run(const Args *args) {
    Error error = {0};
    YMatch m = {.terminal = isatty(STDERR_FILENO)};
    if (!match_read(args, &m, &error)) return report_error(&error);
    Watch watch = {0};
    watch_start(&watch, NULL);
    Observer observer = watch_observer(&watch);
    observer.progress = NULL; // the score is shown instead
    m.budget.observer = &observer;
    if (!match_play(args, &m, &error)) return report_error(&error);
    int code = match_report(args, &m);
    return code == EXIT_DONE && watch_interrupted() ? EXIT_UNDECIDED : code;
}
