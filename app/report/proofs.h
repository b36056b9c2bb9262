// Proof files of what a solve found: one for a position, or a folder with one for each of its moves.
#ifndef MUSTPLAY_APP_REPORT_PROOFS_H
#define MUSTPLAY_APP_REPORT_PROOFS_H

#include "cli/watch.h"
#include "proof/proof.h"

typedef struct ProofOrder {
    const char *path; // a file, or for moves a folder
    bool force;
    const SolveMethod *method; // that solved
    Budget budget;      // of the whole command, from the watch's start on; `memory` is for the claims
    Solver *solver;
    Watch *watch;
    // What came of it:
    Text report;     // a line per file
    bool unfinished; // not every file could be written within the budget
} ProofOrder;

// Of the memory that a solve with a proof may take in all: what is for the claims, and what is left for the
// search. Zero stays zero.
void proofs_share_memory(const char *path, uint64_t memory, uint64_t *claims, uint64_t *search);

// Refuses, before anything is solved, a path that cannot be written.
bool proofs_check(const char *path, bool folder, bool force, Error *error);

// Writes the proof that `winner` wins the position; `move` is the winner's, or MOVE_NONE.
bool proofs_write(ProofOrder *order, const Position *position, Color winner, Move move, Error *error);
// Writes a proof for each move that is known to win or lose, one of two that are each other's half-turn. Files
// that exist are kept unless `force`.
bool proofs_write_moves(ProofOrder *order, const Position *position, CellSet winning, CellSet losing,
                        Error *error);

#endif
