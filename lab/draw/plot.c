#include "lab/draw/plot.h"

#include "app/draw/shapes.h"

#include <cairo.h>
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

static void stroke_line(cairo_t *cr, double x0, double y0, double x1, double y1) {
    cairo_move_to(cr, x0, y0);
    cairo_line_to(cr, x1, y1);
    cairo_stroke(cr);
}

static void tick_draw(cairo_t *cr, const Axis *axis, bool across, double value, const char *text) {
    double place = axis->from + (value - axis->low) / (axis->high - axis->low) * (axis->to - axis->from);
    cairo_set_source_rgb(cr, 0.89, 0.89, 0.89);
    cairo_set_line_width(cr, 0.8);
    if (across)
        stroke_line(cr, place, TOP, place, BOTTOM);
    else
        stroke_line(cr, LEFT, place, RIGHT, place);
    cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
    if (across)
        shape_label(cr, place, BOTTOM + 20, 0.5, text);
    else
        shape_label(cr, LEFT - 8, place + 4, 1, text);
}

// On a logarithmic scale of few decades 2 and 5 are marked too.
static void axis_draw_log(cairo_t *cr, const Axis *axis, bool across) {
    static const double between[] = {1, 2, 5};
    double span = axis->high - axis->low, step = fmax(1, round(span / TICKS));
    for (double k = floor(axis->low / step) * step; k <= axis->high; k += step) {
        for (int i = 0; i < (span < 2.5 ? 3 : 1); i++) {
            double place = k + log10(between[i]);
            char text[32];
            if (place < axis->low || place > axis->high) continue;
            snprintf(text, sizeof text, k >= -2 && k <= 4 ? "%g" : "%.0e", between[i] * pow(10, k));
            tick_draw(cr, axis, across, place, text);
        }
    }
}

static void axis_draw(cairo_t *cr, const Axis *axis, bool across) {
    if (axis->log) {
        axis_draw_log(cr, axis, across);
        return;
    }
    double step = tick_step(axis->high - axis->low);
    for (double k = ceil(axis->low / step); k * step <= axis->high; k++) {
        char text[32];
        snprintf(text, sizeof text, "%.*f", step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0, k * step + 0.0);
        tick_draw(cr, axis, across, k * step, text);
    }
}

// Names of categories; every other one stands lower when they are long.
static void categories_draw(cairo_t *cr, const Frame *f) {
    size_t longest = 0;
    for (int i = 0; i < f->plot->categories; i++) {
        size_t length = strlen(f->plot->category[i]);
        if (length > longest) longest = length;
    }
    bool staggered = (double)longest * 7 > (RIGHT - LEFT) / (double)f->plot->categories;
    cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
    for (int i = 0; i < f->plot->categories; i++)
        shape_label(cr, axis_at(&f->x, i), BOTTOM + 20 + (staggered && i % 2 ? 15 : 0), 0.5,
                    f->plot->category[i]);
}

static void frame_draw(cairo_t *cr, const Frame *f) {
    cairo_set_font_size(cr, 12);
    axis_draw(cr, &f->y, false);
    if (f->plot->categories)
        categories_draw(cr, f);
    else
        axis_draw(cr, &f->x, true);
    cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
    cairo_set_line_width(cr, 1);
    cairo_rectangle(cr, LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP);
    cairo_stroke(cr);
    shape_label(cr, (LEFT + RIGHT) / 2.0, HEIGHT - 14, 0.5, f->plot->x_label);
    cairo_save(cr);
    cairo_translate(cr, 20, (TOP + BOTTOM) / 2.0);
    cairo_rotate(cr, -M_PI / 2);
    shape_label(cr, 0, 0, 0.5, f->plot->y_label);
    cairo_restore(cr);
    cairo_set_font_size(cr, 15);
    shape_label(cr, LEFT, TOP - 22, 0, f->plot->title);
    cairo_set_font_size(cr, 12);
}

static void bar_draw(cairo_t *cr, const Frame *f, const PlotPoint *p, double shift) {
    if (p->low == p->high) return;
    double x = axis_at(&f->x, p->x) + shift, low = axis_at(&f->y, p->low), high = axis_at(&f->y, p->high);
    stroke_line(cr, x, low, x, high);
    stroke_line(cr, x - 3, low, x + 3, low);
    stroke_line(cr, x - 3, high, x + 3, high);
}

// Lines are shifted a little against each other, so that their bars do not cover each other. Points over categories are
// not joined.
static void line_draw(cairo_t *cr, const Frame *f, int number) {
    static const double dashes[] = {5, 4};
    const PlotLine *line = &f->plot->line[number];
    const double *hue = HUES[(size_t)line->hue % (sizeof HUES / sizeof *HUES)];
    double shift = (f->plot->categories ? 9 : 2.5) * (number - (f->plot->lines - 1) / 2.0);
    double y = TOP + 12 + LEGEND_STEP * number;
    cairo_set_source_rgb(cr, hue[0], hue[1], hue[2]);
    cairo_set_line_width(cr, 1.8);
    cairo_set_dash(cr, dashes, line->dashed ? 2 : 0, 0);
    cairo_new_path(cr); // text leaves a point behind, from which the first line would start
    for (int k = 0; k < line->points && !f->plot->categories; k++)
        cairo_line_to(cr, axis_at(&f->x, line->point[k].x) + shift, axis_at(&f->y, line->point[k].y));
    cairo_stroke(cr);
    stroke_line(cr, RIGHT + 14, y - 4, RIGHT + 34, y - 4);
    cairo_set_dash(cr, NULL, 0, 0);
    cairo_set_line_width(cr, 1.2);
    double radius = line->points > 60 ? 1.5 : 3.2;
    for (int k = 0; k < line->points; k++) {
        bar_draw(cr, f, &line->point[k], shift);
        cairo_arc(cr, axis_at(&f->x, line->point[k].x) + shift, axis_at(&f->y, line->point[k].y), radius, 0,
                  2 * M_PI);
        cairo_fill(cr);
    }
    cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
    shape_label(cr, RIGHT + 40, y, 0, line->name);
}

static void plot_draw(void *context, struct _cairo *cr) {
    Frame f = frame_of(context);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    frame_draw(cr, &f);
    for (int i = 0; i < f.plot->lines; i++) line_draw(cr, &f, i);
}

Picture plot_picture(const Plot *plot) {
    return (Picture){WIDTH, HEIGHT, plot_draw, (void *)plot};
}
