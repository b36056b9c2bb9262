// The player `alphabeta`: alpha-beta with knowledge and an evaluation (search/alphabeta.h), as Six and Wolve
// play. The opening and the swap are decided by rule of thumb, unless the board is so small that the solver
// knows.
#include "play/player_alphabeta.h"

#include "play/catalog.h"
#include "play/opening.h"
#include "play/player_types.h"

static const OptionSpec OPTIONS[] = {ALPHABETA_OPTIONS, [ALPHABETA_OPTION_COUNT] = {0}};

static double board_lead(void *context, const Board *board, const Vc *vc, Color color) {
    Player *player = context;
    const AlphaBetaState *state = player->state;
    double noise = player->option[ALPHABETA_NOISE].real;
    double lead = evaluation_lead_connected(state->evaluation, board, vc, color);
    return noise > 0 ? lead + noise * random_normal(&player->random) : lead;
}

Evaluation *player_alphabeta_evaluation(const Player *player, Error *error) {
    const char *name = player->option[ALPHABETA_EVALUATION].text;
    return evaluation_new(evaluation_find(player->catalog->evaluations, name), NULL, player->catalog->data,
                          error);
}

bool player_alphabeta_start(Player *player, Evaluation *evaluation, Error *error) {
    AlphaBetaState *state = player->state;
    state->evaluation = evaluation;
    if (!state->evaluation) return false;
    if (proof_first_open(&state->proof_first, player->option[ALPHABETA_SOLVER].real,
                         player->option[ALPHABETA_STORE].text, error))
        return true;
    evaluation_free(state->evaluation);
    return false;
}

static bool alphabeta_start(Player *player, Error *error) {
    return player_alphabeta_start(player, player_alphabeta_evaluation(player, error), error);
}

static bool search_ready(Player *player, const Geometry *geometry, Error *error) {
    AlphaBetaState *state = player->state;
    if (state->search && alphabeta_geometry(state->search) == geometry) return true;
    alphabeta_free(state->search);
    bool plain = player->option[ALPHABETA_KNOWLEDGE].text[1] == 'f';
    AlphaBetaOptions options = {
        .lead = board_lead,
        .context = player,
        .order = player->option[ALPHABETA_ORDER].text[0] == 't' ? ORDER_BY_TWO_DISTANCE : ORDER_BY_ENERGY,
        .width = (int)player->option[ALPHABETA_WIDTH].integer,
        .plain = plain,
        .connected = !plain && evaluation_connects(state->evaluation),
        .memory = (uint64_t)player->option[ALPHABETA_MEMORY].integer << 20};
    state->search = alphabeta_new(geometry, &options, error);
    return state->search;
}

// The budget of a move, and the last depth: 0, or that of the options.
static Budget budget_of(const Player *player, const MoveTerms *terms, int *depth) {
    const OptionValue *o = player->option;
    Budget budget = player_budget(terms, &o[ALPHABETA_TIME], &o[ALPHABETA_NODES], NULL);
    bool limited = budget.seconds > 0 || budget.nodes;
    *depth = o[ALPHABETA_DEPTH].given || !limited ? (int)o[ALPHABETA_DEPTH].integer : 0;
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

bool player_alphabeta_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                             Error *error) {
    AlphaBetaState *state = player->state;
    MoveTerms left;
    bool first = game->count == 0;
    if (first && opening_choose(game, terms, &player->random, choice)) return true;
    Verdict verdict = proof_first_decide(&state->proof_first, game, terms, choice, &left, error);
    if (verdict == VERDICT_DECIDED || verdict == VERDICT_FAILED) return verdict == VERDICT_DECIDED;
    if (opening_choose(game, terms, &player->random, choice)) return true;
    return search_choose(player, &game->now, &left, verdict == VERDICT_LOST, choice, error);
}

void player_alphabeta_reset(Player *player) {
    AlphaBetaState *state = player->state;
    if (state->search) alphabeta_reset(state->search);
}

void player_alphabeta_stop(Player *player) {
    AlphaBetaState *state = player->state;
    alphabeta_free(state->search);
    evaluation_free(state->evaluation);
    proof_first_close(&state->proof_first);
}

const PlayerType PLAYER_ALPHABETA = {
    .name = "alphabeta",
    .help = "Alpha-beta with connections and fill-in at the nodes and any evaluation, as Six and Wolve play.",
    .options = OPTIONS,
    .state_size = sizeof(AlphaBetaState),
    .start = alphabeta_start,
    .choose = player_alphabeta_choose,
    .reset = player_alphabeta_reset,
    .stop = player_alphabeta_stop,
};
