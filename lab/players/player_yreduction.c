// The Y-reduction player: one level of look-ahead over the reduction of the game of Y (lab/eval/yreduction.h),
// the mean of a position and its half-turn. By exact values, or, faster, by partial derivatives.
#include "lab/eval/lab_evaluations.h"
#include "lab/eval/yreduction.h"
#include "lab/players/lab_players.h"
#include "play/evaluation.h"
#include "play/look_ahead.h"

enum { MOVES_OPTION, OPTION_COUNT };

static const OptionSpec YREDUCTION_OPTIONS[] = {
    [MOVES_OPTION] =
        {"moves", OPTION_CHOICE, "exact", 0, 0, "exact|slopes", "KIND",
         "Rate a move by the value after it, or by the partial derivative of the value before it."},
    [OPTION_COUNT] = {0},
};

typedef struct YState {
    bool slopes;
    HexPyramid pyramid[2]; // of the position before the move and of its half-turn
    double gain[CELL_MAX]; // by the slopes, for Black
} YState;

static bool yreduction_start(Player *player, Error *error) {
    (void)error;
    ((YState *)player->state)->slopes = player->option[MOVES_OPTION].text[0] == 's';
    return true;
}

// The board is one stone past the pyramids: changes it in both, reads the value and changes it back.
static double value_after(YState *state, int cell, Color color) {
    const Geometry *g = state->pyramid[0].geometry;
    int turned = cell_rotated(g, cell);
    hexpyramid_change(&state->pyramid[0], cell, color);
    hexpyramid_change(&state->pyramid[1], turned, color);
    double value = (hexpyramid_odds(&state->pyramid[0]) + hexpyramid_odds(&state->pyramid[1])) / 2;
    hexpyramid_change(&state->pyramid[0], cell, EMPTY);
    hexpyramid_change(&state->pyramid[1], turned, EMPTY);
    return value;
}

static double board_lead(void *context, const Board *board, Color color) {
    YState *state = context;
    int cell = board->placed_cell[board->placed - 1];
    if (state->slopes) return state->gain[cell]; // greatest for both colours
    double value = value_after(state, cell, color);
    return color == BLACK ? value : -value;
}

static void gains_find(YState *state) {
    const Geometry *g = state->pyramid[0].geometry;
    double slope[2][CELL_MAX];
    for (int k = 0; k < 2; k++) hexpyramid_gradient(&state->pyramid[k], slope[k]);
    for (int cell = 0; cell < g->cells; cell++)
        state->gain[cell] = (slope[0][cell] + slope[1][cell_rotated(g, cell)]) / 2;
}

static bool yreduction_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                              Error *error) {
    (void)error;
    YState *state = player->state;
    Position turned = position_rotated(&game->now);
    hexpyramid_set(&state->pyramid[0], &game->now);
    hexpyramid_set(&state->pyramid[1], &turned);
    if (state->slopes) gains_find(state);
    LookAhead look = {.context = state, .lead = board_lead, .scale = reduction_scale(game->now.geometry)};
    look_ahead(&look, player, game, terms, choice);
    if (state->slopes && choice->move < CELL_MAX && choice->value > 0 && choice->value < 1) {
        double odds = value_after(state, choice->move, game->now.to_move);
        choice->value = probability_of_lead(game->now.to_move == BLACK ? odds : -odds, look.scale);
    }
    return true;
}

const PlayerType PLAYER_YREDUCTION = {
    .name = "yreduction",
    .help = "The reduction of the game of Y (Schensted, Meyers), one move ahead.",
    .options = YREDUCTION_OPTIONS,
    .state_size = sizeof(YState),
    .start = yreduction_start,
    .choose = yreduction_choose,
};
