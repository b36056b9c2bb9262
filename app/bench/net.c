// bench net: the whole path of an evaluation (features, mirror, heads) against its bare convolutions.
//
// The signature is made of the net's first choices in f32, which do not depend on the machine's rounding.
#include "app/bench/bench.h"
#include "base/clock.h"
#include "net/evaluator.h"

enum { ROUNDS = 5, F32_RUNS = 8, INT8_RUNS = 30 };
static const int SIDES[] = {9, 11, 13};

typedef struct Speed {
    double whole, bare; // CPU seconds of one evaluation, the least of the rounds
} Speed;

static bool speed_round(Evaluator *evaluator, const Position *position, int runs, Speed *speed,
                        NetOutput *out, Error *error) {
    double start = clock_thread_cpu();
    for (int i = 0; i < runs; i++) {
        if (!evaluator_run(evaluator, position, out, error)) return false;
    }
    double middle = clock_thread_cpu();
    for (int i = 0; i < runs; i++) {
        if (!evaluator_run_bare(evaluator, position->geometry, error)) return false;
    }
    double end = clock_thread_cpu(), whole = (middle - start) / runs, bare = (end - middle) / runs;
    if (whole < speed->whole) speed->whole = whole;
    if (bare < speed->bare) speed->bare = bare;
    return true;
}

static int choice_of(const NetOutput *out, int cells) {
    int best = 0;
    for (int i = 1; i < cells; i++) {
        if (out->policy[i] > out->policy[best]) best = i;
    }
    return best;
}

// One size in one precision: a row.
static bool speed_measure(const Net *net, NetPrecision precision, int side, BenchResult *result, json_t *rows,
                          Error *error) {
    Evaluator *evaluator = evaluator_new(net, precision, error);
    if (!evaluator) return false;
    // A stone off the centre, so that the first choice is not one of two that mirror each other.
    Position position = position_empty(geometry_get(side, side));
    cellset_add(&position.stones[BLACK], side + 2);
    position.to_move = WHITE;
    Speed speed = {1e9, 1e9};
    NetOutput out;
    int runs = precision == NET_F32 ? F32_RUNS : INT8_RUNS;
    double start = clock_thread_cpu();
    bool good = evaluator_run(evaluator, &position, &out, error);
    for (int i = 0; i < ROUNDS && good; i++)
        good = speed_round(evaluator, &position, runs, &speed, &out, error);
    evaluator_free(evaluator);
    if (!good) return false;
    result->seconds += clock_thread_cpu() - start;
    result->work += 2 * ROUNDS * runs;
    if (precision == NET_F32)
        result->signature = signature_mix(result->signature, (uint64_t)choice_of(&out, side * side) + 1);
    json_array_append_new(rows,
                          json_pack("{s:i, s:s, s:f, s:f, s:f}", "size", side, "precision",
                                    precision == NET_F32 ? "f32" : "int8", "per_second", 1 / speed.whole,
                                    "bare_per_second", 1 / speed.bare, "ratio", speed.bare / speed.whole));
    return true;
}

static bool net_bench(BenchResult *result, json_t *rows, Error *error) {
    char path[4096];
    if (!net_find(path, sizeof path)) return error_input(error, "bench net: no net found");
    Net *net = net_load(path, error);
    if (!net) return false;
    bool good = !evaluator_has_int8() || net->activation_max || net_calibrate(net, 16, 1, error);
    for (size_t i = 0; i < sizeof SIDES / sizeof *SIDES && good; i++) {
        good = speed_measure(net, NET_F32, SIDES[i], result, rows, error);
        if (good && evaluator_has_int8()) good = speed_measure(net, NET_INT8, SIDES[i], result, rows, error);
    }
    net_free(net);
    return good;
}

static const char *const COLUMNS[] = {"size", "precision", "per_second", "bare_per_second", "ratio", NULL};

const Benchmark BENCH_NET = {
    .name = "net",
    .help = "Evaluations of the net that is found, whole and as bare convolutions.",
    .unit = "evaluations",
    .columns = COLUMNS,
    .run = net_bench,
};
