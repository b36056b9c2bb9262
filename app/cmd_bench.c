// mustplay bench: fixed work, a signature that changes only when behaviour changes, and speed.
#include "app/bench.h"
#include "app/table.h"

#include <stdio.h>
#include <string.h>

// clang-format off
static const Benchmark *const BENCHMARKS[] = {
    &BENCH_PLAYOUTS,
    &BENCH_CELLSET,
    &BENCH_BRUTE,
    NULL,
};
// clang-format on

// Folded to 32 bits, so that every reader of JSON keeps it.
static json_int_t signature_fold(uint64_t signature) {
    return (json_int_t)((signature ^ signature >> 32) & 0xffffffffu);
}

static void benchmark_print(const Benchmark *b, const BenchResult *result, const json_t *rows) {
    printf("%s: %s\n", b->name, b->help);
    if (json_array_size(rows)) table_print(b->columns, rows);
    printf("%.4g M %s in %.3f s: %.4g M/s, signature %lld\n\n", result->work * 1e-6, b->unit, result->seconds,
           result->work / result->seconds * 1e-6, (long long)signature_fold(result->signature));
    fflush(stdout);
}

// Runs one, prints it unless JSON is wanted, appends its report.
static bool benchmark_run(const Benchmark *b, bool json, json_t *reports, json_int_t *signature,
                          Error *error) {
    BenchResult result = {0};
    json_t *rows = json_array();
    if (!b->run(&result, rows, error)) {
        json_decref(rows);
        return false;
    }
    if (!json) benchmark_print(b, &result, rows);
    *signature = signature_fold(result.signature);
    json_array_append_new(reports, json_pack("{s:s, s:I, s:f, s:s, s:f, s:f, s:o}", "name", b->name,
                                             "signature", signature_fold(result.signature), "work",
                                             result.work, "unit", b->unit, "seconds", result.seconds,
                                             "per_second", result.work / result.seconds, "rows", rows));
    return true;
}

static int bench_run(const Args *args) {
    const char *name = args_word(args, 0);
    bool json = args_flag(args, "json"), good = true;
    json_int_t signature = 0;
    int ran = 0;
    Error error = {0};
    json_t *reports = json_array();
    for (const Benchmark *const *b = BENCHMARKS; *b && good; b++) {
        if (name && strcmp((*b)->name, name)) continue;
        json_int_t own = 0;
        good = benchmark_run(*b, json, reports, &own, &error);
        signature = name ? own : signature_fold(signature_mix((uint64_t)signature, (uint64_t)own));
        ran++;
    }
    if (good && !ran)
        good = error_input(&error, "bench: unknown name '%.40s' (mustplay bench --help lists them)", name);
    if (!good) {
        json_decref(reports);
        return report_error(&error);
    }
    if (json) return report_json(json_pack("{s:o, s:I}", "benchmarks", reports, "signature", signature));
    json_decref(reports);
    printf("Signature: %lld\n", (long long)signature);
    return fflush(stdout) ? EXIT_INTERNAL : EXIT_DONE;
}

const Command COMMAND_BENCH = {
    .name = "bench",
    .summary = "Do fixed work: a signature of behaviour, and speed.",
    .arguments = "[NAME]",
    .arguments_max = 1,
    .options = "json",
    .detail =
        "Names: playouts (the board), cellset (the widths of cell sets), brute (the referee). Without a "
        "name all run. The signature is the same on every machine; it changes only when behaviour does. "
        "Speeds are of CPU time on one core.",
    .run = bench_run,
};
