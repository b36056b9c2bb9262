// The search: every thread goes down the tree under one lock, evaluates its leaf without it, and backs the
// value up under it again. An evaluation takes about a millisecond and a descent some microseconds, so the
// lock is not where time goes.
#include "search/puct.h"

#include "base/dirichlet.h"
#include "knowledge/knowledge.h"
#include "search/net_memory.h"
#include "search/puct_tree.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 256, KNOWERS_MAX = 4 };
static const double PROGRESS_INTERVAL = 0.2;

typedef struct Worker {
    Puct *puct;
    Evaluator *evaluator;
    int knowers; // one per size of board, the last used first
    Knower *knower[KNOWERS_MAX];
    const Geometry *known[KNOWERS_MAX]; // their sizes
    pthread_t thread;
    Board board; // the position at the root, and below while a search goes down
} Worker;

struct Puct {
    const Net *net;
    PuctOptions options;
    NetMemory *memory; // what the net said
    int workers;
    Worker *worker[THREADS_MAX];
    pthread_mutex_t lock; // of everything below, but for the clock and the atomics
    pthread_cond_t expanded;
    Position position; // at the root
    PuctNode *root;
    size_t bytes;
    uint64_t started, finished; // play-outs of this search
    uint64_t evaluations, studies, nodes;
    Random random; // of the root's noise
    // The running search
    BudgetClock clock; // the leader's
    SearchEnd end;
    int threads, running; // asked for; those that have started
    _Atomic bool stop;
    bool failed;
    Error error;
};

PuctOptions puct_options(void) {
    return (PuctOptions){.explore = PUCT_EXPLORE,
                         .first_play = PUCT_FIRST_PLAY,
                         .expand_at = PUCT_EXPAND_AT,
                         .knowledge_at = PUCT_KNOWLEDGE_AT,
                         .both_sides = true,
                         .memory_max = (uint64_t)PUCT_MEMORY_MB << 20,
                         .noise_alpha = PUCT_NOISE_ALPHA};
}

Puct *puct_new(const Net *net, const PuctOptions *options, Error *error) {
    Puct *puct = calloc(1, sizeof *puct);
    if (!puct) {
        error_memory(error);
        return NULL;
    }
    puct->memory = net_memory_new();
    if (!puct->memory) {
        free(puct);
        error_memory(error);
        return NULL;
    }
    puct->net = net;
    puct->options = *options;
    puct->random = random_seeded(options->seed);
    if (puct->options.two_heads) puct->options.expand_at = 1;
    pthread_mutex_init(&puct->lock, NULL);
    pthread_cond_init(&puct->expanded, NULL);
    return puct;
}

void puct_reset(Puct *puct) {
    node_free(puct->root);
    puct->root = NULL;
    puct->bytes = 0;
}

void puct_swap_tree(Puct *puct, PuctTree *tree) {
    PuctTree mine = {puct->position, puct->root, puct->bytes};
    puct->position = tree->position;
    puct->root = tree->root;
    puct->bytes = tree->bytes;
    *tree = mine;
}

void puct_tree_free(PuctTree *tree) {
    node_free(tree->root);
    *tree = (PuctTree){0};
}

void puct_free(Puct *puct) {
    if (!puct) return;
    puct_reset(puct);
    for (int i = 0; i < puct->workers; i++) {
        evaluator_free(puct->worker[i]->evaluator);
        for (int k = 0; k < puct->worker[i]->knowers; k++) knower_free(puct->worker[i]->knower[k]);
        free(puct->worker[i]);
    }
    net_memory_free(puct->memory);
    pthread_cond_destroy(&puct->expanded);
    pthread_mutex_destroy(&puct->lock);
    free(puct);
}

// Adds workers up to `threads`; each makes its evaluator on first use.
static bool workers_add(Puct *puct, int threads, Error *error) {
    for (; puct->workers < threads; puct->workers++) {
        Worker *worker = puct->worker[puct->workers] = calloc(1, sizeof *worker);
        if (!worker) return error_memory(error);
        worker->puct = puct;
    }
    return true;
}

