// Proof files of what a solve found: one for a position, or a folder with one for each of its moves.
#ifndef MUSTPLAY_APP_REPORT_PROOFS_H
#define MUSTPLAY_APP_REPORT_PROOFS_H

#include "cli/public.h"

typedef struct ProofOrder {
    const char *path; // a file, or for moves a folder
    bool force;
    mp_solver *solver;
    mp_limits limits; // of the whole command, from the watch's start on; `memory` is for the claims
    Watch *watch;
    // What came of it:
    Text report;     // a line per file
    bool unfinished; // not every file could be written within the limits
} ProofOrder;

// Of the memory that a solve with a proof may take in all: what is for the claims, and what is left for the
// search. Zero stays zero.
void proofs_share_memory(const char *path, uint64_t memory, uint64_t *claims, uint64_t *search);

// Refuses, before anything is solved, a path that cannot be written.
bool proofs_check(const char *path, bool folder, bool force, Error *error);

// Of limits of a whole command that began with the watch, what is left.
mp_limits limits_left(const mp_limits *limits, const Watch *watch);

// Writes the proof that `winner` wins the position; `move` is the winner's, or MP_NONE.
bool proofs_write(ProofOrder *order, const mp_game *game, mp_color winner, int move, Error *error);
// Writes a proof for each move that is known to win or lose, one of two that are each other's half-turn. Files
// that exist are kept unless `force`.
bool proofs_write_moves(ProofOrder *order, const mp_game *game, const mp_moves *moves, Error *error);

#endif
