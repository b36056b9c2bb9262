#include "app/draw/pen_writer.h"

#include <math.h>
#include <stdlib.h>

void pen_begin(Pen *pen, const PenWriter *writer, void *context, double width, double height) {
    *pen = (Pen){.writer = writer, .context = context, .width = width, .height = height};
    pen->state = (PenState){.ink = {.alpha = 1}, .width = 1, .font = 10, .place = {.cosine = 1}};
}

void pen_end(Pen *pen) {
    free(pen->step);
    pen->step = NULL;
}

double pen_unit(const Pen *pen) {
    return hypot(pen->state.place.cosine, pen->state.place.sine);
}

// --- Settings

void pen_color(Pen *pen, Rgb color, double alpha) {
    pen->state.ink = (PenInk){color, alpha};
}

void pen_width(Pen *pen, double width) {
    pen->state.width = width;
}

void pen_dash(Pen *pen, double on, double off) {
    pen->state.on = on;
    pen->state.off = off;
}

void pen_round(Pen *pen, bool round) {
    pen->state.round = round;
}

void pen_font(Pen *pen, double size) {
    pen->state.font = size;
}

// --- Place

void pen_save(Pen *pen) {
    if (pen->saves < PEN_SAVES_MAX) pen->saved[pen->saves++] = pen->state;
}

void pen_restore(Pen *pen) {
    if (!pen->saves) return;
    const PenState *before = &pen->saved[--pen->saves];
    if (pen->state.clips > before->clips) pen->writer->unclip(pen, pen->state.clips - before->clips);
    pen->state = *before;
}

static void point_place(const Pen *pen, double *x, double *y) {
    const PenPlace *p = &pen->state.place;
    double from_x = *x, from_y = *y;
    *x = p->cosine * from_x - p->sine * from_y + p->x0;
    *y = p->sine * from_x + p->cosine * from_y + p->y0;
}

void pen_move_origin(Pen *pen, double x, double y) {
    point_place(pen, &x, &y);
    pen->state.place.x0 = x;
    pen->state.place.y0 = y;
}

void pen_scale(Pen *pen, double factor) {
    pen->state.place.cosine *= factor;
    pen->state.place.sine *= factor;
}

void pen_rotate(Pen *pen, double angle) {
    PenPlace *p = &pen->state.place;
    double cosine = p->cosine * cos(angle) - p->sine * sin(angle);
    p->sine = p->sine * cos(angle) + p->cosine * sin(angle);
    p->cosine = cosine;
}

// --- Path

static void step_add(Pen *pen, PenStep step) {
    if (pen->steps == pen->room) {
        int room = pen->room ? 2 * pen->room : 64;
        PenStep *more = realloc(pen->step, sizeof *more * (size_t)room);
        if (!more) pen->failed = true;
        if (!more) return;
        pen->step = more;
        pen->room = room;
    }
    point_place(pen, &step.x, &step.y);
    if (step.kind == PEN_CIRCLE) {
        step.x1 *= pen_unit(pen);
    } else {
        point_place(pen, &step.x1, &step.y1);
        point_place(pen, &step.x2, &step.y2);
    }
    pen->step[pen->steps++] = step;
}

void pen_move(Pen *pen, double x, double y) {
    step_add(pen, (PenStep){.kind = PEN_MOVE, .x = x, .y = y});
}

void pen_line(Pen *pen, double x, double y) {
    step_add(pen, (PenStep){.kind = pen->steps ? PEN_LINE : PEN_MOVE, .x = x, .y = y});
}

void pen_curve(Pen *pen, double x1, double y1, double x2, double y2, double x, double y) {
    step_add(pen, (PenStep){PEN_CURVE, x, y, x1, y1, x2, y2});
}

void pen_close(Pen *pen) {
    step_add(pen, (PenStep){.kind = PEN_CLOSE});
}

void pen_circle(Pen *pen, double x, double y, double radius) {
    step_add(pen, (PenStep){.kind = PEN_CIRCLE, .x = x, .y = y, .x1 = radius});
}

void pen_rectangle(Pen *pen, double x, double y, double width, double height) {
    pen_move(pen, x, y);
    pen_line(pen, x + width, y);
    pen_line(pen, x + width, y + height);
    pen_line(pen, x, y + height);
    pen_close(pen);
}

static void path_draw(Pen *pen, PenInk fill, PenInk stroke) {
    if (pen->steps && !pen->failed) pen->writer->draw(pen, fill, stroke);
    pen->steps = 0;
    pen->filled = (PenInk){.alpha = 0};
}

void pen_fill(Pen *pen) {
    path_draw(pen, pen->state.ink, (PenInk){.alpha = 0});
}

void pen_fill_keep(Pen *pen) {
    pen->filled = pen->state.ink;
}

void pen_stroke(Pen *pen) {
    path_draw(pen, pen->filled, pen->state.ink);
}

void pen_clip(Pen *pen) {
    if (pen->steps && !pen->failed) pen->writer->clip(pen);
    pen->state.clips++;
    pen->steps = 0;
}

void pen_paper(Pen *pen) {
    PenPlace place = pen->state.place;
    pen->state.place = (PenPlace){.cosine = 1};
    pen_rectangle(pen, 0, 0, ceil(pen->width), ceil(pen->height)); // PNGs have whole pixels
    pen->state.place = place;
    pen_fill(pen);
}

// --- Text

void pen_text(Pen *pen, double x, double y, double share, const char *text) {
    point_place(pen, &x, &y);
    if (*text && !pen->failed) pen->writer->text(pen, x, y, share, text);
}

double pen_text_width(Pen *pen, const char *text) {
    return pen->writer->text_width(pen, text) / pen_unit(pen);
}
