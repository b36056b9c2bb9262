// Players of Y: named ways to choose a move, with options as in "mcts:playouts=1000".
#ifndef MUSTPLAY_LAB_Y_YPLAYER_H
#define MUSTPLAY_LAB_Y_YPLAYER_H

#include "base/budget.h"
#include "base/option.h"
#include "lab/y/ymcts.h"
#include "lab/y/ypyramid.h"

typedef struct YChoice {
    Move move;
    double value;    // the mover's winning probability as the player sees it
    uint64_t visits; // play-outs or nodes spent
    int line_length; // the expected continuation; line[0] is `move`
    Move line[YMCTS_LINE_MAX];
    double seconds;
} YChoice;

typedef struct YPlayerType {
    const char *name;
    const char *help;
    const OptionSpec *options; // ended by a NULL name; may be NULL
} YPlayerType;

// All players, ended by a NULL name. The first is the default.
const YPlayerType *yplayer_types(void);

typedef struct YPlayer YPlayer;

// NULL with an error for an unknown name, a bad option or a lack of memory.
YPlayer *yplayer_new(const char *spec, uint64_t seed, Error *error);
void yplayer_free(YPlayer *player);
const char *yplayer_spec(const YPlayer *player);

// Chooses a cell for the side to move. Where the budget gives neither seconds nor nodes the player's options do.
// A finished game is an input error.
bool yplayer_choose(YPlayer *player, const YGame *game, const Budget *budget, YChoice *choice, Error *error);

#endif
