// A position beside the reduced graphs of both colours (eval/shannon.h; van Rijswijck 2002, Figures 13 to 15; Gao 2020, Figure
// 2.14). Vertices are the empty cells and the two targets. Own stones are contracted, the opponent's are gone.
#ifndef MUSTPLAY_LAB_DRAW_REDUCED_DRAWING_H
#define MUSTPLAY_LAB_DRAW_REDUCED_DRAWING_H

#include "game/position.h"

// Writes SVG, PNG or PDF by the name's ending; an existing file is kept unless `force`. `cell_size` is the distance between
// neighbouring cells.
bool reduced_drawing_save(const Position *position, double cell_size, const char *path, bool force,
                          Error *error);

#endif
