// How much a proof-number search may still have to do, from what the moves settled so far took.
#ifndef MUSTPLAY_SEARCH_PROOF_ESTIMATE_H
#define MUSTPLAY_SEARCH_PROOF_ESTIMATE_H

#include "search/proof_tree.h"

// Studies still needed to refute every move of an unsolved node; 0: unknown. Meaningful where the mover seems to lose. A move
// under search is taken to need as much again as it has had. A move not visited yet is taken to need the others' average,
// times the share of settled moves that needed a search of their own. Rough: too low at first, because
// easy moves are settled before hard ones, and too high near the end.
uint64_t proof_estimate(const ProofTree *tree, uint32_t id);

#endif
