// What the tests of searches share: random positions, and the truth about them by brute force.
#ifndef MUSTPLAY_SEARCH_CHECKS_H
#define MUSTPLAY_SEARCH_CHECKS_H

#include "base/random.h"
#include "game/board.h"
#include "solve/solver.h"
#include "test_support.h"

static inline Position position_random(int width, int height, int stones, Random *random) {
    Board board;
    Color mover = BLACK;
    do {
        board_init(&board, geometry_get(width, height));
        mover = BLACK;
        for (int i = 0; i < stones; mover = color_other(mover), i++) {
            CellSet vacant = board_vacant(&board);
            int cell = CELL_NONE;
            for (int skip = (int)random_below(random, (uint32_t)cellset_count(vacant)); skip >= 0; skip--)
                cell = cellset_pop(&vacant);
            board_place(&board, cell, mover);
        }
    } while (board_winner(&board) != EMPTY);
    return board_position(&board, mover);
}

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
