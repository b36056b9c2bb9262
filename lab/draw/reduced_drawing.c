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

static void line(Pen *pen, double ax, double ay, double bx, double by, double bend) {
    double mx = (ax + bx) / 2 + bend * (by - ay), my = (ay + by) / 2 - bend * (bx - ax);
    pen_move(pen, ax, ay);
    pen_curve(pen, (ax + 2 * mx) / 3, (ay + 2 * my) / 3, (bx + 2 * mx) / 3, (by + 2 * my) / 3, bx, by);
    pen_stroke(pen);
}

static void links_draw(Pen *pen, const ShannonGraph *graph) {
    const Geometry *g = graph->geometry;
    CellSet todo = graph->empty;
    for (int cell; (cell = cellset_pop(&todo)) >= 0;) {
        CellSet around = cellset_and(graph->around[cell], todo);
        for (int other; (other = cellset_pop(&around)) >= 0;) {
            bool beside = cellset_has(g->around[cell], other);
            pen_color(pen, beside ? LINK : JUMP, 1);
            pen_width(pen, beside ? 0.035 : 0.05);
            line(pen, x_of(g, cell), y_of(g, cell), x_of(g, other), y_of(g, other), beside ? 0 : 0.12);
        }
    }
}

static void targets_draw(Pen *pen, const ShannonGraph *graph) {
    const Geometry *g = graph->geometry;
    double x[2], y[2];
    for (int side = 0; side < 2; side++) {
        target_place(g, graph->color, side, &x[side], &y[side]);
        CellSet near = graph->target[side];
        pen_color(pen, TARGET_LINK, 1);
        pen_width(pen, 0.035);
        for (int cell; (cell = cellset_pop(&near)) >= 0;)
            line(pen, x[side], y[side], x_of(g, cell), y_of(g, cell), 0);
    }
    if (graph->joined) {
        pen_color(pen, JUMP, 1);
        pen_width(pen, 0.09);
        line(pen, x[0], y[0], x[1], y[1], 0);
    }
    for (int side = 0; side < 2; side++) {
        pen_rectangle(pen, x[side] - TARGET, y[side] - TARGET, 2 * TARGET, 2 * TARGET);
        pen_color(pen, SHAPE_STONE[graph->color], 1);
        pen_fill_keep(pen);
        pen_color(pen, SHAPE_INK, 1);
        pen_width(pen, 0.05);
        pen_stroke(pen);
    }
}

static void vertices_draw(Pen *pen, const ShannonGraph *graph) {
    const Geometry *g = graph->geometry;
    char name[CELL_NAME_MAX];
    CellSet todo = graph->empty;
    for (int cell; (cell = cellset_pop(&todo)) >= 0;) {
        pen_circle(pen, x_of(g, cell), y_of(g, cell), VERTEX);
        pen_color(pen, SHAPE_PAPER, 1);
        pen_fill_keep(pen);
        pen_color(pen, SHAPE_INK, 1);
        pen_width(pen, 0.04);
        pen_stroke(pen);
        shape_text(pen, cell_name(g, cell, name), x_of(g, cell) + 0.18, y_of(g, cell) - 0.16, 0.2, -1);
    }
}

static void board_draw(Pen *pen, const Position *p) {
    const Geometry *g = p->geometry;
    char name[CELL_NAME_MAX];
    for (int cell = 0; cell < g->cells; cell++) {
        double x = x_of(g, cell), y = y_of(g, cell);
        shape_cell(pen, x, y, SHAPE_BOARD);
        Color color = position_at(p, cell);
        if (color != EMPTY) shape_stone(pen, x, y, color, MARK_NONE);
        pen_color(pen, SHAPE_INK, 1);
        if (color == EMPTY) shape_text(pen, cell_name(g, cell, name), x, y, 0.24, 0);
    }
    for (Color color = BLACK; color <= WHITE; color++) {
        for (int side = 0; side < 2; side++) {
            double x, y;
            target_place(g, color, side, &x, &y);
            pen_color(pen, SHAPE_INK, 1);
            shape_text(pen, color == BLACK ? "Black" : "White", x, y, 0.26, 0);
        }
    }
}

static void panels_draw(void *context, Pen *pen) {
    const Panels *panels = context;
    const Geometry *g = panels->position->geometry;
    static const char *const TITLES[] = {"The position", "Black's graph", "White's graph"};
    pen_scale(pen, panels->cell_size);
    pen_color(pen, SHAPE_PAPER, 1);
    pen_paper(pen);
    for (int panel = 0; panel < 3; panel++) {
        pen_color(pen, SHAPE_INK, 1);
        shape_text(pen, TITLES[panel], 0.5, 0.55, 0.44, -1);
        if (!panel) {
            board_draw(pen, panels->position);
        } else {
            const ShannonGraph *graph = &panels->graph[panel - 1];
            links_draw(pen, graph);
            targets_draw(pen, graph);
            vertices_draw(pen, graph);
        }
        pen_move_origin(pen, panel_width(g), 0);
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
