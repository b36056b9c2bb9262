#include "solve/proof_methods.h"

#include "base/clock.h"
#include "search/proof_search.h"

static const uint64_t DEFAULT_MEMORY = (uint64_t)2 << 30;

static bool proof_method(ProofSearchOptions options, const Position *position, const SolveLimits *limits,
                         const Observer *observer, SolveResult *result, Error *error) {
    double start = clock_seconds();
    ProofOutcome outcome;
    options.memory = limits->memory ? limits->memory : DEFAULT_MEMORY;
    options.threads = limits->threads ? limits->threads : 1;
    options.seconds = limits->seconds;
    if (!proof_search(position, &options, observer, &outcome, error)) return false;
    *result = (SolveResult){.winner = outcome.winner,
                            .move = outcome.move,
                            .carrier = outcome.carrier,
                            .nodes = outcome.nodes,
                            .seconds = clock_seconds() - start};
    return true;
}

static const ProverOptions WIDE = {.focus_base = 1, .focus_factor = 1};
// Seed 001's settings of the focused search.
static const ProverOptions FOCUSED = {.focus_base = 1, .focus_factor = 0.25};
static const ProverOptions BEST = {.focus_base = 1, .focus_factor = 0.3};
static const KnowledgeOptions OPPONENT_ONLY = {.skip_own = true};

bool dfs_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                SolveResult *result, Error *error) {
    ProofSearchOptions options = {.driver = PROOF_PLAIN, .prover = WIDE};
    return proof_method(options, position, limits, observer, result, error);
}

bool pns_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                SolveResult *result, Error *error) {
    ProofSearchOptions options = {.driver = PROOF_BEST_FIRST, .prover = WIDE};
    return proof_method(options, position, limits, observer, result, error);
}

bool dfpn_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                 SolveResult *result, Error *error) {
    ProofSearchOptions options = {.driver = PROOF_DEPTH_FIRST, .prover = WIDE, .epsilon = 0.25};
    return proof_method(options, position, limits, observer, result, error);
}

bool fdfpn_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                  SolveResult *result, Error *error) {
    ProofSearchOptions options = {.driver = PROOF_DEPTH_FIRST, .prover = FOCUSED, .epsilon = 0.25};
    return proof_method(options, position, limits, observer, result, error);
}

bool best_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                 SolveResult *result, Error *error) {
    ProofSearchOptions options = {.driver = PROOF_BEST_FIRST, .prover = BEST, .knowledge = OPPONENT_ONLY};
    return proof_method(options, position, limits, observer, result, error);
}
