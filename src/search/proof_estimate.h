// How much a proof-number search may still have to do, from what the moves settled so far took.
#ifndef MUSTPLAY_SEARCH_PROOF_ESTIMATE_H
#define MUSTPLAY_SEARCH_PROOF_ESTIMATE_H

#include "search/proof_tree.h"

// Studies still to make until every move of an unsolved node is refuted; 0: nothing can be said yet. It means something
// where the mover seems to lose. A move that is being searched is taken to need as much again as it has had; one that
// is not visited yet as much as the others on average, times the share of the settled ones that needed a search of
// their own. Rough: too low at first, because easy moves are settled before hard ones, and too high near the end.
uint64_t proof_estimate(const ProofTree *tree, uint32_t id);

#endif
