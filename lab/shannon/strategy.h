// Strategies of the game on vertices as expressions, as in b2.(b1|c1).(a3|b3) (Hayward's notes on solving Hex states;
// docs/PROOFS.md). A vertex is one that the winner has or moves to. A dot means both: the parts have no vertex in common. A
// bar means either: no vertex is in all its sides, so that when the loser enters some, the winner moves in another, first to the one
// vertex of it that stands alone. However the bars are decided, the winner has what wins. This goes for Connect and
// for Cut alike.
#ifndef MUSTPLAY_LAB_SHANNON_STRATEGY_H
#define MUSTPLAY_LAB_SHANNON_STRATEGY_H

#include "lab/shannon/vertex_solve.h"

enum { STRATEGY_NODES_MAX = 4000 };

typedef enum StrategyKind { STRATEGY_VERTEX, STRATEGY_AND, STRATEGY_OR } StrategyKind;

// Parts of AND and OR are a chain of nodes.
typedef struct StrategyNode {
    StrategyKind kind;
    int vertex;
    int first, next; // 0: none
} StrategyNode;

typedef struct Strategy {
    int root; // 0: nothing is needed, the game is over
    int count;
    StrategyNode node[STRATEGY_NODES_MAX + 1]; // from 1 on
} Strategy;

typedef enum StrategyResult { STRATEGY_BUILT, STRATEGY_TOO_LONG, STRATEGY_SPENT } StrategyResult;

// The strategy of the winner of a solved position. The solver finds the winner's answers; its budget may be spent.
StrategyResult strategy_build(VertexSolver *solver, const VertexBoard *board, VertexPosition position,
                              Side to_move, const VertexOutcome *outcome, Strategy *strategy);
void strategy_write(const Strategy *strategy, const Graph *graph, Text *out);

#endif
