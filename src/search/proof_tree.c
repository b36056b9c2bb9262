#include "search/proof_tree.h"

#include <stdlib.h>
#include <string.h>

// A slot: the node, then three sets of `words` words each: Black's stones, White's, the proof.
enum { SET_BLACK, SET_WHITE, SET_PROOF, SETS };

struct ProofTree {
    const Geometry *geometry;
    int words;
    size_t stride;
    uint64_t memory;                    // bytes that it may allocate
    uint64_t detail_limit, detail_used; // bytes
    unsigned char *slot;                // slot 0 is never used
    uint32_t slots, fresh, count;       // allocated; never used from here on; in use
    uint32_t free_list;
    uint32_t *bucket;
    uint32_t bucket_mask;
};

ProofNode *proof_tree_node(const ProofTree *tree, uint32_t id) {
    return (ProofNode *)(tree->slot + id * tree->stride);
}

uint32_t proof_tree_next(const ProofTree *tree, uint32_t id) {
    do id++;
    while (id < tree->fresh && proof_tree_node(tree, id)->to_move == EMPTY);
    return id < tree->fresh ? id : NODE_NONE;
}

static uint64_t *node_set(const ProofTree *tree, uint32_t id, int set) {
    return (uint64_t *)(tree->slot + id * tree->stride + sizeof(ProofNode)) + set * tree->words;
}

static CellSet set_load(const ProofTree *tree, uint32_t id, int set) {
    CellSet cells = cellset_none();
    memcpy(cells.word, node_set(tree, id, set), sizeof(uint64_t) * (size_t)tree->words);
    return cells;
}

static void set_store(ProofTree *tree, uint32_t id, int set, CellSet cells) {
    memcpy(node_set(tree, id, set), cells.word, sizeof(uint64_t) * (size_t)tree->words);
}

// --- Memory
static uint32_t hash_slot(const ProofTree *tree, const Position *p) {
    Hash128 hash = position_hash(p);
    return (uint32_t)(hash.low ^ hash.high) & tree->bucket_mask;
}

static void chain_add(ProofTree *tree, uint32_t id, const Position *p) {
    uint32_t *head = &tree->bucket[hash_slot(tree, p)];
    proof_tree_node(tree, id)->next = *head;
    *head = id;
}

static void chains_rebuild(ProofTree *tree) {
    memset(tree->bucket, 0, sizeof(uint32_t) * ((size_t)tree->bucket_mask + 1));
    for (uint32_t id = 1; id < tree->fresh; id++) {
        if (proof_tree_node(tree, id)->to_move == EMPTY) continue;
        Position p = proof_node_position(tree, id);
        chain_add(tree, id, &p);
    }
}

// Few buckets lie close together, so that a small tree does not touch a page for each of its nodes. They grow with the tree,
// up to one for two slots. Without memory to grow they stay as they are.
enum { BUCKETS_FIRST = 1024 };

static void buckets_grow(ProofTree *tree) {
    uint32_t mask = 2 * tree->bucket_mask + 1;
    uint32_t *bucket = malloc(((size_t)mask + 1) * sizeof *bucket);
    if (!bucket) return;
    free(tree->bucket);
    tree->bucket = bucket;
    tree->bucket_mask = mask;
    chains_rebuild(tree);
}

uint64_t proof_tree_memory(const ProofTree *tree) {
    return tree->memory;
}

