// What the coach says of a game, for readers: JSON for programs and the page, sentences for people, a page with pictures.
#ifndef MUSTPLAY_APP_REPORT_COACH_REPORT_H
#define MUSTPLAY_APP_REPORT_COACH_REPORT_H

#include "base/json.h"
#include "study/coach.h"

// One object: decisive (null, or number, proved, settled), notes (number, kind, figure, from, to, cells, ladder_in,
// refutation, refuted, needs), lessons (kind, moves).
json_t *coach_json(const Review *review, const Coach *coach);

// Everything in words: the decisive move, the notes, the lessons.
void coach_text(const Review *review, const Coach *coach, Text *out);

// The parts of it, each one or two sentences without an end of line.
void coach_decisive_text(const Review *review, const Coach *coach, Text *out);
void coach_verdict_text(const Review *review, const CoachNote *note, Text *out); // what the move was worth
void coach_figure_text(const Review *review, const CoachNote *note,
                       Text *out); // what was missed; may be nothing
void coach_refutation_text(const Review *review, const CoachNote *note, Text *out); // may be nothing
void coach_lesson_text(const CoachLesson *lesson, Text *out);

// Adds what the coach says to the comments of a game's record: the summary at the root, the notes at their moves.
bool coach_annotate(const Review *review, const Coach *coach, SgfTree *tree, Error *error);

// The whole review as one page of HTML that needs nothing else: the curve, the notes with pictures, the lessons, the moves.
bool review_page(const Review *review, const Coach *coach, const char *title, Text *out, Error *error);

#endif
