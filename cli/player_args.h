// The options about players that several commands share: --player, --level, --time, --playouts, --threads,
// --seed, --swap, --resign.
#ifndef MUSTPLAY_CLI_PLAYER_ARGS_H
#define MUSTPLAY_CLI_PLAYER_ARGS_H

#include "cli/public_player.h"
#include "play/level.h"
#include "play/player.h"

enum { PLAYER_SPEC_MAX = 8192 };

// The specification that --player gives, or that of --level; `level` stands in for both. Both: an error.
bool args_player_spec(const Args *args, int level, char *spec, size_t size, Error *error);
// That player, made with --seed, or `seed` without it, within the limits of a move. The observer, which may be
// NULL, can end its start. The caller frees it.
Player *args_player(const Args *args, int level, uint64_t seed, const Observer *observer, Error *error);

// --time, --playouts and --threads.
Budget args_budget(const Args *args);

#endif
