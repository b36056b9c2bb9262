// The two OR rules of Rasmussen 2007 §6.1.3: nodes visited by number of semi connections in a bucket, and the time
// of H-search with each.
//
// The buckets are those that Hex Solver 2 meets while it tries to solve 7x7, as in the thesis, with at most 35 semis each.
// Both rules search for themselves; their buckets differ a little because they find other full connections. The improved
// rule is not cut off. Anshelevich's visits every sequence of semis, so that a large bucket would never end: an OR of his
// stops at a stated number of nodes, the row at the end says how many did, and the averages of buckets that large are
// lower bounds.
#include "app/cli/watch.h"
#include "app/reproduce/reproduce.h"
#include "base/clock.h"
#include "game/random_position.h"
#include "knowledge/vc.h"
#include "search/threat_search.h"

#include <stdio.h>

enum { BUCKET_MAX = 35, BOARDS = 6, TIMED_LIMIT = 20000, STONES = 60 };

typedef struct Scale {
    uint64_t nodes;    // of Hex Solver 2
    uint64_t or_nodes; // of one OR by Anshelevich's rule
} Scale;
static const Scale QUICK = {150, 20000}, FULL = {2000, 1000000};
static const uint64_t NO_LIMIT = UINT64_MAX;

static VcOptions rule_options(VcOr rule, uint64_t nodes) {
    VcOptions options = vc_options();
    options.or_rule = rule;
    options.shrink = false;
    options.semi_limit = options.full_limit = BUCKET_MAX;
    options.or_limit = 0;
    options.or_nodes = nodes;
    return options;
}

static bool interrupted(void *context) {
    (void)context;
    return watch_interrupted();
}

// The buckets of Hex Solver 2 with one of the rules.
static bool buckets_count(bool anshelevich, const Scale *scale, VcCounts total[2], Error *error) {
    Observer observer = {.cancelled = interrupted};
    Budget budget = {.nodes = scale->nodes, .observer = &observer};
    ThreatOptions options = {.features = threat_solver_features("solver2"),
                             .every_move = true,
                             .anshelevich = anshelevich,
                             .or_nodes = anshelevich ? scale->or_nodes : NO_LIMIT};
    Position empty = position_empty(geometry_get(7, 7));
    ThreatOutcome outcome;
    if (!threat_search(&empty, &options, &budget, &outcome, error)) return false;
    for (Color color = BLACK; color <= WHITE; color++) total[color] = outcome.connections[color];
    return true;
}

static json_t *average(const VcCounts counts[2], int size) {
    uint64_t calls = counts[0].or_size_calls[size] + counts[1].or_size_calls[size];
    uint64_t nodes = counts[0].or_size_nodes[size] + counts[1].or_size_nodes[size];
    return calls ? json_real((double)nodes / (double)calls) : json_null();
}

static json_int_t stopped(const VcCounts counts[2]) {
    return (json_int_t)(counts[BLACK].or_stopped + counts[WHITE].or_stopped);
}

static bool buckets_add(const Scale *scale, json_t *rows, Error *error) {
    VcCounts plain[2], improved[2];
    if (!buckets_count(true, scale, plain, error) || !buckets_count(false, scale, improved, error))
        return false;
    for (int size = 2; size <= BUCKET_MAX; size++) {
        json_t *a = average(plain, size), *b = average(improved, size);
        char figure[48];
        snprintf(figure, sizeof figure, "nodes, bucket of %d", size);
        json_array_append_new(rows,
                              json_pack("{s:s, s:i, s:o, s:o, s:s, s:s}", "figure", figure, "semis", size,
                                        "anshelevich", a, "improved", b, "published", "not in text (a plot)",
                                        "note", "average per call, Hex Solver 2 on 7x7"));
    }
    char note[120];
    snprintf(note, sizeof note, "ORs not ended: Anshelevich's stop at %llu nodes, the improved never",
             (unsigned long long)scale->or_nodes);
    json_array_append_new(rows, json_pack("{s:s, s:I, s:I, s:s, s:s}", "figure", "ORs not ended",
                                          "anshelevich", stopped(plain), "improved", stopped(improved),
                                          "published", "none", "note", note));
    return true;
}

// Seconds of a build of both colours on random 11x11 boards, and how many ORs met the limit.
static bool boards_time(VcOr rule, bool shrink, uint64_t limit, double *seconds, uint64_t *stopped) {
    const Geometry *g = geometry_get(11, 11);
    VcOptions options = rule == VC_OR_FAST ? vc_options() : rule_options(rule, limit);
    options.shrink = shrink;
    Vc *vc = g ? vc_new(g, &options) : NULL;
    Random r = random_seeded(11);
    bool good = vc != NULL;
    *seconds = 0;
    for (int i = 0; good && i < BOARDS; i++) {
        Position p = position_undecided(g, &r, STONES, STONES);
        double start = clock_thread_cpu();
        good = vc_build(vc, &p, VC_BOTH);
        *seconds += (clock_thread_cpu() - start) / BOARDS;
    }
    *stopped = good ? vc_counts(vc, BLACK).or_stopped + vc_counts(vc, WHITE).or_stopped : 0;
    vc_free(vc);
    return good;
}

static bool times_add(json_t *rows, Error *error) {
    double plain, improved, fast;
    uint64_t plain_stopped, improved_stopped, none;
    char note[160];
    if (!boards_time(VC_OR_ANSHELEVICH, false, TIMED_LIMIT, &plain, &plain_stopped) ||
        !boards_time(VC_OR_IMPROVED, false, TIMED_LIMIT, &improved, &improved_stopped) ||
        !boards_time(VC_OR_FAST, true, 0, &fast, &none))
        return error_failure(error, "out of memory");
    snprintf(note, sizeof note, "both colours, %d stones; stopped at %d nodes: %llu and %llu ORs", STONES,
             TIMED_LIMIT, (unsigned long long)plain_stopped, (unsigned long long)improved_stopped);
    json_array_append_new(rows, json_pack("{s:s, s:f, s:f, s:s, s:s}", "figure", "seconds, random 11x11",
                                          "anshelevich", plain, "improved", improved, "published",
                                          "16 and 0.025 (3 GHz Pentium)", "note", note));
    json_array_append_new(rows, json_pack("{s:s, s:n, s:f, s:s, s:s}", "figure", "seconds, fast combiner",
                                          "anshelevich", "improved", fast, "published", "none", "note",
                                          "the default rule of this program, same boards"));
    return true;
}

static bool or_rule_run(const Args *args, json_t *rows, Error *error) {
    return buckets_add(args_flag(args, "full") ? &FULL : &QUICK, rows, error) &&
           (watch_interrupted() || times_add(rows, error));
}

static const char *const COLUMNS[] = {"figure", "anshelevich", "improved", "published", "note", NULL};

const Reproduction REPRODUCE_OR_RULE = {
    .name = "or-rule",
    .help =
        "Nodes of both OR rules by bucket size and H-search time on random 11x11 boards (Rasmussen 2007, 6.1.3).",
    .quick =
        "150 nodes of Hex Solver 2 on 7x7, Anshelevich's ORs stop at 20,000 nodes; six random 11x11 boards",
    .full =
        "2,000 nodes of Hex Solver 2 on 7x7, Anshelevich's ORs stop at 1,000,000 nodes; six random 11x11 boards",
    .columns = COLUMNS,
    .run = or_rule_run,
    .plot = {.x = "semis",
             .y = "improved",
             .title = "Nodes of the improved OR rule by bucket",
             .x_label = "semi-connections in the bucket",
             .y_label = "nodes, average",
             .log_y = true},
};
