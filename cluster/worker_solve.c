#include "cluster/worker_solve.h"

#include "base/file.h"
#include "base/sha256.h"
#include "cluster/claims.h"
#include "solve/proof_methods.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t NET_MOST = (size_t)1 << 29;

// --- The state
static void knowledge_drop(WorkerSolver *solver) {
    solver_release(&solver->context);
    facts_free(solver->facts);
    store_close(solver->local, NULL);
    solver->context = (Solver){.settings = {.without_net = true}};
    solver->facts = NULL;
    solver->local = NULL;
}

void worker_solver_enter(WorkerSolver *solver, const RunTerms *run) {
    if (!strcmp(solver->run.id, run->id)) return;
    knowledge_drop(solver);
    net_free(solver->net);
    solver->net = NULL;
    solver->run = *run;
    solver->epoch = 0;
    *solver->last_fact = '\0';
}

void worker_solver_free(WorkerSolver *solver) {
    knowledge_drop(solver);
    net_free(solver->net);
    solver->net = NULL;
}

// A store holds what one run proved in one epoch: what a liar said is never met again.
static bool local_open(WorkerSolver *solver, Error *error) {
    Text path = {0};
    if (!solver->store) return true;
    text_format(&path, "%s-%.16s-%u", solver->store, solver->run.id, solver->epoch);
    solver->local = path.failed ? NULL : store_open_claims(text_string(&path), error);
    text_free(&path);
    return solver->local;
}

static bool knowledge_ready(WorkerSolver *solver, uint32_t epoch, Error *error) {
    if (solver->facts && solver->epoch == epoch) return true;
    knowledge_drop(solver);
    solver->epoch = epoch;
    *solver->last_fact = '\0';
    if (!local_open(solver, error)) return false;
    solver->facts = facts_new(solver->local);
    if (!solver->facts) return error_memory(error);
    solver->context.settings.store = facts_proofs(solver->facts);
    return true;
}

// --- The net
// This machine's own, if it is the one.
static bool net_bytes_local(const char *hash, Text *bytes) {
    char path[4096], found[SHA256_TEXT];
    if (!net_find_solver(path, sizeof path) || !file_read_plain(path, NET_MOST, bytes, &(Error){0}))
        return false;
    sha256_text(text_string(bytes), bytes->length, found);
    if (!strcmp(found, hash)) return true;
    text_free(bytes);
    return false;
}

static bool net_bytes(Stream *stream, const char *hash, Text *bytes, Error *error) {
    if (net_bytes_local(hash, bytes)) return true;
    StreamResult result = stream_blob(stream, hash, bytes, error);
    if (result == STREAM_NONE) return error_failure(error, "the run's net %.12s is not in Redis", hash);
    return result == STREAM_DONE;
}

// The job's net is the run's, which was told at joining.
static bool net_ready(WorkerSolver *solver, Stream *stream, uint64_t number, Error *error) {
    if (!number) return !solver->net || error_input(error, "a job without a net in a run with one");
    if (number != message_net(solver->run.net))
        return error_input(error, "a job for another net than the run's");
    if (solver->net) return true;
    Text bytes = {0};
    if (net_bytes(stream, solver->run.net, &bytes, error))
        solver->net = net_parse(text_string(&bytes), bytes.length, "the run's net", error);
    text_free(&bytes);
    return solver->net;
}

// --- Facts of others
typedef struct Learning {
    WorkerSolver *solver;
    const char *self;
} Learning;

static void fact_learn(void *context, const Position *position, const ProofRecord *record) {
    WorkerSolver *solver = context;
    facts_learn(solver->facts, position, record);
    const Geometry *geometry =
        solver->context.searcher ? proof_searcher_geometry(solver->context.searcher) : NULL;
    if (geometry == position->geometry) proof_searcher_learn(solver->context.searcher, position, record);
}

static void fact_message(void *context, const char *worker, const char *bytes, size_t size) {
    const Learning *learning = context;
    uint32_t epoch;
    if (!strcmp(worker, learning->self)) return;
    // Another epoch's are for nobody; what is no message is passed over.
    if (!message_facts_epoch(bytes, size, &epoch) || epoch != learning->solver->epoch) return;
    message_read_facts(bytes, size, fact_learn, learning->solver, NULL);
}

