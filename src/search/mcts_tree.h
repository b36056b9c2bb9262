// The tree of a Monte Carlo search, shared by threads without locks. Private to src/search/mcts*.c.
//
// One thread makes a node whole and then publishes it by a compare-and-swap. If two threads made the same node,
// one wins and the other's memory lies idle until the tree is copied. All that changes later is
// atomic. Visits are counted on the way down, wins on the way up. In between a visit counts as a loss,
// which keeps threads apart (virtual loss). RAVE counts may lose an update when two threads write at once.
//
// Invariants: a child's wins are those of its node's mover and never exceed its visits. A node with a proof
// is never searched below again. A node is lost when each child is refuted, left out by knowledge, or
// on a point that fill-in has taken.
#ifndef MUSTPLAY_SEARCH_MCTS_TREE_H
#define MUSTPLAY_SEARCH_MCTS_TREE_H

#include "search/mcts.h"

#include <stdatomic.h>
#include <stddef.h>

// Memory of nodes: given out from the start, given back all at once.
typedef struct Arena {
    char *base;
    size_t size;
    _Atomic size_t used;
} Arena;

bool arena_init(Arena *arena, size_t size, Error *error);
void arena_free(Arena *arena);

// Priors of moves that are not to be searched.
#define PRIOR_REFUTED (-1e20f)
#define PRIOR_PRUNED  (-1e25f)

typedef struct Stone {
    int16_t point;
    int16_t color;
} Stone;

// Stones that knowledge filled in at a node; they hold in every position below it.
typedef struct Fill {
    int count;
    Stone stone[];
} Fill;

typedef struct UctNode UctNode;

typedef _Atomic uint64_t Tally; // visits, and wins << 32
typedef _Atomic(UctNode *) NodeLink;
typedef _Atomic float AtomicFloat;

struct UctNode {
    _Atomic uint32_t visits;
    _Atomic int16_t win_point; // of a proved win: a winning move; CELL_NONE: any
    _Atomic uint8_t proof;     // Proof for the mover
    _Atomic bool studied;
    int16_t count;
    bool has_chances; // a judge's, of the moves
    _Atomic(Fill *) fill;
    // Per child: Tally tally[count], rave[count]; NodeLink link[count]; AtomicFloat prior[count];
    // int16_t point[count], and with has_chances float chance[count]
    Tally tally[];
};

static inline uint32_t tally_visits(uint64_t tally) {
    return (uint32_t)tally;
}
static inline uint32_t tally_wins(uint64_t tally) {
    return (uint32_t)(tally >> 32);
}
#define TALLY_VISIT ((uint64_t)1)
#define TALLY_WIN   ((uint64_t)1 << 32)

static inline Tally *uct_rave(const UctNode *node) {
    return (Tally *)(uintptr_t)&node->tally[node->count];
}
static inline NodeLink *uct_link(const UctNode *node) {
    return (NodeLink *)(uintptr_t)&node->tally[2 * node->count];
}
static inline AtomicFloat *uct_prior(const UctNode *node) {
    return (AtomicFloat *)(void *)(uct_link(node) + node->count);
}
static inline int16_t *uct_point(const UctNode *node) {
    return (int16_t *)(void *)(uct_prior(node) + node->count);
}
// The mover's winning probability after the move, if the node has_chances.
static inline float *uct_chance(const UctNode *node) {
    return (float *)(void *)(uct_point(node) + (node->count + 1) / 2 * 2);
}
static inline uint64_t uct_tally(const UctNode *node, int child) {
    return atomic_load_explicit(&node->tally[child], memory_order_relaxed);
}
static inline UctNode *uct_child(const UctNode *node, int child) {
    return atomic_load_explicit(&uct_link(node)[child], memory_order_acquire);
}
static inline float uct_child_prior(const UctNode *node, int child) {
    return atomic_load_explicit(&uct_prior(node)[child], memory_order_relaxed);
}
static inline Proof uct_proof(const UctNode *node) {
    return (Proof)atomic_load_explicit(&node->proof, memory_order_acquire);
}

// A node with `count` children, zeroed; NULL when the arena is full.
UctNode *uct_new(Arena *arena, int count, bool has_chances);
Fill *fill_new(Arena *arena, int count);

// The child to go down to; -1 when there is none left to search.
int uct_select(const MctsOptions *options, const UctNode *node);
// Sets a proof.
void uct_prove(UctNode *node, Proof proof, int win_point);
// Leaves a child out of the search: prior is PRIOR_REFUTED or PRIOR_PRUNED. Proves the node lost when none is
// left.
void uct_close(UctNode *node, int child, float prior);
// Takes over a proof from a child, if there is one.
void uct_update_proof(UctNode *node, int child);
// Counts a play-out whose final colours are given for all moves of the mover's.
void uct_count_rave(UctNode *node, Color mover, bool won, const uint8_t *color);

// The child of a point, or -1.
int uct_find(const UctNode *node, int point);
Proof uct_child_proof(const UctNode *node, int child); // for the node's mover
// Its value for the node's mover, 0 to 1.
double uct_child_value(const UctNode *node, int child);
// The children from best to worst: proved wins, then by visits, refuted ones last.
void uct_order(const UctNode *node, int16_t *order);
// The expected line from a child on, as points; returns its length.
int uct_line(const UctNode *node, int child, int16_t *line, int max);

// Copies a tree into another arena; NULL when it does not fit at all. Deep parts that do not fit are left
// out.
UctNode *uct_copy(Arena *arena, const UctNode *node);

// False with a reason when an invariant of the tree is broken; no thread searches meanwhile.
bool uct_validate(const UctNode *node, const Grid *grid, Error *error);

#endif
