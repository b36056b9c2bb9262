// mustplay match --game y: games between two players of Y, colours in turn.
#include "app/cli/player_args.h"
#include "app/cli/watch.h"
#include "app/y/y_commands.h"
#include "match/elo.h"

#include <stdio.h>
#include <string.h>

typedef struct YMatch {
    const char *spec[2];
    YPlayer *player[2];
    const Triangle *board;
    Budget budget;
    bool openings; // every cell is the first move of two games
    int games, played;
    int won[2][2]; // by player and colour
} YMatch;

// Plays one game; the winner is added to the score. A game that was interrupted counts for nobody.
static bool game_play_out(YMatch *m, int number, Error *error) {
    YGame game;
    YPosition empty = yposition_empty(m->board);
    ygame_init(&game, &empty);
    int black = number % 2; // the player with the black stones
    if (m->openings && !ygame_play(&game, BLACK, number / 2 % m->board->cells, error)) return false;
    while (ygame_winner(&game) == EMPTY && !watch_interrupted()) {
        YChoice choice;
        Color color = game.now.to_move;
        YPlayer *player = m->player[color == BLACK ? black : !black];
        if (!yplayer_choose(player, &game, &m->budget, &choice, error)) return false;
        if (!ygame_play(&game, color, choice.move, error)) return false;
    }
    Color winner = ygame_winner(&game);
    if (winner == EMPTY) return true;
    m->won[winner == BLACK ? black : !black][winner]++;
    m->played++;
    return true;
}

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
    for (int i = 0; i < 2; i++) {
        m->player[i] = yplayer_new(m->spec[i], (uint64_t)args_int(args, "seed") * 2 + (uint64_t)i, error);
        if (!m->player[i]) return false;
    }
    return true;
}

int y_match_run(const Args *args) {
    Error error = {0};
    YMatch m = {0};
    bool good = match_read(args, &m, &error);
    Watch watch = {0};
    watch_start(&watch, NULL);
    Observer observer = watch_observer(&watch);
    m.budget.observer = &observer;
    for (int i = 0; good && i < m.games && !watch_interrupted(); i++) good = game_play_out(&m, i, &error);
    watch_clear(&watch);
    for (int i = 0; i < 2; i++) yplayer_free(m.player[i]);
    if (!good) return report_error(&error);
    int code = match_report(args, &m);
    return code == EXIT_DONE && watch_interrupted() ? EXIT_UNDECIDED : code;
}
