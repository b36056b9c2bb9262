// The types of players, one a file; player.c makes the table of them. Private to src/engine.
#ifndef MUSTPLAY_ENGINE_PLAYER_TYPES_H
#define MUSTPLAY_ENGINE_PLAYER_TYPES_H

#include "engine/player.h"

extern const PlayerType PLAYER_RANDOM;
extern const PlayerType PLAYER_RESISTANCE;
extern const PlayerType PLAYER_DISTANCE;
extern const PlayerType PLAYER_YREDUCTION;
extern const PlayerType PLAYER_PAIRING;
extern const PlayerType PLAYER_AUTO;
extern const PlayerType PLAYER_NET;
extern const PlayerType PLAYER_HTP;

#endif
