// The evaluations by name, behind one call: what a searching player looks at when it looks no further.
#ifndef MUSTPLAY_ENGINE_EVALUATION_H
#define MUSTPLAY_ENGINE_EVALUATION_H

#include "base/error.h"
#include "game/board.h"

// The choices of an option "evaluation".
#define EVALUATION_NAMES "links|cells|bridges|two-distance|dijkstra|path|flow|yreduction|net"

typedef struct Evaluation Evaluation;

// One of the names: links, cells and bridges are circuits (eval/resistance.h); net is a network's value. NULL
// with an error when memory runs out or there is no net.
Evaluation *evaluation_new(const char *name, Error *error);
void evaluation_free(Evaluation *evaluation);

// How far `color` is ahead on a board without a winner: 0 when nobody is; finite. Not for two threads at
// once.
double evaluation_lead(Evaluation *evaluation, const Board *board, Color color);
// A lead of this much is a winning probability of e / (1 + e).
double evaluation_scale(const Evaluation *evaluation);

// --- How near a colour is to joining its edges, by each measure: greater is better.
typedef double (*NearFunction)(const Board *board, Color color);
// two-distance, dijkstra, path or flow; NULL for other names.
NearFunction near_function(const char *name);

#endif
