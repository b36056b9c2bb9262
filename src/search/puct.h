// PUCT: a best-first search guided by a net's policy and value (Gao 2020, chapters 3 and 4).
//
// What is exact stays exact: a position that can be won at once, or in which the opponent threatens to win on
// two cells, is never shown to the net; its value is a proof and proofs are backed up as proofs. Well-visited
// nodes are studied by knowledge/knowledge.h (connections, must-play, fill-in), whose proofs count alike.
// The net's word is never a proof.
//
// Variants: RAVE in the tree (Gao 2020 §3.1.6 and §4.5), delayed expansion with the action
// values (Figure 4.4), two heads (the action values unused).
#ifndef MUSTPLAY_SEARCH_PUCT_H
#define MUSTPLAY_SEARCH_PUCT_H

#include "base/observer.h"
#include "net/evaluator.h"
#include "search/proof.h"

typedef struct PuctOptions {
    NetPrecision precision;
    double explore;    // weight of the prior
    double first_play; // how much worse than its parent an unvisited move is taken to be
    int expand_at;     // a leaf is evaluated at this visit (1: the first); until then its action value counts
    bool two_heads;    // ignore the action values; forces expand_at 1
    bool rave;         // mix in the values of moves played later in the tree
    int knowledge_at;  // study a node at this many visits; 0: never
    uint64_t memory_max; // bytes of the tree, roughly
} PuctOptions;

PuctOptions puct_options(void);

// Zero means no such limit; one of the first two is needed, or an observer that cancels.
typedef struct PuctLimits {
    double seconds;
    uint64_t playouts; // new ones, beyond what is kept from earlier searches
    int threads;
    bool whole; // no early end when the best move is settled
} PuctLimits;

enum { PUCT_LINE_MAX = 64 };

typedef struct PuctMove {
    int cell;
    uint64_t visits;
    double value, prior; // the mover's winning probability; the net's probability of the move
    Proof proof;         // for the mover
    int line_length;     // the expected line, which starts with the move
    int16_t line[PUCT_LINE_MAX];
} PuctMove;

typedef struct PuctReport {
    double value; // the mover's winning probability, 0 or 1 when proved
    Proof proof;
    uint64_t visits;      // of the root, with those of earlier searches
    uint64_t playouts;    // of this search
    uint64_t evaluations; // by the net, in this search
    double seconds;
    int count;
    PuctMove move[CELL_MAX]; // best first
} PuctReport;

typedef struct Puct Puct;

// The net must outlive the search.
Puct *puct_new(const Net *net, const PuctOptions *options, Error *error);
void puct_free(Puct *puct);
// Forgets the tree.
void puct_reset(Puct *puct);

// Searches a position that is not over, keeping what an earlier search knew if the position follows from it
// by one or two moves. Ends at a limit, when the root is proved, when one move is left, or when cancelled;
// there is a report then in every case.
bool puct_search(Puct *puct, const Position *position, const PuctLimits *limits, const Observer *observer,
                 Error *error);
// The state of the search: when it has ended, or from its observer while it runs.
void puct_report(Puct *puct, PuctReport *report);

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

// The net alone.
bool puct_evaluate(Puct *puct, const Position *position, NetOutput *out, Error *error);

#endif
