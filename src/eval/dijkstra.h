// The Dijkstra evaluation of Steckelberg et al. 2017 §3.3: the shortest path between a colour's edges. A step
// between two own stones costs 0, between a stone and an empty cell 1, between two empty cells 2. An edge of
// the board counts as an own stone. The opponent's stones are not in the graph.
#ifndef MUSTPLAY_EVAL_DIJKSTRA_H
#define MUSTPLAY_EVAL_DIJKSTRA_H

#include "game/board.h"

// 0 when the edges are joined, -1 when they are cut off.
int dijkstra_distance(const Board *board, Color color);

#endif
