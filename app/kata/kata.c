#include "app/kata/kata.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/public.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 1 << 22, WAITING_MAX = 20000, POLL_MS = 100 };

// A query as long as one of its turns is not answered.
typedef struct Order {
    KataQuery query;
    int open; // turns
} Order;

typedef struct Task {
    struct Task *next;
    Order *order;
    int turn; // index in the query
    _Atomic bool ended;
} Task;

typedef struct Kata Kata;

typedef struct Worker {
    Kata *kata;
    pthread_t thread;
    mp_analysis *analysis;
    Task *task; // or NULL
    mp_game *game;
    mp_report report; // the last of a search
} Worker;

struct Kata {
    const KataSetup *setup;
    int out;
    pthread_mutex_t lock; // of all below and of every order
    pthread_cond_t filled;
    Task *first, *last; // in the order of arrival
    int waiting;
    bool closed; // no more will come
    Worker *worker;
    pthread_mutex_t writing;
    _Atomic bool deaf;        // answers cannot be written any more
    _Atomic bool interrupted; // as the setup says
};

// --- Writing

// One line in one go. Takes the reference.
static void reply_write(Kata *k, json_t *reply) {
    char *line = reply ? json_dumps(reply, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    json_decref(reply);
    size_t length = line ? strlen(line) : 0;
    if (line) line[length] = '\n'; // in the place of the terminator
    pthread_mutex_lock(&k->writing);
    if (!line || !file_put(k->out, line, length + 1)) k->deaf = true;
    pthread_mutex_unlock(&k->writing);
    free(line);
}

// --- Tasks

static void task_free(Kata *k, Task *task) {
    pthread_mutex_lock(&k->lock);
    Order *order = task->order;
    bool last = !--order->open;
    pthread_mutex_unlock(&k->lock);
    if (last) {
        kata_query_free(&order->query);
        free(order);
    }
    free(task);
}

static int task_priority(const Task *task) {
    return task->order->query.turn[task->turn].priority;
}

static void task_unlink(Kata *k, Task *before, Task *task) {
    *(before ? &before->next : &k->first) = task->next;
    if (k->last == task) k->last = before;
    k->waiting--;
}

// The first of the highest priority, or NULL. With the lock held.
static Task *task_take(Kata *k) {
    Task *best = k->first, *before_best = NULL;
    for (Task *before = NULL, *task = k->first; task; before = task, task = task->next) {
        if (task_priority(task) > task_priority(best)) best = task, before_best = before;
    }
    if (best) task_unlink(k, before_best, best);
    return best;
}

static Task *tasks_make(Order *order) {
    Task *first = NULL;
    for (int i = order->query.turns - 1; i >= 0; i--) {
        Task *task = calloc(1, sizeof *task);
        if (!task) {
            for (Task *next; first; first = next) next = first->next, free(first);
            return NULL;
        }
        task->order = order;
        task->turn = i;
        task->next = first;
        first = task;
    }
    return first;
}

// --- The search of a task

static bool task_cancelled(void *context) {
    const Worker *worker = context;
    Kata *k = worker->kata;
    if (k->setup->interrupted()) k->interrupted = true;
    return worker->task->ended || k->deaf || k->interrupted;
}

static void report_write(const Worker *worker, const mp_report *report, bool during) {
    const KataQuery *query = &worker->task->order->query;
    json_t *reply =
        kata_reply_report(query, worker->task->turn, worker->game, report, worker->kata->setup->view, during);
    float policy[MP_CELLS_MAX];
    if (query->policy && !during && mp_analysis_evaluate(worker->analysis, worker->game, NULL, policy, NULL))
        json_object_set_new(reply, "policy", kata_reply_policy(worker->game, policy));
    reply_write(worker->kata, reply);
}

// The first report comes after the interval, not at once.
static void task_progress(void *context, const mp_report *report) {
    const Worker *worker = context;
    if (!report->last && report->seconds >= worker->task->order->query.report_every)
        report_write(worker, report, true);
}

static void task_search(Worker *worker) {
    const KataSetup *setup = worker->kata->setup;
    const KataQuery *query = &worker->task->order->query;
    mp_error error;
    mp_limits limits = setup->limits;
    if (query->visits || query->seconds > 0) limits.nodes = query->visits, limits.seconds = query->seconds;
    limits.stop = task_cancelled;
    limits.context = worker;
    worker->report = (mp_report){.size = sizeof worker->report};
    bool live = query->report_every > 0;
    mp_analysis_reset(worker->analysis); // an answer does not depend on what was asked before
    if (mp_analysis_start(worker->analysis, worker->game, &limits, live ? query->report_every : -1,
                          live ? task_progress : NULL, worker, &error) &&
        mp_analysis_wait(worker->analysis, &worker->report, &error)) {
        report_write(worker, &worker->report, false);
        return;
    }
    reply_write(worker->kata, kata_reply_problem("error", error.text, NULL, query->id));
    reply_write(worker->kata, kata_reply_nothing(query, worker->task->turn));
}

static void task_run(Worker *worker) {
    Kata *k = worker->kata;
    const Task *task = worker->task;
    const KataQuery *query = &task->order->query;
    worker->game = kata_query_game(query, task->turn);
    if (worker->game && mp_game_winner(worker->game) != MP_EMPTY)
        reply_write(k, kata_reply_over(query, task->turn, worker->game, k->setup->view));
    else if (!worker->game || task->ended)
        reply_write(k, kata_reply_nothing(query, task->turn));
    else
        task_search(worker);
    mp_game_free(worker->game);
}

static void *worker_run(void *context) {
    Worker *worker = context;
    Kata *k = worker->kata;
    pthread_mutex_lock(&k->lock);
    while (true) {
        while (!k->first && !k->closed) pthread_cond_wait(&k->filled, &k->lock);
        bool over = k->deaf || k->interrupted;
        worker->task = over ? NULL : task_take(k);
        if (!worker->task) break;
        pthread_mutex_unlock(&k->lock);
        task_run(worker);
        pthread_mutex_lock(&k->lock);
        Task *done = worker->task;
        worker->task = NULL;
        pthread_mutex_unlock(&k->lock);
        task_free(k, done);
        pthread_mutex_lock(&k->lock);
    }
    pthread_mutex_unlock(&k->lock);
    return NULL;
}

// --- Actions

// Whether a turn is meant by a terminate action; all turns are, unless some are named.
static bool turn_named(const json_t *action, const Task *task) {
    const json_t *turns = json_object_get(action, "turnNumbers");
    if (!json_is_array(turns)) return true;
    for (size_t i = 0; i < json_array_size(turns); i++) {
        if (json_integer_value(json_array_get(turns, i)) == task->order->query.turn[task->turn].number)
            return true;
    }
    return false;
}

static bool task_meant(const json_t *action, const char *id, const Task *task) {
    return (!id || !strcmp(id, task->order->query.id)) && turn_named(action, task);
}

// Ends tasks: of the query with this id, or all. Those that wait are answered here.
static void tasks_end(Kata *k, const json_t *action, const char *id) {
    Task *gone = NULL;
    pthread_mutex_lock(&k->lock);
    for (int i = 0; i < k->setup->jobs; i++) {
        Task *task = k->worker[i].task;
        if (task && task_meant(action, id, task)) task->ended = true;
    }
    for (Task *before = NULL, *task = k->first, *next; task; task = next) {
        next = task->next;
        if (task_meant(action, id, task)) {
            task_unlink(k, before, task);
            task->next = gone;
            gone = task;
        } else {
            before = task;
        }
    }
    pthread_mutex_unlock(&k->lock);
    for (Task *next; gone; gone = next) {
        next = gone->next;
        reply_write(k, kata_reply_nothing(&gone->order->query, gone->turn));
        task_free(k, gone);
    }
}

static void problem_write(Kata *k, const char *text, const char *field, const json_t *query) {
    reply_write(k, kata_reply_problem("error", text, field, json_string_value(json_object_get(query, "id"))));
}

static void action_do(Kata *k, json_t *action) {
    const char *name = json_string_value(json_object_get(action, "action"));
    if (!json_is_string(json_object_get(action, "id")))
        return problem_write(k, "expected a string", "id", action);
    if (!name) return problem_write(k, "expected a string", "action", action);
    if (!strcmp(name, "query_version")) {
        json_object_set_new(action, "version", json_string(mp_version()));
        json_object_set_new(action, "git_hash", json_string("<omitted>"));
    } else if (!strcmp(name, "terminate")) {
        const char *id = json_string_value(json_object_get(action, "terminateId"));
        if (!id) return problem_write(k, "expected a string", "terminateId", action);
        tasks_end(k, action, id);
    } else if (!strcmp(name, "terminate_all")) {
        tasks_end(k, action, NULL);
    } else if (strcmp(name, "clear_cache")) { // there is no cache: each position is searched anew
        return problem_write(k, "unknown action", "action", action);
    }
    reply_write(k, json_incref(action));
}

// --- Queries

static void query_warn(void *context, const char *field, const char *text) {
    json_array_append_new(context, json_pack("[s,s]", field, text));
}

static void warnings_write(Kata *k, const json_t *warnings, const char *id) {
    for (size_t i = 0; i < json_array_size(warnings); i++) {
        const json_t *one = json_array_get(warnings, i);
        const char *field = json_string_value(json_array_get(one, 0));
        reply_write(k, kata_reply_problem("warning", json_string_value(json_array_get(one, 1)), field, id));
    }
}

// Puts the tasks into the queue; false when there is no room for them.
static bool tasks_add(Kata *k, Task *first, int count) {
    pthread_mutex_lock(&k->lock);
    bool room = k->waiting + count <= WAITING_MAX;
    if (room) {
        *(k->last ? &k->last->next : &k->first) = first;
        while (first->next) first = first->next;
        k->last = first;
        k->waiting += count;
        pthread_cond_broadcast(&k->filled);
    }
    pthread_mutex_unlock(&k->lock);
    return room;
}

static void order_drop(Order *order, Task *first) {
    for (Task *next; first; first = next) next = first->next, free(first);
    kata_query_free(&order->query);
    free(order);
}

static void query_take(Kata *k, const json_t *object) {
    KataProblem problem;
    Order *order = calloc(1, sizeof *order);
    json_t *warnings = json_array();
    if (!order) {
        problem_write(k, "out of memory", NULL, object);
    } else if (!kata_query_read(object, &order->query, query_warn, warnings, &problem)) {
        problem_write(k, problem.error.text, problem.field, object);
        order_drop(order, NULL);
    } else {
        order->open = order->query.turns;
        warnings_write(k, warnings, order->query.id);
        Task *first = tasks_make(order);
        if (!first || !tasks_add(k, first, order->open)) {
            problem_write(k, first ? "too many positions are waiting" : "out of memory", NULL, object);
            order_drop(order, first);
        }
    }
    json_decref(warnings);
}

static void line_take(Kata *k, const char *line, size_t length) {
    json_error_t why;
    if (strspn(line, " \t\r") == length) return;
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &why);
    if (!json_is_object(object)) {
        Error error;
        error_input(&error, "not a JSON object: %s", object ? "another value" : why.text);
        problem_write(k, error.text, NULL, NULL);
    } else if (json_object_get(object, "action")) {
        action_do(k, object);
    } else {
        query_take(k, object);
    }
    json_decref(object);
}

