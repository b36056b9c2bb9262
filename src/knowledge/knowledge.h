// Knowledge: what a search node can learn about a position without searching. Fill-in, virtual connections,
// must-play and inferior cells feed each other to a fixed point (Gao 2020 §2.4.4; docs/THEORY.md, A search
// node).
//
// Sound for an arbitrary position: every claim holds for the position given, not only for the filled one. A
// search continues from the filled position: it searches children of `filled`, and keys its tables by it.
// The reason: the real position does not inherit permanent and mutual fill (docs/THEORY.md,
// Fill-in).
#ifndef MUSTPLAY_KNOWLEDGE_KNOWLEDGE_H
#define MUSTPLAY_KNOWLEDGE_KNOWLEDGE_H

#include "game/game.h"
#include "knowledge/inferior.h"
#include "knowledge/vc.h"

// What to compute. A Knower keeps tables and scratch memory for one board size and one thread.
typedef struct KnowledgeOptions {
    bool skip_own;   // do not build the mover's connections (a solver node often needs only the opponent's)
    bool build_both; // build the opponent's even where the mover's decide: for those who show or count them
    bool skip_connections; // build none: the must-play is every empty cell
    bool skip_fill;        // no fill-in
    bool skip_prune;       // no inferior cells beyond fill-in
    // Finds more connections of the kinds that vc.h offers, and tries out answers to a must-play of a few cells.
    bool seek;
    // Seeks, and tries out moves near stones for what they dominate, and the move that is the only one left. Fewer
    // moves, more decided; dearer on large boards.
    bool simulate;
    bool templates; // edge templates of row 5 among the connections (VcOptions.templates).
    // The most nodes of the must-play deduction rule (Rasmussen 2007 §4.3) on the opponent's winning semi-connections;
    // 0: not at all.
    uint64_t deduce;
    bool persistent; // only dead and captured fill-in, everywhere (certified runs)
} KnowledgeOptions;

typedef struct Knower Knower;

Knower *knower_new(const Geometry *geometry, const KnowledgeOptions *options, Error *error);
void knower_free(Knower *knower);

enum { KNOWLEDGE_SEMIS_MAX = 16, KNOWLEDGE_LINE_MAX = 4 };

typedef struct Knowledge {
    Position filled; // the position after fill-in, same side to move
    Color winner;    // proved by knowledge alone, or EMPTY
    Move move;       // when the mover is proved to win: a first move of the proof; MOVE_NONE otherwise
    CellSet proof;   // when proved: empty cells of the given position that the winner needs (`move` included)
    CellSet mustplay; // of the mover, on the filled board; all empty cells when nothing is known
    CellSet moves;    // what is left to search: at least one winning move of the mover if he has any. Never
                      // empty unless a winner is proved.
    // What a proof found by search must add; a search that stores a node stores these with it.
    CellSet fill_proof[2]; // by winner: cells of the given position that its fill-in and the dominations
                           // in corners rely on
    CellSet unanswered; // empty cells that neither the must-play nor pruning leaves out of a proof: see below
    int semis;          // the opponent's winning semi-connections whose meet is the must-play
    int narrowed;       // how many of these, the last ones, came from trying an answer and are no connections
    int forced;         // moves of the line, each the only one to consider, whose end decided
    Move line[KNOWLEDGE_LINE_MAX];
    CellSet semi[KNOWLEDGE_SEMIS_MAX];
    Move narrow_key[KNOWLEDGE_SEMIS_MAX]; // of those narrowed
    int16_t killer[CELL_MAX]; // of a pruned cell (dead-reversible, captured-reversible): the opponent's
                              // answer; CELL_NONE
} Knowledge;

// Fills `out` for the position and its side to move. The position is not yet won by either side. With `exact`
// only fill that persists under play (dead and captured cells) is used. A winning move of the filled position
// then wins in the given one, which a search needs at its root.
void knower_study(Knower *knower, const Position *position, bool exact, Knowledge *out);
// The same for a position that knower_fill gave and that it did not decide: there is nothing to fill in. Without
// `connections` as with skip_connections.
void knower_study_filled(Knower *knower, const Position *position, bool connections, Knowledge *out);

// Proofs from children. The mover wins by a move: its child's proof set, the move and `fill_proof[mover]`
// prove it. The mover loses when each of `moves` was refuted, or lies outside the proof set of one that was.
// Then take enough proof sets of refuted children and carriers of `semi` that no `unanswered` cell lies in all
// of them. Each set alone wins for the opponent wherever the mover plays outside it. The loss is proved by
// their union and `fill_proof[winner]`, closed under `killer`: an answer for each pruned
// cell inside.

// Fill-in alone, for a table's key: cheap. `fill_proof` is as above.
void knower_fill(Knower *knower, const Position *position, bool exact, Position *filled,
                 CellSet fill_proof[2]);

// A smaller proof set: with every cell outside `proof` given to the loser, what the loser's fill-in then
// takes is not needed (docs/THEORY.md, Proof sets).
CellSet knower_shrink(Knower *knower, const Position *position, Color winner, CellSet proof);

// What the last study found, to explain or count it: the inferior cells with their reasons, and the
// connections of the filled position. Only built colours have connections; none when fill-in decided.
const Inferior *knower_inferior(const Knower *knower);
const Vc *knower_vc(const Knower *knower);

#endif
