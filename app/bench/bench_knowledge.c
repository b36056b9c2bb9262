// bench knowledge: all that a search node knows about a position without searching, on positions from games;
// beside another program when one is given.
#include "app/bench/positions.h"
#include "base/clock.h"
#include "knowledge/knowledge.h"

#include <stdlib.h>
#include <string.h>

enum { REPEATS = 5, SIZES_MAX = 8 };

static const char POSITIONS[] =
#include "app/bench/knowledge_positions.inc"
    ;

int bench_positions(Position out[BENCH_POSITIONS_MAX]) {
    int count = 0;
    for (const char *line = POSITIONS; *line && count < BENCH_POSITIONS_MAX;
         line += strcspn(line, "\n") + 1) {
        char *moves;
        int side = (int)strtol(line, &moves, 10);
        Position p = position_empty(geometry_get(side, side));
        for (const char *m = moves; *m == ' '; m += 1 + strcspn(m + 1, " \n")) {
            cellset_add(&p.stones[p.to_move], cell_parse(p.geometry, m + 1, (int)strcspn(m + 1, " \n")));
            p.to_move = color_other(p.to_move);
        }
        out[count++] = p;
    }
    return count;
}

// What was found on the positions of one size.
typedef struct Sums {
    const Geometry *geometry;
    int positions, decided, open; // open: compared below
    double seconds, fulls, semis, fill, mustplay, moves;
    int peer_decided, fewer, more; // positions with fewer or more moves than the peer's
    double peer_seconds, peer_fill, peer_mustplay, peer_moves;
} Sums;

static bool position_study(Knower *knower, const Position *p, Sums *sums, Findings *out) {
    Knowledge k;
    double start = clock_thread_cpu();
    for (int i = 0; i < REPEATS; i++) knower_study(knower, p, false, &k);
    out->seconds = (clock_thread_cpu() - start) / REPEATS;
    out->winner = k.winner;
    out->mustplay = k.winner == EMPTY ? k.mustplay : cellset_none();
    out->moves = k.winner == EMPTY ? k.moves : cellset_none();
    out->fill = cellset_count(position_vacant(p)) - cellset_count(position_vacant(&k.filled));
    sums->positions++;
    sums->seconds += out->seconds;
    sums->fill += out->fill;
    sums->decided += k.winner != EMPTY;
    const Vc *vc = knower_vc(knower);
    for (Color color = BLACK; position_winner(&k.filled) == EMPTY && color <= WHITE; color++) {
        VcCounts counts = vc_counts(vc, color);
        sums->fulls += (double)counts.fulls;
        sums->semis += (double)counts.semis;
    }
    return true;
}

static void findings_add(const Findings *ours, const Findings *peer, Sums *sums) {
    sums->peer_decided += peer->winner != EMPTY;
    sums->peer_seconds += peer->seconds;
    sums->peer_fill += peer->fill;
    if (ours->winner != EMPTY || peer->winner != EMPTY) return;
    int moves = cellset_count(ours->moves), theirs = cellset_count(peer->moves);
    sums->open++;
    sums->fewer += moves < theirs;
    sums->more += moves > theirs;
    sums->mustplay += cellset_count(ours->mustplay);
    sums->moves += moves;
    sums->peer_mustplay += cellset_count(peer->mustplay);
    sums->peer_moves += theirs;
}

static json_t *findings_json(const Geometry *g, const Findings *f) {
    return json_pack("{s:o, s:o, s:o, s:i, s:f}", "winner", json_color(f->winner), "must_play",
                     json_cells(g, f->mustplay), "moves", json_cells(g, f->moves), "fill", f->fill, "ms",
                     1e3 * f->seconds);
}

static json_t *detail_json(const Position *p, const Findings *ours, const Findings *peer,
                           const char *answer) {
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:s}", "size", p->geometry->width, "black",
                     json_cells(p->geometry, p->stones[BLACK]), "white",
                     json_cells(p->geometry, p->stones[WHITE]), "to_move", json_color(p->to_move), "ours",
                     findings_json(p->geometry, ours), "peer", findings_json(p->geometry, peer), "answer",
                     answer);
}

static double mean(double sum, int count) {
    return count ? sum / count : 0;
}

static json_t *row_json(const Sums *s) {
    return json_pack("{s:i, s:i, s:f, s:f, s:f, s:f, s:i, s:i, s:f, s:f}", "size", s->geometry->width,
                     "positions", s->positions, "per_second", s->positions / s->seconds, "ms",
                     1e3 * s->seconds / s->positions, "fulls", mean(s->fulls, s->positions), "semis",
                     mean(s->semis, s->positions), "fill", (int)s->fill, "decided", s->decided, "must_play",
                     mean(s->mustplay, s->open), "moves", mean(s->moves, s->open));
}

