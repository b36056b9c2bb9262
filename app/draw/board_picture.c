// The picture. Rows run to the right, each half a cell further right than the one above; hexagons stand on a
// point. Lengths are in units of the distance between neighbours until the surface scales them.
#include "app/draw/drawing.h"

#include "app/draw/picture.h"
#include "app/draw/shapes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const Rgb SHADE = {0.45, 0.45, 0.45};
// In the order of DrawingHue.
static const Rgb SETS[] = {{0.00, 0.45, 0.70}, {0.90, 0.62, 0.00}, {0.00, 0.62, 0.45}, {0.80, 0.47, 0.65},
                           {0.34, 0.71, 0.91}, {0.84, 0.37, 0.00}, {0.45, 0.30, 0.65}, {0.40, 0.40, 0.40}};
enum { SET_COLORS = sizeof SETS / sizeof *SETS };

static const double MARGIN = 1.15, EDGE_WIDTH = 0.30;
static const double LEGEND_LINE = 0.62, LEGEND_COLUMN = 4.6;

static double center_x(const Geometry *g, int cell) {
    return MARGIN + 0.5 + cell_column(g, cell) + 0.5 * cell_row(g, cell);
}
static double center_y(const Geometry *g, int cell) {
    return MARGIN + HEX_RADIUS + HEX_ROW * cell_row(g, cell);
}

// The middle of an edge stands for it in arrows.
static void node_center(const Geometry *g, int node, double *x, double *y) {
    if (node < CELL_MAX) {
        *x = center_x(g, node);
        *y = center_y(g, node);
        return;
    }
    int column = node == EDGE_LEFT ? 0 : node == EDGE_RIGHT ? g->width - 1 : g->width / 2;
    int row = node == EDGE_TOP ? 0 : node == EDGE_BOTTOM ? g->height - 1 : g->height / 2;
    node_center(g, cell_at(g, column, row), x, y);
    *x += node == EDGE_LEFT ? -0.62 : node == EDGE_RIGHT ? 0.62 : 0;
    *y += node == EDGE_TOP ? -0.68 : node == EDGE_BOTTOM ? 0.68 : 0;
}

// Adds corner k of a cell's hexagon to the path, or the middle between corners k and k+1.
static void path_corner(Pen *pen, const Geometry *g, int cell, int k, bool middle) {
    double ax, ay, bx, by;
    shape_corner(center_x(g, cell), center_y(g, cell), HEX_RADIUS, k, &ax, &ay);
    shape_corner(center_x(g, cell), center_y(g, cell), HEX_RADIUS, (k + 1) % 6, &bx, &by);
    if (middle)
        pen_line(pen, (ax + bx) / 2, (ay + by) / 2);
    else
        pen_line(pen, ax, ay);
}

// The outer border of an edge. The hexagon sides at the two acute corners belong to both colours: half each.
static void edge_path(Pen *pen, const Geometry *g, int edge) {
    int w = g->width, h = g->height;
    if (edge == EDGE_TOP) {
        for (int c = 0; c < w; c++) {
            path_corner(pen, g, cell_at(g, c, 0), 5, false);
            path_corner(pen, g, cell_at(g, c, 0), 0, false);
        }
        path_corner(pen, g, cell_at(g, w - 1, 0), 0, true);
    } else if (edge == EDGE_BOTTOM) {
        path_corner(pen, g, cell_at(g, 0, h - 1), 3, true);
        for (int c = 0; c < w; c++) {
            path_corner(pen, g, cell_at(g, c, h - 1), 3, false);
            path_corner(pen, g, cell_at(g, c, h - 1), 2, false);
        }
    } else if (edge == EDGE_LEFT) {
        for (int r = 0; r < h; r++) {
            path_corner(pen, g, cell_at(g, 0, r), 5, false);
            path_corner(pen, g, cell_at(g, 0, r), 4, false);
        }
        path_corner(pen, g, cell_at(g, 0, h - 1), 3, true);
    } else {
        path_corner(pen, g, cell_at(g, w - 1, 0), 0, true);
        for (int r = 0; r < h; r++) {
            path_corner(pen, g, cell_at(g, w - 1, r), 1, false);
            path_corner(pen, g, cell_at(g, w - 1, r), 2, false);
        }
    }
}

