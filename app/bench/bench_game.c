// bench playouts: the board under random play-outs with full undo.
#include "app/bench/bench.h"
#include "base/clock.h"
#include "game/board.h"

enum { PLAYOUTS = 60000, SIDE = 11 };

static bool playouts_run(BenchResult *result, json_t *rows, Error *error) {
    (void)rows;
    const Geometry *g = geometry_get(SIDE, SIDE);
    if (!g) return error_memory(error);
    Board board;
    board_init(&board, g);
    Random random = random_seeded(1);
    double start = clock_thread_cpu();
    for (int i = 0; i < PLAYOUTS; i++) {
        int stones;
        Color winner = board_playout(&board, BLACK, &random, &stones);
        result->signature = signature_mix(result->signature, (uint64_t)winner + 1);
        result->work += stones;
    }
    result->seconds = clock_thread_cpu() - start;
    if (!board_validate(&board, error)) return false;
    if (board.placed || !cellset_is_empty(board.stones[BLACK]) || !cellset_is_empty(board.stones[WHITE]))
        return error_failure(error, "the play-outs left stones behind");
    return true;
}

const Benchmark BENCH_PLAYOUTS = {
    .name = "playouts",
    .help = "Random play-outs of 11x11, each stone placed and taken back.",
    .unit = "stones",
    .run = playouts_run,
};
