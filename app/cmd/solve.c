// mustplay solve: who wins a position, by which move, and with --all-moves the truth about every move.
#include "app/cmd/solve.h"
#include "cli/memory_args.h"
#include "cli/net_args.h"
#include "cli/output.h"
#include "cli/redis_hooks.h"
#include "cli/watch.h"
#include "app/draw/drawing.h"
#include "app/report/proofs.h"
#include "base/clock.h"
#include "base/file.h"
#include "search/advice.h"
#include "solve/store.h"
#include "solve/truth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The whole command's question, limits and answer.
typedef struct Work {
    const SolveMethod *method;
    Game game;
    bool all_moves;
    Budget budget;        // of the whole command
    Solver solver; // the moves share one graph
    Store *store;         // or NULL
    Advice *advice;       // or NULL
    Net *net;             // or NULL
    const RedisHooks *redis; // who answers in place of this machine, or NULL
    void *run;               // theirs, while they do
    json_t *run_report;      // NULL: nobody else answered
    const char *output; // of a drawing, or NULL
    ProofOrder proof;   // its path is NULL when no proof is wanted
    bool force;
    Watch watch;
    Truth truth;
} Work;

// --- Solving

// What is left to do, on the progress line.
static void question_show(void *context, const Truth *truth, int question) {
    Watch *watch = context;
    char name[CELL_NAME_MAX];
    watch_clear(watch);
    watch->before = truth->nodes;
    *watch->label = '\0';
    if (question < 0) return;
    snprintf(watch->label, sizeof watch->label, "%s, %d to go",
             cell_name(truth->position.geometry, question, name), cellset_count(truth->unknown));
}

static bool work_run(Work *work, Error *error) {
    Color over = game_winner(&work->game);
    if (over != EMPTY) { // by connection or by resignation
        work->truth.root = (Answer){.winner = over, .move = MOVE_NONE};
        return true;
    }
    Observer observer = watch_observer(&work->watch);
    Budget left = budget_less(&work->budget, clock_seconds() - work->watch.start, 0);
    left.observer = &observer;
    truth_start(&work->truth, &work->game.now, work->all_moves);
    bool good =
        truth_solve(&work->truth, work->method, &left, &work->solver, question_show, &work->watch, error);
    watch_clear(&work->watch);
    work->truth.root.seconds = clock_seconds() - work->watch.start;
    return good;
}

// Writes the proofs of what was decided.
static bool work_prove(Work *work, Error *error) {
    const Answer *root = &work->truth.root;
    const Position *now = &work->game.now;
    if (!work->proof.path || root->winner == EMPTY) return true;
    if (game_winner(&work->game) != EMPTY && position_winner(now) == EMPTY)
        return error_input(error, "--proof: a game that ended by resignation has no proof");
    if (work->all_moves)
        return proofs_write_moves(&work->proof, now, work->truth.winning, work->truth.losing, error);
    return proofs_write(&work->proof, now, root->winner, root->move, error);
}

// --- Reports

static bool work_decided(const Work *work) {
    return work->truth.root.winner != EMPTY && cellset_is_empty(work->truth.unknown) &&
           !work->proof.unfinished;
}

static json_t *json_list(const Work *work, CellSet cells) {
    return work->all_moves ? json_cells(work->game.now.geometry, cells) : json_null();
}

// The proofs' nodes of what was decided; null when there is no graph to count them in.
static bool proof_measured(const Work *work) {
    return work->truth.measured && work->truth.root.winner != EMPTY;
}

// Positions studied per node of the proofs; 0 when these were not counted whole.
static double proof_ratio(const Work *work) {
    const ProofNodes *size = &work->truth.size;
    if (!proof_measured(work) || !size->whole || !size->nodes) return 0;
    return (double)work->truth.root.nodes / (double)size->nodes;
}

static int work_report_json(const Work *work) {
    const Geometry *g = work->game.now.geometry;
    const ProofNodes *size = &work->truth.size;
    bool measured = proof_measured(work);
    double ratio = proof_ratio(work);
    json_t *object = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:f, s:s, s:o, s:o, s:o, s:o}", "winner",
        json_color(work->truth.root.winner), "to_move", json_color(work->game.now.to_move), "move",
        json_move(g, work->truth.root.move), "winning_moves", json_list(work, work->truth.winning),
        "losing_moves", json_list(work, work->truth.losing), "unknown_moves",
        json_list(work, work->truth.unknown), "nodes", (json_int_t)work->truth.root.nodes, "seconds",
        work->truth.root.seconds, "method", work->method->name, "carrier", json_cells(g, work->truth.root.carrier),
        "proof_nodes", measured ? json_integer((json_int_t)size->nodes) : json_null(), "proof_whole",
        measured ? json_boolean(size->whole) : json_null(), "proof_ratio",
        ratio > 0 ? json_real(ratio) : json_null());
    if (work->run_report) json_object_set(object, "cluster", work->run_report);
    return report_json(object);
}

