// bench mcts: play-outs of the Monte Carlo search, with patterns, bridges and knowledge at 256 visits, from
// the empty board. One thread, then two threads that share a tree, the roots alone, or the leaf.
//
// The signature comes from the visits of the moves in the searches by one thread, which repeat. Speeds are by
// the clock, because two threads are compared with one. `per_cpu_second` is a thread's work in a second of its
// CPU, which a busy machine disturbs less.
#include "app/bench/bench.h"
#include "base/clock.h"
#include "play/htp_process.h"
#include "search/mcts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLAYOUTS = 8000, PEER_SECONDS = 300 };
static const int SIDES[] = {11, 13};

typedef struct Way {
    const char *name;
    MctsParallel parallel;
    int threads;
} Way;

static const Way WAYS[] = {
    {"one", MCTS_TREE, 1}, {"tree", MCTS_TREE, 2}, {"root", MCTS_ROOT, 2}, {"leaf", MCTS_LEAF, 2}};

typedef struct Speed {
    double seconds, cpu;
    SearchReport report;
} Speed;

static bool speed_measure(const Gammas *gammas, int side, const Way *way, Speed *speed, Error *error) {
    MctsOptions options = mcts_options();
    Budget budget = {.nodes = PLAYOUTS, .threads = way->threads};
    Position position = position_empty(geometry_get(side, side));
    options.parallel = way->parallel;
    Mcts *mcts = mcts_new(gammas, &options, 1, error);
    if (!mcts) return false;
    double start = clock_seconds();
    clock_t cpu = clock();
    bool good = mcts_search(mcts, &position, NULL, &budget, END_WITH_BUDGET, error);
    speed->seconds = clock_seconds() - start;
    speed->cpu = (double)(clock() - cpu) / CLOCKS_PER_SEC;
    if (good) mcts_report(mcts, &speed->report);
    mcts_free(mcts);
    return good;
}

static void signature_add(BenchResult *result, const SearchReport *report) {
    for (int i = 0; i < report->count; i++)
        result->signature =
            signature_mix(result->signature, (uint64_t)report->move[i].cell << 32 | report->move[i].visits);
}

static bool mcts_bench(BenchResult *result, json_t *rows, Error *error) {
    static Speed speed;
    Gammas *gammas = gammas_load(NULL, error);
    bool good = gammas;
    for (size_t i = 0; i < sizeof SIDES / sizeof *SIDES && good; i++) {
        for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS && good; w++) {
            const Way *way = &WAYS[w];
            good = speed_measure(gammas, SIDES[i], way, &speed, error);
            if (!good) break;
            double playouts = (double)speed.report.playouts;
            if (way->threads == 1) signature_add(result, &speed.report);
            result->work += playouts;
            result->seconds += speed.cpu;
            json_array_append_new(
                rows, json_pack("{s:i, s:s, s:i, s:f, s:f, s:I, s:I}", "size", SIDES[i], "parallel",
                                way->name, "threads", way->threads, "per_second", playouts / speed.seconds,
                                "per_cpu_second", playouts / speed.cpu, "nodes",
                                (json_int_t)speed.report.nodes, "studies", (json_int_t)speed.report.studies));
        }
    }
    gammas_free(gammas);
    return good;
}

// --- Beside MoHex

static bool peer_tell(HtpProcess *process, const char *command, Text *answer, Error *error) {
    return htp_process_ask(process, command, PEER_SECONDS, NULL, answer, error) == HTP_GOOD;
}

// The peer's play-outs per second for a search of the same length.
static bool peer_measure(HtpProcess *process, int side, int threads, double *per_second, Error *error) {
    char command[80];
    Text answer = {0};
    static const char *const SET_UP[] = {"param_mohex max_time 99999", "param_mohex lock_free 1",
                                         "param_mohex reuse_subtree 0"};
    snprintf(command, sizeof command, "boardsize %d %d", side, side);
    bool good = peer_tell(process, command, &answer, error);
    for (int i = 0; i < 3 && good; i++) good = peer_tell(process, SET_UP[i], &answer, error);
    snprintf(command, sizeof command, "param_mohex max_games %d", PLAYOUTS);
    good = good && peer_tell(process, command, &answer, error);
    snprintf(command, sizeof command, "param_mohex num_threads %d", threads);
    good = good && peer_tell(process, command, &answer, error) &&
           peer_tell(process, "genmove b", &answer, error) &&
           peer_tell(process, "mohex-search-statistics", &answer, error);
    const char *found = good ? strstr(text_string(&answer), "Games/s") : NULL;
    *per_second = found ? strtod(found + strlen("Games/s"), NULL) : 0;
    text_free(&answer);
    if (good && !(*per_second > 0)) error_failure(error, "the peer does not report its Games/s");
    return good && *per_second > 0;
}

static bool peer_rows(const Gammas *gammas, HtpProcess *process, BenchResult *result, json_t *rows,
                      Error *error) {
    static Speed speed;
    for (size_t i = 0; i < sizeof SIDES / sizeof *SIDES; i++) {
        for (int w = 0; w < 2; w++) { // one thread, and two on one tree
            double theirs;
            if (!speed_measure(gammas, SIDES[i], &WAYS[w], &speed, error) ||
                !peer_measure(process, SIDES[i], WAYS[w].threads, &theirs, error))
                return false;
            double playouts = (double)speed.report.playouts, ours = playouts / speed.seconds;
            if (WAYS[w].threads == 1) signature_add(result, &speed.report);
            result->work += playouts;
            result->seconds += speed.cpu;
            json_array_append_new(rows, json_pack("{s:i, s:i, s:f, s:f, s:f}", "size", SIDES[i], "threads",
                                                  WAYS[w].threads, "per_second", ours, "peer_per_second",
                                                  theirs, "ratio", ours / theirs));
        }
    }
    return true;
}

static bool mcts_bench_peer(const BenchPeer *beside, BenchResult *result, json_t *rows, Error *error) {
    HtpProcess process = {0};
    const char *peer = beside->command;
    if (!strncmp(peer, "htp:", 4)) peer += 4;
    Gammas *gammas = gammas_load(NULL, error);
    bool good = gammas && htp_process_start(&process, peer, error);
    if (good) {
        good = peer_rows(gammas, &process, result, rows, error);
        htp_process_stop(&process);
    }
    gammas_free(gammas);
    return good;
}

static const char *const COLUMNS[] = {"size",           "parallel", "threads", "per_second",
                                      "per_cpu_second", "nodes",    "studies", NULL};
static const char *const PEER_COLUMNS[] = {"size", "threads", "per_second", "peer_per_second", "ratio", NULL};

const Benchmark BENCH_MCTS = {
    .name = "mcts",
    .help = "Monte Carlo searches of 8,000 play-outs from the empty board, by one thread and by two in "
            "three ways.",
    .unit = "playouts",
    .columns = COLUMNS,
    .run = mcts_bench,
    .run_peer = mcts_bench_peer,
    .peer_columns = PEER_COLUMNS,
};
