// The resistance player: one level of look-ahead over the circuits of eval/resistance.h (the benchmark player
// of seed 000, section 9.4.1). It plays the cell after which ln(R_other / R_own) is greatest.
//
// Two things the circuit cannot see come first: a cell that joins the edges is played, and a cell on which
// the opponent would join is taken; with two such cells the game is lost, and resigned if that is allowed.
// Equal cells are told apart by the seed alone. On the empty board every cell of the circuit is overrated
// that lies in an acute corner, so the opening and the swap are left to engine/opening.h.
#include "engine/player_types.h"

#include "engine/opening.h"
#include "eval/resistance.h"

#include <math.h>

typedef struct ResistanceState {
    Circuit *circuit;
    const Geometry *geometry;
} ResistanceState;

enum { CIRCUIT_OPTION };
static const OptionSpec RESISTANCE_OPTIONS[] = {
    {"circuit", OPTION_CHOICE, "bridges", 0, 0, "cells|links|bridges", "KIND",
     "What conducts: cells by their neighbours, links of one strength, or cells by neighbours and bridges."},
    {0},
};

typedef struct Candidates {
    int count;
    int cell[CELL_MAX];
    double lead[CELL_MAX]; // of the mover, after the move
} Candidates;

// Leads nearer than this are equal: rounding must not decide between symmetric cells.
static const double SAME_LEAD = 1e-9;

static bool circuit_prepare(ResistanceState *state, const Geometry *geometry, Error *error) {
    if (state->geometry == geometry) return true;
    circuit_free(state->circuit);
    state->geometry = NULL;
    state->circuit = circuit_create(geometry);
    if (!state->circuit) return error_failure(error, "out of memory");
    state->geometry = geometry;
    return true;
}

static CircuitKind circuit_kind(const Player *player) {
    switch (player->option[CIRCUIT_OPTION].text[0]) {
    case 'c':
        return CIRCUIT_CELLS;
    case 'l':
        return CIRCUIT_LINKS;
    default:
        return CIRCUIT_BRIDGES;
    }
}

typedef struct Outlook {
    CellSet cells; // worth a look: those that win at once, else those that save, else all
    bool lost;     // the opponent wins at once on two cells
} Outlook;

static Outlook board_outlook(const Board *board, Color mover) {
    CellSet wins = board_winning_cells(board, mover);
    if (!cellset_is_empty(wins)) return (Outlook){.cells = wins};
    CellSet threats = board_winning_cells(board, color_other(mover));
    int count = cellset_count(threats);
    return (Outlook){.cells = count ? threats : board_vacant(board), .lost = count > 1};
}

static void candidates_rate(const Player *player, Board *board, Color mover, CellSet cells,
                            Candidates *list) {
    const ResistanceState *state = player->state;
    list->count = 0;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        board_place(board, cell, mover);
        list->cell[list->count] = cell;
        list->lead[list->count++] = resistance_lead(state->circuit, board, mover, circuit_kind(player));
        board_undo(board);
    }
}

// A candidate of the greatest lead; the seed chooses among equals.
static int candidate_best(Player *player, const Candidates *list) {
    double best = -INFINITY;
    int found = 0, equals = 0;
    for (int i = 0; i < list->count; i++) {
        if (i && list->lead[i] < best - SAME_LEAD) continue;
        if (!i || list->lead[i] > best + SAME_LEAD) {
            best = list->lead[i];
            equals = 0;
        }
        if (random_below(&player->random, (uint32_t)++equals) == 0) found = i;
    }
    return found;
}

static bool resistance_choose(Player *player, const Game *game, const Limits *limits,
                              const Observer *observer, Choice *choice, Error *error) {
    (void)observer;
    const Position *now = &game->now;
    if (!circuit_prepare(player->state, now->geometry, error)) return false;
    if (opening_choose(game, limits, &player->random, choice)) return true;
    Board board;
    board_set(&board, now);
    Outlook outlook = board_outlook(&board, now->to_move);
    Candidates list;
    candidates_rate(player, &board, now->to_move, outlook.cells, &list);
    int i = candidate_best(player, &list);
    choice->move = outlook.lost && limits->may_resign ? MOVE_RESIGN : list.cell[i];
    choice->value = outlook.lost ? 0 : resistance_share(list.lead[i]);
    choice->visits = (uint64_t)list.count;
    return true;
}

static void resistance_stop(Player *player) {
    circuit_free(((ResistanceState *)player->state)->circuit);
}

const PlayerType PLAYER_RESISTANCE = {
    .name = "resistance",
    .help = "The electric circuit of Shannon and Anshelevich, one move ahead.",
    .options = RESISTANCE_OPTIONS,
    .state_size = sizeof(ResistanceState),
    .choose = resistance_choose,
    .stop = resistance_stop,
};
