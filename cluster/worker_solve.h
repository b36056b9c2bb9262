// How a worker does jobs of a solve: one graph and one set of facts that stay from job to job, another graph for audits.
#ifndef MUSTPLAY_CLUSTER_WORKER_SOLVE_H
#define MUSTPLAY_CLUSTER_WORKER_SOLVE_H

#include "base/budget.h"
#include "cluster/facts.h"
#include "cluster/stream.h"
#include "solve/solver.h"

typedef struct WorkerSolver {
    RunTerms run;      // whose jobs these are
    uint32_t epoch;    // of the facts and the graph
    const char *store; // the path that begins the store's name, or NULL
    Budget budget;     // threads, memory, observer
    Solver context;
    Facts *facts;
    Store *local;                  // or NULL
    Net *net;                      // of the run, once loaded
    char last_fact[STREAM_ID_MAX]; // read
    uint64_t nodes;                // of the last job
} WorkerSolver;

// Forgets everything unless the run is still the same.
void worker_solver_enter(WorkerSolver *solver, const RunTerms *run);
void worker_solver_free(WorkerSolver *solver);

// Does a job: the answer's bytes, and what was proved that others should know. An error is about the job (bad input), or
// about this machine.
bool worker_solver_run(WorkerSolver *solver, Stream *stream, const StreamJob *job, Text *answer, Text *facts,
                       Error *error);
// Does a job about claims: the answer's bytes, and the claims, which are to be in Redis before the answer is.
bool worker_solver_prove(WorkerSolver *solver, Stream *stream, const StreamJob *job, Text *answer,
                         Text *claims, Error *error);

#endif