static char cell_sign(const Work *work, int cell) {
    Color color = position_at(&work->game.now, cell);
    if (color != EMPTY) return "BW"[color];
    if (work->all_moves)
        return cellset_has(work->truth.winning, cell)   ? '+'
               : cellset_has(work->truth.unknown, cell) ? '?'
                                                        : '-';
    if (cell == work->truth.root.move) return '+';
    return cellset_has(work->truth.root.carrier, cell) ? '*' : '.';
}

static void board_print(const Work *work) {
    const Geometry *g = work->game.now.geometry;
    char signs[CELL_MAX];
    Text board = {0};
    for (int cell = 0; cell < g->cells; cell++) signs[cell] = cell_sign(work, cell);
    diagram_write(g, signs, &board);
    printf("\n%s", text_string(&board));
    text_free(&board);
    if (work->all_moves)
        printf("\n+ wins, - loses%s\n", cellset_is_empty(work->truth.unknown) ? "" : ", ? not decided");
    else if (work->truth.root.move != MOVE_NONE)
        printf("\n+ the move, * the other cells the winner needs\n");
    else if (!cellset_is_empty(work->truth.root.carrier))
        printf("\n* the cells the winner needs\n");
}

static void list_print(const Geometry *g, const char *title, CellSet cells) {
    char name[CELL_NAME_MAX];
    if (cellset_is_empty(cells)) return;
    printf("%s (%d):", title, cellset_count(cells));
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) printf(" %s", cell_name(g, cell, name));
    printf("\n");
}

static void verdict_print(const Work *work) {
    static const char *const names[] = {"Black", "White"};
    const Position *now = &work->game.now;
    char move[MOVE_NAME_MAX];
    Color winner = work->truth.root.winner;
    if (winner == EMPTY)
        printf("Not decided within the limits (%s to move).\n", names[now->to_move]);
    else if (game_winner(&work->game) != EMPTY)
        printf("The game is over: %s has won.\n", names[winner]);
    else if (winner == now->to_move)
        printf("%s to move wins with %s.\n", names[winner],
               move_name(now->geometry, work->truth.root.move, move));
    else
        printf("%s wins, whatever %s plays.\n", names[winner], names[now->to_move]);
}

static int work_report(const Work *work) {
    const Geometry *g = work->game.now.geometry;
    verdict_print(work);
    if (work->all_moves) {
        list_print(g, "Winning moves", work->truth.winning);
        list_print(g, "Losing moves", work->truth.losing);
        list_print(g, "Not decided", work->truth.unknown);
    }
    board_print(work);
    printf("\n%s: %llu node%s, %.3f s\n", work->method->name, (unsigned long long)work->truth.root.nodes,
           plural(work->truth.root.nodes), work->truth.root.seconds);
    if (proof_ratio(work) > 0)
        printf("%llu of them in the proof: 1 in %.1f\n", (unsigned long long)work->truth.size.nodes,
               proof_ratio(work));
    printf("%s", text_string(&work->proof.report));
    return EXIT_DONE;
}

// --- A drawing

static void drawing_mark(Drawing *d, const char *name, const char *label, CellSet cells) {
    DrawingSet *set = &d->set[d->sets++];
    snprintf(set->name, sizeof set->name, "%s", name);
    set->cells = cells;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;)
        snprintf(d->label[cell], DRAWING_LABEL_MAX, "%s", label);
}

static void work_title(const Work *work, Drawing *d) {
    static const char *const names[] = {"Black", "White"};
    Color mover = work->game.now.to_move, winner = work->truth.root.winner;
    if (work->all_moves)
        snprintf(d->title, sizeof d->title, "%s's moves: %d win, %d lose", names[mover],
                 cellset_count(work->truth.winning), cellset_count(work->truth.losing));
    else
        snprintf(d->title, sizeof d->title,
                 winner == EMPTY ? "%s to move: not decided" : "%s to move: %s wins", names[mover],
                 winner == EMPTY ? "" : names[winner]);
}

