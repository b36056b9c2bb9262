// mustplay solve --game y, and solve --as-y: Hex as a special case of Y.
#include "cli/memory_args.h"
#include "cli/output.h"
#include "cli/watch.h"
#include "lab/y/hex_in_y.h"
#include "lab/y/y_commands.h"
#include "lab/y/y_drawing.h"
#include "lab/y/ysolve.h"
#include "solve/truth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Work {
    YGame game;
    const char *method;
    YSolver *solver;
    Budget budget;
    bool all_moves;
    YTruth truth;
} Work;

static bool work_solve(Work *work, Error *error) {
    YTruth *truth = &work->truth;
    if (ygame_winner(&work->game) != EMPTY) {
        truth->root = answer_unknown();
        truth->root.winner = ygame_winner(&work->game);
        return true;
    }
    if (work->all_moves) return ysolve_moves(&work->game.now, work->solver, &work->budget, truth, error);
    return work->solver(&work->game.now, &work->budget, &truth->root, error);
}

static bool work_decided(const Work *work) {
    return work->truth.root.winner != EMPTY && cellset_is_empty(work->truth.unknown);
}

// --- Reports

static json_t *json_list(const Work *work, CellSet cells) {
    return work->all_moves ? y_json_cells(work->game.now.board, cells) : json_null();
}

static int work_report_json(const Work *work) {
    const Triangle *board = work->game.now.board;
    const YTruth *truth = &work->truth;
    return report_json(json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:f, s:s, s:o, s:n, s:n, s:n, s:n, s:n}", "winner",
        json_color(truth->root.winner), "to_move", json_color(work->game.now.to_move), "move",
        y_json_move(board, truth->root.move), "winning_moves", json_list(work, truth->winning),
        "losing_moves", json_list(work, truth->losing), "unknown_moves", json_list(work, truth->unknown),
        "nodes", (json_int_t)truth->root.nodes, "seconds", truth->root.seconds, "method", work->method,
        "carrier", y_json_cells(board, truth->root.carrier), "proof_nodes", "proof_whole", "proof_ratio",
        "claimed", "stored"));
}

static char cell_sign(const void *context, int cell) {
    const Work *work = context;
    if (work->all_moves)
        return cellset_has(work->truth.winning, cell)   ? '+'
               : cellset_has(work->truth.unknown, cell) ? '?'
                                                        : '-';
    return cell == work->truth.root.move ? '+' : cellset_has(work->truth.root.carrier, cell) ? '*' : '\0';
}

static void verdict_write(const Work *work, Text *out) {
    static const char *const NAMES[] = {"Black", "White"};
    const YPosition *now = &work->game.now;
    char move[MOVE_NAME_MAX];
    Color winner = work->truth.root.winner;
    if (winner == EMPTY)
        text_format(out, "Not decided within the limits (%s to move).", NAMES[now->to_move]);
    else if (ygame_winner(&work->game) != EMPTY)
        text_format(out, "The game is over: %s has won.", NAMES[winner]);
    else if (winner == now->to_move)
        text_format(out, "%s to move wins with %s.", NAMES[winner],
                    ymove_name(now->board, work->truth.root.move, move));
    else
        text_format(out, "%s wins, whatever %s plays.", NAMES[winner], NAMES[now->to_move]);
}

static void work_report(const Work *work) {
    Text out = {0};
    verdict_write(work, &out);
    text_add(&out, "\n\n");
    yposition_write(&work->game.now, cell_sign, work, &out);
    if (work->all_moves)
        text_add(&out, "\n+ wins, - loses, ? not decided\n");
    else if (!cellset_is_empty(work->truth.root.carrier))
        text_add(&out, "\n+ the move, * the other cells the winner needs\n");
    text_format(&out, "\n%s: %llu node%s, %.3f s\n", work->method, (unsigned long long)work->truth.root.nodes,
                plural(work->truth.root.nodes), work->truth.root.seconds);
    fputs(text_string(&out), stdout);
    text_free(&out);
}

