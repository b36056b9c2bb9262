// The search: limits, threads, the three ways to share work, the tree kept between searches, the report.
#include "search/mcts.h"

#include "base/clock.h"
#include "search/mcts_worker.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static const double PROGRESS_INTERVAL = 0.2;
enum { LOOK_EVERY = 8, SPINS = 2000 }; // play-outs between looks at the clock

typedef struct Thread {
    Mcts *mcts;
    Worker worker;
    pthread_t id;
    Tree tree;                  // of its own, in root parallelism; thread 0's is the shared one
    _Atomic uint64_t playouts;  // of this search
    _Atomic uint32_t task_done; // leaf parallelism: the last leaf that was played out
} Thread;

struct Mcts {
    MctsOptions options;
    Setting setting;
    uint64_t seed;
    int threads;
    Thread *thread[MCTS_THREADS_MAX];
    Position position;        // at the root
    uint8_t filled[GRID_MAX]; // fill-in that the root has inherited: a colour, or EMPTY
    bool has_tree;
    // The running search
    BudgetClock clock; // the leader's
    SearchEnd end;
    bool extended;
    int running;
    _Atomic bool stop;
    _Atomic uint32_t task; // leaf parallelism: counts the leaves
    LeafShare share;       // of that leaf
};

MctsOptions mcts_options(void) {
    return (MctsOptions){.explore = MCTS_EXPLORE,
                         .bias = MCTS_BIAS,
                         .first_play = MCTS_FIRST_PLAY,
                         .rave_first = MCTS_RAVE_FIRST,
                         .rave_last = MCTS_RAVE_LAST,
                         .rave_bias = MCTS_RAVE_SLOPE,
                         .expand_at = MCTS_EXPAND_AT,
                         .knowledge_at = MCTS_KNOWLEDGE_AT,
                         .simulations = MCTS_SIMULATIONS,
                         .memory_max = (uint64_t)MCTS_MEMORY_MB << 20};
}

static bool tree_init(Tree *tree, uint64_t memory, Error *error) {
    return arena_init(&tree->arena[0], memory, error) && arena_init(&tree->arena[1], memory, error);
}

static void tree_free(Tree *tree) {
    arena_free(&tree->arena[0]);
    arena_free(&tree->arena[1]);
}

static void tree_clear(Tree *tree) {
    tree->root = NULL;
    tree->active = 0;
    atomic_store(&tree->arena[0].used, 0);
}

static bool thread_add(Mcts *mcts, Error *error) {
    Thread *thread = calloc(1, sizeof *thread);
    if (!thread) return error_memory(error);
    bool own_tree = mcts->threads == 0 || mcts->options.parallel == MCTS_ROOT;
    thread->mcts = mcts;
    if (own_tree && !tree_init(&thread->tree, mcts->options.memory_max / 2, error)) {
        tree_free(&thread->tree);
        free(thread);
        return false;
    }
    uint64_t seed = mcts->seed + (uint64_t)mcts->threads;
    thread->worker.setting = &mcts->setting;
    thread->worker.number = mcts->threads;
    thread->worker.random = random_seeded(splitmix64(&seed));
    mcts->thread[mcts->threads++] = thread;
    return true;
}

Mcts *mcts_new(const Gammas *gammas, const MctsOptions *options, uint64_t seed, Error *error) {
    Mcts *mcts = calloc(1, sizeof *mcts);
    if (!mcts) {
        error_memory(error);
        return NULL;
    }
    mcts->options = *options;
    mcts->seed = seed;
    mcts->setting.options = &mcts->options;
    mcts->setting.gammas = gammas;
    if (options->uniform)
        playout_table_uniform(&mcts->setting.table);
    else
        gammas_table(gammas, &mcts->setting.table);
    if (thread_add(mcts, error)) return mcts;
    mcts_free(mcts);
    return NULL;
}

void mcts_free(Mcts *mcts) {
    if (!mcts) return;
    for (int i = 0; i < mcts->threads; i++) {
        tree_free(&mcts->thread[i]->tree);
        knower_free(mcts->thread[i]->worker.knower);
        free(mcts->thread[i]);
    }
    free(mcts);
}

