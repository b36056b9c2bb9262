// The truth about a position and, if wanted, about each of its moves, as a list of questions to a solver: all
// of them at once (truth_solve), or one by one for a caller that does other things in between.
//
// One answer settles more than its question: a move that leaves the opponent's winning carrier alone loses
// too, and on a position that is its own half-turn a cell is worth what its image is.
#ifndef MUSTPLAY_SOLVE_TRUTH_H
#define MUSTPLAY_SOLVE_TRUTH_H

#include "solve/solver.h"

enum { TRUTH_ROOT = -1, TRUTH_DONE = -2 }; // questions that are no cell

typedef struct Truth {
    Position position; // not over
    bool all_moves;
    bool asked;                       // the position itself
    bool symmetric;                   // it is its own half-turn
    Answer root;                      // about the position itself
    uint64_t nodes;                   // of all answers
    CellSet winning, losing, unknown; // with all_moves; they part the empty cells
    CellSet todo;                     // moves not asked about yet
    CellSet answered;                 // moves that a question of their own decided
    bool measured;                    // truth_solve knows the size of the proofs:
    ProofNodes size;                  // of the position and of `answered`
} Truth;

// The position is not over.
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

// Hears of each question before it is asked.
typedef void (*TruthAsking)(void *context, const Truth *truth, int question);

// Asks all the questions of a truth that was just started, by any method, within one budget; what is not
// decided then stays unknown. The questions share the context, or a graph of their own when it is NULL.
// `asking` may be NULL. The root's nodes and seconds are those of all questions. False on a failure.
bool truth_solve(Truth *truth, const char *method, const Budget *budget, SolveContext *context,
                 TruthAsking asking, void *asking_context, Error *error);

#endif