static bool work_draw(const Work *work, Error *error) {
    Drawing *d = malloc(sizeof *d);
    if (!d) return error_memory(error);
    drawing_init(d, &work->game.now);
    d->last = game_last_cell(&work->game);
    Color winner = position_winner(&work->game.now);
    if (winner != EMPTY) d->chain = position_winning_chain(&work->game.now, winner);
    work_title(work, d);
    if (work->all_moves) {
        drawing_mark(d, "wins", "+", work->truth.winning);
        drawing_mark(d, "loses", "-", work->truth.losing);
        if (!cellset_is_empty(work->truth.unknown)) drawing_mark(d, "not decided", "?", work->truth.unknown);
    } else {
        drawing_mark(d, "the winner needs", "", work->truth.root.carrier);
        if (work->truth.root.move != MOVE_NONE)
            drawing_mark(d, "the move", "+", cellset_of(work->truth.root.move));
    }
    bool good = drawing_save(d, work->output, work->force, error);
    free(d);
    return good;
}

// --- The command

static bool method_read(const Args *args, Work *work, Error *error) {
    const SolveMethod *const *methods = args_catalog(args)->methods;
    const char *name = args_text(args, "method");
    work->method = name ? solve_method_find(methods, name) : methods[0];
    if (work->method) return true;
    Text known = {0};
    for (; *methods; methods++) text_format(&known, " %s", (*methods)->name);
    error_input(error, "--method '%.40s': expected one of%s", name, text_string(&known));
    text_free(&known);
    return false;
}

// Reads what the proof is asked with. It shares the memory with the search that comes before.
static bool proof_read(const Args *args, Work *work, Error *error) {
    const char *path = args_text(args, "proof");
    if (!path) return true;
    if (!proofs_check(path, work->all_moves, work->force, error)) return false;
    if (work->output && file_same(path, work->output))
        return error_input(error, "--proof and --output name the same file");
    work->proof = (ProofOrder){.path = path,
                               .force = work->force,
                               .method = work->method,
                               .budget = work->budget,
                               .solver = &work->solver,
                               .watch = &work->watch};
    proofs_share_memory(path, work->budget.memory, &work->proof.budget.memory, &work->budget.memory);
    return true;
}

static bool work_read(const Args *args, Work *work, Error *error) {
    if (!method_read(args, work, error) || !args_game(args, &work->game, error)) return false;
    work->all_moves = args_flag(args, "all-moves") || args_flag(args, "all-openings");
    const Position *now = &work->game.now;
    if (args_flag(args, "all-openings") && !cellset_equal(position_vacant(now), now->geometry->all))
        return error_input(error, "--all-openings needs an empty board; --all-moves takes any position");
    if (args_given(args, "time"))
        work->budget.seconds = args_real(args, "time") > 0 ? args_real(args, "time") : 1e-9;
    work->output = args_text(args, "output");
    work->force = args_flag(args, "force");
    if (work->output && !drawing_path_check(work->output, work->force, error)) return false;
    work->budget.threads = args_given(args, "threads") ? (int)args_int(args, "threads") : 1;
    bool proofs = work->method->keeps;
    return args_memory(args, proofs ? solve_memory_least(now->geometry, work->budget.threads) : 0,
                       &work->budget.memory, error) &&
           proof_read(args, work, error);
}

// Opens the store; only methods that search for proofs have something to put there.
static bool store_ready(const Args *args, Work *work, Error *error) {
    if (!args_given(args, "store")) return true;
    if (work->output && file_same(args_text(args, "store"), work->output))
        return error_input(error, "--store and --output name the same file, '%.200s'", work->output);
    if (work->proof.path && file_same(args_text(args, "store"), work->proof.path))
        return error_input(error, "--store and --proof name the same file, '%.200s'", work->proof.path);
    if (!work->method->keeps)
        return error_input(error, "--store: the method %s has no proofs to store", work->method->name);
    work->store = store_open(args_text(args, "store"), error);
    if (work->store) work->solver.settings.store = store_proofs(work->store);
    if (!work->store && !error->bad_input) report_error(error); // as on a full disk: the search does without
    return work->store || !error->bad_input;
}

typedef struct AdviceTaker {
    Advice *advice;
    bool full; // there was no memory for more
} AdviceTaker;

static bool advice_take(void *context, const Position *position, const ProofRecord *record) {
    AdviceTaker *taker = context;
    taker->full = !advice_add(taker->advice, position, record);
    return !taker->full;
}

// Refuses stores that are not there or are named twice.
static bool advice_check(const Args *args, Error *error) {
    const char *path;
    for (int i = 0; (path = args_text_at(args, "advice", i)); i++) {
        if (access(path, F_OK)) return error_input(error, "--advice: there is no store '%.200s'", path);
        for (int j = 0; j < i; j++)
            if (file_same(path, args_text_at(args, "advice", j)))
                return error_input(error, "--advice names the store '%.200s' twice", path);
    }
    return true;
}

