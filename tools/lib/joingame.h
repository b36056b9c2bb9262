// The join game: one player, the owner, tries to join two ends inside a carrier; the other tries to stop it.
//
// Exact: a search of the whole game inside the carrier, by the rules alone (adjacency, the owner's stones and
// edges). It is the referee of single connections and templates, and gives the reply to an intrusion.
// Practical for carriers of some twenty cells.
#ifndef MUSTPLAY_TOOLS_LIB_JOINGAME_H
#define MUSTPLAY_TOOLS_LIB_JOINGAME_H

#include "game/position.h"

enum { JOINGAME_CELLS_MAX = 64 };

typedef struct JoinGame JoinGame;

// The game of `owner` between the ends x and y on the empty cells of the carrier. An end is a cell or an edge of
// the owner; an empty cell counts as its stone. NULL when the carrier is too large or memory is short.
JoinGame *joingame_new(const Position *position, Color owner, int x, int y, CellSet carrier);
void joingame_free(JoinGame *game);

// The owner joins the ends with the opponent moving first, when the cells of `owned` already have its stones
// and those of `lost` the opponent's. `*used`, if given, receives free cells that suffice.
bool joingame_full(JoinGame *game, CellSet owned, CellSet lost, CellSet *used);

#endif
