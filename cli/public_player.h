// The options about players, for commands on the public interface.
#ifndef MUSTPLAY_CLI_PUBLIC_PLAYER_H
#define MUSTPLAY_CLI_PUBLIC_PLAYER_H

#include "cli/public.h"

#define PLAYER_OPTIONS "player level time playouts threads seed"

// Puts --time, --playouts and --threads into the limits.
void args_grant(const Args *args, mp_limits *limits);
// The player that --player or --level gives, made with --seed within the limits (or NULL). Options that are not given
// default to `level` and `seed`. NULL with an error.
mp_player *args_new_player(const Args *args, const mp_engine *engine, int level, uint64_t seed,
                           const mp_limits *limits, Error *error);
// --net, or the net that is found. NULL with an error, also when there is none.
mp_net *args_new_net(const Args *args, const mp_engine *engine, Error *error);

#endif
