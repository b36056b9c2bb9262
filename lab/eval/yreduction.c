#include "lab/eval/yreduction.h"

#include "lab/y/hex_in_y.h"

static Color stone_owner(const void *context, int column, int row) {
    return hex_triangle_stone(context, column, row);
}

void hexpyramid_set(HexPyramid *pyramid, const Position *position) {
    pyramid->geometry = position->geometry;
    ypyramid_set(&pyramid->y, hex_triangle_size(position->geometry), stone_owner, position);
}

void hexpyramid_change(HexPyramid *pyramid, int cell, Color color) {
    const Geometry *g = pyramid->geometry;
    ypyramid_change(&pyramid->y, hex_triangle_column(g, cell), hex_triangle_row(g, cell), color);
}

double hexpyramid_odds(const HexPyramid *pyramid) {
    return ypyramid_odds(&pyramid->y);
}

void hexpyramid_gradient(const HexPyramid *pyramid, double *gradient) {
    double whole[PYRAMID_BASE_MAX];
    ypyramid_gradient(&pyramid->y, whole);
    for (int cell = 0; cell < pyramid->geometry->cells; cell++)
        gradient[cell] = whole[hex_triangle_cell(pyramid->geometry, cell)];
}
