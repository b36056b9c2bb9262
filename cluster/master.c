#include "cluster/master_inside.h"
#include "search/proof_estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Life
void master_free(Master *m) {
    if (!m) return;
    for (int i = 0; i < m->jobs; i++) free(m->job[i].path);
    free(m->job);
    free(m->note);
    free(m->workers);
    free(m->audit);
    proof_worker_free(&m->worker);
    proof_tree_free(m->prover.tree);
    free(m);
}

Master *master_make(const Position *question, const MasterOptions *options, Error *error) {
    Master *m = calloc(1, sizeof *m);
    if (!m) {
        error_memory(error);
        return NULL;
    }
    *m = (Master){.geometry = question->geometry,
                  .question = *question,
                  .options = *options,
                  .prover = {.settings = &m->options.search, .widens = true},
                  .next_id = options->first_id ? options->first_id : 1,
                  .epoch = options->epoch ? options->epoch : 1,
                  .sound = UINT32_MAX,
                  .random = random_seeded(options->seed)};
    m->options.search.spares_won = false; // its nodes are few, and other machines wait for them
    bool good = proof_worker_init(&m->worker, m->geometry, &m->options.search, error);
    if (good) m->prover.tree = proof_tree_new(m->geometry, m->options.search.memory);
    if (good && !m->prover.tree) good = error_memory(error);
    if (good) return m;
    master_free(m);
    return NULL;
}

bool master_root(Master *m, Error *error) {
    Position filled;
    knower_fill(m->worker.knower, &m->question, true, &filled, m->owed);
    m->root = m->prover.root = prover_enter(&m->prover, &m->worker, &m->question, true, &m->turned);
    if (m->root == NODE_NONE) return error_memory(error);
    master_node(m, m->root)->busy++; // never forgotten
    return true;
}

Master *master_new(const Position *question, const MasterOptions *options, Error *error) {
    Master *m = master_make(question, options, error);
    if (m && master_root(m, error)) return m;
    master_free(m);
    return NULL;
}

// --- Workers
MasterWorker *master_worker(const Master *m, WorkerId id) {
    for (int i = 0; i < m->worker_count; i++) {
        if (m->workers[i].id == id) return &m->workers[i];
    }
    return NULL;
}

MasterWorker *master_worker_add(Master *m, WorkerId id) {
    MasterWorker *worker = master_worker(m, id);
    if (worker) return worker;
    if (!array_room(&m->workers, &m->worker_room, m->worker_count + 1, sizeof *m->workers)) return NULL;
    worker = &m->workers[m->worker_count++];
    *worker = (MasterWorker){.id = id, .gone = true};
    return worker;
}

static void workers_count(Master *m) {
    m->present = 0;
    for (int i = 0; i < m->worker_count; i++) m->present += !m->workers[i].gone && !m->workers[i].banned;
}

// --- Jobs
static int job_find(const Master *m, uint64_t id) {
    for (int i = 0; i < m->jobs; i++) {
        if (m->job[i].id == id) return i;
    }
    return -1;
}

static MasterJob *job_add(Master *m, MasterWorker *worker, double now, const MasterWalk *walk,
                          int64_t audit) {
    if (!array_room(&m->job, &m->jobs_room, m->jobs + 1, sizeof *m->job)) return NULL;
    uint32_t *path = NULL;
    if (walk) {
        size_t bytes = sizeof *path * (size_t)walk->depth;
        path = malloc(bytes);
        if (!path) return NULL;
        memcpy(path, walk->path, bytes);
    }
    MasterJob *job = &m->job[m->jobs++];
    *job = (MasterJob){m->next_id++, worker->id, walk ? walk->depth : 0, path, audit, walk && walk->spare,
                       now,          INFINITY};
    // Each waits for those that the worker has already.
    if (m->options.deadline > 0) job->due = now + m->options.deadline * (1 + worker->open);
    worker->open++;
    m->stats.jobs++;
    return job;
}

// Nothing is out by this job any more.
static void job_close(Master *m, int index) {
    MasterJob *job = &m->job[index];
    MasterWorker *worker = master_worker(m, job->worker);
    if (worker && worker->open) worker->open--;
    if (job->depth) master_release(m, job->path, job->depth);
    free(job->path);
    *job = m->job[--m->jobs];
}

