// Queenbee's evaluation (van Rijswijck 2002 §3.2), whole: two-distances of both colours, their potentials, and the
// promise of each move.
//
// A colour's number at a cell is the sum of its two-distances to its two edges (graph_measures.h). The least of them
// is the colour's distance, and the number of cells that have it its potential. The board is judged by the
// difference of the distances, and by that of the potentials where these are equal. A move is judged by the sum of
// both colours' numbers there: cells near to a connection of both matter.
//
// The distance can be infinite in a position that the colour has won: docs/SEARCH.md has one.
#ifndef MUSTPLAY_EVAL_QUEENBEE_H
#define MUSTPLAY_EVAL_QUEENBEE_H

#include "eval/graph_measures.h"

typedef struct Queenbee {
    TwoDistance of[2]; // by colour
    int sum[CELL_MAX]; // both colours' numbers at an empty cell; at most 4 * DISTANCE_NONE
    double
        promise[CELL_MAX]; // of a move there: greater for a smaller sum. Among equal sums, cells that count
                           // for the potential of one colour, or of both, come first.
} Queenbee;

// Of a board without a winner.
void queenbee_look(const Board *board, Queenbee *out);

// How far a colour is ahead: the distances' difference, with potentials as tie-break (less than 1).
double queenbee_lead(const Queenbee *queenbee, Color color);

#endif
