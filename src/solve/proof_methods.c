#include "solve/proof_methods.h"

#include "search/proof_search.h"

#include <math.h>

static const uint64_t DEFAULT_MEMORY = (uint64_t)2 << 30;

// From this board on seeking more connections pays: a third fewer nodes on 8x8, each a fifth dearer.
enum { SEEK_CELLS = 64 };

// What a net takes of each thread.
static const uint64_t NET_MEMORY = 4 << 20;

// The memory of a search besides its graph, so that both together keep within the limit. It is code and tables that
// come in, a thread's connections (they grow with the square of the board), and the store's batches. Measured
// as peak memory with a tiny graph, on boards from 3x3 to 19x19 and one to four threads. A limit that leaves
// less than a quarter for the graph cannot be kept.
static uint64_t rest_memory(const SolveSettings *settings, const Geometry *geometry) {
    uint64_t cells = (uint64_t)geometry->cells, threads = (uint64_t)settings->threads;
    uint64_t rest = (3 << 20) + threads * ((9 << 17) + 140 * cells * cells);
    if (settings->knowledge.seek) rest += threads << 20;
    if (settings->store) rest += 8 << 20;
    if (settings->advice) rest += advice_bytes(settings->advice);
    if (settings->net) rest += threads * NET_MEMORY;
    return rest;
}

uint64_t solve_memory_least(const Geometry *geometry, int threads) {
    SolveSettings settings = {.threads = threads ? threads : 1,
                              .knowledge.seek = geometry->cells >= SEEK_CELLS};
    return rest_memory(&settings, geometry) / 3 * 4;
}

static uint64_t graph_memory(const SolveSettings *settings, uint64_t memory, const Geometry *geometry) {
    if (!memory) return DEFAULT_MEMORY;
    uint64_t rest = rest_memory(settings, geometry);
    uint64_t quarter = memory / 4;
    return memory > rest + quarter ? memory - rest : quarter;
}

void solver_release(Solver *solver) {
    proof_searcher_free(solver->searcher);
    net_free(solver->own_net);
    solver->searcher = NULL;
    solver->own_net = NULL;
}

bool solver_size(Solver *solver, const Position *positions, int count, ProofNodes *size) {
    if (!solver->searcher || count == 0) return false;
    const Geometry *geometry = proof_searcher_geometry(solver->searcher);
    return positions[0].geometry == geometry && proof_searcher_size(solver->searcher, positions, count, size);
}

// --- The settings of a method: those of the question, completed

// What all methods share.
static SolveSettings settings_begin(const Solver *solver, ProofDriver driver, const Geometry *geometry) {
    SolveSettings settings = solver->settings;
    settings.driver = driver;
    settings.knowledge.seek = geometry->cells >= SEEK_CELLS;
    return settings;
}

static void window_complete(SolveSettings *settings, double factor) {
    if (!(settings->focus_base > 0)) settings->focus_base = 1;
    if (!(settings->focus_factor > 0)) settings->focus_factor = factor;
}

static void epsilon_complete(SolveSettings *settings) {
    static const double GAO = 0.25;
    settings->epsilon = settings->epsilon == 0 ? GAO : fmax(settings->epsilon, 0);
}

// A factor that looks at all.
static const double WIDE = 1;

// The searcher of an earlier question about the same board, or a new one.
static bool searcher_ready(Solver *solver, SolveSettings *settings, const Geometry *geometry,
                           const Budget *budget, Error *error) {
    if (solver->searcher && proof_searcher_geometry(solver->searcher) == geometry) return true;
    proof_searcher_free(solver->searcher);
    settings->threads = budget->threads ? budget->threads : 1;
    settings->memory = graph_memory(settings, budget->memory, geometry);
    solver->searcher = proof_searcher_new(geometry, settings, error);
    return solver->searcher != NULL;
}

static bool proof_solve(Solver *solver, SolveSettings *settings, const Position *position,
                        const Budget *budget, Answer *answer, Error *error) {
    return searcher_ready(solver, settings, position->geometry, budget, error) &&
           proof_searcher_solve(solver->searcher, position, budget, answer, error);
}

// --- The methods that are described elsewhere build both sides' connections.

static bool dfs_method(const SolveMethod *method, const Position *position, const Budget *budget,
                       Solver *solver, Answer *answer, Error *error) {
    (void)method;
    SolveSettings settings = settings_begin(solver, PROOF_PLAIN, position->geometry);
    window_complete(&settings, WIDE);
    return proof_solve(solver, &settings, position, budget, answer, error);
}

const SolveMethod SOLVE_DFS = {
    .name = "dfs",
    .help = "Depth-first search with knowledge, in the order of the moves.",
    .solve = dfs_method,
    .keeps = true,
    .takes_net = true,
};

static bool pns_method(const SolveMethod *method, const Position *position, const Budget *budget,
                       Solver *solver, Answer *answer, Error *error) {
    (void)method;
    SolveSettings settings = settings_begin(solver, PROOF_BEST_FIRST, position->geometry);
    window_complete(&settings, WIDE);
    return proof_solve(solver, &settings, position, budget, answer, error);
}

const SolveMethod SOLVE_PNS = {
    .name = "pns",
    .help = "Proof-number search, best first.",
    .solve = pns_method,
    .keeps = true,
    .takes_net = true,
};

