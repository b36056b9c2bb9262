// The player `net`: PUCT with a network (search/puct.h), and the solver besides it (play/proof_first.h). It plays
// the most visited move, opens fairly under the swap rule, and swaps when the solver or else the value says so.
// It resigns only if it may and the game is proved lost or hopeless (play/choice.h).
#include "play/catalog.h"
#include "play/choice.h"
#include "play/net_engine.h"
#include "play/player_types.h"
#include "play/proof_first.h"

#include <math.h>
#include <string.h>

enum {
    FILE_OPTION,
    PLAYOUTS_OPTION,
    TIME_OPTION,
    THREADS_OPTION,
    PRECISION_OPTION,
    EXPLORE_OPTION,
    FIRST_PLAY_OPTION,
    EXPAND_OPTION,
    HEADS_OPTION,
    RAVE_OPTION,
    KNOWLEDGE_OPTION,
    TURN_OPTION,
    RESIGN_OPTION,
    MEMORY_OPTION,
    REUSE_OPTION,
    NOISE_OPTION,
    ALPHA_OPTION,
    DITHER_OPTION,
    SOLVER_OPTION,
    STORE_OPTION,
    OPTION_COUNT,
};

typedef struct NetState {
    NetEngine engine;
    ProofFirst proof_first;
    Despair despair;
} NetState;

// A position counts as hopeless only after this many visits.
enum { DESPAIR_VISITS = 200 };

static const OptionSpec NET_OPTIONS[] = {
    [FILE_OPTION] = {"file", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
                     "The network's file; the one that is found if not given."},
    [PLAYOUTS_OPTION] = {"playouts", OPTION_INT, "400", 1, 1e15, NULL, "N",
                         "Play-outs per move when no limit is given; 1: the policy alone."},
    [TIME_OPTION] = {"time", OPTION_REAL, NULL, 0, 1e7, NULL, "S",
                     "Seconds per move when no limit is given."},
    [THREADS_OPTION] = {"threads", OPTION_INT, "1", 1, 256, NULL, "T", "Threads that search one tree."},
    [PRECISION_OPTION] = {"precision", OPTION_CHOICE, "int8", 0, 0, "f32|int8", "TYPE",
                          "Numbers that the net is evaluated with; int8 where the CPU can."},
    [EXPLORE_OPTION] = {"explore", OPTION_REAL, OPTION_NUMBER(PUCT_EXPLORE), 0, 100, NULL, "C",
                        "Weight of the policy in the choice of a move to search."},
    [FIRST_PLAY_OPTION] =
        {"fpu", OPTION_REAL, OPTION_NUMBER(PUCT_FIRST_PLAY), 0, 2, NULL, "R",
         "How much worse than its parent an unvisited move is taken to be, on a scale from -1 to 1."},
    [EXPAND_OPTION] =
        {"expand", OPTION_INT, OPTION_NUMBER(PUCT_EXPAND_AT), 1, 1000000, NULL, "N",
         "Visits at which a leaf is evaluated; before, its action value is backed up (Gao 2020, Figure 4.4)."},
    [HEADS_OPTION] = {"heads", OPTION_INT, "3", 2, 3, NULL, "N",
                      "Heads of the net to use: 2 leaves the action values out."},
    [RAVE_OPTION] = {"rave", OPTION_FLAG, "off", 0, 0, NULL, NULL,
                     "Choose moves by Gao's formula with RAVE."},
    [KNOWLEDGE_OPTION] =
        {"knowledge", OPTION_INT, OPTION_NUMBER(PUCT_KNOWLEDGE_AT), 0, 1e9, NULL, "N",
         "Visits at which a node is studied for connections, must-play and fill-in; 0: never."},
    [TURN_OPTION] =
        {"turn", OPTION_CHOICE, "on", 0, 0, "on|off", "STATE",
         "Ask the net about the position and its half-turn and take the mean; about a leaf from either side."},
    [RESIGN_OPTION] =
        {"resign", OPTION_REAL, "0.02", 0, 0.5, NULL, "V",
         "Resign, if it may, when three searches in a row give less than this winning probability."},
    [MEMORY_OPTION] = {"memory", OPTION_INT, OPTION_NUMBER(PUCT_MEMORY_MB), 1, 1e6, NULL, "MB",
                       "Size of the tree."},
    [REUSE_OPTION] = {"reuse", OPTION_CHOICE, "on", 0, 0, "on|off", "STATE",
                      "Keep what the last search knew of this position."},
    [NOISE_OPTION] = {"noise", OPTION_REAL, "0", 0, 1, NULL, "E",
                      "Share of Dirichlet noise in the policy at the root (Gao 2020, section 4.6.2: 0.25)."},
    [ALPHA_OPTION] = {"alpha", OPTION_REAL, OPTION_NUMBER(PUCT_NOISE_ALPHA), 0.001, 1000, NULL, "A",
                      "Parameter of that noise."},
    [DITHER_OPTION] =
        {"dither", OPTION_INT, "0", 0, 10000, NULL, "N",
         "Draw moves in proportion to their visits (with one play-out: to the policy) until the game has N moves."},
    PROOF_FIRST_OPTIONS(SOLVER_OPTION, STORE_OPTION),
    [OPTION_COUNT] = {0},
};

