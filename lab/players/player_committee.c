// The player `committee`: one level of look-ahead over the sixteen advisors of Rasmussen 2007 §9.4, weighed as a file of
// `mustplay lab learn` says (lab/eval/committee.h). What knowledge knows is played first, as in the thesis.
#include "lab/eval/committee.h"
#include "lab/players/lab_players.h"
#include "play/look_ahead.h"
#include "play/proof_first.h"

enum { WEIGHTS_OPTION, ITERATION_OPTION, REPLIES_OPTION, OPTION_COUNT };

static const OptionSpec COMMITTEE_OPTIONS[] = {
    [WEIGHTS_OPTION] = {"weights", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
                        "The weights, as `mustplay lab learn` writes them. Needed."},
    [ITERATION_OPTION] = {"iteration", OPTION_INT, "-1", -1, 2e9, NULL, "J",
                          "The weights of this iteration of the file; -1: the last."},
    [REPLIES_OPTION] = {"replies", OPTION_INT, "0", 0, CELL_MAX, NULL, "N",
                        "Judge the N moves that look best by the opponent's best reply."},
    [OPTION_COUNT] = {0},
};

typedef struct CommitteeState {
    Committee committee;
    Circuit *circuit; // of `geometry`
    const Geometry *geometry;
    ProofFirst proof_first;
} CommitteeState;

static bool committee_start(Player *player, Error *error) {
    CommitteeState *state = player->state;
    const char *path = player->option[WEIGHTS_OPTION].text;
    if (!path)
        return error_input(error,
                           "committee needs weights: committee:weights=FILE (mustplay lab learn makes them)");
    return committee_read(path, (int)player->option[ITERATION_OPTION].integer, &state->committee, error) &&
           proof_first_open(&state->proof_first, 0, NULL, error);
}

static bool circuit_ready(CommitteeState *state, const Geometry *geometry, Error *error) {
    if (state->geometry == geometry) return true;
    circuit_free(state->circuit);
    state->circuit = circuit_new(geometry);
    state->geometry = state->circuit ? geometry : NULL;
    return state->circuit || error_memory(error);
}

static double board_lead(void *context, const Board *board, Color color) {
    CommitteeState *state = context;
    return committee_lead(&state->committee, state->circuit, board, color);
}

static bool committee_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                             Error *error) {
    CommitteeState *state = player->state;
    MoveTerms left;
    if (!circuit_ready(state, game->now.geometry, error)) return false;
    Verdict verdict = proof_first_decide(&state->proof_first, game, terms, choice, &left, error);
    if (verdict == VERDICT_DECIDED || verdict == VERDICT_FAILED) return verdict == VERDICT_DECIDED;
    LookAhead look = {.context = state,
                      .lead = board_lead,
                      .replies = (int)player->option[REPLIES_OPTION].integer,
                      .scale = 1};
    look_ahead(&look, player, game, &left, choice);
    return true;
}

static void committee_stop(Player *player) {
    CommitteeState *state = player->state;
    circuit_free(state->circuit);
    proof_first_close(&state->proof_first);
}

const PlayerType PLAYER_COMMITTEE = {
    .name = "committee",
    .help = "Sixteen advisors weighed as `mustplay lab learn` found best, one move ahead.",
    .options = COMMITTEE_OPTIONS,
    .state_size = sizeof(CommitteeState),
    .start = committee_start,
    .choose = committee_choose,
    .stop = committee_stop,
};
