#include "lab/y/y_drawing.h"

#include "app/draw/picture.h"
#include "app/draw/shapes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double MARGIN = 0.85, CAPTION = 0.75, TITLE = 0.9;
static const Rgb MARKED = {0.00, 0.45, 0.70};

void y_panel_init(YPanel *panel, const YPosition *position) {
    memset(panel, 0, sizeof *panel);
    panel->position = *position;
    panel->last = CELL_NONE;
    Color winner = yposition_winner(position);
    if (winner != EMPTY) panel->chain = yposition_winning_chain(position, winner);
}

static double panel_width(const YDrawing *d, const YPanel *p) {
    double text = 0.22 * (double)strlen(p->caption), board = p->position.board->size;
    return fmax(board, text) + (d->hide_coordinates ? 0.5 : 2 * MARGIN);
}

static double panel_height(const YDrawing *d, const YPanel *p) {
    return HEX_ROW * (p->position.board->size - 1) + 2 * HEX_RADIUS +
           (d->hide_coordinates ? 0.4 : 1.6 * MARGIN) + (p->caption[0] ? CAPTION : 0);
}

static void draw_cell(Pen *pen, const YPanel *p, int cell, double x, double y) {
    Color color = yposition_at(&p->position, cell);
    Rgb fill = SHAPE_BOARD;
    if (p->has_share && color == EMPTY) {
        double light = 1 - (double)p->share[cell];
        fill = (Rgb){light, light, light};
    }
    shape_cell(pen, x, y, fill);
    if (cellset_has(p->marked, cell)) {
        shape_hexagon(pen, x, y, HEX_RADIUS - 0.06);
        pen_color(pen, MARKED, 0.20);
        pen_fill_keep(pen);
        pen_color(pen, MARKED, 1);
        pen_width(pen, 0.065);
        pen_stroke(pen);
    }
    int marks = (cellset_has(p->chain, cell) ? MARK_CHAIN : 0) | (cell != p->last     ? 0
                                                                  : p->label[cell][0] ? MARK_RING
                                                                                      : MARK_LAST);
    if (color != EMPTY) shape_stone(pen, x, y, color, marks);
    if (!p->label[cell][0]) return;
    bool dark = color == BLACK || (color == EMPTY && p->has_share && p->share[cell] > 0.4F);
    pen_color(pen, dark ? SHAPE_PAPER : SHAPE_INK, 1);
    shape_text(pen, p->label[cell], x, y, strlen(p->label[cell]) > 3 ? 0.25 : 0.32, 0);
}

// Letters under the bottom row, numbers left of the left side.
static void draw_coordinates(Pen *pen, int size, double left, double top) {
    char text[16];
    pen_color(pen, SHAPE_INK, 1);
    for (int i = 0; i < size; i++) {
        double y = top + HEX_ROW * i;
        snprintf(text, sizeof text, "%d", i + 1);
        shape_text(pen, text, left - 0.5 * i - 0.72, y, 0.36, 1);
        snprintf(text, sizeof text, "%c", 'a' + i);
        shape_text(pen, text, left + i - 0.5 * (size - 1) - 0.30, top + HEX_ROW * (size - 1) + 0.88, 0.36, 0);
    }
}

// With the left upper corner of its space at the origin.
static void draw_panel(Pen *pen, const YDrawing *d, const YPanel *p, double width) {
    const Triangle *t = p->position.board;
    double middle = width / 2, top = (d->hide_coordinates ? 0.2 : 0.5 * MARGIN) + HEX_RADIUS;
    for (int cell = 0; cell < t->cells; cell++)
        draw_cell(pen, p, cell, middle + t->column[cell] - 0.5 * t->row[cell], top + HEX_ROW * t->row[cell]);
    if (!d->hide_coordinates) draw_coordinates(pen, t->size, middle, top);
    pen_color(pen, SHAPE_INK, 1);
    if (p->caption[0]) shape_text(pen, p->caption, middle, panel_height(d, p) - 0.5 * CAPTION, 0.4, 0);
}

// The size of a row of panels: their widths add up, the highest counts.
static void row_size(const YDrawing *d, int row, double *width, double *height) {
    *width = *height = 0;
    for (int i = 0; i < d->panels; i++) {
        if (d->panel[i].row != row) continue;
        *width += panel_width(d, &d->panel[i]);
        *height = fmax(*height, panel_height(d, &d->panel[i]));
    }
}

static int row_count(const YDrawing *d) {
    return d->panels ? d->panel[d->panels - 1].row + 1 : 0;
}

static void drawing_size(const YDrawing *d, double *width, double *height) {
    *width = d->title[0] ? 0.26 * (double)strlen(d->title) + 1 : 0;
    *height = d->title[0] ? TITLE : 0;
    for (int row = 0; row < row_count(d); row++) {
        double w, h;
        row_size(d, row, &w, &h);
        *width = fmax(*width, w);
        *height += h;
    }
}

static void draw_all(void *context, Pen *pen) {
    const YDrawing *d = context;
    double whole, unused, y = d->title[0] ? TITLE : 0;
    drawing_size(d, &whole, &unused);
    pen_scale(pen, d->cell_size);
    pen_color(pen, SHAPE_PAPER, 1);
    pen_paper(pen);
    pen_color(pen, SHAPE_INK, 1);
    if (d->title[0]) shape_text(pen, d->title, 0.5, 0.5, 0.48, -1);
    for (int row = 0; row < row_count(d); row++) {
        double width, height;
        row_size(d, row, &width, &height);
        double x = (whole - width) / 2;
        for (int i = 0; i < d->panels; i++) {
            const YPanel *p = &d->panel[i];
            if (p->row != row) continue;
            pen_save(pen);
            pen_move_origin(pen, x, y + height - panel_height(d, p)); // boards of a row stand on one line
            draw_panel(pen, d, p, panel_width(d, p));
            pen_restore(pen);
            x += panel_width(d, p);
        }
        y += height;
    }
}

bool y_drawing_save(const YDrawing *d, const char *path, bool force, Error *error) {
    double width, height;
    drawing_size(d, &width, &height);
    Picture picture = {width * d->cell_size, height * d->cell_size, draw_all, (void *)(uintptr_t)d};
    return picture_save(&picture, path, force, error);
}
