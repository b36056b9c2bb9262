#include "proof/claim_index.h"

#include "base/array.h"
#include "game/geometry.h"

#include <stdlib.h>
#include <string.h>

enum { LEAF_CLAIMS = 32, SETS = 2 }; // sets of a claim or node: own cells, then these and the free ones
enum { KIND_REST, KIND_FREE, KIND_OWN, KINDS };

typedef struct Node {
    int32_t leaf;         // or -1: it is split
    int32_t count;        // claims of the leaf
    int32_t cell;         // by which it is split
    int32_t child[KINDS]; // 0: none
} Node;

struct ClaimIndex {
    int words; // of a set
    int nodes, node_room, common_room;
    Node *node;       // the root first
    uint64_t *common; // by node: the sets that all claims below share
    int leaves, number_room, sets_room;
    int32_t *number; // by leaf: LEAF_CLAIMS numbers
    uint64_t *sets;  // and as many pairs of sets
};

static size_t sets_bytes(const ClaimIndex *x) {
    return SETS * sizeof(uint64_t) * (size_t)x->words;
}

static uint64_t *common_of(const ClaimIndex *x, int node) {
    return x->common + (size_t)node * SETS * (size_t)x->words;
}

static uint64_t *sets_of(const ClaimIndex *x, int leaf, int i) {
    return x->sets + ((size_t)leaf * LEAF_CLAIMS + (size_t)i) * SETS * (size_t)x->words;
}

static int32_t *numbers_of(const ClaimIndex *x, int leaf) {
    return x->number + (size_t)leaf * LEAF_CLAIMS;
}

// Room for the parts of a leaf that is split.
static bool index_room(ClaimIndex *x) {
    int nodes = x->nodes + KINDS, leaves = x->leaves + KINDS;
    return array_room(&x->node, &x->node_room, nodes, sizeof *x->node) &&
           array_room(&x->common, &x->common_room, nodes, sets_bytes(x)) &&
           array_room(&x->number, &x->number_room, leaves, LEAF_CLAIMS * sizeof *x->number) &&
           array_room(&x->sets, &x->sets_room, leaves, LEAF_CLAIMS * sets_bytes(x));
}

static int node_new(ClaimIndex *x, int leaf) {
    x->node[x->nodes] = (Node){.leaf = leaf};
    return x->nodes++;
}

ClaimIndex *claim_index_new(int words) {
    ClaimIndex *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    x->words = words;
    if (index_room(x)) {
        node_new(x, x->leaves++);
        return x;
    }
    claim_index_free(x);
    return NULL;
}

void claim_index_free(ClaimIndex *x) {
    if (!x) return;
    free(x->node);
    free(x->common);
    free(x->number);
    free(x->sets);
    free(x);
}

uint64_t claim_index_bytes(const ClaimIndex *x) {
    return (uint64_t)x->node_room * sizeof *x->node + (uint64_t)x->common_room * sets_bytes(x) +
           (uint64_t)LEAF_CLAIMS *
               ((uint64_t)x->number_room * sizeof *x->number + (uint64_t)x->sets_room * sets_bytes(x));
}

// --- Adding
static int sets_kind(const ClaimIndex *x, const uint64_t *sets, int cell) {
    int own = (int)(sets[cell / 64] >> cell % 64 & 1);
    int all = (int)(sets[x->words + cell / 64] >> cell % 64 & 1);
    return own + all;
}

// Adds to a node that is a leaf with room.
static void leaf_add(ClaimIndex *x, int node, int32_t number, const uint64_t *sets) {
    Node *n = &x->node[node];
    uint64_t *common = common_of(x, node);
    for (int i = 0; i < SETS * x->words; i++) common[i] = n->count ? common[i] & sets[i] : sets[i];
    numbers_of(x, n->leaf)[n->count] = number;
    memmove(sets_of(x, n->leaf, n->count), sets, sets_bytes(x));
    n->count++;
}

// The cell that tells the claims of a leaf apart best, or CELL_NONE.
static int split_choose(const ClaimIndex *x, const Node *n) {
    int best = CELL_NONE, best_score = 0;
    for (int cell = 0; cell < 64 * x->words; cell++) {
        int of[KINDS] = {0};
        for (int i = 0; i < n->count; i++) of[sets_kind(x, sets_of(x, n->leaf, i), cell)]++;
        int score = of[KIND_REST] * (n->count - of[KIND_REST]) + of[KIND_OWN] * (n->count - of[KIND_OWN]);
        if (score <= best_score) continue;
        best = cell;
        best_score = score;
    }
    return best;
}