static bool worker_ready(Worker *worker, Error *error) {
    if (!worker->evaluator)
        worker->evaluator = evaluator_new(worker->puct->net, worker->puct->options.precision, error);
    return worker->evaluator;
}

// --- One play-out

typedef struct Step {
    PuctNode *node;
    Child *child;
} Step;

typedef struct Path {
    int length;
    Step step[CELL_MAX + 1];
} Path;

// The net's answer about the root, or about a leaf. False with an error when the net fails.
static bool net_ask(Worker *worker, const Position *position, bool root, NetOutput *out, int *evaluations,
                    Error *error) {
    NetMemory *memory = worker->puct->memory;
    Evaluator *evaluator = worker->evaluator;
    if (!worker->puct->options.both_sides)
        return net_memory_ask(memory, evaluator, position, root ? NET_PRECISE : NET_FAST, out, evaluations,
                              error);
    return (root ? net_memory_ask_both : net_memory_ask_either)(memory, evaluator, position, out, evaluations,
                                                                error);
}

bool puct_evaluate(Puct *puct, const Position *position, NetOutput *out, Error *error) {
    if (!workers_add(puct, 1, error) || !worker_ready(puct->worker[0], error)) return false;
    int evaluations = 0;
    return net_ask(puct->worker[0], position, true, out, &evaluations, error);
}

// Makes the node of the position on the worker's board, with the net unless it is decided. Called without the
// lock. NULL with an error out of memory. `*evaluations`: how often the net was run for it.
static PuctNode *leaf_expand(Worker *worker, Color mover, bool root, int *evaluations, Error *error) {
    const PuctOptions *options = &worker->puct->options;
    CellSet moves;
    NetOutput out;
    Proof proof = board_decided(&worker->board, mover, &moves);
    *evaluations = 0;
    if (proof == PROOF_NONE) {
        Position position = board_position(&worker->board, mover);
        if (!net_ask(worker, &position, root, &out, evaluations, error)) return NULL;
    }
    PuctNode *node = node_new(options, moves, proof == PROOF_NONE ? &out : NULL);
    if (!node) {
        error_memory(error);
        return NULL;
    }
    node->proof = proof;
    node->both_sides = root;
    if (proof == PROOF_WIN) node->win_cell = node->child[0].cell;
    return node;
}

static void knowledge_apply(PuctNode *node, const Knowledge *knowledge, Color mover) {
    if (node->proof != PROOF_NONE) return;
    if (knowledge->winner == mover && knowledge->move < 0) return; // a win without a move cannot be used here
    if (knowledge->winner != EMPTY) {
        node->proof = knowledge->winner == mover ? PROOF_WIN : PROOF_LOSS;
        if (node->proof == PROOF_WIN) node->win_cell = (int16_t)knowledge->move;
        return;
    }
    // What was refuted before may be all that is left.
    bool open = false;
    for (int i = 0; i < node->count; i++) {
        Child *child = &node->child[i];
        if (!cellset_has(knowledge->moves, child->cell)) child->pruned = true;
        open |= !child->pruned && child_proof(child) != PROOF_LOSS;
    }
    if (!open) node->proof = PROOF_LOSS;
}

// The worker's knower of a size of board; NULL out of memory.
static Knower *knower_take(Worker *worker, const Geometry *geometry) {
    static const KnowledgeOptions OPTIONS = {.persistent = true};
    int found = 0;
    while (found < worker->knowers && worker->known[found] != geometry) found++;
    Knower *knower = found < worker->knowers ? worker->knower[found] : knower_new(geometry, &OPTIONS, NULL);
    if (!knower) return NULL;
    if (found == KNOWERS_MAX) knower_free(worker->knower[--found]);
    if (found >= worker->knowers) worker->knowers = found + 1;
    for (; found > 0; found--) {
        worker->knower[found] = worker->knower[found - 1];
        worker->known[found] = worker->known[found - 1];
    }
    worker->knower[0] = knower;
    worker->known[0] = geometry;
    return knower;
}

