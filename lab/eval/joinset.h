// Joinsets (Hayward's notes on solving Hex states): sets of empty cells that join a colour's edges once they are
// all his. A minimal one holds no smaller one; a cell in no minimal joinset of either colour is dead.
#ifndef MUSTPLAY_LAB_EVAL_JOINSET_H
#define MUSTPLAY_LAB_EVAL_JOINSET_H

#include "game/position.h"

// Writes joinsets of the fewest cells, at most `max`; each is minimal. `*count` is how many there are in all, or
// `most` if there are more. Returns how many were written; 0 when the opponent has cut the edges apart, and one
// empty set when they are joined.
int joinsets_smallest(const Position *position, Color color, CellSet *out, int max, int64_t most,
                      int64_t *count);

// The minimal joinsets of a colour, of any size. They are the paths without short cut between the edges in the
// colour's graph (eval/shannon.h). Only neighbours on the path are adjacent, and only its ends are next
// to an edge.
typedef struct MinimalJoinsets {
    int64_t count;
    CellSet live;              // the cells that are in one
    int64_t through[CELL_MAX]; // in how many each is
} MinimalJoinsets;
// Writes at most `max` of them. Their number is exponential in the size of the board: false when `steps` steps of
// the walk over the paths were not enough.
bool joinsets_minimal(const Position *position, Color color, int64_t steps, CellSet *out, int max,
                      MinimalJoinsets *found);

// The empty cells in no minimal joinset, which are the dead ones. Either colour will do: the minimal joinsets of both
// have the same union. False when `steps` steps were not enough.
bool joinsets_dead(const Position *position, int64_t steps, CellSet *dead);

#endif