// The child for claims of a kind; a new one is a leaf.
static int child_of(ClaimIndex *x, int node, int kind) {
    if (!x->node[node].child[kind]) {
        int child = node_new(x, x->leaves++);
        x->node[node].child[kind] = child;
    }
    return x->node[node].child[kind];
}

// Splits a full leaf. Claims like its first stay where they are: they move up, never over one that is still to come.
static void leaf_split(ClaimIndex *x, int node, int cell) {
    Node *n = &x->node[node];
    int leaf = n->leaf, count = n->count, stay = sets_kind(x, sets_of(x, leaf, 0), cell);
    n->leaf = -1;
    n->cell = cell;
    n->child[stay] = node_new(x, leaf);
    for (int i = 0; i < count; i++) {
        const uint64_t *sets = sets_of(x, leaf, i);
        leaf_add(x, child_of(x, node, sets_kind(x, sets, cell)), numbers_of(x, leaf)[i], sets);
    }
}

bool claim_index_add(ClaimIndex *x, int32_t number, CellSet own, CellSet all) {
    uint64_t sets[SETS * CELLSET_WORDS];
    memcpy(sets, own.word, sizeof(uint64_t) * (size_t)x->words);
    memcpy(sets + x->words, all.word, sizeof(uint64_t) * (size_t)x->words);
    if (!index_room(x)) return false; // one leaf is split at most, and its parts have room
    int node = 0;
    for (;;) {
        const Node *n = &x->node[node];
        if (n->leaf >= 0 && n->count < LEAF_CLAIMS) break;
        if (n->leaf >= 0) {
            int cell = split_choose(x, n);
            if (cell == CELL_NONE) return true; // all the same: enough of them
            leaf_split(x, node, cell);
        }
        uint64_t *common = common_of(x, node);
        for (int i = 0; i < SETS * x->words; i++) common[i] &= sets[i];
        node = child_of(x, node, sets_kind(x, sets, x->node[node].cell));
    }
    leaf_add(x, node, number, sets);
    return true;
}

// --- Looking
typedef struct Look {
    const ClaimIndex *index;
    CellSet own, other;
    int spare;
    IndexVisit visit;
    void *context;
} Look;

// Whether a claim may fit that has at least these cells; `missing` is the own cell that is spared.
static inline bool sets_fit(const Look *look, const uint64_t *sets, int words, int *missing) {
    uint64_t met = 0;
    int lacking = 0;
    *missing = CELL_NONE;
    for (int i = 0; i < words; i++) met |= sets[words + i] & look->other.word[i];
    if (met) return false;
    for (int i = 0; i < words; i++) {
        uint64_t left = sets[i] & ~look->own.word[i];
        if (!left) continue;
        lacking += __builtin_popcountll(left);
        *missing = 64 * i + __builtin_ctzll(left);
    }
    return lacking <= look->spare;
}

static inline bool leaf_look(const Look *look, const Node *n, int words) {
    const ClaimIndex *x = look->index;
    int missing;
    for (int i = 0; i < n->count; i++) {
        if (!sets_fit(look, sets_of(x, n->leaf, i), words, &missing)) continue;
        if (!look->visit(look->context, numbers_of(x, n->leaf)[i], missing)) return false;
    }
    return true;
}

// A path splits by a cell once at most, so that not more than two siblings per cell wait.
static inline bool tree_look(const Look *look, int words) {
    const ClaimIndex *x = look->index;
    int32_t waiting[2 * CELL_MAX + KINDS];
    int count = 0, missing;
    waiting[count++] = 0;
    while (count) {
        int node = waiting[--count];
        const Node *n = &x->node[node];
        if (!sets_fit(look, common_of(x, node), words, &missing)) continue;
        if (n->leaf >= 0) {
            if (!leaf_look(look, n, words)) return false;
            continue;
        }
        for (int kind = 0; kind < KINDS; kind++)
            if (n->child[kind]) waiting[count++] = n->child[kind];
    }
    return true;
}

bool claim_index_fits(const ClaimIndex *x, CellSet own, CellSet other, int spare, IndexVisit visit,
                      void *context) {
    Look look = {x, own, other, spare, visit, context};
    if (!x->node[0].count) return true; // nothing was ever added: what claims have in common is not set
    if (x->words == 1) return tree_look(&look, 1); // the compiler makes each without loops
    if (x->words == 2) return tree_look(&look, 2);
    return tree_look(&look, x->words);
}
