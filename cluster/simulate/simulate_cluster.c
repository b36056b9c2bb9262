// What a solve takes with more and more workers: the real master and the real solver on a virtual clock (cluster/simulate/cluster_model.h).
//
// Usage: simulate_cluster SIZE MOVES WORKERS [WORKERS ...]
//
// MOVES are cells with blanks between. A worker takes a quarter of a millisecond per study, plus or minus a
// quarter; a message takes half a millisecond each way. The master takes its CPU time, and for its own
// studies as long as a worker. Each position is
// studied once in all, whoever asks (cluster/simulate/studies.h): that changes no count, only how long the simulation takes.
//
// Prints a table, one row per number of workers:
//   studies, times     of the workers and of the master; how many times those of one process
//   again              share of the studies that somebody else, or the same worker before it forgot, had made already; those of jobs
//                      that were out at the end count as well
//   spare              share of the studies below leaves that are needed only if what was out does not come true
//   wasted             share of the studies for positions that had been decided meanwhile
//   faster, each       than one process; that per worker
//   idle               share of the workers' time without a job
//   jobs, per job      how many; studies of each
//   master, busy       its CPU per job; share of the time in which it was busy
#include "cluster/simulate/cluster_model.h"
#include "cluster/simulate/studies.h"
#include "solve/proof_methods.h"
#include "tools/lib/argument.h"

#include <stdio.h>

static const double STUDY_SECONDS = 0.00025, MESSAGE_SECONDS = 0.0005, SPREAD = 0.25, LEASE = 60;
enum { FACT_WORK = 40, MEMORY = 256 << 20, WORKER_MEMORY = 64 << 20 };

// The linker puts the second in the place of proof_worker_study (CMakeLists.txt), which has the first name then.
void __real_proof_worker_study(ProofWorker *worker, const Position *position, bool exact, ProofSeems seems);
void __wrap_proof_worker_study(ProofWorker *worker, const Position *position, bool exact, ProofSeems seems);

static Studies *STUDIES;

void __wrap_proof_worker_study(ProofWorker *worker, const Position *position, bool exact, ProofSeems seems) {
    if (studies_recall(STUDIES, position, exact, seems, worker)) return;
    __real_proof_worker_study(worker, position, exact, seems);
    studies_keep(STUDIES, position, worker);
}

static double percent(double part, double all) {
    return all > 0 ? 100 * part / all : 0;
}

static void row_print(int workers, const ModelResult *r, uint64_t alone) {
    const MasterStats *s = &r->stats;
    double nodes = (double)(s->nodes + s->studies), speed = (double)alone * STUDY_SECONDS / r->answer.seconds;
    double jobs = (double)s->jobs, made = (double)studies_count(STUDIES);
    printf(
        "| %d | %.0f | %.2f | %.0f %% | %.0f %% | %.0f %% | %.1f | %.0f %% | %.0f %% | %.0f | %.0f | %.3f ms | %.0f %% |\n",
        workers, nodes, nodes / (double)alone, percent(made - (double)studies_distinct(STUDIES), made),
        percent((double)s->spare, nodes), percent((double)s->wasted, nodes), speed, 100 * speed / workers,
        100 * r->idle, jobs, (double)s->nodes / jobs, 1000 * r->master_cpu / jobs, 100 * r->master_busy);
    fflush(stdout);
}

static void head_print(uint64_t alone) {
    printf("One process: %llu studies.\n\n", (unsigned long long)alone);
    printf(
        "| workers | studies | times | again | spare | wasted | faster | each | idle | jobs | per job | master | busy |\n");
    printf("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    fflush(stdout);
}

static bool simulate(const Position *p, const Net *net, int count, char **workers, Error *error) {
    Solver solver = {.settings = {.net = net}};
    ModelOptions options = {.study_seconds = STUDY_SECONDS,
                            .message_seconds = MESSAGE_SECONDS,
                            .master_study_seconds = STUDY_SECONDS,
                            .spread = SPREAD,
                            .lease = LEASE,
                            .fact_work = FACT_WORK,
                            .worker_memory = WORKER_MEMORY};
    Answer alone;
    options.master.search = solve_auto_settings(&solver, p->geometry);
    options.master.search.memory = MEMORY;
    if (!proof_search(p, &options.master.search, &(Budget){0}, &alone, error)) return false;
    head_print(alone.nodes);
    for (int i = 0; i < count; i++) {
        long wanted;
        ModelResult result;
        if (!argument_whole("WORKERS", workers[i], 1, 4096, &wanted, error)) return false;
        options.workers = (int)wanted;
        studies_begin(STUDIES);
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
    STUDIES = studies_new();
    bool good = STUDIES && simulate(&p, net, argc - 3, argv + 3, &error);
    if (!good) fprintf(stderr, "%s\n", STUDIES ? error.text : "out of memory");
    studies_free(STUDIES);
    net_free(net);
    return good ? 0 : error.bad_input ? 2 : 1;
}
