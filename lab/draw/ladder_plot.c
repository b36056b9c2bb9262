#include "lab/draw/ladder_plot.h"

#include "app/draw/shapes.h"

#include <cairo-svg.h>
#include <math.h>
#include <stdio.h>

enum {
    WIDTH = 720,
    HEIGHT = 480,
    LEFT = 80,
    RIGHT = 560,
    TOP = 50,
    BOTTOM = 420,
    SIZE_LOW = 3,
    SIZE_HIGH = 7
};
static const double DECADES = 10;

// Colours that colour-blind readers can tell apart.
static const double HUES[][3] = {{0.35, 0.35, 0.35}, {0.90, 0.62, 0.00}, {0.34, 0.71, 0.91},
                                 {0.00, 0.62, 0.45}, {0.00, 0.45, 0.70}, {0.84, 0.37, 0.00},
                                 {0.80, 0.47, 0.65}};

static double size_x(int size) {
    return LEFT + 40 + (double)(size - SIZE_LOW) / (SIZE_HIGH - SIZE_LOW) * (RIGHT - LEFT - 80);
}

static double nodes_y(uint64_t nodes) {
    return BOTTOM - log10((double)nodes) / DECADES * (BOTTOM - TOP);
}

static void axes_draw(cairo_t *cr) {
    char text[32];
    cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
    cairo_set_font_size(cr, 15);
    shape_label(cr, LEFT, TOP - 22, 0,
                "Nodes to solve every opening: ours (solid) and published (dashed, rings)");
    cairo_set_font_size(cr, 12);
    for (int decade = 0; decade <= (int)DECADES; decade++) {
        double y = BOTTOM - decade / DECADES * (BOTTOM - TOP);
        cairo_set_source_rgb(cr, 0.88, 0.88, 0.88);
        cairo_set_line_width(cr, 0.8);
        cairo_move_to(cr, LEFT, y);
        cairo_line_to(cr, RIGHT, y);
        cairo_stroke(cr);
        cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
        snprintf(text, sizeof text, "1e%d", decade);
        shape_label(cr, LEFT - 8, y + 4, 1, text);
    }
    for (int size = SIZE_LOW; size <= SIZE_HIGH; size++) {
        snprintf(text, sizeof text, "%dx%d", size, size);
        shape_label(cr, size_x(size), BOTTOM + 22, 0.5, text);
    }
    shape_label(cr, (LEFT + RIGHT) / 2.0, BOTTOM + 44, 0.5, "board");
}

static void points_draw(cairo_t *cr, const uint64_t *nodes, bool published) {
    static const double dashes[] = {5, 4};
    cairo_set_dash(cr, dashes, published ? 2 : 0, 0);
    cairo_set_line_width(cr, published ? 1.2 : 2.2);
    for (int size = SIZE_LOW; size <= SIZE_HIGH; size++) {
        if (!nodes[size]) continue;
        if (size > SIZE_LOW && nodes[size - 1])
            cairo_line_to(cr, size_x(size), nodes_y(nodes[size]));
        else
            cairo_move_to(cr, size_x(size), nodes_y(nodes[size]));
    }
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0);
    for (int size = SIZE_LOW; size <= SIZE_HIGH; size++) {
        if (!nodes[size]) continue;
        cairo_arc(cr, size_x(size), nodes_y(nodes[size]), published ? 6 : 3.5, 0, 2 * M_PI);
        if (published)
            cairo_stroke(cr);
        else
            cairo_fill(cr);
    }
}

static void line_draw(cairo_t *cr, const LadderLine *line, int number) {
    const double *hue = HUES[(size_t)number % (sizeof HUES / sizeof *HUES)];
    double y = TOP + 20 + 24 * number;
    cairo_set_source_rgb(cr, hue[0], hue[1], hue[2]);
    points_draw(cr, line->published, true);
    points_draw(cr, line->ours, false);
    cairo_arc(cr, RIGHT + 30, y - 4, 4, 0, 2 * M_PI);
    cairo_fill(cr);
    shape_label(cr, RIGHT + 42, y, 0, line->name);
}

bool ladder_plot_save(const LadderLine *lines, int count, const char *path, Error *error) {
    cairo_surface_t *surface = cairo_svg_surface_create(path, WIDTH, HEIGHT);
    cairo_t *cr = cairo_create(surface);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    axes_draw(cr);
    for (int i = 0; i < count; i++) line_draw(cr, &lines[i], i);
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status == CAIRO_STATUS_SUCCESS) return true;
    return error_failure(error, "'%.200s': %s", path, cairo_status_to_string(status));
}
