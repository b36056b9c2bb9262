#include "solve/brute.h"

#include "base/clock.h"
#include "solve/brute_table.h"

#include <stdlib.h>

#define MEMORY_DEFAULT ((uint64_t)1 << 30)

// Nodes that may always be spent on a smaller carrier; a search that took more may spend as many again.
enum { SHRINK_NODES = 100000 };

BruteTable *brute_table_new(const Geometry *geometry, uint64_t memory) {
    BruteTable *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    table->geometry = geometry;
    table->memory_max = memory ? memory : MEMORY_DEFAULT;
    return table;
}

static const BruteOps *ops_for(const Geometry *g) {
    static const BruteOps *const ops[WIDTH_TABLES_COUNT] = WIDTH_LIST(brute_ops);
    return ops[width_index(g->cells)];
}

void brute_table_free(BruteTable *table) {
    if (!table) return;
    ops_for(table->geometry)->entries_free(table);
    free(table);
}

bool brute_solve(BruteTable *table, const Position *position, const Budget *budget, Answer *answer) {
    *answer = (Answer){.winner = position_winner(position), .move = MOVE_NONE};
    if (answer->winner != EMPTY) return true;
    double start = clock_seconds();
    bool done = ops_for(position->geometry)->search(table, position, budget, answer);
    answer->seconds = clock_seconds() - start;
    return done;
}

Color brute_winner(BruteTable *table, const Position *position) {
    Answer answer;
    return brute_solve(table, position, &(Budget){0}, &answer) ? answer.winner : EMPTY;
}

// --- Smaller carriers

// What the loser faces when it gets every empty cell outside the winner's carrier.
static Position carrier_challenge(const Position *position, const Answer *answer, CellSet carrier) {
    Position p = *position;
    Color loser = color_other(answer->winner);
    CellSet outside = cellset_minus(position_vacant(position), carrier);
    if (answer->move != MOVE_NONE) cellset_add(&p.stones[answer->winner], answer->move);
    p.stones[loser] = cellset_or(p.stones[loser], cellset_minus(outside, p.stones[answer->winner]));
    p.to_move = loser;
    return p;
}

// The cell of a set that is farthest from the middle: the winner needs it least.
static int cell_outermost(const Geometry *g, CellSet cells) {
    int best = CELL_NONE, best_distance = -1;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        int column = 2 * cell_column(g, cell) - g->width + 1, row = 2 * cell_row(g, cell) - g->height + 1;
        int distance = abs(column) + abs(row) + abs(column + row);
        if (distance <= best_distance) continue;
        best = cell;
        best_distance = distance;
    }
    return best;
}

// Tries to do without one cell, within the budget; true when the winner can.
static bool carrier_drop(BruteTable *table, const Position *position, int cell, const Budget *budget,
                         Answer *answer) {
    CellSet smaller = cellset_minus(answer->carrier, cellset_of(cell));
    Position challenge = carrier_challenge(position, answer, smaller);
    Answer again;
    if (!brute_solve(table, &challenge, budget, &again)) return false;
    answer->nodes += again.nodes;
    if (again.winner != answer->winner) return false;
    answer->carrier = again.carrier;
    if (answer->move != MOVE_NONE) cellset_add(&answer->carrier, answer->move);
    return true;
}

// One pass over the carrier with `nodes` nodes for a cell, until `nodes_end` in all.
static void carrier_pass(BruteTable *table, const Position *position, BudgetClock *clock, uint64_t nodes,
                         uint64_t nodes_end, Answer *answer) {
    CellSet todo = answer->carrier;
    if (answer->move != MOVE_NONE) cellset_remove(&todo, answer->move);
    while (!cellset_is_empty(todo) && answer->nodes < nodes_end && !budget_look(clock, 0)) {
        Budget left = budget_left(clock, 0);
        left.nodes = nodes;
        int cell = cell_outermost(position->geometry, todo);
        cellset_remove(&todo, cell);
        if (carrier_drop(table, position, cell, &left, answer)) todo = cellset_and(todo, answer->carrier);
    }
}

// Nodes that an attempt may take: whole strides, at whose ends its search looks at the budget.
static uint64_t attempt_nodes(uint64_t nodes) {
    return (nodes + BRUTE_STRIDE - 2) / BRUTE_STRIDE * BRUTE_STRIDE + 1;
}

void brute_carrier_shrink(BruteTable *table, const Position *position, const Budget *budget, Answer *answer) {
    if (answer->winner == EMPTY) return;
    uint64_t nodes = answer->nodes > SHRINK_NODES ? answer->nodes : SHRINK_NODES;
    uint64_t nodes_end = answer->nodes + nodes;
    Budget left = budget_less(budget, answer->seconds, 0);
    BudgetClock clock;
    budget_start(&clock, &left, 1);
    for (uint64_t part = 128; part >= 8; part /= 4) // cheap attempts first
        carrier_pass(table, position, &clock, attempt_nodes(nodes / part), nodes_end, answer);
    answer->seconds += budget_seconds(&clock);
}
