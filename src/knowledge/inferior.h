// Inferior cells: what may be filled in for either colour, and which moves the side to move may leave out.
//
// Fill-in keeps the winner, whoever moves. It runs to a fixed point: each step is justified in the position
// the steps before have filled. Dead and captured cells come from patterns and from the reduced graph.
// Permanently inferior cells and mutual fill-in come from patterns, tried when nothing else applies.
//   - Dead and captured fill persists under any further play and may be inherited by children.
//   - Permanent and mutual fill holds for this position. Search children of the filled position, or fill
//     children anew from the real stones.
// Pruning is for one mover in one position and is never inherited.
//
// An Inferior follows a position stone by stone: push, place, fill, prune, pop. Neighbourhood codes and the
// work still to be done are kept, so that a child costs a fraction of a position from scratch. One object a
// thread.
#ifndef MUSTPLAY_KNOWLEDGE_INFERIOR_H
#define MUSTPLAY_KNOWLEDGE_INFERIOR_H

#include "base/text.h"
#include "game/position.h"

// Kinds, as switches and as reasons.
typedef enum InferiorKind {
    INFERIOR_DEAD = 1 << 0,      // dead by a pattern or by the reduced graph
    INFERIOR_CAPTURED = 1 << 1,  // in a captured set
    INFERIOR_PERMANENT = 1 << 2, // permanently inferior
    INFERIOR_MUTUAL = 1 << 3,    // part of a mutual fill-in
    INFERIOR_REGION = 1 << 4, // dead: on no path between the edges that is not cut off by one chain or cell
    INFERIOR_GRAPH = 1 << 5,  // switch only: use the reduced graph for dead cells and captured pairs
    INFERIOR_VULNERABLE = 1 << 6, // the opponent's answer kills it
    INFERIOR_REVERSIBLE = 1 << 7, // the opponent's answer makes it the mover's own captured set
    INFERIOR_DOMINATED = 1 << 8,  // another move is as good: it kills or captures it, or is noted so
    INFERIOR_PERSISTENT = INFERIOR_DEAD | INFERIOR_CAPTURED | INFERIOR_REGION | INFERIOR_GRAPH,
    INFERIOR_ALL = (1 << 9) - 1,
    // Vulnerable also where the answer kills only with the set it captures. Such a cell's answer is a stone
    // and a set: for callers that close proof sets with inferior_close_carrier.
    INFERIOR_SNARED = 1 << 10,
    // Switches that forbid: fill in no stones of a colour. Dead cells are still filled.
    INFERIOR_NOT_BLACK = 1 << 16,
    INFERIOR_NOT_WHITE = 1 << 17
} InferiorKind;

typedef struct InferiorReason {
    uint16_t kind;   // InferiorKind
    uint8_t color;   // the colour filled in, or the mover whose move is pruned
    int16_t pattern; // number in data/patterns/KIND.txt, 0 when the reduced graph found it
    int16_t helper;  // killer, reverser, dominator, the partner in a captured pair; CELL_NONE without one
} InferiorReason;

typedef struct InferiorFill {
    CellSet dead;        // either colour does
    CellSet captured[2]; // by the colour filled in
    CellSet permanent[2];
    CellSet mutual[2];
    CellSet filled[2]; // all of these; dead cells are Black's
    CellSet needed[2]; // what a proof for that colour must add to its carrier when it uses the fill-in
    CellSet vacant;    // what is left to play
    Color winner;      // the colour that has joined its edges in the filled position, or EMPTY
} InferiorFill;

typedef struct InferiorPrune {
    CellSet vulnerable, reversible, dominated;
    CellSet moves; // what is left for the mover
} InferiorPrune;

typedef struct Inferior Inferior;

// NULL when out of memory.
Inferior *inferior_new(const Geometry *geometry);
void inferior_free(Inferior *inferior);

// Starts anew with these stones and nothing filled in.
void inferior_set(Inferior *inferior, const CellSet stones[2]);
// Adds a stone to a vacant cell.
void inferior_place(Inferior *inferior, int cell, Color color);
// push remembers stones and fill-in, pop returns to the last push.
void inferior_push(Inferior *inferior);
void inferior_pop(Inferior *inferior);

// Fills in to a fixed point with the kinds named.
void inferior_fill(Inferior *inferior, unsigned kinds);

// Chain decomposition. A region is a connected part of the vacant cells that exactly two chains of a colour touch.
// An edge, with what touches it, is a chain. To the colour all that matters inside is whether the two are
// joined. So where it joins them moving second, the region is captured. And a move inside after which
// it joins them so dominates all the region's cells. Used to explain; in searches it does not pay
// (docs/notes/knowledge.md).
typedef struct InferiorRegion {
    CellSet cells;
    Color color;
    int end[2]; // a stone or an edge of each chain
} InferiorRegion;
// Writes up to `max` regions, not those of the whole board's two edges, and returns their number.
int inferior_regions(const Inferior *inferior, InferiorRegion *out, int max);
// The state of fill-in since the last inferior_set.
void inferior_get_fill(const Inferior *inferior, InferiorFill *out);

// Tells the next prune that `move` dominates the cells for the mover. Forgotten when the position changes.
void inferior_note_domination(Inferior *inferior, Color mover, int move, CellSet cells);

// What the mover may leave out of `allowed` (a must-play region, or NULL for all cells), in the filled
// position. When no move is left the mover loses only if the opponent is known to win by moving first;
// otherwise any move will do. A proof set must then start from a set that proves the opponent's win moving
// first.
void inferior_prune(Inferior *inferior, Color mover, const CellSet *allowed, unsigned kinds,
                    InferiorPrune *out);

// Turns a carrier that proves the filled, pruned position for `winner` into one that proves the real position. Adds
// `needed`, then an answer for each pruned vulnerable or reversible cell in it, until nothing changes. The
// winner is the opponent of the last prune's mover, or any colour when nothing was pruned. With `pruned` false only
// fill-in counts.
void inferior_close_carrier(const Inferior *inferior, Color winner, bool pruned, CellSet *carrier);

// Makes a proved carrier smaller: gives the loser all other vacant cells, fills in for the loser alone and
// takes the filled cells away. `stones` are the real ones; the object is used as scratch and left in another
// position.
CellSet inferior_shrink(Inferior *scratch, const CellSet stones[2], CellSet carrier, Color winner);

// The reason a cell was filled in or pruned; kind 0 when it was not.
InferiorReason inferior_reason(const Inferior *inferior, int cell);
// "captured by black (pattern 4)", "killed by white c3", ... Adds nothing for a cell without a reason.
void inferior_reason_text(const Inferior *inferior, int cell, Text *out);

#endif
