// mustplay lab reduce: the chain of smaller boards of the game of Y, down to one cell.
//
// A full board is reduced by majorities (lab/y/reduction.h): every board of the chain has the same winner. A board
// with empty cells is reduced by probabilities (lab/y/ypyramid.h). A position of Hex is taken as the position of Y
// that it is a special case of.
#include "cli/commands.h"
#include "cli/output.h"
#include "lab/y/hex_in_y.h"
#include "lab/y/reduction.h"
#include "lab/y/y_args.h"
#include "lab/y/y_drawing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PANELS_MAX = 35, ROW_WIDTH = 30 };

typedef struct Reduction {
    YPosition position;
    bool macro, full;
    YPyramid *pyramid; // of a board that is not full
    YPanel *panel;
    int panels;
    int level[PANELS_MAX]; // of a panel: steps from the board
} Reduction;

static Color stone_owner(const void *context, int column, int row) {
    return yposition_at(context, triangle_at(column, row));
}

// The next panel, below the last one when the row is full.
static YPanel *panel_add(Reduction *r, const YPosition *position, int level, bool new_row) {
    YPanel *panel = &r->panel[r->panels];
    y_panel_init(panel, position);
    int width = position->board->size, row = r->panels ? panel[-1].row : 0;
    for (int i = 0; i < r->panels; i++)
        width += r->panel[i].row == row ? r->panel[i].position.board->size + 1 : 0;
    bool over = new_row || (!r->macro && r->panels && width > ROW_WIDTH);
    panel->row = r->panels ? row + over : 0;
    r->level[r->panels++] = level;
    return panel;
}

static void winner_caption(YPanel *panel) {
    snprintf(panel->caption, sizeof panel->caption, "size %d: %s", panel->position.board->size,
             yposition_winner(&panel->position) == BLACK ? "Black" : "White");
}

static void micro_full(Reduction *r, YRows rows) {
    for (int level = 0;; level++, yrows_reduce(&rows)) {
        YPosition p = yposition_of_rows(&rows);
        winner_caption(panel_add(r, &p, level, false));
        if (rows.size == 1) return;
    }
}

// The triangles that stand on the board, each level one size smaller: what the recursion of macro reduction meets,
// each once. As many levels as there is room for.
static void macro_full(Reduction *r, const YRows *rows) {
    for (int level = 0, boards = 1; level < rows->size && boards <= PANELS_MAX; level++) {
        for (int row = 0; row <= level; row++) {
            for (int column = 0; column <= row; column++) {
                YRows part = *rows;
                for (int i = 0; i < column; i++) part = yrows_without(&part, 0);
                for (int i = 0; i < row - column; i++) part = yrows_without(&part, 1);
                for (int i = 0; i < level - row; i++) part = yrows_without(&part, 2);
                YPosition p = yposition_of_rows(&part);
                YPanel *panel = panel_add(r, &p, level, row == 0);
                snprintf(panel->caption, sizeof panel->caption, "%s",
                         yposition_winner(&p) == BLACK ? "Black" : "White");
            }
        }
        boards += triangle_number(level + 2);
    }
}

// Odds as Black's share; the pyramid keeps the boards one after the other.
static void micro_partial(Reduction *r) {
    int size = r->position.board->size;
    const double *odds = r->pyramid->odds;
    for (int level = 0; level < size; level++) {
        YPosition p = level ? yposition_empty(triangle_get(size - level)) : r->position;
        YPanel *panel = panel_add(r, &p, level, false);
        panel->has_share = true;
        for (int cell = 0; cell < p.board->cells; cell++) {
            panel->share[cell] = (float)(1 / (1 + exp(-odds[cell])));
            if (level) snprintf(panel->label[cell], DRAWING_LABEL_MAX, "%.2f", (double)panel->share[cell]);
        }
        odds += p.board->cells;
        snprintf(panel->caption, sizeof panel->caption, "size %d", size - level);
    }
}

static bool reduction_make(Reduction *r, Error *error) {
    YRows rows;
    r->full = cellset_is_empty(yposition_vacant(&r->position));
    if (r->macro && !yrows_of(&r->position, &rows, error)) return false;
    r->panel = calloc(PANELS_MAX, sizeof *r->panel);
    r->pyramid = malloc(sizeof *r->pyramid);
    if (!r->panel || !r->pyramid) return error_memory(error);
    ypyramid_set(r->pyramid, r->position.board->size, stone_owner, &r->position);
    if (r->full && !yrows_of(&r->position, &rows, error)) return false;
    if (r->macro)
        macro_full(r, &rows);
    else if (r->full)
        micro_full(r, rows);
    else
        micro_partial(r);
    return true;
}

// --- Reports

static json_t *panel_json(const Reduction *r, int i) {
    const YPanel *panel = &r->panel[i];
    const Triangle *board = panel->position.board;
    json_t *share = r->full ? json_null() : json_array();
    for (int cell = 0; !r->full && cell < board->cells; cell++)
        json_array_append_new(share, json_real((double)panel->share[cell]));
    return json_pack("{s:i, s:o, s:o, s:o, s:o}", "size", board->size, "winner",
                     json_color(yposition_winner(&panel->position)), "black",
                     y_json_cells(board, panel->position.stones[BLACK]), "white",
                     y_json_cells(board, panel->position.stones[WHITE]), "share", share);
}

