// Solving of the public interface: a thin client of solve/truth.h and proof/proof.h.
#include "api/inside_solve.h"

#include "base/file.h"
#include "proof/proof.h"
#include "search/advice.h"
#include "solve/truth.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- Methods

static const SolveMethod *method_named(const mp_engine *engine, const char *name) {
    const SolveMethod *const *methods = engine->catalog->methods;
    return name ? solve_method_find(methods, name) : methods[0];
}

static const SolveMethod *method_find(const mp_engine *engine, const char *name, Error *error) {
    Text known = {0};
    const SolveMethod *found = method_named(engine, name);
    if (found) return found;
    for (const SolveMethod *const *m = engine->catalog->methods; *m; m++)
        text_format(&known, " %s", (*m)->name);
    error_input(error, "method '%.40s': expected one of%s", name, text_string(&known));
    text_free(&known);
    return NULL;
}

bool mp_engine_method(const mp_engine *engine, const char *name, mp_method *method) {
    const SolveMethod *found = method_named(engine, name);
    if (!found) return false;
    mp_method about = {.name = found->name,
                       .help = found->help,
                       .keeps = found->keeps,
                       .net = found->takes_net,
                       .window = found->takes_window,
                       .epsilon = found->takes_epsilon};
    struct_out(method, &about, sizeof about);
    return true;
}

uint64_t mp_solver_memory_least(const mp_game *game, int threads) {
    return solve_memory_least(mp_game_position(game)->geometry, threads);
}

void mp_game_hash(const mp_game *game, uint64_t *high, uint64_t *low) {
    Hash128 hash = position_hash(mp_game_position(game));
    *high = hash.high;
    *low = hash.low;
}

// --- Making a solver

// Whether the method can take what the settings ask for.
static bool settings_check(const SolveMethod *method, const mp_solver_settings *s, Error *error) {
    if (s->store && !method->keeps)
        return error_input(error, "store: the method %s has no proofs to store", method->name);
    if (s->checkpoint && !method->keeps)
        return error_input(error, "checkpoint: the method %s has no graph to keep", method->name);
    if (s->net && !method->takes_net)
        return error_input(error, "net: the method %s does not order moves by a net", method->name);
    if ((s->window_base != 0 || s->window_factor != 0) && !method->takes_window)
        return error_input(error, "window: the method %s has no window", method->name);
    if (s->epsilon != 0 && !method->takes_epsilon)
        return error_input(error, "epsilon: the method %s has no thresholds", method->name);
    return true;
}

static bool solver_open(mp_solver *solver, const mp_solver_settings *s, Error *error) {
    solver->method = method_find(solver->engine, s->method, error);
    if (!solver->method || !settings_check(solver->method, s, error)) return false;
    solver->solver.settings = (SolveSettings){.net = s->net ? s->net->net : NULL,
                                              .data = solver->engine->catalog->data,
                                              .without_net = s->without_net,
                                              .checkpoint = s->checkpoint,
                                              .keeps_decided = s->keep_checkpoint,
                                              .focus_base = s->window_base,
                                              .focus_factor = s->window_factor,
                                              .epsilon = s->epsilon};
    if (s->checkpoint && !file_can_write(s->checkpoint, true, error)) return false;
    if (s->store && !(solver->store = store_open(s->store, error))) return false;
    solver->store_path = s->store;
    if (solver->store) solver->solver.settings.store = store_proofs(solver->store);
    return true;
}

static void store_warn(const mp_engine *engine, const char *path) {
    engine_log(engine,
               "store %.200s has no mark: it may hold what nobody has proved here; mustplay store check (or "
               "repair) says what of it is right",
               path);
}

mp_solver *mp_solver_new(const mp_engine *engine, const mp_solver_settings *settings, mp_error *error) {
    mp_solver_settings given;
    Error inner = {0};
    char found[4096];
    struct_in(&given, sizeof given, settings);
    mp_solver *solver = new_out(sizeof *solver, error);
    if (!solver) return NULL;
    solver->engine = engine;
    if (!solver_open(solver, &given, &inner)) {
        error_out(&inner, error);
        free(solver);
        return NULL;
    }
    if (solver->store && !store_marked(solver->store)) store_warn(engine, given.store);
    bool finds = solver->method == &SOLVE_AUTO && !given.net && !given.without_net;
    if (finds && !net_find_solver_in(engine->catalog->data, found, sizeof found))
        engine_log(engine,
                   "the solver's net is not found, so hard questions take several times as many nodes");
    return solver;
}

bool mp_solver_free(mp_solver *solver, mp_error *error) {
    Error inner = {0};
    if (!solver) return true;
    solver_release(&solver->solver);
    advice_free(solver->advice);
    bool written = store_close(solver->store, &inner) || error_out(&inner, error);
    free(solver);
    return written;
}

// --- Advice

typedef struct AdviceTaker {
    Advice *advice;
    bool full; // there was no memory for more
} AdviceTaker;