void mcts_reset(Mcts *mcts) {
    mcts->has_tree = false;
}

static UctNode *root_of(const Mcts *mcts) {
    return mcts->thread[0]->tree.root;
}

// --- When to stop

static uint64_t playouts_done(const Mcts *mcts) {
    uint64_t sum = 0;
    for (int i = 0; i < mcts->running; i++)
        sum += atomic_load_explicit(&mcts->thread[i]->playouts, memory_order_relaxed);
    return sum;
}

typedef struct Leaders {
    int open;               // children that are still searched
    uint32_t first, second; // visits of the two most visited ones
    int most, best;         // the most visited one, and the one of the best value among the well visited
} Leaders;

static Leaders root_leaders(const UctNode *root) {
    Leaders l = {.most = -1, .best = -1};
    for (int i = 0; i < root->count; i++) {
        if (uct_child_prior(root, i) < 0) continue;
        uint32_t visits = tally_visits(uct_tally(root, i));
        l.open++;
        if (l.most < 0 || visits > l.first) {
            l.second = l.most < 0 ? 0 : l.first;
            l.first = visits;
            l.most = i;
        } else if (visits > l.second) {
            l.second = visits;
        }
    }
    for (int i = 0; i < root->count; i++) {
        if (uct_child_prior(root, i) < 0 || tally_visits(uct_tally(root, i)) < l.first / 10) continue;
        if (l.best < 0 || uct_child_value(root, i) > uct_child_value(root, l.best)) l.best = i;
    }
    return l;
}

// When time is up for the first time: more of it, if the moves that lead disagree.
static void search_extend(Mcts *mcts) {
    if (mcts->extended || !(mcts->options.extend > 0) || clock_seconds() < mcts->clock.end) return;
    Leaders l = root_leaders(root_of(mcts));
    mcts->extended = true;
    if (l.most != l.best) mcts->clock.end += mcts->options.extend * mcts->clock.budget.seconds;
}

// What the leader looks at now and then.
static bool search_over(Mcts *mcts) {
    const BudgetClock *clock = &mcts->clock;
    const UctNode *root = root_of(mcts);
    uint64_t done = playouts_done(mcts);
    search_extend(mcts);
    if (budget_look(&mcts->clock, done) || uct_proof(root) != PROOF_NONE) return true;
    if (mcts->end == END_WITH_BUDGET) return false;
    double left = INFINITY;
    if (clock->budget.nodes) left = (double)clock->budget.nodes - (double)done;
    if (clock->budget.seconds > 0 && done >= 64) {
        double rate = (double)done / (clock->now - clock->start);
        left = fmin(left, rate * (clock->end - clock->now));
    }
    Leaders l = root_leaders(root);
    return l.open <= 1 || (mcts->options.parallel != MCTS_ROOT && (double)(l.first - l.second) > left + 64);
}

static void progress_send(const Mcts *mcts) {
    const UctNode *root = root_of(mcts);
    Progress progress = {
        .seconds = mcts->clock.now - mcts->clock.start, .nodes = playouts_done(mcts), .value = -1};
    Leaders l = root_leaders(root);
    if (l.most >= 0) {
        int16_t line[PROGRESS_LINE_MAX];
        progress.value = uct_child_value(root, l.most);
        progress.line_length = uct_line(root, l.most, line, PROGRESS_LINE_MAX);
        for (int i = 0; i < progress.line_length; i++) progress.line[i] = mcts->setting.grid.cell[line[i]];
    }
    observer_progress(mcts->clock.budget.observer, &progress);
}

// Looks at the budget; sets `stop`.
static void leader_look(Mcts *mcts) {
    if (search_over(mcts)) atomic_store_explicit(&mcts->stop, true, memory_order_relaxed);
    if (budget_report_due(&mcts->clock, PROGRESS_INTERVAL)) progress_send(mcts);
}

// --- Threads

static bool playout_allowed(const Mcts *mcts) {
    uint64_t limit = mcts->clock.budget.nodes;
    return !limit || playouts_done(mcts) < limit;
}

