// Workers and queues: which task runs next, for how long, and when it ends.
//
// A slot's first task is queued, running or blocked; those behind it wait. Invariant: a task that is in no
// queue and not running has just been taken from one, or waits in its slot behind another.
#include "app/web/pool.h"

#include "base/clock.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

// A slice shrinks with the number of those who wait, so that each gets its turn about so often.
// Searches that look up answers for people get theirs often; proofs are cut less finely.
static const struct {
    double turn, least, most;
} SLICES[WEB_LANES] = {{0.25, 0.01, 0.2}, {0.25, 0.01, 0.2}, {0.25, 0.01, 0.2},
                       {1, 0.1, 1},       {1, 0.1, 1},       {1, 0.1, 1}};
enum { STREAK_MAX = 8 };
static const double REPORT_INTERVAL = 0.16;

// --- Queues. All with the lock held.

// In front of all others: it has waited elsewhere.
static void queue_insert_first(WebTask *task) {
    WebQueue *queue = &task->web->queue[task->lane];
    task->queued = task->fresh = true;
    task->before = NULL;
    task->next = queue->fresh_first;
    *(task->next ? &task->next->before : &queue->fresh_last) = task;
    queue->fresh_first = task;
    atomic_fetch_add(&queue->length, 1);
    pthread_cond_signal(&queue->filled);
}

static void queue_insert(WebTask *task, bool fresh) {
    WebQueue *queue = &task->web->queue[task->lane];
    WebTask **first = fresh ? &queue->fresh_first : &queue->first;
    WebTask **last = fresh ? &queue->fresh_last : &queue->last;
    task->queued = true;
    task->fresh = fresh;
    task->before = *last;
    task->next = NULL;
    *(*last ? &(*last)->next : first) = task;
    *last = task;
    atomic_fetch_add(&queue->length, 1);
    pthread_cond_signal(&queue->filled);
}

static void queue_remove(WebTask *task) {
    WebQueue *queue = &task->web->queue[task->lane];
    if (task->blocked) {
        WebTask **link = &queue->blocked;
        while (*link != task) link = &(*link)->next;
        *link = task->next;
        task->blocked = false;
    } else if (task->queued) {
        WebTask **first = task->fresh ? &queue->fresh_first : &queue->first;
        WebTask **last = task->fresh ? &queue->fresh_last : &queue->last;
        *(task->before ? &task->before->next : first) = task->next;
        *(task->next ? &task->next->before : last) = task->before;
        task->queued = false;
        atomic_fetch_sub(&queue->length, 1);
    }
    task->next = task->before = NULL;
}

static void task_block(WebTask *task) {
    WebQueue *queue = &task->web->queue[task->lane];
    task->blocked = true;
    task->next = queue->blocked;
    queue->blocked = task;
}

void web_unblock(Web *web, WebLane lane) {
    WebTask *task = web->queue[lane].blocked;
    web->queue[lane].unblocked++;
    web->queue[lane].blocked = NULL;
    while (task) {
        WebTask *next = task->next;
        task->blocked = false;
        queue_insert_first(task); // the list runs from the newest to the oldest
        task = next;
    }
}

// --- Slots

void web_slot_start(WebClient *client, WebSlot slot) {
    WebTask *task = client->slot[slot];
    if (!task || client->gone || task->running || task->queued || task->blocked) return;
    if (client->out_bytes > WEB_OUT_HIGH && !task->stop) return; // it must read first
    queue_insert(task, true);
}

// Takes a task out of its slot and lets the next one begin.
static void slot_leave(WebTask *task) {
    WebClient *client = task->client;
    WebTask **link = &client->slot[task->type->slot];
    while (*link != task) link = &(*link)->later;
    *link = task->later;
    client->requests--;
    web_slot_start(client, task->type->slot);
}

void web_task_free(WebTask *task) {
    if (task->type->close && task->state) task->type->close(task);
    free(task->state);
    web_client_release(task->client);
    free(task);
}

// Marks a task as stopped. If no worker has it, takes it out of queue and slot: the caller ends it then.
static bool task_detach(WebTask *task) {
    atomic_store(&task->stop, true);
    if (task->running) return false; // its worker will see
    queue_remove(task);
    slot_leave(task);
    return true;
}

static void task_end_idle(WebTask *task) {
    web_task_end(task);
    web_task_free(task);
}