static void row_add_peer(const Sums *s, json_t *row) {
    json_object_update_new(row, json_pack("{s:f, s:f, s:i, s:i, s:i, s:f, s:f, s:i, s:i}", "peer_ms",
                                          1e3 * s->peer_seconds / s->positions, "times",
                                          s->peer_seconds / s->seconds, "peer_fill", (int)s->peer_fill,
                                          "peer_decided", s->peer_decided, "open", s->open, "peer_must_play",
                                          mean(s->peer_mustplay, s->open), "peer_moves",
                                          mean(s->peer_moves, s->open), "fewer", s->fewer, "more", s->more));
}

static Sums *sums_find(Sums sums[SIZES_MAX], int *sizes, const Geometry *g) {
    if (*sizes && sums[*sizes - 1].geometry == g) return &sums[*sizes - 1];
    sums[*sizes] = (Sums){.geometry = g};
    return &sums[(*sizes)++];
}

static uint64_t findings_sign(uint64_t signature, const Findings *f) {
    signature = signature_mix(signature, (uint64_t)f->winner * 1000 + (uint64_t)f->fill);
    return signature_mix(signature, (uint64_t)(cellset_count(f->mustplay) * 1000 + cellset_count(f->moves)));
}

// One position, with the peer or, without it, compared with itself so that the means are of undecided ones.
static bool position_compare(Knower *knower, Peer *peer, const Position *p, Sums *sums, BenchResult *result,
                             Error *error) {
    Findings ours, theirs;
    Text answer = {0};
    position_study(knower, p, sums, &ours);
    theirs = ours;
    bool good = !peer || peer_study(peer, p, REPEATS, &theirs, &answer, error);
    if (good) findings_add(&ours, &theirs, sums);
    if (good && peer)
        json_array_append_new(result->detail, detail_json(p, &ours, &theirs, text_string(&answer)));
    result->signature = findings_sign(result->signature, &ours);
    result->seconds += ours.seconds;
    result->work++;
    text_free(&answer);
    return good;
}

static bool knowledge_compare(Peer *peer, BenchResult *result, json_t *rows, Error *error) {
    Position *position = malloc(BENCH_POSITIONS_MAX * sizeof *position);
    Sums sums[SIZES_MAX];
    KnowledgeOptions options = {.simulate = true, .templates = true, .build_both = true};
    Knower *knower = NULL;
    int sizes = 0, count = position ? bench_positions(position) : 0;
    bool good = position || error_memory(error);
    for (int i = 0; good && i < count; i++) {
        const Geometry *g = position[i].geometry;
        if (!sizes || sums[sizes - 1].geometry != g) {
            knower_free(knower);
            knower = knower_new(g, &options, error);
        }
        good =
            knower && position_compare(knower, peer, &position[i], sums_find(sums, &sizes, g), result, error);
    }
    for (int i = 0; good && i < sizes; i++) {
        json_array_append_new(rows, row_json(&sums[i]));
        if (peer) row_add_peer(&sums[i], json_array_get(rows, (size_t)i));
    }
    knower_free(knower);
    free(position);
    return good;
}

static bool knowledge_run(BenchResult *result, json_t *rows, Error *error) {
    return knowledge_compare(NULL, result, rows, error);
}

static bool knowledge_run_peer(const BenchPeer *beside, BenchResult *result, json_t *rows, Error *error) {
    Peer *peer = peer_start(beside->command, error);
    result->detail = json_array();
    bool good = peer && knowledge_compare(peer, result, rows, error);
    peer_stop(peer);
    return good;
}

static const char *const COLUMNS[] = {"size",    "positions", "per_second", "ms",    "fulls", "semis",
                                      "decided", "fill",      "must_play",  "moves", NULL};
static const char *const PEER_COLUMNS[] = {
    "size", "ms",        "peer_ms",        "times", "decided",    "peer_decided", "fill", "peer_fill",
    "open", "must_play", "peer_must_play", "moves", "peer_moves", "fewer",        "more", NULL};

const Benchmark BENCH_KNOWLEDGE = {
    .name = "knowledge",
    .help = "Fill-in, connections of both colours, must-play and inferior cells of 200 positions from games.",
    .unit = "positions",
    .columns = COLUMNS,
    .run = knowledge_run,
    .run_peer = knowledge_run_peer,
    .peer_columns = PEER_COLUMNS,
};
