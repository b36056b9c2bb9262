// What is known about a proved position, and where such knowledge may be kept outside a search.
#ifndef MUSTPLAY_SEARCH_PROOF_RECORD_H
#define MUSTPLAY_SEARCH_PROOF_RECORD_H

#include "game/game.h"

typedef struct ProofRecord {
    Color winner;
    Move move;     // of a won position; MOVE_NONE: it is won already, or without a move
    bool exact;    // studied with fill-in that persists only: `move` wins in the position itself
    CellSet proof; // empty cells of the position that the winner needs
    uint32_t work; // studies that it took, at least
} ProofRecord;

// What the proofs of some solved nodes need: nodes that took a study, each counted once, however many proofs
// share it. All refutations count that the search used. Not `whole` when a root is not solved, when parts were
// forgotten or came from a store: there are more nodes then.
typedef struct ProofNodes {
    uint64_t nodes;
    uint64_t recalled; // positions that a store or advice decided: what these rest on is not counted
    bool whole;
} ProofNodes;

// A store of proved positions outside the tree: two functions that another layer gives. Positions are filled
// and canonical under the half-turn, as the tree's keys are. One thread of a search calls at a time.
typedef struct ProofStore {
    void *context;
    bool (*lookup)(void *context, const Position *position, ProofRecord *record); // false: not known
    void (*record)(void *context, const Position *position, const ProofRecord *record);
} ProofStore;

#endif
