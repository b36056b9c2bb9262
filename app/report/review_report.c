#include "app/report/review_report.h"

#include <cairo.h>
#include <math.h>
#include <stdio.h>

// --- JSON

static json_t *line_json(const Review *review, const ReviewTurn *turn) {
    json_t *line = json_array();
    for (int i = 0; i < turn->line_length; i++)
        json_array_append_new(line, json_move(review->geometry, turn->line[i]));
    return line;
}

static json_t *proved_json(const ReviewTurn *turn) {
    if (turn->winner == EMPTY) return json_null();
    return json_string(turn->winner == turn->mover ? "win" : "loss");
}

static json_t *position_json(const Review *review, int i) {
    const ReviewTurn *turn = &review->turn[i];
    return json_pack("{s:i, s:o, s:f, s:f, s:o, s:o, s:o}", "number", i, "to_move", json_color(turn->mover),
                     "value", turn->value, "black", review_black_value(review, i), "proved",
                     proved_json(turn), "best", json_move(review->geometry, turn->best), "pv",
                     line_json(review, turn));
}

static json_t *turn_json(const Review *review, int i) {
    const ReviewTurn *turn = &review->turn[i];
    const char *mark = review_mark_name(turn->mark);
    return json_pack("{s:i, s:o, s:o, s:f, s:o, s:f, s:f, s:o, s:o}", "number", i + 1, "color",
                     json_color(turn->mover), "move", json_move(review->geometry, turn->played), "value",
                     turn->after, "best", json_move(review->geometry, turn->best), "best_value", turn->value,
                     "loss", turn->loss, "mark", mark ? json_string(mark) : json_null(), "pv",
                     line_json(review, turn));
}

json_t *review_json(const Review *review) {
    json_t *positions = json_array(), *moves = json_array(), *turning = json_array();
    for (int i = 0; i < review->turns; i++) {
        const ReviewTurn *turn = &review->turn[i];
        if (turn->judged) json_array_append_new(positions, position_json(review, i));
        if (turn->compared) json_array_append_new(moves, turn_json(review, i));
        if (turn->compared && turn->mark == REVIEW_TURNING_POINT)
            json_array_append_new(turning, json_integer(i + 1));
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:f}", "winner", json_color(review->winner), "positions",
                     positions, "moves", moves, "turning_points", turning, "complete", review->complete,
                     "seconds", review->seconds);
}

// --- The table

static void value_text(double value, Color proved, Color mover, char *buffer, size_t size) {
    if (proved == EMPTY)
        snprintf(buffer, size, "%.0f %%", fmax(1, fmin(99, 100 * value))); // certainty is for proofs
    else
        snprintf(buffer, size, "%s", proved == mover ? "won" : "lost");
}

static void row_add(const Review *review, int i, Text *out) {
    const ReviewTurn *turn = &review->turn[i];
    static const char *const verdicts[] = {"", "mistake", "blunder", "turning point"};
    char move[MOVE_NAME_MAX], best[MOVE_NAME_MAX] = "", before[16], after[16];
    Color proved = turn->played == MOVE_RESIGN ? color_other(turn->mover) : turn[1].winner;
    move_name(review->geometry, turn->played, move);
    if (turn->best != MOVE_NONE && turn->best != turn->played) move_name(review->geometry, turn->best, best);
    value_text(turn->value, turn->winner, turn->mover, before, sizeof before);
    value_text(turn->after, proved, turn->mover, after, sizeof after);
    text_format(out, "%4d  %-5s  %-11s  %6s  %6s  %-5s  %s\n", i + 1, color_name(turn->mover), move, before,
                after, best, verdicts[turn->mark]);
}

void review_table(const Review *review, Text *out) {
    text_add(out, "move  side   played       before   after  best   verdict\n");
    for (int i = 0; i < review->moves; i++) {
        if (review->turn[i].compared) row_add(review, i, out);
    }
    text_add(out, "\nbefore and after: the mover's winning probability; won and lost are proved.\n");
}

// --- The curve

