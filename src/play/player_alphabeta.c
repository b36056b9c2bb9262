// The player `alphabeta`: alpha-beta with knowledge and an evaluation (search/alphabeta.h), as Six and Wolve
// play. The opening and the swap are decided by rule of thumb, unless the board is so small that the solver
// knows.
#include "play/beside.h"
#include "play/evaluation.h"
#include "play/opening.h"
#include "play/player_types.h"
#include "search/alphabeta.h"

enum {
    EVALUATION_OPTION,
    ORDER_OPTION,
    WIDTH_OPTION,
    DEPTH_OPTION,
    NODES_OPTION,
    TIME_OPTION,
    KNOWLEDGE_OPTION,
    MEMORY_OPTION,
    WEIGHTS_OPTION,
    NOISE_OPTION,
    SOLVER_OPTION,
    STORE_OPTION,
    OPTION_COUNT
};

static const OptionSpec ALPHABETA_OPTIONS[] = {
    [EVALUATION_OPTION] = {"evaluation", OPTION_CHOICE, "bridges", 0, 0, EVALUATION_NAMES, "KIND",
                           "What judges the leaves."},
    [ORDER_OPTION] = {"order", OPTION_CHOICE, "energy", 0, 0, "energy|two-distance", "KIND",
                      "What orders the moves: both colours' currents, or the sum of their two-distances."},
    [WIDTH_OPTION] = {"width", OPTION_INT, "15", 1, 40, NULL, "N", "Moves that a node looks at."},
    [DEPTH_OPTION] = {"depth", OPTION_INT, "4", 1, 60, NULL, "N",
                      "The last depth, when no limit of time or nodes is given."},
    [NODES_OPTION] = {"nodes", OPTION_INT, NULL, 1, 1e15, NULL, "N",
                      "Positions studied per move when no limit is given."},
    [TIME_OPTION] = {"time", OPTION_REAL, NULL, 0, 1e7, NULL, "S",
                     "Seconds per move when no limit is given."},
    [KNOWLEDGE_OPTION] = {"knowledge", OPTION_CHOICE, "on", 0, 0, "on|off", "STATE",
                          "Connections, must-play and fill-in at the nodes."},
    [MEMORY_OPTION] = {"memory", OPTION_INT, "64", 1, 1e5, NULL, "MB", "Size of the transposition table."},
    [WEIGHTS_OPTION] = {"weights", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
                        "A committee judges the leaves by the last weights of a file of `mustplay learn`."},
    [NOISE_OPTION] = {"noise", OPTION_REAL, "0", 0, 1000, NULL, "S",
                      "Random numbers of this deviation are added to the evaluations."},
    BESIDE_OPTIONS(SOLVER_OPTION, STORE_OPTION),
    [OPTION_COUNT] = {0},
};

typedef struct AlphaBetaState {
    Evaluation *evaluation;
    AlphaBeta *search; // of the board seen last
    Beside beside;
} AlphaBetaState;

static double board_lead(void *context, const Board *board, const Vc *vc, Color color) {
    Player *player = context;
    const AlphaBetaState *state = player->state;
    double noise = player->option[NOISE_OPTION].real;
    double lead = evaluation_lead_connected(state->evaluation, board, vc, color);
    return noise > 0 ? lead + noise * random_normal(&player->random) : lead;
}

static bool alphabeta_start(Player *player, Error *error) {
    AlphaBetaState *state = player->state;
    const char *weights = player->option[WEIGHTS_OPTION].text;
    state->evaluation = weights ? evaluation_new_committee(weights, -1, error)
                                : evaluation_new(player->option[EVALUATION_OPTION].text, error);
    if (!state->evaluation) return false;
    if (beside_open(&state->beside, player->option[SOLVER_OPTION].real, player->option[STORE_OPTION].text,
                    error))
        return true;
    evaluation_free(state->evaluation);
    return false;
}

static bool search_ready(Player *player, const Geometry *geometry, Error *error) {
    AlphaBetaState *state = player->state;
    if (state->search && alphabeta_geometry(state->search) == geometry) return true;
    alphabeta_free(state->search);
    bool plain = player->option[KNOWLEDGE_OPTION].text[1] == 'f';
    AlphaBetaOptions options = {.lead = board_lead,
                                .context = player,
                                .order = player->option[ORDER_OPTION].text[0] == 't' ? ORDER_BY_TWO_DISTANCE
                                                                                     : ORDER_BY_ENERGY,
                                .width = (int)player->option[WIDTH_OPTION].integer,
                                .plain = plain,
                                .connected = !plain && evaluation_connects(state->evaluation),
                                .memory = (uint64_t)player->option[MEMORY_OPTION].integer << 20};
    state->search = alphabeta_new(geometry, &options, error);
    return state->search;
}

// The budget of a move, and the last depth: 0, or that of the options.
static Budget budget_of(const Player *player, const MoveTerms *terms, int *depth) {
    const OptionValue *o = player->option;
    Budget budget = player_budget(terms, &o[TIME_OPTION], &o[NODES_OPTION], NULL);
    bool limited = budget.seconds > 0 || budget.nodes;
    *depth = o[DEPTH_OPTION].given || !limited ? (int)o[DEPTH_OPTION].integer : 0;
    return budget;
}

static bool search_choose(Player *player, const Position *now, const MoveTerms *terms, bool lost,
                          Choice *choice, Error *error) {
    AlphaBetaState *state = player->state;
    if (!search_ready(player, now->geometry, error)) return false;
    int depth;
    Budget budget = budget_of(player, terms, &depth);
    AlphaBetaOutcome outcome;
    alphabeta_search(state->search, now, depth, &budget, &outcome);
    choice->move = outcome.move;
    choice->visits = outcome.nodes;
    choice->value = outcome.winner == now->to_move ? 1
                    : lost || outcome.winner != EMPTY
                        ? 0
                        : evaluation_probability(state->evaluation, now->geometry, outcome.lead);
    choice->line_length = outcome.line_length;
    for (int i = 0; i < outcome.line_length; i++) choice->line[i] = outcome.line[i];
    if (outcome.winner == color_other(now->to_move) && terms->may_resign) {
        choice->move = MOVE_RESIGN;
        choice->line_length = 0;
    }
    return true;
}

static bool alphabeta_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                             Error *error) {
    AlphaBetaState *state = player->state;
    MoveTerms left;
    bool first = game->count == 0;
    if (first && opening_choose(game, terms, &player->random, choice)) return true;
    Verdict verdict = beside_decide(&state->beside, game, terms, choice, &left, error);
    if (verdict == VERDICT_DECIDED || verdict == VERDICT_FAILED) return verdict == VERDICT_DECIDED;
    if (opening_choose(game, terms, &player->random, choice)) return true;
    return search_choose(player, &game->now, &left, verdict == VERDICT_LOST, choice, error);
}

static void alphabeta_forget(Player *player) {
    AlphaBetaState *state = player->state;
    if (state->search) alphabeta_reset(state->search);
}

static void alphabeta_stop(Player *player) {
    AlphaBetaState *state = player->state;
    alphabeta_free(state->search);
    evaluation_free(state->evaluation);
    beside_close(&state->beside);
}

const PlayerType PLAYER_ALPHABETA = {
    .name = "alphabeta",
    .help = "Alpha-beta with connections and fill-in at the nodes and any evaluation, as Six and Wolve play.",
    .options = ALPHABETA_OPTIONS,
    .state_size = sizeof(AlphaBetaState),
    .start = alphabeta_start,
    .choose = alphabeta_choose,
    .reset = alphabeta_forget,
    .stop = alphabeta_stop,
};
