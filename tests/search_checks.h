// What the tests of searches share: the truth about positions by brute force, and the choice of a player.
#ifndef MUSTPLAY_SEARCH_CHECKS_H
#define MUSTPLAY_SEARCH_CHECKS_H

#include "game/board.h"
#include "game/random_position.h"
#include "play/catalog.h"
#include "play/player.h"
#include "solve/solver.h"
#include "test_support.h"

static inline Color truth(const Position *position) {
    Budget limits = {0};
    Answer result;
    Error error = {0};
    if (!solve_position(&SOLVE_BRUTE, position, &limits, NULL, &result, &error)) fail_msg("%s", error.text);
    return result.winner;
}

static inline bool move_wins(const Position *position, int cell) {
    Position after = *position;
    cellset_add(&after.stones[position->to_move], cell);
    after.to_move = color_other(position->to_move);
    if (position_winner(&after) != EMPTY) return position_winner(&after) == position->to_move;
    return truth(&after) == position->to_move;
}

// What a new player of a specification chooses after these moves.
static inline Choice choose(const char *spec, int size, const char *moves, const MoveTerms *terms) {
    Game game;
    Error error = {0};
    Choice choice = {0};
    game_init(&game, geometry_get(size, size));
    if (!game_play_list(&game, moves, &error)) fail_msg("%s", error.text);
    Player *player = player_new(&CATALOG, spec, 1, &error);
    if (!player || !player_choose(player, &game, terms, &choice, &error)) fail_msg("%s", error.text);
    player_free(player);
    return choice;
}

#endif
