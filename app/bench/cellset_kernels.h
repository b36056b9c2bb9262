// The work of `mustplay bench cellset`, compiled once a width of cell set, so that the gain of each width is
// seen.
#ifndef MUSTPLAY_APP_BENCH_CELLSET_KERNELS_H
#define MUSTPLAY_APP_BENCH_CELLSET_KERNELS_H

#include "game/geometry.h"

// Tests every pair of sets for "within" and "meets"; returns a sum that depends on every answer. The inner
// work of connection lists and must-play.
typedef uint64_t CellsetPairs(const CellSet *sets, int count);

// Floods each set of stones from the top edge by shifts; returns the number of stones reached. The inner work
// of "who has won" and of shortest ways.
typedef uint64_t CellsetFlood(const Geometry *geometry, const CellSet *stones, int count);

CellsetPairs cellset_pairs_w1, cellset_pairs_w2, cellset_pairs_w3, cellset_pairs_w6;
CellsetFlood cellset_flood_w1, cellset_flood_w2, cellset_flood_w3, cellset_flood_w6;

enum { CELLSET_BENCH_MAX = 4096 }; // sets a call

#endif
