// Local games: what can be proved about a few empty cells from the cells around them alone.
//
// A shape is a set of empty cells and its ring, the cells that touch it. A ring cell is an X stone, a Y stone
// or unknown. An unknown cell and everything beyond the ring may hold anything at any time. What holds
// here holds in every position that contains the shape with its stones. Edges of the board need no case of
// their own: they are stones of their owner's colour.
//
// The outcome of a full colouring of the shape is the set of pairs of ring cells that one X chain links through
// the shape. Pairs of adjacent unknown cells do not count: a link between them never matters. X wins a full
// board with a colouring H whenever X wins it with G if the pairs of G are among those of H.
//
// The copycat order LE(G, H) (Selinger 2021) is for positions that are not full. It is a sufficient condition for
// "H is at least as good for X as G in every surrounding, whoever moves". The prover of that claim
// plays X in H and Y in G, the doubter X in G and Y in H.
#ifndef MUSTPLAY_TOOLS_LIB_LOCAL_GAME_H
#define MUSTPLAY_TOOLS_LIB_LOCAL_GAME_H

#include "knowledge/hex_local.h"

enum { LOCAL_EMPTY_MAX = 6, LOCAL_RING_MAX = 18, LOCAL_COLOURINGS_MAX = 729, LOCAL_ROW_WORDS = 12 };

typedef struct LocalShape {
    int empties, ring;
    Hex empty[LOCAL_EMPTY_MAX];
    Hex around[LOCAL_RING_MAX];
    uint32_t empty_adjacent[LOCAL_EMPTY_MAX]; // over empties
    uint32_t empty_ring[LOCAL_EMPTY_MAX];     // over the ring
    uint32_t ring_adjacent[LOCAL_RING_MAX];   // over the ring
} LocalShape;

// Stones of the ring; the cells of neither are unknown.
typedef struct LocalRing {
    uint32_t x, y;
} LocalRing;

// below[g] has bit h when the outcome of the colouring "X on the cells g, Y on the others" is within that of
// h.
typedef struct LocalOutcomes {
    int empties;
    uint64_t below[1 << LOCAL_EMPTY_MAX];
} LocalOutcomes;

// Constants of the order for a number of empty cells.
typedef struct LocalMasks {
    int empties, colourings, words;
    int power[LOCAL_EMPTY_MAX + 1];
    uint64_t vacant[LOCAL_EMPTY_MAX][LOCAL_ROW_WORDS];    // colourings where the cell is empty
    uint64_t level[LOCAL_EMPTY_MAX + 1][LOCAL_ROW_WORDS]; // colourings with this many stones
    uint8_t stones[LOCAL_COLOURINGS_MAX];
} LocalMasks;

// The table of LE over all pairs of partial colourings. A colouring is a number in base 3 with a digit per cell: 0
// empty, 1 X, 2 Y. Large (150 kB): keep it in memory of its own, zeroed before the first use.
typedef struct LocalOrder {
    LocalMasks masks;
    uint64_t le[LOCAL_COLOURINGS_MAX][LOCAL_ROW_WORDS];
    uint64_t lf[LOCAL_COLOURINGS_MAX][LOCAL_ROW_WORDS];
} LocalOrder;

// Fills in the ring and the adjacency of shape->empty[0 .. empties-1]. False when the ring is too large.
bool local_shape_complete(LocalShape *shape);

void local_outcomes(const LocalShape *shape, LocalRing ring, LocalOutcomes *out);

// The colour of a cell never matters, however the others are coloured.
bool local_is_dead(const LocalOutcomes *outcomes, int cell);

// Whether X (or Y, with for_x false) moving second inside the set can make every cell of it his or dead. The cells
// outside the set may hold anything at any time. `reply`, if given, takes the answer to each first intrusion: -1 when none
// is needed, because the set is a single cell.
bool local_is_captured(const LocalOutcomes *outcomes, uint32_t set, bool for_x, int8_t *reply);

void local_order_build(LocalOrder *order, const LocalOutcomes *outcomes);
static inline bool local_order_le(const LocalOrder *order, int g, int h) {
    return order->le[g][h >> 6] >> (h & 63) & 1;
}

// The colouring with X on one set of cells and Y on another.
int local_colouring(uint32_t x, uint32_t y);

#endif
