// From what the graph has decided to a proof of it: what rests on the word of workers, and what a broken word
// undoes.
#include "cluster/master_inside.h"

#include <stdlib.h>

// --- What the graph knows
static bool known_lookup(void *context, const Position *position, ProofRecord *record) {
    const Master *m = context;
    uint32_t id = proof_tree_look(m->prover.tree, position);
    const ProofNode *node = id == NODE_NONE ? NULL : master_node(m, id);
    if (!node || !proof_node_solved(node)) return false;
    Color mover = (Color)node->to_move;
    *record = (ProofRecord){.winner = proof_node_won(node) ? mover : color_other(mover),
                            .move = node->move,
                            .exact = node->exact,
                            .proof = proof_node_proof(m->prover.tree, id),
                            .work = node->work};
    return true;
}

static void known_record(void *context, const Position *position, const ProofRecord *record) {
    (void)context, (void)position, (void)record;
}

const ProofStore *master_known(Master *m) {
    m->known = (ProofStore){m, known_lookup, known_record};
    return &m->known;
}

// The node of a position as it stands, or filled in.
static uint32_t node_look(Master *m, const Position *position) {
    Position filled;
    CellSet owed[2];
    uint32_t id = proof_tree_look(m->prover.tree, position);
    if (id != NODE_NONE || position_winner(position) != EMPTY) return id;
    knower_fill(m->worker.knower, position, false, &filled, owed);
    return proof_tree_look(m->prover.tree, &filled);
}

bool master_told(Master *m, const OracleState *state, Color winner, Position *key, WorkerId *author) {
    *author = 0;
    key->geometry = NULL;
    uint32_t id = state->told ? node_look(m, &state->from) : node_look(m, &state->at);
    const ProofNode *node = id == NODE_NONE ? NULL : master_node(m, id);
    if (!node || !proof_node_solved(node)) return true;
    bool wins = proof_node_won(node) == ((Color)node->to_move == winner);
    if (wins && !node->recalled && !state->told) return false;
    if (!wins || !node->recalled) return true;
    *key = proof_node_position(m->prover.tree, id);
    const MasterNote *note = master_note(m, id);
    if (note) *author = note->owner;
    return true;
}

uint32_t master_work(const Master *m, const Position *key) {
    uint32_t id = proof_tree_look(m->prover.tree, key);
    return id == NODE_NONE ? 0 : master_node(m, id)->work;
}

// --- Doubts
// Whether what the links of a node took from their children is not so any more. A child that was forgotten is believed.
static bool node_shaken(const Master *m, uint32_t id) {
    const ProofNode *node = master_node(m, id);
    const ProofDetail *detail = node->detail;
    for (int i = 0; detail && i < detail->links; i++) {
        if (!detail->link[i].decides) continue;
        uint32_t child = proof_tree_child(m->prover.tree, &detail->link[i]);
        if (child == NODE_NONE) continue;
        const ProofNode *c = master_node(m, child);
        if (proof_node_won(node) ? !proof_node_lost(c) : !proof_node_won(c)) return true;
    }
    return false;
}

static bool nodes_shake(Master *m) {
    bool changed = false;
    for (uint32_t id = NODE_NONE; (id = proof_tree_next(m->prover.tree, id)) != NODE_NONE;) {
        if (!node_shaken(m, id)) continue;
        prover_forget(&m->prover, id);
        changed = true;
    }
    return changed;
}

void master_doubt(Master *m, const Position *key, bool forget) {
    uint32_t id = proof_tree_look(m->prover.tree, key);
    m->epoch += forget;
    if (id == NODE_NONE) return;
    prover_forget(&m->prover, id);
    while (nodes_shake(m)) {
    }
    m->dry = false;
    m->hungry = true;
}

void master_disbelieve(Master *m, WorkerId id) {
    MasterWorker *worker = id ? master_worker_add(m, id) : NULL;
    if (worker) worker->disbelieved = true;
}

void master_mute(Master *m, WorkerId id) {
    MasterWorker *worker = id ? master_worker_add(m, id) : NULL;
    if (worker) worker->muted = true;
}

void master_checked(Master *m, const Position *key, const ProofRecord *record) {
    uint32_t id = node_look(m, key);
    if (id == NODE_NONE || proof_node_solved(master_node(m, id))) return;
    master_sign(m, id, 0);
    prover_accept(&m->prover, id, record);
    m->dry = false;
}
