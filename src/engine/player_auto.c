// The default player: the strongest there is. Today that is pairing, which on square boards is distance, two
// moves ahead.
#include "engine/player_types.h"

typedef struct AutoState {
    Player *best;
} AutoState;

static bool auto_start(Player *player, Error *error) {
    AutoState *state = player->state;
    state->best = player_create("pairing", random_next(&player->random), error);
    return state->best;
}

static bool auto_choose(Player *player, const Game *game, const Limits *limits, const Observer *observer,
                        Choice *choice, Error *error) {
    return player_choose(((AutoState *)player->state)->best, game, limits, observer, choice, error);
}

static void auto_stop(Player *player) {
    player_free(((AutoState *)player->state)->best);
}

const PlayerType PLAYER_AUTO = {
    .name = "auto",
    .help = "The strongest player there is.",
    .state_size = sizeof(AutoState),
    .start = auto_start,
    .choose = auto_choose,
    .stop = auto_stop,
};
