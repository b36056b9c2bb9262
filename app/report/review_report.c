#include "app/report/review_report.h"

#include "app/report/coach_report.h"
#include "cli/public.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

mp_review_turn review_turn(const mp_review *review, int index) {
    mp_review_turn turn = MP_INIT(mp_review_turn);
    mp_review_turn_read(review, index, &turn);
    return turn;
}

mp_review_summary review_summary(const mp_review *review) {
    mp_review_summary summary = MP_INIT(mp_review_summary);
    mp_review_read(review, &summary);
    return summary;
}

const char *review_mark_word(mp_mark mark) {
    static const char *const names[] = {NULL, "mistake", "blunder", "turning_point", "inaccuracy"};
    return names[mark];
}

void review_verdict_text(const mp_review_turn *turn, Text *out) {
    static const char *const verdicts[] = {"", "mistake", "blunder", "turning point", "inaccuracy"};
    static const char *const faults[][2] = {{"opening_strong", "too strong an opening"},
                                            {"opening_weak", "too weak an opening"},
                                            {"swap_missed", "should have swapped"},
                                            {"swap_wrong", "should not have swapped"}};
    text_add(out, verdicts[turn->mark]);
    for (size_t i = 0; turn->swap && i < sizeof faults / sizeof *faults; i++)
        if (!strcmp(turn->swap, faults[i][0])) text_format(out, ", %s", faults[i][1]);
}

static bool mark_is_bad(mp_mark mark) {
    return mark != MP_GOOD && mark != MP_INACCURACY;
}

const char *review_punished_word(const mp_review *review, int index) {
    mp_review_turn turn = review_turn(review, index), next = review_turn(review, index + 1);
    bool known = turn.compared && mark_is_bad(turn.mark) && next.compared && next.mover != turn.mover;
    return !known ? "" : mark_is_bad(next.mark) ? "not punished" : "punished";
}

void review_score_text(const mp_review *review, Text *out) {
    mp_review_summary summary = review_summary(review);
    for (mp_color color = MP_BLACK; color <= MP_WHITE; color++) {
        const mp_review_score *score = &summary.score[color];
        if (!score->moves) continue;
        text_format(out,
                    "%s: accuracy %.0f, mean loss %.1f %%; inaccuracies %d, mistakes %d, blunders %d, "
                    "turning points %d\n",
                    title_of_color(color), score->accuracy, 100 * score->mean_loss, score->inaccuracies,
                    score->mistakes, score->blunders, score->turning_points);
    }
}

static json_t *score_json(const mp_review_score *score) {
    return json_pack("{s:i, s:f, s:f, s:i, s:i, s:i, s:i}", "moves", score->moves, "accuracy",
                     score->accuracy, "mean_loss", score->mean_loss, "inaccuracies", score->inaccuracies,
                     "mistakes", score->mistakes, "blunders", score->blunders, "turning_points",
                     score->turning_points);
}

void review_rule_text(const mp_review *review, Text *out) {
    static const char *const reasons[][2] = {{"asked", "as asked"},
                                             {"move", "since a swap was played"},
                                             {"rules", "by the record's rules"},
                                             {"habit", "as games of this source have it"},
                                             {"none", "since nothing says that there is one"}};
    mp_review_summary summary = review_summary(review);
    text_format(out, "Swap rule: %s", summary.swap_rule ? "on" : "off");
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (!strcmp(summary.swap_source, reasons[i][0])) text_format(out, ", %s.", reasons[i][1]);
}

// --- JSON

static json_t *proved_json(const mp_review_turn *turn) {
    if (turn->winner == MP_EMPTY) return json_null();
    return json_string(turn->winner == turn->mover ? "win" : "loss");
}

static json_t *position_json(const mp_game *game, const mp_review_turn *turn, int number) {
    return json_pack("{s:i, s:o, s:f, s:f, s:o, s:o, s:o}", "number", number, "to_move",
                     json_side(turn->mover), "value", turn->value, "black", turn->black, "proved",
                     proved_json(turn), "best", json_play(game, turn->best), "pv",
                     json_line(game, &turn->line));
}

