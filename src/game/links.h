// Links to games on the web, as players share them. The part after "#" alone is enough; "%2C" for "," and the like are understood.
//
// HexWorld: https://hexworld.org/board/#SIZE[OPTIONS],MOVES[,MOVES]. SIZE is "11" or "11x13" (columns x rows). OPTIONS are
// letters with digits ("r9" a rotation, "c1" colours) that say how to show the board; they are skipped. MOVES follow each other
// without blanks: cells, ":s" swap-pieces, ":S" swap-sides, ":p" pass, ":rb" ":rw" resignation. Forfeits ":fb" ":fw" are read as
// resignations. What lies after the second comma comes after the cursor. After a move, other moves in its place may stand in
// parentheses, each with what follows it: "11,a1b2(c3d4,e5)f6". The cursor may be in there. (hex-study writes such links.)
//
// Trmph: https://trmph.com/hex/board#SIZE,MOVES, where MOVES are cells only. The same reader takes it.
#ifndef MUSTPLAY_GAME_LINKS_H
#define MUSTPLAY_GAME_LINKS_H

#include "game/game.h"

// Reads a link: the line with the cursor in it, or the main one if it has none. `*cursor` receives how many of its moves
// stand before the cursor. An error gives the column, from 1.
bool link_read(const char *link, Game *game, int *cursor, Error *error);
// The game at the cursor.
bool link_read_at_cursor(const char *link, Game *game, Error *error);

// Writes a HexWorld link with the cursor after `cursor` moves (negative: at the end, without a second
// comma). Set-up stones and moves out of turn become alternating moves with passes between. False with an
// error when no such order exists because a set-up is already won.
bool link_write(const Game *game, int cursor, Text *out, Error *error);

#endif
