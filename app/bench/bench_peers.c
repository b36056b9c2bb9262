// mustplay bench peers: our solver beside another program's, position by position in one run.
//
// Three sets: the 25 distinct openings of 7x7; 8x8 after d5, c4, b7, a1 and d4, and its empty board. The third is fifty
// random positions of 7x7 with 4 to 8 stones, from --seed. Each position is solved with nothing kept from the
// one before, one thread each: here by a new search, there after dfpn-clear-tt. Seconds are CPU seconds of
// one thread.
#include "app/bench/positions.h"
#include "base/clock.h"
#include "game/random_position.h"
#include "solve/truth.h"

#include <stdio.h>
#include <string.h>

enum { RANDOM_POSITIONS = 50, STONES_LEAST = 4, STONES_MOST = 8 };

typedef struct Totals {
    int positions, agreed;
    uint64_t nodes, proof; // studied; needed by the proofs
    bool forgotten;        // not all of these could be counted
    double own, peer;
} Totals;

typedef struct Beside {
    Peer *peer;
    BenchResult *result;
    json_t *rows;
} Beside;

// Stones alternate from Black on random cells, so that the side to move follows.
static int random_of_7(uint64_t seed, Position *out) {
    Random random = random_seeded(seed);
    const Geometry *g = geometry_get(7, 7);
    for (int i = 0; i < RANDOM_POSITIONS; i++) {
        int stones = STONES_LEAST + (int)random_below(&random, STONES_MOST - STONES_LEAST + 1);
        out[i] = position_in_turns(g, &random, stones);
    }
    return RANDOM_POSITIONS;
}

static bool position_compare(Beside *beside, const Position *p, Totals *totals, Error *error) {
    Truth truth;
    Color winner;
    double seconds, start = clock_thread_cpu();
    truth_start(&truth, p, false);
    if (!truth_solve(&truth, &SOLVE_AUTO, &(Budget){.threads = 1}, NULL, NULL, NULL, error)) return false;
    const Answer solved = truth.root;
    double own = clock_thread_cpu() - start;
    if (!peer_solve(beside->peer, p, &winner, &seconds, error)) return false;
    totals->positions++;
    totals->agreed += winner == solved.winner;
    totals->nodes += solved.nodes;
    totals->proof += truth.size.nodes;
    totals->forgotten |= !truth.measured || !truth.size.whole;
    totals->own += own;
    totals->peer += seconds;
    beside->result->work += (double)solved.nodes;
    beside->result->seconds += own;
    beside->result->signature = signature_mix(beside->result->signature, solved.winner == WHITE);
    json_array_append_new(beside->result->detail,
                          json_pack("{s:i, s:I, s:I, s:f, s:f, s:b}", "size", p->geometry->width, "nodes",
                                    (json_int_t)solved.nodes, "proof_nodes", (json_int_t)truth.size.nodes,
                                    "seconds", own, "peer_seconds", seconds, "agree",
                                    winner == solved.winner));
    fprintf(stderr, "\r%d positions: %.1f s, peer %.1f s ", totals->positions, totals->own, totals->peer);
    return true;
}

static bool set_compare(Beside *beside, const char *name, const Position *positions, int count,
                        Error *error) {
    Totals totals = {0};
    for (int i = 0; i < count; i++)
        if (!position_compare(beside, &positions[i], &totals, error)) return false;
    fprintf(stderr, "\r%60s\r", "");
    json_array_append_new(
        beside->rows,
        json_pack("{s:s, s:i, s:i, s:I, s:o, s:f, s:f, s:f}", "set", name, "positions", totals.positions,
                  "agree", totals.agreed, "nodes", (json_int_t)totals.nodes, "proof_nodes",
                  totals.forgotten ? json_null() : json_integer((json_int_t)totals.proof), "seconds",
                  totals.own, "peer_seconds", totals.peer, "ratio", totals.peer / totals.own));
    return true;
}

static bool peers_run(const BenchPeer *peer, BenchResult *result, json_t *rows, Error *error) {
    Beside beside = {peer_start(peer->command, error), result, rows};
    Position positions[SOLVE_SET_MAX];
    if (!beside.peer) return false;
    result->detail = json_array();
    bool good = set_compare(&beside, "7x7 openings", positions,
                            solve_set_positions(&SOLVE_SET_7_ALL, positions), error) &&
                set_compare(&beside, "7x7 random", positions, random_of_7(peer->seed, positions), error) &&
                set_compare(&beside, "8x8", positions, solve_set_positions(&SOLVE_SET_8, positions), error);
    peer_stop(beside.peer);
    return good;
}

static const char *const COLUMNS[] = {"set",     "positions",    "agree", "nodes", "proof_nodes",
                                      "seconds", "peer_seconds", "ratio", NULL};

const Benchmark BENCH_PEERS = {
    .name = "peers",
    .help = "The solver beside another program's dfpn-solve-state.",
    .unit = "nodes",
    .run_peer = peers_run,
    .peer_columns = COLUMNS,
};
