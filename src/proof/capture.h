// How a captured set is played: the answers that make it captured (docs/PROOFS.md, "Captured").
//
// The set belongs to its owner whoever moves. Each stone of the other side inside has an answer inside, unless the
// stone is dead and needs none.
#ifndef MUSTPLAY_PROOF_CAPTURE_H
#define MUSTPLAY_PROOF_CAPTURE_H

#include "proof/field.h"

typedef struct Capture {
    Field field;    // around the set, as in field_captured_own and field_captured_other
    CellSet set;    // as it was at first: at most CAPTURED_MAX cells
    CellSet live;   // where a stone of the other side still needs a look
    bool for_loser; // the owner is the loser of the field
} Capture;

// The other side plays m, a cell of the set: `*answer` is the owner's, or CELL_NONE when none is needed. False when the
// set is not captured.
bool capture_play(Capture *capture, int m, int *answer);

#endif
