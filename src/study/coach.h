// What a coach says about a reviewed game: the move that decided it, and what was missed by the moves that cost most. A miss
// has a name (a connection left alone, a threat not seen, a template, a bridge, a ladder) and a refutation.
//
// True: what is called proved is proved by the solver or by knowledge, and figures are facts about the board. Everything
// else is the opinion of the search that judged the game, and is marked as such.
#ifndef MUSTPLAY_STUDY_COACH_H
#define MUSTPLAY_STUDY_COACH_H

#include "study/figures.h"
#include "study/review.h"

enum { COACH_STOPPING_MOST = 8 }; // cells of a must-play region that is worth saying

typedef enum CoachKind {
    COACH_INTRUSION, // the opponent had just played into a connection, and the answer was not given
    COACH_MUSTPLAY,  // the opponent threatened to win, and the move was none of the few that could stop it
    COACH_LADDER,    // the better line, the refutation, or the game from there on, is a ladder
    COACH_TEMPLATE,  // the better move would have had an edge template
    COACH_BRIDGE,    // the better move would have made a bridge
    COACH_SEARCH,    // nothing with a name
    COACH_SWAP,      // what an opening is worth with the swap rule
    COACH_KINDS
} CoachKind;
// "intrusion", "mustplay", "ladder", "template", "bridge", "search", "swap".
const char *coach_kind_name(CoachKind kind);

// Where the ladder of a note is.
typedef enum CoachLine { COACH_BETTER, COACH_REFUTATION, COACH_GAME } CoachLine;
const char *coach_line_name(CoachLine line); // "better", "refutation", "game"

enum { COACH_NOTES_MAX = 12, COACH_LINE_MAX = 12, COACH_LESSONS_MAX = 3 };

// About the move of a turn of the review that was a mistake, a blunder or a turning point.
typedef struct CoachNote {
    int turn;
    CoachKind kind;
    Figure figure;       // of INTRUSION (the intrusion was the move before), TEMPLATE, BRIDGE
    CellSet mustplay;    // of MUSTPLAY: the cells that could stop the threats, as far as knowledge sees
    Ladder ladder;       // of LADDER
    CoachLine ladder_in; // of LADDER
    int line_length; // the refutation: the opponent begins; as far as it was found, the shortest of those that were
    Move line[COACH_LINE_MAX];
    bool
        refuted; // the refutation is proved: at its end the opponent's edges are joined by connections inside `needs`
    CellSet needs; // empty cells at the end of the line
} CoachNote;

// What the notes of a kind have in common.
typedef struct CoachLesson {
    CoachKind kind;
    int moves;
    int turn[COACH_NOTES_MAX]; // of its notes, in the order of the game
    double loss;               // of winning probability, in all
} CoachLesson;

typedef struct Coach {
    int decisive; // the turn that decided the game; -1: no move stands out
    bool proved;  // it was a proved turning point; else the search thinks so
    bool settled; // every position after it is proved, for the same winner
    int notes, lessons;
    CoachNote note[COACH_NOTES_MAX]; // in the order of the game; those that cost most
    CoachLesson lesson[COACH_LESSONS_MAX];
} Coach;

// Looks through a review. Takes up to some seconds on large boards; the observer's `cancelled` ends it early, with fewer
// names and refutations. NULL with an error out of memory; free() frees it.
Coach *coach_review(const Review *review, const Observer *observer, Error *error);

#endif
