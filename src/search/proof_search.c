#include "search/proof_search.h"

#include "base/clock.h"
#include "search/proof_estimate.h"
#include "search/proof_snapshot.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static const double PROGRESS_SECONDS = 0.2;
// A checkpoint is written this often, but not so often that writing takes more than a share of the time.
static const double CHECKPOINT_SECONDS = 10, CHECKPOINT_SHARE = 0.04;

typedef struct SearchThread {
    ProofSearcher *search;
    ProofWorker worker;
    uint32_t path[CELL_MAX + 1];
    int depth;
} SearchThread;

struct ProofSearcher {
    const Geometry *geometry;
    Prover prover;
    SolveSettings settings; // of all questions
    const char *checkpoint; // of the first question; NULL once it is decided
    int threads;
    SearchThread *thread;
    // Of the search under way:
    BudgetClock clock;
    uint64_t studies_before;
    uint64_t studies_resumed; // of earlier runs, by the checkpoint
    Position question;
    double checkpoint_due; // when the next is written; a failure puts it off for good
    uint32_t root;
    bool exact;         // how the root is studied
    ProofLimits limits; // of the root's numbers
    CellSet owed[2];    // by winner, the cells of the position that its fill-in relies on
    bool turned;        // the root's frame is the half-turn of the position's
    bool stopped;       // by a limit, the observer or a failure
    bool out_of_memory;
    pthread_mutex_t lock; // guards all of the above, and the tree
    pthread_cond_t progressed;
};

// The lock is held for some ten microseconds, and sleeping takes longer: whoever waits for it tries for a while.
enum { LOCK_TRIES = 200, LOCK_PAUSE = 16 };

