#include "lab/draw/reduced_drawing.h"

#include "app/draw/picture.h"
#include "app/draw/shapes.h"
#include "eval/shannon.h"

#include <math.h>
#include <stdio.h>

static const double MARGIN = 1.6, HEAD = 0.9, VERTEX = 0.13, TARGET = 0.2;
// Links between neighbouring cells, links that a contracted chain makes, and links to targets.
static const Rgb LINK = {0.55, 0.55, 0.55}, JUMP = {0.00, 0.45, 0.70}, TARGET_LINK = {0.90, 0.62, 0.00};

typedef struct Panels {
    const Position *position;
    ShannonGraph graph[2];
    double cell_size;
} Panels;

static double panel_width(const Geometry *g) {
    return 2 * MARGIN + g->width + 0.5 * (g->height - 1);
}
static double panel_height(const Geometry *g) {
    return HEAD + 2 * MARGIN + HEX_ROW * (g->height - 1) + 2 * HEX_RADIUS;
}

static double x_of(const Geometry *g, int cell) {
    return MARGIN + 0.5 + cell_column(g, cell) + 0.5 * cell_row(g, cell);
}
static double y_of(const Geometry *g, int cell) {
    return HEAD + MARGIN + HEX_RADIUS + HEX_ROW * cell_row(g, cell);
}

// A target stands outside the middle of its edge.
static void target_place(const Geometry *g, Color color, int side, double *x, double *y) {
    double middle_x = (x_of(g, 0) + x_of(g, g->cells - 1)) / 2,
           middle_y = (y_of(g, 0) + y_of(g, g->cells - 1)) / 2;
    double slant = 0.25 * (g->height - 1), sign = side ? 1 : -1;
    if (color == BLACK) {
        *x = middle_x + sign * slant;
        *y = middle_y + sign * (HEX_ROW * (g->height - 1) / 2 + 1.35);
    } else {
        *x = middle_x + sign * ((g->width - 1) / 2.0 + 1.35);
        *y = middle_y;
    }
}

static void line(cairo_t *cr, double ax, double ay, double bx, double by, double bend) {
    double mx = (ax + bx) / 2 + bend * (by - ay), my = (ay + by) / 2 - bend * (bx - ax);
    cairo_move_to(cr, ax, ay);
    cairo_curve_to(cr, (ax + 2 * mx) / 3, (ay + 2 * my) / 3, (bx + 2 * mx) / 3, (by + 2 * my) / 3, bx, by);
    cairo_stroke(cr);
}

static void links_draw(cairo_t *cr, const ShannonGraph *graph) {
    const Geometry *g = graph->geometry;
    CellSet todo = graph->empty;
    for (int cell; (cell = cellset_pop(&todo)) >= 0;) {
        CellSet around = cellset_and(graph->around[cell], todo);
        for (int other; (other = cellset_pop(&around)) >= 0;) {
            bool beside = cellset_has(g->around[cell], other);
            shape_use(cr, beside ? LINK : JUMP, 1);
            cairo_set_line_width(cr, beside ? 0.035 : 0.05);
            line(cr, x_of(g, cell), y_of(g, cell), x_of(g, other), y_of(g, other), beside ? 0 : 0.12);
        }
    }
}

static void targets_draw(cairo_t *cr, const ShannonGraph *graph) {
    const Geometry *g = graph->geometry;
    double x[2], y[2];
    for (int side = 0; side < 2; side++) {
        target_place(g, graph->color, side, &x[side], &y[side]);
        CellSet near = graph->target[side];
        shape_use(cr, TARGET_LINK, 1);
        cairo_set_line_width(cr, 0.035);
        for (int cell; (cell = cellset_pop(&near)) >= 0;)
            line(cr, x[side], y[side], x_of(g, cell), y_of(g, cell), 0);
    }
    if (graph->joined) {
        shape_use(cr, JUMP, 1);
        cairo_set_line_width(cr, 0.09);
        line(cr, x[0], y[0], x[1], y[1], 0);
    }
    for (int side = 0; side < 2; side++) {
        cairo_rectangle(cr, x[side] - TARGET, y[side] - TARGET, 2 * TARGET, 2 * TARGET);
        shape_use(cr, SHAPE_STONE[graph->color], 1);
        cairo_fill_preserve(cr);
        shape_use(cr, SHAPE_INK, 1);
        cairo_set_line_width(cr, 0.05);
        cairo_stroke(cr);
    }
}

static void vertices_draw(cairo_t *cr, const ShannonGraph *graph) {
    const Geometry *g = graph->geometry;
    char name[CELL_NAME_MAX];
    CellSet todo = graph->empty;
    for (int cell; (cell = cellset_pop(&todo)) >= 0;) {
        cairo_arc(cr, x_of(g, cell), y_of(g, cell), VERTEX, 0, 2 * M_PI);
        shape_use(cr, SHAPE_PAPER, 1);
        cairo_fill_preserve(cr);
        shape_use(cr, SHAPE_INK, 1);
        cairo_set_line_width(cr, 0.04);
        cairo_stroke(cr);
        shape_text(cr, cell_name(g, cell, name), x_of(g, cell) + 0.18, y_of(g, cell) - 0.16, 0.2, -1);
    }
}

static void board_draw(cairo_t *cr, const Position *p) {
    const Geometry *g = p->geometry;
    char name[CELL_NAME_MAX];
    for (int cell = 0; cell < g->cells; cell++) {
        double x = x_of(g, cell), y = y_of(g, cell);
        shape_cell(cr, x, y, SHAPE_BOARD);
        Color color = position_at(p, cell);
        if (color != EMPTY) shape_stone(cr, x, y, color, MARK_NONE);
        shape_use(cr, SHAPE_INK, 1);
        if (color == EMPTY) shape_text(cr, cell_name(g, cell, name), x, y, 0.24, 0);
    }
    for (Color color = BLACK; color <= WHITE; color++) {
        for (int side = 0; side < 2; side++) {
            double x, y;
            target_place(g, color, side, &x, &y);
            shape_use(cr, SHAPE_INK, 1);
            shape_text(cr, color == BLACK ? "Black" : "White", x, y, 0.26, 0);
        }
    }
}

static void panels_draw(void *context, struct _cairo *cr) {
    const Panels *panels = context;
    const Geometry *g = panels->position->geometry;
    static const char *const TITLES[] = {"The position", "Black's graph", "White's graph"};
    cairo_scale(cr, panels->cell_size, panels->cell_size);
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    shape_use(cr, SHAPE_PAPER, 1);
    cairo_paint(cr);
    for (int panel = 0; panel < 3; panel++) {
        shape_use(cr, SHAPE_INK, 1);
        shape_text(cr, TITLES[panel], 0.5, 0.55, 0.44, -1);
        if (!panel) {
            board_draw(cr, panels->position);
        } else {
            const ShannonGraph *graph = &panels->graph[panel - 1];
            links_draw(cr, graph);
            targets_draw(cr, graph);
            vertices_draw(cr, graph);
        }
        cairo_translate(cr, panel_width(g), 0);
    }
}

bool reduced_drawing_save(const Position *position, double cell_size, const char *path, bool force,
                          Error *error) {
    Panels panels = {.position = position, .cell_size = cell_size};
    Board board;
    board_set(&board, position);
    for (Color color = BLACK; color <= WHITE; color++) shannon_make(&panels.graph[color], &board, color);
    Picture picture = {.width = 3 * panel_width(position->geometry) * cell_size,
                       .height = panel_height(position->geometry) * cell_size,
                       .draw = panels_draw,
                       .context = &panels};
    return picture_save(&picture, path, force, error);
}
