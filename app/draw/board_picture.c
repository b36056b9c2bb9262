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
static void path_corner(cairo_t *cr, const Geometry *g, int cell, int k, bool middle) {
    double ax, ay, bx, by;
    shape_corner(center_x(g, cell), center_y(g, cell), HEX_RADIUS, k, &ax, &ay);
    shape_corner(center_x(g, cell), center_y(g, cell), HEX_RADIUS, (k + 1) % 6, &bx, &by);
    if (middle)
        cairo_line_to(cr, (ax + bx) / 2, (ay + by) / 2);
    else
        cairo_line_to(cr, ax, ay);
}

// The outer border of an edge. The hexagon sides at the two acute corners belong to both colours: half each.
static void edge_path(cairo_t *cr, const Geometry *g, int edge) {
    int w = g->width, h = g->height;
    cairo_new_path(cr);
    if (edge == EDGE_TOP) {
        for (int c = 0; c < w; c++) {
            path_corner(cr, g, cell_at(g, c, 0), 5, false);
            path_corner(cr, g, cell_at(g, c, 0), 0, false);
        }
        path_corner(cr, g, cell_at(g, w - 1, 0), 0, true);
    } else if (edge == EDGE_BOTTOM) {
        path_corner(cr, g, cell_at(g, 0, h - 1), 3, true);
        for (int c = 0; c < w; c++) {
            path_corner(cr, g, cell_at(g, c, h - 1), 3, false);
            path_corner(cr, g, cell_at(g, c, h - 1), 2, false);
        }
    } else if (edge == EDGE_LEFT) {
        for (int r = 0; r < h; r++) {
            path_corner(cr, g, cell_at(g, 0, r), 5, false);
            path_corner(cr, g, cell_at(g, 0, r), 4, false);
        }
        path_corner(cr, g, cell_at(g, 0, h - 1), 3, true);
    } else {
        path_corner(cr, g, cell_at(g, w - 1, 0), 0, true);
        for (int r = 0; r < h; r++) {
            path_corner(cr, g, cell_at(g, w - 1, r), 1, false);
            path_corner(cr, g, cell_at(g, w - 1, r), 2, false);
        }
    }
}

// Confines drawing to the outside of one edge: the corners are cut along the bisectors of their angles.
static void edge_clip(cairo_t *cr, const Geometry *g, int edge) {
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
    cairo_new_path(cr);
    cairo_move_to(cr, x[from] - out_x[from], y[from] - out_y[from]);
    cairo_line_to(cr, x[from] + 3 * out_x[from], y[from] + 3 * out_y[from]);
    cairo_line_to(cr, x[to] + 3 * out_x[to], y[to] + 3 * out_y[to]);
    cairo_line_to(cr, x[to] - out_x[to], y[to] - out_y[to]);
    cairo_close_path(cr);
    cairo_clip(cr);
}

// First an outline around all edges, so that White's show on white paper, then each in its colour.
static void draw_edges(cairo_t *cr, const Geometry *g, const bool *open) {
    bool some_open = open[0] || open[1] || open[2] || open[3];
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    for (int edge = EDGE_TOP; edge < NODE_MAX; edge++) {
        if (open[edge - EDGE_TOP]) continue;
        cairo_save(cr);
        if (some_open) edge_clip(cr, g, edge); // no round ends where nothing follows
        edge_path(cr, g, edge);
        shape_use(cr, SHAPE_LINE, 1);
        cairo_set_line_width(cr, 2 * EDGE_WIDTH + 0.06);
        cairo_stroke(cr);
        cairo_restore(cr);
    }
    for (int edge = EDGE_TOP; edge < NODE_MAX; edge++) {
        if (open[edge - EDGE_TOP]) continue;
        cairo_save(cr);
        edge_clip(cr, g, edge);
        edge_path(cr, g, edge);
        shape_use(cr, SHAPE_STONE[edge_color(edge)], 1);
        cairo_set_line_width(cr, 2 * EDGE_WIDTH);
        cairo_stroke(cr);
        cairo_restore(cr);
    }
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
}

static Rgb heat_color(double heat) {
    static const Rgb low = {1.0, 0.97, 0.87}, middle = {0.99, 0.68, 0.33}, high = {0.75, 0.10, 0.12};
    const Rgb *a = heat < 0.5 ? &low : &middle, *b = heat < 0.5 ? &middle : &high;
    double t = heat < 0.5 ? 2 * heat : 2 * heat - 1;
    return (Rgb){a->r + t * (b->r - a->r), a->g + t * (b->g - a->g), a->b + t * (b->b - a->b)};
}