// A job takes a small share of what was done so far, divided among the workers. So little is lost when it
// turns out not to be needed, and every question asks the master about as often. It is never less than twice
// the studies before limits count.
enum { BUDGET_LEAST = 64, BUDGET_MOST = 1 << 16, BUDGET_SHARE = 24 };

static uint64_t budget_of(const Master *m) {
    uint64_t least = m->options.budget_least ? m->options.budget_least : BUDGET_LEAST;
    if (!m->options.budget_least && least < 2 * (uint64_t)m->present) least = 2 * (uint64_t)m->present;
    uint64_t most = m->options.budget_most ? m->options.budget_most : BUDGET_MOST;
    uint64_t workers = m->present, budget = m->stats.nodes / (BUDGET_SHARE * (workers ? workers : 1));
    return budget < least ? least : budget > most ? most : budget;
}

// Whether a leaf is as good for this worker as for another: what was studied below it is in nobody's graph but the owner's.
static bool leaf_suits(const Master *m, uint32_t id, WorkerId worker, uint64_t budget) {
    const MasterNote *note = &m->note[id];
    if (!note->owner || note->owner == worker || master_node(m, id)->work < budget / 8) return true;
    const MasterWorker *owner = master_worker(m, note->owner);
    return !owner || owner->gone || owner->banned;
}

// The first of the next few leaves that suits the worker; else the first.
enum { LEAVES_TO_CHOOSE = 8 };

static bool leaf_choose(Master *m, WorkerId worker, uint64_t budget, MasterWalk *chosen) {
    MasterWalk walk[LEAVES_TO_CHOOSE];
    int count = 0, best = -1;
    while (count < LEAVES_TO_CHOOSE && best < 0 && master_reach(m, &walk[count]) == REACH_LEAF) {
        if (leaf_suits(m, walk[count].path[walk[count].depth - 1], worker, budget)) best = count;
        count++;
    }
    if (count == 0) {
        m->hungry = true;
        return false;
    }
    if (best < 0) best = 0;
    *chosen = walk[best];
    for (int i = count - 1; i >= 0; i--) {
        if (i != best) master_release(m, walk[i].path, walk[i].depth);
    }
    return true;
}

static bool job_audit(Master *m, MasterWorker *worker, double now, SolveJob *job) {
    MasterAudit *audit = audit_for(m, worker->id);
    MasterJob *made = audit ? job_add(m, worker, now, NULL, audit->number) : NULL;
    if (!made) return false;
    audit->state = AUDIT_OUT;
    audit->tries++;
    *job = (SolveJob){.id = made->id,
                      .position = audit->position,
                      .exact = audit->exact,
                      .audit = true,
                      .epoch = m->epoch,
                      .budget = audit_budget(audit),
                      .limits = {PROOF_INFINITE, PROOF_INFINITE},
                      .net = m->options.net};
    return true;
}

static bool somebody_speaks(const Master *m) {
    for (int i = 0; i < m->worker_count; i++)
        if (!m->workers[i].gone && !m->workers[i].banned && !m->workers[i].muted) return true;
    return false;
}

bool master_next(Master *m, WorkerId id, double now, SolveJob *job) {
    MasterWorker *worker = id ? master_worker_add(m, id) : NULL;
    if (!worker || worker->banned) return false;
    if (worker->gone) {
        worker->gone = false;
        workers_count(m);
    }
    if (worker->muted && somebody_speaks(m)) return false;
    if (job_audit(m, worker, now, job)) return true;
    MasterWalk walk;
    uint64_t budget = budget_of(m);
    if (!leaf_choose(m, id, budget, &walk)) return false;
    const MasterJob *made = job_add(m, worker, now, &walk, -1);
    if (!made) {
        master_release(m, walk.path, walk.depth);
        return false;
    }
    uint32_t leaf = walk.path[walk.depth - 1];
    *job = (SolveJob){.id = made->id,
                      .position = proof_node_position(m->prover.tree, leaf),
                      .exact = leaf == m->root,
                      .epoch = m->epoch,
                      .budget = budget,
                      .limits = walk.limits,
                      .net = m->options.net,
                      .affinity = m->note[leaf].owner};
    return true;
}

