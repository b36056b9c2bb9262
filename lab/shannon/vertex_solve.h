// Who wins the Shannon game on the vertices of a graph. The problem is PSPACE-complete (Even and Tarjan 1976). A search uses,
// at its nodes, what holds on any graph: dead and captured vertices, dominated and vulnerable moves (vertex_board.h). It also
// uses Connect's AND/OR connections (vertex_links.h) and must-play regions from the carriers of refutations.
#ifndef MUSTPLAY_LAB_SHANNON_VERTEX_SOLVE_H
#define MUSTPLAY_LAB_SHANNON_VERTEX_SOLVE_H

#include "base/budget.h"
#include "lab/shannon/vertex_links.h"

// The winner wins with every vacant vertex outside the carrier given to the loser.
typedef struct VertexOutcome {
    Side winner;
    int move;        // a winning move of the side to move; -1 if it loses or the game is over
    CellSet carrier; // `move` included
} VertexOutcome;

typedef struct VertexSolver VertexSolver;

// A solver with its table for one board, which must outlive it; NULL out of memory. The budget is for its whole life.
VertexSolver *vertex_solver_new(const VertexBoard *board, const Budget *budget);
void vertex_solver_free(VertexSolver *solver);

// False when the budget is spent.
bool vertex_solve(VertexSolver *solver, VertexPosition position, Side to_move, VertexOutcome *outcome);

// A vacant vertex on a shortest way between the targets, for a position that is not over.
int vertex_resist(const VertexBoard *board, const VertexPosition *position);

uint64_t vertex_solver_nodes(const VertexSolver *solver);
double vertex_solver_seconds(const VertexSolver *solver);

#endif
