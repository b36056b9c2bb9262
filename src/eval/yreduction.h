// Y-reduction (van Rijswijck 2002 §4): a position of Hex becomes one of the game of Y, whose triangular board
// is reduced, one size at a time, to a single cell. Each cell of the smaller board stands for a triangle of
// three: it is owned by whoever owns two of them. With probabilities of ownership p1, p2, p3 that is
// q = p1 p2 + p1 p3 + p2 p3 - 2 p1 p2 p3; with values v = 2p - 1 it is (v1 + v2 + v3 - v1 v2 v3) / 2. The
// last cell is the value of the position: the winner of a full board, an estimate before.
//
// An imbalance grows by half at each step, and near certainty the doubt is squared at each step: on boards of
// any size all values would round to 1 or -1. So cells hold the logarithm of the odds, x = ln(p / (1 - p)),
// whose reduction needs no differences: with o = exp(x), the odds of three cells become
// (o1 o2 + o1 o3 + o2 o3 + o1 o2 o3) / (1 + o1 + o2 + o3).
//
// A WxH board is part of a triangle of size W+H-1: the cell (c,r) lies in the triangle's row c+r, at place r.
// The rest is filled with White's stones beyond the right edge and Black's beyond the bottom. So the
// half-turn of a position has another value: a player should take the mean of both.
#ifndef MUSTPLAY_EVAL_YREDUCTION_H
#define MUSTPLAY_EVAL_YREDUCTION_H

#include "game/position.h"

enum { Y_SIZE_MAX = 2 * BOARD_MAX - 1, Y_PYRAMID_MAX = Y_SIZE_MAX * (Y_SIZE_MAX + 1) * (Y_SIZE_MAX + 2) / 6 };

typedef struct YPyramid {
    const Geometry *geometry;
    int size;                   // of the triangle
    double odds[Y_PYRAMID_MAX]; // logarithms; boards of sizes `size` down to 1, one after the other
} YPyramid;

void ypyramid_set(YPyramid *pyramid, const Position *position);
// Changes one cell to BLACK, WHITE or EMPTY; only what depends on it is computed again.
void ypyramid_change(YPyramid *pyramid, int cell, Color color);

// The logarithm of the odds that Black owns the last cell: positive for Black. A stone counts as 1000.
double ypyramid_odds(const YPyramid *pyramid);

// The partial derivatives of ypyramid_odds by the odds of each empty cell of the Hex board, 0 for stones:
// what a black stone there gains, roughly, and a white one costs. For empty cells they are van Rijswijck's
// derivatives of the value but for one common factor.
void ypyramid_gradient(const YPyramid *pyramid, double *gradient);

#endif