static bool advice_take(void *context, const Position *position, const ProofRecord *record) {
    AdviceTaker *taker = context;
    taker->full = !advice_add(taker->advice, position, record);
    return !taker->full;
}

// What advice proves goes into the solver's own store, whose mark it must not break.
static bool advice_trusted(const mp_solver *solver, const Store *store, const char *path, Error *error) {
    if (store_marked(store)) return true;
    if (solver->store && store_marked(solver->store))
        return error_input(
            error, "advice: store %.200s has no mark: mustplay store check (or repair) it first", path);
    store_warn(solver->engine, path);
    return true;
}

// Adds the proofs of a store, which may be the solver's own.
static bool advice_read(mp_solver *solver, const char *path, Error *error) {
    bool own = solver->store && file_same(path, solver->store_path);
    Store *store = own ? solver->store : store_open(path, error);
    AdviceTaker taker = {.advice = solver->advice};
    bool good = store && (own || advice_trusted(solver, store, path, error)) &&
                store_each(store, advice_take, &taker, error);
    if (good && taker.full) good = error_memory(error);
    if (store && !own) store_close(store, NULL);
    return good;
}

static bool advice_ready(mp_solver *solver, const Geometry *geometry, const char *path, Error *error) {
    if (!solver->method->keeps)
        return error_input(error, "advice: the method %s does not search for proofs", solver->method->name);
    if (access(path, F_OK)) return error_input(error, "advice: there is no store '%.200s'", path);
    if (solver->advice && solver->advised != geometry)
        return error_input(error, "advice: it is about a board of another size");
    if (!solver->advice && !(solver->advice = advice_new(geometry))) return error_memory(error);
    solver->advised = geometry;
    solver->solver.settings.advice = solver->advice;
    return true;
}

bool mp_solver_advise(mp_solver *solver, const mp_game *game, const char *store, mp_error *error) {
    Error inner = {0};
    bool good = advice_ready(solver, mp_game_position(game)->geometry, store, &inner);
    return (good && advice_read(solver, store, &inner)) || error_out(&inner, error);
}

// --- Answers from elsewhere

static bool budget_stop(void *context) {
    return observer_cancelled(context);
}

static bool elsewhere_ask(void *context, const Position *position, const Budget *budget, Answer *answer,
                          Error *error) {
    mp_solver *solver = context;
    mp_game *game = calloc(1, sizeof *game);
    if (!game) return error_memory(error);
    game_init_position(&game->game, position);
    mp_limits limits = {.size = sizeof limits,
                        .seconds = budget->seconds,
                        .nodes = budget->nodes,
                        .memory = budget->memory,
                        .threads = budget->threads,
                        .stop = budget->observer ? budget_stop : NULL,
                        .context = (void *)(uintptr_t)budget->observer};
    mp_solution found = {.size = sizeof found, .winner = MP_EMPTY, .move = MP_NONE};
    mp_error outer = {.code = MP_OK};
    CellSet carrier;
    bool good = solver->ask(solver->ask_context, game, &limits, &found, &outer) &&
                cells_in(position->geometry, &found.carrier, &carrier, &outer);
    free(game);
    if (!good) return error_in(&outer, error);
    *answer = (Answer){.winner = (Color)found.winner,
                       .move = found.move,
                       .carrier = carrier,
                       .nodes = found.nodes,
                       .seconds = found.seconds};
    return true;
}

void mp_solver_set_elsewhere(mp_solver *solver,
                             bool (*ask)(void *context, const mp_game *game, const mp_limits *limits,
                                         mp_solution *solution, mp_error *error),
                             void *context) {
    solver->ask = ask;
    solver->ask_context = context;
    solver->elsewhere = (SolveElsewhere){solver, elsewhere_ask};
    solver->solver.settings.elsewhere = ask ? &solver->elsewhere : NULL;
}

// --- Questions

// The graph is made for one number of threads and one bound on memory.
static void graph_ready(mp_solver *solver, const Budget *budget) {
    if (budget->memory != solver->memory || budget->threads != solver->threads)
        solver_release(&solver->solver);
    solver->memory = budget->memory;
    solver->threads = budget->threads;
}

typedef struct Asking {
    void (*asking)(void *context, int move, int open, uint64_t nodes);
    void *context;
} Asking;

static void asking_tell(void *context, const Truth *truth, int question) {
    const Asking *a = context;
    a->asking(a->context, question < 0 ? MP_NONE : question, cellset_count(truth->unknown), truth->nodes);
}

// Where the proof was forgotten in part, what the store has told stands for what it rests on.
static uint64_t stored_count(const mp_solver *solver, const Truth *truth, uint64_t hits) {
    uint64_t told = solver->store ? store_hits(solver->store) - hits : 0;
    return truth->size.recalled || truth->size.whole ? truth->size.recalled : told;
}