Puct *player_net_puct(const Player *player) {
    return ((NetState *)player->state)->engine.puct;
}

static bool net_start(Player *player, Error *error) {
    const OptionValue *o = player->option;
    NetEngineOptions options = net_engine_options();
    options.file = o[FILE_OPTION].text;
    options.data = player->catalog->data;
    options.f32 = !strcmp(o[PRECISION_OPTION].text, "f32");
    options.puct.explore = o[EXPLORE_OPTION].real;
    options.puct.first_play = o[FIRST_PLAY_OPTION].real;
    options.puct.expand_at = (int)o[EXPAND_OPTION].integer;
    options.puct.two_heads = o[HEADS_OPTION].integer == 2;
    options.puct.rave = o[RAVE_OPTION].flag;
    options.puct.knowledge_at = (int)o[KNOWLEDGE_OPTION].integer;
    options.puct.both_sides = !strcmp(o[TURN_OPTION].text, "on");
    options.puct.memory_max = (uint64_t)o[MEMORY_OPTION].integer << 20;
    options.puct.noise = o[NOISE_OPTION].real;
    options.puct.noise_alpha = o[ALPHA_OPTION].real;
    if (options.puct.noise > 0) options.puct.seed = random_next(&player->random);
    NetState *state = player->state;
    state->despair = (Despair){.limit = o[RESIGN_OPTION].real, .visits = DESPAIR_VISITS};
    if (!net_engine_open(&state->engine, &options, error)) return false;
    if (proof_first_open(&state->proof_first, o[SOLVER_OPTION].real, o[STORE_OPTION].text, error))
        return true;
    net_engine_close(&state->engine);
    return false;
}

static Budget budget_of(const Player *player, const MoveTerms *terms) {
    const OptionValue *o = player->option;
    return player_budget(terms, &o[TIME_OPTION], &o[PLAYOUTS_OPTION], &o[THREADS_OPTION]);
}

// The opening whose value is nearest to even, when the opponent may swap: equals are drawn by the seed.
static bool opening_fair(Player *player, const Position *empty, Choice *choice, Error *error) {
    const NetEngine *engine = &((NetState *)player->state)->engine;
    const Geometry *g = empty->geometry;
    double best = INFINITY;
    NetOutput out;
    for (int cell = 0; cell < (g->cells + 1) / 2; cell++) {
        Position p = *empty;
        cellset_add(&p.stones[p.to_move], cell);
        p.to_move = color_other(p.to_move);
        if (position_winner(&p) != EMPTY) continue;
        if (!puct_evaluate(engine->puct, &p, &out, error)) return false;
        double off = fabs((double)out.value);
        if (off >= best) continue;
        best = off;
        choice->move = random_below(&player->random, 2) ? cell : cell_rotated(g, cell);
        choice->value = (1 - (double)out.value) / 2;
    }
    choice->visits = (uint64_t)(g->cells + 1) / 2;
    return choice->move != MOVE_NONE;
}

// Searches and plays by the value. `lost`: the solver knows it, the search makes it hard.
static bool search_choose(Player *player, const Game *game, const MoveTerms *terms, bool lost, Choice *choice,
                          Error *error) {
    NetState *state = player->state;
    const NetEngine *engine = &state->engine;
    Budget budget = budget_of(player, terms);
    if (budget.nodes == 1 || !strcmp(player->option[REUSE_OPTION].text, "off")) puct_reset(engine->puct);
    if (!puct_search(engine->puct, &game->now, &budget, choice_search_end(game, terms), error)) return false;
    SearchReport report;
    puct_report(engine->puct, &report);
    choice_of_search(choice, &report, lost);
    if (game->count < player->option[DITHER_OPTION].integer) choice_dither(choice, &report, &player->random);
    bool hopeless = despair_note(&state->despair, &game->now, &report, lost);
    choice_settle(choice, game, terms, hopeless);
    return true;
}

static bool net_choose(Player *player, const Game *game, const MoveTerms *terms, Choice *choice,
                       Error *error) {
    NetState *state = player->state;
    const Position *now = &game->now;
    MoveTerms left;
    if (terms->may_swap && now->geometry->width == now->geometry->height && game->count == 0 &&
        now->geometry->cells > 1 && cellset_count(position_vacant(now)) == now->geometry->cells)
        return opening_fair(player, now, choice, error);
    // One play-out means the policy alone.
    if (budget_of(player, terms).nodes == 1) return search_choose(player, game, terms, false, choice, error);
    Verdict verdict = proof_first_decide(&state->proof_first, game, terms, choice, &left, error);
    if (verdict == VERDICT_DECIDED || verdict == VERDICT_FAILED) return verdict == VERDICT_DECIDED;
    return search_choose(player, game, &left, verdict == VERDICT_LOST, choice, error);
}

static void net_reset(Player *player) {
    puct_reset(((NetState *)player->state)->engine.puct);
}

static void net_stop(Player *player) {
    NetState *state = player->state;
    net_engine_close(&state->engine);
    proof_first_close(&state->proof_first);
}

const PlayerType PLAYER_NET = {
    .name = "net",
    .help = "Search guided by a neural network: the strongest player, if there is a net.",
    .options = NET_OPTIONS,
    .state_size = sizeof(NetState),
    .start = net_start,
    .choose = net_choose,
    .reset = net_reset,
    .stop = net_stop,
};
