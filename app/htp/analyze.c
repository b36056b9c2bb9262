// Truth and analysis: solve-state and its kin, the player's view as graphics, HexGui's menu, and the live
// graphics of running commands.
//
// HexGui reads a block of live graphics from a line "gogui-gfx:" to a blank line; the word after it names
// the display ("ab", "dfpn"), which wants VAR, LABEL and TEXT in this order.
#include "app/htp/engine.h"
#include "base/clock.h"
#include "solve/truth.h"

#include <stdio.h>
#include <string.h>

// Seconds between two blocks of live graphics.
static const double GRAPHICS_INTERVAL = 0.25;

// --- Live graphics

static void variation_write(const Position *position, const int16_t *line, int length, Text *out) {
    char buffer[CELL_NAME_MAX];
    Color color = position->to_move;
    for (int i = 0; i < length; i++, color = color_other(color)) {
        if (line[i] < 0 || line[i] >= position->geometry->cells) break;
        text_format(out, " %c %s", color == BLACK ? 'B' : 'W',
                    cell_name(position->geometry, line[i], buffer));
    }
}

static void labels_write(const Position *position, CellSet cells, char label, Text *out) {
    char buffer[CELL_NAME_MAX];
    for (int cell; (cell = cellset_pop(&cells)) >= 0;)
        text_format(out, " %s %c", cell_name(position->geometry, cell, buffer), label);
}

static void progress_write(const Progress *progress, Text *out) {
    text_format(out, "\nTEXT %llu nodes, %.1f s", (unsigned long long)progress->nodes, progress->seconds);
    if (progress->value >= 0) text_format(out, ", value %.3f", progress->value);
    if (progress->proof || progress->disproof)
        text_format(out, ", proof %llu, disproof %llu", (unsigned long long)progress->proof,
                    (unsigned long long)progress->disproof);
    text_add(out, "\n\n");
}