static int report_as_json(const Reduction *r) {
    json_t *chain = json_array();
    for (int i = 0; i < r->panels; i++) json_array_append_new(chain, panel_json(r, i));
    return report_json(json_pack("{s:s, s:o, s:o, s:o}", "kind", r->macro ? "macro" : "micro", "winner",
                                 json_color(yposition_winner(&r->position)), "value",
                                 r->full ? json_null() : json_real(1 / (1 + exp(-ypyramid_odds(r->pyramid)))),
                                 "chain", chain));
}

static void panels_print(const Reduction *r) {
    for (int i = 0; i < r->panels; i++) {
        Text out = {0};
        yposition_write(&r->panel[i].position, NULL, NULL, &out);
        printf("%s\n%s\n", r->panel[i].caption, text_string(&out));
        text_free(&out);
    }
}

static void report_as_text(const Reduction *r) {
    if (!r->full) {
        Text out = {0};
        yposition_write(&r->position, NULL, NULL, &out);
        printf("%s\nReduced to one cell, Black owns it with probability %.3f: an estimate.\n",
               text_string(&out), 1 / (1 + exp(-ypyramid_odds(r->pyramid))));
        text_free(&out);
        return;
    }
    const char *winner = yposition_winner(&r->position) == BLACK ? "Black" : "White";
    if (!r->macro) {
        panels_print(r);
        printf("%s wins every board of the chain.\n", winner);
        return;
    }
    for (int level = 0, i = 0; i < r->panels; level++) {
        int won[2] = {0}, size = 0;
        for (; i < r->panels && r->level[i] == level; i++) {
            won[yposition_winner(&r->panel[i].position)]++;
            size = r->panel[i].position.board->size;
        }
        int boards = won[BLACK] + won[WHITE];
        printf("size %2d: %2d board%s, of which Black wins %d and White %d\n", size, boards, plural(boards),
               won[BLACK], won[WHITE]);
    }
    int size = r->position.board->size, left_out = size * (size + 1) * (size + 2) / 6 - r->panels;
    if (left_out) printf("%d smaller boards are left out.\n", left_out);
    printf("%s wins the board, and at least two of the three boards without one side.\n", winner);
}

// --- The command

static int reduction_report(const Args *args, Reduction *r) {
    Error error = {0};
    const char *path = args_text(args, "output");
    bool force = args_flag(args, "force");
    r->macro = !strcmp(args_text(args, "kind"), "macro");
    if (args_flag(args, "fill")) {
        Random random = random_seeded((uint64_t)args_int(args, "seed"));
        yposition_fill(&r->position, &random);
    }
    bool good = (!path || drawing_path_check(path, force, &error)) && reduction_make(r, &error);
    int code = EXIT_DONE;
    bool drawn = true;
    if (good && path) {
        YDrawing d = {.panels = r->panels, .panel = r->panel, .cell_size = args_real(args, "cell-size")};
        d.hide_coordinates = true;
        drawn = y_drawing_save(&d, path, force, &error);
    }
    if (good && args_flag(args, "json"))
        code = report_as_json(r);
    else if (good)
        report_as_text(r);
    free(r->panel);
    free(r->pyramid);
    if (!good) return report_error(&error);
    return drawn ? code : output_lost(&error);
}

static int reduce_run(const Args *args) {
    Error error = {0};
    Game game;
    Reduction r = {0};
    if (!args_game(args, &game, &error) || !yposition_of_hex(&game.now, &r.position, &error))
        return report_error(&error);
    return reduction_report(args, &r);
}

static int y_reduce_run(const Args *args) {
    Error error = {0};
    YGame game;
    if (!y_args_game(args, &game, &error)) return report_error(&error);
    Reduction r = {.position = game.now};
    return reduction_report(args, &r);
}

#define REDUCE_OPTIONS " seed output force cell-size json"

static const OptionSpec OWN[] = {
    {"kind", OPTION_CHOICE, "micro", 0, 0, "micro|macro", "KIND",
     "Micro: each triangle of three cells becomes one cell. Macro: the three boards without one side."},
    {"fill", OPTION_FLAG, NULL, 0, 0, NULL, NULL, "Fill the empty cells by chance first (--seed)."},
    {0},
};

static const CommandWay WAYS[] = {
    {"game", "y", Y_POSITION_OPTIONS " kind fill" REDUCE_OPTIONS, y_reduce_run},
    {0},
};

const Command COMMAND_REDUCE = {
    .name = "reduce",
    .group = "Lab",
    .summary = "Reduce a board of Y, or of Hex, step by step to one cell.",
    .arguments = "",
    .own = OWN,
    .options = "game @position" REDUCE_OPTIONS,
    .detail =
        "Micro reduction makes each triangle of three cells one cell of the next smaller board, in the colour "
        "of the majority; all boards of the chain have one winner. With empty cells the boards hold Black's "
        "share of each cell, an estimate. Macro reduction leaves out one side: the winner wins at least two of "
        "the three boards; it needs a full board. Hex boards up to 10x10 are taken as boards of Y. --output "
        "draws the chain, of macro reduction at most 35 boards. With --json one object with the keys kind, winner, value (Black's share of the last "
        "cell, null for a full board) and chain: an array of boards with size, winner, black, white and share.",
    .run = reduce_run,
    .ways = WAYS,
};
