// Negamax as a first lesson has it (Hayward's notes on solving Hex states): the whole game tree without a table. It shows
// what a good order of moves saves, and what the must-play saves when sets of cells are backed up with the
// winner. For boards of a few cells; the program's own solvers are in threat_search.h and proof_search.h.
//
// Sound: with a must-play each result is proved by its carrier: the winner needs no other empty cells. A move wins
// with its child's carrier and itself. After a move was refuted inside a carrier, only that carrier's cells are left
// to try. When none is left, the union of the carriers proves the loss.
#ifndef MUSTPLAY_LAB_LECTURE_NEGAMAX_H
#define MUSTPLAY_LAB_LECTURE_NEGAMAX_H

#include "base/budget.h"
#include "game/position.h"

typedef enum NegamaxOrder {
    NEGAMAX_ROWS, // a1, b1, ...
    NEGAMAX_DIAGONAL // the short diagonal first, then what is near it; of equals those near the middle line of the
                     // mover's way
} NegamaxOrder;

typedef enum NegamaxPruning {
    NEGAMAX_PLAIN,
    NEGAMAX_MUSTPLAY, // carriers backed up
    NEGAMAX_SMALL // the same, and kept small. Wins in one move, for either side, are seen first. A lost node
                  // unites only the refutations that it needs to leave no move.
} NegamaxPruning;

typedef struct NegamaxResult {
    Color winner;    // EMPTY when the budget ended first
    uint64_t nodes;  // positions visited, won ones included
    CellSet carrier; // with a must-play: the empty cells that the winner needs; otherwise all of them
} NegamaxResult;

enum { NEGAMAX_VACANT_MAX = 64 };

// Solves a position of at most NEGAMAX_VACANT_MAX empty cells from its side to move; a finished game is one node. Only the budget's nodes and its
// observer count.
NegamaxResult negamax_solve(const Position *position, NegamaxOrder order, NegamaxPruning pruning,
                            const Budget *budget);

#endif
