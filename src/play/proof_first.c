#include "play/proof_first.h"

#include "base/clock.h"
#include "play/choice.h"

#include <math.h>

enum { VACANT_MAX = 64 };
static const uint64_t GRAPH_MEMORY = (uint64_t)256 << 20;
// For the swap when no time is given.
static const double SWAP_SECONDS = 2;
static const double SECONDS_MIN = 1e-3;

bool proof_first_open(ProofFirst *proof_first, double share, const char *store, Error *error) {
    *proof_first = (ProofFirst){.share = share};
    if (!store) return true;
    proof_first->store = store_open(store, error);
    if (proof_first->store) proof_first->solver.settings.store = store_proofs(proof_first->store);
    return proof_first->store;
}

void proof_first_close(ProofFirst *proof_first) {
    endgame_free(&proof_first->endgame);
    solver_release(&proof_first->solver);
    if (proof_first->store) store_close(proof_first->store, NULL);
}

// Seconds for the solver; 0: it is not asked.
static double solver_seconds(const ProofFirst *proof_first, const Game *game, const MoveTerms *terms) {
    if (proof_first->share <= 0 || cellset_count(position_vacant(&game->now)) > VACANT_MAX) return 0;
    if (terms->budget.seconds > 0) return fmax(proof_first->share * terms->budget.seconds, SECONDS_MIN);
    return choice_may_swap(game, terms) ? SWAP_SECONDS : 0;
}

static bool winner_solve(ProofFirst *proof_first, const Game *game, const MoveTerms *terms, Answer *answer,
                         Error *error) {
    double seconds = solver_seconds(proof_first, game, terms);
    *answer = answer_unknown();
    if (!(seconds > 0)) return true;
    Budget budget = {.seconds = seconds, .memory = GRAPH_MEMORY, .observer = terms->budget.observer};
    return solve_position(&SOLVE_AUTO, &game->now, &budget, &proof_first->solver, answer, error);
}

Verdict proof_first_decide(ProofFirst *proof_first, const Game *game, const MoveTerms *terms, Choice *choice,
                           MoveTerms *left, Error *error) {
    double start = clock_seconds();
    const Position *now = &game->now;
    bool swap = choice_may_swap(game, terms);
    Answer truth;
    *left = *terms;
    if (!swap && endgame_choose(&proof_first->endgame, now, terms, choice)) return VERDICT_DECIDED;
    if (!winner_solve(proof_first, game, terms, &truth, error)) return VERDICT_FAILED;
    if (terms->budget.seconds > 0)
        left->budget.seconds = fmax(terms->budget.seconds - (clock_seconds() - start), SECONDS_MIN);
    choice->visits = truth.nodes;
    if (truth.winner == now->to_move) {
        choice->value = 1;
        choice->move = endgame_win(&proof_first->endgame, now, terms, truth.move);
        return VERDICT_DECIDED;
    }
    if (truth.winner == EMPTY) return VERDICT_OPEN;
    choice->value = swap ? 1 : 0;
    choice->move = swap ? MOVE_SWAP_PIECES : MOVE_RESIGN;
    return swap || terms->may_resign ? VERDICT_DECIDED : VERDICT_LOST;
}
