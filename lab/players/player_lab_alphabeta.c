// The player `alphabeta` of the library, with one option more: a committee that judges the leaves (lab/eval/committee.h).
#include "lab/eval/lab_evaluations.h"
#include "lab/players/lab_players.h"
#include "play/player_alphabeta.h"

enum { WEIGHTS_OPTION = ALPHABETA_OPTION_COUNT, OPTION_COUNT };

static const OptionSpec OPTIONS[] = {
    ALPHABETA_OPTIONS,
    [WEIGHTS_OPTION] =
        {"weights", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
         "A committee judges the leaves by the last weights of a file of `mustplay lab learn`."},
    [OPTION_COUNT] = {0},
};

static bool start(Player *player, Error *error) {
    const char *weights = player->option[WEIGHTS_OPTION].text;
    return player_alphabeta_start(player,
                                  weights ? evaluation_new(&EVALUATION_COMMITTEE, weights, NULL, error)
                                          : player_alphabeta_evaluation(player, error),
                                  error);
}

const PlayerType PLAYER_LAB_ALPHABETA = {
    .name = "alphabeta",
    .help = "Alpha-beta with connections and fill-in at the nodes and any evaluation, as Six and Wolve play.",
    .options = OPTIONS,
    .state_size = sizeof(AlphaBetaState),
    .start = start,
    .choose = player_alphabeta_choose,
    .reset = player_alphabeta_reset,
    .stop = player_alphabeta_stop,
};
