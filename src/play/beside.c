#include "play/beside.h"

#include "base/clock.h"
#include "play/choice.h"

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
    if (beside->store) beside->solver.settings.store = store_proofs(beside->store);
    return beside->store;
}

void beside_close(Beside *beside) {
    endgame_free(&beside->endgame);
    solver_release(&beside->solver);
    if (beside->store) store_close(beside->store, NULL);
}

// Seconds for the solver; 0: it is not asked.
static double solver_seconds(const Beside *beside, const Game *game, const MoveTerms *terms) {
    if (beside->share <= 0 || cellset_count(position_vacant(&game->now)) > VACANT_MAX) return 0;
    if (terms->budget.seconds > 0) return fmax(beside->share * terms->budget.seconds, SECONDS_MIN);
    return choice_may_swap(game, terms) ? SWAP_SECONDS : 0;
}

static bool winner_solve(Beside *beside, const Game *game, const MoveTerms *terms, Answer *answer,
                         Error *error) {
    double seconds = solver_seconds(beside, game, terms);
    *answer = answer_unknown();
    if (!(seconds > 0)) return true;
    Budget budget = {.seconds = seconds, .memory = GRAPH_MEMORY, .observer = terms->budget.observer};
    return solve_position(&SOLVE_AUTO, &game->now, &budget, &beside->solver, answer, error);
}

Verdict beside_decide(Beside *beside, const Game *game, const MoveTerms *terms, Choice *choice,
                      MoveTerms *left, Error *error) {
    double start = clock_seconds();
    const Position *now = &game->now;
    bool swap = choice_may_swap(game, terms);
    Answer truth;
    *left = *terms;
    if (!swap && endgame_choose(&beside->endgame, now, terms, choice)) return VERDICT_DECIDED;
    if (!winner_solve(beside, game, terms, &truth, error)) return VERDICT_FAILED;
    if (terms->budget.seconds > 0)
        left->budget.seconds = fmax(terms->budget.seconds - (clock_seconds() - start), SECONDS_MIN);
    choice->visits = truth.nodes;
    if (truth.winner == now->to_move) {
        choice->value = 1;
        choice->move = endgame_win(&beside->endgame, now, terms, truth.move);
        return VERDICT_DECIDED;
    }
    if (truth.winner == EMPTY) return VERDICT_OPEN;
    choice->value = swap ? 1 : 0;
    choice->move = swap ? MOVE_SWAP_PIECES : MOVE_RESIGN;
    return swap || terms->may_resign ? VERDICT_DECIDED : VERDICT_LOST;
}
