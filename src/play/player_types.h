// The players of the library, one per file. Private to src/play.
#ifndef MUSTPLAY_PLAY_PLAYER_TYPES_H
#define MUSTPLAY_PLAY_PLAYER_TYPES_H

#include "play/player.h"
#include "search/puct.h"

extern const PlayerType PLAYER_RANDOM;
extern const PlayerType PLAYER_RESISTANCE;
extern const PlayerType PLAYER_DISTANCE;
extern const PlayerType PLAYER_PAIRING;
extern const PlayerType PLAYER_AUTO;
extern const PlayerType PLAYER_ALPHABETA;
extern const PlayerType PLAYER_MCTS;
extern const PlayerType PLAYER_NET;
extern const PlayerType PLAYER_HTP;

// The search inside a player of type PLAYER_NET, for the levels of `auto`.
Puct *player_net_puct(const Player *player);

#endif
