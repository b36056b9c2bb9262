// solve --redis: the questions of a solve go to the workers of a run.
#ifndef MUSTPLAY_CLUSTER_CMD_SOLVE_CLUSTER_H
#define MUSTPLAY_CLUSTER_CMD_SOLVE_CLUSTER_H

#include "cli/command.h"
#include "cli/watch.h"
#include "cluster/solve_run.h"
#include "solve/solver.h"

typedef struct SolveCluster {
    SolveRun *run; // NULL: this machine solves by itself
    SolveElsewhere elsewhere;
    Net *net;       // that workers use; NULL: none
    Text net_bytes; // its file
    Text store;     // the path that begins the names of the run's stores
    bool resumable; // there is a checkpoint, and the stores lie beside it
    Watch *watch;
    SolveRunTotals totals;
} SolveCluster;

// With --redis, makes the solver ask the workers. `position` and `all_moves` say what the run is about.
bool solve_cluster_open(SolveCluster *cluster, const Args *args, const Position *position, bool all_moves,
                        Watch *watch, Solver *solver, Error *error);
// From here on the solver solves by itself again, with what the run proved as its store: for writing proofs.
// `decided`: the workers are not needed any more, and what was proved goes into the user's store, if there is one.
void solve_cluster_settle(SolveCluster *cluster, bool decided, Solver *solver, Store *user);
// Ends the run. Unless it is `done`, its stores stay if it can go on from a checkpoint.
void solve_cluster_close(SolveCluster *cluster, Solver *solver, bool done);
// For reports: null without --redis.
json_t *solve_cluster_json(const SolveCluster *cluster);

#endif
