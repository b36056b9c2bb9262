// The tree of a PUCT search: nodes, the choice of a child, proofs. Private to src/search/puct*.c; the caller
// holds the tree's lock.
//
// Invariants: a child's value sum is seen by the mover of its parent. A node with a proof is never searched
// below again. A node is lost when every child that is not pruned is refuted: its node is won for the
// opponent.
#ifndef MUSTPLAY_SEARCH_PUCT_TREE_H
#define MUSTPLAY_SEARCH_PUCT_TREE_H

#include "game/board.h"
#include "search/puct.h"

typedef struct PuctNode PuctNode;

typedef struct Child {
    PuctNode *node; // NULL until the child is expanded
    float prior;    // the net's probability
    float action;   // the net's value of the move for the mover: -q
    float total;    // sum of the values backed up
    uint32_t visits;
    uint16_t pending; // searches on their way below: virtual losses
    int16_t cell;
    bool expanding; // a thread is evaluating it
    bool pruned;    // another move is at least as good
} Child;

typedef struct Rave {
    uint32_t visits;
    float total;
} Rave;

struct PuctNode {
    Proof proof;      // for the mover
    int16_t win_cell; // of a proved win: a winning move
    int16_t count;
    bool studied;    // by knowledge
    bool noised;     // the priors have noise in them
    bool both_sides; // the net's answer is the root's, from both sides
    float value;     // the net's, for the mover
    float total;     // sum of the values backed up
    uint32_t visits;
    Rave *rave; // [count], or NULL
    Child child[];
};

// A node with these moves; `out` is the net's answer, NULL when the position is decided. NULL out of memory.
PuctNode *node_new(const PuctOptions *options, CellSet moves, const NetOutput *out);
// Puts another answer of the net about the node in the place of the first.
void node_tell(PuctNode *node, const NetOutput *out);
size_t node_bytes(const PuctNode *node);
// Frees a tree; returns the bytes that it took.
size_t node_free(PuctNode *node);

// What is decided without a net: sets the proof of a win at once or of two threats, and the moves worth a
// look.
Proof board_decided(const Board *board, Color mover, CellSet *moves);

// The child to go down to; NULL when every child is refuted or pruned.
Child *node_select(const PuctOptions *options, const PuctNode *node);
// Takes over a proof from a child, if there is one.
void node_update_proof(PuctNode *node, const Child *child);
// The child of a cell, or NULL.
Child *node_child(PuctNode *node, int cell);
// The children from best to worst, as indices: proved wins, then by visits, refuted ones last.
void node_order(const PuctNode *node, int16_t *order);
// How good a child is for the parent's mover, -1 to 1.
double child_value(const PuctNode *node, const Child *child);
Proof child_proof(const Child *child); // for the parent's mover
// The expected line from a child on; returns its length.
int child_line(const Child *child, int16_t *line, int max);

#endif
