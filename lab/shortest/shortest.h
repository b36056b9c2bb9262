// How few stones the winner needs: the length of optimal play, when the winner hastens and the loser delays.
//
// The question for a bound r: can a colour, moving first or second, join its edges with at most r more stones of its own? The
// answer changes once as r grows, and the least r is searched upwards from the shortest path. Only cells on a
// path of at most r empty cells matter: no other stone can belong to a chain that is finished within r. Where
// the opponent moves, his
// refuted moves leave the meet of the refutations to try, as in pattern search.
//
// Sound: a win within r comes with the cells that it needs, all others being the opponent's; that there is none within r - 1
// comes with an answer to each of the colour's moves. Both are strategies that a program with the rules alone can check
// (lab/shortest/check_length.py). Boards of at most 64 cells.
#ifndef MUSTPLAY_LAB_SHORTEST_SHORTEST_H
#define MUSTPLAY_LAB_SHORTEST_SHORTEST_H

#include "base/budget.h"
#include "base/error.h"
#include "base/text.h"
#include "game/game.h"

enum { SHORTEST_CELLS_MAX = 64 };

typedef struct Shortest {
    Color winner;   // EMPTY: not decided within the budget
    int stones;     // that the winner still places
    int moves;      // of both colours until the end
    Move move;      // a first move that wins so soon; MOVE_NONE if the loser moves
    int least;      // undecided: the winner needs at least this many stones, if it is the colour asked
    uint64_t nodes; // questions that were searched
    double seconds;
} Shortest;

// The length for the colour that `winner` names, which wins the position (a solver says so). With `certificate`, both
// strategies are appended to it as text. False with an error when out of memory or the board is too large.
bool shortest_find(const Position *position, Color winner, const Budget *budget, Shortest *out,
                   Text *certificate, Error *error);

#endif
