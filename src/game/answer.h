// The answer to "who wins this position?", from the searches that prove it to the front ends that print it.
#ifndef MUSTPLAY_GAME_ANSWER_H
#define MUSTPLAY_GAME_ANSWER_H

#include "game/game.h"

// An answer whose winner is not EMPTY is proved. With every empty cell outside the carrier given to the
// loser the winner still wins.
typedef struct Answer {
    Color winner;    // EMPTY: not decided within the budget
    Move move;       // a winning move of the side to move; MOVE_NONE if it loses or the game is over
    CellSet carrier; // the empty cells that the winner needs, `move` included
    uint64_t nodes;  // what the search counted
    double seconds;
} Answer;

static inline Answer answer_unknown(void) {
    return (Answer){.winner = EMPTY, .move = MOVE_NONE};
}

#endif
