// A plot of nodes against board size, one line per method, the published figures beside ours.
#ifndef MUSTPLAY_LAB_DRAW_LADDER_PLOT_H
#define MUSTPLAY_LAB_DRAW_LADDER_PLOT_H

#include "base/error.h"

#include <stdint.h>

enum { LADDER_SIZES = 9, LADDER_LINES_MAX = 8 };

typedef struct LadderLine {
    const char *name;
    uint64_t ours[LADDER_SIZES], published[LADDER_SIZES]; // by board size; 0: no figure
} LadderLine;

// Writes an SVG file: sizes 3 to 7 across, nodes on a logarithmic scale up.
bool ladder_plot_save(const LadderLine *lines, int count, const char *path, Error *error);

#endif
