// The command `solve` for other rooms, which know more settings of a search.
#ifndef MUSTPLAY_APP_CMD_SOLVE_COMMAND_H
#define MUSTPLAY_APP_CMD_SOLVE_COMMAND_H

#include "cli/command.h"
#include "mustplay/sys/solver.h"

// Reads further settings from the options into a solver that was just made.
typedef bool SolveReader(const Args *args, const mp_method *method, mp_solver *solver, Error *error);
// Runs the command; `more` may be NULL.
int solve_with(const Args *args, SolveReader *more);

#endif
