// A cluster in one process, on a virtual clock: the real master (cluster/master.h) and workers that search with the real
// solver, one after the other; only time and the network are modelled.
//
// The model of time: a worker takes seconds per study, all the same or spread around that; a message takes a fixed time
// each way; the master serves one answer after another and takes the CPU time that it really took, or a fixed one. Facts
// reach every worker one message's time after the answer that brought them. With a fixed time of the master a run depends
// on its options alone.
#ifndef MUSTPLAY_TOOLS_CLUSTER_MODEL_H
#define MUSTPLAY_TOOLS_CLUSTER_MODEL_H

#include "cluster/master.h"

// Shares of answers that something happens to.
typedef struct ModelFaults {
    double lost;     // never arrive: after the lease the job goes out again
    double late;     // arrive after the lease
    double doubled;  // arrive twice
    double lies;     // of the first worker's answers: the winner is the other one
    double killed;   // after which the worker has forgotten all
    double restarts; // of the master, after answers: it goes on from its last checkpoint
    const char
        *file; // for checkpoints, which are written after one answer in ten; without one there are none
} ModelFaults;

typedef struct ModelOptions {
    MasterOptions master;
    int workers;
    double study_seconds; // of a worker
    double spread;        // of the workers' speeds: from 1 / (1 + spread) to 1 + spread
    double message_seconds;
    double master_seconds; // per answer and the job that follows; 0: what the CPU took
    double
        master_study_seconds; // besides, for each study of the master's own: where studies are recalled, not made
    uint64_t worker_memory; // bytes for each worker's graph; 0: as for the master's
    double lease;
    uint32_t fact_work; // positions of this many studies are told to all; 0: none
    ModelFaults faults;
    uint64_t seed;
    uint64_t nodes_most; // ends an endless run; 0: none
} ModelOptions;

typedef struct ModelResult {
    Answer answer; // seconds: on the virtual clock
    MasterStats stats;
    double master_cpu;  // seconds, measured
    double master_busy; // share of the virtual time in which the master served
    double idle;        // share of the workers' time without a job
    uint64_t messages, facts;
    uint64_t restarts, returns; // of the master: from a checkpoint; to an audited one
    WorkerId liar;              // the one shut out last
} ModelResult;

// Runs until the question is decided and what was drawn for audits is audited. False on a failure.
bool model_run(const Position *question, const ModelOptions *options, ModelResult *result, Error *error);

#endif
