// Benchmarks of the solver's methods on fixed positions.
#include "app/bench/bench.h"
#include "base/clock.h"
#include "solve/brute.h"

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
    return good || error_failure(error, "out of memory");
}

const Benchmark BENCH_BRUTE = {
    .name = "brute",
    .help = "Brute force on the 13 distinct openings of 5x5.",
    .unit = "nodes",
    .run = brute_run,
};
