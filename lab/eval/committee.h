// Committees: weighted sums of the sixteen advisors (Rasmussen 2007 §9.2), and files of learned weights.
//
// A committee belongs to the player who asks: his own measures stand first in each pair, the opponent's second. Each
// advisor is brought to about 1, so that none drowns the others. Mobility is divided by 6 per cell, counts of cells by the cells,
// distances and resistances by the rows; numbers of paths become logarithms. Weights are meant for these.
//
// A file of weights is one JSON object: "format" (COMMITTEE_FORMAT), "method", "size", "seed", and "list", an array of
// objects. An object has "iteration", "performance" (what the method calls so; null without), "seconds" since the start
// and "weights", sixteen numbers in the advisors' order.
#ifndef MUSTPLAY_LAB_EVAL_COMMITTEE_H
#define MUSTPLAY_LAB_EVAL_COMMITTEE_H

#include "base/error.h"
#include "lab/eval/advisors.h"

#define COMMITTEE_FORMAT "mustplay-committee-1"

typedef struct Committee {
    int iteration;
    double weight[ADVISOR_COUNT];
} Committee;

// The advice as `color` sees it, brought to about 1.
void advice_seen(const double advice[ADVISOR_COUNT], const Geometry *geometry, Color color,
                 double seen[ADVISOR_COUNT]);

// How well `color` stands on a board without a winner.
double committee_lead(const Committee *committee, Circuit *circuit, const Board *board, Color color);

// Reads the weights of an iteration of a file, or the last ones (iteration -1). An error says what is wrong with the
// file.
bool committee_read(const char *path, int iteration, Committee *committee, Error *error);

#endif
