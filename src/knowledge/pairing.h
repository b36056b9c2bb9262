// The pairing strategy: on a board that is not square the player with the shorter way wins, even when moving
// second (Rasmussen 2007 §2.4).
//
// Take the board n x (n-1). The short diagonal cuts it into two triangles that mirror each other. Every path
// of the player with the longer way holds both cells of some pair. So the other player wins by answering each
// stone with one on its partner. A longer board holds an n x (n-1) board that spans the shorter way; the
// cells outside it have no partner and do not matter.
//
// Sound from any position in which no pair is broken (pairing_holds). Complete nowhere: with a broken pair a
// position may still be won in another way.
#ifndef MUSTPLAY_KNOWLEDGE_PAIRING_H
#define MUSTPLAY_KNOWLEDGE_PAIRING_H

#include "game/position.h"

// True on boards that are not square; `*winner` (if given) is then the player with the shorter way.
bool pairing_applies(const Geometry *geometry, Color *winner);

// The cell on which the winner answers a stone on `cell`. CELL_NONE when the cell needs no answer: never on
// n x (n-1); on longer boards outside the part that matters; on square boards always.
int pairing_partner(const Geometry *geometry, int cell);

// True when the pairing's winner wins this position by answering in pairs: each pair is empty or holds a stone
// of the winner. One pair may hold one stone of the loser when the winner is to move.
// `*reply` (if given): the cell that mends that pair, CELL_NONE if there is none to mend (then the winner may
// move anywhere). `*carrier` (if given): the empty cells the strategy needs, `*reply` included.
bool pairing_holds(const Position *position, int *reply, CellSet *carrier);

#endif
