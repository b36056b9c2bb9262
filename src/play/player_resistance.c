// The resistance player: one level of look-ahead over the circuits of eval/resistance.h (the benchmark player
// of Rasmussen 2007 §9.4.1). It plays the cell after which ln(R_other / R_own) is greatest. With connections it is
// Wolve at one ply: it tries the moves that knowledge leaves. Each resulting position is filled in and its connections are
// found with the opponent to move. What they prove comes before any current.
#include "eval/connected.h"
#include "play/evaluation.h"
#include "play/look_ahead.h"
#include "play/player_types.h"

typedef struct ResistanceState {
    Circuit *circuit;
    Connected *connected; // instead, of the circuit of connections
    const Geometry *geometry;
    CircuitKind kind;
} ResistanceState;

enum { CIRCUIT_OPTION, REPLIES_OPTION, OPTION_COUNT };

static const OptionSpec RESISTANCE_OPTIONS[] = {
    [CIRCUIT_OPTION] =
        {"circuit", OPTION_CHOICE, "links", 0, 0, "cells|links|bridges|connections", "KIND",
         "What conducts: the cells, the links of the Shannon graph, cells and bridges, or after fill-in "
         "cells and all virtual connections, as in Wolve."},
    [REPLIES_OPTION] = {"replies", OPTION_INT, "0", 0, CELL_MAX, NULL, "N",
                        "Judge the N moves that look best by the opponent's best reply."},
    [OPTION_COUNT] = {0},
};

static bool resistance_start(Player *player, Error *error) {
    (void)error;
    ResistanceState *state = player->state;
    state->kind = circuit_kind(player->option[CIRCUIT_OPTION].text);
    return true;
}

static bool circuit_prepare(ResistanceState *state, const Geometry *geometry, Error *error) {
    if (state->geometry == geometry) return true;
    circuit_free(state->circuit);
    connected_free(state->connected);
    *state = (ResistanceState){.kind = state->kind};
    if (state->kind == CIRCUIT_CONNECTIONS) {
        state->connected = connected_new(geometry, error);
        if (!state->connected) return false;
    } else {
        state->circuit = circuit_new(geometry);
        if (!state->circuit) return error_memory(error);
    }
    state->geometry = geometry;
    return true;
}

static double board_lead(void *context, const Board *board, Color color) {
    ResistanceState *state = context;
    if (state->connected) {
        Position position = board_position(board, color_other(color));
        return connected_lead(state->connected, &position, color);
    }
    return resistance_lead(state->circuit, board, color, state->kind);
}

static bool resistance_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                              Error *error) {
    ResistanceState *state = player->state;
    CellSet worth;
    if (!circuit_prepare(state, game->now.geometry, error)) return false;
    LookAhead look = {.context = state,
                      .lead = board_lead,
                      .replies = (int)player->option[REPLIES_OPTION].integer,
                      .scale = circuit_scale(game->now.geometry)};
    if (state->connected) {
        worth = connected_moves(state->connected, &game->now);
        look.worth = &worth;
    }
    look_ahead(&look, player, game, terms, choice);
    return true;
}

static void resistance_stop(Player *player) {
    ResistanceState *state = player->state;
    circuit_free(state->circuit);
    connected_free(state->connected);
}

const PlayerType PLAYER_RESISTANCE = {
    .name = "resistance",
    .help = "The electric circuit of Shannon and Anshelevich, one move ahead.",
    .options = RESISTANCE_OPTIONS,
    .state_size = sizeof(ResistanceState),
    .start = resistance_start,
    .choose = resistance_choose,
    .stop = resistance_stop,
};
