// Claims written as strategy expressions, as in b2.(b1|c1).(a3|b3) (docs/PROOFS.md): a small strategy in one line. A cell
// is a stone that the player has, or moves to. A dot means both, a bar either: when the opponent enters one, the
// player moves in the other.
#ifndef MUSTPLAY_PROOF_STRATEGY_H
#define MUSTPLAY_PROOF_STRATEGY_H

#include "base/text.h"
#include "proof/claim.h"

// A claim, without the stones of `own`. False, with nothing written, when that is longer than `most` characters, or when
// the claim follows by more than stones, pairs and cases.
bool strategy_of_claim(const ClaimBook *book, ClaimRef ref, CellSet own, size_t most, Text *out);
// A cell to move to, and what is then to be held.
bool strategy_of_move(const ClaimBook *book, int cell, const Body *body, CellSet own, size_t most, Text *out);

#endif
