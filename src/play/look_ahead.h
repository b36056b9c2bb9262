// One level of look-ahead over any evaluation: the move after which the mover leads by most. Or two levels
// for the moves that look best.
//
// Some moves come before the evaluation. A cell that joins the mover's edges is played; a cell on which the
// opponent would join is taken. With two such cells the game is lost, and resigned if that is allowed.
// The opening and the swap are left to play/opening.h. Only the seed breaks ties.
#ifndef MUSTPLAY_PLAY_LOOK_AHEAD_H
#define MUSTPLAY_PLAY_LOOK_AHEAD_H

#include "game/board.h"
#include "play/player.h"

typedef struct LookAhead {
    void *context;
    // How far `color` is ahead, the other colour being to move: 0 when nobody is.
    double (*lead)(void *context, const Board *board, Color color);
    int replies;  // this many of the best moves are judged again, by the opponent's best reply; 0: none
    double scale; // a lead of this much is a winning probability of e / (1 + e): play/evaluation.h
    const CellSet *worth; // the only moves to look at; NULL: all
} LookAhead;

// It ends early when the budget's seconds are over or the observer cancels: moves near the centre are looked
// at first.
void look_ahead(const LookAhead *look, Player *player, const Game *game, const MoveTerms *terms,
                Choice *choice);

#endif
