// Stochastic local beam search over weights (Rasmussen 2007 §9.4.6). A change of the best weights so far is kept when its
// player wins a game against every player kept before.
#ifndef MUSTPLAY_LAB_LEARN_BEAM_H
#define MUSTPLAY_LAB_LEARN_BEAM_H

#include "lab/learn/tourney.h"
#include "lab/learn/weights.h"

typedef struct BeamOptions {
    int iterations;
    double step; // z: each weight changes by up to this much
    uint64_t seed;
} BeamOptions;

BeamOptions beam_options(void); // the thesis's: 575, 0.15

// Appends the best weights after each iteration; `performance` is how many sets of weights were kept. Games begin with a
// random position of two to N stones, in a colour that is drawn. False with an error.
bool beam_learn(const Geometry *geometry, const BeamOptions *options, const LearnWatch *watch,
                WeightsList *list, Error *error);

#endif
