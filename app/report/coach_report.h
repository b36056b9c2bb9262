// What the coach says of a game, for readers: JSON for programs and the page, sentences for people, a page with pictures.
// The game is the one that was reviewed.
#ifndef MUSTPLAY_APP_REPORT_COACH_REPORT_H
#define MUSTPLAY_APP_REPORT_COACH_REPORT_H

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "mustplay/review.h"

// One object: decisive (null, or number, proved, settled), notes (number, kind, figure, from, to, cells, ladder_in,
// refutation, refuted, needs), lessons (kind, moves).
json_t *coach_json(const mp_game *game, const mp_review *review);

// Everything in words: the decisive move, the notes, the lessons.
void coach_text(const mp_game *game, const mp_review *review, Text *out);

// The parts of it, each one or two sentences without an end of line.
void coach_decisive_text(const mp_game *game, const mp_review *review, Text *out);
// A note with the turn that it is about.
typedef struct CoachSaid {
    const mp_game *game;
    const mp_review *review;
    mp_review_note note;
    mp_review_turn turn;
} CoachSaid;
// False beyond the last.
bool coach_said(const mp_game *game, const mp_review *review, int index, CoachSaid *said);
void coach_verdict_text(const CoachSaid *said, Text *out);    // what the move was worth
void coach_figure_text(const CoachSaid *said, Text *out);     // what was missed; may be nothing
void coach_refutation_text(const CoachSaid *said, Text *out); // may be nothing
void coach_lesson_text(const mp_review_lesson *lesson, Text *out);

// Adds what the coach says to the comments of a game's record: the summary at the root, the notes at their moves.
bool coach_annotate(const mp_game *game, const mp_review *review, mp_record *record, mp_error *error);

// The whole review as one page of HTML that needs nothing else: the curve, the notes with pictures, the lessons, the moves.
bool review_page(const mp_game *game, const mp_review *review, const char *title, Text *out, Error *error);

#endif
