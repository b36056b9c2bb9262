// model --seed N --steps M       one run of M random calls
// model --time S [--seed N]      runs from seed N on (0: the clock's), until S seconds are over or one fails
// model --replay FILE...         traces
// model --shrink FILE            a failing trace made as small as possible, in place
// A run that fails is written to --out FILE (default: failing.trace) and shrunk there with --small. Exit codes: 1 a run
// has failed, 2 usage.
#include "run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

static const char *out = "failing.trace";
static bool small;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void print_figures(void) {
    printf("%llu runs, %llu calls, %llu allocations failed, %llu calls cancelled\n",
           atomic_load(&figures->runs), atomic_load(&figures->calls), atomic_load(&figures->fallen),
           atomic_load(&figures->raised));
    printf("that succeeded:");
    for (int i = 0; i < OP_COUNT; i++) {
        if (atomic_load(&figures->good[i])) printf(" %s %llu", OPS[i].name, atomic_load(&figures->good[i]));
    }
    printf("\n");
    for (int i = 0; i < OP_COUNT; i++) {
        unsigned long long count = atomic_load(&figures->latency[i].count);
        if (count)
            printf("cancel: %-18s %6llu times, worst %6.1f ms by the clock, %6.1f ms of CPU\n", OPS[i].name,
                   count, (double)atomic_load(&figures->latency[i].wall) / 1e3,
                   (double)atomic_load(&figures->latency[i].cpu) / 1e3);
    }
}

static int shrink(Trace *trace, const char *path) {
    if (!trace_shrink(trace)) return printf("%s does not fail when it is replayed\n", path), 2;
    trace_save(trace, path);
    printf("shrunk to %d calls, in %s:\n", trace->count, path);
    for (int i = 0; i < trace->count; i++) call_write(&trace->call[i], stdout);
    fflush(stdout);
    trace_run(trace, NULL, true);
    return 1;
}

static int failed(Trace *trace, uint64_t seed, Failure failure) {
    printf("seed %llu: failed by %s at call %d, kept in %s\n", (unsigned long long)seed,
           failure_name(failure), trace->count, out);
    fflush(stdout);
    trace_save(trace, out);
    if (small) shrink(trace, out);
    return 1;
}

static int grow(uint64_t seed, int steps) {
    Trace trace = {0};
    Grown grown = {.trace = &trace, .seed = seed, .steps = steps};
    Failure failure = trace_run(NULL, &grown, true);
    int code = failure == FAILURE_NONE ? 0 : failed(&trace, seed, failure);
    free(trace.call);
    return code;
}

static int grow_for(double seconds, uint64_t seed, int steps) {
    for (double end = now() + seconds; now() < end; seed++) {
        if (grow(seed, steps)) return 1;
    }
    return 0;
}

static int replay(const char *path) {
    Trace trace = {0};
    trace_load(&trace, path);
    Failure failure = trace_run(&trace, NULL, true);
    if (failure != FAILURE_NONE) printf("%s: failed by %s\n", path, failure_name(failure));
    free(trace.call);
    return failure != FAILURE_NONE;
}

static int shrink_file(const char *path) {
    Trace trace = {0};
    trace_load(&trace, path);
    int code = shrink(&trace, path);
    free(trace.call);
    return code;
}

static int usage(void) {
    fprintf(
        stderr,
        "usage: model --seed N --steps M | --time S [--seed N] [--steps M] | --replay FILE... | --shrink FILE\n"
        "       [--out FILE] [--small]\n");
    return 2;
}

int main(int argc, char **argv) {
    uint64_t seed = 1;
    int steps = 60, code = 0;
    double seconds = 0;
    bool any = false;
    figures = mmap(NULL, sizeof *figures, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (figures == MAP_FAILED) return 2;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(argv[i], "--small")) {
            small = true;
        } else if (!value) {
            return usage();
        } else if (!strcmp(argv[i], "--replay")) {
            for (i++; i < argc; i++) code |= replay(argv[i]);
            return code;
        } else if (!strcmp(argv[i], "--shrink")) {
            return shrink_file(value);
        } else {
            if (!strcmp(argv[i], "--seed"))
                seed = strtoull(value, NULL, 10), any = true;
            else if (!strcmp(argv[i], "--steps"))
                steps = atoi(value);
            else if (!strcmp(argv[i], "--time"))
                seconds = atof(value), any = true;
            else if (!strcmp(argv[i], "--out"))
                out = value;
            else
                return usage();
            i++;
        }
    }
    if (!any || steps < 1) return usage();
    if (!seed) seed = (uint64_t)time(NULL) * 1000;
    code = seconds > 0 ? grow_for(seconds, seed, steps) : grow(seed, steps);
    print_figures();
    return code;
}
