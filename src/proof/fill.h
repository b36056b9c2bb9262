// Fill-in that a proof can undo: sets captured for the winner, by the checker's own test. What is the loser's
// (captured, dead or permanently his) needs no proof: it is simply given away.
#ifndef MUSTPLAY_PROOF_FILL_H
#define MUSTPLAY_PROOF_FILL_H

#include "knowledge/inferior.h"
#include "proof/claim.h"

enum { FILL_STEPS_MAX = 64 };

typedef struct Fill {
    Position filled;
    int steps;
    CellSet step[FILL_STEPS_MAX];   // captured for the winner, in the order in which they were filled
    CellSet stones[FILL_STEPS_MAX]; // the winner's before that step
} Fill;

// Fills in a position in which `winner` wins with the other to move.
void fill_position(Inferior *inferior, const Position *position, Color winner, Fill *fill);

// The claim about the position that a claim about the filled position gives: the same if it needs no filled
// cell. CLAIM_NONE out of memory.
ClaimRef fill_undo(ClaimBook *book, const Fill *fill, ClaimRef ref);

#endif
