// The evaluations by name, behind one call: what a searching player looks at when it looks no further.
#ifndef MUSTPLAY_PLAY_EVALUATION_H
#define MUSTPLAY_PLAY_EVALUATION_H

#include "base/error.h"
#include "game/board.h"
#include "knowledge/vc.h"

// The choices of an option "evaluation".
#define EVALUATION_NAMES "links|cells|bridges|connections|two-distance|dijkstra|path|flow|yreduction|net"

typedef struct Evaluation Evaluation;

// One of the names: links, cells, bridges and connections are circuits (eval/resistance.h); net is a network's value.
// NULL with an error when memory runs out or there is no net.
Evaluation *evaluation_new(const char *name, Error *error);
// A committee by the weights of an iteration of a file (lab/eval/committee.h); -1: the last.
Evaluation *evaluation_new_committee(const char *path, int iteration, Error *error);
void evaluation_free(Evaluation *evaluation);

// How far `color` is ahead on a board without a winner: 0 when nobody is; finite. Not for two threads at
// once.
double evaluation_lead(Evaluation *evaluation, const Board *board, Color color);
// The same for those who have the board's connections at hand. Without them (`vc` NULL) an evaluation by connections
// finds its own, after fill-in, with either colour to move: twice the work.
double evaluation_lead_connected(Evaluation *evaluation, const Board *board, const Vc *vc, Color color);
// Whether connections matter to it.
bool evaluation_connects(const Evaluation *evaluation);
// What a lead means: the winning probability on a board of that size, fitted to games (docs/EVALUATIONS.md); never 0 or
// 1, which are for proofs.
double evaluation_probability(const Evaluation *evaluation, const Geometry *geometry, double lead);

// --- How near a colour is to joining its edges, by each measure: greater is better.
typedef double (*NearFunction)(const Board *board, Color color);
// two-distance, dijkstra, path or flow; NULL for other names.
NearFunction near_function(const char *name);

// --- The same for leads that have no Evaluation: a lead of the scale is a probability of e / (1 + e).
double near_scale(NearFunction near, const Geometry *geometry);
double circuit_scale(void);
double reduction_scale(const Geometry *geometry);
double probability_of_lead(double lead, double scale);

#endif
