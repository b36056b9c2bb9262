#include "solve/proof_methods.h"

#include "search/proof_search.h"

#include <math.h>

static const uint64_t DEFAULT_MEMORY = (uint64_t)2 << 30;

// From this board on seeking more connections pays: a third fewer nodes on 8x8, each a fifth dearer.
enum { SEEK_CELLS = 64 };

static KnowledgeOptions knowledge_options(const Geometry *geometry, bool skip_own) {
    return (KnowledgeOptions){.skip_own = skip_own, .seek = geometry->cells >= SEEK_CELLS};
}

// What a search takes besides its graph, so that graph and rest keep within the limit: code and tables that
// come in, a thread's connections (they grow with the square of the board), and the store's batches. Measured
// as peak memory with a tiny graph on boards from 3x3 to 19x19, one to four threads. A limit that leaves less
// than a quarter for the graph cannot be kept.
static uint64_t rest_memory(const ProofSearchOptions *options, const Geometry *geometry) {
    uint64_t cells = (uint64_t)geometry->cells;
    uint64_t rest = (3 << 20) + (uint64_t)options->threads * ((9 << 17) + 140 * cells * cells);
    if (options->knowledge.seek) rest += (uint64_t)options->threads << 20;
    if (options->store) rest += 8 << 20;
    if (options->advice) rest += advice_bytes(options->advice);
    if (options->net) rest += (uint64_t)options->threads * (4 << 20);
    return rest;
}

uint64_t solve_memory_least(const Geometry *geometry, int threads) {
    ProofSearchOptions options = {.threads = threads ? threads : 1,
                                  .knowledge = knowledge_options(geometry, true)};
    return rest_memory(&options, geometry) / 3 * 4;
}

static uint64_t graph_memory(const ProofSearchOptions *options, uint64_t memory, const Geometry *geometry) {
    if (!memory) return DEFAULT_MEMORY;
    uint64_t rest = rest_memory(options, geometry);
    uint64_t quarter = memory / 4;
    return memory > rest + quarter ? memory - rest : quarter;
}

void solve_context_release(SolveContext *context) {
    proof_searcher_free(context->searcher);
    net_free(context->own_net);
    context->searcher = NULL;
    context->own_net = NULL;
}

bool solve_context_size(SolveContext *context, const Position *positions, int count, ProofNodes *size) {
    if (!context->searcher || count == 0) return false;
    const Geometry *geometry = proof_searcher_geometry(context->searcher);
    return positions[0].geometry == geometry &&
           proof_searcher_size(context->searcher, positions, count, size);
}

// The searcher of an earlier question about the same board, or a new one.
static bool searcher_ready(SolveContext *context, const Geometry *geometry, const ProofSearchOptions *options,
                           Error *error) {
    if (context->searcher && proof_searcher_geometry(context->searcher) == geometry) return true;
    proof_searcher_free(context->searcher);
    context->searcher = proof_searcher_new(geometry, options, error);
    return context->searcher != NULL;
}

// The same with what the budget and the context say besides.
static bool context_ready(SolveContext *context, ProofSearchOptions options, const Geometry *geometry,
                          const Budget *budget, Error *error) {
    options.threads = budget->threads ? budget->threads : 1;
    options.store = context->store;
    options.advice = context->advice;
    options.checkpoint = context->checkpoint;
    options.keeps_decided = context->keeps_decided;
    options.memory = graph_memory(&options, budget->memory, geometry);
    return searcher_ready(context, geometry, &options, error);
}

static bool context_solve(SolveContext *context, ProofSearchOptions options, const Position *position,
                          const Budget *budget, Answer *answer, Error *error) {
    return context_ready(context, options, position->geometry, budget, error) &&
           proof_searcher_solve(context->searcher, position, budget, answer, error);
}

static void options_tune(ProofSearchOptions *options, const SolveTuning *tuning) {
    if (tuning->window_base > 0) options->prover.focus_base = tuning->window_base;
    if (tuning->window_factor > 0) options->prover.focus_factor = tuning->window_factor;
    if (tuning->epsilon != 0) options->epsilon = fmax(tuning->epsilon, 0);
    if (tuning->policy_only) options->prover.focus_by_value = false;
}

static const ProverOptions WIDE = {.focus_base = 1, .focus_factor = 1};
// Gao's settings of the focused search.
static const ProverOptions FOCUSED = {.focus_base = 1, .focus_factor = 0.2, .focus_by_value = true};
// Chosen by nodes on openings of 7x7 and 8x8: with a net that spares connections, with a net, and with resistance alone.
static const ProverOptions BEST_SPARING = {.focus_base = 1, .focus_factor = 0.14};
static const ProverOptions BEST = {.focus_base = 1, .focus_factor = 0.18};
static const ProverOptions BEST_ALONE = {.focus_base = 1, .focus_factor = 0.3};

// The methods that are described elsewhere build both sides' connections.
static bool proof_method(ProofSearchOptions options, const Position *position, const Budget *budget,
                         SolveContext *context, Answer *answer, Error *error) {
    options.net = context->net;
    options.knowledge = knowledge_options(position->geometry, false);
    options_tune(&options, &context->tuning);
    options.knowledge.deduce = context->deduce;
    return context_solve(context, options, position, budget, answer, error);
}

static bool dfs_method(const SolveMethod *method, const Position *position, const Budget *budget,
                        SolveContext *context, Answer *answer, Error *error) {
    (void)method;
    ProofSearchOptions options = {.driver = PROOF_PLAIN, .prover = WIDE};
    return proof_method(options, position, budget, context, answer, error);
}

const SolveMethod SOLVE_DFS = {
    .name = "dfs",
    .help = "Depth-first search with knowledge, in the order of the moves.",
    .solve = dfs_method,
    .keeps = true,
    .takes_net = true,
};