uint64_t master_overdue(Master *m, double now, WorkerId *worker) {
    for (int i = 0; i < m->jobs; i++) {
        if (m->job[i].due > now) continue;
        uint64_t id = m->job[i].id;
        *worker = m->job[i].worker;
        master_lost(m, id);
        return id;
    }
    return 0;
}

uint64_t master_slow(Master *m, double now, double seconds, WorkerId *worker) {
    const MasterJob *oldest = NULL;
    for (int i = 0; i < m->jobs; i++)
        if (!oldest || m->job[i].given < oldest->given) oldest = &m->job[i];
    if (!oldest || now - oldest->given < seconds) return 0;
    uint64_t id = oldest->id;
    *worker = oldest->worker;
    master_lost(m, id);
    return id;
}

void master_lost(Master *m, uint64_t id) {
    int index = job_find(m, id);
    if (index < 0) return;
    MasterAudit *audit = m->job[index].audit < 0 ? NULL : audit_find(m, m->job[index].audit);
    if (audit) audit->state = AUDIT_WAITING;
    job_close(m, index);
    m->stats.lost++;
}

void master_spoilt(Master *m, uint64_t id, WorkerId worker) {
    int index = job_find(m, id);
    if (index >= 0 && m->job[index].worker == worker) master_lost(m, id);
}

void master_leave(Master *m, WorkerId id) {
    MasterWorker *worker = master_worker(m, id);
    if (!worker) return;
    worker->gone = true;
    workers_count(m);
    for (int i = m->jobs - 1; i >= 0; i--) {
        if (i < m->jobs && m->job[i].worker == id) master_lost(m, m->job[i].id);
    }
}

// --- Answers
static bool part_position_possible(const Master *m, const Position *p) {
    return p->geometry == m->geometry && (p->to_move == BLACK || p->to_move == WHITE) &&
           cellset_within(cellset_or(p->stones[BLACK], p->stones[WHITE]), m->geometry->all) &&
           cellset_is_empty(cellset_and(p->stones[BLACK], p->stones[WHITE])) && position_winner(p) == EMPTY;
}

static bool cell_vacant(CellSet vacant, int cells, Move move) {
    return move >= 0 && move < cells && cellset_has(vacant, move);
}

// Why an answer cannot be true whatever the position, or NULL. Sets of children are looked at when their keys are known.
static const char *answer_fault(const Master *m, const SolveAnswer *answer) {
    const ProofPart *part = &answer->part;
    if (!part_position_possible(m, &answer->position)) return "not a position of this board";
    CellSet vacant = position_vacant(&answer->position);
    int cells = m->geometry->cells;
    const ProofRecord *record = &part->record;
    bool decided = record->winner == BLACK || record->winner == WHITE;
    if (!decided && record->winner != EMPTY) return "a winner that is no colour";
    if (part->phi > PROOF_INFINITE || part->delta > PROOF_INFINITE) return "numbers beyond infinity";
    bool won = decided && record->winner == answer->position.to_move;
    if ((part->phi == 0) != won || (part->delta == 0) != (decided && !won))
        return "numbers and winner contradict";
    if (decided && !cellset_within(record->proof, vacant)) return "a proof of cells that are not empty";
    if (decided && record->move != MOVE_NONE && !cell_vacant(vacant, cells, record->move))
        return "a move to a cell that is not empty";
    if (part->children < 0 || part->children > cells || (decided && part->children)) return "too many moves";
    for (int i = 0; i < part->children; i++) {
        const ProofChild *child = &part->child[i];
        if (!cell_vacant(vacant, cells, child->move)) return "a move to a cell that is not empty";
        if (child->delta == 0 || child->phi > PROOF_INFINITE || child->delta > PROOF_INFINITE)
            return "impossible numbers of a move";
        if (child->reply != MOVE_NONE && (child->reply < 0 || child->reply >= cells))
            return "a reply off the board";
    }
    return NULL;
}

static bool refuse(MasterVerdict *verdict, const char *reason) {
    *verdict = (MasterVerdict){.kind = MASTER_REFUSED, .reason = reason};
    return true;
}

