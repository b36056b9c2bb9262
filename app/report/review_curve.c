// The curve of a review.
#include "app/report/review_report.h"

#include "app/draw/shapes.h"

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

static void axes_draw(Pen *pen, const ReviewCurve *curve) {
    char text[48];
    double right = turn_x(curve, curve->moves);
    pen_font(pen, 14);
    pen_color(pen, (Rgb){0.2, 0.2, 0.2}, 1);
    pen_text(pen, LEFT, TOP - 20, 0, "Black's winning probability; proved parts are thick");
    pen_font(pen, 11);
    for (int k = 0; k <= 4; k++) {
        double y = value_y(k / 4.0), shade = k == 2 ? 0.6 : 0.88;
        pen_color(pen, (Rgb){shade, shade, shade}, 1);
        pen_width(pen, 1);
        pen_move(pen, LEFT, y);
        pen_line(pen, right, y);
        pen_stroke(pen);
        pen_color(pen, (Rgb){0.2, 0.2, 0.2}, 1);
        snprintf(text, sizeof text, "%d %%", 25 * k);
        pen_text(pen, LEFT - 8, y + 4, 1, text);
    }
    for (int i = 0; i <= curve->moves; i += curve->moves > 60 ? 10 : 5) {
        snprintf(text, sizeof text, "%d", i);
        pen_text(pen, turn_x(curve, i), TOP + HEIGHT + 18, 0.5, text);
    }
    pen_text(pen, (LEFT + right) / 2, TOP + HEIGHT + 36, 0.5, "moves");
}

static void curve_line(Pen *pen, const ReviewCurve *curve) {
    pen_color(pen, (Rgb){0, 0.45, 0.70}, 1);
    for (int i = 1; i <= curve->moves; i++) {
        mp_review_turn a = review_turn(curve->review, i - 1), b = review_turn(curve->review, i);
        if (!a.judged || !b.judged) continue;
        pen_width(pen, a.winner != MP_EMPTY && b.winner != MP_EMPTY ? 4 : 1.8);
        pen_move(pen, turn_x(curve, i - 1), value_y(a.black));
        pen_line(pen, turn_x(curve, i), value_y(b.black));
        pen_stroke(pen);
    }
}

// A mark after each bad move: orange for mistakes, vermilion for blunders, filled for proved turning points.
static void marks_draw(Pen *pen, const ReviewCurve *curve) {
    for (int i = 0; i < curve->moves; i++) {
        mp_review_turn turn = review_turn(curve->review, i);
        if (!turn.compared || turn.mark == MP_GOOD || turn.mark == MP_INACCURACY) continue;
        double x = turn_x(curve, i + 1), y = value_y(review_turn(curve->review, i + 1).black);
        if (turn.mark == MP_MISTAKE)
            pen_color(pen, (Rgb){0.90, 0.62, 0}, 1);
        else
            pen_color(pen, (Rgb){0.84, 0.37, 0}, 1);
        pen_circle(pen, x, y, 5);
        pen_width(pen, 2);
        if (turn.mark == MP_TURNING_POINT)
            pen_fill(pen);
        else
            pen_stroke(pen);
        char move[MP_NAME_MAX];
        pen_color(pen, (Rgb){0.2, 0.2, 0.2}, 1);
        pen_text(pen, x, y > TOP + HEIGHT - 20 ? y - 10 : y + 18, 0.5,
                 mp_move_name(curve->game, turn.played, move));
    }
}

static void legend_draw(Pen *pen, const ReviewCurve *curve) {
    pen_color(pen, (Rgb){0.2, 0.2, 0.2}, 1);
    pen_font(pen, 11);
    pen_text(pen, turn_x(curve, 0), TOP + HEIGHT + 54, 0,
             "ring: mistake (orange), blunder (red); disc: proved turning point");
}

static void curve_draw(void *context, Pen *pen) {
    const ReviewCurve *curve = context;
    pen_color(pen, (Rgb){1, 1, 1}, 1);
    pen_paper(pen);
    axes_draw(pen, curve);
    curve_line(pen, curve);
    marks_draw(pen, curve);
    legend_draw(pen, curve);
}

Picture review_curve(ReviewCurve *curve, const mp_game *game, const mp_review *review) {
    *curve = (ReviewCurve){game, review, review_summary(review).moves};
    return (Picture){LEFT + curve_width(curve) + RIGHT_MARGIN, TOP + HEIGHT + BOTTOM_MARGIN, curve_draw,
                     curve};
}
