// The master's graph: where the next job goes, and what an answer changes.
#include "cluster/master_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ProofNode *master_node(const Master *m, uint32_t id) {
    return proof_tree_node(m->prover.tree, id);
}

static bool node_solved(const Master *m, uint32_t id) {
    return proof_node_solved(master_node(m, id));
}

MasterNote *master_note(Master *m, uint32_t id) {
    if (id >= m->notes) {
        uint32_t room = id + id / 2 + 1024;
        MasterNote *note = realloc(m->note, sizeof *note * room);
        if (!note) return NULL;
        memset(note + m->notes, 0, sizeof *note * (room - m->notes));
        m->note = note;
        m->notes = room;
    }
    uint32_t generation = master_node(m, id)->generation;
    MasterNote *note = &m->note[id];
    if (note->generation != generation) *note = (MasterNote){.generation = generation};
    return note;
}

static bool note_has_walk(const Master *m, uint32_t id) {
    return id < m->notes && m->note[id].generation == master_node(m, id)->generation &&
           m->note[id].walk == m->walk;
}

// --- Walking
static void path_push(Master *m, MasterWalk *walk, uint32_t id) {
    walk->path[walk->depth++] = id;
    master_node(m, id)->busy++;
}

static void path_pop(Master *m, MasterWalk *walk) {
    master_node(m, walk->path[--walk->depth])->busy--;
}

static void path_refresh(Master *m, const uint32_t *path, int depth) {
    for (int i = depth - 1; i >= 0; i--) prover_update(&m->prover, &m->worker, path[i]);
}

// The number that moves are chosen by: with leaves that are out taken as decided, or as it is.
static uint32_t delta_seen(const Master *m, const ProofLink *link, bool pretend) {
    uint32_t id = proof_tree_child(m->prover.tree, link);
    if (id == NODE_NONE) return link->delta;
    const ProofNode *child = master_node(m, id);
    return pretend && child->busy ? child->virtual_delta : child->delta;
}

// The most promising move below which this walk has not looked in vain, or -1.
static int link_choose(const Master *m, uint32_t id, bool pretend) {
    const ProofDetail *detail = master_node(m, id)->detail;
    int16_t focus[CELL_MAX];
    int count = prover_focus(&m->prover, id, pretend, focus), best = -1;
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < count; i++) {
        const ProofLink *link = &detail->link[focus[i]];
        uint32_t child = proof_tree_child(m->prover.tree, link), delta = delta_seen(m, link, pretend);
        if (delta >= least || (child != NODE_NONE && note_has_walk(m, child))) continue;
        least = delta;
        best = focus[i];
    }
    return best;
}

typedef enum Descent { DESCENT_NONE, DESCENT_LEAF, DESCENT_CHANGED, DESCENT_FAILED } Descent;

// Looks below a node for a leaf that is not out; the path leads to where it ended, unless there is none. A walk that meets
// a decided node brings that up and starts again.
static Descent descend(Master *m, MasterWalk *walk, uint32_t id, bool pretend) {
    MasterNote *note = master_note(m, id);
    path_push(m, walk, id);
    if (!note) return DESCENT_FAILED;
    if (!master_node(m, id)->detail && !note->out) return DESCENT_LEAF;
    for (int link; master_node(m, id)->detail && (link = link_choose(m, id, pretend)) >= 0;) {
        uint32_t child = prover_follow(&m->prover, &m->worker, id, link);
        if (child == NODE_NONE) return DESCENT_FAILED;
        if (node_solved(m, child)) {
            prover_update(&m->prover, &m->worker, id);
            if (node_solved(m, id)) return DESCENT_CHANGED;
            continue;
        }
        Descent found = descend(m, walk, child, pretend);
        if (found != DESCENT_NONE) return found;
    }
    m->note[id].walk = m->walk;
    path_pop(m, walk);
    return DESCENT_NONE;
}

// --- Limits
static uint32_t bounded(double number) {
    return number < PROOF_INFINITE ? (uint32_t)number : PROOF_INFINITE;
}

// The second smallest delta of a node's moves, without those that are out.
static uint32_t second_delta(const Master *m, uint32_t id, uint32_t chosen, bool pretend) {
    const ProofDetail *detail = master_node(m, id)->detail;
    int16_t focus[CELL_MAX];
    int count = prover_focus(&m->prover, id, pretend, focus);
    uint32_t second = PROOF_INFINITE;
    for (int i = 0; i < count; i++) {
        const ProofLink *link = &detail->link[focus[i]];
        if (proof_tree_child(m->prover.tree, link) == chosen) continue;
        uint32_t delta = delta_seen(m, link, pretend);
        if (delta < second) second = delta;
    }
    return second;
}

// As depth-first search sets them: beyond these numbers the search would go elsewhere. On 8x8 with two workers longer jobs
// take more studies in all: a quarter and 4 beyond the leaf's own numbers 13 % more.
static const double LIMIT_SLACK = 0.25;
// But a job of fewer studies is not worth its messages. The more workers, the more studies each makes before
// it asks again. So the master is asked equally often: 4,000 times a second if a study takes a quarter of a
// millisecond.
enum { JOB_LEAST = 16 };

