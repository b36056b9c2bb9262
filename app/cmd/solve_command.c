// mustplay solve: who wins a position, by which move, and with --all-moves the truth about every move.
#include "app/cmd/solve_command.h"
#include "app/draw/drawing.h"
#include "app/report/proofs.h"
#include "base/clock.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/memory_args.h"
#include "cli/output.h"
#include "cli/public.h"
#include "cli/redis_hooks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The whole command's question, limits and answer.
typedef struct Work {
    mp_engine *engine;
    mp_method method;
    mp_game *game;
    mp_solver *solver;
    mp_solver_settings settings;
    mp_net *net; // or NULL
    bool all_moves;
    mp_limits limits;        // of the whole command
    const RedisHooks *redis; // who answers in place of this machine, or NULL
    void *run;               // theirs, while they do
    json_t *run_report;      // NULL: nobody else answered
    mp_color claimed;        // who wins by what they say, and nobody has checked; MP_EMPTY: that is not so
    const char *output;      // of a drawing, or NULL
    ProofOrder proof;        // its path is NULL when no proof is wanted
    bool force;
    Watch watch;
    mp_moves moves; // the answer; without all_moves only its solution
} Work;

// --- Solving

// What is left to do, on the progress line.
static void question_show(void *context, int move, int open, uint64_t nodes) {
    Work *work = context;
    Watch *watch = &work->watch;
    char name[MP_NAME_MAX];
    watch_clear(watch);
    watch->before = nodes;
    *watch->label = '\0';
    if (move == MP_NONE) return;
    snprintf(watch->label, sizeof watch->label, "%s, %d to go", mp_move_name(work->game, move, name), open);
}

static bool work_run(Work *work, Error *error) {
    mp_error outer = {.code = MP_OK};
    mp_limits left = limits_left(&work->limits, &work->watch);
    mp_solution *solution = &work->moves.solution;
    bool good = work->all_moves ? mp_solver_solve_moves(work->solver, work->game, &left, question_show, work,
                                                        &work->moves, &outer)
                                : mp_solver_solve(work->solver, work->game, &left, solution, &outer);
    watch_clear(&work->watch);
    if (mp_game_winner(work->game) == MP_EMPTY) solution->seconds = clock_seconds() - work->watch.start;
    return good || public_fail(&outer, NULL, error);
}

// Writes the proofs of what was decided.
static bool work_prove(Work *work, Error *error) {
    const mp_solution *solution = &work->moves.solution;
    if (!work->proof.path || solution->winner == MP_EMPTY) return true;
    if (work->run && work->redis->solve_proof(work->run, &work->proof.report)) return true;
    if (mp_game_resigned(work->game) != MP_EMPTY)
        return error_input(error, "--proof: a game that ended by resignation has no proof");
    work->proof.solver = work->solver;
    if (work->all_moves) return proofs_write_moves(&work->proof, work->game, &work->moves, error);
    return proofs_write(&work->proof, work->game, solution->winner, solution->move, error);
}

// --- Reports

static bool work_decided(const Work *work) {
    return work->moves.solution.winner != MP_EMPTY && !work->moves.unknown.count && !work->proof.unfinished;
}

static json_t *json_list(const Work *work, const mp_cells *cells) {
    return work->all_moves ? json_set(work->game, cells) : json_null();
}

// Positions studied per node of the proofs; 0 when these were not counted whole.
static double proof_ratio(const Work *work) {
    const mp_solution *s = &work->moves.solution;
    return s->proof_whole && s->proof_nodes ? (double)s->nodes / (double)s->proof_nodes : 0;
}

static int work_report_json(const Work *work) {
    const mp_game *g = work->game;
    const mp_solution *s = &work->moves.solution;
    double ratio = proof_ratio(work);
    json_t *object =
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:f, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "winner",
                  json_side(s->winner), "to_move", json_side(mp_game_to_move(g)), "move",
                  json_play(g, s->move), "winning_moves", json_list(work, &work->moves.winning),
                  "losing_moves", json_list(work, &work->moves.losing), "unknown_moves",
                  json_list(work, &work->moves.unknown), "nodes", (json_int_t)s->nodes, "seconds", s->seconds,
                  "method", work->method.name, "carrier", json_set(g, &s->carrier), "proof_nodes",
                  s->proof_nodes ? json_integer((json_int_t)s->proof_nodes) : json_null(), "proof_whole",
                  s->proof_nodes ? json_boolean(s->proof_whole) : json_null(), "proof_ratio",
                  ratio > 0 ? json_real(ratio) : json_null(), "claimed", json_side(work->claimed), "stored",
                  s->proof_nodes || s->stored ? json_integer((json_int_t)s->stored) : json_null());
    if (work->run_report) json_object_set(object, "cluster", work->run_report);
    return report_json(object);
}