// The client's request of that id, or of that slot but for `spare`, that is not stopped yet.
static WebTask *task_find(const WebClient *client, json_int_t id, WebSlot slot, const WebTask *spare) {
    for (int i = 0; i < SLOTS; i++) {
        for (WebTask *task = client->slot[i]; task; task = task->later) {
            bool meant = id ? task->id == id : i == (int)slot && task != spare;
            if (meant && !atomic_load(&task->stop)) return task;
        }
    }
    return NULL;
}

bool web_client_busy(WebClient *client, json_int_t id, int *requests) {
    pthread_mutex_lock(&client->web->lock);
    bool known = false;
    *requests = client->requests;
    for (int i = 0; i < SLOTS; i++)
        for (WebTask *task = client->slot[i]; task; task = task->later) known |= task->id == id;
    pthread_mutex_unlock(&client->web->lock);
    return known;
}

void web_client_stop(WebClient *client, json_int_t id) {
    pthread_mutex_lock(&client->web->lock);
    WebTask *task = task_find(client, id, SLOTS, NULL);
    bool mine = task && task_detach(task);
    pthread_mutex_unlock(&client->web->lock);
    if (mine) task_end_idle(task);
}

void web_client_stop_all(WebClient *client) {
    WebTask *idle = NULL;
    pthread_mutex_lock(&client->web->lock);
    for (int i = 0; i < SLOTS; i++) {
        for (WebTask *task = client->slot[i], *later; task; task = later) {
            later = task->later;
            atomic_store(&task->stop, true);
            if (task->running) continue;
            queue_remove(task);
            slot_leave(task);
            task->later = idle;
            idle = task;
        }
    }
    pthread_mutex_unlock(&client->web->lock);
    for (WebTask *later; idle; idle = later) {
        later = idle->later;
        web_task_free(idle);
    }
}

void web_task_start(WebTask *task) {
    Web *web = task->web;
    WebClient *client = task->client;
    WebSlot slot = task->type->slot;
    pthread_mutex_lock(&web->lock);
    WebTask **link = &client->slot[slot];
    while (*link) link = &(*link)->later;
    *link = task;
    client->requests++;
    // When an older task leaves, a worker may take this one, end it and free it: from here on it is only a
    // name.
    for (WebTask *old; (old = task_find(client, 0, slot, task));) {
        if (!task_detach(old)) continue;
        pthread_mutex_unlock(&web->lock);
        task_end_idle(old);
        pthread_mutex_lock(&web->lock);
    }
    web_slot_start(client, slot);
    pthread_mutex_unlock(&web->lock);
}

// --- Workers

static void step_begin(WebTask *task, WebQueue *queue) {
    WebLane lane = task->lane;
    double share = SLICES[lane].turn * queue->threads / (atomic_load(&queue->length) + 1);
    double slice = share < SLICES[lane].least  ? SLICES[lane].least
                   : share > SLICES[lane].most ? SLICES[lane].most
                                               : share;
    task->running = true;
    atomic_fetch_add(&queue->running, 1);
    task->step_start = clock_seconds();
    task->slice_end = task->step_start + slice;
}

// After a step, with the lock. True when the task is over.
static bool step_end(WebTask *task, WebStep step) {
    task->running = false;
    if (step == STEP_DONE || task->web->ending) {
        slot_leave(task);
        return true;
    }
    bool missed = task->unblocked != task->web->queue[task->lane].unblocked; // something is free again
    if (step == STEP_BLOCKED && !missed && !atomic_load(&task->stop))
        task_block(task);
    else
        queue_insert(task, atomic_load(&task->stop));
    return false;
}

// Answers for people who wait come before long work.
static void worker_soften(WebLane lane) {
    static const int NICE[WEB_LANES] = {0, 1, 2, 3, 5, 5};
    setpriority(PRIO_PROCESS, (id_t)gettid(), NICE[lane] + getpriority(PRIO_PROCESS, 0));
}

// The task whose turn it is, taken out of the queue; NULL when there is none. Fresh ones come first, but
// not for ever.
static WebTask *queue_take(WebQueue *queue) {
    bool fresh = queue->fresh_first && (queue->streak < STREAK_MAX || !queue->first);
    WebTask *task = fresh ? queue->fresh_first : queue->first;
    queue->streak = fresh ? queue->streak + 1 : 0;
    if (task) queue_remove(task);
    return task;
}

