// Positions of the Shannon game on vertices, and what holds on any graph without search (Rasmussen 2007 §2.3).
//
// Connect's captured vertices are contracted: what remains of a position is its *reduced graph* of vacant vertices.
//
// A vacant vertex is **dead** if it lies on no path between the targets that has no short cut. Whoever gets it, the
// winner is the same in this and every later position. The test finds a vertex dead when any two of its neighbours
// are adjacent, or touch one target. If it touches a target itself, all its neighbours must.
//
// A pair of vacant vertices is **captured** for a side if each is dead once that side has the other. The side can
// answer one by the other, so both may be counted as its own. A vertex that is dead once the mover has w is
// *dominated* by w. A vertex that is dead once the opponent has w is *vulnerable* to w.
#ifndef MUSTPLAY_LAB_SHANNON_VERTEX_BOARD_H
#define MUSTPLAY_LAB_SHANNON_VERTEX_BOARD_H

#include "lab/shannon/graph.h"

enum { VERTEX_MAX = 64 * CELLSET_WORDS };

// The graph as sets, never changed. Sets of vertices are CellSets here.
typedef struct VertexBoard {
    int vertices, target[2];
    CellSet around[VERTEX_MAX];
} VertexBoard;

// Targets are in neither set.
typedef struct VertexPosition {
    CellSet captured, vacant;
} VertexPosition;

// False with an error: too many vertices, or edges that were played on.
bool vertex_board_make(VertexBoard *board, VertexPosition *position, const Graph *graph, Error *error);

// Gives a vacant vertex to a side.
VertexPosition vertex_played(VertexPosition position, Side side, int vertex);

// The side that has won, or -1.
int vertex_over(const VertexBoard *board, const VertexPosition *position);

typedef struct VertexReduced {
    CellSet vacant;
    CellSet at[2];              // the vertices that touch the chain of each target
    CellSet around[VERTEX_MAX]; // of vacant vertices: those adjacent to it, directly or over a captured chain
} VertexReduced;

// For a position that is not over.
void vertex_reduce(const VertexBoard *board, const VertexPosition *position, VertexReduced *reduced);

// Whether u is dead; once `side` has w, if w is not -1.
bool vertex_dead(const VertexReduced *reduced, int u, int w, Side side);
// The vertices that `side` kills by taking w.
CellSet vertex_kills(const VertexReduced *reduced, Side side, int w);
// One pair that is captured for a side; false if there is none.
bool vertex_captured_pair(const VertexReduced *reduced, Side side, int pair[2]);

// What was filled in: dead vertices, and those captured for each side.
typedef struct VertexFill {
    CellSet dead, captured[2];
} VertexFill;

// Deletes dead vertices and gives captured pairs to their sides until nothing changes. Returns the side that has won
// then, or -1; the reduced graph of what is left is written in the latter case only.
int vertex_fill(const VertexBoard *board, VertexPosition *position, VertexFill *fill, VertexReduced *reduced);

#endif
