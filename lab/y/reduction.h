// Micro and macro reduction of full boards (van Rijswijck 2002 §4.2, 4.3), and what they prove.
//
// Micro: each small triangle of three cells, oriented as the board, becomes one cell of the next smaller board, in
// the colour of the majority. A chain stays a chain, and what touches a side still touches it. So the winner stays
// the winner down to the board of one cell, which has exactly one. There is no draw.
//
// Macro: leaving out one of the three border rows gives three smaller boards. A colour wins the board if and only
// if it wins at least two of them. Both are one recursion read in two directions. Micro reduction puts a cell on the
// board of size n-k: the winner of the triangle of size k+1 that stands there on the board.
#ifndef MUSTPLAY_LAB_Y_REDUCTION_H
#define MUSTPLAY_LAB_Y_REDUCTION_H

#include "lab/y/ygame.h"

// A full board, row by row: bit c of black[r] is set where (c,r) is Black's, clear where it is White's.
typedef struct YRows {
    int size;
    uint32_t black[TRIANGLE_MAX];
} YRows;

// The rows of a full board. False, with an error that names an empty cell, for one that is not full.
bool yrows_of(const YPosition *position, YRows *rows, Error *error);
YPosition yposition_of_rows(const YRows *rows);

// One step of micro reduction; the board must have more than one cell. A few operations on words give the majority of a
// row of triangles. So the whole chain of a board of size n costs about n*n/2 operations.
void yrows_reduce(YRows *rows);
// Micro reduction down to one cell: its colour is the winner.
Color yrows_micro_winner(YRows rows);

// The board without one of its sides: 0 left, 1 right, 2 bottom.
YRows yrows_without(const YRows *rows, int side);
// Macro reduction down to single cells, by the plain recursion: 3^(n-1) of them, so for small boards.
Color yrows_macro_winner(const YRows *rows);

#endif
