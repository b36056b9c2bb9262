// Apprenticeship learning by the cross-entropy method (Rasmussen 2007 §9.3). It seeks weights under which positions improve for
// the stronger player from one of his turns to the next. As many pairs as possible of a database of games should do so.
#ifndef MUSTPLAY_LAB_LEARN_APPRENTICE_H
#define MUSTPLAY_LAB_LEARN_APPRENTICE_H

#include "lab/learn/gamebase.h"
#include "lab/learn/weights.h"

typedef struct ApprenticeOptions {
    int population; // weight vectors per iteration (n)
    double elite;   // the share of them that is kept (r)
    int iterations; // at most; it ends sooner when the mean stands still
    double inflate; // the covariance is multiplied by a random number from 1 to 1 + inflate, against early
                    // convergence, as the thesis proposes; 0: not.
    // The opponent's advisors weigh like the own ones with the other sign. Without this, advisors that only tell how full the
    // board is satisfy nearly every pair, and the weights say little about who is ahead.
    bool mirrored;
    uint64_t seed;
} ApprenticeOptions;

ApprenticeOptions apprentice_options(void); // the thesis's: 20,000, 0.1, 50, 0

// Appends the mean weights of each iteration; `performance` is the share of pairs that the best of the elite satisfies,
// in percent. False with an error.
bool apprentice_learn(const GameBase *base, const ApprenticeOptions *options, const LearnWatch *watch,
                      WeightsList *list, Error *error);

#endif
