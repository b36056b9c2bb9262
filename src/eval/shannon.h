// The Shannon graph of a colour: what a position looks like to the player who wants to join two targets
// (Rasmussen 2007 §9.4, van Rijswijck 2002 §3.1 and Appendix A, where it is called the reduction graph).
//
// Vertices are the empty cells and two targets. A target is an edge of the board with the colour's stones
// that are joined to it. Two empty cells are adjacent when they touch, or when both touch a chain of the
// colour that is not part of a target: the chain itself is gone. The opponent's stones are gone with their
// links.
#ifndef MUSTPLAY_EVAL_SHANNON_H
#define MUSTPLAY_EVAL_SHANNON_H

#include "game/board.h"

typedef struct ShannonGraph {
    const Geometry *geometry;
    Color color;
    bool joined;              // the targets touch: the colour has won
    CellSet empty;            // the vertices
    CellSet target[2];        // the vertices adjacent to each target
    CellSet around[CELL_MAX]; // the vertices adjacent to a vertex, itself not among them
} ShannonGraph;

void shannon_make(ShannonGraph *graph, const Board *board, Color color);

#endif