// Whether an answer decides a node otherwise than the graph does.
static bool answer_contradicts(Master *m, uint32_t id, const SolveAnswer *answer, MasterVerdict *verdict) {
    const ProofNode *node = master_node(m, id);
    Color winner = answer->part.record.winner;
    if (winner == EMPTY || !proof_node_solved(node)) return false;
    if (proof_node_won(node) == (winner == (Color)node->to_move)) return false;
    *verdict = (MasterVerdict){.kind = MASTER_DISPUTE, .position = answer->position};
    verdict->worker[winner] = answer->worker;
    const MasterNote *note = node->recalled ? master_note(m, id) : NULL;
    if (note) verdict->worker[color_other(winner)] = note->owner;
    m->sound = note && note->owner ? note->saved : 0;
    return true;
}

// Studies were made for nothing when a node above was decided meanwhile.
static void nodes_count(Master *m, const MasterJob *job, uint64_t nodes) {
    m->stats.nodes += nodes;
    if (job->spare) m->stats.spare += nodes;
    if (master_path_decided(m, job->path, job->depth)) m->stats.wasted += nodes;
    for (int i = 0; i < job->depth; i++) {
        ProofNode *node = master_node(m, job->path[i]);
        uint64_t work = node->work + nodes;
        node->work = work < UINT32_MAX ? (uint32_t)work : UINT32_MAX;
    }
}

static bool audit_take(Master *m, int index, const SolveAnswer *answer, MasterVerdict *verdict) {
    MasterAudit *audit = audit_find(m, m->job[index].audit);
    if (audit && !position_equal(&audit->position, &answer->position))
        return refuse(verdict, "an answer to another position");
    job_close(m, index);
    m->stats.nodes += answer->part.nodes;
    m->stats.audit_nodes += answer->part.nodes;
    *verdict = (MasterVerdict){.kind = MASTER_USED};
    if (audit) audit_answer(m, audit, answer, verdict);
    return true;
}

// The node is that of the job, or what the graph has of the position.
static bool answer_take(Master *m, int index, const SolveAnswer *answer, MasterVerdict *verdict,
                        Error *error) {
    MasterJob *job = index < 0 ? NULL : &m->job[index];
    const ProofRecord *record = &answer->part.record;
    uint32_t id = job ? job->path[job->depth - 1] : proof_tree_look(m->prover.tree, &answer->position);
    Position key = id == NODE_NONE ? answer->position : proof_node_position(m->prover.tree, id);
    if (!position_equal(&key, &answer->position)) return refuse(verdict, "an answer to another position");
    if (id == m->root && record->winner == key.to_move && !record->exact)
        return refuse(verdict, "a move that need not win in the question itself");
    bool good = true;
    *verdict = (MasterVerdict){.kind = job ? MASTER_USED : MASTER_OLD};
    if (job) nodes_count(m, job, answer->part.nodes);
    if (!answer_contradicts(m, id, answer, verdict)) {
        m->stats.answers++;
        m->stats.decided += record->winner != EMPTY;
        audit_draw(m, answer, id == m->root);
        good = master_take(m, id, answer, error);
    }
    if (job) job_close(m, index);
    return good;
}

// The job is over, and its position open as before.
static void answer_unbelieved(Master *m, int index, const SolveAnswer *answer, MasterVerdict *verdict) {
    *verdict = (MasterVerdict){.kind = MASTER_UNBELIEVED};
    if (index < 0) return;
    nodes_count(m, &m->job[index], answer->part.nodes);
    job_close(m, index);
}

bool master_answer(Master *m, const SolveAnswer *answer, double now, MasterVerdict *verdict, Error *error) {
    (void)now;
    const MasterWorker *worker = master_worker(m, answer->worker);
    const char *fault = answer_fault(m, answer);
    int index = job_find(m, answer->id);
    bool audit = index >= 0 && m->job[index].audit >= 0, good = true;
    bool believed = !worker || !worker->disbelieved;
    if (answer->epoch != m->epoch)
        refuse(verdict, "an answer of another epoch");
    else if (worker && worker->banned)
        refuse(verdict, "the worker was shut out");
    else if (fault)
        refuse(verdict, fault);
    else if (audit)
        good = audit_take(m, index, answer, verdict);
    else if (answer->audit)
        refuse(verdict, "an audit that is not open");
    else if (!believed && answer->part.record.winner != EMPTY)
        answer_unbelieved(m, index, answer, verdict);
    else
        good = answer_take(m, index, answer, verdict, error);
    if (verdict->kind == MASTER_REFUSED) master_spoilt(m, answer->id, answer->worker);
    return good;
}

