// solve --redis: the questions of a solve go to the workers of a run.
#include "api/inside_solve.h"
#include "base/file.h"
#include "cli/program.h"
#include "cluster/cmd/redis_args.h"
#include "cluster/cmd/redis_commands.h"
#include "cluster/solve_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const size_t NET_MOST = (size_t)1 << 29;

typedef struct SolveCluster {
    SolveRun *run;
    SolveElsewhere elsewhere;
    Net *net;          // that workers use; NULL: none
    Text net_bytes;    // its file
    Text store;        // the path that begins the names of the run's stores
    Text proof;        // the path of proofs
    bool keeps_proof;  // it is the user's
    Position question; // of the command
    Color claimed;     // who wins it by what workers say
    bool resumable;    // there is a checkpoint, and the stores lie beside it
    Watch *watch;
    const Args *args;
    uint32_t epochs; // of the run: each had a store
} SolveCluster;

static bool ask_workers(void *context, const Position *position, const Budget *budget, Answer *answer,
                        Error *error) {
    SolveCluster *cluster = context;
    bool good = solve_run_ask(cluster->run, position, budget, answer, error);
    if (position_equal(position, &cluster->question))
        cluster->claimed = solve_run_totals(cluster->run).claimed;
    return good;
}

static void line_say(void *context, const char *line) {
    SolveCluster *cluster = context;
    watch_clear(cluster->watch);
    args_log(cluster->args, "solve", line);
}

// --net, the solver's own net, or none, with the bytes that workers without it will ask for.
static bool net_open(SolveCluster *cluster, const Args *args, Error *error) {
    char found[4096];
    const char *path = args_text(args, "net");
    if (path && !strcmp(path, "none")) return true;
    if (!path) path = net_find_solver(found, sizeof found) ? found : NULL;
    if (!path) return true;
    if (!file_read_plain(path, NET_MOST, &cluster->net_bytes, error)) return false;
    cluster->net = net_parse(cluster->net_bytes.data, cluster->net_bytes.length, path, error);
    return cluster->net;
}

// What the run is about, word for word: a master that is started again must mean the same.
static void task_write(const Position *p, bool all_moves, Text *out) {
    text_format(out, "solve %dx%d, %s to move%s", p->geometry->width, p->geometry->height,
                color_name(p->to_move), all_moves ? ", all moves" : "");
    for (Color color = BLACK; color <= WHITE; color++) {
        if (cellset_is_empty(p->stones[color])) continue;
        text_format(out, ", %s ", color_name(color));
        cellset_write(p->geometry, p->stones[color], out);
    }
}

// Beside the checkpoint, or where nobody looks and nothing stays.
static void store_path(const SolveRunSetup *setup, Text *path) {
    const char *folder = getenv("TMPDIR");
    if (setup->checkpoint)
        text_format(path, "%s.store", setup->checkpoint);
    else
        text_format(path, "%s/mustplay-%s-%ld.store", folder && *folder ? folder : "/tmp", setup->run,
                    (long)getpid());
}

// The user's, if one file is wanted; else beside the stores, and it goes when the run ends.
static void proof_path(SolveCluster *cluster, const Args *args, bool all_moves) {
    const char *wanted = all_moves ? NULL : args_text(args, "proof");
    cluster->keeps_proof = wanted;
    if (wanted)
        text_add(&cluster->proof, wanted);
    else
        text_format(&cluster->proof, "%s.proof.zst", text_string(&cluster->store));
}

static bool options_check(const Args *args, const SolveSettings *settings, Error *error) {
    static const char *const apart[] = {"window-base", "window-factor", "epsilon"};
    for (int i = 0; i < 3; i++)
        if (args_given(args, apart[i]))
            return error_input(error, "--redis and --%s: workers search with the settings of auto", apart[i]);
    if (settings->knowledge.deduce)
        return error_input(error, "--redis and --deduce: workers search with the settings of auto");
    if (args_given(args, "method") && strcmp(args_text(args, "method"), "auto") != 0)
        return error_input(error, "--redis: workers search by the method auto alone");
    return true;
}

static bool run_start(SolveCluster *cluster, const Args *args, bool all_moves, const ProofStore *checked,
                      const char *task, Error *error) {
    SolveRunSetup setup = {.run = args_text(args, "run"),
                           .keys = args_keys(args),
                           .checkpoint = args_text(args, "checkpoint"),
                           .audit = args_real(args, "audit"),
                           .lease = args_real(args, "lease"),
                           .build = {args_program(args)->commit, args_flag(args, "same-build")},
                           .seed = (uint64_t)getpid(),
                           .unproved = args_flag(args, "unproved"),
                           .checked = checked,
                           .context = cluster,
                           .say = line_say};
    if (!args_redis(args, &setup.address, error) || !net_open(cluster, args, error)) return false;
    store_path(&setup, &cluster->store);
    cluster->resumable = setup.checkpoint;
    setup.store = text_string(&cluster->store);
    proof_path(cluster, args, all_moves);
    setup.proof = text_string(&cluster->proof);
    setup.net = cluster->net;
    setup.net_bytes = &cluster->net_bytes;
    cluster->run = solve_run_open(&setup, task, error);
    return cluster->run;
}

