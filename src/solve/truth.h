// The truth about a position and, if wanted, about each of its moves, as a list of questions to a solver. It asks them
// all at once (truth_solve), or one by one for a caller that does other things in between.
//
// One answer settles more than its question. A move that leaves the opponent's winning carrier alone loses too. On a
// position that is its own half-turn a cell is worth what its image is. Moves that are likely to lose are asked
// about together, as if the mover made all of them at once. If he loses even so, each of them loses, and the
// search is smaller than that of any one.
#ifndef MUSTPLAY_SOLVE_TRUTH_H
#define MUSTPLAY_SOLVE_TRUTH_H

#include "solve/solver.h"

enum { TRUTH_ROOT = -1, TRUTH_DONE = -2 }; // questions that are no cell.
// A line of cells is asked about as a whole, then its halves, and so on. This often on the largest board.
enum { TRUTH_HALVINGS = 5, TRUTH_GROUPS = 4 * BOARD_MAX };

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
    bool grouping;                    // whether groups are asked about: where that pays, unless changed
    CellSet tried[TRUTH_HALVINGS];    // cells whose part of their line was asked about as a group
    CellSet group[TRUTH_GROUPS];      // moves that lose even when all are made at once
    int groups;
    bool measured;   // the size of the proofs is known:
    ProofNodes size; // of the position, of `answered` and of `group`
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

// Moves that may be asked about together with a move that truth_next named: the unknown ones of a part of its line. The
// board must be empty and the line the first or second before the mover's edge. Each call names another group,
// largest first; false when there is none.
bool truth_group(Truth *truth, int move, CellSet *group);
// The position that is asked about then, and its answer.
Position truth_group_question(const Truth *truth, CellSet group);
void truth_group_answer(Truth *truth, CellSet group, const Answer *answer);
// Moves can decide what the search of the position itself could not: call it at the end.
void truth_finish(Truth *truth);

// Counts the proofs of all answers, as far as the context has a graph: sets `measured` and `size`.
void truth_measure(Truth *truth, Solver *solver);

// Hears of each question before it is asked.
typedef void (*TruthAsking)(void *context, const Truth *truth, int question);

// Asks all the questions of a truth that was just started, by any method, within one budget; what is not
// decided then stays unknown. The questions share the context, or a graph of their own when it is NULL.
// `asking` may be NULL. The root's nodes and seconds are those of all questions. False on a failure.
bool truth_solve(Truth *truth, const SolveMethod *method, const Budget *budget, Solver *solver,
                 TruthAsking asking, void *asking_context, Error *error);

#endif