// Studies the position on the board. Called with the lock held; releases it during the study.
static void node_study(Worker *worker, PuctNode *node, Color mover) {
    Puct *puct = worker->puct;
    node->studied = true;
    pthread_mutex_unlock(&puct->lock);
    Knower *knower = knower_take(worker, worker->board.geometry);
    Knowledge knowledge;
    if (knower) {
        Position position = board_position(&worker->board, mover);
        // Exact: the search continues from the real board, not from the filled one.
        knower_study(knower, &position, true, &knowledge);
    }
    pthread_mutex_lock(&puct->lock);
    puct->studies += knower != NULL;
    if (knower) knowledge_apply(node, &knowledge, mover);
}

// The root is worth it at once.
static bool study_due(const Puct *puct, const PuctNode *node) {
    int at = node == puct->root ? 1 : puct->options.knowledge_at;
    return puct->options.knowledge_at && !node->studied && node->proof == PROOF_NONE && node->count > 1 &&
           node->visits >= (uint32_t)at;
}

// With the lock: the search ends with an error, the first there was.
static void search_fail(Puct *puct, const Error *error) {
    if (!puct->failed) puct->error = *error;
    puct->failed = true;
    atomic_store(&puct->stop, true);
}

// The leaf's node; releases the lock while it makes one. NULL when the search has failed.
static PuctNode *child_expand(Worker *worker, Child *child, Color mover) {
    Puct *puct = worker->puct;
    Error error = {0};
    int evaluations;
    child->expanding = true;
    pthread_mutex_unlock(&puct->lock);
    PuctNode *node = leaf_expand(worker, mover, false, &evaluations, &error);
    pthread_mutex_lock(&puct->lock);
    child->expanding = false;
    child->node = node;
    puct->evaluations += (uint64_t)evaluations;
    pthread_cond_broadcast(&puct->expanded);
    puct->nodes += node != NULL;
    if (node)
        puct->bytes += node_bytes(node);
    else
        search_fail(puct, &error);
    return node;
}

static double proof_value(Proof proof) {
    return proof == PROOF_WIN ? 1 : -1;
}

// A leaf may wait for its expansion while its action value is good enough, or while memory is short.
static bool expansion_waits(const Puct *puct, const Child *child) {
    return child->visits + 1 < (uint32_t)puct->options.expand_at || puct->bytes >= puct->options.memory_max;
}

typedef enum Descent { DESCENT_DONE, DESCENT_COLLISION, DESCENT_FAILED } Descent;

// Goes down to a leaf, placing stones. `*value` is the leaf's, for the mover of the last step's node.
static Descent path_descend(Worker *worker, Path *path, double *value) {
    Puct *puct = worker->puct;
    PuctNode *node = puct->root;
    Color mover = puct->position.to_move;
    path->length = 0;
    for (;;) {
        if (study_due(puct, node)) node_study(worker, node, mover);
        if (node->proof != PROOF_NONE) {
            *value = -proof_value(node->proof);
            return DESCENT_DONE;
        }
        Child *child = node_select(&puct->options, node);
        path->step[path->length++] = (Step){node, child};
        child->pending++;
        board_place(&worker->board, child->cell, mover);
        mover = color_other(mover);
        if (child->expanding) return DESCENT_COLLISION;
        if (!child->node && expansion_waits(puct, child)) {
            *value = (double)child->action;
            return DESCENT_DONE;
        }
        if (!child->node) {
            PuctNode *leaf = child_expand(worker, child, mover);
            if (!leaf) return DESCENT_FAILED;
            *value = leaf->proof == PROOF_NONE ? -(double)leaf->value : -proof_value(leaf->proof);
            leaf->visits = 1;
            leaf->total = (float)-*value;
            return DESCENT_DONE;
        }
        node = child->node;
    }
}

