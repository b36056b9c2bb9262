// Joinsets (Hayward's notes on solving Hex states): sets of empty cells that join a colour's edges once they are
// all his. A minimal one holds no smaller one; a cell in no minimal joinset of either colour is dead.
#ifndef MUSTPLAY_EVAL_JOINSET_H
#define MUSTPLAY_EVAL_JOINSET_H

#include "game/position.h"

// Writes joinsets of the fewest cells, at most `max`; each is minimal. `*count` is how many there are in all, or
// `most` if there are more. Returns how many were written; 0 when the opponent has cut the edges apart, and one
// empty set when they are joined.
int joinsets_smallest(const Position *position, Color color, CellSet *out, int max, int64_t most,
                      int64_t *count);

#endif
