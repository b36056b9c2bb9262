// The strategy for ceil((N+1)/6) stones ahead (Gao 2020 §2.4.2, after Henderson and Hayward). The solver
// confirms it on small boards; elsewhere its answers play games against another player.
#include "cli/watch.h"
#include "lab/lab_catalog.h"
#include "lab/players/handicap_strategy.h"
#include "lab/reproduce/reproduce.h"
#include "play/player.h"
#include "solve/solver.h"

#include <stdio.h>

static const struct Scale {
    int solver_most;      // the largest board that the solver is asked about
    bool every;           // every board to 19x19, not only every third from 8x8 on
    const char *opponent; // of the game on each board
} SCALES[SETTINGS] = {{7, false, "distance"}, {8, true, "distance"}, {8, true, "auto"}};

static Position position_ahead(const Geometry *g) {
    Position p = position_empty(g);
    p.to_move = WHITE;
    p.stones[BLACK] = handicap_stones(g, 0);
    return p;
}

// The winner of one game, or EMPTY when it was interrupted or a player failed.
static Color game_winner_of(const Geometry *g, const char *opponent, const MoveTerms *terms, Error *error) {
    Game game;
    Position p = position_ahead(g);
    game_init_position(&game, &p);
    Player *black = player_new(&LAB_CATALOG, "handicap", 1, error),
           *white = black ? player_new(&LAB_CATALOG, opponent, 2, error) : NULL;
    Choice choice;
    while (white && game_winner(&game) == EMPTY && !watch_interrupted()) {
        if (!player_choose(game.now.to_move == BLACK ? black : white, &game, terms, &choice, error)) break;
        if (!game_play(&game, game.now.to_move, choice.move, error)) break;
    }
    Color winner = game_winner(&game);
    player_free(black);
    player_free(white);
    return winner;
}

static json_t *row_new(const Geometry *g, const char *solved, const char *opponent, Color won) {
    Text cells = {0};
    char board[16], name[CELL_NAME_MAX];
    CellSet stones = handicap_stones(g, 0);
    for (int cell; (cell = cellset_pop(&stones)) >= 0;)
        text_format(&cells, "%s%s", cells.length ? " " : "", cell_name(g, cell, name));
    snprintf(board, sizeof board, "%dx%d", g->width, g->width);
    json_t *row = json_pack("{s:s, s:s, s:i, s:s, s:s, s:s, s:s}", "board", board, "published", "Black wins",
                            "stones", handicap_count(g->width), "cells", text_string(&cells), "solver",
                            solved, "opponent", opponent, "game", color_name(won));
    text_free(&cells);
    return row;
}

// True too when interrupted.
static bool board_run(int n, const struct Scale *scale, const char *key, KeptRows *kept, Error *error) {
    const Geometry *g = geometry_get(n, n);
    MoveTerms terms = {.budget.observer = watch_signals()};
    const char *solved = "not tried";
    if (!g) return error_memory(error);
    if (n <= scale->solver_most) {
        Position p = position_ahead(g);
        Answer answer;
        if (!solve_position(&SOLVE_AUTO, &p, &terms.budget, NULL, &answer, error)) return false;
        solved = answer.winner == EMPTY ? "not decided" : color_name(answer.winner);
    }
    Color won = watch_interrupted() ? EMPTY : game_winner_of(g, scale->opponent, &terms, error);
    if (watch_interrupted()) return true;
    return won != EMPTY && kept_add(kept, key, row_new(g, solved, scale->opponent, won), error);
}

static bool handicap_run(const Args *args, json_t *rows, Error *error) {
    const struct Scale *scale = &SCALES[setting_of(args)];
    KeptRows kept;
    bool good = kept_open(&kept, args, "handicap", "", rows, error);
    if (!good) return false;
    for (int n = 2; good && n <= BOARD_MAX && !watch_interrupted(); n += scale->every || n < 8 ? 1 : 3) {
        char key[16];
        snprintf(key, sizeof key, "%d", n);
        good = kept_take(&kept, key) || board_run(n, scale, key, &kept, error);
    }
    kept_close(&kept);
    return good;
}

static const char *const HANDICAP_COLUMNS[] = {"board",  "published", "stones", "cells",
                                               "solver", "opponent",  "game",   NULL};

const Reproduction REPRODUCE_HANDICAP = {
    .name = "handicap",
    .help = "The strategy for ceil((N+1)/6) stones ahead, by the solver and in games (Gao 2020, 2.4.2).",
    .quick = "boards 2x2 to 8x8 and every third to 17x17, the solver up to 7x7, a game each against distance",
    .medium = "all boards to 19x19, the solver up to 8x8, a game each against distance",
    .minutes = 2,
    .full = "all boards to 19x19, the solver up to 8x8, a game each against auto",
    .columns = HANDICAP_COLUMNS,
    .run = handicap_run,
};