// Adds the proofs of a store, which may be the search's own.
static bool advice_read(const Args *args, Work *work, const char *path, Error *error) {
    bool own = work->store && file_same(path, args_text(args, "store"));
    Store *store = own ? work->store : store_open(path, error);
    AdviceTaker taker = {.advice = work->advice};
    bool good = store && store_each(store, advice_take, &taker, error);
    if (good && taker.full) good = error_failure(error, "--advice '%.200s': out of memory", path);
    if (store && !own) store_close(store, NULL);
    return good;
}

// Reads the proofs that give advice.
static bool advice_ready(const Args *args, Work *work, Error *error) {
    const char *path;
    if (!args_given(args, "advice")) return true;
    if (!work->method->keeps)
        return error_input(error, "--advice: the method %s does not search for proofs", work->method->name);
    if (work->redis) return error_input(error, "--advice: the workers of a run take none");
    if (!advice_check(args, error)) return false;
    work->solver.settings.advice = work->advice = advice_new(work->game.now.geometry);
    if (!work->advice) return error_memory(error);
    for (int i = 0; (path = args_text_at(args, "advice", i)); i++)
        if (!advice_read(args, work, path, error)) return false;
    return true;
}

// Whether the search can be kept in a file, and the file can be written.
static bool checkpoint_ready(const Args *args, Work *work, Error *error) {
    const char *path = args_text(args, "checkpoint");
    if (!path) return true;
    if (!work->method->keeps)
        return error_input(error, "--checkpoint: the method %s has no graph to keep", work->method->name);
    if (work->all_moves)
        return error_input(error, "--checkpoint keeps the search of one position, not of all moves");
    const char *const others[] = {work->output, work->proof.path, args_text(args, "store")};
    for (int i = 0; i < 3; i++)
        if (others[i] && file_same(path, others[i]))
            return error_input(error, "--checkpoint names a file that another option names, '%.200s'", path);
    work->solver.settings.checkpoint = path;
    work->solver.settings.keeps_decided = work->proof.path; // the proof is read from it, also after an interruption
    return file_can_write(path, true, error);
}

// Loads the net that orders moves; not every method takes one.
static bool net_ready(const Args *args, Work *work, Error *error) {
    if (!args_given(args, "net")) return true;
    work->solver.settings.without_net = !strcmp(args_text(args, "net"), "none");
    if (work->solver.settings.without_net) return true;
    if (!work->method->takes_net)
        return error_input(error, "--net: the method %s does not order moves by a net", work->method->name);
    work->net = net_load(args_text(args, "net"), error);
    work->solver.settings.net = work->net;
    return work->net;
}

// Reports a store that could not be written; the answer stands.
static void store_finish(Work *work) {
    Error error = {0};
    if (!store_close(work->store, &error)) report_error(&error);
    work->store = NULL;
}

// Reads the settings of the search; not every method has them.
static bool tuning_read(const Args *args, Work *work, Error *error) {
    const SolveMethod *method = work->method;
    SolveSettings *settings = &work->solver.settings;
    bool window = args_given(args, "window-base") || args_given(args, "window-factor");
    if (window && !method->takes_window)
        return error_input(error, "--window-base, --window-factor: the method %s has no window",
                           work->method->name);
    if (args_given(args, "epsilon") && !method->takes_epsilon)
        return error_input(error, "--epsilon: the method %s has no thresholds", work->method->name);
    if (args_given(args, "window-base")) settings->focus_base = args_real(args, "window-base");
    if (args_given(args, "window-factor")) settings->focus_factor = args_real(args, "window-factor");
    if (args_given(args, "epsilon"))
        settings->epsilon = args_real(args, "epsilon") > 0 ? args_real(args, "epsilon") : -1;
    return true;
}

// With --redis the workers of a run answer. The store then gets what they proved only when all is done.
static bool redis_ready(const Args *args, Work *work, Error *error) {
    if (!work->redis) return true;
    work->solver.settings.store = NULL;
    work->run = work->redis->solve_open(args, &work->game.now, work->all_moves, &work->watch, &work->solver,
                                        error);
    return work->run;
}

