#include "lab/lecture/negamax.h"

#include "game/board.h"

#include <stdlib.h>

typedef struct Negamax {
    Board board;
    NegamaxPruning pruning;
    BudgetClock clock;
    uint64_t nodes;
    bool stopped;
    int moves; // the cells in the order in which a colour tries them
    int16_t order[2][NEGAMAX_VACANT_MAX];
} Negamax;

// What is known of a node: whether its mover wins, and the cells that the winner needs.
typedef struct Outcome {
    bool wins;
    CellSet carrier;
} Outcome;

// --- The order of moves

// The smaller, the earlier: twice the steps from the short diagonal and from the middle line.
static int cell_rank(const Geometry *g, int cell, Color mover, NegamaxOrder order) {
    int column = cell_column(g, cell), row = cell_row(g, cell);
    if (order == NEGAMAX_ROWS) return 0;
    int diagonal = abs(2 * (column + row) - (g->width + g->height - 2));
    int middle = mover == BLACK ? abs(2 * column - (g->width - 1)) : abs(2 * row - (g->height - 1));
    return diagonal * 2 * BOARD_MAX + middle;
}

static void order_fill(Negamax *n, CellSet vacant, Color mover, NegamaxOrder order) {
    const Geometry *g = n->board.geometry;
    int16_t *cells = n->order[mover];
    n->moves = 0;
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        int at = n->moves++, rank = cell_rank(g, cell, mover, order);
        for (; at > 0 && cell_rank(g, cells[at - 1], mover, order) > rank; at--) cells[at] = cells[at - 1];
        cells[at] = (int16_t)cell;
    }
}

// --- Refutations of a lost node

typedef struct Refutations {
    int count;
    CellSet set[NEGAMAX_VACANT_MAX + 1];
} Refutations;

// A union of sets with no cell in all of them. Each set in turn, the last found first, is left out if the others do
// without it.
static CellSet refutations_unite(Refutations *r, CellSet vacant, bool small) {
    for (int i = r->count - 1; small && i >= 0; i--) {
        CellSet tried = r->set[i], meet = vacant;
        r->set[i] = r->set[r->count - 1];
        for (int k = 0; k + 1 < r->count; k++) meet = cellset_and(meet, r->set[k]);
        if (cellset_is_empty(meet))
            r->count--;
        else
            r->set[i] = tried;
    }
    CellSet all = cellset_none();
    for (int i = 0; i < r->count; i++) all = cellset_or(all, r->set[i]);
    return all;
}

// --- The search

static Outcome node_search(Negamax *n, Color mover);

// What is left of the node once its mover has played there.
static Outcome move_search(Negamax *n, Color mover, int cell) {
    board_place(&n->board, cell, mover);
    Outcome child = node_search(n, color_other(mover));
    board_undo(&n->board);
    if (!child.wins) cellset_add(&child.carrier, cell);
    return child;
}

// Wins in one move: of the mover, and of the opponent, who then leaves only one cell to try, and none when there
// are two. Each is counted as a node, since it is looked at. True when it decides.
static bool threats_look(Negamax *n, Color mover, CellSet *mustplay, Refutations *refuted, Outcome *out) {
    CellSet wins = board_winning_cells(&n->board, mover);
    CellSet losses = board_winning_cells(&n->board, color_other(mover));
    if (!cellset_is_empty(wins)) {
        n->nodes++;
        *out = (Outcome){true, cellset_of(cellset_first(wins))};
        return true;
    }
    for (int cell; (cell = cellset_pop(&losses)) >= 0 && !cellset_is_empty(*mustplay);) {
        n->nodes++;
        refuted->set[refuted->count++] = cellset_of(cell);
        *mustplay = cellset_and(*mustplay, cellset_of(cell));
    }
    return false;
}

static Outcome node_search(Negamax *n, Color mover) {
    n->nodes++;
    n->stopped = n->stopped || budget_spent(&n->clock, n->nodes);
    if (n->stopped || board_joined(&n->board, color_other(mover))) return (Outcome){false, cellset_none()};
    CellSet mustplay = board_vacant(&n->board);
    Refutations refuted;
    refuted.count = 0;
    Outcome out;
    if (n->pruning == NEGAMAX_SMALL && threats_look(n, mover, &mustplay, &refuted, &out)) return out;
    for (int i = 0; i < n->moves && !cellset_is_empty(mustplay) && !n->stopped; i++) {
        int cell = n->order[mover][i];
        if (!cellset_has(mustplay, cell)) continue;
        Outcome child = move_search(n, mover, cell);
        if (!child.wins) return (Outcome){true, child.carrier};
        if (n->pruning == NEGAMAX_PLAIN) continue;
        mustplay = cellset_and(mustplay, child.carrier);
        cellset_remove(&mustplay, cell);
        refuted.set[refuted.count++] = child.carrier;
    }
    return (Outcome){false,
                     refutations_unite(&refuted, board_vacant(&n->board), n->pruning == NEGAMAX_SMALL)};
}

NegamaxResult negamax_solve(const Position *position, NegamaxOrder order, NegamaxPruning pruning,
                            const Budget *budget) {
    Color won = position_winner(position);
    if (won != EMPTY) return (NegamaxResult){won, 1, cellset_none()};
    Negamax n = {.pruning = pruning};
    board_set(&n.board, position);
    budget_start(&n.clock, budget, 1024);
    for (Color color = BLACK; color <= WHITE; color++)
        order_fill(&n, position_vacant(position), color, order);
    Outcome out = node_search(&n, position->to_move);
    Color winner = out.wins ? position->to_move : color_other(position->to_move);
    return (NegamaxResult){n.stopped ? EMPTY : winner, n.nodes,
                           pruning == NEGAMAX_PLAIN ? position_vacant(position) : out.carrier};
}
