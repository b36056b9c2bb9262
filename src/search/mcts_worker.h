// One thread of a Monte Carlo search: the way down the tree, the play-out, the way back. Private to
// src/search/mcts*.c.
#ifndef MUSTPLAY_SEARCH_MCTS_WORKER_H
#define MUSTPLAY_SEARCH_MCTS_WORKER_H

#include "knowledge/knowledge.h"
#include "search/mcts_tree.h"

#include <stdatomic.h>

typedef struct Tree {
    Arena arena[2]; // the second is used when the tree is copied
    int active;
    UctNode *root;
} Tree;

// What all workers read.
typedef struct Setting {
    const MctsOptions *options;
    const Gammas *gammas;
    PlayoutTable table;
    Grid grid;
    Playout start; // the position at the root, with fill-in that it has inherited
    Color mover;
    int own_last; // point that the mover played last, or CELL_NONE
} Setting;

typedef struct Step {
    UctNode *node;
    int child;
} Step;

typedef struct Path {
    int length;
    Step step[CELL_MAX + 1];
    Color mover;   // at the end of the path
    bool expanded; // its end has just become a node
    bool proved;   // the last step's result is known
    bool won;      // by the mover of the last step's node
} Path;

typedef struct Worker {
    const Setting *setting;
    int number; // of its thread
    Tree *tree;
    Random random;
    Knower *knower;
    const Geometry *known; // the knower's size
    Playout board;
    Playout leaf; // the board at the end of the path, when it is played out several times
    Path path;
    uint64_t studies, nodes;
} Worker;

// Goes down to a leaf, counting visits; the board is then the leaf's. Expands it and studies nodes where that
// is due.
void worker_descend(Worker *worker);
// Counts the result of a descent that ended in a proof.
void worker_back_up_proof(Worker *worker);
// The play-outs of one leaf, which threads may share.
typedef struct LeafShare {
    _Atomic int taken;  // play-outs that were begun, or would have been
    _Atomic int won[2]; // by colour
    int count;          // of play-outs that are wanted
} LeafShare;
void leaf_share_init(LeafShare *share, int count);
// Plays out the leaf that `from` has reached until the share is used up, and counts the results. Returns how many. The
// first play-out of a leaf counts for the visit of the descent; each further one is a visit of its own.
int worker_play_share(Worker *worker, const Worker *from, LeafShare *share);
// A descent and its play-outs; returns how many, at least 1.
int worker_playout(Worker *worker);

// A node for the position on the worker's board; NULL when memory is short.
UctNode *worker_expand(Worker *worker, Color mover, int own_last);

#endif
