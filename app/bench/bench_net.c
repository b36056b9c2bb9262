// bench net: the whole path of an evaluation (features, mirror, heads) against its bare convolutions.
//
// The signature is made of the net's first choices in f32, which do not depend on the machine's rounding.
#include "app/bench/bench.h"
#include "base/clock.h"
#include "net/evaluator.h"

enum { ROUNDS = 5, F32_RUNS = 8, INT8_RUNS = 30 };
static const int SIDES[] = {9, 11, 13};

// How positions are evaluated.
typedef struct Way {
    const char *name;
    NetPrecision precision;
    bool fast;
} Way;

static const Way WAYS[] = {
    {"f32", NET_F32, false}, {"int8", NET_INT8, false}, {"int8, fast", NET_INT8, true}};

typedef struct Speed {
    double whole, bare; // CPU seconds of one evaluation, the least of the rounds
} Speed;

static bool speed_round(Evaluator *evaluator, const Position *position, const Way *way, int runs,
                        Speed *speed, NetOutput *out, Error *error) {
    double start = clock_thread_cpu();
    for (int i = 0; i < runs; i++) {
        if (!(way->fast ? evaluator_run_fast : evaluator_run)(evaluator, position, out, error)) return false;
    }
    double middle = clock_thread_cpu();
    for (int i = 0; i < runs; i++) {
        if (!evaluator_run_bare(evaluator, position->geometry, way->fast, error)) return false;
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

// One size in one way: a row. None where the way is no other than the one before.
static bool speed_measure(const Net *net, const Way *way, int side, BenchResult *result, json_t *rows,
                          Error *error) {
    Evaluator *evaluator = evaluator_new(net, way->precision, error);
    if (!evaluator) return false;
    if (way->fast && !evaluator_has_fast(evaluator)) {
        evaluator_free(evaluator);
        return true;
    }
    // A stone off the centre, so that the first choice is not one of two that mirror each other.
    Position position = position_empty(geometry_get(side, side));
    cellset_add(&position.stones[BLACK], side + 2);
    position.to_move = WHITE;
    Speed speed = {1e9, 1e9};
    NetOutput out;
    int runs = way->precision == NET_F32 ? F32_RUNS : INT8_RUNS;
    double start = clock_thread_cpu();
    bool good = speed_round(evaluator, &position, way, 1, &speed, &out, error); // makes what is needed
    for (int i = 0; i < ROUNDS && good; i++)
        good = speed_round(evaluator, &position, way, runs, &speed, &out, error);
    evaluator_free(evaluator);
    if (!good) return false;
    result->seconds += clock_thread_cpu() - start;
    result->work += 2 * ROUNDS * runs;
    if (way->precision == NET_F32)
        result->signature = signature_mix(result->signature, (uint64_t)choice_of(&out, side * side) + 1);
    json_array_append_new(rows, json_pack("{s:i, s:s, s:f, s:f, s:f}", "size", side, "precision", way->name,
                                          "per_second", 1 / speed.whole, "bare_per_second", 1 / speed.bare,
                                          "ratio", speed.bare / speed.whole));
    return true;
}

static bool net_bench(BenchResult *result, json_t *rows, Error *error) {
    char path[4096];
    if (!net_find(path, sizeof path)) return error_input(error, "bench net: no net found");
    Net *net = net_load(path, error);
    if (!net) return false;
    bool good = net->activation_max || net_calibrate(net, 16, 1, error);
    for (size_t i = 0; i < sizeof SIDES / sizeof *SIDES && good; i++) {
        for (size_t k = 0; k < sizeof WAYS / sizeof *WAYS && good; k++)
            good = speed_measure(net, &WAYS[k], SIDES[i], result, rows, error);
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