static json_t *punished_json(const mp_review *review, int index) {
    const char *word = review_punished_word(review, index);
    return *word ? json_boolean(word[0] == 'p') : json_null();
}

static json_t *turn_json(const mp_game *game, const mp_review *review, const mp_review_turn *turn,
                         int number) {
    const char *mark = review_mark_word(turn->mark);
    return json_pack("{s:i, s:o, s:o, s:f, s:o, s:f, s:f, s:o, s:o, s:o, s:o}", "number", number, "color",
                     json_side(turn->mover), "move", json_play(game, turn->played), "value", turn->after,
                     "best", json_play(game, turn->best), "best_value", turn->value, "loss", turn->loss,
                     "mark", mark ? json_string(mark) : json_null(), "swap",
                     turn->swap ? json_string(turn->swap) : json_null(), "punished",
                     punished_json(review, number - 1), "pv", json_line(game, &turn->line));
}

json_t *review_json(const mp_game *game, const mp_review *review, bool coached) {
    json_t *positions = json_array(), *moves = json_array(), *turning = json_array();
    mp_review_summary summary = review_summary(review);
    for (int i = 0; i <= summary.moves; i++) {
        mp_review_turn turn = review_turn(review, i);
        if (turn.judged) json_array_append_new(positions, position_json(game, &turn, i));
        if (turn.compared) json_array_append_new(moves, turn_json(game, review, &turn, i + 1));
        if (turn.compared && turn.mark == MP_TURNING_POINT)
            json_array_append_new(turning, json_integer(i + 1));
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:f, s:b, s:s, s:{s:o, s:o}, s:o}", "winner",
                     json_side(summary.winner), "positions", positions, "moves", moves, "turning_points",
                     turning, "complete", summary.complete, "seconds", summary.seconds, "swap_rule",
                     summary.swap_rule, "swap_source", summary.swap_source, "players", "black",
                     score_json(&summary.score[MP_BLACK]), "white", score_json(&summary.score[MP_WHITE]),
                     "coach", coached ? coach_json(game, review) : json_null());
}

// --- The table

static void value_text(double value, mp_color proved, mp_color mover, char *buffer, size_t size) {
    if (proved == MP_EMPTY)
        snprintf(buffer, size, "%.0f %%", fmax(1, fmin(99, 100 * value))); // certainty is for proofs
    else
        snprintf(buffer, size, "%s", proved == mover ? "won" : "lost");
}

static void row_add(const mp_game *game, const mp_review *review, int i, const mp_review_turn *turn,
                    Text *out) {
    char move[MP_NAME_MAX], best[MP_NAME_MAX] = "", before[16], after[16];
    mp_move_name(game, turn->played, move);
    if (turn->best != MP_NONE && turn->best != turn->played) mp_move_name(game, turn->best, best);
    value_text(turn->value, turn->winner, turn->mover, before, sizeof before);
    value_text(turn->after, turn->winner_after, turn->mover, after, sizeof after);
    text_format(out, "%4d  %-5s  %-11s  %6s  %6s  %-11s  ", i + 1, name_of_color(turn->mover), move, before,
                after, best);
    review_verdict_text(turn, out);
    if (*review_punished_word(review, i)) text_format(out, ", %s", review_punished_word(review, i));
    text_add(out, "\n");
}

void review_table(const mp_game *game, const mp_review *review, Text *out) {
    int moves = review_summary(review).moves;
    text_add(out, "move  side   played       before   after  best         verdict\n");
    for (int i = 0; i < moves; i++) {
        mp_review_turn turn = review_turn(review, i);
        if (turn.compared) row_add(game, review, i, &turn, out);
    }
    text_add(out, "\nbefore and after: the mover's winning probability; won and lost are proved.\n");
    review_score_text(review, out);
    review_rule_text(review, out);
    text_add(out, "\n");
}