// Confines drawing to the outside of one edge: the corners are cut along the bisectors of their angles.
static void edge_clip(Pen *pen, const Geometry *g, int edge) {
    static const double out_x[4] = {-0.866, 0.5, 0.866, -0.5}, out_y[4] = {-0.5, -0.866, 0.5, 0.866};
    double x[4], y[4]; // top left, top right, bottom right, bottom left
    int w = g->width, h = g->height;
    shape_corner(center_x(g, 0), center_y(g, 0), HEX_RADIUS, 5, &x[0], &y[0]);
    shape_corner(center_x(g, g->cells - 1), center_y(g, g->cells - 1), HEX_RADIUS, 2, &x[2], &y[2]);
    // At the acute corners: the middle of the side that both colours share.
    x[1] = center_x(g, cell_at(g, w - 1, 0)) + 0.25;
    y[1] = center_y(g, 0) - 0.433;
    x[3] = center_x(g, cell_at(g, 0, h - 1)) - 0.25;
    y[3] = center_y(g, cell_at(g, 0, h - 1)) + 0.433;
    int from = edge == EDGE_TOP      ? 0
               : edge == EDGE_RIGHT  ? 1
               : edge == EDGE_BOTTOM ? 2
                                     : 3,
        to = (from + 1) % 4;
    pen_move(pen, x[from] - out_x[from], y[from] - out_y[from]);
    pen_line(pen, x[from] + 3 * out_x[from], y[from] + 3 * out_y[from]);
    pen_line(pen, x[to] + 3 * out_x[to], y[to] + 3 * out_y[to]);
    pen_line(pen, x[to] - out_x[to], y[to] - out_y[to]);
    pen_close(pen);
    pen_clip(pen);
}

// First an outline around all edges, so that White's show on white paper, then each in its colour.
static void draw_edges(Pen *pen, const Geometry *g, const bool *open) {
    bool some_open = open[0] || open[1] || open[2] || open[3];
    pen_round(pen, true);
    for (int edge = EDGE_TOP; edge < NODE_MAX; edge++) {
        if (open[edge - EDGE_TOP]) continue;
        pen_save(pen);
        if (some_open) edge_clip(pen, g, edge); // no round ends where nothing follows
        edge_path(pen, g, edge);
        pen_color(pen, SHAPE_LINE, 1);
        pen_width(pen, 2 * EDGE_WIDTH + 0.06);
        pen_stroke(pen);
        pen_restore(pen);
    }
    for (int edge = EDGE_TOP; edge < NODE_MAX; edge++) {
        if (open[edge - EDGE_TOP]) continue;
        pen_save(pen);
        edge_clip(pen, g, edge);
        edge_path(pen, g, edge);
        pen_color(pen, SHAPE_STONE[edge_color(edge)], 1);
        pen_width(pen, 2 * EDGE_WIDTH);
        pen_stroke(pen);
        pen_restore(pen);
    }
    pen_round(pen, false);
}

static Rgb heat_color(double heat) {
    static const Rgb low = {1.0, 0.97, 0.87}, middle = {0.99, 0.68, 0.33}, high = {0.75, 0.10, 0.12};
    const Rgb *a = heat < 0.5 ? &low : &middle, *b = heat < 0.5 ? &middle : &high;
    double t = heat < 0.5 ? 2 * heat : 2 * heat - 1;
    return (Rgb){a->r + t * (b->r - a->r), a->g + t * (b->g - a->g), a->b + t * (b->b - a->b)};
}

static void draw_cell(Pen *pen, const Drawing *d, int cell) {
    const Geometry *g = d->position.geometry;
    double heat = d->heat[cell];
    shape_cell(pen, center_x(g, cell), center_y(g, cell),
               d->has_heat && heat >= 0 ? heat_color(fmin(heat, 1)) : SHAPE_BOARD);
}

// A cell of set i: tinted, with a ring; rings of further sets lie inside each other.
static void draw_set_cell(Pen *pen, double x, double y, const DrawingSet *set, int i, int depth) {
    if (set->hue == HUE_SHADE) {
        shape_hexagon(pen, x, y, HEX_RADIUS - 0.02);
        pen_color(pen, SHADE, 0.30);
        pen_fill(pen);
        return;
    }
    if (set->hue != HUE_BY_ORDER) i = (int)set->hue - 1;
    Rgb color = SETS[i % SET_COLORS];
    double radius = HEX_RADIUS - 0.055 - 0.085 * depth;
    shape_hexagon(pen, x, y, radius);
    pen_color(pen, color, 0.20);
    pen_fill_keep(pen);
    pen_color(pen, color, 1);
    pen_width(pen, 0.065);
    if (i >= SET_COLORS) pen_dash(pen, 0.12, 0.08);
    pen_stroke(pen);
    pen_dash(pen, 0, 0);
}

