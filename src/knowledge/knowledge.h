// Knowledge: all that a search node needs to know about a position without searching: fill-in, virtual
// connections, must-play, inferior cells, feeding each other to a fixed point (seed 001 Algorithm 1; THEORY
// section 2, `node`).
//
// Sound when: the position is arbitrary; every claim holds for the position given, not only for the filled
// one. Search goes on from the filled position: children of `filled` are searched, and tables are keyed by
// it, because permanent and mutual fill is not inherited by the real position (THEORY section 2).
#ifndef MUSTPLAY_KNOWLEDGE_KNOWLEDGE_H
#define MUSTPLAY_KNOWLEDGE_KNOWLEDGE_H

#include "game/game.h"

// What to compute. A Knower keeps tables and scratch memory for one board size and one thread.
typedef struct KnowledgeOptions {
    bool skip_own;   // do not build the mover's connections (a solver node often needs only the opponent's)
    bool skip_fill;  // no fill-in
    bool skip_prune; // no inferior cells beyond fill-in
    bool captured_only; // only dead and captured fill-in: claims then hold for the real board move by move
} KnowledgeOptions;

typedef struct Knower Knower;

Knower *knower_create(const Geometry *geometry, const KnowledgeOptions *options, Error *error);
void knower_free(Knower *knower);

typedef struct Knowledge {
    Position filled; // the position after fill-in, same side to move
    Color winner;    // proved by knowledge alone, or EMPTY
    Move move;       // when the mover is proved to win: a first move of the proof; MOVE_NONE otherwise
    CellSet proof;   // when proved: empty cells of the given position that the winner needs (`move` included)
    CellSet mustplay; // of the mover, on the filled board; all empty cells when nothing is known
    CellSet moves;    // what is left to search: at least one winning move of the mover if he has any; never
                      // empty unless a winner is proved
    // What a proof found by search must add; a search that stores a node stores these with it.
    CellSet fill_proof[2];    // by winner: cells of the given position that its fill-in relies on
    CellSet loss_base;        // carriers behind the must-play and patterns behind pruning, if the mover loses
    int16_t killer[CELL_MAX]; // of a pruned cell (dead-reversible, captured-reversible): the opponent's
                              // answer; CELL_NONE
} Knowledge;

// Fills `out` for the position and its side to move. The position is not yet won by either side.
void knower_study(Knower *knower, const Position *position, Knowledge *out);

// The opponent's proof set for the position given, when the mover loses: `refuted` is the union of the proof
// sets of refuted children (cells of the filled board), enough of them that no move of `moves` lies outside
// the tried moves and inside all of these sets. Closed under the killers of pruned cells.
CellSet knowledge_loss_proof(const Knowledge *knowledge, CellSet refuted);

// The mover's proof set for the position given when `move` wins with the child's proof set.
CellSet knowledge_win_proof(const Knowledge *knowledge, Move move, CellSet child);

// Fill-in alone, for a table's key: cheap. `fill_proof` is as above.
void knower_fill(Knower *knower, const Position *position, Position *filled, CellSet fill_proof[2]);

#endif