// A third of the memory is for slots and buckets, the rest for details. calloc of so much takes pages only
// when they are used.
ProofTree *proof_tree_new(const Geometry *geometry, uint64_t bytes) {
    ProofTree *tree = calloc(1, sizeof *tree);
    if (!tree) return NULL;
    tree->geometry = geometry;
    tree->words = (geometry->cells + 63) / 64;
    tree->stride = sizeof(ProofNode) + sizeof(uint64_t) * (size_t)(SETS * tree->words);
    uint64_t slots = bytes / 3 / (tree->stride + sizeof *tree->bucket);
    tree->slots = slots < 4096 ? 4096 : slots > 1u << 31 ? 1u << 31 : (uint32_t)slots;
    tree->memory = bytes;
    tree->detail_limit = bytes - bytes / 3;
    tree->fresh = 1;
    tree->bucket_mask = BUCKETS_FIRST - 1;
    tree->slot = calloc(tree->slots, tree->stride);
    tree->bucket = calloc((size_t)tree->bucket_mask + 1, sizeof *tree->bucket);
    if (tree->slot && tree->bucket) return tree;
    proof_tree_free(tree);
    return NULL;
}

void proof_tree_free(ProofTree *tree) {
    if (!tree) return;
    for (uint32_t id = 1; tree->slot && id < tree->fresh; id++) free(proof_tree_node(tree, id)->detail);
    free(tree->slot);
    free(tree->bucket);
    free(tree);
}

static size_t detail_bytes(const ProofTree *tree, int links, int killers, int sets) {
    return sizeof(ProofDetail) + sizeof(uint64_t) * (size_t)(sets * tree->words) +
           sizeof(ProofLink) * (size_t)links + sizeof(ProofKiller) * (size_t)killers;
}

static size_t detail_size(const ProofTree *tree, const ProofDetail *detail) {
    return detail_bytes(tree, detail->links, detail->killers, detail->sets ? DETAIL_SETS + detail->semis : 0);
}

enum { ALLOCATOR_SHARE = 16 }; // what malloc itself takes for a block

void proof_node_collapse(ProofTree *tree, uint32_t id) {
    ProofNode *node = proof_tree_node(tree, id);
    if (!node->detail) return;
    tree->detail_used -= detail_size(tree, node->detail) + ALLOCATOR_SHARE;
    free(node->detail);
    node->detail = NULL;
}

void proof_node_conclude(ProofTree *tree, uint32_t id) {
    ProofNode *node = proof_tree_node(tree, id);
    const ProofDetail *before = node->detail;
    if (!before) return;
    int links = 0;
    for (int i = 0; i < before->links; i++) links += before->link[i].decides;
    size_t bytes = detail_bytes(tree, links, 0, 0);
    ProofDetail *detail = links ? calloc(1, bytes) : NULL;
    if (detail) {
        detail->link = (ProofLink *)(detail + 1);
        for (int i = 0; i < before->links; i++)
            if (before->link[i].decides) detail->link[detail->links++] = before->link[i];
    }
    proof_node_collapse(tree, id);
    node->detail = detail;
    if (detail) tree->detail_used += bytes + ALLOCATOR_SHARE;
}

static void node_forget(ProofTree *tree, uint32_t id) {
    proof_node_collapse(tree, id);
    ProofNode *node = proof_tree_node(tree, id);
    node->to_move = EMPTY;
    node->generation++;
    node->next = tree->free_list;
    tree->free_list = id;
    tree->count--;
}

