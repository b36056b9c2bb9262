// The work of `mustplay bench cellset`, compiled once per width of cell set, so that the gain of each width is
// seen.
#ifndef MUSTPLAY_APP_BENCH_CELLSET_KERNELS_H
#define MUSTPLAY_APP_BENCH_CELLSET_KERNELS_H

#include "base/width.h"
#include "game/geometry.h"

typedef struct CellsetKernels {
    // Tests every pair of sets for "within" and "meets"; returns a sum that depends on every answer. The inner
    // work of connection lists and must-play.
    uint64_t (*pairs)(const CellSet *sets, int count);
    // Floods each set of stones from the top edge by shifts; returns the number of stones reached. The inner
    // work of "who has won" and of shortest ways.
    uint64_t (*flood)(const Geometry *geometry, const CellSet *stones, int count);
} CellsetKernels;

WIDTH_TABLES(CellsetKernels, cellset_kernels);

enum { CELLSET_BENCH_MAX = 4096 }; // sets per call

#endif