static void *worker_run(void *argument) {
    WebWorker *worker = argument;
    worker_soften(worker->lane);
    Web *web = worker->web;
    WebQueue *queue = &web->queue[worker->lane];
    pthread_mutex_lock(&web->lock);
    while (!web->ending) {
        WebTask *task = queue_take(queue);
        if (!task) {
            pthread_cond_wait(&queue->filled, &web->lock);
            continue;
        }
        step_begin(task, queue);
        pthread_mutex_unlock(&web->lock);
        WebStep step = task->type->step(task, worker);
        task->spent += clock_seconds() - task->step_start;
        pthread_mutex_lock(&web->lock);
        atomic_fetch_sub(&queue->running, 1);
        if (!step_end(task, step)) continue;
        pthread_mutex_unlock(&web->lock);
        web_task_free(task);
        pthread_mutex_lock(&web->lock);
    }
    pthread_mutex_unlock(&web->lock);
    puct_free(worker->puct);
    worker->puct = NULL;
    return NULL;
}

static bool worker_start(Web *web, WebLane lane) {
    WebWorker *worker = calloc(1, sizeof *worker);
    if (!worker) return false;
    worker->web = web;
    worker->lane = lane;
    // Signals are for the main thread.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int fault = pthread_create(&worker->thread, NULL, worker_run, worker);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (fault) {
        free(worker);
        return false;
    }
    web->worker[web->workers++] = worker;
    return true;
}

bool web_pool_start(Web *web, Error *error) {
    // Moves are thought about in one piece each, so that lane has more threads; the system shares out the
    // CPU.
    int threads = web->setup.threads, moves = threads && threads < 4 ? 4 : threads;
    if (moves > WEB_PLAYERS) moves = WEB_PLAYERS;
    int count[WEB_LANES] = {threads, threads, threads, moves, threads, threads}, all = 0;
    for (int lane = 0; lane < WEB_LANES; lane++) all += count[lane];
    web->worker = calloc((size_t)all + 1, sizeof *web->worker);
    if (!web->worker) return error_failure(error, "out of memory");
    for (int lane = 0; lane < WEB_LANES; lane++) {
        web->queue[lane].threads = count[lane];
        for (int i = 0; i < count[lane]; i++) {
            if (!worker_start(web, (WebLane)lane)) return error_failure(error, "could not start threads");
        }
    }
    return true;
}

// Running steps see `stop` and end; queued tasks are freed with their clients.
void web_pool_end(Web *web) {
    pthread_mutex_lock(&web->lock);
    web->ending = true;
    for (WebClient *client = web->first; client; client = client->next)
        for (int slot = 0; slot < SLOTS; slot++)
            for (WebTask *task = client->slot[slot]; task; task = task->later)
                atomic_store(&task->stop, true);
    for (int lane = 0; lane < WEB_LANES; lane++) pthread_cond_broadcast(&web->queue[lane].filled);
    pthread_mutex_unlock(&web->lock);
    for (int i = 0; i < web->workers; i++) {
        pthread_join(web->worker[i]->thread, NULL);
        free(web->worker[i]);
    }
    web->workers = 0;
}

// --- For tasks

bool web_task_yields(const WebTask *task) {
    if (atomic_load(&task->stop)) return true;
    return atomic_load(&task->web->queue[task->lane].length) > 0 && clock_seconds() >= task->slice_end;
}

int web_task_threads(const WebTask *task) {
    const WebQueue *queue = &task->web->queue[task->lane];
    int sharers = atomic_load(&queue->length) + atomic_load(&queue->running);
    int threads = task->web->setup.threads / (sharers > 1 ? sharers : 1);
    return threads > 1 ? threads : 1;
}

double web_task_seconds(const WebTask *task) {
    return task->spent + (task->running ? clock_seconds() - task->step_start : 0);
}

bool web_task_cancelled(void *task) {
    return web_task_yields(task);
}

bool web_task_reports(WebTask *task) {
    double now = clock_seconds();
    if (now - task->reported < REPORT_INTERVAL) return false;
    task->reported = now;
    return true;
}

void web_task_report(WebTask *task) {
    web_send(task, "progress", task->type->answer(task));
}

WebStep web_task_end(WebTask *task) {
    json_t *answer = task->type->answer(task);
    json_object_set_new(answer, "stopped", json_boolean(atomic_load(&task->stop)));
    web_send(task, "done", answer);
    return STEP_DONE;
}

WebStep web_task_fail(WebTask *task, const Error *error) {
    web_send_error(task, task->code, error);
    return STEP_DONE;
}

Puct *web_worker_puct(WebWorker *worker, Error *error) {
    if (worker->puct) return worker->puct;
    PuctOptions options = puct_options();
    options.precision = worker->web->precision;
    options.memory_max = worker->web->setup.memory / 2; // each tree is checked after every step
    worker->puct = puct_new(worker->web->net, &options, error);
    return worker->puct;
}
