// Strategy decomposition as methods of the solver (lab/decompose/decompose.h).
#ifndef MUSTPLAY_LAB_DECOMPOSE_DECOMPOSE_METHODS_H
#define MUSTPLAY_LAB_DECOMPOSE_DECOMPOSE_METHODS_H

#include "solve/solver.h"

// Positions end by knowledge, or by the rules alone. Both take the context's net as predictor.
bool decompose_method(const Position *position, const Budget *budget, SolveContext *context, Answer *answer,
                      Error *error);
bool decompose_rules_method(const Position *position, const Budget *budget, SolveContext *context,
                            Answer *answer, Error *error);

#endif