// --- The session

// Takes the whole lines out of what was read. A line that grows too long is refused when it ends.
static void lines_take(Kata *k, Text *pending, bool *overlong) {
    size_t start = 0;
    for (char *end; (end = memchr(pending->data + start, '\n', pending->length - start));) {
        *end = '\0';
        size_t length = (size_t)(end - pending->data) - start;
        if (*overlong)
            problem_write(k, "the line is too long", NULL, NULL);
        else
            line_take(k, pending->data + start, length);
        *overlong = false;
        start += length + 1;
    }
    memmove(pending->data, pending->data + start, pending->length - start + 1);
    pending->length -= start;
    if (pending->length > LINE_MAX_BYTES) *overlong = true;
    if (*overlong) text_clear(pending);
}

static void input_read(Kata *k, int in) {
    Text pending = {0};
    bool overlong = false;
    char bytes[1 << 16];
    while (!k->deaf && !k->interrupted) {
        struct pollfd wait = {.fd = in, .events = POLLIN};
        int ready = poll(&wait, 1, POLL_MS);
        if (k->setup->interrupted()) k->interrupted = true;
        if (ready <= 0) continue;
        ssize_t got = read(in, bytes, sizeof bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        text_add_bytes(&pending, bytes, (size_t)got);
        if (pending.failed) break;
        lines_take(k, &pending, &overlong);
    }
    if (pending.length && !pending.failed && !k->interrupted) line_take(k, pending.data, pending.length);
    text_free(&pending);
}

static void session_end(Kata *k, int started) {
    pthread_mutex_lock(&k->lock);
    k->closed = true;
    pthread_cond_broadcast(&k->filled);
    pthread_mutex_unlock(&k->lock);
    for (int i = 0; i < started; i++) pthread_join(k->worker[i].thread, NULL);
    for (Task *next; k->first; k->first = next) next = k->first->next, task_free(k, k->first);
}

static bool session_start(Kata *k, int *started, Error *error) {
    for (; *started < k->setup->jobs; ++*started) {
        Worker *worker = &k->worker[*started];
        worker->kata = k;
        mp_error outer;
        mp_analysis_settings settings = MP_INIT(mp_analysis_settings);
        settings.net = k->setup->net;
        settings.precision = k->setup->precision;
        worker->analysis = mp_analysis_new(k->setup->engine, &settings, &outer);
        if (!worker->analysis) return public_fail(&outer, NULL, error);
        if (pthread_create(&worker->thread, NULL, worker_run, worker))
            return error_failure(error, "cannot start a thread");
    }
    return true;
}

bool kata_run(const KataSetup *setup, int in, int out, Error *error) {
    Kata kata = {.setup = setup,
                 .out = out,
                 .lock = PTHREAD_MUTEX_INITIALIZER,
                 .filled = PTHREAD_COND_INITIALIZER,
                 .writing = PTHREAD_MUTEX_INITIALIZER};
    int started = 0;
    kata.worker = calloc((size_t)setup->jobs, sizeof *kata.worker);
    if (!kata.worker) return error_memory(error);
    bool good = session_start(&kata, &started, error);
    if (good) input_read(&kata, in);
    session_end(&kata, started);
    for (int i = 0; i < setup->jobs; i++) mp_analysis_free(kata.worker[i].analysis);
    free(kata.worker);
    if (good && kata.deaf) return error_failure(error, "the answers could not be written");
    return good;
}
