// Finds the claims that fit a position among millions.
//
// A tree whose leaves hold the claims. A full leaf is split by the cell that best separates its claims: those that own it,
// those that need it empty, and the rest. Every node knows what all claims below it have in common, so a query goes
// down only where a claim may fit.
#ifndef MUSTPLAY_PROOF_CLAIM_INDEX_H
#define MUSTPLAY_PROOF_CLAIM_INDEX_H

#include "base/cellset.h"

typedef struct ClaimIndex ClaimIndex;

// For sets of `words` words. NULL out of memory.
ClaimIndex *claim_index_new(int words);
void claim_index_free(ClaimIndex *index);
uint64_t claim_index_bytes(const ClaimIndex *index);

// Adds a claim with this number, which is not in the index: `own` its own cells, `all` these and the free ones. False out of
// memory: nothing has changed.
bool claim_index_add(ClaimIndex *index, int32_t number, CellSet own, CellSet all);

// Visits each claim that has no cell of `other` and whose own cells lie in `own`. With `spare` 1 one own cell may be
// missing: `missing`, else CELL_NONE. In no particular order. Stops, and returns false, when the visitor does.
typedef bool (*IndexVisit)(void *context, int32_t number, int missing);
bool claim_index_fits(const ClaimIndex *index, CellSet own, CellSet other, int spare, IndexVisit visit,
                      void *context);

#endif
