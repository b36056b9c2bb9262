// The distance player: one level of look-ahead over how far each colour is from joining its edges.
// Two-distance with potential is Queenbee's (van Rijswijck 2002 §3.2); dijkstra is Steckelberg et al.'s; path and flow
// are the plain graph measures that van Rijswijck 2002 starts from.
#include "engine/evaluation.h"
#include "engine/look_ahead.h"
#include "engine/player_types.h"

enum { MEASURE_OPTION, REPLIES_OPTION, OPTION_COUNT };

static const OptionSpec DISTANCE_OPTIONS[] = {
    [MEASURE_OPTION] = {"measure", OPTION_CHOICE, "two-distance", 0, 0, "two-distance|dijkstra|path|flow",
                        "KIND", "What is measured."},
    [REPLIES_OPTION] = {"replies", OPTION_INT, "0", 0, CELL_MAX, NULL, "N",
                        "Judge the N moves that look best by the opponent's best reply."},
    [OPTION_COUNT] = {0},
};

typedef struct DistanceState {
    NearFunction near;
} DistanceState;

static bool distance_start(Player *player, Error *error) {
    (void)error;
    ((DistanceState *)player->state)->near = near_function(player->option[MEASURE_OPTION].text);
    return true;
}

static double board_lead(void *context, const Board *board, Color color) {
    const DistanceState *state = context;
    return state->near(board, color) - state->near(board, color_other(color));
}

static bool distance_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                            Error *error) {
    (void)error;
    const DistanceState *state = player->state;
    LookAhead look = {player->state, board_lead, (int)player->option[REPLIES_OPTION].integer,
                      near_scale(state->near, game->now.geometry)};
    look_ahead(&look, player, game, terms, choice);
    return true;
}

const PlayerType PLAYER_DISTANCE = {
    .name = "distance",
    .help = "Queenbee's two-distance, or another distance between the edges, one move ahead.",
    .options = DISTANCE_OPTIONS,
    .state_size = sizeof(DistanceState),
    .start = distance_start,
    .choose = distance_choose,
};
