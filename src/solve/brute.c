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
    static const BruteOps *const ops[WIDTHS] = WIDTH_LIST(brute_ops);
    return ops[width_index(g->cells)];
}

void brute_table_free(BruteTable *table) {
    if (!table) return;
    ops_for(table->geometry)->entries_free(table);
    free(table);
}

static bool position_search(BruteTable *table, const Position *position, const SolveLimits *limits,
                            uint64_t nodes_max, const Observer *observer, SolveResult *result) {
    *result = (SolveResult){.winner = position_winner(position), .move = MOVE_NONE};
    if (result->winner != EMPTY) return true;
    double start = clock_seconds();
    bool done = ops_for(position->geometry)->search(table, position, limits, nodes_max, observer, result);
    result->seconds = clock_seconds() - start;
    return done;
}

bool brute_solve(BruteTable *table, const Position *position, const SolveLimits *limits,
                 const Observer *observer, SolveResult *result) {
    return position_search(table, position, limits, 0, observer, result);
}

Color brute_winner(BruteTable *table, const Position *position) {
    SolveResult result;
    SolveLimits limits = {0};
    return brute_solve(table, position, &limits, NULL, &result) ? result.winner : EMPTY;
}

// --- Smaller carriers

// What the loser faces when it gets every empty cell outside the winner's carrier.
static Position carrier_challenge(const Position *position, const SolveResult *result, CellSet carrier) {
    Position p = *position;
    Color loser = color_other(result->winner);
    CellSet outside = cellset_minus(position_vacant(position), carrier);
    if (result->move != MOVE_NONE) cellset_add(&p.stones[result->winner], result->move);
    p.stones[loser] = cellset_or(p.stones[loser], cellset_minus(outside, p.stones[result->winner]));
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

// Tries to do without one cell, in `nodes` nodes; true when the winner can.
static bool carrier_drop(BruteTable *table, const Position *position, int cell, const SolveLimits *limits,
                         uint64_t nodes, const Observer *observer, SolveResult *result) {
    CellSet smaller = cellset_minus(result->carrier, cellset_of(cell));
    Position challenge = carrier_challenge(position, result, smaller);
    SolveResult again;
    if (!position_search(table, &challenge, limits, nodes, observer, &again)) return false;
    result->nodes += again.nodes;
    if (again.winner != result->winner) return false;
    result->carrier = again.carrier;
    if (result->move != MOVE_NONE) cellset_add(&result->carrier, result->move);
    return true;
}

// One pass over the carrier with at most `nodes` nodes a cell, until `nodes_end` in all.
static void carrier_pass(BruteTable *table, const Position *position, const SolveLimits *limits, double end,
                         uint64_t nodes, uint64_t nodes_end, const Observer *observer, SolveResult *result) {
    CellSet todo = result->carrier;
    if (result->move != MOVE_NONE) cellset_remove(&todo, result->move);
    while (!cellset_is_empty(todo) && result->nodes < nodes_end && !observer_cancelled(observer)) {
        SolveLimits left = {.seconds = limits->seconds > 0 ? end - clock_seconds() : 0};
        int cell = cell_outermost(position->geometry, todo);
        cellset_remove(&todo, cell);
        if (left.seconds < 0) return;
        if (carrier_drop(table, position, cell, &left, nodes, observer, result))
            todo = cellset_and(todo, result->carrier);
    }
}

void brute_carrier_shrink(BruteTable *table, const Position *position, const SolveLimits *limits,
                          const Observer *observer, SolveResult *result) {
    if (result->winner == EMPTY) return;
    uint64_t budget = result->nodes > SHRINK_NODES ? result->nodes : SHRINK_NODES;
    uint64_t nodes_end = result->nodes + budget;
    double start = clock_seconds(), end = start + limits->seconds - result->seconds;
    for (uint64_t part = 128; part >= 8; part /= 4) // cheap attempts first
        carrier_pass(table, position, limits, end, budget / part, nodes_end, observer, result);
    result->seconds += clock_seconds() - start;
}

bool brute_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                  SolveResult *result, Error *error) {
    BruteTable *table = brute_table_new(position->geometry, limits->memory);
    bool done = table && brute_solve(table, position, limits, observer, result);
    if (done) brute_carrier_shrink(table, position, limits, observer, result);
    brute_table_free(table);
    return done || error_failure(error, "brute: out of memory");
}
