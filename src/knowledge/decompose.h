// Chain decomposition: regions of empty cells that four chains enclose, in turn of Black, White, Black,
// White.
//
// If X can join its two chains inside the region moving second, no stone of Y in there will ever join Y's
// two: the whole region may be filled with X's stones (THEORY section 1). The carrier of that connection is
// what a proof for X must add.
//
// Sound when: the region has no hole and its border, walked once around, shows exactly four different chains.
// Edges of the board are chains.
#ifndef MUSTPLAY_KNOWLEDGE_DECOMPOSE_H
#define MUSTPLAY_KNOWLEDGE_DECOMPOSE_H

#include "knowledge/vc.h"

typedef struct Region {
    CellSet cells;
    int chain[2][2]; // by colour: a stone or the edge of each of its two chains on the border
} Region;

// The regions of a position enclosed by four chains; returns how many, at most `max`.
int decompose_regions(const Position *position, Region *out, int max);

// The carrier of a full connection of `color` inside the region; false when the connections know of none.
bool decompose_captures(const Vc *vc, Color color, const Region *region, CellSet *carrier);

#endif
