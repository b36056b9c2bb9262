// A game of a player with itself. The first move is drawn at random, so that all openings occur.
#ifndef MUSTPLAY_PLAY_SELFPLAY_H
#define MUSTPLAY_PLAY_SELFPLAY_H

#include "play/player.h"

// Plays one game. value[i] is what the side that made move i thought of its chances; 0.5 for the random one. False with an
// error, also when the observer of the terms cancelled it.
bool selfplay_game(Player *player, const Geometry *geometry, const MoveTerms *terms, Random *random,
                   Game *game, double value[GAME_MOVES_MAX], Error *error);

#endif
