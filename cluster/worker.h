// A worker: joins a run, takes jobs of any kind, answers them, until it is told to stop or to drain.
//
// One thread does the jobs; another tells Redis every few seconds that the worker lives, and hears whether its job is
// still its own. Whatever breaks, a worker tries again: without Redis it waits, without membership it joins anew. What it
// knows (graphs, facts, nets) it keeps as long as the run is the same.
#ifndef MUSTPLAY_CLUSTER_WORKER_H
#define MUSTPLAY_CLUSTER_WORKER_H

#include "cluster/stream.h"
#include "play/catalog.h"

typedef struct WorkerSetup {
    const Catalog *catalog; // of the players of games
    RedisAddress address;
    const char *key;    // the file of this machine's key; NULL: the user's own
    const char *master; // the fingerprint of the only master to work for; NULL: whoever has the run
    const char *run, *name;
    const char *commit; // that this program was built from, "" when that is not known
    const char *store;  // the path that begins the names of this machine's stores, or NULL
    int threads;        // of a search
    uint64_t memory;    // bytes of its graphs; 0: what a search takes by itself
    void *context;
    bool (*stopped)(void *context); // asked several times a second, from both threads
    void (*say)(void *context,
                const char *line); // what a person who watches may want to know, from one thread
} WorkerSetup;

typedef struct WorkerTotals {
    uint64_t jobs, nodes; // done
    uint64_t moved;       // of these, answers that came too late
    uint64_t refused;     // jobs that made no sense
    double busy;          // seconds
} WorkerTotals;

// Returns when it is stopped or drained. False with an error when it cannot join: another version, shut out, or an
// address that never answers a question.
bool worker_run(const WorkerSetup *setup, WorkerTotals *totals, Error *error);

#endif
