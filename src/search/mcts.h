// Monte Carlo tree search with patterns, without a net: UCT and RAVE in the tree. Learned gammas are the prior of
// moves and the policy of play-outs (Gao 2020 §3.1.6; Steckelberg et al. 2017; Huang et al. 2013, "MoHex 2.0").
//
// What is exact stays exact, as in search/puct.h. Wins at once, two threats and the proofs of
// knowledge/knowledge.h at well-visited nodes are backed up as proofs. Fill-in of such nodes shortens the
// play-outs below them. What play-outs say is never a proof.
//
// Threads share one tree without locks, or each has its own (root parallelism). Or they play out the same
// leaf (leaf parallelism). Steckelberg et al. 2017 describe both.
#ifndef MUSTPLAY_SEARCH_MCTS_H
#define MUSTPLAY_SEARCH_MCTS_H

#include "base/budget.h"
#include "game/position.h"
#include "search/gammas.h"
#include "search/search_report.h"

// How the values of moves played later are mixed in; the first is the default, as below.
typedef enum MctsRave {
    MCTS_RAVE_WEIGHTS, // Gao's formula: such a value weighs like n / (1 / first + n / last) visits
    MCTS_RAVE_BIAS,    // Steckelberg et al.'s: beta = m / (n + m + 4 n m bias^2)
    MCTS_RAVE_OFF
} MctsRave;

typedef enum MctsParallel { MCTS_TREE, MCTS_ROOT, MCTS_LEAF } MctsParallel;

// Who judges positions besides play-outs and gammas: an evaluation or a net. The functions are called by thread
// `thread` (from 0) with positions that have no winner; they may be NULL.
typedef struct MctsJudge {
    void *context;
    // The mover's winning probability, in place of a play-out. With `at_expansion` only where a leaf has just become a
    // node, with play-outs elsewhere (Gao 2020 §4.4, two heads).
    double (*value)(void *context, int thread, const Position *position);
    bool at_expansion;
    // The prior of every cell, which sum to 1 over the empty ones, in place of the gammas'. False: use theirs.
    bool (*prior)(void *context, int thread, const Position *position, float prior[CELL_MAX]);
    // The mover's winning probability after each move, requested when a node is made. It is backed up in place of
    // play-outs until the move has a node of its own (three heads: Gao 2020 §4.3.1). False: there are none.
    bool (*actions)(void *context, int thread, const Position *position, float chance[CELL_MAX]);
} MctsJudge;

typedef struct MctsOptions {
    double explore;    // weight of the UCB term
    double bias;       // weight of the prior
    bool puct;         // the prior's term is bias p sqrt(N) / (1 + n), not bias p / sqrt(n + 1)
    double first_play; // value of a move that nothing is known about
    MctsRave rave;
    double rave_first, rave_last; // of MCTS_RAVE_WEIGHTS
    double rave_bias;             // of MCTS_RAVE_BIAS
    int expand_at;                // a leaf becomes a node at this many visits
    int knowledge_at;             // a node is studied at this many; 0: never
    bool skip_fill;               // do not use fill-in below studied nodes
    bool skip_bridges;            // play-outs do not save bridges
    bool uniform;                 // play-outs draw every empty cell alike, and save no bridges
    int simulations;              // play-outs per leaf; in leaf parallelism at least one per thread
    bool majority;                // no more of them once a winner has more than half
    MctsJudge judge;
    // Search longer by this share of the seconds when the most visited move is not the one of the best value.
    double extend;
    MctsParallel parallel;
    uint64_t memory_max; // bytes of a tree, roughly
} MctsOptions;

// The defaults of the numbers; those of the rest are zero.
#define MCTS_EXPLORE      0
#define MCTS_BIAS         15
#define MCTS_FIRST_PLAY   0.35
#define MCTS_RAVE_FIRST   2.12
#define MCTS_RAVE_LAST    300
#define MCTS_RAVE_SLOPE   0.02
#define MCTS_EXPAND_AT    10
#define MCTS_KNOWLEDGE_AT 256
#define MCTS_SIMULATIONS  1
#define MCTS_MEMORY_MB    1024
MctsOptions mcts_options(void);

enum { MCTS_THREADS_MAX = 64 };

typedef struct Mcts Mcts;

// The gammas must outlive the search.
Mcts *mcts_new(const Gammas *gammas, const MctsOptions *options, uint64_t seed, Error *error);
void mcts_free(Mcts *mcts);
// Forgets the tree.
void mcts_reset(Mcts *mcts);

// Searches a position that is not over, keeping what an earlier search knew if the position follows from it
// by one or two moves. `last` names the cells that the mover and the opponent played last, or CELL_NONE; NULL
// when unknown. The budget's nodes are new play-outs; seconds, nodes or an observer that cancels must end it.
// Ends with the budget, when the root is proved, or as `end` says.
bool mcts_search(Mcts *mcts, const Position *position, const int last[2], const Budget *budget, SearchEnd end,
                 Error *error);
// The result, when the search has ended.
void mcts_report(const Mcts *mcts, SearchReport *report);

// False with a reason when an invariant of the tree is broken; for tests, when no search runs.
bool mcts_validate(const Mcts *mcts, Error *error);

#endif
