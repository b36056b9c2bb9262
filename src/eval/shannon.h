// The Shannon graph of a colour: the position as a player sees it who wants to join two targets. See Rasmussen
// 2007 §9.4 and van Rijswijck 2002, §3.1 and Appendix A, who calls it the reduction graph.
//
// Vertices are the empty cells and two targets. A target is an edge of the board with the colour's stones
// that are joined to it. Two empty cells are adjacent when they touch, or when both touch the same chain of
// the colour outside the targets. The chain itself is no vertex. The opponent's stones are gone with their
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
