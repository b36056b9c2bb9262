// The sixteen advisors of Rasmussen 2007 §9.4: numbers about a position, in his order, for learned
// evaluations that weigh them. Local mobility (1 to 4), Queenbee distance (5 to 8), resistance (9 and 10),
// shortest paths (11 to 16). Each kind for Black, then for White.
//
// Where his words leave room: a cell is not its own neighbour. A chain at an edge belongs to the target and
// links no cells. A cell beside a target has Queenbee distance 1. Measures without a value (a cut
// off colour) are ADVICE_FAR.
#ifndef MUSTPLAY_LAB_EVAL_ADVISORS_H
#define MUSTPLAY_LAB_EVAL_ADVISORS_H

#include "eval/resistance.h"
#include "eval/shannon.h"

enum { ADVISOR_COUNT = 16, ADVICE_FAR = 1000 };

// Local mobility (advisors 1 to 4): the vertices adjacent to each vertex, in all, and how many vertices have the most.
typedef struct Mobility {
    int sum, most, count;
} Mobility;
Mobility graph_mobility(const ShannonGraph *graph);

extern const char *const ADVISOR_NAMES[ADVISOR_COUNT];

// advice[i] is Rasmussen's a_(i+1) of the board.
void advisors_ask(Circuit *circuit, const Board *board, double advice[ADVISOR_COUNT]);

// A committee: the weighted sum of the advice. Greater is better for whom the weights are meant.
double committee_value(const double weight[ADVISOR_COUNT], const double advice[ADVISOR_COUNT]);

#endif