static void draw_sets(Pen *pen, const Drawing *d) {
    const Geometry *g = d->position.geometry;
    for (int cell = 0; cell < g->cells; cell++) {
        for (int i = 0, depth = 0; i < d->sets; i++) {
            if (cellset_has(d->set[i].cells, cell))
                draw_set_cell(pen, center_x(g, cell), center_y(g, cell), &d->set[i], i, depth++);
        }
    }
}

static void draw_stone(Pen *pen, const Drawing *d, int cell, Color color) {
    const Geometry *g = d->position.geometry;
    int marks = (cellset_has(d->chain, cell) ? MARK_CHAIN : 0) | (cell != d->last     ? 0
                                                                  : d->label[cell][0] ? MARK_RING
                                                                                      : MARK_LAST);
    shape_stone(pen, center_x(g, cell), center_y(g, cell), color, marks);
}

static void draw_small_stone(Pen *pen, const Geometry *g, int cell, Color color) {
    pen_circle(pen, center_x(g, cell), center_y(g, cell), 0.2);
    pen_color(pen, SHAPE_STONE[color], 1);
    pen_fill_keep(pen);
    pen_color(pen, SHAPE_INK, 1);
    pen_width(pen, 0.03);
    pen_stroke(pen);
}

static void draw_label(Pen *pen, const Drawing *d, int cell) {
    if (!d->label[cell][0]) return;
    const Geometry *g = d->position.geometry;
    bool small = cellset_has(cellset_or(d->small[BLACK], d->small[WHITE]), cell);
    bool dark = position_at(&d->position, cell) == BLACK || cellset_has(d->small[BLACK], cell) ||
                (d->has_heat && d->heat[cell] > 0.8);
    pen_color(pen, dark ? SHAPE_PAPER : SHAPE_INK, 1);
    double size = small ? 0.22 : strlen(d->label[cell]) > 3 ? 0.25 : 0.32;
    shape_text(pen, d->label[cell], center_x(g, cell), center_y(g, cell), size, 0);
}

static void draw_coordinates(Pen *pen, const Geometry *g) {
    char text[16];
    pen_color(pen, SHAPE_INK, 1);
    for (int c = 0; c < g->width; c++) {
        int top = cell_at(g, c, 0), bottom = cell_at(g, c, g->height - 1);
        snprintf(text, sizeof text, "%c", 'a' + c);
        shape_text(pen, text, center_x(g, top) - 0.34, center_y(g, top) - 1.10, 0.36, 0);
        shape_text(pen, text, center_x(g, bottom) + 0.34, center_y(g, bottom) + 1.10, 0.36, 0);
    }
    for (int r = 0; r < g->height; r++) {
        int left = cell_at(g, 0, r), right = cell_at(g, g->width - 1, r);
        snprintf(text, sizeof text, "%d", r + 1);
        shape_text(pen, text, center_x(g, left) - 0.98, center_y(g, left), 0.36, 1);
        shape_text(pen, text, center_x(g, right) + 0.98, center_y(g, right), 0.36, -1);
    }
}

static void draw_arrow(Pen *pen, const Geometry *g, const DrawingArrow *arrow) {
    double ax, ay, bx, by;
    node_center(g, arrow->from, &ax, &ay);
    node_center(g, arrow->to, &bx, &by);
    double dx = bx - ax, dy = by - ay, length = hypot(dx, dy);
    if (length < 1e-6) return;
    dx /= length;
    dy /= length;
    double tip_x = bx - 0.20 * dx, tip_y = by - 0.20 * dy;
    pen_color(pen, SETS[0], 0.9);
    pen_width(pen, 0.09);
    if (arrow->dashed) pen_dash(pen, 0.18, 0.12);
    pen_move(pen, ax + 0.20 * dx, ay + 0.20 * dy);
    pen_line(pen, tip_x - 0.2 * dx, tip_y - 0.2 * dy);
    pen_stroke(pen);
    pen_dash(pen, 0, 0);
    pen_move(pen, tip_x, tip_y);
    pen_line(pen, tip_x - 0.28 * dx - 0.15 * dy, tip_y - 0.28 * dy + 0.15 * dx);
    pen_line(pen, tip_x - 0.28 * dx + 0.15 * dy, tip_y - 0.28 * dy - 0.15 * dx);
    pen_close(pen);
    pen_fill(pen);
}