// The stores of all epochs, with their lock files.
static void stores_remove(const SolveCluster *cluster) {
    for (uint32_t epoch = 0; epoch <= cluster->epochs; epoch++) {
        char path[4200];
        snprintf(path, sizeof path, "%s-%u", text_string(&cluster->store), epoch);
        unlink(path);
        snprintf(path, sizeof path, "%s-%u-lock", text_string(&cluster->store), epoch);
        unlink(path);
    }
}

static void proof_remove(const SolveCluster *cluster) {
    Text part = {0};
    text_format(&part, "%s.part", text_string(&cluster->proof));
    unlink(text_string(&part));
    unlink(text_string(&cluster->proof));
    text_free(&part);
}

void redis_solve_close(void *run, mp_solver *solver, bool done) {
    SolveCluster *cluster = run;
    if (!cluster) return;
    if (cluster->run) {
        solver_release(&solver->solver); // it may look at the run's store and net
        solver->solver.settings.store = NULL;
        solver->solver.settings.net = NULL;
        solve_run_close(cluster->run, done);
        if (done || !cluster->resumable) stores_remove(cluster);
        if ((done || !cluster->resumable) && !cluster->keeps_proof) proof_remove(cluster);
    }
    net_free(cluster->net);
    text_free(&cluster->net_bytes);
    text_free(&cluster->store);
    text_free(&cluster->proof);
    free(cluster);
}

void *redis_solve_open(const Args *args, const mp_game *game, bool all_moves, Watch *watch, mp_solver *solver,
                       Error *error) {
    if (!options_check(args, &solver->solver.settings, error)) return NULL;
    SolveCluster *cluster = calloc(1, sizeof *cluster);
    if (!cluster) {
        error_failure(error, "out of memory");
        return NULL;
    }
    cluster->watch = watch;
    cluster->args = args;
    Text task = {0};
    task_write(mp_game_position(game), all_moves, &task);
    const ProofStore *checked = solver->store ? store_proofs(solver->store) : NULL;
    cluster->question = *mp_game_position(game);
    cluster->claimed = EMPTY;
    bool good = run_start(cluster, args, all_moves, checked, text_string(&task), error);
    text_free(&task);
    if (!good) {
        redis_solve_close(cluster, solver, false);
        return NULL;
    }
    cluster->elsewhere = (SolveElsewhere){cluster, ask_workers};
    solver->solver.settings.elsewhere = &cluster->elsewhere;
    solver->solver.settings.checkpoint = NULL; // the master keeps it
    solver->solver.settings.store = NULL;      // it gets what was proved and checked here, and no more
    return cluster;
}

static json_t *totals_json(const SolveRunTotals *t) {
    const MasterStats *m = &t->master;
    json_t *json =
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "jobs", (json_int_t)m->jobs,
                  "answers", (json_int_t)m->answers, "wasted_nodes", (json_int_t)m->wasted, "lost",
                  (json_int_t)m->lost, "studies", (json_int_t)m->studies, "audits", (json_int_t)m->audits,
                  "messages", (json_int_t)t->messages, "bytes", (json_int_t)t->bytes, "refused",
                  (json_int_t)t->refused, "liars", (json_int_t)t->liars, "cpu", t->cpu);
    json_t *proof =
        json_pack("{s:I, s:I, s:I, s:f, s:f, s:f}", "claims", (json_int_t)t->proof.size.claims, "requests",
                  (json_int_t)t->requests, "doubts", (json_int_t)t->doubts, "check_seconds", t->check_seconds,
                  "judge_seconds", t->judge_seconds, "prove_seconds", t->prove_seconds);
    json_object_update(json, proof);
    json_decref(proof);
    return json;
}

json_t *redis_solve_settle(void *run, bool decided, mp_solver *solver) {
    SolveCluster *cluster = run;
    if (decided) solve_run_end(cluster->run);
    Store *store = solve_run_store(cluster->run);
    solver->solver.settings.elsewhere = NULL;
    solver->solver.settings.store = store ? store_proofs(store) : NULL;
    solver->solver.settings.net = cluster->net;
    SolveRunTotals totals = solve_run_totals(cluster->run);
    cluster->epochs = totals.epoch;
    return totals_json(&totals);
}

mp_color redis_solve_claimed(const void *run) {
    const SolveCluster *cluster = run;
    return (mp_color)cluster->claimed;
}

bool redis_solve_proof(const void *run, Text *report) {
    const SolveCluster *cluster = run;
    const char *path = text_string(&cluster->proof);
    SolveRunTotals totals = solve_run_totals(cluster->run);
    if (!cluster->keeps_proof || !totals.proof.size.claims)
        return false; // where no worker was asked there is none
    text_format(report, "%s: %llu claim%s, %llu bytes, checked\n", path,
                (unsigned long long)totals.proof.size.claims, totals.proof.size.claims == 1 ? "" : "s",
                (unsigned long long)totals.proof.size.stored);
    return true;
}
