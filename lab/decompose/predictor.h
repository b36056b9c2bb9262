// A predictor of moves and values for searches that are told where to look: a net, or without one the
// resistance of the board. Nothing it says is a proof.
#ifndef MUSTPLAY_LAB_DECOMPOSE_PREDICTOR_H
#define MUSTPLAY_LAB_DECOMPOSE_PREDICTOR_H

#include "game/position.h"
#include "net/net.h"

typedef struct Predictor Predictor;

typedef struct Prediction {
    double value;            // above 0: the mover wins, below: he loses
    double rating[CELL_MAX]; // of the mover's moves, the greatest the best; of empty cells only
} Prediction;

// `net` outlives the predictor. Without one, and if `find` is set, the net that net_find gives is loaded. Resistance
// predicts if a net cannot be read, or if the board is too small for nets. NULL with an error.
Predictor *predictor_new(const Geometry *geometry, const Net *net, bool find, Error *error);
void predictor_free(Predictor *predictor);
bool predictor_has_net(const Predictor *predictor);

// About a position that is not over. Moves that join the mover's edges come first, then those without which the
// opponent joins his: so much is known by the rules. False when memory is short.
bool predictor_ask(Predictor *predictor, const Position *position, Prediction *out, Error *error);

#endif
