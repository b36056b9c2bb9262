// The commands with --game y: what move, solve, draw, play and match do then. Each takes the options that
// Y_..._OPTIONS names, and no others.
#ifndef MUSTPLAY_LAB_Y_Y_COMMANDS_H
#define MUSTPLAY_LAB_Y_Y_COMMANDS_H

#include "lab/y/y_args.h"

#define Y_MOVE_OPTIONS  Y_POSITION_OPTIONS " " Y_PLAYER_OPTIONS " json"
#define Y_SOLVE_OPTIONS Y_POSITION_OPTIONS " method time memory all-openings all-moves output force json"
#define Y_DRAW_OPTIONS  Y_POSITION_OPTIONS " output force labels numbers title cell-size no-coordinates json"
#define Y_PLAY_OPTIONS  Y_POSITION_OPTIONS " side " Y_PLAYER_OPTIONS
#define Y_MATCH_OPTIONS "game players size games openings time playouts jobs resume seed json"
#define Y_HTP_OPTIONS   "game player level seed"

int y_move_run(const Args *args);
int y_solve_run(const Args *args);
int y_draw_run(const Args *args);
int y_play_run(const Args *args);
int y_match_run(const Args *args);
int y_htp_run(const Args *args);

// solve --as-y: a position of Hex, by the solver of Hex and, as one of Y, by the solver of Y.
int y_both_run(const Args *args);

#endif
