// bench incremental: connections updated by one stone and taken back, against a full build of one colour, on
// the 11x11 positions of bench knowledge. For each colour and position some vacant cells are tried, with an
// opponent's and with an own stone. The two states are compared where searches look: winning connections and
// must-play.
#include "app/bench/positions.h"
#include "base/clock.h"
#include "game/random_position.h"
#include "knowledge/vc.h"

#include <stdlib.h>

enum { SIDE = 11, TRIES = 6, STONES_LEAST = 12 };

typedef struct Updates {
    int stones, agree;            // same winning full, winning semi and must-play
    int full_only, update_only;   // a winning full found by one of them alone
    int wider, narrower, crossed; // must-play of the update against that of the full build
    double build_seconds, update_seconds;
} Updates;

typedef struct Outcome {
    bool full, semi;
    CellSet mustplay;
} Outcome;

static Outcome outcome_read(const Vc *vc, Color color) {
    Outcome outcome;
    CellSet carrier;
    int key;
    outcome.full = vc_win(vc, color, &carrier);
    outcome.semi = vc_win_semi(vc, color, &key, &carrier);
    outcome.mustplay = outcome.full ? cellset_none() : vc_mustplay(vc, color, &carrier);
    return outcome;
}

static void outcomes_compare(const Outcome *update, const Outcome *full, Updates *u) {
    bool same = cellset_equal(update->mustplay, full->mustplay);
    u->stones++;
    u->agree += same && update->full == full->full && update->semi == full->semi;
    u->update_only += update->full && !full->full;
    u->full_only += full->full && !update->full;
    if (same || update->full || full->full) return;
    if (cellset_is_empty(cellset_minus(full->mustplay, update->mustplay)))
        u->wider++;
    else if (cellset_is_empty(cellset_minus(update->mustplay, full->mustplay)))
        u->narrower++;
    else
        u->crossed++;
}

// Places a stone and takes it back in `vc`, builds the same position in `other`, and compares.
static bool stone_try(Vc *vc, Vc *other, const Position *p, Color color, int cell, Color stone, Updates *u) {
    Position after = *p;
    cellset_add(&after.stones[stone], cell);
    double start = clock_thread_cpu();
    bool good = vc_place(vc, cell, stone);
    double placed = clock_thread_cpu();
    Outcome update = outcome_read(vc, color);
    double read = clock_thread_cpu();
    vc_undo(vc);
    double undone = clock_thread_cpu();
    good = good && vc_build(other, &after, 1u << color);
    u->update_seconds += placed - start + (undone - read);
    u->build_seconds += clock_thread_cpu() - undone;
    Outcome full = outcome_read(other, color);
    outcomes_compare(&update, &full, u);
    return good;
}

static bool position_try(Vc *vc, Vc *other, const Position *p, Color color, Random *random,
                         Updates updates[2]) {
    if (!vc_build(vc, p, 1u << color)) return false;
    for (int i = 0; i < TRIES; i++) {
        int cell = cellset_pick(position_vacant(p), random);
        for (int own = 0; own < 2; own++) {
            Position after = *p;
            Color stone = own ? color : color_other(color);
            cellset_add(&after.stones[stone], cell);
            if (position_winner(&after) != EMPTY) continue;
            if (!stone_try(vc, other, p, color, cell, stone, &updates[own])) return false;
        }
    }
    return true;
}

static bool positions_try(Vc *vc, Vc *other, const Geometry *g, Updates updates[2]) {
    Position *position = malloc(BENCH_POSITIONS_MAX * sizeof *position);
    Random random = random_seeded(1);
    int count = position ? bench_positions(position) : 0;
    bool good = position != NULL;
    for (int i = 0; good && i < count; i++) {
        const Position *p = &position[i];
        int stones = g->cells - cellset_count(position_vacant(p));
        if (p->geometry != g || stones < STONES_LEAST) continue;
        for (Color color = BLACK; good && color <= WHITE; color++)
            good = position_try(vc, other, p, color, &random, updates);
    }
    free(position);
    return good;
}

static json_t *row_json(const char *name, const Updates *u) {
    return json_pack("{s:s, s:i, s:f, s:f, s:f, s:i, s:i, s:i, s:i, s:i, s:i}", "stone", name, "stones",
                     u->stones, "build_us", 1e6 * u->build_seconds / u->stones, "update_us",
                     1e6 * u->update_seconds / u->stones, "times", u->build_seconds / u->update_seconds,
                     "agree", u->agree, "build_wins", u->full_only, "update_wins", u->update_only, "wider",
                     u->wider, "narrower", u->narrower, "crossed", u->crossed);
}

static bool incremental_run(BenchResult *result, json_t *rows, Error *error) {
    const Geometry *g = geometry_get(SIDE, SIDE);
    VcOptions options = vc_options();
    Vc *vc = g ? vc_new(g, &options) : NULL, *other = g ? vc_new(g, &options) : NULL;
    Updates updates[2] = {{0}};
    bool good = vc && other && positions_try(vc, other, g, updates);
    for (int own = 0; good && own < 2; own++) {
        json_array_append_new(rows, row_json(own ? "own" : "opponent", &updates[own]));
        result->work += updates[own].stones;
        result->seconds += updates[own].update_seconds;
        result->signature = signature_mix(result->signature, (uint64_t)updates[own].stones);
        result->signature = signature_mix(result->signature, (uint64_t)updates[own].agree);
    }
    if (vc) vc_free(vc);
    if (other) vc_free(other);
    return good || error_memory(error);
}

static const char *const COLUMNS[] = {"stone", "stones",   "build_us",   "update_us",
                                      "times", "agree",    "build_wins", "update_wins",
                                      "wider", "narrower", "crossed",    NULL};

const Benchmark BENCH_INCREMENTAL = {
    .name = "incremental",
    .help = "One colour's connections on 11x11: a stone placed and taken back, against a full build.",
    .unit = "stones",
    .columns = COLUMNS,
    .run = incremental_run,
};
