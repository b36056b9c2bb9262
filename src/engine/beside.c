#include "engine/beside.h"

#include "base/clock.h"

#include <math.h>

enum { VACANT_MAX = 64 };
static const uint64_t GRAPH_MEMORY = (uint64_t)256 << 20;
// For the swap when no time is given.
static const double SWAP_SECONDS = 2;
static const double SECONDS_MIN = 1e-3;

bool beside_open(Beside *beside, double share, const char *store, Error *error) {
    *beside = (Beside){.share = share};
    if (!store) return true;
    beside->store = store_open(store, error);
    if (beside->store) beside->context.store = store_proofs(beside->store);
    return beside->store;
}

void beside_close(Beside *beside) {
    endgame_free(&beside->endgame);
    solve_context_release(&beside->context);
    if (beside->store) store_close(beside->store, NULL);
}

static bool swap_at_stake(const Game *game, const Limits *limits) {
    const Geometry *g = game->now.geometry;
    return limits->may_swap && g->width == g->height && game_can_swap(game);
}

// Seconds for the solver; 0: it is not asked.
static double solver_seconds(const Beside *beside, const Game *game, const Limits *limits) {
    if (beside->share <= 0 || cellset_count(position_vacant(&game->now)) > VACANT_MAX) return 0;
    if (limits->seconds > 0) return fmax(beside->share * limits->seconds, SECONDS_MIN);
    return swap_at_stake(game, limits) ? SWAP_SECONDS : 0;
}

static bool winner_solve(Beside *beside, const Game *game, double seconds, const Observer *observer,
                         Answer *answer, Error *error) {
    *answer = answer_unknown();
    if (!(seconds > 0)) return true;
    Budget budget = {.seconds = seconds, .memory = GRAPH_MEMORY, .observer = observer};
    return solve_position(solve_default_method(), &game->now, &budget, &beside->context, answer, error);
}

Verdict beside_decide(Beside *beside, const Game *game, const Limits *limits, const Observer *observer,
                      Choice *choice, Limits *left, Error *error) {
    double start = clock_seconds();
    const Position *now = &game->now;
    bool swap = swap_at_stake(game, limits);
    Answer truth;
    *left = *limits;
    if (!swap && endgame_choose(&beside->endgame, now, limits, choice)) return VERDICT_DECIDED;
    if (!winner_solve(beside, game, solver_seconds(beside, game, limits), observer, &truth, error))
        return VERDICT_FAILED;
    if (limits->seconds > 0) left->seconds = fmax(limits->seconds - (clock_seconds() - start), SECONDS_MIN);
    choice->visits = truth.nodes;
    if (truth.winner == now->to_move) {
        choice->value = 1;
        choice->move = endgame_win(&beside->endgame, now, limits, truth.move);
        return VERDICT_DECIDED;
    }
    if (truth.winner == EMPTY) return VERDICT_OPEN;
    choice->value = swap ? 1 : 0;
    choice->move = swap ? MOVE_SWAP_PIECES : MOVE_RESIGN;
    return swap || limits->may_resign ? VERDICT_DECIDED : VERDICT_LOST;
}
