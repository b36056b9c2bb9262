// Truth and analysis: solve-state and its kin, the player's view as graphics, HexGui's menu, and the live
// graphics of running commands.
//
// HexGui reads a block of live graphics from a line "gogui-gfx:" to a blank line. The word after it names the
// display ("ab", "dfpn"), which needs VAR, LABEL and TEXT in this order.
#include "app/htp/htp_engine.h"
#include "base/clock.h"
#include "mustplay/sys/solver.h"

#include <stdio.h>
#include <string.h>

// Seconds between two blocks of live graphics.
static const double GRAPHICS_INTERVAL = 0.25;

// --- Live graphics

static void variation_write(const mp_game *game, const mp_line *line, Text *out) {
    char name[MP_NAME_MAX];
    bool black = mp_game_to_move(game) == MP_BLACK;
    for (int i = 0; i < line->count; i++, black = !black) {
        if (line->move[i] < 0 || line->move[i] >= MP_CELLS_MAX) break;
        text_format(out, " %c %s", black ? 'B' : 'W', mp_move_name(game, line->move[i], name));
    }
}

static void labels_write(const mp_game *game, const mp_cells *cells, char label, Text *out) {
    char name[MP_NAME_MAX];
    for (int i = 0; i < cells->count; i++)
        text_format(out, " %s %c", mp_move_name(game, cells->cell[i], name), label);
}

static void progress_write(const mp_progress *progress, Text *out) {
    text_format(out, "\nTEXT %llu nodes, %.1f s", (unsigned long long)progress->nodes, progress->seconds);
    if (progress->value >= 0) text_format(out, ", value %.3f", progress->value);
    if (progress->proof || progress->disproof)
        text_format(out, ", proof %llu, disproof %llu", (unsigned long long)progress->proof,
                    (unsigned long long)progress->disproof);
    text_add(out, "\n\n");
}

static void live_progress(void *context, const mp_progress *progress) {
    HtpLive *live = context;
    Htp *htp = live->htp;
    if (!htp->parameter[PARAM_LIVE_GFX].flag || atomic_flag_test_and_set(&htp->drawing)) return;
    double now = clock_seconds();
    if (now - htp->graphics_at >= GRAPHICS_INTERVAL) {
        htp->graphics_at = now;
        Text block = {0};
        text_format(&block, "gogui-gfx:\n%s\nVAR", live->kind);
        variation_write(live->game, &progress->line, &block);
        text_add(&block, "\nLABEL");
        labels_write(live->game, &progress->refuted, 'L', &block);
        progress_write(progress, &block);
        htp_write_graphics(htp, &block);
        text_free(&block);
    }
    atomic_flag_clear(&htp->drawing);
}

static bool live_cancelled(void *context) {
    const HtpLive *live = context;
    return htp_interrupted(live->htp);
}

mp_limits htp_limits(HtpLive *live) {
    return (mp_limits){
        .size = sizeof(mp_limits), .stop = live_cancelled, .progress = live_progress, .context = live};
}

// --- Solving

static mp_limits solver_limits(const Htp *htp, HtpLive *live) {
    const OptionValue *parameter = htp->parameter;
    mp_limits limits = htp_limits(live);
    limits.seconds = parameter[PARAM_SOLVER_TIME].real;
    limits.memory = (uint64_t)parameter[PARAM_SOLVER_MEMORY].integer << 20;
    limits.threads = (int)parameter[PARAM_THREADS].integer;
    return limits;
}

// A solver, and the net it was given.
typedef struct Truth {
    mp_solver *solver;
    mp_net *net;
} Truth;

// The net is none when forbidden, the default one when asked for by hand and the method has none of its own.
static bool truth_open(const Htp *htp, Truth *truth, Error *error) {
    mp_error why;
    const OptionValue *use = &htp->parameter[PARAM_SOLVER_NET];
    mp_method method = MP_INIT(mp_method);
    mp_engine_method(htp->setup.engine, htp->parameter[PARAM_SOLVER].text, &method);
    *truth = (Truth){0};
    if (use->flag && use->given && method.net && !htp->setup.sandboxed) {
        char *path = mp_net_path(htp->setup.engine, 0);
        if (!path) return error_input(error, "there is no net for the solver");
        truth->net = mp_net_load(htp->setup.engine, path, &why);
        mp_free(path);
        if (!truth->net) return public_fail(&why, NULL, error);
    }
    mp_solver_settings settings = {.size = sizeof settings,
                                   .method = htp->parameter[PARAM_SOLVER].text,
                                   .net = truth->net,
                                   .without_net = !use->flag};
    truth->solver = mp_solver_new(htp->setup.engine, &settings, &why);
    if (truth->solver) return true;
    mp_net_free(truth->net);
    return public_fail(&why, NULL, error);
}

static void truth_close(Truth *truth) {
    mp_solver_free(truth->solver, NULL);
    mp_net_free(truth->net);
}

// The truth on the board: cells that win ("W") or lose ("L") for the mover.
static void truth_draw(Htp *htp, const mp_game *game, const mp_cells *wins, const mp_cells *losses,
                       const char *text) {
    if (!htp->parameter[PARAM_LIVE_GFX].flag) return;
    Text block = {0};
    text_add(&block, "gogui-gfx:\ndfpn\nVAR\nLABEL");
    labels_write(game, wins, 'W', &block);
    labels_write(game, losses, 'L', &block);
    text_format(&block, "\nTEXT %s\n\n", text);
    htp_write_graphics(htp, &block);
    text_free(&block);
}

