// PUCT: a best-first search guided by a net's policy and value (Gao 2020, chapters 3 and 4).
//
// What is exact stays exact. Two kinds of position are never shown to the net: those won at once, and where
// the opponent threatens to win on two cells. Their value is a proof, and is backed up as one. Well-visited
// nodes are studied by knowledge/knowledge.h (connections, must-play, fill-in), whose proofs count alike.
// The net's word is never a proof.
//
// Variants: RAVE in the tree (Gao 2020 §3.1.6 and §4.5), delayed expansion with the action
// values (Figure 4.4), two heads (the action values unused).
#ifndef MUSTPLAY_SEARCH_PUCT_H
#define MUSTPLAY_SEARCH_PUCT_H

#include "base/budget.h"
#include "net/evaluator.h"
#include "search/search_report.h"

typedef struct PuctOptions {
    NetPrecision precision;
    double explore;    // weight of the prior
    double first_play; // how much worse than its parent an unvisited move is taken to be
    int expand_at;     // a leaf is evaluated at this visit (1: the first); until then its action value counts
    bool two_heads;    // ignore the action values; forces expand_at 1
    bool rave;         // mix in the values of moves played later in the tree
    bool both_sides;   // ask the net about the root and its half-turn, and about leaves from either side
    int knowledge_at;  // study a node at this many visits; 0: never
    uint64_t memory_max; // bytes of the tree, roughly
    double noise;        // share of Dirichlet noise in the root's prior; 0: none
    double noise_alpha;  // its parameter
    uint64_t seed;       // of the noise
} PuctOptions;

// The defaults of the numbers; `both_sides` is set, the rest is zero.
#define PUCT_EXPLORE      1.6
#define PUCT_FIRST_PLAY   0.3
#define PUCT_EXPAND_AT    1
#define PUCT_KNOWLEDGE_AT 40
#define PUCT_MEMORY_MB    1024
#define PUCT_NOISE_ALPHA  0.03
PuctOptions puct_options(void);

typedef struct Puct Puct;

// The net must outlive the search.
Puct *puct_new(const Net *net, const PuctOptions *options, Error *error);
void puct_free(Puct *puct);
// Forgets the tree.
void puct_reset(Puct *puct);

// Searches a position that is not over, keeping what an earlier search knew if the position follows from it
// by one or two moves. The budget's nodes are new play-outs; seconds, nodes or an observer that cancels must
// end it. Ends with the budget, when the root is proved, or as `end` says; there is a report then in every
// case. A plain net (net/net.h) has no values: its searches are of one play-out, the policy alone, and others are refused. Threads come in one by one, so that a short search does not wait for the evaluators of many.
bool puct_search(Puct *puct, const Position *position, const Budget *budget, SearchEnd end, Error *error);
// The state of the search: when it has ended, or from its observer while it runs.
void puct_report(Puct *puct, SearchReport *report);

// A tree apart from the search that grew it, so that one search, with its evaluator, can serve many positions
// in turn. All zero: no tree.
typedef struct PuctTree {
    Position position;
    struct PuctNode *root;
    size_t bytes;
} PuctTree;
// Exchanges the search's tree with this one. Not while a search runs.
void puct_swap_tree(Puct *puct, PuctTree *tree);
void puct_tree_free(PuctTree *tree);

// The net alone, but for its logits: what a search of one play-out says of a position that is not decided.
bool puct_evaluate(Puct *puct, const Position *position, NetOutput *out, Error *error);

#endif
