// Games of Y as SGF. The format has no number for Y: we write GM[Y], which no other program can mistake for
// its own game, and SZ[N]; points are "c3". Property by property the rest is as in Hex (game/sgf.h).
#ifndef MUSTPLAY_LAB_Y_YSGF_H
#define MUSTPLAY_LAB_Y_YSGF_H

#include "game/sgf.h"
#include "lab/y/ygame.h"

// The main line's first `moves` moves (negative: all; 0: the set-up) of a parsed file's first game. Errors name line
// and column.
bool ysgf_game(const SgfTree *tree, int moves, YGame *game, Error *error);
// A game as a tree with one line. `info` may be NULL. NULL when out of memory.
SgfTree *ysgf_from_game(const YGame *game, const SgfInfo *info);

#endif
