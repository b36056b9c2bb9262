#include "cluster/simulate/cluster_model.h"

#include "base/clock.h"
#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Fact {
    Position key;
    ProofRecord record;
    double time; // from which on workers can have it
    uint32_t epoch;
    int author;
} Fact;

typedef struct Facts {
    Fact *fact;
    size_t count, room;
    bool failed;
} Facts;

typedef struct ModelWorker {
    struct Model *model;
    int number;
    ProofStore store; // whose only use is to hear of what was proved
    ProofSearcher *searcher;
    Facts found; // by the job that runs
    size_t learned;
    uint32_t epoch;
    double seconds; // per study
    double busy;
    bool waits;
} ModelWorker;

typedef enum EventKind { EVENT_ANSWER, EVENT_LEASE } EventKind;

typedef struct Event {
    double time;
    uint64_t order; // of events at the same time
    EventKind kind;
    int worker;
    bool asks; // the worker is free from then on
    uint64_t job;
    SolveAnswer *answer;
} Event;

typedef struct Model {
    const ModelOptions *options;
    ModelResult *result;
    Master *master;
    ModelWorker *worker;
    Facts facts;
    Event *event; // a heap
    int events, room;
    uint64_t order;
    double now, master_free;
    Random random;
    uint32_t oldest, newest; // checkpoints that are there; 0: none
    const Position *question;
    Error *error;
} Model;

// --- Facts
static void facts_add(Facts *facts, const Fact *fact) {
    if (facts->count == facts->room) {
        size_t room = facts->room ? 2 * facts->room : 64;
        Fact *grown = realloc(facts->fact, sizeof *grown * room);
        if (!grown) {
            facts->failed = true;
            return;
        }
        facts->fact = grown;
        facts->room = room;
    }
    facts->fact[facts->count++] = *fact;
}

static bool lookup_nothing(void *context, const Position *position, ProofRecord *record) {
    (void)context, (void)position, (void)record;
    return false;
}

static void record_fact(void *context, const Position *position, const ProofRecord *record) {
    ModelWorker *w = context;
    uint32_t least = w->model->options->fact_work;
    if (!least || record->work < least) return;
    facts_add(&w->found, &(Fact){.key = *position, .record = *record, .author = w->number});
}

static void facts_learn(ModelWorker *w, double now) {
    const Facts *facts = &w->model->facts;
    while (w->learned < facts->count && facts->fact[w->learned].time <= now) {
        const Fact *fact = &facts->fact[w->learned++];
        if (fact->author != w->number && fact->epoch == w->epoch)
            proof_searcher_learn(w->searcher, &fact->key, &fact->record);
    }
}

