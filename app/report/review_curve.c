// The curve of a review.
#include "app/report/review_report.h"

#include "app/draw/shapes.h"

#include <cairo.h>
#include <math.h>
#include <stdio.h>

enum {
    LEFT = 56,
    TOP = 46,
    HEIGHT = 260,
    RIGHT_MARGIN = 24,
    BOTTOM_MARGIN = 64,
    STEP = 14,
    LEAST = 420,
    MOST = 740
};

static double curve_width(const ReviewCurve *curve) {
    return fmax(LEAST,
                fmin(MOST, (double)STEP * curve->moves)); // a page shows it without shrinking its texts
}

static double turn_x(const ReviewCurve *curve, int i) {
    return LEFT + (curve->moves ? curve_width(curve) * i / curve->moves : 0);
}

static double value_y(double black) {
    return TOP + HEIGHT * (1 - black);
}

static void axes_draw(cairo_t *cr, const ReviewCurve *curve) {
    char text[48];
    double right = turn_x(curve, curve->moves);
    cairo_set_font_size(cr, 14);
    cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
    shape_label(cr, LEFT, TOP - 20, 0, "Black's winning probability; proved parts are thick");
    cairo_set_font_size(cr, 11);
    for (int k = 0; k <= 4; k++) {
        double y = value_y(k / 4.0), shade = k == 2 ? 0.6 : 0.88;
        cairo_set_source_rgb(cr, shade, shade, shade);
        cairo_set_line_width(cr, 1);
        cairo_move_to(cr, LEFT, y);
        cairo_line_to(cr, right, y);
        cairo_stroke(cr);
        cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
        snprintf(text, sizeof text, "%d %%", 25 * k);
        shape_label(cr, LEFT - 8, y + 4, 1, text);
    }
    for (int i = 0; i <= curve->moves; i += curve->moves > 60 ? 10 : 5) {
        snprintf(text, sizeof text, "%d", i);
        shape_label(cr, turn_x(curve, i), TOP + HEIGHT + 18, 0.5, text);
    }
    shape_label(cr, (LEFT + right) / 2, TOP + HEIGHT + 36, 0.5, "moves");
}

static void curve_line(cairo_t *cr, const ReviewCurve *curve) {
    cairo_set_source_rgb(cr, 0, 0.45, 0.70);
    for (int i = 1; i <= curve->moves; i++) {
        mp_review_turn a = review_turn(curve->review, i - 1), b = review_turn(curve->review, i);
        if (!a.judged || !b.judged) continue;
        cairo_set_line_width(cr, a.winner != MP_EMPTY && b.winner != MP_EMPTY ? 4 : 1.8);
        cairo_move_to(cr, turn_x(curve, i - 1), value_y(a.black));
        cairo_line_to(cr, turn_x(curve, i), value_y(b.black));
        cairo_stroke(cr);
    }
}

// A mark after each bad move: orange for mistakes, vermilion for blunders, filled for proved turning points.
static void marks_draw(cairo_t *cr, const ReviewCurve *curve) {
    for (int i = 0; i < curve->moves; i++) {
        mp_review_turn turn = review_turn(curve->review, i);
        if (!turn.compared || turn.mark == MP_GOOD || turn.mark == MP_INACCURACY) continue;
        double x = turn_x(curve, i + 1), y = value_y(review_turn(curve->review, i + 1).black);
        if (turn.mark == MP_MISTAKE)
            cairo_set_source_rgb(cr, 0.90, 0.62, 0);
        else
            cairo_set_source_rgb(cr, 0.84, 0.37, 0);
        cairo_new_path(cr); // a text leaves a point behind
        cairo_arc(cr, x, y, 5, 0, 2 * M_PI);
        cairo_set_line_width(cr, 2);
        if (turn.mark == MP_TURNING_POINT)
            cairo_fill(cr);
        else
            cairo_stroke(cr);
        char move[MP_NAME_MAX];
        cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
        shape_label(cr, x, y > TOP + HEIGHT - 20 ? y - 10 : y + 18, 0.5,
                    mp_move_name(curve->game, turn.played, move));
    }
}

static void legend_draw(cairo_t *cr, const ReviewCurve *curve) {
    cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
    cairo_set_font_size(cr, 11);
    shape_label(cr, turn_x(curve, 0), TOP + HEIGHT + 54, 0,
                "ring: mistake (orange), blunder (red); disc: proved turning point");
}

static void curve_draw(void *context, struct _cairo *cr) {
    const ReviewCurve *curve = context;
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    axes_draw(cr, curve);
    curve_line(cr, curve);
    marks_draw(cr, curve);
    legend_draw(cr, curve);
}

Picture review_curve(ReviewCurve *curve, const mp_game *game, const mp_review *review) {
    *curve = (ReviewCurve){game, review, review_summary(review).moves};
    return (Picture){LEFT + curve_width(curve) + RIGHT_MARGIN, TOP + HEIGHT + BOTTOM_MARGIN, curve_draw,
                     curve};
}
