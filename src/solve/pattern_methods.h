// The ladder of pattern search as methods of the solver (search/pattern_search.h).
#ifndef MUSTPLAY_SOLVE_PATTERN_METHODS_H
#define MUSTPLAY_SOLVE_PATTERN_METHODS_H

#include "solve/solver.h"

bool pattern_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                    SolveResult *result, Error *error);
bool solver1_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                    SolveResult *result, Error *error);
bool solver2_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                    SolveResult *result, Error *error);
bool solver3_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                    SolveResult *result, Error *error);
bool solver4_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                    SolveResult *result, Error *error);
bool solver5_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                    SolveResult *result, Error *error);
bool solver5id_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                      SolveResult *result, Error *error);

#endif
