// A small AND/OR graph (lab/andor/andor.h) as a picture: layers from the root down, OR nodes round, AND nodes square.
// Costs stand on the edges (where not 0), estimates beside the nodes. The cheapest solution by recursive sums is in
// colour.
#ifndef MUSTPLAY_LAB_ANDOR_ANDOR_DRAWING_H
#define MUSTPLAY_LAB_ANDOR_ANDOR_DRAWING_H

#include "lab/andor/andor.h"

// Writes SVG, PNG or PDF by the name's ending; an existing file is kept unless `force`. With `paid` the solution uses only edges
// to terminals from these nodes.
bool andor_drawing_save(const AndOrGraph *graph, const char *title, const bool *paid, const char *path,
                        bool force, Error *error);

#endif
