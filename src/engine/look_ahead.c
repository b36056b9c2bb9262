#include "engine/look_ahead.h"

#include "engine/opening.h"

#include <math.h>

// Leads nearer than this are equal: rounding must not decide between symmetric cells.
static const double SAME_LEAD = 1e-9;

typedef struct Outlook {
    CellSet cells; // worth a look: those that win at once, else those that save, else all
    bool won;      // the mover wins at once
    bool lost;     // the opponent wins at once on two cells
} Outlook;

static Outlook board_outlook(const Board *board, Color mover) {
    CellSet wins = board_winning_cells(board, mover);
    if (!cellset_is_empty(wins)) return (Outlook){.cells = wins, .won = true};
    CellSet threats = board_winning_cells(board, color_other(mover));
    int count = cellset_count(threats);
    return (Outlook){.cells = count ? threats : board_vacant(board), .lost = count > 1};
}

// The cell of the greatest lead; the seed chooses among equals.
static int cell_best(const LookAhead *look, Player *player, Board *board, Color mover, CellSet cells,
                     double *lead) {
    int found = CELL_NONE, equals = 0;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        board_place(board, cell, mover);
        double now = look->lead(look->context, board, mover);
        board_undo(board);
        if (found != CELL_NONE && now < *lead - SAME_LEAD) continue;
        if (found == CELL_NONE || now > *lead + SAME_LEAD) {
            *lead = now;
            equals = 0;
        }
        if (random_below(&player->random, (uint32_t)++equals) == 0) found = cell;
    }
    return found;
}

void look_ahead(const LookAhead *look, Player *player, const Game *game, const Limits *limits,
                Choice *choice) {
    if (opening_choose(game, limits, &player->random, choice)) return;
    Board board;
    board_set(&board, &game->now);
    Outlook outlook = board_outlook(&board, game->now.to_move);
    choice->visits = (uint64_t)cellset_count(outlook.cells);
    if (outlook.lost && limits->may_resign) {
        choice->move = MOVE_RESIGN;
        choice->value = 0;
        return;
    }
    double lead = 0;
    choice->move = cell_best(look, player, &board, game->now.to_move, outlook.cells, &lead);
    choice->value = outlook.won ? 1 : outlook.lost ? 0 : 1 / (1 + exp(-lead / look->scale));
}
