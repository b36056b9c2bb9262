// Solving an opening by a method with settings: what the reproductions of Gao 2020, chapter 5, measure.
#ifndef MUSTPLAY_LAB_REPRODUCE_FOCUSED_H
#define MUSTPLAY_LAB_REPRODUCE_FOCUSED_H

#include "lab/reproduce/reproduce.h"
#include "solve/truth.h"

// The solver's net, which the caller frees; NULL with an error when it is not found or cannot be read.
Net *focused_net(Error *error);

typedef struct FocusedRun {
    uint64_t nodes;
    json_t *proof_nodes; // a new reference: null when the search did not end
    double seconds;      // CPU, of this thread
    const char *winner;  // "black", "white", "not ended"
} FocusedRun;

// Solves the board after Black's opening within `seconds` of CPU. What the solver keeps is released; what the caller gave
// stays his.
bool focused_solve(const SolveMethod *method, int size, const char *opening, Solver *solver, double seconds,
                   FocusedRun *run, Error *error);

#endif
