// The game of Y of van Rijswijck 2002 §4. There is no draw, by both reductions (Figure 12), and Hex is a
// special case (Figure 11). Each is run on many boards.
#include "base/random.h"
#include "cli/watch.h"
#include "lab/reproduce/reproduce.h"
#include "lab/y/hex_in_y.h"
#include "lab/y/reduction.h"
#include "lab/y/ysolve.h"
#include "solve/solver.h"

#include <stdio.h>

enum { BOARDS = 1000, MACRO_SIZE_MAX = 9, HEX_MAX = 4 };

static void row_add(json_t *rows, const char *claim, const char *board, int cases, int held) {
    json_array_append_new(rows, json_pack("{s:s, s:s, s:s, s:i, s:i}", "claim", claim, "board", board,
                                          "published", "always", "cases", cases, "held", held));
}

// Full boards by chance: one winner, and the one that a reduction names.
static void reductions_add(json_t *rows, Random *random, int size) {
    int micro = 0, macro = 0, single = 0;
    char board[16];
    for (int i = 0; i < BOARDS; i++) {
        YPosition p = yposition_empty(triangle_get(size));
        YRows full;
        yposition_fill(&p, random);
        yrows_of(&p, &full, NULL);
        Color winner = yposition_winner(&p);
        single += winner != EMPTY && cellset_is_empty(yposition_winning_chain(&p, color_other(winner)));
        micro += yrows_micro_winner(full) == winner;
        macro += size <= MACRO_SIZE_MAX && yrows_macro_winner(&full) == winner;
    }
    snprintf(board, sizeof board, "Y %d", size);
    row_add(rows, "a full board has one winner", board, BOARDS, single);
    row_add(rows, "micro reduction names the winner", board, BOARDS, micro);
    if (size <= MACRO_SIZE_MAX) row_add(rows, "macro reduction names the winner", board, BOARDS, macro);
}

// Every opening of a board of Hex, by the solver of Hex and by that of Y.
static bool hex_add(json_t *rows, int width, int height, Error *error) {
    const Geometry *g = geometry_get(width, height);
    Budget budget = {.observer = watch_signals()};
    int held = 0;
    char board[24];
    if (!g) return error_memory(error);
    for (int cell = 0; cell < g->cells && !watch_interrupted(); cell++) {
        Position empty = position_empty(g), opened = position_played(&empty, cell);
        YPosition y;
        Answer hex, as_y;
        if (!solve_position(&SOLVE_AUTO, &opened, &budget, NULL, &hex, error) ||
            !yposition_of_hex(&opened, &y, error) || !ysolve(&y, &budget, &as_y, error))
            return false;
        held += hex.winner == as_y.winner;
    }
    snprintf(board, sizeof board, "Hex %dx%d", width, height);
    if (watch_interrupted()) return true;
    row_add(rows, "as Y an opening of Hex has the same winner", board, g->cells, held);
    return true;
}

static bool y_run(const Args *args, json_t *rows, Error *error) {
    static const int SIZES[] = {2, 3, 5, 7, 9, 12, 16, 20};
    Random random = random_seeded((uint64_t)args_int(args, "seed"));
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES && !watch_interrupted(); i++)
        reductions_add(rows, &random, SIZES[i]);
    for (int width = 2; width <= HEX_MAX && !watch_interrupted(); width++) {
        for (int height = width; height <= HEX_MAX; height++) {
            if (!hex_add(rows, width, height, error)) return false;
        }
    }
    return true;
}

static const char *const Y_COLUMNS[] = {"claim", "board", "published", "cases", "held", NULL};

const Reproduction REPRODUCE_Y = {
    .name = "y-reduction",
    .help =
        "The game of Y: no draw, by micro and macro reduction, and Hex as a special case (van Rijswijck 2002, "
        "Figures 11 and 12).",
    .quick =
        "1000 full boards each of eight sizes from 2 to 20 (macro up to 9); every opening of Hex from 2x2 to 4x4",
    .columns = Y_COLUMNS,
    .run = y_run,
};