static bool work_draw(const Work *work, const char *path, bool force, Error *error) {
    YPanel *panel = malloc(sizeof *panel);
    YDrawing d = {.panels = 1, .panel = panel, .cell_size = 44};
    Text title = {0};
    if (!panel) return error_memory(error);
    y_panel_init(panel, &work->game.now);
    panel->last = ygame_last_cell(&work->game);
    panel->marked = work->all_moves ? work->truth.winning : work->truth.root.carrier;
    CellSet vacant = yposition_vacant(&work->game.now);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        char sign = cell_sign(work, cell);
        if (sign && sign != '*') snprintf(panel->label[cell], DRAWING_LABEL_MAX, "%c", sign);
    }
    verdict_write(work, &title);
    snprintf(d.title, sizeof d.title, "%s", text_string(&title));
    text_free(&title);
    bool good = y_drawing_save(&d, path, force, error);
    free(panel);
    return good;
}

// --- The command

static bool work_read(const Args *args, Work *work, Error *error) {
    work->method = args_given(args, "method") ? args_text(args, "method") : "auto";
    bool brute = !strcmp(work->method, "brute");
    if (!brute && strcmp(work->method, "auto") && strcmp(work->method, "pattern"))
        return error_input(error, "--method '%.40s': the methods for Y are auto (pattern search) and brute",
                           work->method);
    work->solver = brute ? ybrute : ysolve;
    if (!y_args_game(args, &work->game, error)) return false;
    work->all_moves = args_flag(args, "all-moves") || args_flag(args, "all-openings");
    if (args_flag(args, "all-openings") &&
        !cellset_equal(yposition_vacant(&work->game.now), work->game.now.board->all))
        return error_input(error, "--all-openings needs an empty board; --all-moves takes any position");
    if (args_given(args, "time"))
        work->budget.seconds = args_real(args, "time") > 0 ? args_real(args, "time") : 1e-9;
    return args_memory(args, 0, &work->budget.memory, error) &&
           (!args_given(args, "output") ||
            drawing_path_check(args_text(args, "output"), args_flag(args, "force"), error));
}

int y_solve_run(const Args *args) {
    Error error = {0};
    Work work = {0};
    Watch watch = {0};
    if (!work_read(args, &work, &error)) return report_error(&error);
    watch_start(&watch, NULL);
    Observer observer = watch_observer(&watch);
    work.budget.observer = &observer;
    bool solved = work_solve(&work, &error);
    watch_clear(&watch);
    if (!solved) return report_error(&error);
    bool drawn = !args_given(args, "output") ||
                 work_draw(&work, args_text(args, "output"), args_flag(args, "force"), &error);
    int code = EXIT_DONE;
    if (args_flag(args, "json"))
        code = work_report_json(&work);
    else
        work_report(&work);
    if (!drawn) return output_lost(&error);
    return code == EXIT_DONE && !work_decided(&work) ? EXIT_UNDECIDED : code;
}

// --- Hex as Y

typedef struct BothWays {
    Game game;
    YPosition y;
    Truth hex_truth;             // of the moves of Hex, by the solver of Hex
    YTruth y_truth;              // the same of Y
    CellSet y_winning, y_losing; // back on the board of Hex
} BothWays;

// The cells of a triangle on the board of Hex.
static CellSet cells_back(const BothWays *both, CellSet cells) {
    CellSet back = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        int origin = hex_triangle_origin(both->game.now.geometry, both->y.board->column[cell],
                                         both->y.board->row[cell]);
        if (origin != CELL_NONE) cellset_add(&back, origin);
    }
    return back;
}

static bool both_solve(BothWays *both, const Budget *budget, Error *error) {
    if (!yposition_of_hex(&both->game.now, &both->y, error)) return false;
    truth_start(&both->hex_truth, &both->game.now, true);
    Solver solver = {0};
    bool good = truth_solve(&both->hex_truth, &SOLVE_AUTO, budget, &solver, NULL, NULL, error);
    solver_release(&solver);
    good = good && ysolve_moves(&both->y, ysolve, budget, &both->y_truth, error);
    both->y_winning = cells_back(both, both->y_truth.winning);
    both->y_losing = cells_back(both, both->y_truth.losing);
    return good;
}

