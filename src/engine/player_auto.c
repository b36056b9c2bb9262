// The default player: the strongest there is. Where the pairing strategy wins it is played. Elsewhere the net
// plays, if there is one (it is opened at the first move), and otherwise the pairing player's fallback,
// which is distance, two moves ahead.
#include "engine/player_types.h"

#include "knowledge/pairing.h"
#include "net/net.h"

typedef struct AutoState {
    Player *plain;
    Player *net; // NULL: not yet opened, or there is none
    bool without_net;
} AutoState;

static bool auto_start(Player *player, Error *error) {
    AutoState *state = player->state;
    state->plain = player_create("pairing", random_next(&player->random), error);
    return state->plain;
}

// Opens the net if one is found. A net that is found but cannot be read is an error, not a reason to play
// worse in silence.
static bool net_open(Player *player, Error *error) {
    AutoState *state = player->state;
    char path[4096];
    if (state->net || state->without_net) return true;
    state->without_net = !net_find(path, sizeof path);
    if (state->without_net) return true;
    state->net = player_create("net", random_next(&player->random), error);
    return state->net;
}

static bool pairing_wins(const Position *position) {
    Color winner;
    return pairing_applies(position->geometry, &winner) && winner == position->to_move &&
           pairing_holds(position, NULL, NULL);
}

static bool auto_choose(Player *player, const Game *game, const Limits *limits, const Observer *observer,
                        Choice *choice, Error *error) {
    AutoState *state = player->state;
    if (pairing_wins(&game->now)) return player_choose(state->plain, game, limits, observer, choice, error);
    if (!net_open(player, error)) return false;
    return player_choose(state->net ? state->net : state->plain, game, limits, observer, choice, error);
}

static void auto_reset(Player *player) {
    AutoState *state = player->state;
    player_reset(state->plain);
    if (state->net) player_reset(state->net);
}

static void auto_stop(Player *player) {
    AutoState *state = player->state;
    player_free(state->plain);
    player_free(state->net);
}

const PlayerType PLAYER_AUTO = {
    .name = "auto",
    .help = "The strongest player there is: net if a net is found, pairing where that wins or without a net.",
    .state_size = sizeof(AutoState),
    .start = auto_start,
    .choose = auto_choose,
    .reset = auto_reset,
    .stop = auto_stop,
};
