// What a solve takes with more and more workers: the real master and the real solver on a virtual clock (tools/lib/cluster_model.h).
//
// Usage: simulate_cluster SIZE MOVES WORKERS [WORKERS ...]
//
// MOVES are cells with blanks between. A worker takes 1 ms per study, give or take a quarter, a message half a millisecond each
// way, and the master what its CPU takes. Prints one row per number of workers: studies of the workers and of the master;
// how many times those of one process; how many times as fast as it; that per worker; the share of studies for nothing, and
// of the workers' time without a job; jobs; the master's CPU per job, and the share of the time in which it was busy.
#include "base/number.h"
#include "solve/proof_methods.h"
#include "tools/lib/cluster_model.h"

#include <stdio.h>

static const double STUDY_SECONDS = 0.001, MESSAGE_SECONDS = 0.0005, SPREAD = 0.25, LEASE = 60;
enum { FACT_WORK = 16, MEMORY = 256 << 20 };

static void row_print(int workers, const ModelResult *r, uint64_t alone) {
    const MasterStats *s = &r->stats;
    double nodes = (double)(s->nodes + s->studies), speed = (double)alone * STUDY_SECONDS / r->answer.seconds;
    printf("%7d %9.0f %6.2f %7.1f %6.0f %% %6.1f %% %5.1f %% %7llu %8.3f ms %5.1f %%\n", workers, nodes,
           nodes / (double)alone, speed, 100 * speed / workers, 100 * (double)s->wasted / nodes,
           100 * r->idle, (unsigned long long)s->jobs, 1000 * r->master_cpu / (double)s->jobs,
           100 * r->master_busy);
    fflush(stdout);
}

static bool simulate(const Position *p, const Net *net, int count, char **workers, Error *error) {
    SolveContext context = {.net = net};
    ModelOptions options = {.study_seconds = STUDY_SECONDS,
                            .message_seconds = MESSAGE_SECONDS,
                            .spread = SPREAD,
                            .lease = LEASE,
                            .fact_work = FACT_WORK};
    Answer alone;
    solve_part_options(&context, p->geometry, &options.master.search);
    options.master.search.memory = MEMORY;
    if (!proof_search(p, &options.master.search, &(Budget){0}, &alone, error)) return false;
    printf("one process: %llu studies\n", (unsigned long long)alone.nodes);
    printf("workers   studies  times  faster  each     wasted    idle    jobs  master/job  busy\n");
    for (int i = 0; i < count; i++) {
        long wanted;
        ModelResult result;
        if (!number_whole(workers[i], &wanted) || wanted < 1 || wanted > 4096)
            return error_input(error, "a number of workers from 1 to 4096, not '%.40s'", workers[i]);
        options.workers = (int)wanted;
        if (!model_run(p, &options, &result, error)) return false;
        row_print(options.workers, &result, alone.nodes);
    }
    return true;
}

int main(int argc, char **argv) {
    Error error = {0};
    int width, height;
    char path[4096];
    if (argc < 4 || !size_parse(argv[1], &width, &height, &error)) {
        fprintf(stderr, "usage: simulate_cluster SIZE MOVES WORKERS [WORKERS ...]\n");
        return 2;
    }
    Position p = position_empty(geometry_get(width, height));
    CellSet moves = cellset_named(p.geometry, argv[2]);
    for (int cell; (cell = cellset_pop(&moves)) >= 0;) p = position_played(&p, cell);
    Net *net = net_find_solver(path, sizeof path) ? net_load(path, &error) : NULL;
    bool good = simulate(&p, net, argc - 3, argv + 3, &error);
    if (!good) fprintf(stderr, "%s\n", error.text);
    net_free(net);
    return good ? 0 : error.bad_input ? 2 : 1;
}
