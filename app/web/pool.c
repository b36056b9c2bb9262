// Workers and queues: which task runs next, for how long, and when it ends.
//
// A slot's first task is queued, running or blocked; those behind it wait. Invariant: a task that is in no
// queue and not running has just been taken from one, or waits in its slot behind another.
#include "app/web/web_inside.h"

#include "app/web/players.h"
#include "app/web/process.h"
#include "base/clock.h"

#include <signal.h>
#include <stdlib.h>

// A slice shrinks with the number of those who wait, so that each has its turn about every TURN_SECONDS.
static const double TURN_SECONDS = 0.5, SLICE_MIN = 0.02, SLICE_MAX = 0.2;
// Without workers the thread that calls web_work has other things to do as well: a slice ends even if nobody waits.
static const double SLICE_ALONE = 0.1;
// A task gives way to one of a higher rank, but not before it has got anywhere.
static const double URGENT_SECONDS = 0.005;
static const double REPORT_INTERVAL = 0.16;
enum { STREAK_MAX = 8, MOVES_MIN = 4, PLAYER_MEMORY = 64 << 20 };

typedef struct Queue {
    WebTask *first[WEB_RANKS], *last[WEB_RANKS];
    int streak; // how often in a row a lower rank had to wait
    _Atomic int length, running;
    _Atomic int waiting[WEB_RANKS]; // of each rank
    int threads;
    pthread_cond_t filled;
} Queue;

typedef struct Worker {
    WebPool *pool;
    WebCrew crew;
    pthread_t thread;
} Worker;

struct WebPool {
    Web *web;
    pthread_mutex_t lock; // of all below, of every client's slots and every task's place in a queue
    bool ending;
    Queue queue[WEB_CREWS];
    WebTask *blocked;   // by want of a session, the newest first
    uint64_t unblocked; // how often blocked tasks were let go
    int clients;
    WebClient *first;
    int workers;
    Worker *worker;
    int turn; // of web_work: the crew that it served last
};

// --- Queues. All with the lock held.

static Queue *queue_of(const WebTask *task) {
    return &task->web->pool->queue[task->type->crew];
}

static void queue_count(Queue *queue, WebRank rank, int by) {
    atomic_fetch_add(&queue->length, by);
    atomic_fetch_add(&queue->waiting[rank], by);
}

// At the tail of its rank; or, if it has waited elsewhere, at the head.
static void queue_insert(WebTask *task, WebRank rank, bool at_head) {
    Queue *queue = queue_of(task);
    WebTask **first = &queue->first[rank], **last = &queue->last[rank];
    task->queued = true;
    task->queued_as = rank;
    task->before = at_head ? NULL : *last;
    task->next = at_head ? *first : NULL;
    *(task->before ? &task->before->next : first) = task;
    *(task->next ? &task->next->before : last) = task;
    queue_count(queue, rank, 1);
    pthread_cond_signal(&queue->filled);
}

static void queue_remove(WebTask *task) {
    Queue *queue = queue_of(task);
    if (task->blocked) {
        WebTask **link = &task->web->pool->blocked;
        while (*link != task) link = &(*link)->next;
        *link = task->next;
        task->blocked = false;
    } else if (task->queued) {
        WebRank rank = task->queued_as;
        *(task->before ? &task->before->next : &queue->first[rank]) = task->next;
        *(task->next ? &task->next->before : &queue->last[rank]) = task->before;
        task->queued = false;
        queue_count(queue, rank, -1);
    }
    task->next = task->before = NULL;
}

static void task_block(WebTask *task) {
    WebPool *pool = task->web->pool;
    task->blocked = true;
    task->next = pool->blocked;
    pool->blocked = task;
}

void web_task_waits(WebTask *task) {
    WebPool *pool = task->web->pool;
    pthread_mutex_lock(&pool->lock);
    task->unblocked = pool->unblocked;
    pthread_mutex_unlock(&pool->lock);
}

void web_unblock(Web *web) {
    WebPool *pool = web->pool;
    pthread_mutex_lock(&pool->lock);
    WebTask *task = pool->blocked;
    pool->unblocked++;
    pool->blocked = NULL;
    while (task) {
        WebTask *next = task->next;
        task->blocked = false;
        queue_insert(task, task->rank, true); // the list runs from the newest to the oldest
        task = next;
    }
    pthread_mutex_unlock(&pool->lock);
}

