#include "solve/proof_methods.h"

#include "base/clock.h"
#include "search/proof_search.h"

static const uint64_t DEFAULT_MEMORY = (uint64_t)2 << 30;

// What a search takes besides its graph, so that graph and rest keep within the limit: code and tables that
// come in, a thread's connections (they grow with the square of the board), and the store's batches. Measured
// as peak memory with a tiny graph on boards from 3x3 to 19x19, one to four threads. A limit that leaves less
// than a quarter for the graph cannot be kept.
static uint64_t graph_memory(const ProofSearchOptions *options, const SolveLimits *limits,
                             const Geometry *geometry) {
    if (!limits->memory) return DEFAULT_MEMORY;
    uint64_t cells = (uint64_t)geometry->cells;
    uint64_t rest = (3 << 20) + (uint64_t)options->threads * ((7 << 17) + 140 * cells * cells);
    if (options->store) rest += 8 << 20;
    uint64_t quarter = limits->memory / 4;
    return limits->memory > rest + quarter ? limits->memory - rest : quarter;
}

void solve_keep_release(SolveKeep *keep) {
    proof_searcher_free(keep->searcher);
    keep->searcher = NULL;
}

// The searcher of an earlier question about the same board, or a new one.
static bool searcher_ready(SolveKeep *keep, const Geometry *geometry, const ProofSearchOptions *options,
                           Error *error) {
    if (keep->searcher && proof_searcher_geometry(keep->searcher) == geometry) return true;
    solve_keep_release(keep);
    keep->searcher = proof_searcher_create(geometry, options, error);
    return keep->searcher != NULL;
}

static bool proof_method(ProofSearchOptions options, const Position *position, const SolveLimits *limits,
                         const Observer *observer, SolveResult *result, Error *error) {
    double start = clock_seconds();
    ProofOutcome outcome;
    SolveKeep own = {0}, *keep = limits->keep ? limits->keep : &own;
    options.threads = limits->threads ? limits->threads : 1;
    options.store = keep->store;
    options.net = limits->net;
    options.memory = graph_memory(&options, limits, position->geometry);
    bool good = searcher_ready(keep, position->geometry, &options, error) &&
                proof_searcher_solve(keep->searcher, position, limits->seconds, observer, &outcome, error);
    solve_keep_release(&own);
    if (!good) return false;
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