static char cell_sign(const Work *work, int cell) {
    mp_color color = mp_game_stone(work->game, cell);
    if (color != MP_EMPTY) return "BW"[color];
    if (work->all_moves)
        return cells_hold(&work->moves.winning, cell)   ? '+'
               : cells_hold(&work->moves.unknown, cell) ? '?'
                                                        : '-';
    if (cell == work->moves.solution.move) return '+';
    return cells_hold(&work->moves.solution.carrier, cell) ? '*' : '.';
}

static void board_print(const Work *work) {
    char signs[MP_CELLS_MAX];
    Text board = {0};
    int cells = mp_game_width(work->game) * mp_game_height(work->game);
    for (int cell = 0; cell < cells; cell++) signs[cell] = cell_sign(work, cell);
    signs_text(work->game, signs, &board);
    printf("\n%s", text_string(&board));
    text_free(&board);
    if (work->all_moves)
        printf("\n+ wins, - loses%s\n", work->moves.unknown.count ? ", ? not decided" : "");
    else if (work->moves.solution.move != MP_NONE)
        printf("\n+ the move, * the other cells the winner needs\n");
    else if (work->moves.solution.carrier.count)
        printf("\n* the cells the winner needs\n");
}

static void list_print(const Work *work, const char *title, const mp_cells *cells) {
    Text names = {0};
    if (!cells->count) return;
    cells_text(work->game, cells, &names);
    printf("%s (%d):%s\n", title, cells->count, text_string(&names));
    text_free(&names);
}

static void verdict_print(const Work *work) {
    const mp_solution *s = &work->moves.solution;
    mp_color mover = mp_game_to_move(work->game);
    char move[MP_NAME_MAX];
    if (work->claimed != MP_EMPTY)
        printf("Not proved here: the workers claim that %s wins.\n", title_of_color(work->claimed));
    else if (s->winner == MP_EMPTY)
        printf("Not decided within the limits (%s to move).\n", title_of_color(mover));
    else if (mp_game_winner(work->game) != MP_EMPTY)
        printf("The game is over: %s has won.\n", title_of_color(s->winner));
    else if (s->winner == mover)
        printf("%s to move wins with %s.\n", title_of_color(mover), mp_move_name(work->game, s->move, move));
    else
        printf("%s wins, whatever %s plays.\n", title_of_color(s->winner), title_of_color(mover));
}

static int work_report(const Work *work) {
    const mp_solution *s = &work->moves.solution;
    verdict_print(work);
    if (work->all_moves) {
        list_print(work, "Winning moves", &work->moves.winning);
        list_print(work, "Losing moves", &work->moves.losing);
        list_print(work, "Not decided", &work->moves.unknown);
    }
    board_print(work);
    printf("\n%s: %llu node%s, %.3f s\n", work->method.name, (unsigned long long)s->nodes, plural(s->nodes),
           s->seconds);
    if (proof_ratio(work) > 0)
        printf("%llu of them in the proof: 1 in %.1f\n", (unsigned long long)s->proof_nodes,
               proof_ratio(work));
    if (s->stored)
        printf("This rests on %llu position%s of the store or of advice that %s not solved again "
               "(mustplay store check)\n",
               (unsigned long long)s->stored, plural(s->stored), s->stored == 1 ? "was" : "were");
    printf("%s", text_string(&work->proof.report));
    return EXIT_DONE;
}

// --- A drawing

static void drawing_mark(Drawing *d, const char *name, const char *label, const mp_cells *cells,
                         DrawingHue hue) {
    drawing_add_set(d, name, cells, hue);
    for (int i = 0; i < cells->count; i++) snprintf(d->label[cells->cell[i]], DRAWING_LABEL_MAX, "%s", label);
}

static void work_title(const Work *work, Drawing *d) {
    mp_color winner = work->moves.solution.winner;
    const char *mover = title_of_color(mp_game_to_move(work->game));
    if (work->all_moves)
        snprintf(d->title, sizeof d->title, "%s's moves: %d win, %d lose", mover, work->moves.winning.count,
                 work->moves.losing.count);
    else if (winner == MP_EMPTY)
        snprintf(d->title, sizeof d->title, "%s to move: not decided", mover);
    else
        snprintf(d->title, sizeof d->title, "%s to move: %s wins", mover, title_of_color(winner));
}