bool web_someone_blocked(Web *web) {
    pthread_mutex_lock(&web->pool->lock);
    bool blocked = web->pool->blocked;
    pthread_mutex_unlock(&web->pool->lock);
    return blocked;
}

// --- Slots

// Queues the slot's first task if it may begin. With the lock.
static void slot_start(WebClient *client, WebSlot slot) {
    WebTask *task = client->slot[slot];
    if (!task || client->gone || task->running || task->queued || task->blocked) return;
    if (web_client_unsent(client) > WEB_OUT_HIGH && !task->stop) return; // it must read first
    queue_insert(task, task->rank, false);
}

// Takes a task out of its slot and lets the next one begin.
static void slot_leave(WebTask *task) {
    WebClient *client = task->client;
    WebTask **link = &client->slot[task->type->slot];
    while (*link != task) link = &(*link)->later;
    *link = task->later;
    client->requests--;
    slot_start(client, task->type->slot);
}

void web_task_free(WebTask *task) {
    if (task->type->close && task->state) task->type->close(task);
    free(task->state);
    json_decref(task->request);
    if (task->large) web_large_end(task->web);
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
    pthread_mutex_lock(&client->web->pool->lock);
    bool known = false;
    *requests = client->requests;
    for (int i = 0; i < SLOTS; i++)
        for (WebTask *task = client->slot[i]; task; task = task->later) known |= task->id == id;
    pthread_mutex_unlock(&client->web->pool->lock);
    return known;
}

void web_client_stop(WebClient *client, json_int_t id) {
    pthread_mutex_lock(&client->web->pool->lock);
    WebTask *task = task_find(client, id, SLOTS, NULL);
    bool mine = task && task_detach(task);
    pthread_mutex_unlock(&client->web->pool->lock);
    if (mine) task_end_idle(task);
}

// Stops all, for a client that is gone.
static void client_stop_all(WebClient *client) {
    WebTask *idle = NULL;
    pthread_mutex_lock(&client->web->pool->lock);
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
    pthread_mutex_unlock(&client->web->pool->lock);
    for (WebTask *later; idle; idle = later) {
        later = idle->later;
        web_task_free(idle);
    }
}

void web_task_start(WebTask *task) {
    Web *web = task->web;
    WebClient *client = task->client;
    WebSlot slot = task->type->slot;
    pthread_mutex_lock(&web->pool->lock);
    WebTask **link = &client->slot[slot];
    while (*link) link = &(*link)->later;
    *link = task;
    client->requests++;
    // When an older task leaves, a worker may take this one, end it and free it: from here on it is only a
    // name.
    for (WebTask *old; (old = task_find(client, 0, slot, task));) {
        if (!task_detach(old)) continue;
        pthread_mutex_unlock(&web->pool->lock);
        task_end_idle(old);
        pthread_mutex_lock(&web->pool->lock);
    }
    slot_start(client, slot);
    pthread_mutex_unlock(&web->pool->lock);
}

// --- Clients

