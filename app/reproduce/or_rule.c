// The two OR rules of Rasmussen 2007 §6.1.3: nodes visited by number of semi connections in a bucket, and the time
// of H-search with each.
//
// Buckets come from H-searches of random positions on 7x7, at most 35 semis each. Both rules get the same
// positions; buckets grow a little differently because the rules find other full connections. An OR stops at
// NODE_LIMIT nodes: Anshelevich's rule meets it, and its averages are then lower bounds.
#include "app/reproduce/reproduce.h"
#include "base/clock.h"
#include "game/random_position.h"
#include "knowledge/vc.h"

#include <stdio.h>

enum { BUCKET_MAX = 35, POSITIONS = 40, BOARDS = 6, NODE_LIMIT = 20000, TIMED_LIMIT = 20000, STONES = 60 };

static VcOptions rule_options(VcOr rule, uint64_t nodes) {
    VcOptions options = vc_options();
    options.or_rule = rule;
    options.shrink = false;
    options.semi_limit = options.full_limit = BUCKET_MAX;
    options.or_limit = 0;
    options.or_nodes = nodes;
    return options;
}

// Builds the positions with one rule and adds up its counts.
static bool buckets_count(VcOr rule, VcCounts total[2]) {
    const Geometry *g = geometry_get(7, 7);
    VcOptions options = rule_options(rule, NODE_LIMIT);
    Vc *vc = g ? vc_new(g, &options) : NULL;
    Random r = random_seeded(7);
    bool good = vc != NULL;
    for (int i = 0; good && i < POSITIONS; i++) {
        Position p = position_undecided(g, &r, 4 + i % 20, 4 + i % 20);
        good = vc_build(vc, &p, VC_BOTH);
    }
    for (Color color = BLACK; good && color <= WHITE; color++) total[color] = vc_counts(vc, color);
    vc_free(vc);
    return good;
}

static json_t *average(const VcCounts counts[2], int size) {
    uint64_t calls = counts[0].or_size_calls[size] + counts[1].or_size_calls[size];
    uint64_t nodes = counts[0].or_size_nodes[size] + counts[1].or_size_nodes[size];
    return calls ? json_real((double)nodes / (double)calls) : json_null();
}

static bool buckets_add(json_t *rows, Error *error) {
    VcCounts plain[2], improved[2];
    if (!buckets_count(VC_OR_ANSHELEVICH, plain) || !buckets_count(VC_OR_IMPROVED, improved))
        return error_failure(error, "out of memory");
    for (int size = 2; size <= BUCKET_MAX; size++) {
        json_t *a = average(plain, size), *b = average(improved, size);
        char figure[48];
        snprintf(figure, sizeof figure, "nodes, bucket of %d", size);
        json_array_append_new(rows, json_pack("{s:s, s:o, s:o, s:s, s:s}", "figure", figure, "anshelevich", a,
                                              "improved", b, "published", "not in text (a plot)", "note",
                                              "average per call, 7x7"));
    }
    char note[96];
    snprintf(note, sizeof note, "calls stopped at %d nodes", NODE_LIMIT);
    json_array_append_new(rows,
                          json_pack("{s:s, s:I, s:I, s:s, s:s}", "figure", "calls stopped", "anshelevich",
                                    (json_int_t)(plain[0].or_stopped + plain[1].or_stopped), "improved",
                                    (json_int_t)(improved[0].or_stopped + improved[1].or_stopped),
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
    (void)args;
    return buckets_add(rows, error) && times_add(rows, error);
}

static const char *const COLUMNS[] = {"figure", "anshelevich", "improved", "published", "note", NULL};

const Reproduction REPRODUCE_OR_RULE = {
    .name = "or-rule",
    .help =
        "Nodes of both OR rules by bucket size and H-search time on random 11x11 boards (Rasmussen 2007, 6.1.3).",
    .columns = COLUMNS,
    .run = or_rule_run,
};