bool master_fact(Master *m, uint64_t id, WorkerId author, const Position *key, const ProofRecord *record) {
    int index = job_find(m, id);
    const MasterWorker *worker = master_worker(m, author);
    if (index < 0 || m->job[index].worker != author || !worker || worker->banned || worker->disbelieved)
        return false;
    if (!master_fact_fits(m, &m->job[index], key)) return false;
    audit_draw_fact(m, key, record, author);
    master_fact_use(m, author, key, record);
    return true;
}

// --- What the master says of itself
static CellSet root_refuted(const Master *m) {
    const ProofDetail *detail = master_node(m, m->root)->detail;
    CellSet live = proof_detail_get(m->prover.tree, detail, DETAIL_LIVE), refuted = cellset_none();
    for (int i = 0; i < detail->links; i++) {
        if (!cellset_has(live, detail->link[i].move)) cellset_add(&refuted, detail->link[i].move);
    }
    return m->turned ? cellset_rotated(m->geometry, refuted) : refuted;
}

Position master_question(const Master *m, bool *turned) {
    *turned = m->turned;
    return proof_node_position(m->prover.tree, m->root);
}

bool master_finished(const Master *m, Answer *answer) {
    const ProofNode *root = master_node(m, m->root);
    const Position *question = &m->question;
    *answer = answer_unknown();
    answer->nodes = m->stats.nodes + m->stats.studies;
    if (!proof_node_solved(root)) return false;
    bool won = proof_node_won(root);
    answer->winner = won ? question->to_move : color_other(question->to_move);
    CellSet proof = proof_node_proof(m->prover.tree, m->root);
    answer->carrier =
        cellset_or(m->turned ? cellset_rotated(m->geometry, proof) : proof, m->owed[answer->winner]);
    if (!won) return true;
    answer->move = m->turned && root->move != MOVE_NONE ? cell_rotated(m->geometry, root->move) : root->move;
    if (answer->move == MOVE_NONE) { // it wins even by passing: any move keeps that
        answer->move = cellset_first(answer->carrier);
        if (answer->move < 0) answer->move = cellset_first(position_vacant(question));
    }
    cellset_add(&answer->carrier, answer->move);
    return true;
}

MasterStats master_stats(const Master *m) {
    const ProofNode *root = master_node(m, m->root);
    MasterStats stats = m->stats;
    stats.open = (uint32_t)m->jobs;
    stats.workers = m->present;
    stats.graph = proof_tree_count(m->prover.tree);
    stats.audits_waiting = (uint64_t)m->audits;
    stats.phi = root->phi;
    stats.delta = root->delta;
    if (root->detail && !proof_node_solved(root)) {
        stats.moves = root->detail->links;
        stats.settled = (uint32_t)cellset_count(root_refuted(m));
    }
    return stats;
}

uint32_t master_epoch(const Master *m) {
    return m->epoch;
}

uint64_t master_id(Master *m) {
    return m->next_id++;
}

uint64_t master_open_job(const Master *m) {
    return m->jobs ? m->job[0].id : 0;
}

uint64_t master_last_id(const Master *m) {
    return m->next_id - 1;
}

void master_progress(const Master *m, Progress *progress) {
    MasterStats stats = master_stats(m);
    *progress = (Progress){.nodes = stats.nodes + stats.studies,
                           .proof = stats.phi,
                           .disproof = stats.delta,
                           .value = -1,
                           .moves = (int)stats.moves,
                           .settled = (int)stats.settled};
    if (stats.moves) progress->refuted = root_refuted(m);
    if (stats.delta < stats.phi) progress->left = proof_estimate(m->prover.tree, m->root);
    bool turned = m->turned;
    uint32_t id = m->root, second;
    while (progress->line_length < PROGRESS_LINE_MAX && master_node(m, id)->detail &&
           !proof_node_solved(master_node(m, id))) {
        int index = prover_select(&m->prover, id, &second);
        if (index < 0) break;
        const ProofLink *link = &master_node(m, id)->detail->link[index];
        int move = turned ? cell_rotated(m->geometry, link->move) : link->move;
        progress->line[progress->line_length++] = (int16_t)move;
        turned ^= link->turned;
        id = proof_tree_child(m->prover.tree, link);
        if (id == NODE_NONE) break;
    }
}