// Every later move of the same side counts for the moves that could have been played earlier.
static void path_rave(const Path *path, const double *value) {
    for (int i = 0; i < path->length; i++) {
        PuctNode *node = path->step[i].node;
        for (int k = i; k < path->length; k += 2) {
            Child *child = node_child(node, path->step[k].child->cell);
            if (!child) continue;
            Rave *rave = &node->rave[child - node->child];
            rave->visits++;
            rave->total += (float)value[i];
        }
    }
}

static void path_backup(const Puct *puct, const Path *path, double value) {
    double seen[CELL_MAX + 1];
    for (int i = path->length - 1; i >= 0; i--, value = -value) {
        PuctNode *node = path->step[i].node;
        Child *child = path->step[i].child;
        node_update_proof(node, child);
        child->pending--;
        child->visits++;
        child->total += (float)value;
        node->visits++;
        node->total += (float)value;
        seen[i] = value;
        if (node->proof != PROOF_NONE) value = proof_value(node->proof);
    }
    if (puct->options.rave) path_rave(path, seen);
}

static void path_undo(Worker *worker, const Path *path, bool pending) {
    for (int i = 0; i < path->length; i++) {
        board_undo(&worker->board);
        if (pending) path->step[i].child->pending--;
    }
}

// One play-out; the caller holds the lock.
static void playout(Worker *worker) {
    Puct *puct = worker->puct;
    Path path;
    double value;
    Descent descent = path_descend(worker, &path, &value);
    if (descent == DESCENT_DONE && path.length) {
        path_backup(puct, &path, value);
        puct->finished++;
    }
    path_undo(worker, &path, descent != DESCENT_DONE);
    if (descent == DESCENT_COLLISION) {
        puct->started--;
        pthread_cond_wait(&puct->expanded, &puct->lock);
    }
}

// --- When to stop

// The moves that are not pruned, and the visits of the two most visited ones that are not refuted.
static int root_moves(const PuctNode *node, uint32_t *first, uint32_t *second) {
    int moves = 0;
    *first = *second = 0;
    for (int i = 0; i < node->count; i++) {
        const Child *child = &node->child[i];
        moves += !child->pruned;
        if (child->pruned || child_proof(child) == PROOF_LOSS) continue;
        uint32_t visits = child->visits;
        if (visits > *first) {
            *second = *first;
            *first = visits;
        } else if (visits > *second) {
            *second = visits;
        }
    }
    return moves;
}

// The play-outs that are still to come, as far as the budget tells.
static double playouts_left(const Puct *puct) {
    const BudgetClock *clock = &puct->clock;
    double left = INFINITY;
    if (clock->budget.nodes) left = (double)(clock->budget.nodes - puct->started);
    if (clock->budget.seconds > 0 && puct->finished >= 8) {
        double rate = (double)puct->finished / (clock->now - clock->start);
        left = fmin(left, rate * (clock->end - clock->now));
    }
    return left;
}

// No more play-outs are to be started: what every thread asks.
static bool playouts_over(const Puct *puct) {
    uint64_t limit = puct->clock.budget.nodes;
    return atomic_load(&puct->stop) || puct->root->proof != PROOF_NONE || (limit && puct->started >= limit);
}

// The rest cannot change the most visited move: what the leader asks.
static bool root_settled(const Puct *puct) {
    uint32_t first, second;
    if (puct->end == END_WITH_BUDGET) return false;
    return root_moves(puct->root, &first, &second) <= 1 ||
           (double)(first - second) > playouts_left(puct) + puct->running;
}

// --- Threads

static void progress_send(Puct *puct) {
    Progress progress = {.seconds = puct->clock.now - puct->clock.start};
    pthread_mutex_lock(&puct->lock);
    const PuctNode *root = puct->root;
    progress.nodes = puct->finished;
    progress.value = root->visits ? (1 + (double)root->total / root->visits) / 2 : -1;
    const Child *best = NULL;
    for (int i = 0; i < root->count; i++) {
        if (!best || root->child[i].visits > best->visits) best = &root->child[i];
    }
    if (best) progress.line_length = child_line(best, progress.line, PROGRESS_LINE_MAX);
    pthread_mutex_unlock(&puct->lock);
    observer_progress(puct->clock.budget.observer, &progress);
}

