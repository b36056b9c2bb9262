// Levels of strength, 1 to 10: how `auto` plays below its full strength.
//
// A weak level makes the kind of mistakes people make: it overlooks good moves, misjudges plausible ones against each
// other, and looks less far ahead. It never plays a move that makes no sense. It takes a win at once, meets a
// threat to win at once, and answers an intrusion into a bridge (the weakest not always). The measured table is in
// docs/PLAYERS.md.
#ifndef MUSTPLAY_PLAY_LEVEL_H
#define MUSTPLAY_PLAY_LEVEL_H

#include "play/player.h"
#include "search/puct.h"

enum { LEVEL_MAX = 10 };

// How a level errs.
typedef struct Level {
    int playouts;       // of a search; 1: the net's first impression alone
    int candidates;     // at most this many moves are considered, the most plausible ones
    double overlook;    // the probability with which one of them is not seen
    double bridges;     // the probability with which an intrusion into a bridge is answered
    double temperature; // how badly the others are told apart: the noise on the logarithm of their rating
} Level;

// How a level from 1 to 9 errs on a board: in a longer game the same care goes farther.
Level level_of(int level, const Geometry *geometry);

// One sentence about a level from 1 to 10, for people who choose.
const char *level_help(int level);

// Chooses a cell as the level would, with a net's search or, when `puct` is NULL, by electric circuits. The
// opening and the swap are the caller's. Level 10, full strength, is not played here.
bool level_choose(int level, Puct *puct, Random *random, const Game *game, const MoveTerms *terms,
                  Choice *choice, Error *error);

// How often the level would choose `cell` in `tries` tries, from a position in which nobody can win at once. The
// position is rated only once. Not of level 10.
bool level_finds(int level, Puct *puct, Random *random, const Position *position, int cell, int tries,
                 int *found, Error *error);

// Whether a stone of the side to move on this empty cell restores a bridge that an opponent's stone intrudes into.
// Edges count as stones.
bool bridge_restores(const Position *position, int cell);
// The cell that restores a bridge of the side to move into which the opponent's last stone intruded, or
// CELL_NONE. Edges count as stones.
int bridge_answer(const Game *game);

#endif