// --- Legend: entries in columns below the board
static int legend_entries(const Drawing *d) {
    return d->hide_legend ? 0 : d->sets + (d->has_heat ? 1 : 0);
}

static double board_width(const Geometry *g) {
    return 2 * MARGIN + g->width + 0.5 * (g->height - 1);
}
static double board_height(const Geometry *g) {
    return 2 * MARGIN + 2 * HEX_RADIUS + HEX_ROW * (g->height - 1);
}

static int legend_columns(const Drawing *d) {
    int columns = (int)((board_width(d->position.geometry) - 0.6) / LEGEND_COLUMN);
    return columns < 1 ? 1 : columns;
}

static void draw_heat_scale(Pen *pen, double x, double y) {
    for (int i = 0; i < 10; i++) {
        pen_rectangle(pen, x + 0.13 * i, y - 0.18, 0.135, 0.36);
        pen_color(pen, heat_color((i + 0.5) / 10), 1);
        pen_fill(pen);
    }
    pen_color(pen, SHAPE_INK, 1);
    shape_text(pen, "0 to 1", x + 1.45, y, 0.36, -1);
}

static void draw_legend(Pen *pen, const Drawing *d, double top) {
    int columns = legend_columns(d);
    for (int i = 0; i < legend_entries(d); i++) {
        double x = 0.5 + LEGEND_COLUMN * (i % columns), y = top + 0.3 + LEGEND_LINE * (i / columns);
        if (i == d->sets) {
            draw_heat_scale(pen, x, y);
            continue;
        }
        pen_save(pen);
        pen_move_origin(pen, x + 0.2, y);
        pen_scale(pen, 0.45);
        draw_set_cell(pen, 0, 0, &d->set[i], i, 0);
        pen_restore(pen);
        pen_color(pen, SHAPE_INK, 1);
        shape_text(pen, d->set[i].name, x + 0.55, y, 0.36, -1);
    }
}

// A title too long for the picture is set smaller.
static void draw_title(Pen *pen, const Drawing *d) {
    double size = 0.48, room = board_width(d->position.geometry) - 1;
    pen_font(pen, size);
    double width = pen_text_width(pen, d->title);
    shape_text(pen, d->title, 0.5, 0.5, width > room ? size * room / width : size, -1);
}

static double title_height(const Drawing *d) {
    return d->title[0] ? 0.8 : 0;
}

static double legend_height(const Drawing *d) {
    int entries = legend_entries(d), columns = legend_columns(d);
    return entries ? 0.3 + LEGEND_LINE * ((entries + columns - 1) / columns) : 0;
}

static void draw_all(Pen *pen, const Drawing *d) {
    const Geometry *g = d->position.geometry;
    pen_color(pen, SHAPE_PAPER, 1);
    pen_paper(pen);
    pen_color(pen, SHAPE_INK, 1);
    if (d->title[0]) draw_title(pen, d);
    pen_move_origin(pen, 0, title_height(d));
    draw_edges(pen, g, d->open);
    for (int cell = 0; cell < g->cells; cell++) draw_cell(pen, d, cell);
    draw_sets(pen, d);
    for (int cell = 0; cell < g->cells; cell++) {
        Color color = position_at(&d->position, cell);
        if (color != EMPTY) draw_stone(pen, d, cell, color);
        for (Color small = BLACK; small <= WHITE; small++)
            if (cellset_has(d->small[small], cell)) draw_small_stone(pen, g, cell, small);
        draw_label(pen, d, cell);
    }
    for (int i = 0; i < d->arrows; i++) draw_arrow(pen, g, &d->arrow[i]);
    if (!d->hide_coordinates) draw_coordinates(pen, g);
    draw_legend(pen, d, board_height(g));
}

static void board_draw(void *context, Pen *pen) {
    const Drawing *d = context;
    pen_scale(pen, d->cell_size);
    draw_all(pen, d);
}

bool drawing_render(const Drawing *d, DrawingFormat format, Text *out, Error *error) {
    const Geometry *g = d->position.geometry;
    double height = title_height(d) + board_height(g) + legend_height(d);
    Picture picture = {d->cell_size * board_width(g), d->cell_size * height, board_draw,
                       (void *)(uintptr_t)d};
    return picture_render(&picture, format, out, error);
}
