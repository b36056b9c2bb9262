// What each level of instructions exports of eval/cholesky.h.
#ifndef MUSTPLAY_EVAL_CHOLESKY_KERNELS_H
#define MUSTPLAY_EVAL_CHOLESKY_KERNELS_H

#include "base/level.h"

typedef struct CholeskyKernels {
    void (*band_factor)(int n, int band, double *matrix);
    void (*band_solve)(int n, int band, const double *factor, int columns, double *sides);
    void (*solve)(int n, double *matrix, double *side);
} CholeskyKernels;

LEVEL_TABLES(CholeskyKernels, cholesky_kernels);

#endif