static bool work_draw(const Work *work, Error *error) {
    const mp_solution *s = &work->moves.solution;
    Drawing *d = malloc(sizeof *d);
    if (!d) return error_memory(error);
    drawing_init_game(d, work->game);
    drawing_show_chain(d);
    work_title(work, d);
    if (work->all_moves) {
        drawing_mark(d, "wins", "+", &work->moves.winning, HUE_BLUE);
        drawing_mark(d, "loses", "-", &work->moves.losing, HUE_ORANGE);
        drawing_mark(d, "not decided", "?", &work->moves.unknown, HUE_GREEN);
    } else {
        mp_cells move = {0};
        if (s->move != MP_NONE) cells_include(&move, s->move);
        drawing_mark(d, "the winner needs", "", &s->carrier, HUE_BLUE);
        drawing_mark(d, "the move", "+", &move, HUE_ORANGE);
    }
    bool good = drawing_save(d, work->output, work->force, error);
    free(d);
    return good;
}

// --- The command

static bool method_read(const Args *args, Work *work, Error *error) {
    const char *name = args_text(args, "method"), *known;
    work->method = MP_INIT(mp_method);
    if (mp_engine_method(work->engine, name, &work->method)) return true;
    Text names = {0};
    for (int i = 0; (known = mp_engine_list(work->engine, MP_METHODS, i, NULL)); i++)
        text_format(&names, " %s", known);
    error_input(error, "--method '%.40s': expected one of%s", name, text_string(&names));
    text_free(&names);
    return false;
}

// Reads what the proof is asked with. It shares the memory with the search that comes before.
static bool proof_read(const Args *args, Work *work, Error *error) {
    const char *path = args_text(args, "proof");
    if (!path) return true;
    if (!proofs_check(path, work->all_moves, work->force, error)) return false;
    if (work->output && file_same(path, work->output))
        return error_input(error, "--proof and --output name the same file");
    work->proof =
        (ProofOrder){.path = path, .force = work->force, .limits = work->limits, .watch = &work->watch};
    proofs_share_memory(path, work->limits.memory, &work->proof.limits.memory, &work->limits.memory);
    return true;
}

static bool game_read(const Args *args, Work *work, Error *error) {
    mp_cells empty;
    if (!(work->game = args_new_game(args, error))) return false;
    work->all_moves = args_flag(args, "all-moves") || args_flag(args, "all-openings");
    mp_game_cells(work->game, MP_EMPTY, &empty);
    if (args_flag(args, "all-openings") &&
        empty.count < mp_game_width(work->game) * mp_game_height(work->game))
        return error_input(error, "--all-openings needs an empty board; --all-moves takes any position");
    return true;
}

static bool work_read(const Args *args, Work *work, Error *error) {
    if (!method_read(args, work, error) || !game_read(args, work, error)) return false;
    work->limits = watch_limits(&work->watch, work->game);
    if (args_given(args, "time"))
        work->limits.seconds = args_real(args, "time") > 0 ? args_real(args, "time") : 1e-9;
    work->output = args_text(args, "output");
    work->force = args_flag(args, "force");
    if (work->output && !drawing_path_check(work->output, work->force, error)) return false;
    work->limits.threads = args_given(args, "threads") ? (int)args_int(args, "threads") : 1;
    uint64_t least = work->method.keeps ? mp_solver_memory_least(work->game, work->limits.threads) : 0;
    return args_memory(args, least, &work->limits.memory, error) && proof_read(args, work, error);
}

// Reads the settings of the search; the library says which of them the method cannot take.
static bool settings_read(const Args *args, Work *work, Error *error) {
    mp_solver_settings *s = &work->settings;
    const char *net = args_text(args, "net");
    *s = MP_INIT(mp_solver_settings);
    s->method = work->method.name;
    if (args_given(args, "window-base")) s->window_base = args_real(args, "window-base");
    if (args_given(args, "window-factor")) s->window_factor = args_real(args, "window-factor");
    if (args_given(args, "epsilon"))
        s->epsilon = args_real(args, "epsilon") > 0 ? args_real(args, "epsilon") : -1;
    s->without_net = net && !strcmp(net, "none");
    if (!net || s->without_net) return true;
    if (!work->method.net)
        return error_input(error, "--net: the method %s does not order moves by a net", work->method.name);
    mp_error outer = {.code = MP_OK};
    s->net = work->net = mp_net_load(work->engine, net, &outer);
    return work->net || public_fail(&outer, NULL, error);
}