static void draw_cell(cairo_t *cr, const Drawing *d, int cell) {
    const Geometry *g = d->position.geometry;
    double heat = d->heat[cell];
    shape_cell(cr, center_x(g, cell), center_y(g, cell),
               d->has_heat && heat >= 0 ? heat_color(fmin(heat, 1)) : SHAPE_BOARD);
}

// A cell of set i: tinted, with a ring; rings of further sets lie inside each other.
static void draw_set_cell(cairo_t *cr, double x, double y, const DrawingSet *set, int i, int depth) {
    if (set->hue == HUE_SHADE) {
        shape_hexagon(cr, x, y, HEX_RADIUS - 0.02);
        shape_use(cr, SHADE, 0.30);
        cairo_fill(cr);
        return;
    }
    if (set->hue != HUE_BY_ORDER) i = (int)set->hue - 1;
    Rgb color = SETS[i % SET_COLORS];
    double radius = HEX_RADIUS - 0.055 - 0.085 * depth;
    shape_hexagon(cr, x, y, radius);
    shape_use(cr, color, 0.20);
    cairo_fill_preserve(cr);
    shape_use(cr, color, 1);
    cairo_set_line_width(cr, 0.065);
    if (i >= SET_COLORS) cairo_set_dash(cr, (double[]){0.12, 0.08}, 2, 0);
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0);
}

static void draw_sets(cairo_t *cr, const Drawing *d) {
    const Geometry *g = d->position.geometry;
    for (int cell = 0; cell < g->cells; cell++) {
        for (int i = 0, depth = 0; i < d->sets; i++) {
            if (cellset_has(d->set[i].cells, cell))
                draw_set_cell(cr, center_x(g, cell), center_y(g, cell), &d->set[i], i, depth++);
        }
    }
}

static void draw_stone(cairo_t *cr, const Drawing *d, int cell, Color color) {
    const Geometry *g = d->position.geometry;
    int marks = (cellset_has(d->chain, cell) ? MARK_CHAIN : 0) | (cell != d->last     ? 0
                                                                  : d->label[cell][0] ? MARK_RING
                                                                                      : MARK_LAST);
    shape_stone(cr, center_x(g, cell), center_y(g, cell), color, marks);
}

static void draw_small_stone(cairo_t *cr, const Geometry *g, int cell, Color color) {
    cairo_arc(cr, center_x(g, cell), center_y(g, cell), 0.2, 0, 2 * M_PI);
    shape_use(cr, SHAPE_STONE[color], 1);
    cairo_fill_preserve(cr);
    shape_use(cr, SHAPE_INK, 1);
    cairo_set_line_width(cr, 0.03);
    cairo_stroke(cr);
}

static void draw_label(cairo_t *cr, const Drawing *d, int cell) {
    if (!d->label[cell][0]) return;
    const Geometry *g = d->position.geometry;
    bool small = cellset_has(cellset_or(d->small[BLACK], d->small[WHITE]), cell);
    bool dark = position_at(&d->position, cell) == BLACK || cellset_has(d->small[BLACK], cell) ||
                (d->has_heat && d->heat[cell] > 0.8);
    shape_use(cr, dark ? SHAPE_PAPER : SHAPE_INK, 1);
    double size = small ? 0.22 : strlen(d->label[cell]) > 3 ? 0.25 : 0.32;
    shape_text(cr, d->label[cell], center_x(g, cell), center_y(g, cell), size, 0);
}

static void draw_coordinates(cairo_t *cr, const Geometry *g) {
    char text[16];
    shape_use(cr, SHAPE_INK, 1);
    for (int c = 0; c < g->width; c++) {
        int top = cell_at(g, c, 0), bottom = cell_at(g, c, g->height - 1);
        snprintf(text, sizeof text, "%c", 'a' + c);
        shape_text(cr, text, center_x(g, top) - 0.34, center_y(g, top) - 1.10, 0.36, 0);
        shape_text(cr, text, center_x(g, bottom) + 0.34, center_y(g, bottom) + 1.10, 0.36, 0);
    }
    for (int r = 0; r < g->height; r++) {
        int left = cell_at(g, 0, r), right = cell_at(g, g->width - 1, r);
        snprintf(text, sizeof text, "%d", r + 1);
        shape_text(cr, text, center_x(g, left) - 0.98, center_y(g, left), 0.36, 1);
        shape_text(cr, text, center_x(g, right) + 0.98, center_y(g, right), 0.36, -1);
    }
}