// --- Events
static bool event_before(const Event *a, const Event *b) {
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static bool event_add(Model *m, Event event) {
    if (m->events == m->room) {
        int room = m->room ? 2 * m->room : 256;
        Event *grown = realloc(m->event, sizeof *grown * (size_t)room);
        if (!grown) return error_failure(m->error, "out of memory");
        m->event = grown;
        m->room = room;
    }
    event.order = m->order++;
    int at = m->events++;
    for (; at > 0 && event_before(&event, &m->event[(at - 1) / 2]); at = (at - 1) / 2)
        m->event[at] = m->event[(at - 1) / 2];
    m->event[at] = event;
    return true;
}

static Event event_take(Model *m) {
    Event first = m->event[0], last = m->event[--m->events];
    int at = 0;
    for (int child; (child = 2 * at + 1) < m->events; at = child) {
        if (child + 1 < m->events && event_before(&m->event[child + 1], &m->event[child])) child++;
        if (!event_before(&m->event[child], &last)) break;
        m->event[at] = m->event[child];
    }
    m->event[at] = last;
    return first;
}

// --- Workers
static ProofSearcher *searcher_new(const Model *m, const ProofStore *store) {
    SolveSettings search = m->options->master.search;
    search.store = store;
    if (m->options->worker_memory) search.memory = m->options->worker_memory;
    search.threads = 1;
    return proof_searcher_new(m->question->geometry, &search, m->error);
}

// Begins with an empty graph.
static bool worker_start(ModelWorker *w) {
    proof_searcher_free(w->searcher);
    w->searcher = searcher_new(w->model, &w->store);
    w->learned = 0;
    return w->searcher != NULL;
}

static bool job_search(ModelWorker *w, const SolveJob *job, ProofPart *part) {
    Model *m = w->model;
    ProofSearcher *own = job->audit ? searcher_new(m, NULL) : NULL;
    ProofSearcher *searcher = own ? own : w->searcher;
    Budget budget = {.nodes = job->budget};
    bool good = (own || !job->audit) && proof_searcher_part(searcher, &job->position, job->exact,
                                                            &job->limits, &budget, part, m->error);
    proof_searcher_free(own);
    return good;
}

static void answer_lie(SolveAnswer *answer) {
    ProofPart *part = &answer->part;
    if (part->record.winner == EMPTY) return;
    part->record.winner = color_other(part->record.winner);
    part->record.move = MOVE_NONE;
    part->record.exact = true;
    uint32_t phi = part->phi;
    part->phi = part->delta;
    part->delta = phi;
}

static bool chance(Model *m, double share) {
    return share > 0 && random_unit(&m->random) < share;
}

// Sends an answer on its way, with what the model does to it.
static bool answer_send(ModelWorker *w, SolveAnswer *answer, double done) {
    Model *m = w->model;
    const ModelFaults *faults = &m->options->faults;
    Event event = {.time = done + m->options->message_seconds,
                   .kind = EVENT_ANSWER,
                   .worker = w->number,
                   .asks = true,
                   .job = answer->id,
                   .answer = answer};
    if (w->number == 0 && chance(m, faults->lies)) answer_lie(answer);
    bool lost = chance(m, faults->lost), late = chance(m, faults->late);
    if (lost || late) { // the worker is heard of again, but not with this
        if (!event_add(m,
                       (Event){.time = event.time, .kind = EVENT_ANSWER, .worker = w->number, .asks = true}))
            return false;
        event.asks = false;
        event.time += 1.5 * m->options->lease;
    }
    if (lost) {
        free(answer);
        return true;
    }
    if (chance(m, faults->doubled)) {
        Event again = event;
        again.asks = false;
        again.time += random_unit(&m->random) * m->options->lease;
        again.answer = malloc(sizeof *answer);
        if (!again.answer) return error_failure(m->error, "out of memory");
        *again.answer = *answer;
        if (!event_add(m, again)) return false;
    }
    return event_add(m, event);
}

// The job is done at once; its answer arrives when the model says.
static bool worker_run(ModelWorker *w, const SolveJob *job) {
    Model *m = w->model;
    double start = m->now + m->options->message_seconds;
    if (w->epoch != job->epoch || chance(m, m->options->faults.killed)) {
        w->epoch = job->epoch;
        if (!worker_start(w)) return false;
    }
    SolveAnswer *answer = calloc(1, sizeof *answer);
    if (!answer) return error_failure(m->error, "out of memory");
    *answer = (SolveAnswer){.id = job->id,
                            .worker = (WorkerId)w->number + 1,
                            .epoch = job->epoch,
                            .audit = job->audit,
                            .position = job->position};
    facts_learn(w, start);
    if (!job_search(w, job, &answer->part)) {
        free(answer);
        return false;
    }
    double took = (double)answer->part.nodes * w->seconds;
    w->busy += took;
    m->result->messages += 2;
    Event lease = {.time = start + took + m->options->lease, .kind = EVENT_LEASE, .job = job->id};
    return event_add(m, lease) && answer_send(w, answer, start + took);
}

// --- The master
static void checkpoint_name(const Model *m, uint32_t number, char name[4096]) {
    snprintf(name, 4096, "%.4000s.%u", m->options->faults.file, number);
}

// Those older than the newest audited one go.
static void checkpoints_drop(Model *m, uint32_t below) {
    char name[4096];
    for (; m->oldest && m->oldest < below && m->oldest <= m->newest; m->oldest++) {
        checkpoint_name(m, m->oldest, name);
        unlink(name);
    }
}

static bool checkpoint_write(Model *m) {
    char name[4096];
    if (!m->options->faults.file) return true;
    checkpoint_name(m, m->newest + 1, name);
    uint32_t number = master_save(m->master, name, "", m->error);
    if (!number) return false;
    if (number != m->newest + 1) return error_failure(m->error, "checkpoint %u after %u", number, m->newest);
    m->newest = number;
    if (!m->oldest) m->oldest = number;
    checkpoints_drop(m, master_audited(m->master));
    return true;
}

static bool master_replace(Model *m, Master *next) {
    if (!next) return false;
    master_free(m->master);
    m->master = next;
    return true;
}

// Killed; what it knew since the last checkpoint is gone.
static bool master_restart(Model *m) {
    char name[4096], place[64];
    if (!m->newest) return true;
    checkpoint_name(m, m->newest, name);
    m->result->restarts++;
    return master_replace(m, master_load(m->question, &m->options->master, name, place, m->error));
}

static bool dispute_settle(Model *m, const MasterVerdict *dispute) {
    char name[4096], place[64];
    Answer truth;
    ProofSearcher *referee = searcher_new(m, NULL);
    bool good = referee && proof_searcher_solve(referee, &dispute->position, &(Budget){0}, &truth, m->error);
    proof_searcher_free(referee);
    if (!good) return false;
    m->result->liar = master_judge(m->master, dispute, truth.winner);
    m->result->returns++;
    uint32_t audited = master_audited(m->master);
    if (audited && audited >= m->oldest) checkpoint_name(m, audited, name);
    return master_replace(
        m, master_back(m->master, audited && audited >= m->oldest ? name : NULL, place, m->error));
}

static bool facts_publish(Model *m, ModelWorker *w, const SolveAnswer *answer) {
    for (size_t i = 0; i < w->found.count && answer->epoch == master_epoch(m->master); i++) {
        Fact fact = w->found.fact[i];
        fact.time = m->now + m->options->message_seconds;
        fact.epoch = answer->epoch;
        if (!master_fact(m->master, answer->id, answer->worker, &fact.key, &fact.record)) continue;
        facts_add(&m->facts, &fact);
        m->result->facts++;
    }
    w->found.count = 0;
    return !m->facts.failed || error_failure(m->error, "out of memory");
}

static bool answer_serve(Model *m, const Event *event) {
    const ModelFaults *faults = &m->options->faults;
    MasterVerdict verdict;
    if (!facts_publish(m, &m->worker[event->worker], event->answer)) return false;
    if (!master_answer(m->master, event->answer, m->now, &verdict, m->error)) return false;
    if (verdict.kind == MASTER_DISPUTE) return dispute_settle(m, &verdict);
    if (faults->file && random_below(&m->random, 10) == 0 && !checkpoint_write(m)) return false;
    return !chance(m, faults->restarts) || master_restart(m);
}

// Gives jobs to all who wait, in their order.
static bool jobs_serve(Model *m) {
    SolveJob job;
    for (int i = 0; i < m->options->workers; i++) {
        ModelWorker *w = &m->worker[i];
        if (!w->waits) continue;
        double start = clock_thread_cpu();
        bool given = master_next(m->master, (WorkerId)i + 1, m->now, &job);
        m->result->master_cpu += clock_thread_cpu() - start;
        if (!given) continue;
        w->waits = false;
        if (!worker_run(w, &job)) return false;
    }
    return true;
}

static bool event_serve(Model *m, const Event *event) {
    double before = m->result->master_cpu, start = clock_thread_cpu();
    uint64_t studies = master_stats(m->master).studies;
    m->now = fmax(event->time, m->master_free);
    if (event->kind == EVENT_LEASE) {
        master_lost(m->master, event->job);
    } else {
        if (event->asks) m->worker[event->worker].waits = true;
        if (event->answer && !answer_serve(m, event)) return false;
    }
    m->result->master_cpu += clock_thread_cpu() - start;
    uint64_t made = master_stats(m->master).studies; // fewer than before when it went back to a checkpoint
    if (made > studies) m->result->master_cpu += (double)(made - studies) * m->options->master_study_seconds;
    if (!jobs_serve(m)) return false;
    double took =
        m->options->master_seconds > 0 ? m->options->master_seconds : m->result->master_cpu - before;
    if (event->kind == EVENT_LEASE) return true;
    m->master_free = m->now + took;
    m->result->master_busy += took;
    return true;
}

// --- The whole
static bool model_start(Model *m) {
    const ModelOptions *options = m->options;
    m->master = master_new(m->question, &options->master, m->error);
    m->worker = calloc((size_t)options->workers, sizeof *m->worker);
    if (m->master && !m->worker) error_failure(m->error, "out of memory");
    if (!m->master || !m->worker) return false;
    for (int i = 0; i < options->workers; i++) {
        ModelWorker *w = &m->worker[i];
        double speed = pow(1 + options->spread, 2 * random_unit(&m->random) - 1);
        *w = (ModelWorker){.model = m, .number = i, .waits = true, .seconds = options->study_seconds / speed};
        w->store = (ProofStore){w, lookup_nothing, record_fact};
    }
    return jobs_serve(m);
}

static void model_free(Model *m) {
    for (int i = 0; m->worker && i < m->options->workers; i++) {
        proof_searcher_free(m->worker[i].searcher);
        free(m->worker[i].found.fact);
    }
    for (int i = 0; i < m->events; i++) free(m->event[i].answer);
    if (m->options->faults.file) checkpoints_drop(m, UINT32_MAX);
    free(m->event);
    free(m->worker);
    free(m->facts.fact);
    master_free(m->master);
}

static void result_read(Model *m) {
    ModelResult *result = m->result;
    double busy = 0, all = m->now * m->options->workers;
    for (int i = 0; i < m->options->workers; i++) busy += m->worker[i].busy;
    result->stats = master_stats(m->master);
    result->answer.seconds = m->now;
    result->idle = all > 0 ? 1 - busy / all : 0;
    if (m->now > 0) result->master_busy /= m->now;
}

// After the end the audits that are left are done, as long as somebody can do them.
static bool audits_go_on(const Model *m) {
    MasterStats stats = master_stats(m->master);
    return stats.audits_waiting > 0 && (stats.open > 0 || m->events > 0);
}

bool model_run(const Position *question, const ModelOptions *options, ModelResult *result, Error *error) {
    Model m = {.options = options,
               .result = result,
               .question = question,
               .random = random_seeded(options->seed),
               .error = error};
    *result = (ModelResult){0};
    bool good = model_start(&m);
    bool finished;
    while (good && (!(finished = master_finished(m.master, &result->answer)) || audits_go_on(&m))) {
        if (!m.events) {
            good = finished || error_failure(error, "nothing is out, and nothing is decided");
            break;
        }
        Event event = event_take(&m);
        good = event_serve(&m, &event);
        free(event.answer);
    }
    if (good) result_read(&m);
    model_free(&m);
    return good;
}
