// The command `solve` for other rooms, which know more settings of a search.
#ifndef MUSTPLAY_APP_CMD_SOLVE_H
#define MUSTPLAY_APP_CMD_SOLVE_H

#include "cli/command.h"
#include "solve/solver.h"

// Reads further settings from the options, once the core's are read.
typedef bool SolveReader(const Args *args, const SolveMethod *method, SolveSettings *settings, Error *error);
// Runs the command; `more` may be NULL.
int solve_with(const Args *args, SolveReader *more);

#endif
