// One thread of a Monte Carlo search: the way down the tree, the play-out, the way back. Private to
// src/search/mcts*.c.
#ifndef MUSTPLAY_SEARCH_MCTS_WORKER_H
#define MUSTPLAY_SEARCH_MCTS_WORKER_H

#include "knowledge/knowledge.h"
#include "search/mcts_tree.h"

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
    Color mover; // at the end of the path
    bool proved; // the last step's result is known
    bool won;    // by the mover of the last step's node
} Path;

typedef struct Worker {
    const Setting *setting;
    Tree *tree;
    Random random;
    Knower *knower;
    const Geometry *known; // the knower's size
    Playout board;
    Path path;
    uint64_t studies, nodes;
} Worker;

// Goes down to a leaf, counting visits; the board is then the leaf's. Expands it and studies nodes where that
// is due.
void worker_descend(Worker *worker);
// Counts the result of the descent: of the play-out whose final board is given, or of the proof.
void worker_back_up(Worker *worker, Color winner, const uint8_t *color);
// Both, with a play-out between them.
void worker_playout(Worker *worker);

// A node for the position on the worker's board; NULL when memory is short.
UctNode *worker_expand(Worker *worker, Color mover, int own_last);

#endif
