// The options about players that several commands share: --player, --time, --playouts, --threads, --seed,
// --swap, --resign.
#ifndef MUSTPLAY_APP_PLAYER_ARGS_H
#define MUSTPLAY_APP_PLAYER_ARGS_H

#include "app/command.h"
#include "engine/player.h"

#define PLAYER_OPTIONS "player time playouts threads seed"

// The player that --player names, or the default one. --seed, or `seed` without it. The caller frees it.
Player *args_player(const Args *args, uint64_t seed, Error *error);

// --time, --playouts and --threads; swap and resignation are off.
Limits args_limits(const Args *args);

#endif
