// The strategy for ceil((N+1)/6) stones ahead (Gao 2020 §2.4.2, after Henderson and Hayward): the solver's word where
// it is quick, and games by the answers against another player.
#include "cli/watch.h"
#include "lab/lab_catalog.h"
#include "lab/players/handicap_strategy.h"
#include "lab/reproduce/reproduce.h"
#include "play/player.h"
#include "solve/solver.h"

#include <stdio.h>

enum { SOLVER_MAX = 7, FULL_SOLVER_MAX = 8 };

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

static bool row_add(json_t *rows, int n, const char *opponent, bool full, const MoveTerms *terms,
                    Error *error) {
    const Geometry *g = geometry_get(n, n);
    Text cells = {0};
    char board[16], name[CELL_NAME_MAX];
    const char *solved = "not tried";
    if (n <= (full ? FULL_SOLVER_MAX : SOLVER_MAX)) {
        Position p = position_ahead(g);
        Answer answer;
        if (!solve_position(&SOLVE_AUTO, &p, &terms->budget, NULL, &answer, error)) return false;
        solved = answer.winner == EMPTY ? "not decided" : color_name(answer.winner);
    }
    Color won = game_winner_of(g, opponent, terms, error);
    if (won == EMPTY && !watch_interrupted()) return false;
    CellSet stones = handicap_stones(g, 0);
    for (int cell; (cell = cellset_pop(&stones)) >= 0;) text_format(&cells, "%s ", cell_name(g, cell, name));
    if (cells.length) cells.data[cells.length - 1] = '\0';
    snprintf(board, sizeof board, "%dx%d", n, n);
    json_array_append_new(rows, json_pack("{s:s, s:s, s:i, s:s, s:s, s:s, s:s}", "board", board, "published",
                                          "Black wins", "stones", handicap_count(n), "cells",
                                          text_string(&cells), "solver", solved, "opponent", opponent, "game",
                                          won == EMPTY ? "interrupted" : color_name(won)));
    text_free(&cells);
    return true;
}

static bool handicap_run(const Args *args, json_t *rows, Error *error) {
    bool full = args_flag(args, "full");
    Watch watch = {0};
    watch_start(&watch, NULL);
    Observer observer = {.context = &watch, .cancelled = watch_observer(&watch).cancelled};
    MoveTerms terms = {.budget.observer = &observer};
    for (int n = 2; n <= BOARD_MAX && !watch_interrupted(); n += full || n < 8 ? 1 : 3) {
        if (!row_add(rows, n, full ? "auto" : "distance", full, &terms, error)) return false;
    }
    return true;
}

static const char *const HANDICAP_COLUMNS[] = {"board",  "published", "stones", "cells",
                                               "solver", "opponent",  "game",   NULL};

const Reproduction REPRODUCE_HANDICAP = {
    .name = "handicap",
    .help = "The strategy for ceil((N+1)/6) stones ahead, by the solver and in games (Gao 2020, 2.4.2).",
    .quick = "boards 2x2 to 8x8 and every third to 17x17, the solver up to 7x7, a game each against distance",
    .full = "all boards to 19x19, the solver up to 8x8, a game each against auto",
    .columns = HANDICAP_COLUMNS,
    .run = handicap_run,
};