bool web_pool_client_add(WebPool *pool, WebClient *client) {
    pthread_mutex_lock(&pool->lock);
    bool room = pool->clients < pool->web->setup.clients_max && !pool->ending;
    if (room) {
        pool->clients++;
        client->next = pool->first;
        if (pool->first) pool->first->before = client;
        pool->first = client;
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
}

void web_pool_client_remove(WebPool *pool, WebClient *client) {
    pthread_mutex_lock(&pool->lock);
    client->gone = true;
    pool->clients--;
    *(client->before ? &client->before->next : &pool->first) = client->next;
    if (client->next) client->next->before = client->before;
    pthread_mutex_unlock(&pool->lock);
    client_stop_all(client);
}

void web_pool_client_ready(WebClient *client) {
    pthread_mutex_lock(&client->web->pool->lock);
    for (int slot = 0; slot < SLOTS; slot++) slot_start(client, (WebSlot)slot);
    pthread_mutex_unlock(&client->web->pool->lock);
}

// --- Memory

// Of the tasks that have begun, the one that has computed for longest; NULL while one is ending already. With
// the lock.
static WebTask *task_longest(const WebPool *pool) {
    WebTask *longest = NULL;
    for (const WebClient *client = pool->first; client; client = client->next) {
        for (int slot = 0; slot < SLOTS; slot++) {
            WebTask *task = client->slot[slot];
            if (!task || !(task->spent > 0 || task->running) || task->blocked) continue;
            if (atomic_load(&task->starved)) return NULL;
            if (!longest || web_task_seconds(task) > web_task_seconds(longest)) longest = task;
        }
    }
    return longest;
}

// Memory is short: the search that has taken most of it ends with what it has.
static void task_starve(WebPool *pool) {
    pthread_mutex_lock(&pool->lock);
    WebTask *task = task_longest(pool);
    if (task) atomic_store(&task->starved, true);
    if (task && task->queued) {
        queue_remove(task);
        queue_insert(task, RANK_LOOK, false);
    }
    pthread_mutex_unlock(&pool->lock);
}

// --- Workers

static void step_begin(WebTask *task, Queue *queue) {
    int threads = queue->threads ? queue->threads : 1;
    double share = TURN_SECONDS * threads / (atomic_load(&queue->length) + 1);
    double most = queue->threads ? SLICE_MAX : SLICE_ALONE;
    double slice = share < SLICE_MIN ? SLICE_MIN : share > most ? most : share;
    task->running = true;
    atomic_fetch_add(&queue->running, 1);
    task->step_start = clock_seconds();
    task->slice_end = task->step_start + slice;
}

// After a step, with the lock. True when the task is over.
static bool step_end(WebPool *pool, WebTask *task, WebStep step) {
    task->running = false;
    if (step == STEP_DONE || pool->ending) {
        slot_leave(task);
        return true;
    }
    bool missed = task->unblocked != pool->unblocked; // something is free again
    if (step == STEP_BLOCKED && !missed && !atomic_load(&task->stop))
        task_block(task);
    else
        queue_insert(task, web_task_ends(task) ? RANK_LOOK : task->rank, false);
    return false;
}

// Answers for people who wait come before long work.
static void worker_soften(WebCrew crew) {
    static const int NICE[WEB_CREWS] = {0, 3, 5};
    process_thread_soften(NICE[crew]);
}

// The highest rank that waits, or the lowest; WEB_RANKS when none does.
static WebRank rank_waiting(const Queue *queue, bool lowest) {
    WebRank found = WEB_RANKS;
    for (int rank = 0; rank < WEB_RANKS; rank++) {
        if (queue->first[rank] && (lowest || found == WEB_RANKS)) found = (WebRank)rank;
    }
    return found;
}

// The task whose turn it is, taken out of the queue; NULL when there is none. High ranks come first, but not
// for ever.
static WebTask *queue_take(Queue *queue) {
    WebRank lowest = rank_waiting(queue, true);
    if (lowest == WEB_RANKS) return NULL;
    WebRank rank = queue->streak < STREAK_MAX ? rank_waiting(queue, false) : lowest;
    queue->streak = rank < lowest ? queue->streak + 1 : 0;
    WebTask *task = queue->first[rank];
    queue_remove(task);
    return task;
}

// Runs one step of the task whose turn it is, with the lock but for the step itself. False when there is none.
static bool queue_step(WebPool *pool, Queue *queue) {
    WebTask *task = queue_take(queue);
    if (!task) return false;
    step_begin(task, queue);
    pthread_mutex_unlock(&pool->lock);
    WebStep step = task->type->step(task);
    pthread_mutex_lock(&pool->lock);
    task->spent += clock_seconds() - task->step_start;
    atomic_fetch_sub(&queue->running, 1);
    if (!step_end(pool, task, step)) return true;
    pthread_mutex_unlock(&pool->lock);
    web_task_free(task);
    pthread_mutex_lock(&pool->lock);
    return true;
}

static void *worker_run(void *argument) {
    const Worker *worker = argument;
    WebPool *pool = worker->pool;
    Queue *queue = &pool->queue[worker->crew];
    worker_soften(worker->crew);
    pthread_mutex_lock(&pool->lock);
    while (!pool->ending) {
        if (!queue_step(pool, queue)) pthread_cond_wait(&queue->filled, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

bool web_work(Web *web) {
    WebPool *pool = web->pool;
    bool worked = false;
    pthread_mutex_lock(&pool->lock);
    for (int crew = 0; crew < WEB_CREWS && !worked; crew++) {
        pool->turn = (pool->turn + 1) % WEB_CREWS;
        worked = queue_step(pool, &pool->queue[pool->turn]);
    }
    pthread_mutex_unlock(&pool->lock);
    return worked;
}

static bool worker_start(WebPool *pool, WebCrew crew) {
    Worker *worker = &pool->worker[pool->workers];
    *worker = (Worker){.pool = pool, .crew = crew};
    // Signals are for the main thread.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool good = !pthread_create(&worker->thread, NULL, worker_run, worker);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pool->workers += good;
    return good;
}

static int at_most(int count, uint64_t most) {
    uint64_t bound = most ? most : 1;
    return (uint64_t)count > bound ? (int)bound : count;
}

// The crew for moves has more threads than a small machine has cores. So a short move need not wait for a long one; the
// system shares out the cores. But each player and each review takes memory.
static void threads_count(const WebSetup *setup, int count[WEB_CREWS]) {
    int moves = setup->threads && setup->threads < MOVES_MIN ? MOVES_MIN : setup->threads;
    uint64_t clients = (uint64_t)setup->clients_max; // each has one of a kind at a time
    count[CREW_STEPS] = setup->threads;
    count[CREW_MOVES] = at_most(at_most(at_most(moves, WEB_PLAYERS), setup->memory / PLAYER_MEMORY), clients);
    count[CREW_REVIEWS] = at_most(at_most(setup->threads, setup->memory / PLAYER_MEMORY / 2), clients);
}

static bool workers_start(WebPool *pool) {
    int count[WEB_CREWS], all = 0;
    threads_count(&pool->web->setup, count);
    for (int crew = 0; crew < WEB_CREWS; crew++) all += count[crew];
    pool->worker = calloc((size_t)all + 1, sizeof *pool->worker);
    if (!pool->worker) return false;
    for (int crew = 0; crew < WEB_CREWS; crew++) pool->queue[crew].threads = count[crew];
    for (int crew = 0; crew < WEB_CREWS; crew++) {
        for (int i = 0; i < count[crew]; i++) {
            if (!worker_start(pool, (WebCrew)crew)) return false;
        }
    }
    return true;
}

WebPool *web_pool_new(Web *web, Error *error) {
    WebPool *pool = calloc(1, sizeof *pool);
    if (pool) {
        pool->web = web;
        web->pool = pool; // workers look there
        pthread_mutex_init(&pool->lock, NULL);
        for (int crew = 0; crew < WEB_CREWS; crew++) pthread_cond_init(&pool->queue[crew].filled, NULL);
        if (workers_start(pool)) return pool;
        web_pool_free(pool);
    }
    error_failure(error, "could not start threads");
    return NULL;
}

// Running steps see `stop` and end; queued tasks are freed with their clients.
void web_pool_free(WebPool *pool) {
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->ending = true;
    for (WebClient *client = pool->first; client; client = client->next)
        for (int slot = 0; slot < SLOTS; slot++)
            for (WebTask *task = client->slot[slot]; task; task = task->later)
                atomic_store(&task->stop, true);
    for (int crew = 0; crew < WEB_CREWS; crew++) pthread_cond_broadcast(&pool->queue[crew].filled);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->workers; i++) pthread_join(pool->worker[i].thread, NULL);
    for (int crew = 0; crew < WEB_CREWS; crew++) pthread_cond_destroy(&pool->queue[crew].filled);
    pthread_mutex_destroy(&pool->lock);
    free(pool->worker);
    free(pool);
}

// --- For tasks

bool web_task_ends(const WebTask *task) {
    return atomic_load(&task->stop) || atomic_load(&task->starved);
}

bool web_task_yields(const WebTask *task) {
    const Queue *queue = queue_of(task);
    if (web_memory_short(task->web)) task_starve(task->web->pool);
    if (web_task_ends(task)) return true;
    if (!atomic_load(&queue->length) && task->web->setup.threads) return false;
    double now = clock_seconds();
    bool higher = false;
    for (int rank = 0; rank < (int)task->rank; rank++) higher |= atomic_load(&queue->waiting[rank]) > 0;
    return now >= task->slice_end || (higher && now >= task->step_start + URGENT_SECONDS);
}

bool web_task_others_wait(const WebTask *task) {
    return atomic_load(&queue_of(task)->length) > 0;
}

int web_task_threads(const WebTask *task) {
    const Queue *queue = queue_of(task);
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