static void live_progress(void *context, const Progress *progress) {
    HtpLive *live = context;
    Htp *htp = live->htp;
    if (!htp->parameter[PARAM_LIVE_GFX].flag || atomic_flag_test_and_set(&htp->drawing)) return;
    double now = clock_seconds();
    if (now - htp->graphics_at >= GRAPHICS_INTERVAL) {
        htp->graphics_at = now;
        Text block = {0};
        text_format(&block, "gogui-gfx:\n%s\nVAR", live->kind);
        variation_write(live->position, progress->line, progress->line_length, &block);
        text_add(&block, "\nLABEL");
        labels_write(live->position, progress->refuted, 'L', &block);
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

Observer htp_observer(HtpLive *live) {
    return (Observer){.context = live, .cancelled = live_cancelled, .progress = live_progress};
}

// --- Solving

static Budget solver_budget(const Htp *htp, const Observer *observer) {
    const OptionValue *parameter = htp->parameter;
    return (Budget){.seconds = parameter[PARAM_SOLVER_TIME].real,
                    .memory = (uint64_t)parameter[PARAM_SOLVER_MEMORY].integer << 20,
                    .threads = (int)parameter[PARAM_THREADS].integer,
                    .observer = observer};
}

static const SolveMethod *solver_method(const Htp *htp) {
    return solve_method_find(htp->setup.catalog->methods, htp->parameter[PARAM_SOLVER].text);
}

// A net beside the budget: none when forbidden, the default one when asked for by hand and the method has none of its own.
static bool solver_context(const Htp *htp, Solver *solver, Error *error) {
    const OptionValue *use = &htp->parameter[PARAM_SOLVER_NET];
    const SolveMethod *method = solver_method(htp);
    char path[4096];
    *solver = (Solver){.settings = {.without_net = !use->flag}};
    if (!use->flag || !use->given || !method->takes_net || htp->setup.sandboxed) return true;
    if (!net_find(path, sizeof path)) return error_input(error, "there is no net for the solver");
    solver->settings.net = net_load(path, error);
    return solver->settings.net;
}

static void solver_context_end(Solver *solver) {
    solver_release(solver);
    net_free((Net *)(uintptr_t)solver->settings.net);
}

// The truth on the board: cells that win ("W") or lose ("L") for the mover.
static void truth_draw(Htp *htp, const Position *position, CellSet wins, CellSet losses, const char *text) {
    if (!htp->parameter[PARAM_LIVE_GFX].flag) return;
    Text block = {0};
    text_add(&block, "gogui-gfx:\ndfpn\nVAR\nLABEL");
    labels_write(position, wins, 'W', &block);
    labels_write(position, losses, 'L', &block);
    text_format(&block, "\nTEXT %s\n\n", text);
    htp_write_graphics(htp, &block);
    text_free(&block);
}

static bool position_argument(Htp *htp, const HtpArgs *args, Position *position, Error *error) {
    Color color;
    if (!htp_color_argument(htp, args, &color, error)) return false;
    *position = htp->game.now;
    position->to_move = color;
    return true;
}

bool htp_solve_state(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    Position position;
    Answer answer;
    if (!position_argument(htp, args, &position, error)) return false;
    HtpLive live = {htp, &position, "dfpn"};
    Observer observer = htp_observer(&live);
    Budget budget = solver_budget(htp, &observer);
    Solver solver;
    if (!solver_context(htp, &solver, error)) return false;
    bool good =
        solve_position(solver_method(htp), &position, &budget, &solver, &answer, error);
    solver_context_end(&solver);
    if (!good) return false;
    text_add(out, answer.winner == EMPTY ? "unknown" : color_name(answer.winner));
    if (answer.winner == EMPTY) return true;
    char text[40];
    snprintf(text, sizeof text, "%s wins", color_name(answer.winner));
    bool cell = answer.move >= 0 && answer.move < CELL_MAX;
    truth_draw(htp, &position, cell ? cellset_of(answer.move) : cellset_none(), cellset_none(), text);
    return true;
}

typedef struct TruthView {
    Htp *htp;
    const Position *position;
} TruthView;

static void truth_show(void *context, const Truth *truth, int question) {
    const TruthView *view = context;
    (void)question;
    truth_draw(view->htp, view->position, truth->winning, truth->losing, "solving each move");
}

// The moves of the mover that win; false when one could not be solved.
static bool moves_solve(Htp *htp, const Position *position, CellSet *wins, Error *error) {
    HtpLive live = {htp, position, "dfpn"};
    Observer observer = htp_observer(&live);
    Budget budget = solver_budget(htp, &observer);
    TruthView view = {htp, position};
    Truth truth;
    Solver solver;
    if (!solver_context(htp, &solver, error)) return false;
    truth_start(&truth, position, true);
    bool good =
        truth_solve(&truth, solver_method(htp), &budget, &solver, truth_show, &view, error);
    solver_context_end(&solver);
    if (!good) return false;
    *wins = truth.winning;
    if (cellset_is_empty(truth.unknown)) return true;
    return error_input(error, htp_interrupted(htp) ? "interrupted" : "not solved within the limits");
}

bool htp_solve_winning(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    Position position;
    CellSet wins;
    if (!position_argument(htp, args, &position, error)) return false;
    if (position_winner(&position) != EMPTY || game_winner(&htp->game) != EMPTY) return true;
    if (!moves_solve(htp, &position, &wins, error)) return false;
    char buffer[CELL_NAME_MAX];
    for (int cell; (cell = cellset_pop(&wins)) >= 0;)
        text_format(out, "%s ", cell_name(position.geometry, cell, buffer));
    return true;
}

// --- The player's view

bool htp_gfx_analyze(Htp *htp, const HtpArgs *args, Text *out, Error *error) {
    Color color;
    Game game;
    Choice choice;
    char buffer[MOVE_NAME_MAX];
    if (!htp_color_argument(htp, args, &color, error) || !htp_game_for(htp, color, &game, error))
        return false;
    if (!htp_choose(htp, &game, &choice, error)) return false;
    int16_t line[CHOICE_LINE_MAX];
    for (int i = 0; i < choice.line_length; i++) line[i] = (int16_t)choice.line[i];
    text_add(out, "VAR");
    variation_write(&game.now, line, choice.line_length, out);
    const char *move = move_name(game.now.geometry, choice.move, buffer);
    if (choice.move < CELL_MAX) text_format(out, "\nINFLUENCE %s %.3f", move, choice.value);
    text_format(out, "\nTEXT %s, value %.3f, %llu node%s, %.2f s", move, choice.value,
                (unsigned long long)choice.visits, plural(choice.visits), choice.seconds);
    return true;
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