static mp_game *board_argument(Htp *htp, const HtpArgs *args, Error *error) {
    mp_color color;
    return htp_color_argument(htp, args, &color, error) ? htp_board_for(htp, color, error) : NULL;
}

static bool state_solve(Htp *htp, const mp_game *game, mp_solution *solution, Error *error) {
    Truth truth;
    mp_error why;
    HtpLive live = {htp, game, "dfpn"};
    mp_limits limits = solver_limits(htp, &live);
    if (!truth_open(htp, &truth, error)) return false;
    bool good = mp_solver_solve(truth.solver, game, &limits, solution, &why);
    truth_close(&truth);
    return good || public_fail(&why, NULL, error);
}

bool htp_solve_state(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    static const mp_cells NONE;
    mp_solution solution = MP_INIT(mp_solution);
    mp_game *game = board_argument(htp, args, error);
    bool good = game && state_solve(htp, game, &solution, error);
    if (good) text_add(out, solution.winner == MP_EMPTY ? "unknown" : name_of_color(solution.winner));
    if (good && solution.winner != MP_EMPTY) {
        char text[40];
        mp_cells wins = {0};
        snprintf(text, sizeof text, "%s wins", name_of_color(solution.winner));
        if (solution.move >= 0 && solution.move < MP_CELLS_MAX) cells_include(&wins, solution.move);
        truth_draw(htp, game, &wins, &NONE, text);
    }
    mp_game_free(game);
    return good;
}

// What the moves are worth as far as it is found, on the board.
typedef struct Show {
    HtpLive live;
    const mp_solver *solver;
} Show;

static void truth_show(void *context, int move, int open, uint64_t nodes) {
    (void)move, (void)open, (void)nodes;
    const Show *show = context;
    mp_moves moves = MP_INIT(mp_moves);
    mp_solver_so_far(show->solver, &moves);
    truth_draw(show->live.htp, show->live.game, &moves.winning, &moves.losing, "solving each move");
}

// The truth about the moves; false when one could not be solved.
static bool moves_solve(Htp *htp, const mp_game *game, mp_moves *moves, Error *error) {
    Truth truth;
    mp_error why;
    Show show = {.live = {htp, game, "dfpn"}};
    mp_limits limits = solver_limits(htp, &show.live);
    if (!truth_open(htp, &truth, error)) return false;
    show.solver = truth.solver;
    bool good = mp_solver_solve_moves(truth.solver, game, &limits, truth_show, &show, moves, &why);
    truth_close(&truth);
    if (!good) return public_fail(&why, NULL, error);
    return !moves->unknown.count ||
           error_input(error, htp_interrupted(htp) ? "interrupted" : "not solved within the limits");
}

bool htp_solve_winning(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    mp_moves moves = MP_INIT(mp_moves);
    char name[MP_NAME_MAX];
    mp_game *game = board_argument(htp, args, error);
    bool over = game && (mp_game_winner(game) != MP_EMPTY || mp_game_winner(htp->game) != MP_EMPTY);
    bool good = game && (over || moves_solve(htp, game, &moves, error));
    for (int i = 0; good && i < moves.winning.count; i++)
        text_format(out, "%s ", mp_move_name(game, moves.winning.cell[i], name));
    mp_game_free(game);
    return good;
}

// --- The player's view

bool htp_gfx_analyze(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    mp_color color;
    mp_choice choice;
    char name[MP_NAME_MAX];
    if (!htp_color_argument(htp, args, &color, error)) return false;
    mp_game *game = htp_game_for(htp, color, error);
    bool good = game && htp_choose(htp, game, &choice, error);
    if (good) {
        const char *move = mp_move_name(game, choice.move, name);
        text_add(out, "VAR");
        variation_write(game, &choice.line, out);
        if (choice.move < MP_CELLS_MAX) text_format(out, "\nINFLUENCE %s %.3f", move, choice.value);
        text_format(out, "\nTEXT %s, value %.3f, %llu node%s, %.2f s", move, choice.value,
                    (unsigned long long)choice.visits, plural(choice.visits), choice.seconds);
    }
    mp_game_free(game);
    return good;
}

bool htp_analyze_commands(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    (void)htp, (void)args, (void)error;
    text_add(out, "param/Parameters/param_mustplay\n"
                  "gfx/Analyze/gogui-gfx-analyze %m\n"
                  "string/Solve State/dfpn-solve-state %m\n"
                  "plist/Winning Moves/dfpn-solver-find-winning %m\n"
                  "inferior/Knowledge/vc-build %m\n"
                  "inferior/Must-play/vc-get-mustplay %m\n"
                  "inferior/Inferior Cells/compute-inferior %m\n"
                  "inferior/Fill-in/compute-fillin %m\n"
                  "string/Explain/explain %m\n"
                  "vc/Full Connections/vc-between-cells-full %c %P\n"
                  "vc/Semi Connections/vc-between-cells-semi %c %P\n"
                  "plist/Fully Connected To/vc-connected-to-full %c %p\n"
                  "plist/Semi-connected To/vc-connected-to-semi %c %p\n"
                  "string/Move Without Playing/reg_genmove %m\n"
                  "plist/Legal Moves/all_legal_moves\n"
                  "string/Final Score/final_score\n"
                  "string/Show Board/showboard\n"
                  "string/Show SGF/printsgf\n");
    return true;
}
