// What the tests of searches share: the truth about positions by brute force.
#ifndef MUSTPLAY_SEARCH_CHECKS_H
#define MUSTPLAY_SEARCH_CHECKS_H

#include "game/board.h"
#include "game/random_position.h"
#include "solve/solver.h"
#include "test_support.h"

static inline Color truth(const Position *position) {
    Budget limits = {0};
    Answer result;
    Error error = {0};
    if (!solve_position("brute", position, &limits, NULL, &result, &error)) fail_msg("%s", error.text);
    return result.winner;
}

static inline bool move_wins(const Position *position, int cell) {
    Position after = *position;
    cellset_add(&after.stones[position->to_move], cell);
    after.to_move = color_other(position->to_move);
    if (position_winner(&after) != EMPTY) return position_winner(&after) == position->to_move;
    return truth(&after) == position->to_move;
}

#endif
