// The winner of every position of a small board, for both movers: 3^cells arrangements of stones, legal in a
// game or not. Tests of knowledge look positions up here. It shares nothing with the searches.
//
// Made backwards: an arrangement is a number in base 3, so a further stone makes it larger. A full board goes
// to who has joined the edges; any other is won by the mover if a child is.
#ifndef MUSTPLAY_TOOLS_LIB_ALL_POSITIONS_H
#define MUSTPLAY_TOOLS_LIB_ALL_POSITIONS_H

#include "game/position.h"

enum { ALL_POSITIONS_CELLS = 16 };

typedef struct AllPositions AllPositions;

// Up to 16 cells: 3x3 takes a millisecond, 4x4 seconds and 11 MB. NULL for larger boards or out of memory.
AllPositions *all_positions_new(const Geometry *geometry);
void all_positions_free(AllPositions *all);

uint32_t all_positions_count(const AllPositions *all); // 3^cells

// The number of an arrangement: the sum over the stones of 3^cell, twice that for White's.
uint32_t all_positions_index(const AllPositions *all, const CellSet stones[2]);
// The inverse; the position's mover is Black.
Position all_positions_at(const AllPositions *all, uint32_t index);

Color all_positions_winner_at(const AllPositions *all, uint32_t index, Color to_move);
Color all_positions_winner(const AllPositions *all, const Position *position);

#endif
