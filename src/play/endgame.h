// The end of a game whose winner knowledge proves. The winner takes the shortest way without a search; the
// loser resists as long as it can.
//
// A win is kept at every step: a move is played only when knowledge still proves the win after it. The loser
// prefers moves after which knowledge no longer sees the win, so that the opponent has to find it. Among others
// it takes those that leave the winner the longest way.
#ifndef MUSTPLAY_PLAY_ENDGAME_H
#define MUSTPLAY_PLAY_ENDGAME_H

#include "play/player.h"

// Keeps what knowledge needs for the board it saw last. A zeroed one is ready. Not for two threads at once.
typedef struct Endgame {
    struct Knower *knower;
    const Geometry *geometry;
} Endgame;

void endgame_free(Endgame *endgame);

// Asks knowledge about a position that is not over. EMPTY when it does not know, or out of memory. Sets the
// winner's move for the mover who wins (MOVE_NONE: any that keeps the win), and the cells that the winner
// needs.
Color endgame_winner(Endgame *endgame, const Position *position, Move *move, CellSet *proof);

// The mover wins: its shortest way home. `known` is a winning move, played if nothing shorter is found to be
// safe. Takes a quarter of the terms' seconds at most, as the next does, and 0.15 s without any.
Move endgame_win(Endgame *endgame, const Position *position, const MoveTerms *terms, Move known);
// The mover loses: where it resists longest, among the cells that the winner needs (none given: all).
Move endgame_resist(Endgame *endgame, const Position *position, const MoveTerms *terms, CellSet proof);

// All of it: true when knowledge knows the winner; then the choice has a move and the value 1 or 0. A loser
// that may resign resigns.
bool endgame_choose(Endgame *endgame, const Position *position, const MoveTerms *terms, Choice *choice);

#endif
