// The player `mcts`: Monte Carlo tree search with learned patterns (search/mcts.h). It plays the most visited
// move, or one that is proved to win. It swaps when its value says so. It resigns only if it may and the game is
// proved lost or hopeless (play/choice.h). What knowledge and the solver prove comes first (play/proof_first.h).
// It may search in the opponent's time.
#include "play/catalog.h"
#include "play/choice.h"
#include "play/judge.h"
#include "play/opening.h"
#include "play/player_types.h"
#include "play/proof_first.h"
#include "search/mcts.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum {
    FILE_OPTION,
    PLAYOUTS_OPTION,
    TIME_OPTION,
    THREADS_OPTION,
    PARALLEL_OPTION,
    EXPLORE_OPTION,
    BIAS_OPTION,
    PRIOR_OPTION,
    FIRST_PLAY_OPTION,
    RAVE_OPTION,
    RAVE_FIRST_OPTION,
    RAVE_LAST_OPTION,
    RAVE_BIAS_OPTION,
    EXPAND_OPTION,
    KNOWLEDGE_OPTION,
    FILL_OPTION,
    BRIDGES_OPTION,
    PLAYOUT_OPTION,
    SIMULATIONS_OPTION,
    MAJORITY_OPTION,
    VALUE_OPTION,
    NET_OPTION,
    DITHER_OPTION,
    EXTEND_OPTION,
    PONDER_OPTION,
    RESIGN_OPTION,
    MEMORY_OPTION,
    REUSE_OPTION,
    SOLVER_OPTION,
    STORE_OPTION,
    OPTION_COUNT,
};

