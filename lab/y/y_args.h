// The command line with --game y: the position, the player, cells as JSON.
#ifndef MUSTPLAY_LAB_Y_Y_ARGS_H
#define MUSTPLAY_LAB_Y_Y_ARGS_H

#include "cli/command.h"
#include "lab/y/yplayer.h"

// Options of a position of Y, and of a player.
#define Y_POSITION_OPTIONS "game size moves black white to-move sgf move-number"
#define Y_PLAYER_OPTIONS   "player level time playouts seed"

// The position that --size, --moves, --black, --white, --to-move or --sgf describe.
bool y_args_game(const Args *args, YGame *game, Error *error);
// The board of --size alone; NULL with an error.
const Triangle *y_args_board(const Args *args, Error *error);

enum { Y_SPEC_MAX = 256 };
// The specification of --player or of --level, for which `level` is the default. Level 10 is the default player, lower
// ones are Monte Carlo search with 16 * 2^L play-outs.
bool y_args_spec(const Args *args, int level, char *spec, Error *error);
// That player, with --seed or `seed`. The caller frees it.
YPlayer *y_args_player(const Args *args, int level, uint64_t seed, Error *error);

json_t *y_json_move(const Triangle *board, Move move); // null for MOVE_NONE
json_t *y_json_cells(const Triangle *board, CellSet cells);

#endif
