// Drawings of claims of a proof file: the winner's stones, the carrier, and which cells share which answer.
#ifndef MUSTPLAY_APP_DRAW_CLAIM_DRAWING_H
#define MUSTPLAY_APP_DRAW_CLAIM_DRAWING_H

#include "app/draw/drawing.h"
#include "proof/proof_read.h"

// Fills in a drawing of a claim, numbered from 0, with a title. Each cell of the carrier is labelled with the answer to a
// stone of the loser's there. Cells that share an answer have a colour, the largest groups first. False with an error.
bool drawing_claim(Drawing *drawing, const Proof *proof, int claim, Error *error);

#endif
