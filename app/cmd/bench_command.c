// mustplay bench: fixed work, a signature that changes only when behaviour changes, and speed.
#include "app/bench/bench.h"
#include "cli/program.h"
#include "cli/table.h"

#include <stdio.h>
#include <string.h>

// Folded to 32 bits, so that every reader of JSON keeps it.
static json_int_t signature_fold(uint64_t signature) {
    return (json_int_t)((signature ^ signature >> 32) & 0xffffffffu);
}

static void benchmark_print(const Benchmark *b, bool peer, const BenchResult *result, const json_t *rows) {
    double per_second = result->work / result->seconds;
    bool many = result->work >= 1e6;
    printf("%s: %s\n", b->name, b->help);
    if (json_array_size(rows)) table_print(peer ? b->peer_columns : b->columns, rows);
    printf("%.4g %s%s in %.3f s: %.4g %s/s, signature %lld\n\n", result->work * (many ? 1e-6 : 1),
           many ? "M " : "", b->unit, result->seconds, per_second * (many ? 1e-6 : 1), many ? "M" : b->unit,
           (long long)signature_fold(result->signature));
    fflush(stdout);
}

// Runs one, beside another program if there is one; prints it unless JSON is wanted, appends its report.
static bool benchmark_run(const Benchmark *b, const BenchPeer *peer, bool json, json_t *reports,
                          json_int_t *signature, Error *error) {
    BenchResult result = {0};
    json_t *rows = json_array();
    if (peer ? !b->run_peer(peer, &result, rows, error) : !b->run(&result, rows, error)) {
        json_decref(rows);
        json_decref(result.detail);
        return false;
    }
    if (!json) benchmark_print(b, peer != NULL, &result, rows);
    *signature = signature_fold(result.signature);
    json_array_append_new(reports,
                          json_pack("{s:s, s:I, s:f, s:s, s:f, s:f, s:o, s:o}", "name", b->name, "signature",
                                    signature_fold(result.signature), "work", result.work, "unit", b->unit,
                                    "seconds", result.seconds, "per_second", result.work / result.seconds,
                                    "rows", rows, "detail", result.detail ? result.detail : json_null()));
    return true;
}

// The benchmarks of all tables; NULL beyond the last.
static const Benchmark *benchmark_at(const Program *program, int index) {
    for (int table = 0; program->benchmarks[table]; table++) {
        for (const Benchmark *const *b = program->benchmarks[table]; *b; b++)
            if (index-- == 0) return *b;
    }
    return NULL;
}

static int bench_run(const Args *args) {
    const char *name = args_word(args, 0);
    BenchPeer beside = {args_text(args, "peer"),
                        args_given(args, "seed") ? (uint64_t)args_int(args, "seed") : 1};
    const BenchPeer *peer = beside.command ? &beside : NULL;
    bool json = args_flag(args, "json"), good = true;
    json_int_t signature = 0;
    int ran = 0;
    Error error = {0};
    json_t *reports = json_array();
    const Benchmark *b;
    for (int i = 0; good && (b = benchmark_at(args_program(args), i)); i++) {
        if (name ? strcmp(b->name, name) != 0 : !b->run || b->by_name) continue;
        json_int_t own = 0;
        if (peer && (!name || !b->run_peer)) {
            good = error_input(&error, "bench: --peer goes with the names knowledge, mcts and peers");
            break;
        }
        if (!peer && !b->run) {
            good = error_input(&error, "bench: %s needs --peer COMMAND", name);
            break;
        }
        good = benchmark_run(b, peer, json, reports, &own, &error);
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
    return EXIT_DONE;
}

static bool bench_name(const Program *program, int index, const char **name, const char **help) {
    const Benchmark *benchmark = benchmark_at(program, index);
    if (!benchmark) return false;
    *name = benchmark->name;
    *help = benchmark->help;
    return true;
}

static const OptionSpec OWN[] = {
    {"peer", OPTION_TEXT, NULL, 0, 0, NULL, "COMMAND", "An HTP program to compare with, as a command line."},
    {0},
};

static const char *const EXAMPLES[] = {
    "mustplay bench",
    "The signature and all speeds.",
    "mustplay bench solve-8 --json",
    "One benchmark, as JSON.",
    NULL,
};

const Command COMMAND_BENCH = {
    .name = "bench",
    .group = "Measure",
    .summary = "Fixed work: a signature of behaviour, and speed.",
    .arguments = "[NAME]",
    .arguments_max = 1,
    .own = OWN,
    .options = "seed json",
    .examples = EXAMPLES,
    .detail =
        "Without a name all run but peers and solve-7, solve-8, solve-9. The signature is the same on every machine; it "
        "changes only when behaviour does. Speeds are measured in CPU time on one core.\n\n"
        "With --peer \"COMMAND LINE\" another HTP program does the same work, and the ratios are printed; its CPU time "
        "is the kernel's count. bench knowledge needs a program that knows vc-build. bench mcts compares play-outs per "
        "second with MoHex. bench peers needs a program that knows dfpn-solve-state. It solves the 25 openings of 7x7, "
        "fifty random positions of 7x7 from --seed, and six positions of 8x8.",
    .run = bench_run,
    .names = bench_name,
    .names_only = true,
};
