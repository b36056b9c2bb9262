// The graph that proof-number searches grow: one node per position, found by the position itself, never by a
// hash alone.
//
// A node stands for a position after fill-in, turned so that it and its half-turn share one node. What a node
// holds is in its own frame; a link to a child says whether the child's frame is turned. Numbers are those of
// the side to move. phi is the cost of proving that it wins, delta that it loses. PROOF_INFINITE: it cannot
// be proved.
//
// The tree works within a bound of memory. When it is full, nodes with the least work below them are
// forgotten. Links to them become stale, which a generation number shows. Kept nodes keep their numbers.
// A node whose children were forgotten is expanded again when the search comes back.
#ifndef MUSTPLAY_SEARCH_PROOF_TREE_H
#define MUSTPLAY_SEARCH_PROOF_TREE_H

#include "search/proof_record.h"

enum { PROOF_INFINITE = 100000000, NODE_NONE = 0 };

typedef struct ProofLink {
    uint32_t node;       // NODE_NONE: not visited yet
    uint32_t generation; // of that node when it was linked
    int16_t move;        // in the parent's frame
    uint8_t phi, delta;  // what the child's numbers start with
    bool turned;         // the child's frame is the half-turn of the parent's
    bool decides;        // of a solved node: its proof rests on this child
} ProofLink;

// Sets of cells that an expanded node keeps, in its frame.
enum {
    DETAIL_BLACK, // stones after all knowledge: children are moves from here
    DETAIL_WHITE,
    DETAIL_FILL_BLACK, // what a proof of Black's must add for fill-in between the key and those stones
    DETAIL_FILL_WHITE,
    DETAIL_LIVE,       // moves that may still win
    DETAIL_REFUTED,    // union of the proof sets that refuted moves so far
    DETAIL_UNANSWERED, // cells to which these have no answer yet: they lie in all of them
    DETAIL_SEMIS,      // the first of the opponent's semi-connections that answer those
    DETAIL_SETS = DETAIL_SEMIS
};

// A pruned cell and the opponent's answer to it, for closing proofs.
typedef struct ProofKiller {
    int16_t cell, answer;
} ProofKiller;

// What an expanded node holds besides its numbers. A solved one keeps the links that decided it and no more:
// `sets` is NULL.
typedef struct ProofDetail {
    uint16_t links, killers, semis;
    bool spared;     // studied without connections
    float widest;    // bounds the factor of the focus: less where the mover seems to lose
    ProofLink *link; // best first
    ProofKiller *killer;
    uint64_t *sets;
} ProofDetail;

typedef struct ProofNode {
    uint32_t phi, delta;
    uint32_t virtual_phi, virtual_delta; // the same, with nodes that are being studied taken as decided
    uint32_t work;                       // studies made below, saturating
    uint32_t generation;                 // grows when the slot is used anew
    uint32_t next;                       // in the hash chain, or in the free list
    uint8_t to_move;
    bool kept;           // during a sweep: the child of a busy node
    bool exact;          // studied with fill-in that persists only: `move` wins in the key itself
    bool recalled;       // solved by a store or another search: what it rests on is not in the tree
    uint16_t busy;       // searches that are below this node now, or study it: such a node is never forgotten
    int16_t move;        // of a won node
    ProofDetail *detail; // NULL when not expanded, and when solved without children
} ProofNode;

typedef struct ProofTree ProofTree;

// NULL out of memory. `bytes` bounds all that the tree allocates.
ProofTree *proof_tree_new(const Geometry *geometry, uint64_t bytes);
void proof_tree_free(ProofTree *tree);
// The bound that it was made with.
uint64_t proof_tree_memory(const ProofTree *tree);

// The node of a filled position, made if new; NODE_NONE when all memory is in use by busy nodes. `*turned`
// tells whether the node's frame is the half-turn of the position's. `*made` tells whether it is new: phi =
// delta = 1 then.
uint32_t proof_tree_find(ProofTree *tree, const Position *position, bool *turned, bool *made);

// The same without making one: NODE_NONE when there is none.
uint32_t proof_tree_look(const ProofTree *tree, const Position *position);

ProofNode *proof_tree_node(const ProofTree *tree, uint32_t id);
// The node in use that follows `id`, in no order that means anything; NODE_NONE before the first and after
// the last.
uint32_t proof_tree_next(const ProofTree *tree, uint32_t id);

// The linked child, or NODE_NONE when the link was never followed or has become stale.
uint32_t proof_tree_child(const ProofTree *tree, const ProofLink *link);

// A node's key and, once it is solved, what the winner needs; in its frame.
Position proof_node_position(const ProofTree *tree, uint32_t id);
CellSet proof_node_proof(const ProofTree *tree, uint32_t id);
void proof_node_set_proof(ProofTree *tree, uint32_t id, CellSet proof);

// Gives a node room for its moves, pruned cells and semi-connections, zeroed; false when memory lacks even
// after forgetting.
bool proof_node_expand(ProofTree *tree, uint32_t id, int moves, int killers, int semis);
// Forgets what expanding gave, but for the links that decide: for a node that is solved.
void proof_node_conclude(ProofTree *tree, uint32_t id);
// Forgets all that expanding gave.
void proof_node_collapse(ProofTree *tree, uint32_t id);

CellSet proof_detail_get(const ProofTree *tree, const ProofDetail *detail, int set);
void proof_detail_set(const ProofTree *tree, ProofDetail *detail, int set, CellSet cells);

static inline bool proof_node_won(const ProofNode *node) {
    return node->phi == 0;
}
static inline bool proof_node_lost(const ProofNode *node) {
    return node->delta == 0;
}
static inline bool proof_node_solved(const ProofNode *node) {
    return proof_node_won(node) || proof_node_lost(node);
}

// The size of the proofs of some nodes. False out of memory.
bool proof_tree_size(const ProofTree *tree, const uint32_t *roots, int count, ProofNodes *size);

uint32_t proof_tree_count(const ProofTree *tree);

#endif
