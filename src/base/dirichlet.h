// Dirichlet noise, as searches mix it into the prior of their root (Silver et al. 2017; Gao 2020 §4.6.2).
#ifndef MUSTPLAY_BASE_DIRICHLET_H
#define MUSTPLAY_BASE_DIRICHLET_H

#include "base/random.h"

// Draws `count` (at least 1) numbers that are not negative and sum to 1 from the symmetric distribution with the
// parameter alpha > 0.
void dirichlet_draw(Random *random, double alpha, int count, double *share);

#endif
