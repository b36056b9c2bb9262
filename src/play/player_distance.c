// The distance player: one level of look-ahead over how far each colour is from joining its edges.
// Two-distance with potential is Queenbee's (van Rijswijck 2002 §3.2). The distance dijkstra is that of Steckelberg et
// al.; path and flow are the plain graph measures that van Rijswijck 2002 starts from.
#include "eval/queenbee.h"
#include "play/evaluation_types.h"
#include "play/look_ahead.h"
#include "play/player_types.h"

#include <math.h>
#include <string.h>

// A lead after a move is below 1000, so that with this factor it decides only between equal promises.
static const double TIE = 1e-4;

static const EvaluationType *const MEASURES[] = {&EVALUATION_TWO_DISTANCE, &EVALUATION_DIJKSTRA,
                                                 &EVALUATION_PATH, &EVALUATION_FLOW, NULL};

enum { MEASURE_OPTION, REPLIES_OPTION, MOVES_OPTION, OPTION_COUNT };

static const OptionSpec DISTANCE_OPTIONS[] = {
    [MEASURE_OPTION] = {"measure", OPTION_CHOICE, "two-distance", 0, 0, "two-distance|dijkstra|path|flow",
                        "KIND", "What is measured."},
    [REPLIES_OPTION] = {"replies", OPTION_INT, "0", 0, CELL_MAX, NULL, "N",
                        "Judge the N moves that look best by the opponent's best reply."},
    [MOVES_OPTION] =
        {"moves", OPTION_CHOICE, "values", 0, 0, "values|sums", "KIND",
         "Rate a move by the board after it, or by both colours' two-distances at its cell before it; the "
         "board after it then decides between equals."},
    [OPTION_COUNT] = {0},
};

typedef struct DistanceState {
    const EvaluationType *measure;
    bool sums;
    Queenbee before; // with sums: of the position before the move
} DistanceState;

static bool distance_start(Player *player, Error *error) {
    DistanceState *state = player->state;
    state->measure = evaluation_find(MEASURES, player->option[MEASURE_OPTION].text);
    state->sums = player->option[MOVES_OPTION].text[0] == 's';
    if (state->sums && (player->option[REPLIES_OPTION].integer ||
                        strcmp(player->option[MEASURE_OPTION].text, "two-distance")))
        return error_input(error,
                           "player distance: moves=sums is for the measure two-distance, without replies");
    return true;
}

static double board_lead(void *context, const Board *board, Color color) {
    const DistanceState *state = context;
    if (!state->sums)
        return state->measure->near(board, color) - state->measure->near(board, color_other(color));
    Queenbee after;
    queenbee_look(board, &after);
    return state->before.promise[board->placed_cell[board->placed - 1]] + TIE * queenbee_lead(&after, color);
}

// The mover's winning probability after a move, by the lead: the promise of moves says nothing about it.
static double value_after(Board *board, int cell, Color mover, double scale) {
    Queenbee after;
    board_place(board, cell, mover);
    queenbee_look(board, &after);
    return 1 / (1 + exp(-queenbee_lead(&after, mover) / scale));
}

static bool distance_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                            Error *error) {
    (void)error;
    DistanceState *state = player->state;
    Board board;
    board_set(&board, &game->now);
    if (state->sums) queenbee_look(&board, &state->before);
    LookAhead look = {.context = player->state,
                      .lead = board_lead,
                      .replies = (int)player->option[REPLIES_OPTION].integer,
                      .scale = state->measure->scale(game->now.geometry)};
    look_ahead(&look, player, game, terms, choice);
    if (state->sums && choice->move < CELL_MAX && choice->value > 0 && choice->value < 1)
        choice->value = value_after(&board, choice->move, game->now.to_move, look.scale);
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