static inline void core_pause(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void lock_take(pthread_mutex_t *lock) {
    for (int tries = 0; tries < LOCK_TRIES; tries++) {
        if (!pthread_mutex_trylock(lock)) return;
        for (int i = 0; i < LOCK_PAUSE; i++) core_pause();
    }
    pthread_mutex_lock(lock);
}

static ProofNode *node_of(const ProofSearcher *s, uint32_t id) {
    return proof_tree_node(s->prover.tree, id);
}

static bool node_solved(const ProofSearcher *s, uint32_t id) {
    return proof_node_solved(node_of(s, id));
}

// Decided, or its numbers have reached a limit.
static bool root_done(const ProofSearcher *s) {
    const ProofNode *root = node_of(s, s->root);
    if (proof_node_solved(root)) return true;
    if (s->prover.studies - s->studies_before < s->limits.least) return false;
    return root->phi >= s->limits.phi || root->delta >= s->limits.delta;
}

static CellSet root_refuted(const ProofSearcher *s) {
    const ProofDetail *detail = node_of(s, s->root)->detail;
    CellSet live = proof_detail_get(s->prover.tree, detail, DETAIL_LIVE), refuted = cellset_none();
    for (int i = 0; i < detail->links; i++) {
        if (!cellset_has(live, detail->link[i].move)) cellset_add(&refuted, detail->link[i].move);
    }
    return s->turned ? cellset_rotated(s->geometry, refuted) : refuted;
}

// Positions studied by the search under way.
static uint64_t studies_made(const ProofSearcher *s) {
    return s->prover.studies - s->studies_before + s->studies_resumed;
}

static void report_progress(const ProofSearcher *s, const SearchThread *thread) {
    const ProofNode *root = node_of(s, s->root);
    Progress progress = {.seconds = s->clock.now - s->clock.start,
                         .nodes = studies_made(s),
                         .resumed = s->studies_resumed,
                         .proof = root->phi,
                         .disproof = root->delta,
                         .value = -1};
    bool turned = s->turned;
    if (root->detail && !proof_node_solved(root)) {
        progress.refuted = root_refuted(s);
        progress.moves = root->detail->links;
        progress.settled = cellset_count(progress.refuted);
        if (root->delta < root->phi) progress.left = proof_estimate(s->prover.tree, s->root);
    }
    for (int i = 0; i + 1 < thread->depth && i < PROGRESS_LINE_MAX; i++) {
        const ProofDetail *detail = node_of(s, thread->path[i])->detail;
        for (int k = 0; detail && k < detail->links; k++) {
            if (proof_tree_child(s->prover.tree, &detail->link[k]) != thread->path[i + 1]) continue;
            int move = detail->link[k].move;
            progress.line[progress.line_length++] =
                (int16_t)(turned ? cell_rotated(thread->worker.board.geometry, move) : move);
            turned ^= detail->link[k].turned;
            break;
        }
    }
    observer_progress(s->clock.budget.observer, &progress);
}

// --- Checkpoints
static bool checkpoint_save(ProofSearcher *s, Error *error) {
    SnapshotHead head = {.question = s->question, .studies = studies_made(s)};
    double start = clock_seconds();
    bool good = proof_snapshot_save(s->prover.tree, &head, s->checkpoint, error);
    double now = clock_seconds();
    s->checkpoint_due = good ? now + fmax(CHECKPOINT_SECONDS, (now - start) / CHECKPOINT_SHARE) : HUGE_VAL;
    return good;
}

static bool checkpoint_load(ProofSearcher *s, const Position *position, Error *error) {
    SnapshotHead head;
    s->question = *position;
    s->checkpoint_due = clock_seconds() + CHECKPOINT_SECONDS;
    s->studies_resumed = 0;
    if (!s->checkpoint || proof_tree_count(s->prover.tree) || access(s->checkpoint, F_OK)) return true;
    if (!proof_snapshot_load(s->prover.tree, s->geometry, s->checkpoint, s->clock.budget.observer, &head,
                             error))
        return false;
    text_free(&head.more);
    if (!position_equal(&head.question, position))
        return error_input(error, "'%.200s' is a checkpoint of another position", s->checkpoint);
    s->studies_resumed = head.studies;
    return true;
}

// The answer is known, or the search was stopped.
static bool checkpoint_finish(ProofSearcher *s, Error *error) {
    if (!s->checkpoint) return true;
    if (!node_solved(s, s->root)) return checkpoint_save(s, error);
    if (s->settings.keeps_decided)
        checkpoint_save(s, &(Error){0}); // on a full disk the answer stands all the same
    else
        unlink(s->checkpoint);
    s->checkpoint = NULL; // what is asked later has none
    return true;
}

// Called once per study.
static void budget_check(ProofSearcher *s, const SearchThread *thread) {
    if (budget_spent(&s->clock, studies_made(s))) s->stopped = true;
    if (budget_report_due(&s->clock, PROGRESS_SECONDS)) report_progress(s, thread);
    if (s->checkpoint && s->clock.now >= s->checkpoint_due) checkpoint_save(s, &(Error){0});
}

static void memory_fail(ProofSearcher *s) {
    s->stopped = s->out_of_memory = true;
}

// --- Best first
static void path_push(SearchThread *t, uint32_t id) {
    t->path[t->depth++] = id;
    node_of(t->search, id)->busy++;
}

// Brings new numbers from the end of the path to the root.
static void path_update(SearchThread *t) {
    for (int i = t->depth - 1; i >= 0; i--) prover_update(&t->search->prover, &t->worker, t->path[i]);
}

// One more study below the nodes of the path; its last node has counted it.
static void path_count(const SearchThread *t) {
    for (int i = 0; i + 1 < t->depth; i++) {
        ProofNode *node = node_of(t->search, t->path[i]);
        if (node->work < UINT32_MAX) node->work++;
    }
}

static void path_release(SearchThread *t) {
    while (t->depth > 0) node_of(t->search, t->path[--t->depth])->busy--;
}

// Walks to a leaf to study. False when the walk itself solved something, or met a leaf that another thread
// studies: look again from the root.
static bool leaf_reach(SearchThread *t) {
    ProofSearcher *s = t->search;
    path_push(t, s->root);
    for (;;) {
        uint32_t id = t->path[t->depth - 1], second;
        const ProofNode *node = node_of(s, id);
        if (node->busy == 1 && prover_revise(&s->prover, id)) return true;
        if (!node->detail) return node->busy == 1;
        int link = prover_select(&s->prover, id, &second);
        uint32_t child = link < 0 ? NODE_NONE : prover_follow(&s->prover, &t->worker, id, link);
        if (child == NODE_NONE) {
            memory_fail(s);
            return false;
        }
        if (node_solved(s, child)) {
            prover_update(&s->prover, &t->worker, id);
            if (node_solved(s, id)) return false;
            continue;
        }
        path_push(t, child);
    }
}

// Takes the leaf as decided the way it looks, so that other threads go elsewhere.
static void leaf_pretend(SearchThread *t) {
    ProofNode *leaf = node_of(t->search, t->path[t->depth - 1]);
    bool won = leaf->phi <= leaf->delta;
    leaf->virtual_phi = won ? 0 : PROOF_INFINITE;
    leaf->virtual_delta = won ? PROOF_INFINITE : 0;
    path_update(t);
}

static void leaf_study(SearchThread *t) {
    ProofSearcher *s = t->search;
    uint32_t id = t->path[t->depth - 1];
    Position position = proof_node_position(s->prover.tree, id);
    ProofSeems seems = prover_seems(&s->prover, id);
    if (s->threads > 1) leaf_pretend(t);
    pthread_mutex_unlock(&s->lock);
    proof_worker_study(&t->worker, &position, s->exact && id == s->root, seems);
    lock_take(&s->lock);
    ProofNode *leaf = node_of(s, id);
    leaf->virtual_phi = leaf->phi;
    leaf->virtual_delta = leaf->delta;
    if (!prover_expand(&s->prover, id, &t->worker)) memory_fail(s);
    path_count(t);
}

static void *best_first_thread(void *argument) {
    SearchThread *t = argument;
    ProofSearcher *s = t->search;
    lock_take(&s->lock);
    while (!s->stopped && !root_done(s)) {
        const ProofNode *root = node_of(s, s->root);
        bool all_taken = root->busy && (root->virtual_phi == 0 || root->virtual_delta == 0);
        bool found = !all_taken && leaf_reach(t);
        if (found) leaf_study(t);
        path_update(t);
        bool waits = !found && !s->stopped && !root_done(s) && t->depth > 0 &&
                     node_of(s, t->path[t->depth - 1])->busy > 1;
        if (found) budget_check(s, t);
        path_release(t);
        if (found) {
            pthread_cond_broadcast(&s->progressed);
        } else if (all_taken || waits) {
            pthread_cond_wait(&s->progressed, &s->lock);
        }
    }
    pthread_cond_broadcast(&s->progressed);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

// --- Depth first
static void node_study(SearchThread *t, uint32_t id) {
    ProofSearcher *s = t->search;
    Position position = proof_node_position(s->prover.tree, id);
    proof_worker_study(&t->worker, &position, s->exact && id == s->root, prover_seems(&s->prover, id));
    if (!prover_expand(&s->prover, id, &t->worker)) memory_fail(s);
    path_count(t);
    prover_update(&s->prover, &t->worker, id);
    budget_check(s, t);
}

static uint32_t threshold_add(uint32_t a, uint32_t b) {
    return a >= PROOF_INFINITE || b >= PROOF_INFINITE ? PROOF_INFINITE : a + b;
}

static uint32_t second_limit(const ProofSearcher *s, uint32_t second) {
    if (second >= PROOF_INFINITE) return PROOF_INFINITE;
    double wide = ceil((double)second * (1 + s->settings.epsilon));
    uint32_t limit = wide > second + 1.0 ? (uint32_t)wide : second + 1;
    return limit > PROOF_INFINITE ? PROOF_INFINITE : limit;
}

static void depth_first(SearchThread *t, uint32_t id, uint32_t phi_limit, uint32_t delta_limit) {
    ProofSearcher *s = t->search;
    path_push(t, id);
    if (prover_revise(&s->prover, id) || !node_of(s, id)->detail) node_study(t, id);
    while (!s->stopped && !node_solved(s, id)) {
        const ProofNode *node = node_of(s, id);
        if (node->phi >= phi_limit || node->delta >= delta_limit) break;
        uint32_t second;
        int link = prover_select(&s->prover, id, &second);
        uint32_t child = link < 0 ? NODE_NONE : prover_follow(&s->prover, &t->worker, id, link);
        if (child == NODE_NONE) {
            memory_fail(s);
            break;
        }
        if (!node_solved(s, child)) {
            node = node_of(s, id);
            uint32_t slack = delta_limit >= PROOF_INFINITE ? PROOF_INFINITE : delta_limit - node->delta;
            uint32_t child_delta = second_limit(s, second);
            depth_first(t, child, threshold_add(slack, node_of(s, child)->phi),
                        child_delta < phi_limit ? child_delta : phi_limit);
        }
        prover_update(&s->prover, &t->worker, id);
    }
    node_of(s, id)->busy--;
    t->depth--;
}

// --- Plain depth first
static void plain_search(SearchThread *t, uint32_t id) {
    ProofSearcher *s = t->search;
    path_push(t, id);
    if (!node_of(s, id)->detail) node_study(t, id);
    for (int link = 0; !s->stopped && !node_solved(s, id); link++) {
        const ProofDetail *detail = node_of(s, id)->detail;
        if (link == detail->links) link = 0; // a child was forgotten before it was taken in
        CellSet live = proof_detail_get(s->prover.tree, detail, DETAIL_LIVE);
        if (!cellset_has(live, detail->link[link].move)) continue;
        uint32_t child = prover_follow(&s->prover, &t->worker, id, link);
        if (child == NODE_NONE) {
            memory_fail(s);
            break;
        }
        if (!node_solved(s, child)) plain_search(t, child);
        prover_update(&s->prover, &t->worker, id);
    }
    node_of(s, id)->busy--;
    t->depth--;
}

// --- The whole
static bool threads_run(ProofSearcher *s, Error *error) {
    SearchThread *thread = s->thread;
    int count = s->threads;
    pthread_t handle[count];
    int started = 0;
    while (started + 1 < count &&
           !pthread_create(&handle[started], NULL, best_first_thread, &thread[started + 1]))
        started++;
    best_first_thread(&thread[0]);
    for (int i = 0; i < started; i++) pthread_join(handle[i], NULL);
    return started + 1 == count || error_failure(error, "could not start %d threads", count);
}

static bool search_run(ProofSearcher *s, Error *error) {
    if (s->settings.driver == PROOF_BEST_FIRST) return threads_run(s, error);
    if (s->settings.driver == PROOF_PLAIN)
        plain_search(&s->thread[0], s->root);
    else
        depth_first(&s->thread[0], s->root, s->limits.phi, s->limits.delta);
    return true;
}

// What a node's winner needs, and its winning move, in a frame that is turned from the node's or is not.
static CellSet proof_seen(const ProofSearcher *s, uint32_t id, bool turned) {
    CellSet proof = proof_node_proof(s->prover.tree, id);
    return turned ? cellset_rotated(s->geometry, proof) : proof;
}
static Move move_seen(const ProofSearcher *s, uint32_t id, bool turned) {
    Move move = node_of(s, id)->move;
    return turned && move != MOVE_NONE ? cell_rotated(s->geometry, move) : move;
}

// Reads the root's result in the frame of the position that was asked about.
static void answer_read(const ProofSearcher *s, const Position *position, Answer *answer) {
    const ProofNode *root = node_of(s, s->root);
    *answer = answer_unknown();
    answer->nodes = studies_made(s);
    answer->seconds = budget_seconds(&s->clock);
    if (!node_solved(s, s->root)) return;
    bool won = proof_node_won(root);
    answer->winner = won ? position->to_move : color_other(position->to_move);
    answer->carrier = cellset_or(proof_seen(s, s->root, s->turned), s->owed[answer->winner]);
    if (!won) return;
    answer->move = move_seen(s, s->root, s->turned);
    if (answer->move == MOVE_NONE) { // it wins even by passing: any move keeps that
        answer->move = cellset_first(answer->carrier);
        if (answer->move < 0) answer->move = cellset_first(position_vacant(position));
    }
    cellset_add(&answer->carrier, answer->move);
}

const Geometry *proof_searcher_geometry(const ProofSearcher *searcher) {
    return searcher->geometry;
}

void proof_searcher_free(ProofSearcher *s) {
    if (!s) return;
    for (int i = 0; s->thread && i < s->threads; i++) proof_worker_free(&s->thread[i].worker);
    free(s->thread);
    proof_tree_free(s->prover.tree);
    free(s);
}

static bool workers_init(ProofSearcher *s, Error *error) {
    for (int i = 0; i < s->threads; i++) {
        s->thread[i].search = s;
        ProofWorker *worker = &s->thread[i].worker;
        if (!proof_worker_init(worker, s->geometry, &s->settings, error)) return false;
    }
    return true;
}

ProofSearcher *proof_searcher_new(const Geometry *geometry, const SolveSettings *settings, Error *error) {
    ProofSearcher *s = calloc(1, sizeof *s);
    if (s) {
        *s = (ProofSearcher){
            .geometry = geometry,
            .settings = *settings,
            .checkpoint = settings->checkpoint,
            .threads = settings->driver == PROOF_BEST_FIRST && settings->threads > 1 ? settings->threads : 1,
            .prover = {.settings = &s->settings},
            .lock = PTHREAD_MUTEX_INITIALIZER,
            .progressed = PTHREAD_COND_INITIALIZER};
        s->prover.tree = proof_tree_new(geometry, settings->memory);
        s->thread = calloc((size_t)s->threads, sizeof *s->thread);
    }
    bool room = s && s->prover.tree && s->thread;
    if (!room) error_memory(error);
    if (room && workers_init(s, error)) return s;
    proof_searcher_free(s);
    return NULL;
}

bool proof_searcher_renew(ProofSearcher *s, const SolveSettings *settings, Error *error) {
    for (int i = 0; i < s->threads; i++) proof_worker_free(&s->thread[i].worker);
    s->settings = *settings;
    for (uint32_t id = NODE_NONE; (id = proof_tree_next(s->prover.tree, id)) != NODE_NONE;)
        if (!node_solved(s, id)) prover_forget(&s->prover, id);
    return workers_init(s, error);
}

// Readies the search for a question and runs it.
static bool searcher_run(ProofSearcher *s, const Position *position, bool exact, const ProofLimits *limits,
                         const Budget *budget, Error *error) {
    Position filled;
    ProofWorker *worker = &s->thread[0].worker;
    budget_start(&s->clock, budget, 1);
    s->clock.reported = 0; // the first report comes at once
    s->studies_before = s->prover.studies;
    s->stopped = s->out_of_memory = false;
    s->exact = exact;
    s->limits = *limits;
    if (!checkpoint_load(s, position, error)) return false;
    knower_fill(worker->knower, position, exact, &filled, s->owed);
    if (s->settings.advice && exact && !advice_aim(s->settings.advice, &filled)) return error_memory(error);
    s->root = s->prover.root = prover_enter(&s->prover, worker, position, exact, &s->turned);
    if (s->root == NODE_NONE) return error_memory(error);
    if (exact) prover_reopen(&s->prover, s->root);
    return root_done(s) || search_run(s, error);
}

bool proof_searcher_solve(ProofSearcher *s, const Position *position, const Budget *budget, Answer *answer,
                          Error *error) {
    const ProofLimits none = {PROOF_INFINITE, PROOF_INFINITE};
    if (!searcher_run(s, position, true, &none, budget, error) || !checkpoint_finish(s, error)) return false;
    prover_teach(&s->prover, &s->thread[0].worker);
    answer_read(s, position, answer);
    if (s->out_of_memory && answer->winner == EMPTY) return error_memory_bound(error);
    return true;
}

// --- Parts
static void part_children(const ProofSearcher *s, ProofPart *part) {
    const ProofDetail *detail = node_of(s, s->root)->detail;
    CellSet live = detail ? proof_detail_get(s->prover.tree, detail, DETAIL_LIVE) : cellset_none();
    for (int i = 0; detail && i < detail->links; i++) {
        const ProofLink *link = &detail->link[i];
        uint32_t id = proof_tree_child(s->prover.tree, link);
        if (id == NODE_NONE) continue;
        const ProofNode *node = node_of(s, id);
        bool refuted = proof_node_won(node), turned = s->turned ^ link->turned;
        if (!refuted && !cellset_has(live, link->move)) continue;
        part->child[part->children++] =
            (ProofChild){.move = s->turned ? cell_rotated(s->geometry, link->move) : link->move,
                         .phi = node->phi,
                         .delta = node->delta,
                         .work = node->work,
                         .reply = refuted ? move_seen(s, id, turned) : MOVE_NONE,
                         .proof = refuted ? proof_seen(s, id, turned) : cellset_none()};
    }
}

static void part_read(const ProofSearcher *s, const Position *position, ProofPart *part) {
    const ProofNode *root = node_of(s, s->root);
    Color mover = position->to_move;
    part->phi = root->phi;
    part->delta = root->delta;
    part->nodes = studies_made(s);
    part->seconds = budget_seconds(&s->clock);
    part->children = 0;
    part->record = (ProofRecord){.winner = EMPTY, .move = MOVE_NONE};
    if (!proof_node_solved(root)) {
        part_children(s, part);
        return;
    }
    Color winner = proof_node_won(root) ? mover : color_other(mover);
    part->record = (ProofRecord){.winner = winner,
                                 .move = move_seen(s, s->root, s->turned),
                                 .exact = root->exact,
                                 .proof = cellset_or(proof_seen(s, s->root, s->turned), s->owed[winner]),
                                 .work = root->work};
}

bool proof_searcher_part(ProofSearcher *s, const Position *position, bool exact, const ProofLimits *limits,
                         const Budget *budget, ProofPart *part, Error *error) {
    if (!searcher_run(s, position, exact, limits, budget, error)) return false;
    part_read(s, position, part);
    return !s->out_of_memory || part->record.winner != EMPTY || part->nodes || error_memory_bound(error);
}

void proof_searcher_learn(ProofSearcher *s, const Position *key, const ProofRecord *record) {
    bool turned, made;
    uint32_t id = proof_tree_find(s->prover.tree, key, &turned, &made);
    if (id == NODE_NONE || node_solved(s, id)) return;
    ProofRecord here = *record;
    if (turned) {
        here.proof = cellset_rotated(s->geometry, here.proof);
        if (here.move != MOVE_NONE) here.move = cell_rotated(s->geometry, here.move);
    }
    prover_accept(&s->prover, id, &here);
}

void proof_searcher_fill(ProofSearcher *s, const Position *position, bool exact, Position *filled,
                         CellSet owed[2]) {
    *filled = *position;
    owed[BLACK] = owed[WHITE] = cellset_none();
    if (position_winner(position) != EMPTY) return;
    knower_fill(s->thread[0].worker.knower, position, exact, filled, owed);
}

bool proof_searcher_recall(ProofSearcher *s, const Position *position, ProofRecord *record) {
    bool turned;
    ProofWorker *worker = &s->thread[0].worker;
    uint32_t id = prover_enter(&s->prover, worker, position, false, &turned);
    if (id == NODE_NONE || !node_solved(s, id)) return false;
    const ProofNode *node = node_of(s, id);
    Color mover = position->to_move;
    *record = (ProofRecord){.winner = proof_node_won(node) ? mover : color_other(mover),
                            .move = node->move,
                            .exact = node->exact,
                            .proof = proof_node_proof(s->prover.tree, id),
                            .work = node->work};
    if (turned) {
        record->proof = cellset_rotated(s->geometry, record->proof);
        if (record->move != MOVE_NONE) record->move = cell_rotated(s->geometry, record->move);
    }
    return true;
}

bool proof_searcher_size(ProofSearcher *s, const Position *positions, int count, ProofNodes *size) {
    uint32_t *roots = malloc(sizeof *roots * (size_t)(count ? count : 1));
    for (int i = 0; roots && i < count; i++) {
        Position filled;
        CellSet owed[2];
        proof_searcher_fill(s, &positions[i], true, &filled, owed);
        roots[i] = proof_tree_look(s->prover.tree, &filled);
    }
    bool good = roots && proof_tree_size(s->prover.tree, roots, count, size);
    free(roots);
    return good;
}

bool proof_search(const Position *position, const SolveSettings *settings, const Budget *budget,
                  Answer *answer, Error *error) {
    ProofSearcher *searcher = proof_searcher_new(position->geometry, settings, error);
    bool good = searcher && proof_searcher_solve(searcher, position, budget, answer, error);
    proof_searcher_free(searcher);
    return good;
}
