#include "eval/cholesky_kernels.h"

#include <math.h>

// to -= factor * from
static inline void subtract(double *restrict to, const double *restrict from, double factor, int count) {
    for (int i = 0; i < count; i++) to[i] -= factor * from[i];
}

static inline double product(const double *a, const double *b, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += a[i] * b[i];
    return sum;
}

// Divides a column by the root of its diagonal element.
static void column_scale(double *column, int below) {
    column[0] = sqrt(column[0]);
    double inverse = 1 / column[0];
    for (int i = 1; i <= below; i++) column[i] *= inverse;
}

static int at_most(int count, int most) {
    return count < most ? count : most;
}

static void band_factor(int n, int band, double *matrix) {
    for (int j = 0; j < n; j++, matrix += band + 1) {
        int below = at_most(band, n - 1 - j);
        column_scale(matrix, below);
        for (int k = 1; k <= below; k++) {
            if (matrix[k] != 0) subtract(matrix + k * (band + 1), matrix + k, matrix[k], below - k + 1);
        }
    }
}

static void band_solve(int n, int band, const double *factor, int columns, double *sides) {
    for (double *x = sides; columns--; x += n) {
        for (int j = 0; j < n; j++) {
            if (x[j] == 0) continue; // most of them, in the sides of chains
            const double *column = factor + j * (band + 1);
            x[j] /= column[0];
            subtract(x + j + 1, column + 1, x[j], at_most(band, n - 1 - j));
        }
        for (int j = n - 1; j >= 0; j--) {
            const double *column = factor + j * (band + 1);
            x[j] = (x[j] - product(column + 1, x + j + 1, at_most(band, n - 1 - j))) / column[0];
        }
    }
}

static void solve(int n, double *matrix, double *side) {
    for (int j = 0; j < n; j++) {
        double *column = matrix + j * n + j;
        int below = n - 1 - j;
        column_scale(column, below);
        for (int k = 1; k <= below; k++) {
            if (column[k] != 0) subtract(column + k * (n + 1), column + k, column[k], below - k + 1);
        }
        side[j] /= column[0];
        subtract(side + j + 1, column + 1, side[j], below);
    }
    for (int j = n - 1; j >= 0; j--) {
        const double *column = matrix + j * n + j;
        side[j] = (side[j] - product(column + 1, side + j + 1, n - 1 - j)) / column[0];
    }
}

const CholeskyKernels LEVEL_NAME(cholesky_kernels) = {band_factor, band_solve, solve};
