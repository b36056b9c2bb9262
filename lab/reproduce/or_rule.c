// The two OR rules of Rasmussen 2007 §6.1.3: nodes visited by number of semi connections in a bucket, and the time
// of H-search with each.
//
// The buckets are those that Hex Solver 2 meets while it tries to solve 7x7, as in the thesis, with at most
// 35 semis each. Both rules get the same ones, and neither is cut off. The improved rule runs. Anshelevich's
// visits every sequence of different semis until their meet is empty. For a large bucket that would take too
// long, so its nodes are counted, not visited. A sequence is a set in some order. So the count is a sum over
// the sets of k semis with a common cell, of k! (m - k) each. The sets are gathered by what they have in
// common. Buckets small enough are run as well, to see
// that the count is right.
#include "base/array.h"
#include "base/clock.h"
#include "cli/watch.h"
#include "game/random_position.h"
#include "knowledge/vc.h"
#include "lab/ladder/threat_search.h"
#include "lab/reproduce/reproduce.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKET_MAX = 35, BOARDS = 6, TIMED_LIMIT = 20000, STONES = 60, SIZES = 64 };
static const uint64_t NODES[SETTINGS] = {150, 600, 2000}; // of Hex Solver 2
static const uint64_t NO_LIMIT = UINT64_MAX;
static const double RUN_MOST = 100000; // nodes of a bucket that is run

// --- Anshelevich's rule, counted

// Sets of semis with the same common cells: how many there are of each size.
typedef struct Common {
    CellSet meet;
    double sets[BUCKET_MAX + 1], more[BUCKET_MAX + 1]; // more: those with the semi that is being joined
} Common;

typedef struct Buckets {
    double nodes[SIZES]; // by number of semis
    Common *common;      // scratch
    int count, room;
    bool failed, wrong; // out of memory; a run that did not agree with the count
} Buckets;

static Common *common_find(Buckets *b, CellSet meet) {
    for (int i = 0; i < b->count; i++) {
        if (cellset_equal(b->common[i].meet, meet)) return &b->common[i];
    }
    if (!array_room(&b->common, &b->room, b->count + 1, sizeof *b->common)) return NULL;
    b->common[b->count] = (Common){.meet = meet};
    return &b->common[b->count++];
}

// Adds the sets that end with this semi: it alone, and with every earlier set that shares a cell with it.
static bool semi_join(Buckets *b, CellSet carrier) {
    for (int i = 0, earlier = b->count; i < earlier; i++) {
        CellSet meet = cellset_and(b->common[i].meet, carrier);
        Common *to = cellset_is_empty(meet) ? NULL : common_find(b, meet);
        if (!to && !cellset_is_empty(meet)) return false;
        for (int k = 1; to && k < BUCKET_MAX; k++) to->more[k + 1] += b->common[i].sets[k];
    }
    Common *alone = common_find(b, carrier);
    if (!alone) return false;
    alone->more[1]++;
    for (int i = 0; i < b->count; i++) {
        Common *c = &b->common[i];
        for (int k = 1; k <= BUCKET_MAX; k++) c->sets[k] += c->more[k];
        memset(c->more, 0, sizeof c->more);
    }
    return true;
}

static double nodes_count(Buckets *b, const CellSet *carrier, int count) {
    double nodes = count, sets[BUCKET_MAX + 2] = {0};
    b->count = 0;
    for (int i = 0; i < count && !watch_interrupted(); i++) {
        if (!semi_join(b, carrier[i])) return NAN;
    }
    for (int i = 0; i < b->count; i++)
        for (int k = 1; k <= count; k++) sets[k] += b->common[i].sets[k];
    for (int k = 1; k < count; k++) nodes += sets[k] * tgamma(k + 1) * (count - k);
    return nodes;
}

// The rule itself (Algorithm 6.1.3), without what it finds.
static uint64_t nodes_visit(const CellSet *carrier, int count, uint64_t used, CellSet meet) {
    uint64_t nodes = 0;
    for (int i = 0; i < count; i++) {
        if (used >> i & 1) continue;
        CellSet smaller = cellset_and(meet, carrier[i]);
        nodes++;
        if (!cellset_is_empty(smaller))
            nodes += nodes_visit(carrier, count, used | (uint64_t)1 << i, smaller);
    }
    return nodes;
}

static void bucket_seen(void *context, const CellSet *carrier, int count) {
    Buckets *b = context;
    if (count > BUCKET_MAX || b->failed) return;
    double nodes = nodes_count(b, carrier, count);
    if (watch_interrupted()) return;
    b->failed = isnan(nodes);
    if (b->failed) return;
    b->nodes[count] += nodes;
    CellSet all = cellset_none();
    for (int i = 0; i < count; i++) all = cellset_or(all, carrier[i]);
    if (nodes <= RUN_MOST) b->wrong |= (double)nodes_visit(carrier, count, 0, all) != nodes;
}

static bool buckets_good(const Buckets *b, Error *error) {
    if (b->failed) return error_memory(error);
    return !b->wrong || error_failure(error, "or-rule: the nodes of Anshelevich's rule were counted wrongly");
}

// --- The buckets of Hex Solver 2

