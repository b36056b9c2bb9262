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

void brute_table_free(BruteTable *table) {
    if (!table) return;
    free(table->entries);
    free(table);
}

static BruteSearch *search_for(const Geometry *g) {
    return g->cells <= 64    ? brute_search_w1
           : g->cells <= 128 ? brute_search_w2
           : g->cells <= 192 ? brute_search_w3
                             : brute_search_w6;
}

static bool position_search(BruteTable *table, const Position *position, const SolveLimits *limits,
                            uint64_t nodes_max, const Observer *observer, SolveResult *result) {
    *result = (SolveResult){.winner = position_winner(position), .move = MOVE_NONE};
    if (result->winner != EMPTY) return true;
    double start = clock_seconds();
    bool done = search_for(position->geometry)(table, position, limits, nodes_max, observer, result);
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

void brute_carrier_shrink(BruteTable *table, const Position *position, const SolveLimits *limits,
                          const Observer *observer, SolveResult *result) {
    uint64_t budget = result->nodes > SHRINK_NODES ? result->nodes : SHRINK_NODES;
    double deadline = clock_seconds() + limits->seconds - result->seconds;
    CellSet todo = result->carrier;
    if (result->winner == EMPTY) return;
    if (result->move != MOVE_NONE) cellset_remove(&todo, result->move);
    for (int cell; (cell = cellset_pop(&todo)) >= 0;) {
        CellSet smaller = cellset_minus(result->carrier, cellset_of(cell));
        SolveLimits left = {.seconds = limits->seconds > 0 ? deadline - clock_seconds() : 0};
        if (left.seconds < 0 || !budget || observer_cancelled(observer)) return;
        SolveResult again;
        Position challenge = carrier_challenge(position, result, smaller);
        if (!position_search(table, &challenge, &left, budget, observer, &again)) return;
        budget -= again.nodes < budget ? again.nodes : budget;
        result->nodes += again.nodes;
        result->seconds += again.seconds;
        if (again.winner != result->winner) continue;
        result->carrier = again.carrier;
        if (result->move != MOVE_NONE) cellset_add(&result->carrier, result->move);
        todo = cellset_and(todo, again.carrier);
    }
}

bool brute_method(const Position *position, const SolveLimits *limits, const Observer *observer,
                  SolveResult *result, Error *error) {
    BruteTable *table = brute_table_new(position->geometry, limits->memory);
    bool done = table && brute_solve(table, position, limits, observer, result);
    if (done) brute_carrier_shrink(table, position, limits, observer, result);
    brute_table_free(table);
    return done || error_failure(error, "brute: out of memory");
}