static int compare_work(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

// The amount of work under which half of the nodes lie, by a sample.
static uint32_t work_median(const ProofTree *tree) {
    uint32_t sample[1024];
    uint32_t taken = 0, step = tree->fresh / 1024 + 1;
    for (uint32_t id = 1; id < tree->fresh && taken < 1024; id += step) {
        const ProofNode *node = proof_tree_node(tree, id);
        if (node->to_move != EMPTY) sample[taken++] = node->work;
    }
    qsort(sample, taken, sizeof *sample, compare_work);
    return taken ? sample[taken / 2] : 0;
}

// The children of busy nodes are what searches are comparing now: without them a full table could go in
// circles.
static void children_keep(const ProofTree *tree) {
    for (uint32_t id = 1; id < tree->fresh; id++) {
        const ProofNode *node = proof_tree_node(tree, id);
        if (!node->busy || !node->detail) continue;
        for (int i = 0; i < node->detail->links; i++) {
            uint32_t child = proof_tree_child(tree, &node->detail->link[i]);
            if (child != NODE_NONE) proof_tree_node(tree, child)->kept = true;
        }
    }
}

// Forgets about half of the nodes, those with the least work below them. Ties are broken by the slot's
// number, so that not all of a uniform tree goes.
static bool tree_sweep(ProofTree *tree) {
    uint32_t median = work_median(tree), before = tree->count;
    children_keep(tree);
    for (uint32_t id = 1; id < tree->fresh; id++) {
        ProofNode *node = proof_tree_node(tree, id);
        bool kept = node->kept || node->busy || node->to_move == EMPTY;
        node->kept = false;
        if (!kept && (node->work < median || (node->work == median && id % 2))) node_forget(tree, id);
    }
    chains_rebuild(tree);
    return tree->count < before;
}

// --- Nodes
Position proof_node_position(const ProofTree *tree, uint32_t id) {
    return (Position){.geometry = tree->geometry,
                      .stones = {set_load(tree, id, SET_BLACK), set_load(tree, id, SET_WHITE)},
                      .to_move = (Color)proof_tree_node(tree, id)->to_move};
}

CellSet proof_node_proof(const ProofTree *tree, uint32_t id) {
    return set_load(tree, id, SET_PROOF);
}
void proof_node_set_proof(ProofTree *tree, uint32_t id, CellSet proof) {
    set_store(tree, id, SET_PROOF, proof);
}
CellSet proof_detail_get(const ProofTree *tree, const ProofDetail *detail, int set) {
    CellSet cells = cellset_none();
    memcpy(cells.word, detail->sets + set * tree->words, sizeof(uint64_t) * (size_t)tree->words);
    return cells;
}

void proof_detail_set(const ProofTree *tree, ProofDetail *detail, int set, CellSet cells) {
    memcpy(detail->sets + set * tree->words, cells.word, sizeof(uint64_t) * (size_t)tree->words);
}

static int compare_cells(CellSet a, CellSet b) {
    for (int i = CELLSET_WORDS - 1; i >= 0; i--) {
        if (a.word[i] != b.word[i]) return a.word[i] < b.word[i] ? -1 : 1;
    }
    return 0;
}

// The lesser of a position and its half-turn.
static Position position_canonical(const Position *p, bool *turned) {
    Position other = position_rotated(p);
    int order = compare_cells(other.stones[BLACK], p->stones[BLACK]);
    if (!order) order = compare_cells(other.stones[WHITE], p->stones[WHITE]);
    *turned = order < 0;
    return order < 0 ? other : *p;
}

static bool node_matches(const ProofTree *tree, uint32_t id, const Position *p) {
    size_t bytes = sizeof(uint64_t) * (size_t)tree->words;
    return proof_tree_node(tree, id)->to_move == p->to_move &&
           !memcmp(node_set(tree, id, SET_BLACK), p->stones[BLACK].word, bytes) &&
           !memcmp(node_set(tree, id, SET_WHITE), p->stones[WHITE].word, bytes);
}

static uint32_t node_make(ProofTree *tree, const Position *p) {
    if (!tree->free_list && tree->fresh == tree->slots && !tree_sweep(tree)) return NODE_NONE;
    if (tree->count > tree->bucket_mask && tree->bucket_mask < tree->slots / 2) buckets_grow(tree);
    uint32_t id = tree->free_list ? tree->free_list : tree->fresh++;
    ProofNode *node = proof_tree_node(tree, id);
    if (id == tree->free_list) tree->free_list = node->next;
    tree->count++;
    uint32_t generation = node->generation;
    *node = (ProofNode){.phi = 1,
                        .delta = 1,
                        .virtual_phi = 1,
                        .virtual_delta = 1,
                        .generation = generation,
                        .to_move = (uint8_t)p->to_move,
                        .move = -1};
    set_store(tree, id, SET_BLACK, p->stones[BLACK]);
    set_store(tree, id, SET_WHITE, p->stones[WHITE]);
    set_store(tree, id, SET_PROOF, cellset_none());
    chain_add(tree, id, p);
    return id;
}

static uint32_t node_look(const ProofTree *tree, const Position *canonical) {
    for (uint32_t id = tree->bucket[hash_slot(tree, canonical)]; id; id = proof_tree_node(tree, id)->next) {
        if (node_matches(tree, id, canonical)) return id;
    }
    return NODE_NONE;
}

uint32_t proof_tree_find(ProofTree *tree, const Position *position, bool *turned, bool *made) {
    Position p = position_canonical(position, turned);
    uint32_t id = node_look(tree, &p);
    *made = id == NODE_NONE;
    return *made ? node_make(tree, &p) : id;
}

uint32_t proof_tree_look(const ProofTree *tree, const Position *position) {
    bool turned;
    Position p = position_canonical(position, &turned);
    return node_look(tree, &p);
}

uint32_t proof_tree_child(const ProofTree *tree, const ProofLink *link) {
    if (link->node == NODE_NONE || proof_tree_node(tree, link->node)->generation != link->generation)
        return NODE_NONE;
    return link->node;
}

bool proof_node_expand(ProofTree *tree, uint32_t id, int moves, int killers, int semis) {
    ProofNode *node = proof_tree_node(tree, id);
    size_t bytes = detail_bytes(tree, moves, killers, DETAIL_SETS + semis);
    node->busy++; // it must survive the sweep
    bool room = tree->detail_used + bytes + ALLOCATOR_SHARE <= tree->detail_limit || tree_sweep(tree);
    node->busy--;
    ProofDetail *detail = room ? calloc(1, bytes) : NULL;
    if (!detail) return false;
    detail->links = (uint16_t)moves;
    detail->killers = (uint16_t)killers;
    detail->semis = (uint16_t)semis;
    detail->sets = (uint64_t *)(detail + 1);
    detail->link = (ProofLink *)(detail->sets + (DETAIL_SETS + semis) * tree->words);
    detail->killer = (ProofKiller *)(detail->link + moves);
    node->detail = detail;
    tree->detail_used += bytes + ALLOCATOR_SHARE;
    return true;
}

// --- The size of a proof
typedef struct SizeWalk {
    const ProofTree *tree;
    uint64_t *seen; // a bit per slot
    ProofNodes *size;
} SizeWalk;

// No deeper than the board has cells.
static void size_walk(const SizeWalk *walk, uint32_t id) {
    uint64_t bit = (uint64_t)1 << id % 64;
    if (walk->seen[id / 64] & bit) return;
    walk->seen[id / 64] |= bit;
    const ProofNode *node = proof_tree_node(walk->tree, id);
    if (node->recalled) {
        walk->size->whole = false;
        walk->size->recalled++;
        return;
    }
    if (node->work) walk->size->nodes++;
    // More than one study without children: there was no memory to keep them.
    if (!node->detail && node->work > 1) walk->size->whole = false;
    for (int i = 0; node->detail && i < node->detail->links; i++) {
        uint32_t child = proof_tree_child(walk->tree, &node->detail->link[i]);
        if (child == NODE_NONE)
            walk->size->whole = false;
        else
            size_walk(walk, child);
    }
}

bool proof_tree_size(const ProofTree *tree, const uint32_t *roots, int count, ProofNodes *size) {
    SizeWalk walk = {tree, calloc(tree->fresh / 64 + 1, sizeof *walk.seen), size};
    *size = (ProofNodes){.whole = true};
    if (!walk.seen) return false;
    for (int i = 0; i < count; i++) {
        const ProofNode *root = roots[i] == NODE_NONE ? NULL : proof_tree_node(tree, roots[i]);
        if (root && proof_node_solved(root))
            size_walk(&walk, roots[i]);
        else
            size->whole = false;
    }
    free(walk.seen);
    return true;
}

uint32_t proof_tree_count(const ProofTree *tree) {
    return tree->count;
}