static uint32_t job_least(const Master *m) {
    return m->present > JOB_LEAST ? m->present : JOB_LEAST;
}

static ProofLimits walk_limits(const Master *m, const MasterWalk *walk, bool pretend) {
    double phi = PROOF_INFINITE, delta = PROOF_INFINITE;
    for (int i = 0; i + 1 < walk->depth; i++) {
        const ProofNode *node = master_node(m, walk->path[i]), *child = master_node(m, walk->path[i + 1]);
        uint32_t node_delta = pretend ? node->virtual_delta : node->delta;
        double slack = delta >= PROOF_INFINITE ? PROOF_INFINITE : delta - node_delta;
        double second = second_delta(m, walk->path[i], walk->path[i + 1], pretend);
        double other = second >= PROOF_INFINITE ? PROOF_INFINITE : second * (1 + LIMIT_SLACK) + 1;
        delta = fmin(phi, other);
        phi = slack >= PROOF_INFINITE ? PROOF_INFINITE : slack + (pretend ? child->virtual_phi : child->phi);
    }
    const ProofNode *leaf = master_node(m, walk->path[walk->depth - 1]);
    return (ProofLimits){bounded(fmax(phi, leaf->phi + 1)), bounded(fmax(delta, leaf->delta + 1)),
                         job_least(m)};
}

static void leaf_reset(Master *m, uint32_t id) {
    ProofNode *leaf = master_node(m, id);
    leaf->virtual_phi = leaf->phi;
    leaf->virtual_delta = leaf->delta;
}

// The leaf at the end of a path is out: taken as decided the way it looks.
static void leaf_take(Master *m, const MasterWalk *walk) {
    uint32_t id = walk->path[walk->depth - 1];
    ProofNode *leaf = master_node(m, id);
    bool won = leaf->phi <= leaf->delta;
    leaf->virtual_phi = won ? 0 : PROOF_INFINITE;
    leaf->virtual_delta = won ? PROOF_INFINITE : 0;
    m->note[id].out = true;
    path_refresh(m, walk->path, walk->depth);
}

bool master_path_decided(const Master *m, const uint32_t *path, int depth) {
    for (int i = 0; i < depth; i++) {
        if (node_solved(m, path[i])) return true;
    }
    return false;
}

MasterReach master_reach(Master *m, MasterWalk *walk) {
    bool pretend = true;
    while (!m->dry && !node_solved(m, m->root)) {
        const ProofNode *root = master_node(m, m->root);
        if (root->busy && (root->virtual_phi == 0 || root->virtual_delta == 0)) pretend = false;
        walk->depth = 0;
        m->walk++;
        Descent found = descend(m, walk, m->root, pretend);
        if (found == DESCENT_LEAF) {
            leaf_reset(m, walk->path[walk->depth - 1]);
            path_refresh(m, walk->path, walk->depth);
            if (!master_path_decided(m, walk->path, walk->depth)) {
                walk->limits = walk_limits(m, walk, pretend);
                walk->spare = !pretend;
                leaf_take(m, walk);
                return REACH_LEAF;
            }
            found = DESCENT_CHANGED;
        }
        if (found == DESCENT_CHANGED) path_refresh(m, walk->path, walk->depth);
        while (walk->depth > 0) path_pop(m, walk);
        if (found == DESCENT_FAILED) return REACH_FAILED;
        if (found == DESCENT_NONE && !pretend) m->dry = true;
        if (found == DESCENT_NONE) pretend = false;
    }
    return REACH_NONE;
}

void master_release(Master *m, const uint32_t *path, int depth) {
    uint32_t id = path[depth - 1];
    leaf_reset(m, id);
    m->note[id].out = false;
    m->dry = false;
    path_refresh(m, path, depth);
    for (int i = 0; i < depth; i++) master_node(m, path[i])->busy--;
}

// --- Answers
void master_sign(Master *m, uint32_t id, WorkerId worker) {
    MasterNote *note = master_note(m, id);
    if (!note) return;
    note->owner = worker;
    note->saved = m->saved;
}

static bool node_open(Master *m, uint32_t id, Error *error) {
    Position position = proof_node_position(m->prover.tree, id);
    proof_worker_study(&m->worker, &position, id == m->root, prover_seems(&m->prover, id));
    m->stats.studies++;
    m->hungry = false;
    return prover_expand(&m->prover, id, &m->worker) || error_failure(error, "the master's graph is full");
}

static int link_of(const ProofDetail *detail, Move move) {
    for (int i = 0; i < detail->links; i++) {
        if (detail->link[i].move == move) return i;
    }
    return -1;
}

// A refuted move, from the frame of the node above to that of the child.
static ProofRecord child_record(const Master *m, const ProofChild *child, bool turned, Color winner) {
    ProofRecord record = {.winner = winner, .move = child->reply, .proof = child->proof, .work = child->work};
    if (!turned) return record;
    record.proof = cellset_rotated(m->geometry, record.proof);
    if (record.move != MOVE_NONE) record.move = cell_rotated(m->geometry, record.move);
    return record;
}