static const OptionSpec MCTS_PLAYER_OPTIONS[] = {
    [FILE_OPTION] = {"file", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
                     "A file of gammas; the ones built in if not given."},
    [PLAYOUTS_OPTION] = {"playouts", OPTION_INT, "10000", 1, 1e15, NULL, "N",
                         "Play-outs per move when no limit is given."},
    [TIME_OPTION] = {"time", OPTION_REAL, NULL, 0, 1e7, NULL, "S",
                     "Seconds per move when no limit is given."},
    [THREADS_OPTION] = {"threads", OPTION_INT, "1", 1, MCTS_THREADS_MAX, NULL, "T", "Threads that search."},
    [PARALLEL_OPTION] =
        {"parallel", OPTION_CHOICE, "tree", 0, 0, "tree|root|leaf", "HOW",
         "What threads share: one tree, only the roots of their own, or the leaf that is played out."},
    [EXPLORE_OPTION] = {"explore", OPTION_REAL, OPTION_NUMBER(MCTS_EXPLORE), 0, 100, NULL, "C",
                        "Weight of the UCB term."},
    [BIAS_OPTION] = {"bias", OPTION_REAL, OPTION_NUMBER(MCTS_BIAS), 0, 100, NULL, "C",
                     "Weight of the prior."},
    [PRIOR_OPTION] =
        {"prior", OPTION_CHOICE, "bias", 0, 0, "bias|puct|net|net-puct", "KIND",
         "How the prior fades: by the root of a move's visits, or as in PUCT; by a net's policy in place of "
         "the gammas'."},
    [FIRST_PLAY_OPTION] = {"fpu", OPTION_REAL, OPTION_NUMBER(MCTS_FIRST_PLAY), 0, 10, NULL, "V",
                           "Value of a move that nothing is known about."},
    [RAVE_OPTION] = {"rave", OPTION_CHOICE, "weights", 0, 0, "off|weights|bias", "KIND",
                     "Schedule of RAVE: Gao's two weights, or Steckelberg et al.'s bias."},
    [RAVE_FIRST_OPTION] = {"rave-first", OPTION_REAL, OPTION_NUMBER(MCTS_RAVE_FIRST), 0.001, 1000, NULL, "W",
                           "Weight of the first RAVE samples."},
    [RAVE_LAST_OPTION] = {"rave-last", OPTION_REAL, OPTION_NUMBER(MCTS_RAVE_LAST), 1, 1e9, NULL, "W",
                          "Largest weight of RAVE."},
    [RAVE_BIAS_OPTION] = {"rave-bias", OPTION_REAL, OPTION_NUMBER(MCTS_RAVE_SLOPE), 0, 10, NULL, "B",
                          "The bias b of Steckelberg et al.'s schedule."},
    [EXPAND_OPTION] = {"expand", OPTION_INT, OPTION_NUMBER(MCTS_EXPAND_AT), 1, 1000000, NULL, "N",
                       "Visits at which a leaf becomes a node."},
    [KNOWLEDGE_OPTION] =
        {"knowledge", OPTION_INT, OPTION_NUMBER(MCTS_KNOWLEDGE_AT), 0, 1e9, NULL, "N",
         "Visits at which a node is studied for connections, must-play and fill-in; 0: never."},
    [FILL_OPTION] = {"fill", OPTION_CHOICE, "on", 0, 0, "on|off", "STATE",
                     "Use fill-in below studied nodes."},
    [BRIDGES_OPTION] = {"bridges", OPTION_CHOICE, "on", 0, 0, "on|off", "STATE",
                        "Play-outs save intruded bridges."},
    [PLAYOUT_OPTION] = {"playout", OPTION_CHOICE, "gammas", 0, 0, "gammas|uniform", "KIND",
                        "What play-outs are drawn by: learned patterns, or nothing."},
    [SIMULATIONS_OPTION] = {"simulations", OPTION_INT, OPTION_NUMBER(MCTS_SIMULATIONS), 1, 100000, NULL, "N",
                            "Play-outs of every leaf; with parallel=leaf at least one per thread."},
    [MAJORITY_OPTION] = {"majority", OPTION_CHOICE, "off", 0, 0, "on|off", "STATE",
                         "End a leaf's play-outs once more than half of them have the same winner."},
    [VALUE_OPTION] =
        {"value", OPTION_NAME, "playouts", 0, 0, "playouts|net-action", "KIND",
         "What leaves are judged by: play-outs or an evaluation; net: the net where a leaf becomes a node, "
         "play-outs elsewhere; net-action: elsewhere its action value of the move before."},
    [NET_OPTION] = {"net", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
                    "The net of prior=net and value=net; the one that is found if not given."},
    [DITHER_OPTION] = {"dither", OPTION_INT, "0", 0, 10000, NULL, "N",
                       "Draw moves in proportion to their visits until the game has N moves."},
    [EXTEND_OPTION] =
        {"extend", OPTION_REAL, "0", 0, 10, NULL, "F",
         "Search longer by this share of the time when the most visited move is not the one of the best value."},
    [PONDER_OPTION] = {"ponder", OPTION_FLAG, "off", 0, 0, NULL, NULL, "Search on in the opponent's time."},
    [RESIGN_OPTION] =
        {"resign", OPTION_REAL, "0.02", 0, 0.5, NULL, "V",
         "Resign, if it may, when three searches in a row give less than this winning probability."},
    [MEMORY_OPTION] = {"memory", OPTION_INT, OPTION_NUMBER(MCTS_MEMORY_MB), 1, 1e6, NULL, "MB",
                       "Size of the tree."},
    [REUSE_OPTION] = {"reuse", OPTION_CHOICE, "on", 0, 0, "on|off", "STATE",
                      "Keep what the last search knew of this position."},
    PROOF_FIRST_OPTIONS(SOLVER_OPTION, STORE_OPTION),
    [OPTION_COUNT] = {0},
};

typedef struct MctsState {
    Gammas *gammas;
    Judge *judge; // NULL: play-outs and gammas alone
    Mcts *mcts;
    ProofFirst proof_first;
    // Pondering
    bool pondering;
    pthread_t ponder_thread;
    _Atomic bool ponder_stop;
    Position ponder_position;
    int ponder_last[2], ponder_threads;
    SearchReport report;
    Despair despair;
} MctsState;

// A position counts as hopeless only after this many visits.
enum { DESPAIR_VISITS = 1000 };

static bool option_on(const Player *player, int option) {
    return !strcmp(player->option[option].text, "on");
}

