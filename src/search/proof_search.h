// Proof-number searches over one kind of node (search/prover.h): best first, depth first, or plain depth
// first.
//
// - best first: from the root to the most proving leaf each time. The graph is in memory, and a study costs far
//   more than the walk. Threads share the graph. Each marks the leaf it studies as decided the way it looks
//   (virtual numbers), so that the others look elsewhere.
// - depth first: df-pn, which stays below a node until its numbers pass its thresholds (Gao 2020 §A.4). One
//   thread.
// - plain: depth-first search in the order of the moves; numbers play no part.
#ifndef MUSTPLAY_SEARCH_PROOF_SEARCH_H
#define MUSTPLAY_SEARCH_PROOF_SEARCH_H

#include "base/budget.h"
#include "game/answer.h"
#include "search/prover.h"

// A searcher keeps its graph from one position of a board to the next: what one search proved answers
// another.
typedef struct ProofSearcher ProofSearcher;

ProofSearcher *proof_searcher_new(const Geometry *geometry, const SolveSettings *settings, Error *error);
void proof_searcher_free(ProofSearcher *searcher);
// Goes on with other settings but for threads and memory. What is decided stays; every other node becomes a leaf again, so
// that its numbers and its order of moves come from the new settings. After a failure the searcher can only be freed.
bool proof_searcher_renew(ProofSearcher *searcher, const SolveSettings *settings, Error *error);
const Geometry *proof_searcher_geometry(const ProofSearcher *searcher);

// With a checkpoint: an existing file is read first, and must be of this position. When the search is stopped it writes the graph
// there. When it is decided the file goes, unless the settings say otherwise. The answer's nodes include those of earlier runs.
// The position is not won yet. Of the budget seconds, nodes (positions studied) and the observer count here.
// False on a failure (out of memory).
bool proof_searcher_solve(ProofSearcher *searcher, const Position *position, const Budget *budget,
                          Answer *answer, Error *error);

// --- Parts of a larger search, whose graph is elsewhere

// A move that a part looked at. All cells are in the frame of the part's position.
typedef struct ProofChild {
    Move move;
    uint32_t phi, delta; // of the position after it; phi 0: the move is refuted
    uint32_t work;       // studies made below it
    Move reply;          // to a refuted move: the one that wins in its key; else MOVE_NONE
    CellSet proof; // of a refuted move: what the opponent needs in its key, the position after it filled in
} ProofChild;

// Where to stop, besides the budget: as soon as the position's phi or delta has reached its limit. PROOF_INFINITE: not
// before it is decided. In a best-first search the limits have no effect until this part has made `least` studies.
typedef struct ProofLimits {
    uint32_t phi, delta;
    uint32_t least;
} ProofLimits;

typedef struct ProofPart {
    uint32_t phi, delta; // of the position
    ProofRecord record;  // once it is decided; before, its winner is EMPTY
    uint64_t nodes;      // studies that this part took
    double seconds;
    int children; // those visited that may still win, and the refuted ones; none once it is decided
    ProofChild child[CELL_MAX];
} ProofPart;

// Searches below a position that is not won yet, as proof_searcher_solve does, and keeps the graph for the next part.
// Without `exact` a winning move need not win in the position itself, only after fill-in: for keys of another graph.
bool proof_searcher_part(ProofSearcher *searcher, const Position *position, bool exact,
                         const ProofLimits *limits, const Budget *budget, ProofPart *part, Error *error);

// Adds what another search proved about a key (a filled position), unless the graph has decided it. For results that arrive
// while the graph grows; a store is asked only about new nodes.
void proof_searcher_learn(ProofSearcher *searcher, const Position *key, const ProofRecord *record);

// A position as the graph sees it: filled in, `exact` as at the root of a search. `owed`: by winner, the empty
// cells of the position that his part of the fill-in relies on.
void proof_searcher_fill(ProofSearcher *searcher, const Position *position, bool exact, Position *filled,
                         CellSet owed[2]);
// What the graph, or the store, knows of a position that is not won yet, without a search: false when it is not
// decided there. The proof is that of the position filled in; a winning move that is not exact need not win in
// the position itself.
bool proof_searcher_recall(ProofSearcher *searcher, const Position *position, ProofRecord *record);

// The size of the proofs of positions that the searcher solved, a node that several need counted once. The time is
// in proportion to the proofs. False out of memory.
bool proof_searcher_size(ProofSearcher *searcher, const Position *positions, int count, ProofNodes *size);

// One search with a graph of its own.
bool proof_search(const Position *position, const SolveSettings *settings, const Budget *budget,
                  Answer *answer, Error *error);

#endif
