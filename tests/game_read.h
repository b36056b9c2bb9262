// A game for a test, from its moves.
#ifndef MUSTPLAY_TESTS_GAME_READ_H
#define MUSTPLAY_TESTS_GAME_READ_H

#include "game/game.h"
#include "test_support.h"

// The moves on a board of equal sides; fails the test when one is not legal.
static inline Game game_read(int size, const char *moves) {
    Game game;
    Error error;
    game_init(&game, geometry_get(size, size));
    if (!game_play_list(&game, moves, &error)) fail_msg("%s", error.text);
    return game;
}

#endif
