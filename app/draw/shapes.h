// What every picture of a board is made of: hexagons that stand on a point, stones, text. Lengths are in units of
// the distance between neighbours.
#ifndef MUSTPLAY_APP_DRAW_SHAPES_H
#define MUSTPLAY_APP_DRAW_SHAPES_H

#include "app/draw/pen.h"
#include "game/geometry.h"

extern const Rgb SHAPE_PAPER, SHAPE_BOARD, SHAPE_LINE, SHAPE_INK, SHAPE_STONE[2];

static const double HEX_RADIUS = 0.57735026919; // centre to corner
static const double HEX_ROW = 0.86602540378;    // between the centres of two rows

// Corner k of the hexagon around (x, y): 0 top, then clockwise.
void shape_corner(double x, double y, double radius, int k, double *corner_x, double *corner_y);
// Makes the hexagon the path.
void shape_hexagon(Pen *pen, double x, double y, double radius);
// An empty cell with its outline.
void shape_cell(Pen *pen, double x, double y, Rgb fill);

// The last move is a point in the middle, or a ring around a label.
typedef enum StoneMark { MARK_NONE, MARK_LAST = 1, MARK_CHAIN = 2, MARK_RING = 4 } StoneMark;
void shape_stone(Pen *pen, double x, double y, Color color, int marks);

// Text beside a point, in the middle of its height: align -1 starts there, 0 centres, 1 ends.
void shape_text(Pen *pen, const char *text, double x, double y, double size, int align);

#endif
