// The trees that clients' analyses grow, and the searches that grow them: a step brings a search with its
// evaluator, a client has its tree.
#ifndef MUSTPLAY_APP_WEB_TREES_H
#define MUSTPLAY_APP_WEB_TREES_H

#include "search/puct.h"

typedef struct WebTrees WebTrees;

// NULL out of memory. `memory`: bytes of all trees together.
WebTrees *web_trees_new(const Net *net, uint64_t memory);
void web_trees_free(WebTrees *trees);

// A search that has the owner's tree, to be given back; NULL with an error. An owner has one at a time.
Puct *web_tree_take(WebTrees *trees, const void *owner, Error *error);
// Puts the tree back. False when it has outgrown its share of the memory, and is gone.
bool web_tree_give(WebTrees *trees, const void *owner, Puct *puct);

// Frees the tree of an owner that is gone; or the trees that have not been used for a while, and the searches
// that rest.
void web_trees_drop(WebTrees *trees, const void *owner);
void web_trees_shed(WebTrees *trees);

#endif
