// The pyramid of Y-reduction (van Rijswijck 2002 §4): a triangular board is reduced, one size at a time, to a
// single cell. Each cell of the smaller board stands for a triangle of three: it is owned by whoever owns two of
// them. With probabilities of ownership this is q = p1 p2 + p1 p3 + p2 p3 - 2 p1 p2 p3. With values v = 2p - 1
// it is (v1 + v2 + v3 - v1 v2 v3) / 2. The last cell is the value of the position: the winner of a
// full board, an estimate before.
//
// An imbalance grows by half at each step, and near certainty the doubt is squared at each step. On large
// boards all values would round to 1 or -1. So cells hold the logarithm of the odds, x = ln(p / (1 - p)),
// whose reduction needs no differences. With o = exp(x), the odds of three cells become
// (o1 o2 + o1 o3 + o2 o3 + o1 o2 o3) / (1 + o1 + o2 + o3).
#ifndef MUSTPLAY_LAB_Y_YPYRAMID_H
#define MUSTPLAY_LAB_Y_YPYRAMID_H

#include "game/geometry.h"

enum {
    PYRAMID_SIZE_MAX = 2 * BOARD_MAX - 1, // a 19x19 board of Hex as one of Y
    PYRAMID_BASE_MAX = PYRAMID_SIZE_MAX * (PYRAMID_SIZE_MAX + 1) / 2,
    PYRAMID_MAX = PYRAMID_BASE_MAX * (PYRAMID_SIZE_MAX + 2) / 3
};

typedef struct YPyramid {
    int size;                 // of the triangle
    double odds[PYRAMID_MAX]; // logarithms; boards of sizes `size` down to 1, one after the other
} YPyramid;

// Who owns a cell, or EMPTY.
typedef Color YOwner(const void *context, int column, int row);

void ypyramid_set(YPyramid *pyramid, int size, YOwner *owner, const void *context);
// Changes one cell to BLACK, WHITE or EMPTY; only what depends on it is computed again.
void ypyramid_change(YPyramid *pyramid, int column, int row, Color color);

// The logarithm of the odds that Black owns the last cell: positive for Black. A stone counts as 1000.
double ypyramid_odds(const YPyramid *pyramid);

// The second pyramid: the partial derivatives of ypyramid_odds by the odds of each cell of the board, row by row; 0 for
// stones. Roughly what a black stone there gains, and what a white one costs. For empty cells they are
// van Rijswijck's derivatives of the value but for one common factor. Every stone changes the top of the first
// pyramid, on which all derivatives depend. So they are computed anew, from the top down. Only the
// first pyramid is kept up to date by small changes.
void ypyramid_gradient(const YPyramid *pyramid, double *gradient);

#endif
