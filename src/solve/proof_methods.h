// The methods of `solve` that search for proofs with knowledge: dfs, pns, dfpn, fdfpn, and the engine of
// auto.
#ifndef MUSTPLAY_SOLVE_PROOF_METHODS_H
#define MUSTPLAY_SOLVE_PROOF_METHODS_H

#include "solve/solver.h"

bool dfs_method(const Position *position, const Budget *budget, SolveContext *context, Answer *answer,
                Error *error);
bool pns_method(const Position *position, const Budget *budget, SolveContext *context, Answer *answer,
                Error *error);
bool dfpn_method(const Position *position, const Budget *budget, SolveContext *context, Answer *answer,
                 Error *error);
bool fdfpn_method(const Position *position, const Budget *budget, SolveContext *context, Answer *answer,
                  Error *error);
bool best_method(const Position *position, const Budget *budget, SolveContext *context, Answer *answer,
                 Error *error);

#endif
