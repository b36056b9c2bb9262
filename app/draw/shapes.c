#include "app/draw/shapes.h"

#include <math.h>

const Rgb SHAPE_PAPER = {1, 1, 1}, SHAPE_BOARD = {0.965, 0.94, 0.88}, SHAPE_LINE = {0.55, 0.52, 0.46},
          SHAPE_INK = {0.15, 0.15, 0.15}, SHAPE_STONE[2] = {{0.1, 0.1, 0.1}, {1, 1, 1}};
static const Rgb LAST_MOVE = {0.90, 0.25, 0.15}, CHAIN = {0.95, 0.70, 0.05};

void shape_use(cairo_t *cr, Rgb c, double alpha) {
    cairo_set_source_rgba(cr, c.r, c.g, c.b, alpha);
}

void shape_corner(double x, double y, double radius, int k, double *cx, double *cy) {
    double angle = M_PI / 3 * k - M_PI / 2;
    *cx = x + radius * cos(angle);
    *cy = y + radius * sin(angle);
}

void shape_hexagon(cairo_t *cr, double x, double y, double radius) {
    cairo_new_path(cr);
    for (int k = 0; k < 6; k++) {
        double cx, cy;
        shape_corner(x, y, radius, k, &cx, &cy);
        cairo_line_to(cr, cx, cy);
    }
    cairo_close_path(cr);
}

void shape_cell(cairo_t *cr, double x, double y, Rgb fill) {
    shape_hexagon(cr, x, y, HEX_RADIUS);
    shape_use(cr, fill, 1);
    cairo_fill_preserve(cr);
    shape_use(cr, SHAPE_LINE, 1);
    cairo_set_line_width(cr, 0.03);
    cairo_stroke(cr);
}

void shape_stone(cairo_t *cr, double x, double y, Color color, int marks) {
    bool chain = marks & MARK_CHAIN;
    cairo_arc(cr, x, y, 0.36, 0, 2 * M_PI);
    shape_use(cr, SHAPE_STONE[color], 1);
    cairo_fill_preserve(cr);
    shape_use(cr, chain ? CHAIN : SHAPE_INK, 1);
    cairo_set_line_width(cr, chain ? 0.09 : 0.04);
    cairo_stroke(cr);
    if (marks & MARK_RING) {
        cairo_arc(cr, x, y, 0.3, 0, 2 * M_PI);
        shape_use(cr, LAST_MOVE, 1);
        cairo_set_line_width(cr, 0.06);
        cairo_stroke(cr);
    }
    if (marks & MARK_LAST) {
        cairo_arc(cr, x, y, 0.11, 0, 2 * M_PI);
        shape_use(cr, LAST_MOVE, 1);
        cairo_fill(cr);
    }
}

void shape_text(cairo_t *cr, const char *text, double x, double y, double size, int align) {
    cairo_text_extents_t extents;
    cairo_set_font_size(cr, size);
    cairo_text_extents(cr, text, &extents);
    double shift = align < 0 ? 0 : align > 0 ? extents.width : extents.width / 2;
    cairo_move_to(cr, x - extents.x_bearing - shift, y + 0.36 * size);
    cairo_show_text(cr, text);
    cairo_new_path(cr);
}

void shape_label(cairo_t *cr, double x, double y, double align, const char *text) {
    cairo_text_extents_t extents;
    cairo_text_extents(cr, text, &extents);
    cairo_move_to(cr, x - align * extents.x_advance, y);
    cairo_show_text(cr, text);
    cairo_new_path(cr);
}
