// The methods of `solve` that search for proofs with knowledge: the rows of dfs, pns, dfpn and fdfpn
// (solve/solver.h), and the engine of auto.
#ifndef MUSTPLAY_SOLVE_PROOF_METHODS_H
#define MUSTPLAY_SOLVE_PROOF_METHODS_H

#include "search/proof_search.h"
#include "solve/solver.h"

// The engine of auto.
bool best_method(const Position *position, const Budget *budget, Solver *solver, Answer *answer,
                 Error *error);

// A part of a larger search by auto (search/proof_search.h): with the net of the settings from the first study on, or
// with none. The solver keeps the graph from part to part.
bool solve_part(const Position *position, bool exact, const ProofLimits *limits, const Budget *budget,
                Solver *solver, ProofPart *part, Error *error);
// How auto searches a board, but for threads and memory: with the net of the settings, or the solver's own if it is there.
SolveSettings solve_auto_settings(const Solver *solver, const Geometry *geometry);

#endif
