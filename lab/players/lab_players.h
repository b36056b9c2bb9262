// The lab's players, one per file.
#ifndef MUSTPLAY_LAB_PLAYERS_LAB_PLAYERS_H
#define MUSTPLAY_LAB_PLAYERS_LAB_PLAYERS_H

#include "play/player.h"

extern const PlayerType PLAYER_HANDICAP;
extern const PlayerType PLAYER_YREDUCTION;
extern const PlayerType PLAYER_COMMITTEE;
extern const PlayerType PLAYER_PATTERN_AB;
extern const PlayerType
    PLAYER_LAB_ALPHABETA; // alphabeta, with a committee at the leaves if it is given weights

#endif
