// Deriving patterns: every claim of a kind that the cells around a small shape prove, unless a smaller one
// already gives it.
//
// For each connected shape of empty cells and each colouring of its ring (stone, stone, unknown) the local
// game decides the claims. A claim with an unknown ring cell must hold with either stone there. So colourings are
// visited from full rings to unknown ones, and most fail without a game. A position where a smaller fill
// pattern applies is left out: the matcher fills to a fixed point and never sees it. What remains is
// kept where no stone can be made unknown.
#ifndef MUSTPLAY_TOOLS_LIB_PATTERN_DERIVE_H
#define MUSTPLAY_TOOLS_LIB_PATTERN_DERIVE_H

#include "tools/lib/local_game.h"
#include "tools/lib/pattern.h"

typedef struct DerivedList {
    Pattern *item;
    int count, capacity;
    bool failed; // out of memory
} DerivedList;

void derived_list_add(DerivedList *list, const Pattern *pattern);
void derived_list_free(DerivedList *list);

typedef struct DeriveLimits {
    int captured_empties; // largest shape for dead and captured cells
    int fill_empties;     // largest shape for permanent and mutual fill-in
    int ring;             // largest ring
    int fill_cells;       // largest permanent or mutual pattern, stones included
} DeriveLimits;

// All fill patterns within the limits, canonical and sorted. `report`, if given, hears of each finished
// shape.
typedef void (*DeriveReport)(void *context, const LocalShape *shape, PatternKind kind, int patterns);
bool patterns_derive_fill(DeriveLimits limits, DerivedList *out, DeriveReport report, void *context);

// Sorts canonical patterns and drops copies and those that others imply: a pattern that asks for no less and
// claims no more. For permanent and mutual fill-in asking for no less is enough.
void patterns_reduce(DerivedList *list);

#endif
