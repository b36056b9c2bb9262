// The command `solve` for other rooms, which know more settings of a search.
#ifndef MUSTPLAY_APP_CMD_SOLVE_H
#define MUSTPLAY_APP_CMD_SOLVE_H

#include "cli/command.h"
#include "solve/solver.h"

// Reads further settings from the options, once the core's are read.
typedef bool SolveSettings(const Args *args, const SolveMethod *method, SolveContext *context, Error *error);
// Runs the command; `settings` may be NULL.
int solve_with(const Args *args, SolveSettings *settings);

#endif
