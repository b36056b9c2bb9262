// Who wins a position of Y, proved: pattern search (van Rijswijck 2002 §2.3, Table 1) with a table. And a referee that
// knows nothing but the rules.
#ifndef MUSTPLAY_LAB_Y_YSOLVE_H
#define MUSTPLAY_LAB_Y_YSOLVE_H

#include "base/budget.h"
#include "game/answer.h"
#include "lab/y/ygame.h"

// The solver's sets are single words: boards up to size 10. The referee keeps every position it meets.
enum { YSOLVE_SIZE_MAX = 10, YBRUTE_EMPTY_MAX = 15 };

// Fills in the answer: `carrier` holds the empty cells that the winner needs, as cells of the triangle. An
// undecided answer (winner EMPTY) when the budget ends first. False with an error for a board that is too large or
// when memory runs out. A search of its own on every call: nothing is kept.
bool ysolve(const YPosition *position, const Budget *budget, Answer *answer, Error *error);

// The same by trying every move, for at most YBRUTE_EMPTY_MAX empty cells. The carrier is all of them.
bool ybrute(const YPosition *position, const Budget *budget, Answer *answer, Error *error);

// Of the position's moves: a truth about each.
typedef struct YTruth {
    Answer root;
    CellSet winning, losing, unknown;
} YTruth;
typedef bool YSolver(const YPosition *position, const Budget *budget, Answer *answer, Error *error);
// Decides every move by `solver`, within one budget. A move and its images under a symmetry of the position are one
// question.
bool ysolve_moves(const YPosition *position, YSolver *solver, const Budget *budget, YTruth *truth,
                  Error *error);

#endif
