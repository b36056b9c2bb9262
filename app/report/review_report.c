#include "app/report/review_report.h"

#include "app/report/coach_report.h"

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

json_t *review_json(const Review *review, const Coach *coach) {
    json_t *positions = json_array(), *moves = json_array(), *turning = json_array();
    for (int i = 0; i < review->turns; i++) {
        const ReviewTurn *turn = &review->turn[i];
        if (turn->judged) json_array_append_new(positions, position_json(review, i));
        if (turn->compared) json_array_append_new(moves, turn_json(review, i));
        if (turn->compared && turn->mark == REVIEW_TURNING_POINT)
            json_array_append_new(turning, json_integer(i + 1));
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:f, s:o}", "winner", json_color(review->winner), "positions",
                     positions, "moves", moves, "turning_points", turning, "complete", review->complete,
                     "seconds", review->seconds, "coach", coach ? coach_json(review, coach) : json_null());
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
