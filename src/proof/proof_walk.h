// Walks a proof: plays the winner of a proof file against any moves of the loser's, by the claims alone.
//
// A claim is a strategy. Its parts have disjoint carriers, so a move of the loser's lies in at most one of them. The
// answer comes from that part: in a pair, the other cell; in a captured set, a cell of the set. In cases, the reply of
// an answer that does not need the cell, after which its body remains. Where cells were dropped or a move was
// reversed, the strategy below is played with those cells imagined empty. When it asks for one of them, the loser is
// imagined to answer inside, and the strategy is asked again.
//
// Right for files that the checker accepts, except for captured sets between ends that are no edges, which no writer
// makes. A false file ends in an error or in a lost game.
#ifndef MUSTPLAY_PROOF_PROOF_WALK_H
#define MUSTPLAY_PROOF_PROOF_WALK_H

#include "proof/proof_read.h"

// Why the winner answers where he does.
typedef enum WalkReason {
    WALK_ANSWER,   // the reply of a case
    WALK_PAIR,     // the other cell of a pair
    WALK_KILL,     // it kills the loser's stone
    WALK_REVERSE,  // the loser's stone gains nothing any more
    WALK_CAPTURED, // the loser's stone is in a captured set
    WALK_FREE      // no answer is needed: the winner may play anywhere
} WalkReason;

typedef struct WalkStep {
    WalkReason reason;
    int claim;  // whose line gave the answer, from 0; -1 with WALK_FREE
    int answer; // CELL_NONE when nothing is left to play; with WALK_FREE one that is as good as any
} WalkStep;

// Cells of the loser's to move to that share an answer. Two cells that answer each other, of a pair or a captured set,
// are one group; `answer` is then CELL_NONE.
typedef struct WalkGroup {
    WalkReason reason;
    int claim, answer;
    CellSet cells;
} WalkGroup;

typedef struct ProofWalk ProofWalk;

// From the root on, with the winner's first move made: the loser is to move. NULL with an error. The proof outlives it.
ProofWalk *proof_walk_new(const Proof *proof, Error *error);
// From a claim on: the winner has its stones, the loser all cells outside.
ProofWalk *proof_walk_claim(const Proof *proof, ClaimRef ref, Error *error);
void proof_walk_free(ProofWalk *walk);

const Position *proof_walk_position(const ProofWalk *walk);
// The loser plays a cell, the winner answers. False with an error, and nothing changed, when the cell is not empty, the
// game is over, or the file has no answer.
bool proof_walk_play(ProofWalk *walk, int cell, WalkStep *step, Error *error);

// The empty cells in groups, those that need no answer last. At most CELL_MAX groups; returns how many, or -1 with an
// error.
int proof_walk_groups(const ProofWalk *walk, WalkGroup *groups, Error *error);

// The claims that remain to be played, as the file numbers and turns them, at most `max`; returns how many there are.
// Captured sets and pairs are not among them.
int proof_walk_claims(const ProofWalk *walk, ClaimRef *claims, int max);

#endif