// The files that the search keeps: the store, the checkpoint.
static bool files_read(const Args *args, Work *work, Error *error) {
    const char *store = args_text(args, "store"), *checkpoint = args_text(args, "checkpoint");
    const char *const others[] = {work->output, work->proof.path, store};
    if (store && work->output && file_same(store, work->output))
        return error_input(error, "--store and --output name the same file, '%.200s'", work->output);
    if (store && work->proof.path && file_same(store, work->proof.path))
        return error_input(error, "--store and --proof name the same file, '%.200s'", work->proof.path);
    if (checkpoint && work->all_moves)
        return error_input(error, "--checkpoint keeps the search of one position, not of all moves");
    for (int i = 0; checkpoint && i < 3; i++)
        if (others[i] && file_same(checkpoint, others[i]))
            return error_input(error, "--checkpoint names a file that another option names, '%.200s'",
                               checkpoint);
    work->settings.store = store;
    work->settings.checkpoint = checkpoint;
    work->settings.keep_checkpoint =
        work->proof.path; // the proof is read from it, also after an interruption
    return true;
}

// The library speaks of its settings; users know the options.
static bool setting_fail(const mp_error *outer, Error *error) {
    static const char *const options[][2] = {{"store:", "--store:"},
                                             {"checkpoint:", "--checkpoint:"},
                                             {"window:", "--window-base, --window-factor:"},
                                             {"epsilon:", "--epsilon:"},
                                             {"advice:", "--advice:"}};
    mp_error named = *outer;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        size_t length = strlen(options[i][0]);
        if (!strncmp(outer->text, options[i][0], length))
            snprintf(named.text, sizeof named.text, "%s%.300s", options[i][1], outer->text + length);
    }
    return public_fail(&named, NULL, error);
}

static bool solver_ready(Work *work, Error *error) {
    mp_error outer = {.code = MP_OK};
    work->solver = mp_solver_new(work->engine, &work->settings, &outer);
    bool input = outer.code == MP_INPUT || outer.code == MP_LIMIT;
    if (!work->solver && work->settings.store && !input) { // as on a full disk: the search does without
        report_public(&outer);
        work->settings.store = NULL;
        work->solver = mp_solver_new(work->engine, &work->settings, &outer);
    }
    return work->solver || setting_fail(&outer, error);
}

// Refuses stores that are named twice.
static bool advice_check(const Args *args, Error *error) {
    const char *path;
    for (int i = 0; (path = args_text_at(args, "advice", i)); i++)
        for (int j = 0; j < i; j++)
            if (file_same(path, args_text_at(args, "advice", j)))
                return error_input(error, "--advice names the store '%.200s' twice", path);
    return true;
}

// Reads the proofs that give advice.
static bool advice_ready(const Args *args, Work *work, Error *error) {
    const char *path;
    mp_error outer = {.code = MP_OK};
    if (args_given(args, "advice") && work->redis)
        return error_input(error, "--advice: the workers of a run take none");
    if (!advice_check(args, error)) return false;
    for (int i = 0; (path = args_text_at(args, "advice", i)); i++)
        if (!mp_solver_advise(work->solver, work->game, path, &outer)) return setting_fail(&outer, error);
    return true;
}

// With --redis the workers of a run answer.
static bool redis_ready(const Args *args, Work *work, Error *error) {
    if (!work->redis) return true;
    work->run = work->redis->solve_open(args, work->game, work->all_moves, &work->watch, work->solver, error);
    return work->run;
}

static bool work_ready(const Args *args, Work *work, SolveReader *more, Error *error) {
    work->engine = args_engine(args, error);
    return work->engine && work_read(args, work, error) && settings_read(args, work, error) &&
           files_read(args, work, error) && solver_ready(work, error) &&
           (!more || more(args, &work->method, work->solver, error)) && advice_ready(args, work, error) &&
           redis_ready(args, work, error);
}

// Solves and proves; what a finished search kept for its proof goes.
static bool work_do(Work *work, Error *error) {
    bool done = work_run(work, error);
    if (work->run)
        work->run_report = work->redis->solve_settle(work->run, done && work_decided(work), work->solver);
    if (work->run && work->moves.solution.winner == MP_EMPTY)
        work->claimed = work->redis->solve_claimed(work->run);
    done = done && work_prove(work, error);
    bool over = done && work_decided(work);
    if (over && !work->run && work->settings.checkpoint && work->proof.path)
        unlink(work->settings.checkpoint);
    if (work->run) work->redis->solve_close(work->run, work->solver, over);
    return done;
}

