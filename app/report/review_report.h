// A review for readers: JSON for programs and the page, a table for people, the curve as a picture.
#ifndef MUSTPLAY_APP_REPORT_REVIEW_REPORT_H
#define MUSTPLAY_APP_REPORT_REVIEW_REPORT_H

#include "cli/command.h"
#include "app/draw/picture.h"
#include "study/coach.h"

// One object: winner, positions (after 0, 1, 2, ... moves, as far as they are judged: number, to_move, value,
// black, proved, best, pv), moves (number, color, move, value, best, best_value, loss, mark, pv),
// turning_points, complete, seconds, coach (app/report/coach_report.h; null without one).
json_t *review_json(const Review *review, const Coach *coach);

// A line per move.
void review_table(const Review *review, Text *out);

// The curve of Black's winning probability, with the bad moves marked. The review must outlive the picture.
Picture review_curve(const Review *review);

#endif
