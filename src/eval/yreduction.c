#include "eval/yreduction.h"

#include <math.h>
#include <string.h>

static int triangle(int n) {
    return n * (n + 1) / 2;
}

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
    double *small = y->odds + board_start(y, size) + triangle(row);
    const double *upper = y->odds + board_start(y, size + 1) + triangle(row), *lower = upper + row + 1;
    for (int j = from; j <= to; j++) small[j] = reduce(upper[j], lower[j], lower[j + 1]);
}

void ypyramid_set(YPyramid *y, const Position *position) {
    const Geometry *g = position->geometry;
    y->geometry = g;
    y->size = g->width + g->height - 1;
    for (int i = 0; i < y->size; i++) {
        for (int row = 0; row <= i; row++) {
            int column = i - row;
            double *odds = &y->odds[triangle(i) + row];
            if (column >= g->width)
                *odds = stone_odds(WHITE);
            else if (row >= g->height)
                *odds = stone_odds(BLACK);
            else
                *odds = stone_odds(position_at(position, cell_at(g, column, row)));
        }
    }
    for (int size = y->size - 1; size > 0; size--) {
        for (int i = 0; i < size; i++) row_reduce(y, size, i, 0, i);
    }
}

// A cell at (i, j) counts in the next board for (i, j), (i-1, j) and (i-1, j-1): after k steps for the rows
// i-k to i, and in row i-a for the places j-a to j.
void ypyramid_change(YPyramid *y, int cell, Color color) {
    int j = cell_row(y->geometry, cell), i = cell_column(y->geometry, cell) + j;
    y->odds[triangle(i) + j] = stone_odds(color);
    for (int size = y->size - 1; size > 0; size--) {
        int steps = y->size - size;
        for (int a = 0; a <= steps; a++) {
            int row = i - a, from = j - a > 0 ? j - a : 0, to = j < row ? j : row;
            if (row < size && row >= 0) row_reduce(y, size, row, from, to);
        }
    }
}

double ypyramid_odds(const YPyramid *y) {
    return y->odds[board_start(y, 1)];
}

// Spreads the slopes of a board to the next larger one.
static void slopes_spread(const YPyramid *y, int size, const double *small, double *large) {
    const double *x = y->odds + board_start(y, size + 1);
    memset(large, 0, (size_t)triangle(size + 1) * sizeof *large);
    for (int i = 0; i < size; i++) {
        for (int j = 0; j <= i; j++) {
            int a = triangle(i) + j, b = triangle(i + 1) + j, c = b + 1;
            large[a] += small[a] * reduce_slope(x[a], x[b], x[c]);
            large[b] += small[a] * reduce_slope(x[b], x[a], x[c]);
            large[c] += small[a] * reduce_slope(x[c], x[a], x[b]);
        }
    }
}

void ypyramid_gradient(const YPyramid *y, double *gradient) {
    double slope[2][Y_SIZE_MAX * (Y_SIZE_MAX + 1) / 2];
    int now = 0;
    slope[now][0] = 1;
    for (int size = 1; size < y->size; size++, now = !now) slopes_spread(y, size, slope[now], slope[!now]);
    for (int cell = 0; cell < y->geometry->cells; cell++) {
        int row = cell_row(y->geometry, cell), place = triangle(cell_column(y->geometry, cell) + row) + row;
        gradient[cell] = y->odds[place] == 0 ? slope[now][place] : 0;
    }
}
