#include "app/draw/shapes.h"

#include <math.h>

const Rgb SHAPE_PAPER = {1, 1, 1}, SHAPE_BOARD = {0.965, 0.94, 0.88}, SHAPE_LINE = {0.55, 0.52, 0.46},
          SHAPE_INK = {0.15, 0.15, 0.15}, SHAPE_STONE[2] = {{0.1, 0.1, 0.1}, {1, 1, 1}};
static const Rgb LAST_MOVE = {0.90, 0.25, 0.15}, CHAIN = {0.95, 0.70, 0.05};

void shape_corner(double x, double y, double radius, int k, double *cx, double *cy) {
    double angle = M_PI / 3 * k - M_PI / 2;
    *cx = x + radius * cos(angle);
    *cy = y + radius * sin(angle);
}

void shape_hexagon(Pen *pen, double x, double y, double radius) {
    for (int k = 0; k < 6; k++) {
        double cx, cy;
        shape_corner(x, y, radius, k, &cx, &cy);
        pen_line(pen, cx, cy);
    }
    pen_close(pen);
}

void shape_cell(Pen *pen, double x, double y, Rgb fill) {
    shape_hexagon(pen, x, y, HEX_RADIUS);
    pen_color(pen, fill, 1);
    pen_fill_keep(pen);
    pen_color(pen, SHAPE_LINE, 1);
    pen_width(pen, 0.03);
    pen_stroke(pen);
}

void shape_stone(Pen *pen, double x, double y, Color color, int marks) {
    bool chain = marks & MARK_CHAIN;
    pen_circle(pen, x, y, 0.36);
    pen_color(pen, SHAPE_STONE[color], 1);
    pen_fill_keep(pen);
    pen_color(pen, chain ? CHAIN : SHAPE_INK, 1);
    pen_width(pen, chain ? 0.09 : 0.04);
    pen_stroke(pen);
    if (marks & MARK_RING) {
        pen_circle(pen, x, y, 0.3);
        pen_color(pen, LAST_MOVE, 1);
        pen_width(pen, 0.06);
        pen_stroke(pen);
    }
    if (marks & MARK_LAST) {
        pen_circle(pen, x, y, 0.11);
        pen_color(pen, LAST_MOVE, 1);
        pen_fill(pen);
    }
}

void shape_text(Pen *pen, const char *text, double x, double y, double size, int align) {
    pen_font(pen, size);
    pen_text(pen, x, y + 0.36 * size, align < 0 ? 0 : align > 0 ? 1 : 0.5, text);
}
