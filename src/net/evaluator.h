// Evaluation of positions by a net on one CPU thread: in f32, or in int8 with a calibrated
// net.
//
// An evaluator belongs to one thread at a time; any number of them may share one Net. It keeps weights
// and scratch memory for every board size it has seen.
#ifndef MUSTPLAY_NET_EVALUATOR_H
#define MUSTPLAY_NET_EVALUATOR_H

#include "game/position.h"
#include "net/net.h"

typedef enum NetPrecision { NET_F32, NET_INT8 } NetPrecision;

typedef struct NetOutput {
    float value;            // of the mover: 1 wins, -1 loses; 0 by a plain net, as all of `action`
    float policy[CELL_MAX]; // probabilities over the empty cells; 0 on stones
    float logit[CELL_MAX];  // before the softmax
    float action[CELL_MAX]; // q: the value after the move, seen by the opponent: small is good; 0 on stones
} NetOutput;

typedef struct Evaluator Evaluator;

// int8, which is the faster, where the net is calibrated for it.
NetPrecision net_best_precision(const Net *net);

// The net must outlive the evaluator. int8 needs a calibrated net; a plain net is evaluated in f32 whatever is asked.
Evaluator *evaluator_new(const Net *net, NetPrecision precision, Error *error);
void evaluator_free(Evaluator *evaluator);

// Evaluates a position that is not over (a finished one gives meaningless numbers). False only when memory
// is short.
bool evaluator_run(Evaluator *evaluator, const Position *position, NetOutput *out, Error *error);
// The same for a search that considers some of the empty cells only: a net with a plane for that is told which.
bool evaluator_run_moves(Evaluator *evaluator, const Position *position, CellSet moves, NetOutput *out,
                         Error *error);
// The logits and action values of these moves alone, which takes less time; whether the rest of `out` is set is left open.
bool evaluator_run_alone(Evaluator *evaluator, const Position *position, CellSet moves, NetOutput *out,
                         Error *error);

// Evaluates the whole position for the leaves of a search: faster and less precise if there is a kernel for it
// (net/tiles.h), otherwise the same.
bool evaluator_run_fast(Evaluator *evaluator, const Position *position, NetOutput *out, Error *error);
bool evaluator_has_fast(const Evaluator *evaluator);

// The convolutions of one evaluation alone, on whatever lies in the buffers: what the whole path is measured
// against.
bool evaluator_run_bare(Evaluator *evaluator, const Geometry *geometry, bool fast, Error *error);

// Shows the inputs of an f32 evaluator's convolutions from now on.
void evaluator_set_tap(Evaluator *evaluator, NetTap tap, void *context);

#endif
