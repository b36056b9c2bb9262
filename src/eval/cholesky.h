// Symmetric positive definite systems by Cholesky's L L', in place; lower triangles, column by column.
#ifndef MUSTPLAY_EVAL_CHOLESKY_H
#define MUSTPLAY_EVAL_CHOLESKY_H

// A band: element (j + k, j), 0 <= k <= band, lies at [j * (band + 1) + k]. What lies beyond the last row is not looked at.
void cholesky_band_factor(int n, int band, double *matrix);
// Solves for `columns` right-hand sides of n numbers each, one behind the other, by a factored band.
void cholesky_band_solve(int n, int band, const double *factor, int columns, double *sides);

// A full matrix, n x n, and one right-hand side: factors the matrix and solves.
void cholesky_solve(int n, double *matrix, double *side);

#endif
