// Benchmarks of the solver's methods on fixed positions.
#include "app/bench/positions.h"
#include "base/clock.h"
#include "solve/brute.h"
#include "solve/truth.h"

#include <string.h>

// --- Brute force
// All openings of 5x5 up to the half-turn, with one table.
static bool brute_run(BenchResult *result, json_t *rows, Error *error) {
    (void)rows;
    const Geometry *g = geometry_get(5, 5);
    BruteTable *table = g ? brute_table_new(g, 256 << 20) : NULL;
    double start = clock_thread_cpu();
    bool good = table != NULL;
    for (int cell = 0; good && cell <= g->cells / 2; cell++) {
        Position p = position_empty(g);
        Answer solved;
        cellset_add(&p.stones[BLACK], cell);
        p.to_move = WHITE;
        good = brute_solve(table, &p, &(Budget){0}, &solved);
        result->work += (double)solved.nodes;
        result->signature = signature_mix(result->signature, solved.nodes * 2 + (solved.winner == WHITE));
    }
    result->seconds = clock_thread_cpu() - start;
    brute_table_free(table);
    return good || error_memory(error);
}

const Benchmark BENCH_BRUTE = {
    .name = "brute",
    .help = "Brute force on the 13 distinct openings of 5x5.",
    .unit = "nodes",
    .run = brute_run,
};

// --- The solver, and how much of its search its proofs need
const SolveSet SOLVE_SET_7 = {"7x7 seven", 7, "b4 a2 f3 g1 b2 a3 c3"};
const SolveSet SOLVE_SET_7_ALL = {"7x7 openings", 7, "distinct"};
const SolveSet SOLVE_SET_8 = {"8x8", 8, "d5 c4 b7 a1 d4 -"};
const SolveSet SOLVE_SET_8_MORE = {"8x8 twelve", 8, "a3 b2 c2 c5 c6 d1 d2 d3 e1 e2 e3 f2"};
const SolveSet SOLVE_SET_9 = {"9x9", 9, "e5"};

static Position after_opening(const Geometry *g, int cell) {
    Position p = position_empty(g);
    if (cell == CELL_NONE) return p;
    cellset_add(&p.stones[BLACK], cell);
    p.to_move = WHITE;
    return p;
}

int solve_set_positions(const SolveSet *set, Position out[SOLVE_SET_MAX]) {
    const Geometry *g = geometry_get(set->size, set->size);
    int count = 0;
    if (!strcmp(set->openings, "distinct")) {
        for (int cell = 0; cell <= (g->cells - 1) / 2; cell++) out[count++] = after_opening(g, cell);
        return count;
    }
    for (const char *word = set->openings; *word;) {
        int length = (int)strcspn(word, " ");
        out[count++] = after_opening(g, *word == '-' ? CELL_NONE : cell_parse(g, word, length));
        word += length + (word[length] == ' ');
    }
    return count;
}

// Each position with nothing kept from the one before. Nodes depend on the machine's rounding, so the signature
// takes the winners alone.
static bool set_run(const SolveSet *set, BenchResult *result, json_t *rows, Error *error) {
    Position positions[SOLVE_SET_MAX];
    int count = solve_set_positions(set, positions);
    uint64_t nodes = 0, proof = 0;
    bool whole = true;
    double start = clock_thread_cpu();
    for (int i = 0; i < count; i++) {
        Truth truth;
        truth_start(&truth, &positions[i], false);
        if (!truth_solve(&truth, &SOLVE_AUTO, &(Budget){.threads = 1}, NULL, NULL, NULL, error)) return false;
        nodes += truth.nodes;
        proof += truth.size.nodes;
        whole &= truth.measured && truth.size.whole;
        result->signature = signature_mix(result->signature, truth.root.winner == WHITE);
    }
    double seconds = clock_thread_cpu() - start;
    result->work += (double)nodes;
    result->seconds += seconds;
    json_array_append_new(
        rows, json_pack("{s:s, s:i, s:I, s:o, s:o, s:f}", "set", set->name, "positions", count, "nodes",
                        (json_int_t)nodes, "proof_nodes",
                        whole ? json_integer((json_int_t)proof) : json_null(), "proof_ratio",
                        whole ? json_real((double)nodes / (double)proof) : json_null(), "seconds", seconds));
    return true;
}

static bool solve_7_run(BenchResult *result, json_t *rows, Error *error) {
    return set_run(&SOLVE_SET_7, result, rows, error);
}
static bool solve_8_run(BenchResult *result, json_t *rows, Error *error) {
    return set_run(&SOLVE_SET_8, result, rows, error) && set_run(&SOLVE_SET_8_MORE, result, rows, error);
}
static bool solve_9_run(BenchResult *result, json_t *rows, Error *error) {
    return set_run(&SOLVE_SET_9, result, rows, error);
}

static const char *const COLUMNS[] = {"set",         "positions", "nodes", "proof_nodes",
                                      "proof_ratio", "seconds",   NULL};

const Benchmark BENCH_SOLVE_7 = {
    .name = "solve-7",
    .help = "The solver on seven openings of 7x7: nodes, and how many the proofs need.",
    .unit = "nodes",
    .by_name = true,
    .columns = COLUMNS,
    .run = solve_7_run,
};
const Benchmark BENCH_SOLVE_8 = {
    .name = "solve-8",
    .help = "The same on 8x8, six positions and twelve others: about a minute.",
    .unit = "nodes",
    .by_name = true,
    .columns = COLUMNS,
    .run = solve_8_run,
};
const Benchmark BENCH_SOLVE_9 = {
    .name = "solve-9",
    .help = "The same on 9x9 e5: some minutes.",
    .unit = "nodes",
    .by_name = true,
    .columns = COLUMNS,
    .run = solve_9_run,
};
