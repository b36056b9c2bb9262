#include "lab/reproduce/focused.h"

#include <stdio.h>
#include <string.h>

Net *focused_net(Error *error) {
    char path[4096];
    if (net_find_solver(path, sizeof path)) return net_load(path, error);
    error_failure(error, "the solver's net is not found");
    return NULL;
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
    CpuLimit limit;
    cpu_limit_start(&limit, seconds);
    Budget budget = {.threads = 1, .observer = &limit.observer};
    bool good = truth_solve(&truth, method, &budget, solver, NULL, NULL, error);
    solver_release(solver);
    if (!good) return false;
    Color winner = truth.root.winner;
    *run = (FocusedRun){.nodes = truth.nodes,
                        .proof_nodes = winner != EMPTY && truth.measured && truth.size.whole
                                           ? json_integer((json_int_t)truth.size.nodes)
                                           : json_null(),
                        .seconds = cpu_limit_used(&limit),
                        .winner = winner == EMPTY   ? "not ended"
                                  : winner == BLACK ? "black"
                                                    : "white"};
    return true;
}
