#include "play/look_ahead.h"

#include "play/evaluation.h"

#include "play/opening.h"

#include <math.h>
#include <stdlib.h>

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

typedef struct Candidate {
    int cell;
    double lead;
} Candidate;

static int candidate_compare(const void *a, const void *b) {
    const Candidate *x = a, *y = b;
    if (x->lead != y->lead) return x->lead < y->lead ? 1 : -1;
    return x->cell - y->cell;
}

// The lead that is left after the opponent's best reply. Stops early when it is below `enough`.
static double lead_after_reply(const LookAhead *look, Board *board, Color mover, double enough) {
    Outlook outlook = board_outlook(board, color_other(mover));
    if (outlook.won) return -INFINITY;
    double least = INFINITY;
    for (int cell; least > enough && (cell = cellset_pop(&outlook.cells)) >= 0;) {
        board_place(board, cell, color_other(mover));
        least = fmin(least, look->lead(look->context, board, mover));
        board_undo(board);
    }
    return least;
}

// How much nearer to the centre a cell is than others.
static double cell_central(const Geometry *g, int cell) {
    int x = 2 * cell_column(g, cell) - g->width + 1, y = 2 * cell_row(g, cell) - g->height + 1;
    return -(abs(x) + abs(y) + abs(x + y));
}

// The lead after each move. The centre comes first, in case time runs out before all moves are looked at.
static int candidates_rate(const LookAhead *look, Board *board, Color mover, CellSet cells,
                           BudgetClock *clock, Candidate *list) {
    int count = 0, rated = 0;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;)
        list[count++] = (Candidate){cell, isinf(clock->end) ? 0 : cell_central(board->geometry, cell)};
    qsort(list, (size_t)count, sizeof *list, candidate_compare);
    for (; rated < count && (!rated || !budget_look(clock, 0)); rated++) {
        board_place(board, list[rated].cell, mover);
        list[rated].lead = look->lead(look->context, board, mover);
        board_undo(board);
    }
    return rated;
}

// Judges the best candidates again, by the opponent's best reply. Returns how many: the others are out.
static int candidates_judge(const LookAhead *look, Board *board, Color mover, Candidate *list, int count,
                            BudgetClock *clock) {
    qsort(list, (size_t)count, sizeof *list, candidate_compare);
    if (count > look->replies) count = look->replies;
    double best = -INFINITY;
    for (int i = 0; i < count; i++) {
        if (i && budget_look(clock, 0)) return i;
        board_place(board, list[i].cell, mover);
        if (board_winner(board) == EMPTY)
            list[i].lead = lead_after_reply(look, board, mover, best - SAME_LEAD);
        board_undo(board);
        best = fmax(best, list[i].lead);
    }
    return count;
}

// A candidate of the greatest lead; the seed chooses among equals.
static const Candidate *candidate_best(const Candidate *list, int count, Random *random) {
    const Candidate *best = list;
    int equals = 0;
    for (int i = 0; i < count; i++) {
        if (list[i].lead < best->lead - SAME_LEAD) continue;
        if (list[i].lead > best->lead + SAME_LEAD) {
            best = &list[i];
            equals = 0;
        }
        if (random_below(random, (uint32_t)++equals) == 0) best = &list[i];
    }
    return best;
}

void look_ahead(const LookAhead *look, Player *player, const Game *game, const MoveTerms *terms,
                Choice *choice) {
    BudgetClock clock;
    budget_start(&clock, &terms->budget, 1);
    if (opening_choose(game, terms, &player->random, choice)) return;
    Board board;
    board_set(&board, &game->now);
    Outlook outlook = board_outlook(&board, game->now.to_move);
    if (look->worth && cellset_meets(*look->worth, outlook.cells))
        outlook.cells = cellset_and(*look->worth, outlook.cells);
    choice->visits = (uint64_t)cellset_count(outlook.cells);
    if (outlook.lost && terms->may_resign) {
        choice->move = MOVE_RESIGN;
        choice->value = 0;
        return;
    }
    Candidate list[CELL_MAX];
    int count = candidates_rate(look, &board, game->now.to_move, outlook.cells, &clock, list);
    if (look->replies && count > 1)
        count = candidates_judge(look, &board, game->now.to_move, list, count, &clock);
    const Candidate *best = candidate_best(list, count, &player->random);
    choice->move = best->cell;
    choice->value = outlook.won ? 1 : outlook.lost ? 0 : probability_of_lead(best->lead, look->scale);
}
