// Temporal difference learning in self-play, TD(0)-leaf (Rasmussen 2007 §9.4.4). Both sides play one level ahead by the
// newest weights. After every move each side's prediction for the position before moves towards that for the
// position after, or towards the result.
//
// The prediction of a side is tanh of its committee's value, between -1 (lost) and 1 (won). The thesis does not say how
// it keeps values within the range of results. Games begin with one random stone of each colour.
#ifndef MUSTPLAY_LAB_LEARN_TD_LEAF_H
#define MUSTPLAY_LAB_LEARN_TD_LEAF_H

#include "lab/learn/tourney.h"
#include "lab/learn/weights.h"

typedef struct TdOptions {
    int games;
    double rate; // alpha
    uint64_t seed;
} TdOptions;

TdOptions td_options(void); // the thesis's: 3,500 games, 0.05

// Appends the weights after each game; `iteration` counts moves. False with an error.
bool td_learn(const Geometry *geometry, const TdOptions *options, const LearnWatch *watch, WeightsList *list,
              Error *error);

#endif
