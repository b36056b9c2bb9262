// A review for readers: JSON for programs and the page, a table for people, the curve as a picture. The game is the one
// that was reviewed.
#ifndef MUSTPLAY_APP_REPORT_REVIEW_REPORT_H
#define MUSTPLAY_APP_REPORT_REVIEW_REPORT_H

#include "app/draw/picture.h"
#include "base/json.h"
#include "mustplay/review.h"

// One object with winner, turning_points, complete, seconds, swap_rule, swap_source, players and coach (app/report/coach_report.h; null unless `coached`).
// - positions, after 0, 1, 2, ... moves, as far as judged: number, to_move, value, black, proved, best, pv
// - moves: number, `color`, move, value, best, best_value, loss, mark, swap, punished, pv
json_t *review_json(const mp_game *game, const mp_review *review, bool coached);

// A line per move.
void review_table(const mp_game *game, const mp_review *review, Text *out);

// What both tables and the page say of a turn.
mp_review_turn review_turn(const mp_review *review, int index);
mp_review_summary review_summary(const mp_review *review);
const char *
review_mark_word(mp_mark mark); // "mistake", "blunder", "turning_point", "inaccuracy"; NULL for a good move
// The verdict in the tables: "blunder, should have swapped"; "" for a good move.
void review_verdict_text(const mp_review_turn *turn, Text *out);
// Whether the move after a bad one kept what it won: "punished", "not punished"; "" where that is not known.
const char *review_punished_word(const mp_review *review, int index);
// A line of accuracy, mean loss and counts for each player.
void review_score_text(const mp_review *review, Text *out);
// "Swap rule: on, since a swap was played."
void review_rule_text(const mp_review *review, Text *out);

// The curve of Black's winning probability, with the bad moves marked. Both must outlive the picture.
typedef struct ReviewCurve {
    const mp_game *game;
    const mp_review *review;
    int moves;
} ReviewCurve;
Picture review_curve(ReviewCurve *curve, const mp_game *game, const mp_review *review);

#endif
