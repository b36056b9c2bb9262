// Y-reduction of Hex (van Rijswijck 2002 §4). A position becomes one of the game of Y (lab/y/hex_in_y.h), whose board
// is reduced to a single cell (lab/y/ypyramid.h). The half-turn of a position has another value: a player
// should take the mean of both.
#ifndef MUSTPLAY_LAB_EVAL_YREDUCTION_H
#define MUSTPLAY_LAB_EVAL_YREDUCTION_H

#include "game/position.h"
#include "lab/y/ypyramid.h"

typedef struct HexPyramid {
    const Geometry *geometry;
    YPyramid y;
} HexPyramid;

void hexpyramid_set(HexPyramid *pyramid, const Position *position);
// Changes one cell to BLACK, WHITE or EMPTY; only what depends on it is computed again.
void hexpyramid_change(HexPyramid *pyramid, int cell, Color color);

// As ypyramid_odds: positive for Black.
double hexpyramid_odds(const HexPyramid *pyramid);
// As ypyramid_gradient, by the cells of the Hex board.
void hexpyramid_gradient(const HexPyramid *pyramid, double *gradient);

#endif