static bool dfpn_method(const SolveMethod *method, const Position *position, const Budget *budget,
                        Solver *solver, Answer *answer, Error *error) {
    (void)method;
    SolveSettings settings = settings_begin(solver, PROOF_DEPTH_FIRST, position->geometry);
    settings.order_connected = true;
    window_complete(&settings, WIDE);
    epsilon_complete(&settings);
    return proof_solve(solver, &settings, position, budget, answer, error);
}

const SolveMethod SOLVE_DFPN = {
    .name = "dfpn",
    .help = "Depth-first proof-number search.",
    .solve = dfpn_method,
    .keeps = true,
    .takes_net = true,
    .takes_epsilon = true,
};

// Gao's settings of the focused search.
static bool fdfpn_method(const SolveMethod *method, const Position *position, const Budget *budget,
                         Solver *solver, Answer *answer, Error *error) {
    (void)method;
    SolveSettings settings = settings_begin(solver, PROOF_DEPTH_FIRST, position->geometry);
    settings.focus_by_value = !settings.policy_only;
    settings.net_orders_only = true;
    settings.order_connected = true;
    window_complete(&settings, 0.2);
    epsilon_complete(&settings);
    return proof_solve(solver, &settings, position, budget, answer, error);
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

// --- auto

// The solver's own net, small and trained for this (docs/SOLVER.md). NULL where there is none: a damaged file
// is as good as none here.
static Net *solver_net(const char *data) {
    char path[4096];
    Error error = {0};
    return net_find_solver_in(data, path, sizeof path) ? net_load(path, &error) : NULL;
}

// Chosen by nodes on openings of 7x7 and 8x8: with resistance alone, with a net, and with a net that spares connections.
static const double FACTOR_ALONE = 0.3, FACTOR_NET = 0.18, FACTOR_SPARING = 0.14;

// Up to this board, on which the solver's net has learned, it is trusted with positions that seem won. On 10x10 and 11x11
// some searches took many times as many nodes without the must-play there.
enum { SPARE_CELLS = 81 };

SolveSettings solve_auto_settings(const Solver *solver, const Geometry *geometry) {
    SolveSettings settings = settings_begin(solver, PROOF_BEST_FIRST, geometry);
    if (!settings.net) settings.net = solver->own_net;
    settings.knowledge.skip_own = true;
    settings.spares_won = geometry->cells <= SPARE_CELLS;
    window_complete(&settings, !settings.net         ? FACTOR_ALONE
                               : settings.spares_won ? FACTOR_SPARING
                                                     : FACTOR_NET);
    return settings;
}

// Most questions are answered by so few studies, before the net is worth loading. Afterwards the search starts
// again with it, because the numbers of the first nodes matter most; what was decided stays.
enum { STUDIES_WITHOUT_NET = 20 };
// Within so little memory the graph needs all of it.
enum { MEMORY_FOR_NET = 16 << 20 };

// The solver's own net takes over, if it is found.
static bool net_begin(Solver *solver, const Geometry *geometry, Error *error) {
    solver->own_net = solver_net(solver->settings.data);
    if (!solver->own_net) return true;
    SolveSettings settings = solve_auto_settings(solver, geometry);
    if (proof_searcher_renew(solver->searcher, &settings, error)) return true;
    proof_searcher_free(solver->searcher);
    solver->searcher = NULL;
    return false;
}

// A first search without the net, which leaves room for it; true when the budget or the question ends with it.
static bool best_begin(Solver *solver, const Position *position, const Budget *budget, Answer *answer,
                       bool *good, Error *error) {
    Budget first = *budget;
    uint64_t room = NET_MEMORY * (uint64_t)(budget->threads ? budget->threads : 1);
    SolveSettings settings = solve_auto_settings(solver, position->geometry);
    if (!first.nodes || first.nodes > STUDIES_WITHOUT_NET) first.nodes = STUDIES_WITHOUT_NET;
    if (first.memory > 2 * room) first.memory -= room;
    *good = proof_solve(solver, &settings, position, &first, answer, error);
    if (!*good || answer->winner != EMPTY) return true;
    if (budget->seconds > 0 && answer->seconds >= budget->seconds) return true;
    if (budget->nodes && answer->nodes >= budget->nodes) return true;
    *good = net_begin(solver, position->geometry, error);
    return !*good;
}

bool best_method(const Position *position, const Budget *budget, Solver *solver, Answer *answer,
                 Error *error) {
    Answer before = {0}; // what the search without the net took
    const SolveSettings *asked = &solver->settings;
    bool room = !budget->memory || budget->memory >= MEMORY_FOR_NET, good;
    bool find = !asked->net && !solver->own_net && !asked->without_net && room;
    if (find && asked->checkpoint) { // a long search: the net is worth it from the first node on
        solver->own_net = solver_net(solver->settings.data);
    } else if (find) {
        if (best_begin(solver, position, budget, &before, &good, error)) {
            *answer = before;
            return good;
        }
    }
    Budget left = budget_less(budget, before.seconds, before.nodes);
    SolveSettings settings = solve_auto_settings(solver, position->geometry);
    if (!proof_solve(solver, &settings, position, &left, answer, error)) return false;
    answer->nodes += before.nodes;
    answer->seconds += before.seconds;
    return true;
}

bool solve_part(const Position *position, bool exact, const ProofLimits *limits, const Budget *budget,
                Solver *solver, ProofPart *part, Error *error) {
    SolveSettings settings = solve_auto_settings(solver, position->geometry);
    return searcher_ready(solver, &settings, position->geometry, budget, error) &&
           proof_searcher_part(solver->searcher, position, exact, limits, budget, part, error);
}
