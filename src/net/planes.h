// The input planes of Gao 2020, Tables 3.1 and 3.6, which know bridges. train/planes.py computes the same.
//
// The board is shown as it is, not from the mover's side, with a ring of two cells around it. In the ring, rows above and
// below are Black's stones, columns left and right White's, corners both. A bridge joins two stones (or a stone and
// the ring) over two empty cells of the board, its carrier. Planes, each 0 or 1 per cell:
// - 0 Black's stones, 1 White's, both with the ring; 2 empty cells; 3 everywhere 1 when Black is to move
// - 4, 5 ends of bridges: stones on the board of Black, of White
// - 6 cells that save a bridge of the mover, whose other carrier cell the opponent has taken
// - 7 cells that join neighbours of the mover's which do not touch each other around the cell
// - 8 cells from which a bridge of the mover would be made
// - 9, 10, 11 the opponent's cells of the kinds 6, 8 and 7, in this order
#ifndef MUSTPLAY_NET_PLANES_H
#define MUSTPLAY_NET_PLANES_H

#include "net/layers.h"

// Of nets that are not plain: stones alone, or with the empty cells that are no moves to be considered.
enum { PLANES_STONES = 3, PLANES_MOVES = 4 };
enum { PLANES_SHORT = 9, PLANES_LONG = 12 };

typedef struct Planes {
    int width, height;
    uint16_t seen[SEEN_MAX]; // [height + 4][width + 4]: bit k is plane k
} Planes;

// `count` is PLANES_SHORT or PLANES_LONG.
void planes_of(const Position *position, int count, Planes *planes);

// The first layer's weights by plane: [planes][25][channels]. The caller frees it; NULL when memory is short.
float *planes_table(const Net *net);
// relu(conv5x5): the first map, [cells][channels].
void planes_layer(const Net *net, const float *table, const Planes *planes, float *map);

#endif
