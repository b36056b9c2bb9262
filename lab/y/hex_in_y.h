// Hex as a special case of Y (van Rijswijck 2002 §4.1, Figure 11). A WxH board of Hex is part of a triangle of
// size W+H-1: the cell (c,r) lies in the triangle's row c+r, at place r. The rest is filled with White's stones
// beyond the right edge and Black's beyond the bottom. A chain needs all three sides. The white corner gives White
// left and bottom, the black corner gives Black right and bottom. What is left to do is Hex.
//
// The half-turn of a position is another triangle, whose value differs if it is only an estimate.
#ifndef MUSTPLAY_LAB_Y_HEX_IN_Y_H
#define MUSTPLAY_LAB_Y_HEX_IN_Y_H

#include "lab/y/ygame.h"

// The size of the triangle that holds a board of Hex.
static inline int hex_triangle_size(const Geometry *g) {
    return g->width + g->height - 1;
}
// Where a cell of Hex lies in it.
static inline int hex_triangle_column(const Geometry *g, int cell) {
    return cell_row(g, cell);
}
static inline int hex_triangle_row(const Geometry *g, int cell) {
    return cell_column(g, cell) + cell_row(g, cell);
}
static inline int hex_triangle_cell(const Geometry *g, int cell) {
    return triangle_at(hex_triangle_column(g, cell), hex_triangle_row(g, cell));
}

// The cell of Hex at a place of the triangle, or CELL_NONE in the two filled corners.
int hex_triangle_origin(const Geometry *g, int column, int row);
// The stone at a place of the triangle, of the position or of the filled corners; EMPTY for none.
Color hex_triangle_stone(const Position *position, int column, int row);
// The whole position as one of Y: the same winner, the same side to move. An error for boards of Hex that need
// a larger triangle than TRIANGLE_MAX.
bool yposition_of_hex(const Position *position, YPosition *y, Error *error);

#endif