static MctsOptions options_read(const Player *player) {
    const OptionValue *o = player->option;
    const char *rave = o[RAVE_OPTION].text, *parallel = o[PARALLEL_OPTION].text;
    const char *prior = o[PRIOR_OPTION].text;
    return (MctsOptions){
        .explore = o[EXPLORE_OPTION].real,
        .bias = o[BIAS_OPTION].real,
        .puct = !strcmp(prior, "puct") || !strcmp(prior, "net-puct"),
        .first_play = o[FIRST_PLAY_OPTION].real,
        .rave = *rave == 'w'   ? MCTS_RAVE_WEIGHTS
                : *rave == 'b' ? MCTS_RAVE_BIAS
                               : MCTS_RAVE_OFF,
        .rave_first = o[RAVE_FIRST_OPTION].real,
        .rave_last = o[RAVE_LAST_OPTION].real,
        .rave_bias = o[RAVE_BIAS_OPTION].real,
        .expand_at = (int)o[EXPAND_OPTION].integer,
        .knowledge_at = (int)o[KNOWLEDGE_OPTION].integer,
        .skip_fill = !option_on(player, FILL_OPTION),
        .skip_bridges = !option_on(player, BRIDGES_OPTION),
        .uniform = !strcmp(o[PLAYOUT_OPTION].text, "uniform"),
        .simulations = (int)o[SIMULATIONS_OPTION].integer,
        .majority = option_on(player, MAJORITY_OPTION),
        .extend = o[EXTEND_OPTION].real,
        .parallel = *parallel == 't'   ? MCTS_TREE
                    : *parallel == 'r' ? MCTS_ROOT
                                       : MCTS_LEAF,
        .memory_max = (uint64_t)o[MEMORY_OPTION].integer << 20,
    };
}

// Makes the judge that the options ask for, if any.
static bool judge_start(Player *player, MctsOptions *options, Error *error) {
    MctsState *state = player->state;
    const char *value = player->option[VALUE_OPTION].text;
    bool prior = !strncmp(player->option[PRIOR_OPTION].text, "net", 3), playouts = !strcmp(value, "playouts");
    if (playouts && !prior) return true;
    const OptionValue *file = &player->option[NET_OPTION];
    JudgeOptions wanted = {.net_prior = prior,
                           .net_action = !strcmp(value, "net-action"),
                           .net_value = !strcmp(value, "net"),
                           .net_file = file->given ? file->text : NULL,
                           .data = player->catalog->data};
    if (!playouts && !wanted.net_action && !wanted.net_value)
        wanted.evaluation = evaluation_find(player->catalog->evaluations, value);
    state->judge = judge_new(&wanted, error);
    if (state->judge) options->judge = judge_of(state->judge);
    return state->judge;
}

static void state_free(MctsState *state) {
    mcts_free(state->mcts);
    judge_free(state->judge);
    gammas_free(state->gammas);
}

static bool mcts_start(Player *player, Error *error) {
    MctsState *state = player->state;
    MctsOptions options = options_read(player);
    state->despair = (Despair){.limit = player->option[RESIGN_OPTION].real, .visits = DESPAIR_VISITS};
    state->gammas = gammas_load(player->option[FILE_OPTION].text, error);
    if (!state->gammas) return false;
    if (judge_start(player, &options, error))
        state->mcts = mcts_new(state->gammas, &options, random_next(&player->random), error);
    if (state->mcts && proof_first_open(&state->proof_first, player->option[SOLVER_OPTION].real,
                                        player->option[STORE_OPTION].text, error))
        return true;
    state_free(state);
    return false;
}

static Budget budget_of(const Player *player, const MoveTerms *terms) {
    const OptionValue *o = player->option;
    return player_budget(terms, &o[TIME_OPTION], &o[PLAYOUTS_OPTION], &o[THREADS_OPTION]);
}

// The cells that a colour played last: last[0] the mover's, last[1] the opponent's.
static void last_cells(const Game *game, int last[2]) {
    last[0] = last[1] = CELL_NONE;
    for (int i = game->count - 1; i >= 0; i--) {
        Move move = game->played[i].move;
        if (move < 0 || move >= game->now.geometry->cells) return; // after a swap nothing is certain
        int who = game->played[i].color == game->now.to_move ? 0 : 1;
        if (last[who] != CELL_NONE) return;
        last[who] = move;
    }
}