static bool both_agree(const BothWays *both) {
    return both->hex_truth.root.winner == both->y_truth.root.winner &&
           cellset_equal(both->hex_truth.winning, both->y_winning) &&
           cellset_equal(both->hex_truth.losing, both->y_losing);
}

static json_t *side_json(const BothWays *both, const Answer *root, CellSet winning, CellSet losing) {
    const Geometry *g = both->game.now.geometry;
    return json_pack("{s:o, s:o, s:o, s:I, s:f}", "winner", json_color(root->winner), "winning_moves",
                     json_cells(g, winning), "losing_moves", json_cells(g, losing), "nodes",
                     (json_int_t)root->nodes, "seconds", root->seconds);
}

static void side_print(const BothWays *both, const char *title, const Answer *root, CellSet winning) {
    char name[CELL_NAME_MAX];
    printf("%-22s %s wins; winning moves:%s", title, root->winner == BLACK ? "Black" : "White",
           cellset_is_empty(winning) ? " none" : "");
    for (int cell; (cell = cellset_pop(&winning)) >= 0;)
        printf(" %s", cell_name(both->game.now.geometry, cell, name));
    printf(" (%llu nodes, %.3f s)\n", (unsigned long long)root->nodes, root->seconds);
}

static int both_report(const Args *args, const BothWays *both) {
    const Answer *hex = &both->hex_truth.root, *y = &both->y_truth.root;
    bool decided = cellset_is_empty(both->hex_truth.unknown) && cellset_is_empty(both->y_truth.unknown);
    if (args_flag(args, "json")) {
        int code = report_json(
            json_pack("{s:o, s:o, s:i, s:o}", "hex",
                      side_json(both, hex, both->hex_truth.winning, both->hex_truth.losing), "y",
                      side_json(both, y, both->y_winning, both->y_losing), "y_size", both->y.board->size,
                      "agree", decided ? json_boolean(both_agree(both)) : json_null()));
        return code == EXIT_DONE && !decided ? EXIT_UNDECIDED : code;
    }
    Text board = {0};
    yposition_write(&both->y, NULL, NULL, &board);
    printf("As a position of Y, size %d:\n\n%s\n", both->y.board->size, text_string(&board));
    text_free(&board);
    if (!decided) {
        printf("Not decided within the limits.\n");
        return EXIT_UNDECIDED;
    }
    side_print(both, "The solver of Hex:", hex, both->hex_truth.winning);
    side_print(both, "The solver of Y:", y, both->y_winning);
    printf("They %s.\n", both_agree(both) ? "agree, about every move" : "disagree");
    return EXIT_DONE;
}

int y_both_run(const Args *args) {
    Error error = {0};
    BothWays both = {0};
    Budget budget = {0};
    static const char *const OTHERS[] = {"method", "store",  "advice",      "net",
                                         "proof",  "output", "all-openings"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        if (!args_given(args, OTHERS[i])) continue;
        error_input(&error, "--as-y and --%s do not go together", OTHERS[i]);
        return report_error(&error);
    }
    if (!args_game(args, &both.game, &error)) return report_error(&error);
    if (game_winner(&both.game) != EMPTY) {
        error_input(&error, "--as-y: the game is over, %s has won", color_name(game_winner(&both.game)));
        return report_error(&error);
    }
    if (args_given(args, "time"))
        budget.seconds = args_real(args, "time") > 0 ? args_real(args, "time") : 1e-9;
    Watch watch = {0};
    watch_start(&watch, both.game.now.geometry);
    Observer observer = watch_observer(&watch);
    budget.observer = &observer;
    bool good = both_solve(&both, &budget, &error);
    watch_clear(&watch);
    return good ? both_report(args, &both) : report_error(&error);
}
