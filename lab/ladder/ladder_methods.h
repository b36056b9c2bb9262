// The ladder of pattern search as methods of the solver (lab/ladder/threat_search.h).
#ifndef MUSTPLAY_LAB_LADDER_LADDER_METHODS_H
#define MUSTPLAY_LAB_LADDER_LADDER_METHODS_H

#include "base/budget.h"
#include "base/error.h"
#include "game/answer.h"

// Moves that were proved to win and to lose; those in neither are not decided.
typedef struct LadderMoves {
    CellSet winning, losing;
} LadderMoves;

// Solves by the step of that name. With `moves` every move is settled in the one search: they share its
// templates, and what refutes one settles others.
bool ladder_method(const char *name, const Position *position, const Budget *budget, Answer *answer,
                   LadderMoves *moves, Error *error);

#endif
