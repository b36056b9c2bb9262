// The truth about a position and, if wanted, about each of its moves, as a list of questions to a solver.
//
// One answer settles more than its question: a move that leaves the opponent's winning carrier alone loses
// too, and on a position that is its own half-turn a cell is worth what its image is.
#ifndef MUSTPLAY_APP_REPORT_TRUTH_H
#define MUSTPLAY_APP_REPORT_TRUTH_H

#include "solve/solver.h"

enum { TRUTH_ROOT = -1, TRUTH_DONE = -2 }; // questions that are no cell

typedef struct Truth {
    Position position; // not over
    bool all_moves;
    bool asked;     // the position itself
    bool symmetric; // it is its own half-turn
    Answer root;
    CellSet winning, losing, unknown; // with all_moves; they part the empty cells
    CellSet todo;                     // moves not asked about yet
} Truth;

void truth_start(Truth *truth, const Position *position, bool all_moves);
// Takes over what is known about moves already.
void truth_know(Truth *truth, CellSet winning, CellSet losing);
// The next question: TRUTH_ROOT, a move (those near the centre first: they are decided soonest), or
// TRUTH_DONE.
int truth_next(Truth *truth);
// Asks again about the moves that are still unknown. False when there are none.
bool truth_again(Truth *truth);
// The position that a question is about.
Position truth_question(const Truth *truth, int question);
// Takes the answer, which may be "not decided".
void truth_answer(Truth *truth, int question, const Answer *answer);
// Moves can decide what the search of the position itself could not: call it at the end.
void truth_finish(Truth *truth);

#endif
