#include "app/app_rows.h"

#include "cli/commands.h"

// In the order of `--help`.
// clang-format off
const Command *const APP_COMMANDS[] = {
#ifdef MUSTPLAY_WEB
    &COMMAND_SERVE,
#endif
    &COMMAND_PLAY,
    &COMMAND_MOVE,
    &COMMAND_PUZZLE,
    &COMMAND_ANALYZE,
    &COMMAND_REVIEW,
    &COMMAND_EXPLAIN,
    &COMMAND_OPENINGS,
    &COMMAND_TEMPLATE,
    &COMMAND_DRAW,
    &COMMAND_SOLVE,
    &COMMAND_VERIFY,
    &COMMAND_STORE,
    &COMMAND_HTP,
    &COMMAND_ANALYSIS,
    &COMMAND_MATCH,
    &COMMAND_SELFPLAY,
    &COMMAND_NET,
    &COMMAND_BENCH,
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
    &BENCH_MCTS,
    &BENCH_NET,
    &BENCH_PEERS,
    NULL,
};
// clang-format on

const DrawingKind *const APP_DRAWINGS[] = {&DRAWING_CLAIM, NULL};