// --- Pondering

static bool ponder_stopped(void *context) {
    return atomic_load(&((MctsState *)context)->ponder_stop);
}

static void *ponder_run(void *context) {
    MctsState *state = context;
    Observer observer = {.context = state, .cancelled = ponder_stopped};
    Budget budget = {.threads = state->ponder_threads, .observer = &observer};
    mcts_search(state->mcts, &state->ponder_position, state->ponder_last, &budget, END_WITH_BUDGET, NULL);
    return NULL;
}

static void ponder_end(MctsState *state) {
    if (!state->pondering) return;
    atomic_store(&state->ponder_stop, true);
    pthread_join(state->ponder_thread, NULL);
    state->pondering = false;
}

static void ponder_begin(MctsState *state, const Game *game, Move move, int opponent_last, int threads) {
    Position *p = &state->ponder_position;
    *p = game->now;
    if (move < 0 || move >= p->geometry->cells) return;
    cellset_add(&p->stones[p->to_move], move);
    p->to_move = color_other(p->to_move);
    if (position_winner(p) != EMPTY) return;
    state->ponder_last[0] = opponent_last;
    state->ponder_last[1] = move;
    state->ponder_threads = threads;
    atomic_store(&state->ponder_stop, false);
    state->pondering = !pthread_create(&state->ponder_thread, NULL, ponder_run, state);
}

// --- A move

// Searches and plays by the value. `lost`: the solver knows it, the search makes it hard.
static bool search_choose(Player *player, const Game *game, const MoveTerms *terms, bool lost, Choice *choice,
                          Error *error) {
    MctsState *state = player->state;
    Budget budget = budget_of(player, terms);
    int last[2];
    if (!option_on(player, REUSE_OPTION)) mcts_reset(state->mcts);
    last_cells(game, last);
    if (!mcts_search(state->mcts, &game->now, last, &budget, choice_search_end(game, terms), error))
        return false;
    SearchReport *report = &state->report;
    mcts_report(state->mcts, report);
    choice_of_search(choice, report, lost);
    if (game->count < player->option[DITHER_OPTION].integer) choice_dither(choice, report, &player->random);
    bool hopeless = despair_note(&state->despair, &game->now, report, lost);
    if (choice_settle(choice, game, terms, hopeless) && player->option[PONDER_OPTION].flag)
        ponder_begin(state, game, choice->move, last[1], budget.threads);
    return true;
}

static bool mcts_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                        Error *error) {
    MctsState *state = player->state;
    MoveTerms left, given = *terms;
    ponder_end(state);
    if (terms->may_swap && !game->count && opening_choose(game, terms, &player->random, choice)) return true;
    if (!(given.budget.seconds > 0) && !given.budget.nodes && player->option[TIME_OPTION].given)
        given.budget.seconds = player->option[TIME_OPTION].real;
    Verdict verdict = proof_first_decide(&state->proof_first, game, &given, choice, &left, error);
    if (verdict == VERDICT_DECIDED || verdict == VERDICT_FAILED) return verdict == VERDICT_DECIDED;
    return search_choose(player, game, &left, verdict == VERDICT_LOST, choice, error);
}

static void mcts_renew(Player *player) {
    MctsState *state = player->state;
    ponder_end(state);
    mcts_reset(state->mcts);
}

static void mcts_stop(Player *player) {
    MctsState *state = player->state;
    ponder_end(state);
    proof_first_close(&state->proof_first);
    state_free(state);
}

const PlayerType PLAYER_MCTS = {
    .name = "mcts",
    .help = "Monte Carlo tree search with RAVE and learned patterns: the strongest player without a net.",
    .options = MCTS_PLAYER_OPTIONS,
    .state_size = sizeof(MctsState),
    .start = mcts_start,
    .choose = mcts_choose,
    .reset = mcts_renew,
    .stop = mcts_stop,
};