static void *thread_search(void *argument) {
    Thread *thread = argument;
    Mcts *mcts = thread->mcts;
    bool leader = thread == mcts->thread[0];
    for (uint32_t i = 0; !atomic_load_explicit(&mcts->stop, memory_order_relaxed); i++) {
        if (leader && i % LOOK_EVERY == 0) leader_look(mcts);
        if (!playout_allowed(mcts)) break;
        int played = worker_playout(&thread->worker);
        atomic_fetch_add_explicit(&thread->playouts, (uint64_t)played, memory_order_relaxed);
        if (thread->tree.root && uct_proof(thread->tree.root) != PROOF_NONE) break;
    }
    if (leader) atomic_store_explicit(&mcts->stop, true, memory_order_relaxed);
    return NULL;
}

static void spin(int *spins) {
    if (++*spins > SPINS) sched_yield();
}

// The play-outs of the leader's leaf that this thread gets.
static void share_play(Thread *thread) {
    Mcts *mcts = thread->mcts;
    int played = worker_play_share(&thread->worker, &mcts->thread[0]->worker, &mcts->share);
    atomic_fetch_add_explicit(&thread->playouts, (uint64_t)played, memory_order_relaxed);
}

// A helper of leaf parallelism: plays out the leaf that the leader has come to.
static void *thread_help(void *argument) {
    Thread *thread = argument;
    Mcts *mcts = thread->mcts;
    uint32_t seen = atomic_load(&thread->task_done);
    for (;;) {
        uint32_t task;
        int spins = 0;
        while ((task = atomic_load_explicit(&mcts->task, memory_order_acquire)) == seen) {
            if (atomic_load_explicit(&mcts->stop, memory_order_acquire)) return NULL;
            spin(&spins);
        }
        seen = task;
        share_play(thread);
        atomic_store_explicit(&thread->task_done, task, memory_order_release);
    }
}

static void helpers_wait(const Mcts *mcts, uint32_t task) {
    for (int i = 1; i < mcts->running; i++) {
        int spins = 0;
        while (atomic_load_explicit(&mcts->thread[i]->task_done, memory_order_acquire) != task) spin(&spins);
    }
}

// The leader of leaf parallelism. Helpers leave on `stop`, so that no task may follow it: nobody would take it, and the
// leader would wait for ever.
static void leader_leaf(Mcts *mcts) {
    Thread *own = mcts->thread[0];
    int wanted = mcts->options.simulations > mcts->running ? mcts->options.simulations : mcts->running;
    for (uint32_t i = 0;; i++) {
        if (i % LOOK_EVERY == 0) leader_look(mcts);
        if (atomic_load(&mcts->stop) || !playout_allowed(mcts)) break;
        worker_descend(&own->worker);
        if (own->worker.path.proved) {
            worker_back_up_proof(&own->worker);
            atomic_fetch_add_explicit(&own->playouts, 1, memory_order_relaxed);
            continue;
        }
        playout_copy(&own->worker.leaf, &own->worker.board);
        leaf_share_init(&mcts->share, wanted);
        uint32_t task = atomic_load(&mcts->task) + 1;
        atomic_store_explicit(&mcts->task, task, memory_order_release);
        share_play(own);
        helpers_wait(mcts, task);
    }
    atomic_store(&mcts->stop, true);
}

static void threads_run(Mcts *mcts, int threads) {
    bool leaf = mcts->options.parallel == MCTS_LEAF && threads > 1;
    int started = 1;
    mcts->running = threads;
    for (; started < threads; started++) {
        Thread *thread = mcts->thread[started];
        if (pthread_create(&thread->id, NULL, leaf ? thread_help : thread_search, thread)) break;
    }
    if (started < threads && leaf) mcts->running = started;
    if (leaf)
        leader_leaf(mcts);
    else
        thread_search(mcts->thread[0]);
    atomic_store(&mcts->stop, true);
    for (int i = 1; i < started; i++) pthread_join(mcts->thread[i]->id, NULL);
    mcts->running = started;
}

// --- The root

// What is left of the fill-in when the root moves down: all of it, unless a stone was put on such a point.
static bool fill_inherit(Mcts *mcts, const UctNode *node, int point) {
    const Fill *fill = atomic_load(&node->fill);
    for (int i = 0; fill && i < fill->count; i++)
        mcts->filled[fill->stone[i].point] = (uint8_t)fill->stone[i].color;
    return mcts->filled[point] == EMPTY;
}

