#include "lab/y/ypyramid.h"

#include "lab/y/triangle.h"

#include <math.h>
#include <string.h>

// Where the board of a size begins: after all larger ones.
static int board_start(const YPyramid *y, int size) {
    int from_largest = y->size * (y->size + 1) * (y->size + 2) / 6;
    return from_largest - size * (size + 1) * (size + 2) / 6;
}

static double log_sum(double a, double b, double c, double d) {
    double most = fmax(fmax(a, b), fmax(c, d));
    return most + log(exp(a - most) + exp(b - most) + exp(c - most) + exp(d - most));
}

static double reduce(double a, double b, double c) {
    if (a == 0 && b == 0 && c == 0) return 0; // most of an empty board
    return log_sum(a + b, a + c, b + c, a + b + c) - log_sum(0, a, b, c);
}

// dx/da of x = reduce(a, b, c): the share of the owner's ways that need the first cell, less that of the
// other's.
static double reduce_slope(double a, double b, double c) {
    double own = log_sum(a + b, a + c, b + c, a + b + c), other = log_sum(0, a, b, c);
    return 1 - exp(b + c - own) - exp(a - other);
}

static double stone_odds(Color color) {
    return color == BLACK ? 1000 : color == WHITE ? -1000 : 0;
}

static void row_reduce(YPyramid *y, int size, int row, int from, int to) {
    double *small = y->odds + board_start(y, size) + triangle_number(row);
    const double *upper = y->odds + board_start(y, size + 1) + triangle_number(row), *lower = upper + row + 1;
    for (int j = from; j <= to; j++) small[j] = reduce(upper[j], lower[j], lower[j + 1]);
}

void ypyramid_set(YPyramid *y, int size, YOwner *owner, const void *context) {
    y->size = size;
    for (int row = 0; row < size; row++) {
        for (int column = 0; column <= row; column++)
            y->odds[triangle_at(column, row)] = stone_odds(owner(context, column, row));
    }
    for (int s = size - 1; s > 0; s--) {
        for (int row = 0; row < s; row++) row_reduce(y, s, row, 0, row);
    }
}

// A cell at (column, row) counts in the next board for (column, row), (column, row-1) and (column-1, row-1). After k
// steps it counts for the rows row-k to row, and in row-a for the places column-a to column.
void ypyramid_change(YPyramid *y, int column, int row, Color color) {
    y->odds[triangle_at(column, row)] = stone_odds(color);
    for (int size = y->size - 1; size > 0; size--) {
        int steps = y->size - size;
        for (int a = 0; a <= steps; a++) {
            int r = row - a, from = column - a > 0 ? column - a : 0, to = column < r ? column : r;
            if (r < size && r >= 0) row_reduce(y, size, r, from, to);
        }
    }
}

double ypyramid_odds(const YPyramid *y) {
    return y->odds[board_start(y, 1)];
}

// Spreads the slopes of a board to the next larger one.
static void slopes_spread(const YPyramid *y, int size, const double *small, double *large) {
    const double *x = y->odds + board_start(y, size + 1);
    memset(large, 0, (size_t)triangle_number(size + 1) * sizeof *large);
    for (int i = 0; i < size; i++) {
        for (int j = 0; j <= i; j++) {
            int a = triangle_at(j, i), b = triangle_at(j, i + 1), c = b + 1;
            large[a] += small[a] * reduce_slope(x[a], x[b], x[c]);
            large[b] += small[a] * reduce_slope(x[b], x[a], x[c]);
            large[c] += small[a] * reduce_slope(x[c], x[a], x[b]);
        }
    }
}

void ypyramid_gradient(const YPyramid *y, double *gradient) {
    double slope[2][PYRAMID_BASE_MAX];
    int now = 0;
    slope[now][0] = 1;
    for (int size = 1; size < y->size; size++, now = !now) slopes_spread(y, size, slope[now], slope[!now]);
    for (int cell = 0; cell < triangle_number(y->size); cell++)
        gradient[cell] = y->odds[cell] == 0 ? slope[now][cell] : 0;
}
