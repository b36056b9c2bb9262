// Strategies of the game on vertices as expressions, as in b2.(b1|c1).(a3|b3) (Hayward's notes on solving Hex states;
// docs/PROOFS.md). A vertex is one that the winner has or moves to. A dot means both: the parts have no vertex in common. A
// bar means either: no vertex is in all its sides. When the loser enters some, the winner moves in another, first to the one
// vertex of it that stands alone. However the bars are decided, the winner has what wins. This goes for Connect and
// for Cut alike.
#ifndef MUSTPLAY_LAB_SHANNON_VERTEX_STRATEGY_H
#define MUSTPLAY_LAB_SHANNON_VERTEX_STRATEGY_H

#include "lab/shannon/vertex_solve.h"
#include "lab/strategy/expression_tree.h"

typedef enum StrategyResult { STRATEGY_BUILT, STRATEGY_TOO_LONG, STRATEGY_SPENT } StrategyResult;

// The strategy of the winner of a solved position: a tree of vertices, empty when the game is over. The solver finds the winner's answers; its budget may be spent.
StrategyResult strategy_build(VertexSolver *solver, const VertexBoard *board, VertexPosition position,
                              Side to_move, const VertexOutcome *outcome, ExpressionTree *strategy);
void strategy_write(const ExpressionTree *strategy, const Graph *graph, Text *out);

#endif