static void draw_arrow(cairo_t *cr, const Geometry *g, const DrawingArrow *arrow) {
    double ax, ay, bx, by;
    node_center(g, arrow->from, &ax, &ay);
    node_center(g, arrow->to, &bx, &by);
    double dx = bx - ax, dy = by - ay, length = hypot(dx, dy);
    if (length < 1e-6) return;
    dx /= length;
    dy /= length;
    double tip_x = bx - 0.20 * dx, tip_y = by - 0.20 * dy;
    shape_use(cr, SETS[0], 0.9);
    cairo_set_line_width(cr, 0.09);
    if (arrow->dashed) cairo_set_dash(cr, (double[]){0.18, 0.12}, 2, 0);
    cairo_move_to(cr, ax + 0.20 * dx, ay + 0.20 * dy);
    cairo_line_to(cr, tip_x - 0.2 * dx, tip_y - 0.2 * dy);
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0);
    cairo_move_to(cr, tip_x, tip_y);
    cairo_line_to(cr, tip_x - 0.28 * dx - 0.15 * dy, tip_y - 0.28 * dy + 0.15 * dx);
    cairo_line_to(cr, tip_x - 0.28 * dx + 0.15 * dy, tip_y - 0.28 * dy - 0.15 * dx);
    cairo_close_path(cr);
    cairo_fill(cr);
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

static void draw_heat_scale(cairo_t *cr, double x, double y) {
    for (int i = 0; i < 10; i++) {
        cairo_rectangle(cr, x + 0.13 * i, y - 0.18, 0.135, 0.36);
        shape_use(cr, heat_color((i + 0.5) / 10), 1);
        cairo_fill(cr);
    }
    shape_use(cr, SHAPE_INK, 1);
    shape_text(cr, "0 to 1", x + 1.45, y, 0.36, -1);
}

static void draw_legend(cairo_t *cr, const Drawing *d, double top) {
    int columns = legend_columns(d);
    for (int i = 0; i < legend_entries(d); i++) {
        double x = 0.5 + LEGEND_COLUMN * (i % columns), y = top + 0.3 + LEGEND_LINE * (i / columns);
        if (i == d->sets) {
            draw_heat_scale(cr, x, y);
            continue;
        }
        cairo_save(cr);
        cairo_translate(cr, x + 0.2, y);
        cairo_scale(cr, 0.45, 0.45);
        draw_set_cell(cr, 0, 0, &d->set[i], i, 0);
        cairo_restore(cr);
        shape_use(cr, SHAPE_INK, 1);
        shape_text(cr, d->set[i].name, x + 0.55, y, 0.36, -1);
    }
}

// A title too long for the picture is set smaller.
static void draw_title(cairo_t *cr, const Drawing *d) {
    cairo_text_extents_t extents;
    double size = 0.48, room = board_width(d->position.geometry) - 1;
    cairo_set_font_size(cr, size);
    cairo_text_extents(cr, d->title, &extents);
    shape_text(cr, d->title, 0.5, 0.5, extents.width > room ? size * room / extents.width : size, -1);
}

static double title_height(const Drawing *d) {
    return d->title[0] ? 0.8 : 0;
}

static double legend_height(const Drawing *d) {
    int entries = legend_entries(d), columns = legend_columns(d);
    return entries ? 0.3 + LEGEND_LINE * ((entries + columns - 1) / columns) : 0;
}

static void draw_all(cairo_t *cr, const Drawing *d) {
    const Geometry *g = d->position.geometry;
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    shape_use(cr, SHAPE_PAPER, 1);
    cairo_paint(cr);
    shape_use(cr, SHAPE_INK, 1);
    if (d->title[0]) draw_title(cr, d);
    cairo_translate(cr, 0, title_height(d));
    draw_edges(cr, g, d->open);
    for (int cell = 0; cell < g->cells; cell++) draw_cell(cr, d, cell);
    draw_sets(cr, d);
    for (int cell = 0; cell < g->cells; cell++) {
        Color color = position_at(&d->position, cell);
        if (color != EMPTY) draw_stone(cr, d, cell, color);
        for (Color small = BLACK; small <= WHITE; small++)
            if (cellset_has(d->small[small], cell)) draw_small_stone(cr, g, cell, small);
        draw_label(cr, d, cell);
    }
    for (int i = 0; i < d->arrows; i++) draw_arrow(cr, g, &d->arrow[i]);
    if (!d->hide_coordinates) draw_coordinates(cr, g);
    draw_legend(cr, d, board_height(g));
}

static void board_draw(void *context, struct _cairo *cr) {
    const Drawing *d = context;
    cairo_scale(cr, d->cell_size, d->cell_size);
    draw_all(cr, d);
}

bool drawing_render(const Drawing *d, DrawingFormat format, Text *out, Error *error) {
    const Geometry *g = d->position.geometry;
    double height = title_height(d) + board_height(g) + legend_height(d);
    Picture picture = {d->cell_size * board_width(g), d->cell_size * height, board_draw,
                       (void *)(uintptr_t)d};
    return picture_render(&picture, format, out, error);
}
