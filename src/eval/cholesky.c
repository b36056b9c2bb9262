#include "eval/cholesky.h"

#include "eval/cholesky_kernels.h"

static const CholeskyKernels *kernels(void) {
    return LEVEL_CHOICE(cholesky_kernels);
}

void cholesky_band_factor(int n, int band, double *matrix) {
    kernels()->band_factor(n, band, matrix);
}

void cholesky_band_solve(int n, int band, const double *factor, int columns, double *sides) {
    kernels()->band_solve(n, band, factor, columns, sides);
}

void cholesky_solve(int n, double *matrix, double *side) {
    kernels()->solve(n, matrix, side);
}
