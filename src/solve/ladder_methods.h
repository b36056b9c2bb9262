// The ladder of pattern search as methods of the solver (search/threat_search.h).
#ifndef MUSTPLAY_SOLVE_LADDER_METHODS_H
#define MUSTPLAY_SOLVE_LADDER_METHODS_H

#include "solve/solver.h"

// Solves by the step of that name. With `moves` every move is settled in the one search: they share its
// templates, and what refutes one settles others.
bool ladder_method(const char *name, const Position *position, const Budget *budget, Answer *answer,
                   SolveMoves *moves, Error *error);

#endif
