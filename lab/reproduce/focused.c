#include "lab/reproduce/focused.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>

Net *focused_net(Error *error) {
    char path[4096];
    if (net_find_solver(path, sizeof path)) return net_load(path, error);
    error_failure(error, "the solver's net is not found");
    return NULL;
}

// Limits are of this thread's CPU, so that a busy machine changes nothing.
static bool cpu_spent(void *context) {
    const double *end = context;
    return clock_thread_cpu() >= *end;
}

bool focused_solve(const SolveMethod *method, int size, const char *opening, Solver *solver, double seconds,
                   FocusedRun *run, Error *error) {
    const Geometry *g = geometry_get(size, size);
    Position p = position_empty(g);
    Truth truth;
    cellset_add(&p.stones[BLACK], cell_parse(g, opening, (int)strlen(opening)));
    p.to_move = WHITE;
    fprintf(stderr, "%s %dx%d %s ...\n", method->name, size, size, opening);
    truth_start(&truth, &p, false);
    double start = clock_thread_cpu(), end = start + seconds;
    Observer observer = {.context = &end, .cancelled = cpu_spent};
    Budget budget = {.threads = 1, .observer = &observer};
    bool good = truth_solve(&truth, method, &budget, solver, NULL, NULL, error);
    solver_release(solver);
    if (!good) return false;
    Color winner = truth.root.winner;
    *run = (FocusedRun){.nodes = truth.nodes,
                        .proof_nodes = winner != EMPTY && truth.measured && truth.size.whole
                                           ? json_integer((json_int_t)truth.size.nodes)
                                           : json_null(),
                        .seconds = clock_thread_cpu() - start,
                        .winner = winner == EMPTY   ? "not ended"
                                  : winner == BLACK ? "black"
                                                    : "white"};
    return true;
}
