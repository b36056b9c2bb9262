// Benchmarks: fixed work with a signature that changes only when behaviour changes, and its speed.
#ifndef MUSTPLAY_APP_BENCH_BENCH_H
#define MUSTPLAY_APP_BENCH_BENCH_H

#include "cli/command.h"

typedef struct BenchResult {
    uint64_t signature; // the same on every machine and in every run
    double work;        // how much was done, in units
    double seconds;     // CPU seconds of this thread that the work took
    json_t *detail;     // for JSON only: an array, or NULL
} BenchResult;

// Another program to compare with.
typedef struct BenchPeer {
    const char *command; // an HTP command line
    uint64_t seed;       // of random positions
} BenchPeer;

typedef struct Benchmark {
    const char *name;
    const char *help;           // one sentence: the work
    const char *unit;           // of the work: "stones"
    bool by_name;               // runs only when it is named
    const char *const *columns; // keys of the detail rows, ended by NULL; NULL without such rows
    // Does the work; may append rows. False with an error on a failure. NULL: it only compares.
    bool (*run)(BenchResult *result, json_t *rows, Error *error);
    // The same beside another program; NULL when there is none to compare with.
    bool (*run_peer)(const BenchPeer *peer, BenchResult *result, json_t *rows, Error *error);
    const char *const *peer_columns;
} Benchmark;

extern const Benchmark BENCH_PLAYOUTS;                                           // app/bench/bench_game.c
extern const Benchmark BENCH_CELLSET;                                            // app/bench/bench_cellset.c
extern const Benchmark BENCH_BRUTE, BENCH_SOLVE_7, BENCH_SOLVE_8, BENCH_SOLVE_9; // app/bench/bench_solve.c
extern const Benchmark BENCH_KNOWLEDGE,
    BENCH_INCREMENTAL;              // app/bench/bench_knowledge.c, app/bench/bench_incremental.c
extern const Benchmark BENCH_MCTS;  // app/bench/bench_mcts.c
extern const Benchmark BENCH_NET;   // app/bench/bench_net.c
extern const Benchmark BENCH_PEERS; // app/bench/bench_peers.c

// Mixes a value into a signature; the order counts.
static inline uint64_t signature_mix(uint64_t signature, uint64_t value) {
    signature = (signature ^ value) * 0x9e3779b97f4a7c15u;
    return signature ^ signature >> 32;
}

#endif
