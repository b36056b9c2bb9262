#include "app/rows.h"

#include "cli/commands.h"

// In the order of `--help`.
// clang-format off
const Command *const APP_COMMANDS[] = {
#ifdef MUSTPLAY_WEB
    &COMMAND_SERVE,
#endif
    &COMMAND_PLAY,
    &COMMAND_MOVE,
    &COMMAND_SOLVE,
    &COMMAND_VERIFY,
    &COMMAND_TEMPLATE,
    &COMMAND_PUZZLE,
    &COMMAND_EXPLAIN,
    &COMMAND_DRAW,
    &COMMAND_HTP,
    &COMMAND_MATCH,
    &COMMAND_BENCH,
    &COMMAND_ANALYZE,
    &COMMAND_ANALYSIS,
    &COMMAND_OPENINGS,
    &COMMAND_REVIEW,
    &COMMAND_SELFPLAY,
    &COMMAND_NET,
    NULL,
};

const Benchmark *const APP_BENCHMARKS[] = {
    &BENCH_PLAYOUTS,
    &BENCH_CELLSET,
    &BENCH_BRUTE,
    &BENCH_SOLVE_7,
    &BENCH_SOLVE_8,
    &BENCH_SOLVE_9,
    &BENCH_KNOWLEDGE,
    &BENCH_INCREMENTAL,
    &BENCH_TEMPLATES,
    &BENCH_MCTS,
    &BENCH_NET,
    &BENCH_PEERS,
    NULL,
};
// clang-format on
