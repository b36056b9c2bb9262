// bench cellset: the same work at every width of cell set that fits, on 8x8, 11x11, 13x13 and 19x19.
//
// A width is worth keeping if the next wider one is clearly slower on its boards.
#include "app/bench/bench.h"
#include "app/bench/cellset_kernels.h"
#include "base/clock.h"
#include "base/random.h"

#include <stdio.h>
#include <stdlib.h>

enum { PAIR_SETS = 2048, PAIR_ROUNDS = 4, FLOOD_SETS = 4096, FLOOD_ROUNDS = 16 };

static const CellsetKernels *const KERNELS[WIDTH_TABLES_COUNT] = WIDTH_LIST(cellset_kernels);

// A carrier: two to twelve cells, each beside an earlier one.
static CellSet carrier_random(const Geometry *g, Random *random) {
    int size = 2 + (int)random_below(random, 11), cell = (int)random_below(random, (uint32_t)g->cells);
    CellSet set = cellset_of(cell);
    while (cellset_count(set) < size) {
        int next = g->neighbour[cell][random_below(random, g->cell_neighbour_count[cell])];
        cellset_add(&set, next);
        cell = next;
    }
    return set;
}

// Each cell holds a stone with a chance of six in ten: floods then go far.
static CellSet stones_random(const Geometry *g, Random *random) {
    CellSet set = cellset_none();
    for (int cell = 0; cell < g->cells; cell++) {
        if (random_below(random, 10) < 6) cellset_add(&set, cell);
    }
    return set;
}

typedef struct Sample {
    const Geometry *geometry;
    CellSet carriers[PAIR_SETS], stones[FLOOD_SETS];
} Sample;

static void sample_make(Sample *sample, int side) {
    Random random = random_seeded((uint64_t)side);
    sample->geometry = geometry_get(side, side);
    for (int i = 0; i < PAIR_SETS; i++) sample->carriers[i] = carrier_random(sample->geometry, &random);
    for (int i = 0; i < FLOOD_SETS; i++) sample->stones[i] = stones_random(sample->geometry, &random);
}

typedef struct Timing {
    uint64_t pairs_sum, flood_sum;
    double pairs_seconds, flood_seconds;
} Timing;

static Timing kernel_time(int index, const Sample *sample) {
    Timing t = {0};
    const CellsetKernels *kernels = KERNELS[width_place(index)];
    double start = clock_thread_cpu();
    for (int i = 0; i < PAIR_ROUNDS; i++) t.pairs_sum += kernels->pairs(sample->carriers, PAIR_SETS);
    t.pairs_seconds = clock_thread_cpu() - start;
    start = clock_thread_cpu();
    for (int i = 0; i < FLOOD_ROUNDS; i++)
        t.flood_sum += kernels->flood(sample->geometry, sample->stones, FLOOD_SETS);
    t.flood_seconds = clock_thread_cpu() - start;
    return t;
}

// All widths that hold the board; the narrowest sets the pace. Every width must give the same sums.
static bool board_run(const Sample *sample, BenchResult *result, json_t *rows, Error *error) {
    const Geometry *g = sample->geometry;
    Timing first = {0};
    char board[16];
    snprintf(board, sizeof board, "%dx%d", g->width, g->height);
    for (int i = 0; i < WIDTHS; i++) {
        if (width_words(i) * 64 < g->cells) continue;
        Timing t = kernel_time(i, sample);
        if (!first.pairs_sum) first = t;
        if (t.pairs_sum != first.pairs_sum || t.flood_sum != first.flood_sum)
            return error_failure(error, "cellset: %d words disagree on %s", width_words(i), board);
        result->seconds += t.pairs_seconds + t.flood_seconds;
        result->work += (double)PAIR_ROUNDS * PAIR_SETS * PAIR_SETS + (double)FLOOD_ROUNDS * FLOOD_SETS;
        json_array_append_new(rows, json_pack("{s:s, s:i, s:f, s:f, s:f, s:f}", "board", board, "words",
                                              width_words(i), "pair ns",
                                              t.pairs_seconds * 1e9 / PAIR_ROUNDS / PAIR_SETS / PAIR_SETS,
                                              "ratio", t.pairs_seconds / first.pairs_seconds, "flood ns",
                                              t.flood_seconds * 1e9 / FLOOD_ROUNDS / FLOOD_SETS,
                                              "flood ratio", t.flood_seconds / first.flood_seconds));
    }
    result->signature = signature_mix(signature_mix(result->signature, first.pairs_sum), first.flood_sum);
    return true;
}

static bool cellset_run(BenchResult *result, json_t *rows, Error *error) {
    static const int sides[] = {8, 11, 13, 19};
    Sample *sample = malloc(sizeof *sample);
    bool good = sample || error_memory(error);
    for (int i = 0; i < 4 && good; i++) {
        sample_make(sample, sides[i]);
        good = board_run(sample, result, rows, error);
    }
    free(sample);
    return good;
}

static const char *const COLUMNS[] = {"board", "words", "pair ns", "ratio", "flood ns", "flood ratio", NULL};

const Benchmark BENCH_CELLSET = {
    .name = "cellset",
    .help = "Pairs of carriers compared and stones flooded, at every width of cell set that holds the board.",
    .unit = "operations",
    .columns = COLUMNS,
    .run = cellset_run,
};