// A store that could not be written is reported; the answer stands.
static void solver_close(Work *work) {
    mp_error outer = {.code = MP_OK};
    if (!mp_solver_free(work->solver, &outer)) report_public(&outer);
    mp_net_free(work->net);
}

static int work_finish(const Args *args, Work *work) {
    Error error = {0};
    bool drawn = !work->output || work_draw(work, &error);
    int code = args_flag(args, "json") ? work_report_json(work) : work_report(work);
    if (!drawn) return output_lost(&error);
    return code == EXIT_DONE && !work_decided(work) ? EXIT_UNDECIDED : code;
}

int solve_with(const Args *args, SolveReader *more) {
    Error error = {0};
    Work *work = calloc(1, sizeof *work);
    if (!work) {
        error_memory(&error);
        return report_error(&error);
    }
    work->redis = args_redis_hooks(args);
    work->moves = MP_INIT(mp_moves);
    work->claimed = MP_EMPTY;
    work->moves.solution = MP_INIT(mp_solution);
    watch_start(&work->watch, NULL);
    bool done = work_ready(args, work, more, &error) && work_do(work, &error);
    solver_close(work);
    int code = done ? work_finish(args, work) : report_error(&error);
    text_free(&work->proof.report);
    json_decref(work->run_report);
    mp_game_free(work->game);
    mp_engine_free(work->engine);
    free(work);
    return code;
}

static int solve_and_print(const Args *args) {
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

// What options mean here.
static const OptionHelp HELPS[] = {
    {"time", "Seconds for the whole command."},
    {"proof", "Write a proof that mustplay-verify checks; with --all-moves a folder of them, one per move."},
    {0},
};
static const char *const EXAMPLES[] = {
    "mustplay solve --size 7 --moves \"d4 b5\"",
    "Who wins after two moves of 7x7.",
    "mustplay solve --size 5 --all-openings",
    "Every opening of 5x5.",
    "mustplay solve --size 6 --moves a2 --proof a2.proof",
    "Writes a proof, which mustplay-verify checks.",
    NULL,
};

const Command COMMAND_SOLVE = {
    .name = "solve",
    .group = "Prove",
    .summary = "Prove who wins a position.",
    .arguments = "",
    .own = OWN,
    .options =
        "@position method threads time memory store net all-openings all-moves proof output force json",
    .helps = HELPS,
    .examples = EXAMPLES,
    .detail =
        "Prints the winner, a winning move if the side to move has one, and the carrier: the empty cells the winner "
        "needs. When the limits or Ctrl-C end the search first, what is known is printed and the exit code is 3. "
        "--output draws the answer as well: the moves that win and lose, or the carrier.\n\n"
        "Methods: auto (the fastest: pairing if it answers, otherwise best-first proof-number search), dfs, pns, dfpn, "
        "fdfpn; brute (nothing but the rules; the referee). --net orders the moves of auto, dfs, pns, dfpn and fdfpn by "
        "a network's policy and starts proof numbers by its action values, which saves nodes. Without --net, auto takes "
        "its own small net when a question is hard; --net none forbids it.\n\n"
        "--proof writes a proof that mustplay-verify checks (docs/PROOFS.md; a name that ends in .zst is compressed). "
        "With --all-moves and --all-openings it is a folder with a file for each move. Parts that do not fit into the "
        "time or memory are kept beside it, and the same command continues from there.\n\n"
        "--checkpoint keeps the whole search of one position, proved or not, so that a killed command resumes with "
        "little lost. --advice, once per store, takes what other openings proved. A position that follows from it is "
        "decided; elsewhere its winning moves are tried first.\n\n"
        "JSON keys: winner; to_move; move; winning_moves; losing_moves; unknown_moves (null without --all-moves); "
        "nodes; seconds; method; carrier; proof_nodes (nodes that the proof needs); proof_whole (false: parts were "
        "forgotten or came from a store, so that there are more); proof_ratio (nodes per node of the proof, null unless "
        "whole); claimed (the winner by the word of a run's workers, until this machine has checked a proof; null "
        "otherwise); stored (positions that the answer takes from a store or advice, null if not counted).",
    .run = solve_and_print,
};
