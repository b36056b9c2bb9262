// The ladder of pattern search as methods of the solver (lab/ladder/threat_search.h): one row a step. Every move is
// settled in one search: they share its templates, and what refutes one settles others.
#ifndef MUSTPLAY_LAB_LADDER_LADDER_METHODS_H
#define MUSTPLAY_LAB_LADDER_LADDER_METHODS_H

#include "solve/solver.h"

extern const SolveMethod SOLVE_PATTERN, SOLVE_SOLVER1, SOLVE_SOLVER2, SOLVE_SOLVER3, SOLVE_SOLVER4,
    SOLVE_SOLVER5, SOLVE_SOLVER5ID, SOLVE_DECOMPOSE_PATTERN;

#endif