// Only numbers: what they rest on is the worker's.
static bool leaf_number(Master *m, uint32_t id, const SolveAnswer *answer, Error *error) {
    ProofNode *node = master_node(m, id);
    MasterNote *note = master_note(m, id);
    if (!note) return error_memory(error);
    node->phi = node->virtual_phi = answer->part.phi;
    node->delta = node->virtual_delta = answer->part.delta;
    note->owner = answer->worker;
    return true;
}

// What a worker says of a move: that it is refuted, or numbers, unless we know better.
static bool child_take(Master *m, uint32_t id, const ProofChild *child, WorkerId worker, Error *error) {
    int index = link_of(master_node(m, id)->detail, child->move);
    if (index < 0) return true;
    uint32_t at = prover_follow(&m->prover, &m->worker, id, index);
    MasterNote *note = at == NODE_NONE ? NULL : master_note(m, at);
    if (!note) return error_failure(error, "the master's graph is full");
    ProofNode *node = master_node(m, at);
    if (proof_node_solved(node)) return true;
    const MasterWorker *author = master_worker(m, worker);
    if (child->phi == 0 && author && author->disbelieved) return true;
    if (child->phi == 0) {
        Position key = proof_node_position(m->prover.tree, at);
        bool turned = master_node(m, id)->detail->link[index].turned;
        ProofRecord record = child_record(m, child, turned, (Color)node->to_move);
        CellSet vacant = position_vacant(&key);
        if (!cellset_within(record.proof, vacant)) return true;
        if (record.move != MOVE_NONE && !cellset_has(vacant, record.move)) return true;
        prover_accept(&m->prover, at, &record);
        master_sign(m, at, worker);
    } else if (!node->detail && !note->out && node->work <= child->work) {
        node->phi = node->virtual_phi = child->phi;
        node->delta = node->virtual_delta = child->delta;
        node->work = child->work;
        note->owner = worker;
    }
    return true;
}

// --- Facts
static ProofRecord record_rotated(const Geometry *geometry, const ProofRecord *record) {
    ProofRecord turned = *record;
    turned.proof = cellset_rotated(geometry, record->proof);
    if (record->move != MOVE_NONE) turned.move = cell_rotated(geometry, record->move);
    return turned;
}

// Whether a position has all stones of another; so has a half-turn whose half-turn does.
static bool position_below(const Position *p, const Position *top) {
    return cellset_within(top->stones[BLACK], p->stones[BLACK]) &&
           cellset_within(top->stones[WHITE], p->stones[WHITE]);
}

bool master_fact_fits(const Master *m, const MasterJob *job, const Position *key) {
    if (!job->depth || key->geometry != m->geometry) return false;
    Position top = proof_node_position(m->prover.tree, job->path[job->depth - 1]);
    Position turned = position_rotated(&top);
    return position_below(key, &top) || position_below(key, &turned);
}

// What was proved of a position that has a node decides it. Nodes that a proof covers without being about
// them are not looked for. That would walk the whole graph for each fact, and on 8x8 it decided about two
// nodes in 20,000.
void master_fact_use(Master *m, WorkerId author, const Position *key, const ProofRecord *record) {
    uint32_t id = proof_tree_look(m->prover.tree, key);
    if (id == NODE_NONE || id == m->root || node_solved(m, id)) return;
    Position node = proof_node_position(m->prover.tree, id);
    ProofRecord here = position_equal(&node, key) ? *record : record_rotated(m->geometry, record);
    master_sign(m, id, author);
    prover_accept(&m->prover, id, &here);
    m->stats.told++;
    m->dry = false;
}

// A leaf is opened, so that workers can share it, at this share of all studies, divided by the workers. It is
// opened at once when a worker is idle. As long as it is one leaf, its owner goes on with it as with a search
// of his own, at no
// cost. So one worker's search is that of one process, in pieces.
enum { SPLIT_SHARE = 8, SPLIT_LEAST = 32 };

static bool leaf_splits(const Master *m, const ProofNode *leaf) {
    uint64_t workers = master_stats(m).workers,
             share = workers ? m->stats.nodes / (SPLIT_SHARE * workers) : 0;
    return m->hungry || (workers > 1 && leaf->work >= share && leaf->work >= SPLIT_LEAST);
}

bool master_take(Master *m, uint32_t id, const SolveAnswer *answer, Error *error) {
    const ProofPart *part = &answer->part;
    bool known = id != NODE_NONE && node_solved(m, id);
    m->dry = false;
    if (part->record.winner != EMPTY) {
        if (id != NODE_NONE && !known) {
            master_sign(m, id, answer->worker);
            prover_accept(&m->prover, id, &part->record);
        }
        return true;
    }
    if (id == NODE_NONE || known) return true;
    ProofNode *node = master_node(m, id);
    if (!node->detail && !leaf_splits(m, node)) return leaf_number(m, id, answer, error);
    if (!node->detail && !node_open(m, id, error)) return false;
    bool good = true;
    for (int i = 0; good && i < part->children && !node_solved(m, id); i++)
        good = child_take(m, id, &part->child[i], answer->worker, error);
    return good;
}
