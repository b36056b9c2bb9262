// What a player that searches by value makes of its search: a move, a swap or a resignation.
#ifndef MUSTPLAY_ENGINE_CHOICE_H
#define MUSTPLAY_ENGINE_CHOICE_H

#include "engine/player.h"

// The rules let the mover swap now, and the caller allows it. The value of the position then matters, not
// only the best move.
bool choice_may_swap(const Game *game, const Limits *limits);

// A move with the line expected after it, the mover's winning probability and the play-outs spent.
void choice_of_search(Choice *choice, Move move, double value, uint64_t playouts, const int16_t *line,
                      int length);

// Swaps where the mover would lose, resigns below `resign` where that is allowed. True when a move on the
// board is left.
bool choice_settle(Choice *choice, const Game *game, const Limits *limits, double resign);

#endif
