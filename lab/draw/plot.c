#include "lab/draw/plot.h"

#include "app/draw/shapes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 760,
    HEIGHT = 460,
    LEFT = 84,
    RIGHT = 560,
    TOP = 52,
    BOTTOM = 392,
    LEGEND_STEP = 22,
    TICKS = 6
};

// Colours that colour-blind readers can tell apart.
static const double HUES[][3] = {{0.00, 0.45, 0.70}, {0.84, 0.37, 0.00}, {0.00, 0.62, 0.45},
                                 {0.80, 0.47, 0.65}, {0.90, 0.62, 0.00}, {0.34, 0.71, 0.91},
                                 {0.35, 0.35, 0.35}, {0.50, 0.20, 0.60}, {0.10, 0.10, 0.10},
                                 {0.60, 0.40, 0.20}, {0.70, 0.75, 0.10}, {0.75, 0.05, 0.20}};

// --- Filling a plot

PlotLine *plot_line(Plot *plot, const char *name) {
    for (int i = 0; i < plot->lines; i++) {
        if (!strncmp(plot->line[i].name, name, PLOT_NAME_MAX - 1)) return &plot->line[i];
    }
    if (plot->lines == PLOT_LINES_MAX) return NULL;
    PlotLine *line = &plot->line[plot->lines];
    line->hue = plot->lines++;
    snprintf(line->name, sizeof line->name, "%s", name);
    return line;
}

void plot_add(Plot *plot, PlotLine *line, PlotPoint point) {
    if (line->points == PLOT_POINTS_MAX) return;
    if ((plot->log_x && point.x <= 0) || (plot->log_y && point.y <= 0)) return;
    if (plot->log_y && point.low <= 0) point.low = point.y;
    line->point[line->points++] = point;
}

int plot_category(Plot *plot, const char *name) {
    for (int i = 0; i < plot->categories; i++) {
        if (!strncmp(plot->category[i], name, PLOT_NAME_MAX - 1)) return i;
    }
    if (plot->categories == PLOT_CATEGORIES_MAX) return -1;
    snprintf(plot->category[plot->categories], PLOT_NAME_MAX, "%s", name);
    return plot->categories++;
}

// --- Scales

// One axis: from `low` to `high` (logarithms on a logarithmic scale), drawn between two places.
typedef struct Axis {
    double low, high, from, to;
    bool log;
} Axis;

typedef struct Frame {
    const Plot *plot;
    Axis x, y;
} Frame;

static double axis_at(const Axis *axis, double value) {
    double v = axis->log ? log10(value) : value;
    return axis->from + (v - axis->low) / (axis->high - axis->low) * (axis->to - axis->from);
}

static void axis_widen(Axis *axis, double value) {
    double v = axis->log ? log10(value) : value;
    axis->low = fmin(axis->low, v);
    axis->high = fmax(axis->high, v);
}

static void axis_pad(Axis *axis, double share) {
    double pad = (axis->high > axis->low ? axis->high - axis->low : fmax(1, fabs(axis->high))) * share;
    axis->low -= pad;
    axis->high += pad;
}

static Frame frame_of(const Plot *plot) {
    Frame f = {.plot = plot,
               .x = {INFINITY, -INFINITY, LEFT, RIGHT, plot->log_x},
               .y = {INFINITY, -INFINITY, BOTTOM, TOP, plot->log_y}};
    for (int i = 0; i < plot->lines; i++) {
        for (int k = 0; k < plot->line[i].points; k++) {
            const PlotPoint *p = &plot->line[i].point[k];
            axis_widen(&f.x, p->x);
            axis_widen(&f.y, p->low);
            axis_widen(&f.y, p->high);
        }
    }
    if (plot->categories) f.x = (Axis){-0.5, plot->categories - 0.5, LEFT, RIGHT, false};
    if (f.x.low > f.x.high) f.x.low = 0, f.x.high = 1; // no points
    if (f.y.low > f.y.high) f.y.low = 0, f.y.high = 1;
    axis_pad(&f.x, plot->categories ? 0 : 0.04);
    axis_pad(&f.y, 0.06);
    return f;
}

// A step of 1, 2 or 5 times a power of ten that gives about TICKS marks.
static double tick_step(double span) {
    double step = pow(10, floor(log10(span / TICKS)));
    static const double factors[] = {2, 2.5, 2}; // 1, 2, 5, 10
    for (int i = 0; i < 3 && span / step > TICKS + 1; i++) step *= factors[i];
    return step;
}

// --- Drawing

static void stroke_line(Pen *pen, double x0, double y0, double x1, double y1) {
    pen_move(pen, x0, y0);
    pen_line(pen, x1, y1);
    pen_stroke(pen);
}

static void tick_draw(Pen *pen, const Axis *axis, bool across, double value, const char *text) {
    double place = axis->from + (value - axis->low) / (axis->high - axis->low) * (axis->to - axis->from);
    pen_color(pen, (Rgb){0.89, 0.89, 0.89}, 1);
    pen_width(pen, 0.8);
    if (across)
        stroke_line(pen, place, TOP, place, BOTTOM);
    else
        stroke_line(pen, LEFT, place, RIGHT, place);
    pen_color(pen, (Rgb){0.2, 0.2, 0.2}, 1);
    if (across)
        pen_text(pen, place, BOTTOM + 20, 0.5, text);
    else
        pen_text(pen, LEFT - 8, place + 4, 1, text);
}