int solve_with(const Args *args, SolveReader *more) {
    Error error = {0};
    Work work = {.redis = args_redis_hooks(args)};
    watch_start(&work.watch, NULL);
    bool ready = work_read(args, &work, &error) &&
                 (!more || more(args, work.method, &work.solver.settings, &error)) && tuning_read(args, &work, &error) &&
                 net_ready(args, &work, &error) && checkpoint_ready(args, &work, &error) &&
                 store_ready(args, &work, &error) && advice_ready(args, &work, &error) &&
                 redis_ready(args, &work, &error);
    if (!ready) {
        store_finish(&work);
        advice_free(work.advice);
        net_free(work.net);
        return report_error(&error);
    }
    if (!args_given(args, "net") && work.method == &SOLVE_AUTO) solver_net_warn();
    work.watch.geometry = work.game.now.geometry;
    bool done = work_run(&work, &error);
    if (work.run)
        work.run_report =
            work.redis->solve_settle(work.run, done && work_decided(&work), &work.solver, work.store);
    done = done && work_prove(&work, &error);
    if (done && work_decided(&work) && work.solver.settings.checkpoint && work.solver.settings.keeps_decided)
        unlink(work.solver.settings.checkpoint);
    if (work.run) work.redis->solve_close(work.run, &work.solver, done && work_decided(&work));
    solver_release(&work.solver);
    advice_free(work.advice);
    net_free(work.net);
    store_finish(&work);
    if (!done) {
        json_decref(work.run_report);
        return report_error(&error);
    }
    bool drawn = !work.output || work_draw(&work, &error);
    int code = args_flag(args, "json") ? work_report_json(&work) : work_report(&work);
    text_free(&work.proof.report);
    json_decref(work.run_report);
    if (!drawn) return output_lost(&error);
    return code == EXIT_DONE && !work_decided(&work) ? EXIT_UNDECIDED : code;
}

static int solve_run(const Args *args) {
    return solve_with(args, NULL);
}

static const OptionSpec OWN[] = {
    {"window-base", OPTION_REAL, NULL, 1, 361, NULL, "B",
     "fdfpn and auto look at B moves of a node and a share of those that are left. Without it 1."},
    {"window-factor", OPTION_REAL, NULL, 0.001, 1, NULL, "F",
     "That share. Without it 0.2 in fdfpn; auto has its own."},
    {"epsilon", OPTION_REAL, NULL, 0, 10, NULL, "E",
     "dfpn and fdfpn stay at a child until it exceeds the second best by this share. Without it 0.25."},
    {"advice", OPTION_TEXT, NULL, 0, 0, NULL, "PATH",
     "A store with the proofs of other openings: what they prove here is taken, and their winning moves are tried first. "
     "May be given several times.",
     .repeats = true},
    {"checkpoint", OPTION_TEXT, NULL, 0, 0, NULL, "FILE",
     "Keep the whole search in FILE from time to time; the same command goes on from there."},
    {0},
};

const Command COMMAND_SOLVE = {
    .name = "solve",
    .group = "Prove",
    .summary = "Prove who wins a position.",
    .arguments = "",
    .own = OWN,
    .options =
        "@position method threads time memory store net all-openings all-moves proof output force json",
    .detail =
        "Prints the winner, a winning move if the side to move has one, and the carrier: the empty cells the "
        "winner needs. Methods: auto (the fastest: pairing where it answers, otherwise best-first "
        "proof-number search), dfs, pns, dfpn, fdfpn; brute (nothing but the rules; the referee). When the limits or Ctrl-C end the "
        "search first, what is known is printed and the exit code is 3. --net orders the moves of auto, dfs, "
        "pns, dfpn and fdfpn by a network's policy and starts proof numbers by its action values: fewer "
        "nodes. Without --net, auto takes the small net made for it when a question is hard; --net none forbids it. "
        "--proof writes a proof that mustplay-verify checks (docs/PROOFS.md; a name that ends in .zst is "
        "compressed); with --all-moves and --all-openings a folder with a file for each move. What does not "
        "fit into the time or memory is kept beside it, and the same command continues from there. --checkpoint keeps the whole search of one position, proved or not, so that a command that was "
        "killed goes on with little lost. --advice, once per store, takes what other openings proved: a position that follows from it is "
        "decided, and elsewhere its winning moves are tried first. --output "
        "draws the answer as well: the moves that win and lose, or the cells the winner needs. With --json "
        "one object with the keys winner, to_move, move, winning_moves, losing_moves, unknown_moves (null "
        "without --all-moves), nodes, seconds, method, carrier, proof_nodes (how many of the nodes the proof needs), "
        "proof_whole (false: parts were forgotten or came from a store, so that there are more), proof_ratio "
        "(nodes per node of the proof, null unless whole).",
    .run = solve_run,
};
