// mustplay work: a worker of a run on many machines.
#include "cli/commands.h"
#include "cli/memory_args.h"
#include "cli/program.h"
#include "cli/watch.h"
#include "cluster/cmd/redis_args.h"
#include "cluster/worker.h"

#include <stdio.h>
#include <unistd.h>

static bool work_stopped(void *context) {
    (void)context;
    return watch_interrupted();
}

typedef struct Said {
    const Args *args;
    char who[140];
} Said;

static void line_say(void *context, const char *line) {
    const Said *said = context;
    args_log(said->args, said->who, line);
}

// The machine and the process: two workers never share it.
static void name_default(char *name, size_t size) {
    char host[100] = "";
    gethostname(host, sizeof host - 1);
    snprintf(name, size, "%s-%ld", *host ? host : "worker", (long)getpid());
}

static int totals_report(const Args *args, const char *name, const WorkerTotals *totals) {
    if (args_flag(args, "json"))
        return report_json(json_pack("{s:s, s:I, s:I, s:I, s:I, s:f}", "name", name, "jobs",
                                     (json_int_t)totals->jobs, "nodes", (json_int_t)totals->nodes, "late",
                                     (json_int_t)totals->moved, "refused", (json_int_t)totals->refused,
                                     "busy", totals->busy));
    printf("%llu job%s, %llu node%s, %.1f s of work; %llu answer%s came too late, %llu job%s made no sense\n",
           (unsigned long long)totals->jobs, plural(totals->jobs), (unsigned long long)totals->nodes,
           plural(totals->nodes), totals->busy, (unsigned long long)totals->moved, plural(totals->moved),
           (unsigned long long)totals->refused, plural(totals->refused));
    return EXIT_DONE;
}

static int work_run(const Args *args) {
    Error error = {0};
    char name[128];
    Watch watch;
    WorkerTotals totals;
    name_default(name, sizeof name);
    if (args_given(args, "name")) snprintf(name, sizeof name, "%s", args_text(args, "name"));
    Said said = {.args = args};
    snprintf(said.who, sizeof said.who, "work (%s)", name);
    WorkerSetup setup = {.catalog = args_catalog(args),
                         .run = args_text(args, "run"),
                         .key = args_text(args, "key"),
                         .master = args_text(args, "master"),
                         .name = name,
                         .store = args_text(args, "store"),
                         .threads = args_given(args, "threads") ? (int)args_int(args, "threads") : 1,
                         .commit = args_program(args)->commit,
                         .context = &said,
                         .stopped = work_stopped,
                         .say = line_say};
    if ((setup.master && !fingerprint_check(setup.master, &error)) ||
        !args_redis(args, &setup.address, &error) ||
        !args_memory(args, (uint64_t)64 << 20, &setup.memory, &error))
        return report_error(&error);
    watch_start(&watch, NULL);
    if (!worker_run(&setup, &totals, &error)) return report_error(&error);
    return totals_report(args, name, &totals);
}

static const char *const EXAMPLES[] = {
    "mustplay work --redis server:6379",
    "Joins a run until Ctrl-C.",
    "mustplay work --redis server:6379 --run nine --threads 4",
    "Joins the run named nine with four threads.",
    NULL,
};

const Command COMMAND_WORK = {
    .name = "work",
    .group = "Machines",
    .summary = "Work for a run on many machines.",
    .arguments = "",
    .options = REDIS_OPTIONS " key master name threads memory store log json",
    .examples = EXAMPLES,
    .detail =
        "Joins a run through the Redis that --redis names and does its jobs until Ctrl-C, SIGTERM or `mustplay "
        "cluster drain`; start one for each core, or one with --threads. It may come and go at any time: what it had "
        "in hand is done by others. It waits for a run to begin and for a Redis that is away. --memory bounds its "
        "search graph; --store PATH begins the name of a file of proved positions that the workers of a machine "
        "share. A worker of another version than the master's is refused. It signs its answers with this machine's key (--key) and takes "
        "jobs from the master that has signed the run, with --master FINGERPRINT from no other. docs/CLUSTER.md tells the rest.",
    .run = work_run,
};