// The node for this position in the tree of the last search, NULL if there is none. The added stones must be a move,
// or a move and its answer, and the tree must have that line.
static const UctNode *root_follow(Mcts *mcts, const Position *position) {
    const Position *old = &mcts->position;
    const UctNode *node = root_of(mcts);
    CellSet added[2];
    int count = 0;
    if (!mcts->has_tree || !node || old->geometry != position->geometry) return NULL;
    for (int c = 0; c < 2; c++) {
        if (!cellset_within(old->stones[c], position->stones[c])) return NULL;
        added[c] = cellset_minus(position->stones[c], old->stones[c]);
        count += cellset_count(added[c]);
    }
    Color mover = old->to_move;
    for (int i = 0; i < count; i++, mover = color_other(mover)) {
        if (count > 2 || cellset_count(added[mover]) != 1) return NULL;
        int point = mcts->setting.grid.point[cellset_first(added[mover])];
        if (!fill_inherit(mcts, node, point)) return NULL;
        int child = uct_find(node, point);
        node = child < 0 ? NULL : uct_child(node, child);
        if (!node) return NULL;
    }
    return mover == position->to_move && node->count > 0 ? node : NULL;
}

// Copies the kept part into the other arena, where it is without gaps.
static UctNode *tree_keep(Tree *tree, const UctNode *node) {
    Arena *arena = &tree->arena[!tree->active];
    atomic_store(&arena->used, 0);
    UctNode *copy = uct_copy(arena, node);
    tree->active = !tree->active;
    return copy;
}

// Puts the position, with inherited fill-in, on the board that searches start from.
static void start_set(Mcts *mcts, const Position *position, const int last[2]) {
    Setting *setting = &mcts->setting;
    Grid *grid = &setting->grid;
    playout_init(&setting->start, grid, &setting->table, position);
    for (int point = 0; point < grid->points; point++) {
        if (mcts->filled[point] != EMPTY && setting->start.color[point] == EMPTY)
            playout_place(&setting->start, point, (Color)mcts->filled[point]);
    }
    setting->mover = position->to_move;
    setting->own_last = last && last[0] >= 0 ? grid->point[last[0]] : CELL_NONE;
    setting->start.last = CELL_NONE;
    if (!last || last[1] < 0) return;
    int point = grid->point[last[1]];
    setting->start.last = point;
    setting->start.last_code = 0;
    for (int d = 0; d < 6; d++) {
        int color = setting->start.color[point + grid->offset[d]];
        if (color < EMPTY) setting->start.last_code |= (uint16_t)((color + 1) << 2 * d);
    }
}

static bool root_make(Mcts *mcts, Thread *thread, Error *error) {
    tree_clear(&thread->tree);
    thread->worker.tree = &thread->tree;
    playout_copy(&thread->worker.board, &mcts->setting.start);
    thread->tree.root = worker_expand(&thread->worker, mcts->setting.mover, mcts->setting.own_last);
    return thread->tree.root || error_failure(error, "the memory of the tree is too small");
}

// A study at the root starts from the real stones and the inherited fill-in, whatever was known of the node.
static void root_renew(UctNode *root) {
    atomic_store(&root->studied, false);
}

static bool root_prepare(Mcts *mcts, const Position *position, const int last[2], int threads, Error *error) {
    if (mcts->position.geometry != position->geometry) {
        mcts->has_tree = false;
        grid_init(&mcts->setting.grid, position->geometry);
    }
    Tree *tree = &mcts->thread[0]->tree;
    const UctNode *kept = root_follow(mcts, position);
    if (!kept) memset(mcts->filled, EMPTY, sizeof mcts->filled);
    start_set(mcts, position, last);
    tree->root = kept ? tree_keep(tree, kept) : NULL;
    mcts->position = *position;
    mcts->has_tree = true;
    if (tree->root)
        root_renew(tree->root);
    else if (!root_make(mcts, mcts->thread[0], error))
        return false;
    for (int i = 0; i < threads; i++) {
        mcts->thread[i]->worker.tree = tree;
        if (i && mcts->options.parallel == MCTS_ROOT && !root_make(mcts, mcts->thread[i], error))
            return false;
    }
    return true;
}

