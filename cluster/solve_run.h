// A solve by many workers: the loop that stands between the master (cluster/master.h), which knows only the proof, and
// Redis (cluster/stream.h), which knows only streams.
//
// It hands out the next job when an answer comes (over a slow network one ahead), takes in the answers and
// facts, and keeps checkpoints. It recovers from lost workers and from a Redis that is away, restarted or
// without its data.
// Without Redis it waits; with a checkpoint it may be killed at any time, and the same call goes on.
#ifndef MUSTPLAY_CLUSTER_SOLVE_RUN_H
#define MUSTPLAY_CLUSTER_SOLVE_RUN_H

#include "base/budget.h"
#include "cluster/master.h"
#include "cluster/run_lease.h"
#include "cluster/stream.h"
#include "proof/proof.h"
#include "solve/store.h"

typedef struct SolveRunSetup {
    RedisAddress address;
    RunKeys keys;
    const char *run;
    const char *checkpoint;    // a file, or NULL: what was done is lost when the master dies
    const char *store;         // the path of the run's own store, to which the epoch is added; NULL: none
    const char *proof;         // the path of the proof of the last answer
    bool unproved;             // answers are only claimed: no proof is made
    const ProofStore *checked; // gets the questions whose proofs were checked; NULL: none
    const Net *net;            // that workers use too; NULL: none
    const Text *net_bytes;     // its file
    double audit;              // the share of proved results that is solved again
    double lease;              // seconds after which a silent worker has lost its jobs
    BuildTerms build;
    uint64_t seed;
    void *context;
    void (*say)(void *context, const char *line); // for a person who watches; may be NULL
} SolveRunSetup;

typedef struct SolveRunTotals {
    MasterStats master;
    uint64_t messages, bytes;            // sent to Redis and received: jobs, answers, facts
    uint64_t refused;                    // answers that made no sense
    uint64_t liars;                      // workers that were shut out
    Color claimed;                       // who wins the last question by what workers say; EMPTY: nobody yet
    ProofMade proof;                     // of the last answer
    uint64_t requests, doubts;           // claims asked for; words that were not kept
    double prove_seconds;                // of workers, for claims
    double core_seconds;                 // of workers, claims included: a job's time by its worker's threads
    double check_seconds, judge_seconds; // for making and checking proofs; of these, the checker's
    double seconds, cpu;                 // on the wall; of this thread's CPU
    uint32_t epoch;                      // the last one: the run's store has it in its name
} SolveRunTotals;

typedef struct SolveRun SolveRun;

// Joins Redis as the master of a run; its questions follow. NULL with an error when another master has the run, or it
// is not finished with something else.
SolveRun *solve_run_open(const SolveRunSetup *setup, const char *task, Error *error);
// Asks one question that is not won, within seconds, memory and an observer. A winner was proved here, and
// the checker has judged the proof, which is at `proof`. The winner is EMPTY when the limits ended the search
// or the check. False on a failure.
bool solve_run_ask(SolveRun *run, const Position *question, const Budget *budget, Answer *answer,
                   Error *error);
// All questions are answered: the run in Redis ends, and the workers are free. Checkpoints and the store stay, so that what
// follows (writing a proof) may be killed too.
void solve_run_end(SolveRun *run);
// When all is `done` the checkpoints go; otherwise the same setup goes on later.
void solve_run_close(SolveRun *run, bool done);
SolveRunTotals solve_run_totals(const SolveRun *run);
// The run's store, or NULL; closed with the run.
Store *solve_run_store(SolveRun *run);

#endif