// On a logarithmic scale of few decades 2 and 5 are marked too.
static void axis_draw_log(Pen *pen, const Axis *axis, bool across) {
    static const double between[] = {1, 2, 5};
    double span = axis->high - axis->low, step = fmax(1, round(span / TICKS));
    for (double k = floor(axis->low / step) * step; k <= axis->high; k += step) {
        for (int i = 0; i < (span < 2.5 ? 3 : 1); i++) {
            double place = k + log10(between[i]);
            char text[32];
            if (place < axis->low || place > axis->high) continue;
            snprintf(text, sizeof text, k >= -2 && k <= 4 ? "%g" : "%.0e", between[i] * pow(10, k));
            tick_draw(pen, axis, across, place, text);
        }
    }
}

static void axis_draw(Pen *pen, const Axis *axis, bool across) {
    if (axis->log) {
        axis_draw_log(pen, axis, across);
        return;
    }
    double step = tick_step(axis->high - axis->low);
    for (double k = ceil(axis->low / step); k * step <= axis->high; k++) {
        char text[32];
        snprintf(text, sizeof text, "%.*f", step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0, k * step + 0.0);
        tick_draw(pen, axis, across, k * step, text);
    }
}

// Names of categories; every other one stands lower when they are long.
static void categories_draw(Pen *pen, const Frame *f) {
    size_t longest = 0;
    for (int i = 0; i < f->plot->categories; i++) {
        size_t length = strlen(f->plot->category[i]);
        if (length > longest) longest = length;
    }
    bool staggered = (double)longest * 7 > (RIGHT - LEFT) / (double)f->plot->categories;
    pen_color(pen, (Rgb){0.2, 0.2, 0.2}, 1);
    for (int i = 0; i < f->plot->categories; i++)
        pen_text(pen, axis_at(&f->x, i), BOTTOM + 20 + (staggered && i % 2 ? 15 : 0), 0.5,
                 f->plot->category[i]);
}

static void frame_draw(Pen *pen, const Frame *f) {
    pen_font(pen, 12);
    axis_draw(pen, &f->y, false);
    if (f->plot->categories)
        categories_draw(pen, f);
    else
        axis_draw(pen, &f->x, true);
    pen_color(pen, (Rgb){0.2, 0.2, 0.2}, 1);
    pen_width(pen, 1);
    pen_rectangle(pen, LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP);
    pen_stroke(pen);
    pen_text(pen, (LEFT + RIGHT) / 2.0, HEIGHT - 14, 0.5, f->plot->x_label);
    pen_save(pen);
    pen_move_origin(pen, 20, (TOP + BOTTOM) / 2.0);
    pen_rotate(pen, -M_PI / 2);
    pen_text(pen, 0, 0, 0.5, f->plot->y_label);
    pen_restore(pen);
    pen_font(pen, 15);
    pen_text(pen, LEFT, TOP - 22, 0, f->plot->title);
    pen_font(pen, 12);
}

static void bar_draw(Pen *pen, const Frame *f, const PlotPoint *p, double shift) {
    if (p->low == p->high) return;
    double x = axis_at(&f->x, p->x) + shift, low = axis_at(&f->y, p->low), high = axis_at(&f->y, p->high);
    stroke_line(pen, x, low, x, high);
    stroke_line(pen, x - 3, low, x + 3, low);
    stroke_line(pen, x - 3, high, x + 3, high);
}

// Lines are shifted a little against each other, so that their bars do not cover each other. Points over categories are
// not joined.
static void line_draw(Pen *pen, const Frame *f, int number) {
    const PlotLine *line = &f->plot->line[number];
    const double *hue = HUES[(size_t)line->hue % (sizeof HUES / sizeof *HUES)];
    double shift = (f->plot->categories ? 9 : 2.5) * (number - (f->plot->lines - 1) / 2.0);
    double y = TOP + 12 + LEGEND_STEP * number;
    pen_color(pen, (Rgb){hue[0], hue[1], hue[2]}, 1);
    pen_width(pen, 1.8);
    pen_dash(pen, line->dashed ? 5 : 0, 4);
    for (int k = 0; k < line->points && !f->plot->categories; k++)
        pen_line(pen, axis_at(&f->x, line->point[k].x) + shift, axis_at(&f->y, line->point[k].y));
    pen_stroke(pen);
    stroke_line(pen, RIGHT + 14, y - 4, RIGHT + 34, y - 4);
    pen_dash(pen, 0, 0);
    pen_width(pen, 1.2);
    double radius = line->points > 60 ? 1.5 : 3.2;
    for (int k = 0; k < line->points; k++) {
        bar_draw(pen, f, &line->point[k], shift);
        pen_circle(pen, axis_at(&f->x, line->point[k].x) + shift, axis_at(&f->y, line->point[k].y), radius);
        pen_fill(pen);
    }
    pen_color(pen, (Rgb){0.2, 0.2, 0.2}, 1);
    pen_text(pen, RIGHT + 40, y, 0, line->name);
}

static void plot_draw(void *context, Pen *pen) {
    Frame f = frame_of(context);
    pen_color(pen, (Rgb){1, 1, 1}, 1);
    pen_paper(pen);
    frame_draw(pen, &f);
    for (int i = 0; i < f.plot->lines; i++) line_draw(pen, &f, i);
}

Picture plot_picture(const Plot *plot) {
    return (Picture){WIDTH, HEIGHT, plot_draw, (void *)plot};
}