// Adds what the other trees' roots have counted.
static void roots_merge(Mcts *mcts) {
    UctNode *root = root_of(mcts);
    for (int i = 1; i < mcts->running; i++) {
        const UctNode *other = mcts->thread[i]->tree.root;
        if (uct_proof(other) != PROOF_NONE) {
            uct_prove(root, uct_proof(other), atomic_load(&other->win_point));
            continue;
        }
        for (int k = 0; k < other->count; k++) {
            int own = uct_find(root, uct_point(other)[k]);
            if (own < 0) continue;
            atomic_fetch_add(&root->tally[own], uct_tally(other, k));
            atomic_fetch_add(&root->visits, tally_visits(uct_tally(other, k)));
        }
    }
}

bool mcts_search(Mcts *mcts, const Position *position, const int last[2], const Budget *budget, SearchEnd end,
                 Error *error) {
    int threads = budget->threads < 1                  ? 1
                  : budget->threads > MCTS_THREADS_MAX ? MCTS_THREADS_MAX
                                                       : budget->threads;
    budget_start(&mcts->clock, budget, 1);
    mcts->end = end;
    mcts->extended = false;
    while (mcts->threads < threads) {
        if (!thread_add(mcts, error)) return false;
    }
    for (int i = 0; i < mcts->threads; i++) {
        Thread *thread = mcts->thread[i];
        atomic_store(&thread->playouts, 0);
        atomic_store(&thread->task_done, 0);
        thread->worker.studies = thread->worker.nodes = 0;
        thread->tree.root = i ? NULL : thread->tree.root;
    }
    atomic_store(&mcts->task, 0);
    atomic_store(&mcts->stop, false);
    if (!root_prepare(mcts, position, last, threads, error)) return false;
    threads_run(mcts, threads);
    if (mcts->options.parallel == MCTS_ROOT) roots_merge(mcts);
    return true;
}

// --- The report

static void move_report(const Mcts *mcts, int child, SearchMove *move) {
    const UctNode *root = root_of(mcts);
    const Grid *grid = &mcts->setting.grid;
    int point = uct_point(root)[child];
    move->cell = grid->cell[point];
    move->visits = tally_visits(uct_tally(root, child));
    bool win = uct_proof(root) == PROOF_WIN && atomic_load(&root->win_point) == point;
    move->proof = win ? PROOF_WIN : uct_child_proof(root, child);
    move->value = win ? 1 : uct_child_value(root, child);
    move->prior = fmax(0, (double)uct_child_prior(root, child)); // less is no prior, but a mark
    int16_t line[SEARCH_LINE_MAX];
    move->line_length = uct_line(root, child, line, SEARCH_LINE_MAX);
    for (int i = 0; i < move->line_length; i++) move->line[i] = grid->cell[line[i]];
}

void mcts_report(const Mcts *mcts, SearchReport *report) {
    const UctNode *root = mcts->has_tree ? root_of(mcts) : NULL;
    *report = (SearchReport){.value = 0.5, .seconds = budget_seconds(&mcts->clock)};
    if (!root) return;
    report->proof = uct_proof(root);
    report->visits = atomic_load(&root->visits);
    report->playouts = playouts_done(mcts);
    for (int i = 0; i < mcts->running; i++) {
        report->studies += mcts->thread[i]->worker.studies;
        report->nodes += mcts->thread[i]->worker.nodes;
    }
    int16_t order[CELL_MAX];
    uct_order(root, order);
    for (int i = 0; i < root->count; i++) move_report(mcts, order[i], &report->move[report->count++]);
    if (report->proof != PROOF_NONE)
        report->value = report->proof == PROOF_WIN;
    else if (report->count)
        report->value = report->move[0].value;
}

bool mcts_validate(const Mcts *mcts, Error *error) {
    return !mcts->has_tree || !root_of(mcts) || uct_validate(root_of(mcts), &mcts->setting.grid, error);
}