// The leader checks its budget and reports. It releases the lock meanwhile, since observers may ask for a
// report. True when the search is over.
static bool leader_look(Puct *puct) {
    uint64_t started = puct->started;
    pthread_mutex_unlock(&puct->lock);
    bool spent = budget_look(&puct->clock, started);
    if (budget_report_due(&puct->clock, PROGRESS_INTERVAL)) progress_send(puct);
    pthread_mutex_lock(&puct->lock);
    return spent || root_settled(puct);
}

// Play-outs until the search is over.
static void worker_search(Worker *worker) {
    Puct *puct = worker->puct;
    bool leader = worker == puct->worker[0];
    pthread_mutex_lock(&puct->lock);
    // The look comes first: others may begin the last play-outs meanwhile.
    while (!(leader && leader_look(puct)) && !playouts_over(puct)) {
        puct->started++;
        playout(worker);
    }
    atomic_store(&puct->stop, true);
    pthread_cond_broadcast(&puct->expanded);
    pthread_mutex_unlock(&puct->lock);
}

static void *worker_run(void *argument);

// Starts the next thread, unless all have started or the search is over.
static void thread_start(Puct *puct) {
    pthread_mutex_lock(&puct->lock);
    if (puct->running < puct->threads && !atomic_load(&puct->stop)) {
        Worker *worker = puct->worker[puct->running];
        if (!pthread_create(&worker->thread, NULL, worker_run, worker)) puct->running++;
    }
    pthread_mutex_unlock(&puct->lock);
}

// A thread besides the leader. The next one starts only when this one is ready: many at once would take the
// processor from those that search.
static void *worker_run(void *argument) {
    Worker *worker = argument;
    Puct *puct = worker->puct;
    Error error = {0};
    if (worker_ready(worker, &error)) {
        board_set(&worker->board, &puct->position);
        thread_start(puct);
        worker_search(worker);
    } else {
        pthread_mutex_lock(&puct->lock);
        search_fail(puct, &error);
        pthread_mutex_unlock(&puct->lock);
    }
    return NULL;
}

static void threads_run(Puct *puct) {
    puct->running = 1;
    thread_start(puct);
    worker_search(puct->worker[0]);
    pthread_mutex_lock(&puct->lock); // the search is over: no thread starts any more
    int running = puct->running;
    pthread_mutex_unlock(&puct->lock);
    for (int i = 1; i < running; i++) pthread_join(puct->worker[i]->thread, NULL);
}

// --- The root

// Moves the root down by the stones that were added, when they are a move, or a move and its answer.
static void root_follow(Puct *puct, const Position *position) {
    const Position *old = &puct->position;
    CellSet added[2];
    int count = 0;
    bool follows = puct->root && old->geometry == position->geometry;
    for (int c = 0; c < 2 && follows; c++) {
        follows = cellset_within(old->stones[c], position->stones[c]);
        added[c] = cellset_minus(position->stones[c], old->stones[c]);
        count += cellset_count(added[c]);
    }
    PuctNode *node = puct->root;
    Color mover = old->to_move;
    for (int i = 0; i < count && node && follows && count <= 2; i++, mover = color_other(mover)) {
        Child *child =
            cellset_count(added[mover]) == 1 ? node_child(node, cellset_first(added[mover])) : NULL;
        node = child ? child->node : NULL;
        if (node) {
            child->node = NULL;
            puct->bytes -= node_free(puct->root);
            puct->root = node;
        }
    }
    if (!follows || count > 2 || !node || mover != position->to_move) puct_reset(puct);
    puct->position = *position;
}

// A root that was a leaf of an earlier search was seen from one side: now it is from both.
static bool root_look(Puct *puct, Error *error) {
    PuctNode *root = puct->root;
    if (!puct->options.both_sides || root->both_sides || root->proof != PROOF_NONE) return true;
    NetOutput out;
    int evaluations = 0;
    if (!net_ask(puct->worker[0], &puct->position, true, &out, &evaluations, error)) return false;
    node_tell(root, &out);
    root->both_sides = true;
    puct->evaluations += (uint64_t)evaluations;
    return true;
}

