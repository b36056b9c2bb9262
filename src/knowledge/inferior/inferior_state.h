// Inferior cells on one width of cell set: the state behind knowledge/inferior.h and what its parts share.
#ifndef MUSTPLAY_KNOWLEDGE_INFERIOR_INFERIOR_STATE_H
#define MUSTPLAY_KNOWLEDGE_INFERIOR_INFERIOR_STATE_H

#include "base/bits.h"
#include "knowledge/inferior_table.h"
#include "knowledge/pattern_table.h"

enum { CELLS = BITS_WORDS * 64 < CELL_MAX ? BITS_WORDS * 64 : CELL_MAX, NOWHERE = CELLS };

// The state that push saves.
typedef struct FillState {
    Bits stones[2]; // real and filled-in, without dead cells
    Bits vacant;
    Bits dead, captured[2], permanent[2], mutual[2];
    Bits needed[2];
    Bits dirty[3];   // cells to match again, by PatternListKind
    unsigned kinds;  // switches of the last fill: what the two marks below stand for
    bool graph_done; // the reduced graph has nothing to add
    int logged;
} FillState;

// The reduced graph of a colour: its vacant cells, and the colour's two edges with the chains that touch them. Cells are
// adjacent when they touch or share a chain of the colour. Findings about a cell are kept until its neighbours or
// theirs change, compared with the last graph built, whatever position that was of.
typedef struct Graph {
    Bits near[CELLS];
    Bits terminal[2]; // cells adjacent to each edge
    Bits vacant;      // the vertices
    bool joined;      // the edges are one chain
    bool chains_many; // more than 64 chains touch no edge: the others are left out below
    int chains;
    Bits chain[64];         // the vacant cells around each
    uint64_t beside[CELLS]; // the chains beside each vacant cell
    Bits dead;              // cells found dead
    Bits joiners[CELLS];    // cells where a stone of the colour kills the cell
    Bits takers[CELLS];     // cells where a stone of the other colour does
} Graph;

// Most of matching depends on a cell's near code alone, and the same codes recur. Two small caches hold what each
// code admits, an entry per slot.
enum { FOUND_SLOTS = 8192, LACKING_SLOTS = 4096, LACKING_MAX = 26 };

// The first candidate of a list whose near part applies, as a place in pattern_candidate; the list's end if
// none.
typedef struct Found {
    uint64_t near;
    uint32_t list; // the list's number and 1; 0 for an unused slot
    uint32_t place;
} Found;

// The captured patterns whose near part applies or lacks one stone.
typedef struct Lacking {
    uint64_t near;
    uint16_t known, count; // a count over LACKING_MAX: too many to keep
    uint16_t image[LACKING_MAX];
} Lacking;

static inline uint32_t code_hash(uint64_t near) {
    return (uint32_t)(near * 0x9e3779b97f4a7c15u >> 40);
}

typedef struct InferiorState {
    Inferior interface; // first: the object is cast to it and back
    FillState now;
    uint64_t near[CELLS + 1],
        far[CELLS + 1];         // neighbourhood codes; the last is a place for cells off the board
    uint8_t content[CELLS + 1]; // 0 vacant, 1 black, 2 white, 3 dead or off the board: two bits of a code
    int16_t log[CELLS];         // cells in the order they were occupied
    int depth;
    Graph graph[2];
    bool graph_known; // the graphs are those of this position
    Found found[FOUND_SLOTS];
    Lacking lacking[LACKING_SLOTS];
    // Noted for the next prune
    bool noted;
    Color noted_mover;
    Bits noted_dominators[CELLS];
    // The last prune
    Bits vulnerable, reversible, dominated;
    Bits answer[CELLS]; // of a vulnerable or reversible cell: what a proof that holds the cell must hold
    Color mover;
    InferiorReason reason[CELLS];
    // Constants of the board
    Bits all;
    Bits around[CELLS], edge[4];                  // neighbouring cells of cells, and cells beside each edge
    Bits reach[CELLS];                            // cells within distance 3
    int16_t place[CELLS][HEX_NEAR];               // the cell at each offset, NOWHERE off the board
    uint64_t empty_near[CELLS], empty_far[CELLS]; // codes of the empty board
    FillState saved[CELLS + 1];
} InferiorState;

static inline uint64_t code_shift(int offset) {
    return 2 * (uint64_t)(offset < HEX_RING2 ? offset - 1 : offset - HEX_RING2);
}

// A set of one cell, made in registers: a word stored alone and read as part of a vector stalls.
static inline Bits bits_unit(int cell) {
    Bits b;
    for (int i = 0; i < BITS_WORDS; i++) b.word[i] = (uint64_t)(cell >> 6 == i) << (cell & 63);
    return b;
}
static inline Bits bits_with(Bits b, int cell) {
    return bits_or(b, bits_unit(cell));
}
static inline Bits bits_without(Bits b, int cell) {
    return bits_minus(b, bits_unit(cell));
}

// Occupies a cell with content 1, 2 or 3 and marks what it may change.
static void state_occupy(InferiorState *s, int cell, int content);

// Matches dead and captured patterns around dirty cells until none applies.
static void state_match(InferiorState *s, unsigned kinds);
// The same with permanent and mutual patterns where no other applies. True when one did.
static bool state_match_local(InferiorState *s, unsigned kinds);

// Brings both graphs up to date.
static void state_graph(InferiorState *s);
// Fills dead cells, regions and captured pairs that the graphs show. True when it filled.
static bool state_graph_fill(InferiorState *s, unsigned kinds);

// Cells where a stone of the colour kills the cell.
static inline Bits state_killers(const InferiorState *s, Color color, int cell) {
    return bits_or(s->graph[color].joiners[cell], s->graph[color_other(color)].takers[cell]);
}

static void state_prune(InferiorState *s, Color mover, const Bits *allowed, unsigned kinds, Bits *moves);

#endif