static bool buckets_add(uint64_t solver_nodes, Buckets *b, json_t *rows, Error *error) {
    Budget budget = {.nodes = solver_nodes, .observer = watch_signals()};
    ThreatOptions options = {.features = threat_solver_features("solver2"),
                             .every_move = true,
                             .or_nodes = NO_LIMIT,
                             .or_seen = bucket_seen,
                             .or_context = b,
                             .or_observer = watch_signals()};
    Position empty = position_empty(geometry_get(7, 7));
    ThreatOutcome outcome;
    if (!threat_search(&empty, &options, &budget, &outcome, error) || !buckets_good(b, error)) return false;
    const VcCounts *counts = outcome.connections;
    for (int size = 2; size <= BUCKET_MAX; size++) {
        uint64_t calls = counts[0].or_size_calls[size] + counts[1].or_size_calls[size];
        uint64_t nodes = counts[0].or_size_nodes[size] + counts[1].or_size_nodes[size];
        char figure[48];
        if (!calls) continue;
        snprintf(figure, sizeof figure, "nodes, bucket of %d", size);
        json_array_append_new(
            rows, json_pack("{s:s, s:i, s:I, s:f, s:f, s:s, s:s}", "figure", figure, "semis", size, "calls",
                            (json_int_t)calls, "anshelevich", b->nodes[size] / (double)calls, "improved",
                            (double)nodes / (double)calls, "published", "not in text (a plot)", "note",
                            "average per call, Hex Solver 2 on 7x7"));
    }
    return true;
}

// --- Random boards

typedef struct Timing {
    double seconds;   // of a build of both colours
    uint64_t stopped; // ORs that met the limit
} Timing;

static bool boards_time(VcOr rule, Timing *timing) {
    const Geometry *g = geometry_get(11, 11);
    VcOptions options = vc_options();
    options.or_observer = watch_signals();
    if (rule != VC_OR_FAST) {
        options.or_rule = rule;
        options.shrink = false;
        options.semi_limit = options.full_limit = BUCKET_MAX;
        options.or_limit = 0;
        options.or_nodes = TIMED_LIMIT;
    }
    Vc *vc = g ? vc_new(g, &options) : NULL;
    Random r = random_seeded(11);
    bool good = vc != NULL;
    *timing = (Timing){0};
    for (int i = 0; good && i < BOARDS && !watch_interrupted(); i++) {
        Position p = position_undecided(g, &r, STONES, STONES);
        double start = clock_thread_cpu();
        good = vc_build(vc, &p, VC_BOTH);
        timing->seconds += (clock_thread_cpu() - start) / BOARDS;
    }
    if (good) timing->stopped = vc_counts(vc, BLACK).or_stopped + vc_counts(vc, WHITE).or_stopped;
    vc_free(vc);
    return good;
}

// Here buckets have up to 35 semis: Anshelevich's rule would need some 10^40 nodes for one, and even the improved one
// minutes for a board. So both are cut off, alike, and the row says how often.
static bool times_add(json_t *rows, Error *error) {
    Timing plain, improved, fast;
    char note[160];
    if (!boards_time(VC_OR_ANSHELEVICH, &plain) || !boards_time(VC_OR_IMPROVED, &improved) ||
        !boards_time(VC_OR_FAST, &fast))
        return error_memory(error);
    if (watch_interrupted()) return true;
    snprintf(note, sizeof note, "both colours, %d stones; not ended within %d nodes: %llu and %llu ORs",
             STONES, TIMED_LIMIT, (unsigned long long)plain.stopped, (unsigned long long)improved.stopped);
    json_array_append_new(rows, json_pack("{s:s, s:f, s:f, s:s, s:s}", "figure", "seconds, random 11x11",
                                          "anshelevich", plain.seconds, "improved", improved.seconds,
                                          "published", "16 and 0.025 (3 GHz Pentium)", "note", note));
    json_array_append_new(rows, json_pack("{s:s, s:n, s:f, s:s, s:s}", "figure", "seconds, fast combiner",
                                          "anshelevich", "improved", fast.seconds, "published", "none",
                                          "note", "the default rule of this program, same boards"));
    return true;
}

static bool part_buckets(const Args *args, json_t *rows, Error *error) {
    Buckets buckets = {0};
    bool good = buckets_add(NODES[setting_of(args)], &buckets, rows, error);
    free(buckets.common);
    return good;
}

static bool part_times(const Args *args, json_t *rows, Error *error) {
    (void)args;
    return times_add(rows, error);
}

static bool or_rule_run(const Args *args, json_t *rows, Error *error) {
    static const KeptPart PARTS[] = {{"buckets", part_buckets}, {"times", part_times}, {0}};
    return kept_parts_run(args, "or-rule", PARTS, rows, error);
}

static const char *const COLUMNS[] = {"figure",    "calls", "anshelevich", "improved",
                                      "published", "note",  NULL};

const Reproduction REPRODUCE_OR_RULE = {
    .name = "or-rule",
    .help =
        "Nodes of both OR rules by bucket size and H-search time on random 11x11 boards (Rasmussen 2007, 6.1.3).",
    .quick =
        "the buckets of 150 nodes of Hex Solver 2 on 7x7, neither rule cut off; six random 11x11 boards, ORs of both up to 20,000 nodes",
    .medium =
        "the buckets of 600 nodes of Hex Solver 2 on 7x7, neither rule cut off; six random 11x11 boards, ORs of both up to 20,000 nodes",
    .minutes = 2,
    .full =
        "the buckets of 2,000 nodes of Hex Solver 2 on 7x7, neither rule cut off; six random 11x11 boards, ORs of both up to 20,000 nodes",
    .columns = COLUMNS,
    .run = or_rule_run,
    .plot = {.x = "semis",
             .y = "improved",
             .title = "Nodes of the improved OR rule by bucket",
             .x_label = "semi-connections in the bucket",
             .y_label = "nodes, average",
             .log_y = true},
};
