// The benchmark of template look-up: tables of growing size, the tree of features against the sorted list.
#include "app/bench/bench.h"
#include "lab/ladder/template_kernels.h"

static const char *const COLUMNS[] = {"templates", "fill_us", "first_us", "found", "mustplay_us",
                                      "taken",     "matches", "list_us",  NULL};

static void row_add(json_t *rows, const TemplateSpeed *t) {
    double n = (double)t->queries;
    json_array_append_new(
        rows, json_pack("{s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "templates", (json_int_t)t->templates,
                        "fill_us", 1e6 * t->fill_seconds / (double)t->templates, "first_us",
                        1e6 * t->query_seconds / n, "found", (double)t->found / n, "mustplay_us",
                        1e6 * t->meet_seconds / n, "taken", (double)t->taken / n, "matches",
                        (double)t->matches / (double)t->counted, "list_us",
                        1e6 * t->list_seconds / (double)t->counted));
}

static bool templates_run(BenchResult *result, json_t *rows, Error *error) {
    static const uint64_t sizes[] = {10000, 100000, 1000000};
    for (int i = 0; i < 3; i++) {
        TemplateSpeed t;
        if (!template_speed(sizes[i], 5000, 10, &t)) return error_memory(error);
        if (t.matches != t.listed_matches)
            return error_failure(error, "the index finds %llu templates, the list %llu",
                                 (unsigned long long)t.matches, (unsigned long long)t.listed_matches);
        row_add(rows, &t);
        result->work += (double)(t.queries + t.meets);
        result->seconds += t.query_seconds + t.meet_seconds;
        result->signature = signature_mix(result->signature, t.signature);
    }
    return true;
}

const Benchmark BENCH_TEMPLATES = {
    .name = "templates",
    .help = "Template look-up on random 7x7 positions at ten thousand to a million templates; microseconds "
            "each: storing, a first match, a must-play, all matches by the sorted list of Rasmussen 2007.",
    .unit = "queries",
    .columns = COLUMNS,
    .run = templates_run,
};
