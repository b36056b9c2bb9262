// The opening and the swap, by rule of thumb: for players whose evaluation says little about a board with at
// most one stone. Players that can judge an opening need none of this.
#ifndef MUSTPLAY_PLAY_OPENING_H
#define MUSTPLAY_PLAY_OPENING_H

#include "play/player.h"

// Whether a first stone of `color` on a square board is so good that it should be swapped. Of the 110 cells
// of the boards 5x5 to 7x7, whose winning openings are known, it is right about 94.
bool opening_is_strong(const Geometry *geometry, Color color, int cell);

// Decides the first move, and whether to swap; false when neither is at stake and the player has to think.
// Without the swap rule the first stone goes to the centre; with it, to a weak cell that the seed picks.
bool opening_choose(const Game *game, const MoveTerms *terms, Random *random, Choice *choice);

#endif