// A failure costs time only: they are read before the next job.
static void facts_read(WorkerSolver *solver, Stream *stream) {
    Learning learning = {solver, stream->self};
    while (stream_facts(stream, solver->last_fact, fact_message, &learning, &(Error){0}) == STREAM_DONE) {
    }
}

// --- Jobs
static bool audit_run(const WorkerSolver *solver, const SolveJob *job, SolveAnswer *answer, Error *error) {
    Solver fresh = {.settings = {.without_net = true, .net = solver->net}};
    Budget budget = solver->budget;
    budget.nodes = job->budget;
    budget.memory /= 4;
    bool good = solve_part(&job->position, job->exact, &job->limits, &budget, &fresh, &answer->part, error);
    solver_release(&fresh);
    return good;
}

static bool part_run(WorkerSolver *solver, const SolveJob *job, SolveAnswer *answer, Error *error) {
    Budget budget = solver->budget;
    budget.nodes = job->budget;
    budget.seconds = JOB_SECONDS;
    budget.memory -= budget.memory / 4;
    solver->context.settings.net = solver->net;
    return solve_part(&job->position, job->exact, &job->limits, &budget, &solver->context, &answer->part,
                      error);
}

static bool job_run(WorkerSolver *solver, Stream *stream, const SolveJob *job, SolveAnswer *answer,
                    Error *error) {
    if (!net_ready(solver, stream, job->net, error) || !knowledge_ready(solver, job->epoch, error))
        return false;
    answer->id = job->id;
    answer->worker = stream_self_number(stream->self);
    answer->epoch = job->epoch;
    answer->audit = job->audit;
    answer->position = job->position;
    if (job->audit) return audit_run(solver, job, answer, error);
    facts_read(solver, stream);
    return part_run(solver, job, answer, error);
}

bool worker_solver_run(WorkerSolver *solver, Stream *stream, const StreamJob *job, Text *out, Text *facts,
                       Error *error) {
    SolveJob *solve = calloc(1, sizeof *solve);
    SolveAnswer *answer = calloc(1, sizeof *answer);
    solver->nodes = 0;
    bool good = solve && answer;
    if (!good) error_memory(error);
    good = good && message_read_job(text_string(&job->body), job->body.length, solve, error);
    if (good && solve->id != job->id) good = error_input(error, "a job that is not what it is called");
    good = good && job_run(solver, stream, solve, answer, error);
    if (good) {
        solver->nodes = answer->part.nodes;
        message_write_answer(answer, out);
        FactBatch *news = facts_news(solver->facts);
        if (news->count) message_write_facts(news, solver->epoch, facts);
        fact_batch_clear(news);
        good = !out->failed || error_memory(error);
    }
    free(solve);
    free(answer);
    return good;
}

// --- Claims
static bool prove_run(WorkerSolver *solver, Stream *stream, const ProveJob *job, ProveAnswer *answer,
                      Text *claims, Error *error) {
    Budget budget = solver->budget;
    budget.seconds = job->seconds;
    budget.memory -= budget.memory / 4;
    if (!net_ready(solver, stream, job->net, error) || !knowledge_ready(solver, job->epoch, error))
        return false;
    facts_read(solver, stream);
    solver->context.settings.net = solver->net;
    if (!claims_make(job, &solver->context, &budget, answer, claims, error)) return false;
    sha256_text(text_string(claims), claims->length, answer->hash);
    return true;
}

bool worker_solver_prove(WorkerSolver *solver, Stream *stream, const StreamJob *job, Text *out, Text *claims,
                         Error *error) {
    ProveJob *prove = calloc(1, sizeof *prove);
    ProveAnswer answer = {.id = job->id, .worker = stream_self_number(stream->self)};
    solver->nodes = 0;
    bool good = prove || error_memory(error);
    good = good && message_read_prove(text_string(&job->body), job->body.length, prove, error);
    if (good && prove->id != job->id) good = error_input(error, "a job that is not what it is called");
    if (good) answer.epoch = prove->epoch;
    good = good && prove_run(solver, stream, prove, &answer, claims, error);
    solver->nodes = answer.nodes;
    if (good) message_write_proved(&answer, out);
    free(prove);
    return good && (!out->failed || error_memory(error));
}
