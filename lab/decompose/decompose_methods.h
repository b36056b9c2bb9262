// Strategy decomposition as methods of the solver (lab/decompose/decompose.h). Positions end by knowledge, or by the
// rules alone. Both take the context's net as predictor.
#ifndef MUSTPLAY_LAB_DECOMPOSE_DECOMPOSE_METHODS_H
#define MUSTPLAY_LAB_DECOMPOSE_DECOMPOSE_METHODS_H

#include "solve/solver.h"

extern const SolveMethod SOLVE_DECOMPOSE, SOLVE_DECOMPOSE_RULES;

#endif
