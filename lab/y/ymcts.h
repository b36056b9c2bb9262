// Monte Carlo tree search for Y: UCT with the all-moves-as-first heuristic. A play-out fills the board by chance,
// and micro reduction (lab/y/reduction.h) says who won it.
//
// It is not built on search/mcts.h, whose tree fills its nodes from a rhombus with a border of stones (search/playout.h). That
// tree's prior and moves come from gammas of this grid, and it asks what knows the edges of Hex. Y has another board
// and one goal for both sides. So each of these would become a branch or a callback in the core's inner loop.
#ifndef MUSTPLAY_LAB_Y_YMCTS_H
#define MUSTPLAY_LAB_Y_YMCTS_H

#include "base/budget.h"
#include "lab/y/ygame.h"

enum { YMCTS_LINE_MAX = 16 };

typedef struct YMctsReport {
    int move;
    double value;    // the mover's share of won play-outs after the move
    uint64_t visits; // play-outs in all
    int line_length; // the most visited line; line[0] is `move`
    int line[YMCTS_LINE_MAX];
} YMctsReport;

// Searches a position without a winner until the budget's nodes (play-outs) or seconds are over, at least one
// play-out. `memory` bounds the tree; a full tree still takes play-outs. False with an error when there is none.
bool ymcts(const YPosition *position, const Budget *budget, Random *random, YMctsReport *report,
           Error *error);

#endif