enum { LEFT = 56, TOP = 46, HEIGHT = 260, RIGHT_MARGIN = 24, BOTTOM_MARGIN = 64, STEP = 14, LEAST = 420 };

static double curve_width(const Review *review) {
    return fmax(LEAST, (double)STEP * review->moves);
}

static double turn_x(const Review *review, int i) {
    return LEFT + (review->moves ? curve_width(review) * i / review->moves : 0);
}

static double value_y(double black) {
    return TOP + HEIGHT * (1 - black);
}

static void text_at(cairo_t *cr, double x, double y, double align, const char *text) {
    cairo_text_extents_t extents;
    cairo_text_extents(cr, text, &extents);
    cairo_move_to(cr, x - align * extents.width, y);
    cairo_show_text(cr, text);
}

static void axes_draw(cairo_t *cr, const Review *review) {
    char text[48];
    double right = turn_x(review, review->moves);
    cairo_set_font_size(cr, 14);
    cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
    text_at(cr, LEFT, TOP - 20, 0, "Black's winning probability; proved parts are thick");
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
        text_at(cr, LEFT - 8, y + 4, 1, text);
    }
    for (int i = 0; i <= review->moves; i += review->moves > 60 ? 10 : 5) {
        snprintf(text, sizeof text, "%d", i);
        text_at(cr, turn_x(review, i), TOP + HEIGHT + 18, 0.5, text);
    }
    text_at(cr, (LEFT + right) / 2, TOP + HEIGHT + 36, 0.5, "moves");
}

static void curve_line(cairo_t *cr, const Review *review) {
    cairo_set_source_rgb(cr, 0, 0.45, 0.70);
    for (int i = 1; i < review->turns; i++) {
        const ReviewTurn *a = &review->turn[i - 1], *b = &review->turn[i];
        if (!a->judged || !b->judged) continue;
        cairo_set_line_width(cr, a->winner != EMPTY && b->winner != EMPTY ? 4 : 1.8);
        cairo_move_to(cr, turn_x(review, i - 1), value_y(review_black_value(review, i - 1)));
        cairo_line_to(cr, turn_x(review, i), value_y(review_black_value(review, i)));
        cairo_stroke(cr);
    }
}

// A mark after each bad move: orange for mistakes, vermilion for blunders, filled for proved turning points.
static void marks_draw(cairo_t *cr, const Review *review) {
    for (int i = 0; i < review->moves; i++) {
        const ReviewTurn *turn = &review->turn[i];
        if (!turn->compared || turn->mark == REVIEW_GOOD) continue;
        double x = turn_x(review, i + 1), y = value_y(review_black_value(review, i + 1));
        if (turn->mark == REVIEW_MISTAKE)
            cairo_set_source_rgb(cr, 0.90, 0.62, 0);
        else
            cairo_set_source_rgb(cr, 0.84, 0.37, 0);
        cairo_new_path(cr); // a text leaves a point behind
        cairo_arc(cr, x, y, 5, 0, 2 * M_PI);
        cairo_set_line_width(cr, 2);
        if (turn->mark == REVIEW_TURNING_POINT)
            cairo_fill(cr);
        else
            cairo_stroke(cr);
        char move[MOVE_NAME_MAX];
        cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
        text_at(cr, x, y > TOP + HEIGHT - 20 ? y - 10 : y + 18, 0.5,
                move_name(review->geometry, turn->played, move));
    }
}

static void legend_draw(cairo_t *cr, const Review *review) {
    cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
    cairo_set_font_size(cr, 11);
    text_at(cr, turn_x(review, 0), TOP + HEIGHT + 54, 0,
            "ring: mistake (orange), blunder (red); disc: proved turning point");
}

static void curve_draw(void *context, struct _cairo *cr) {
    const Review *review = context;
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    axes_draw(cr, review);
    curve_line(cr, review);
    marks_draw(cr, review);
    legend_draw(cr, review);
}

Picture review_curve(const Review *review) {
    return (Picture){LEFT + curve_width(review) + RIGHT_MARGIN, TOP + HEIGHT + BOTTOM_MARGIN, curve_draw,
                     (void *)(uintptr_t)review};
}
