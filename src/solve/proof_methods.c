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
    if (options->net) rest += (uint64_t)options->threads * (4 << 20);
    uint64_t quarter = limits->memory / 4;
    return limits->memory > rest + quarter ? limits->memory - rest : quarter;
}

void solve_keep_release(SolveKeep *keep) {
    proof_searcher_free(keep->searcher);
    net_free(keep->net);
    keep->searcher = NULL;
    keep->net = NULL;
}

// The searcher of an earlier question about the same board, or a new one.
static bool searcher_ready(SolveKeep *keep, const Geometry *geometry, const ProofSearchOptions *options,
                           Error *error) {
    if (keep->searcher && proof_searcher_geometry(keep->searcher) == geometry) return true;
    proof_searcher_free(keep->searcher);
    keep->searcher = proof_searcher_new(geometry, options, error);
    return keep->searcher != NULL;
}

// Searches with what is kept. A limit of studies, or 0, besides those given.
static bool keep_solve(SolveKeep *keep, ProofSearchOptions options, const Position *position,
                       const SolveLimits *limits, uint64_t studies, const Observer *observer,
                       SolveResult *result, Error *error) {
    double start = clock_seconds();
    ProofOutcome outcome;
    options.threads = limits->threads ? limits->threads : 1;
    options.store = keep->store;
    options.memory = graph_memory(&options, limits, position->geometry);
    ProofLimits within = {limits->seconds, studies};
    if (!searcher_ready(keep, position->geometry, &options, error) ||
        !proof_searcher_solve(keep->searcher, position, within, observer, &outcome, error))
        return false;
    *result = (SolveResult){.winner = outcome.winner,
                            .move = outcome.move,
                            .carrier = outcome.carrier,
                            .nodes = outcome.nodes,
                            .seconds = clock_seconds() - start};
    return true;
}

static bool proof_method(ProofSearchOptions options, const Position *position, const SolveLimits *limits,
                         const Observer *observer, SolveResult *result, Error *error) {
    SolveKeep own = {0}, *keep = limits->keep ? limits->keep : &own;
    options.net = limits->net;
    bool good = keep_solve(keep, options, position, limits, 0, observer, result, error);
    solve_keep_release(&own);
    return good;
}

static const ProverOptions WIDE = {.focus_base = 1, .focus_factor = 1};
// Seed 001's settings of the focused search.
static const ProverOptions FOCUSED = {.focus_base = 1, .focus_factor = 0.25, .focus_by_value = true};
// Chosen by nodes on openings of 7x7 and 8x8: with a net, and with resistance alone.
static const ProverOptions BEST = {.focus_base = 1, .focus_factor = 0.18};
static const ProverOptions BEST_ALONE = {.focus_base = 1, .focus_factor = 0.3};
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

// The solver's own net, small and trained for this (docs/SOLVER.md). NULL where there is none: a damaged file
// is as good as none here.
static Net *solver_net(void) {
    char path[4096];
    Error error = {0};
    return net_find_solver(path, sizeof path) ? net_load(path, &error) : NULL;
}

// Loading the net takes longer than so many studies: most questions are answered before. Afterwards the
// search starts again with the net, because the numbers of the first nodes matter most.
enum { STUDIES_WITHOUT_NET = 100 };
// Within so little memory the graph needs all of it.
enum { MEMORY_FOR_NET = 16 << 20 };

static bool best_search(SolveKeep *keep, const Position *position, const SolveLimits *limits,
                        const Observer *observer, SolveResult *result, Error *error) {
    ProofSearchOptions options = {.driver = PROOF_BEST_FIRST, .prover = BEST, .knowledge = OPPONENT_ONLY};
    SolveLimits left = *limits;
    SolveResult before = {0}; // what the search without the net took
    options.net = limits->net ? limits->net : keep->net;
    bool room = !limits->memory || limits->memory >= MEMORY_FOR_NET;
    if (!options.net && !limits->without_net && room) {
        options.prover = BEST_ALONE;
        if (!keep_solve(keep, options, position, limits, STUDIES_WITHOUT_NET, observer, &before, error))
            return false;
        *result = before;
        left.seconds -= before.seconds;
        if (before.winner != EMPTY || (limits->seconds > 0 && left.seconds <= 0)) return true;
        options.net = keep->net = solver_net();
        if (options.net) {
            proof_searcher_free(keep->searcher);
            keep->searcher = NULL;
        }
    }
    options.prover = options.net ? BEST : BEST_ALONE;
    if (!keep_solve(keep, options, position, &left, 0, observer, result, error)) return false;
    result->nodes += before.nodes;
    result->seconds += before.seconds;
    return true;
}

bool best_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                 SolveResult *result, Error *error) {
    SolveKeep own = {0};
    bool good = best_search(limits->keep ? limits->keep : &own, position, limits, observer, result, error);
    solve_keep_release(&own);
    return good;
}