// A root that is decided was made without the net; its moves are then all that it needs. A win or loss found
// by knowledge has children with priors already.
static bool root_prepare(Puct *puct, Error *error) {
    if (puct->root) return root_look(puct, error);
    int evaluations;
    puct->root = leaf_expand(puct->worker[0], puct->position.to_move, true, &evaluations, error);
    if (!puct->root) return false;
    puct->evaluations += (uint64_t)evaluations;
    puct->nodes++;
    puct->bytes += node_bytes(puct->root);
    puct->root->visits = 1;
    puct->root->total =
        puct->root->proof == PROOF_NONE ? puct->root->value : (float)proof_value(puct->root->proof);
    puct->started = puct->finished = 1;
    return true;
}

// Mixes noise into the root's prior, once per node.
static void root_noise(Puct *puct) {
    PuctNode *root = puct->root;
    double noise = puct->options.noise, share[CELL_MAX];
    if (!(noise > 0) || root->noised || !root->count) return;
    dirichlet_draw(&puct->random, puct->options.noise_alpha, root->count, share);
    for (int i = 0; i < root->count; i++)
        root->child[i].prior = (float)((1 - noise) * (double)root->child[i].prior + noise * share[i]);
    root->noised = true;
}

bool puct_search(Puct *puct, const Position *position, const Budget *budget, SearchEnd end, Error *error) {
    int threads = budget->threads < 1 ? 1 : budget->threads > THREADS_MAX ? THREADS_MAX : budget->threads;
    if (net_is_plain(puct->net) && budget->nodes != 1)
        return error_input(error,
                           "the net has a policy only: it can play with one play-out, or be the prior of "
                           "mcts");
    budget_start(&puct->clock, budget, 1);
    if (!workers_add(puct, threads, error) || !worker_ready(puct->worker[0], error)) return false;
    puct->end = end;
    puct->threads = threads;
    puct->started = puct->finished = puct->evaluations = puct->studies = puct->nodes = 0;
    puct->failed = false;
    atomic_store(&puct->stop, false);
    root_follow(puct, position);
    board_set(&puct->worker[0]->board, position);
    if (!root_prepare(puct, error)) return false;
    root_noise(puct);
    threads_run(puct);
    if (puct->failed && error) *error = puct->error;
    return !puct->failed;
}

// --- The report

static void move_report(const PuctNode *root, const Child *child, SearchMove *move) {
    move->cell = child->cell;
    move->visits = child->visits;
    move->prior = (double)child->prior;
    move->proof = child->cell == root->win_cell ? PROOF_WIN : child_proof(child);
    move->value = move->proof == PROOF_WIN ? 1 : (1 + child_value(root, child)) / 2;
    move->line_length = child_line(child, move->line, SEARCH_LINE_MAX);
}

void puct_report(Puct *puct, SearchReport *report) {
    pthread_mutex_lock(&puct->lock);
    const PuctNode *root = puct->root;
    report->count = 0;
    report->proof = root ? root->proof : PROOF_NONE;
    report->visits = root ? root->visits : 0;
    report->playouts = puct->finished;
    report->evaluations = puct->evaluations;
    report->studies = puct->studies;
    report->nodes = puct->nodes;
    report->seconds = budget_seconds(&puct->clock);
    report->value = 0.5;
    if (root) {
        int16_t order[CELL_MAX];
        node_order(root, order);
        for (int i = 0; i < root->count; i++)
            move_report(root, &root->child[order[i]], &report->move[report->count++]);
        double mean = root->visits ? (double)root->total / root->visits : (double)root->value;
        if (root->proof != PROOF_NONE) {
            report->value = root->proof == PROOF_WIN;
        } else {
            report->value = report->count && report->move[0].visits ? report->move[0].value : (1 + mean) / 2;
        }
    }
    pthread_mutex_unlock(&puct->lock);
}