static bool pns_method(const SolveMethod *method, const Position *position, const Budget *budget,
                        SolveContext *context, Answer *answer, Error *error) {
    (void)method;
    ProofSearchOptions options = {.driver = PROOF_BEST_FIRST, .prover = WIDE};
    return proof_method(options, position, budget, context, answer, error);
}

const SolveMethod SOLVE_PNS = {
    .name = "pns",
    .help = "Proof-number search, best first.",
    .solve = pns_method,
    .keeps = true,
    .takes_net = true,
};

static bool dfpn_method(const SolveMethod *method, const Position *position, const Budget *budget,
                        SolveContext *context, Answer *answer, Error *error) {
    (void)method;
    ProofSearchOptions options = {.driver = PROOF_DEPTH_FIRST, .prover = WIDE, .epsilon = 0.25};
    return proof_method(options, position, budget, context, answer, error);
}

const SolveMethod SOLVE_DFPN = {
    .name = "dfpn",
    .help = "Depth-first proof-number search.",
    .solve = dfpn_method,
    .keeps = true,
    .takes_net = true,
    .takes_epsilon = true,
};

static bool fdfpn_method(const SolveMethod *method, const Position *position, const Budget *budget,
                        SolveContext *context, Answer *answer, Error *error) {
    (void)method;
    ProofSearchOptions options = {
        .driver = PROOF_DEPTH_FIRST, .prover = FOCUSED, .epsilon = 0.25, .net_orders_only = true};
    return proof_method(options, position, budget, context, answer, error);
}

const SolveMethod SOLVE_FDFPN = {
    .name = "fdfpn",
    .help = "Focused depth-first proof-number search: the best fifth of the moves first.",
    .solve = fdfpn_method,
    .keeps = true,
    .takes_net = true,
    .takes_window = true,
    .takes_epsilon = true,
};

// The solver's own net, small and trained for this (docs/SOLVER.md). NULL where there is none: a damaged file
// is as good as none here.
static Net *solver_net(void) {
    char path[4096];
    Error error = {0};
    return net_find_solver(path, sizeof path) ? net_load(path, &error) : NULL;
}

// Most questions are answered by so few studies, before the net is worth loading. Afterwards the search starts
// again with it, because the numbers of the first nodes matter most.
enum { STUDIES_WITHOUT_NET = 20 };
// Within so little memory the graph needs all of it.
enum { MEMORY_FOR_NET = 16 << 20 };

// A first search without the net; true when the budget or the question ends with it. Then the solver's own net
// is there, if it is found, and the searcher is gone.
static bool best_begin(SolveContext *context, ProofSearchOptions options, const Position *position,
                       const Budget *budget, Answer *answer, bool *good, Error *error) {
    Budget first = *budget;
    if (!first.nodes || first.nodes > STUDIES_WITHOUT_NET) first.nodes = STUDIES_WITHOUT_NET;
    options.prover = BEST_ALONE;
    *good = context_solve(context, options, position, &first, answer, error);
    if (!*good || answer->winner != EMPTY) return true;
    if (budget->seconds > 0 && answer->seconds >= budget->seconds) return true;
    if (budget->nodes && answer->nodes >= budget->nodes) return true;
    context->own_net = solver_net();
    if (context->own_net) {
        proof_searcher_free(context->searcher);
        context->searcher = NULL;
    }
    return false;
}

// Up to this board, on which the solver's net has learned, it is trusted with positions that seem won. On 10x10 and 11x11
// some searches took many times as many nodes without the must-play there.
enum { SPARE_CELLS = 81 };

// Of auto, but for its net and what depends on it.
static ProofSearchOptions best_options(const SolveContext *context, const Geometry *geometry) {
    ProofSearchOptions options = {.driver = PROOF_BEST_FIRST,
                                  .knowledge = knowledge_options(geometry, true),
                                  .spares_won = geometry->cells <= SPARE_CELLS};
    options.knowledge.deduce = context->deduce;
    return options;
}

static void options_add_net(ProofSearchOptions *options, const SolveContext *context) {
    options->net = context->net ? context->net : context->own_net;
    options->prover = !options->net ? BEST_ALONE : options->spares_won ? BEST_SPARING : BEST;
    options_tune(options, &context->tuning);
}

bool best_method(const Position *position, const Budget *budget, SolveContext *context, Answer *answer,
                 Error *error) {
    ProofSearchOptions options = best_options(context, position->geometry);
    Answer before = {0}; // what the search without the net took
    bool room = !budget->memory || budget->memory >= MEMORY_FOR_NET, good;
    bool find = !context->net && !context->own_net && !context->without_net && room;
    if (find && context->checkpoint) { // a long search: the net is worth it from the first node on
        context->own_net = solver_net();
    } else if (find) {
        if (best_begin(context, options, position, budget, &before, &good, error)) {
            *answer = before;
            return good;
        }
    }
    Budget left = budget_less(budget, before.seconds, before.nodes);
    options_add_net(&options, context);
    if (!context_solve(context, options, position, &left, answer, error)) return false;
    answer->nodes += before.nodes;
    answer->seconds += before.seconds;
    return true;
}

void solve_part_options(const SolveContext *context, const Geometry *geometry, ProofSearchOptions *options) {
    *options = best_options(context, geometry);
    options_add_net(options, context);
}

bool solve_part(const Position *position, bool exact, const ProofLimits *limits, const Budget *budget,
                SolveContext *context, ProofPart *part, Error *error) {
    ProofSearchOptions options;
    solve_part_options(context, position->geometry, &options);
    return context_ready(context, options, position->geometry, budget, error) &&
           proof_searcher_part(context->searcher, position, exact, limits, budget, part, error);
}