static mp_solution solution_of(const Truth *truth, uint64_t stored) {
    const Answer *root = &truth->root;
    mp_solution solution = {.size = sizeof solution,
                            .winner = (mp_color)root->winner,
                            .move = root->move,
                            .carrier = cells_out(root->carrier),
                            .nodes = root->nodes,
                            .seconds = root->seconds};
    if (truth->measured && root->winner != EMPTY) {
        solution.proof_nodes = truth->size.nodes;
        solution.proof_whole = truth->size.whole;
        solution.stored = stored;
    }
    return solution;
}

static bool truth_find(mp_solver *solver, const mp_game *game, bool all_moves, const mp_limits *limits,
                       Asking *asking, Truth *truth, uint64_t *stored, mp_error *error) {
    Error inner = {0};
    uint64_t hits = solver->store ? store_hits(solver->store) : 0;
    *stored = 0;
    Granted granted;
    granted_start(&granted, limits);
    Color over = game_winner(&game->game);
    if (over != EMPTY) { // by connection or by resignation
        *truth = (Truth){.root = {.winner = over, .move = MOVE_NONE}};
        return true;
    }
    if (all_moves && solver->solver.settings.checkpoint) {
        error_input(&inner, "checkpoint keeps the search of one position, not of all moves");
        return error_out(&inner, error);
    }
    graph_ready(solver, &granted.budget);
    truth_start(truth, mp_game_position(game), all_moves);
    solver->truth = truth;
    bool good = truth_solve(truth, solver->method, &granted.budget, &solver->solver,
                            asking->asking ? asking_tell : NULL, asking, &inner);
    solver->truth = NULL;
    *stored = stored_count(solver, truth, hits);
    return good || error_out(&inner, error);
}

bool mp_solver_solve(mp_solver *solver, const mp_game *game, const mp_limits *limits, mp_solution *solution,
                     mp_error *error) {
    Truth truth;
    uint64_t stored;
    Asking asking = {NULL, NULL};
    if (!truth_find(solver, game, false, limits, &asking, &truth, &stored, error)) return false;
    mp_solution found = solution_of(&truth, stored);
    struct_out(solution, &found, sizeof found);
    return true;
}

static void moves_out(const Truth *truth, uint64_t stored, mp_moves *moves) {
    mp_moves found = {.solution = solution_of(truth, stored),
                      .winning = cells_out(truth->winning),
                      .losing = cells_out(truth->losing),
                      .unknown = cells_out(truth->unknown)};
    struct_out(moves, &found, sizeof found);
}

bool mp_solver_solve_moves(mp_solver *solver, const mp_game *game, const mp_limits *limits,
                           void (*asking)(void *context, int move, int open, uint64_t nodes), void *context,
                           mp_moves *moves, mp_error *error) {
    Truth truth;
    uint64_t stored;
    Asking told = {asking, context};
    if (!truth_find(solver, game, true, limits, &told, &truth, &stored, error)) return false;
    moves_out(&truth, stored, moves);
    return true;
}

void mp_solver_so_far(const mp_solver *solver, mp_moves *moves) {
    static const Truth NONE = {.root = {.winner = EMPTY, .move = MOVE_NONE}};
    moves_out(solver->truth ? solver->truth : &NONE, 0, moves);
}

// --- Proofs

// The header's line: which method solved, and which one proved again where that has no graph to read.
static void made_text(const mp_solver *solver, Text *out) {
    text_format(out, "by mustplay %s, solved by %s%s", mp_version(), solver->method->name,
                solver->method->keeps ? "" : ", proved again by auto");
}

static bool proof_write(mp_solver *solver, const mp_game *game, mp_color winner, int move, const char *path,
                        bool replace, const Budget *budget, ProofMade *made, Error *error) {
    Text how = {0};
    const Position *now = mp_game_position(game);
    if (game_winner(&game->game) != EMPTY && position_winner(now) == EMPTY)
        return error_input(error, "a game that ended by resignation has no proof");
    if (winner != MP_BLACK && winner != MP_WHITE) return error_input(error, "a proof needs a winner");
    made_text(solver, &how);
    ProofTask task = {.root = now,
                      .winner = (Color)winner,
                      .first = move,
                      .budget = budget,
                      .solver = &solver->solver,
                      .path = path,
                      .force = replace,
                      .made = text_string(&how)};
    bool good = how.failed ? error_memory(error) : proof_make(&task, made, error);
    text_free(&how);
    return good;
}

bool mp_solver_prove(mp_solver *solver, const mp_game *game, mp_color winner, int move, const char *path,
                     bool replace, const mp_limits *limits, mp_proof_made *made, mp_error *error) {
    Error inner = {0};
    Granted granted;
    ProofMade result;
    granted_start(&granted, limits);
    if (!proof_write(solver, game, winner, move, path, replace, &granted.budget, &result, &inner))
        return error_out(&inner, error);
    mp_proof_made found = {.finished = result.result == BUILD_DONE,
                           .claims = result.size.claims,
                           .bytes = result.size.stored,
                           .positions = result.positions,
                           .nodes = result.nodes,
                           .seconds = result.seconds};
    if (made) struct_out(made, &found, sizeof found);
    return true;
}
