// Solving: the truth about a position by one of several methods, all behind one call.
//
// "Solved" always means proved: an answer whose winner is not EMPTY is exact. solve/truth.h asks about the
// moves of a position too.
#ifndef MUSTPLAY_SOLVE_SOLVER_H
#define MUSTPLAY_SOLVE_SOLVER_H

#include "base/budget.h"
#include "base/error.h"
#include "game/answer.h"
#include "net/net.h"
#include "search/proof_record.h"

// Settings of the searches; all zero means each method's own.
typedef struct SolveTuning {
    double window_base,
        window_factor; // fdfpn and auto look at base + factor * live moves; 0: the method's own
    double epsilon;    // of the thresholds of dfpn and fdfpn; below 0: none, 0: the method's own
    bool policy_only;  // fdfpn: the net's value does not narrow the window
} SolveTuning;

// Who answers in place of this program's search, such as a cluster. False only on a failure.
typedef struct SolveElsewhere {
    void *context;
    bool (*ask)(void *context, const Position *position, const Budget *budget, Answer *answer, Error *error);
} SolveElsewhere;

// What a question is asked with besides its budget, and what outlives it: for the methods that search for
// proofs. All zero is a good one. Use one with one method, and the same memory and threads each time.
typedef struct SolveContext {
    const ProofStore *store; // of proved positions, or NULL; outlives the context
    struct Advice *advice;   // of other questions (search/advice.h), or NULL; outlives the context
    const Net *net;          // orders the moves, and outlives the context; NULL: resistance does, and in auto
                             // the solver's own net, where it is found, in decompose the large one
    bool without_net;        // auto and decompose take no net by themselves
    SolveTuning tuning;
    uint64_t deduce; // nodes of the must-play deduction rule at each position; 0: it is not used
    const SolveElsewhere *elsewhere; // takes the questions that need a search, or NULL; outlives the context
    const char *checkpoint; // a file to keep the graph of one question in, or NULL (search/proof_search.h)
    bool keeps_decided;     // also once it is decided
    // Kept from one question to the next, until solve_context_release:
    struct ProofSearcher *searcher; // the graph; made anew for another board
    Net *own_net;                   // the solver's own, once a search has loaded it
} SolveContext;

// Releases what is kept; what the caller gave stays his.
void solve_context_release(SolveContext *context);

// The size of the proofs of positions that were solved with this context. False when it has no graph: after
// methods that keep none, and for answers that took no search.
bool solve_context_size(SolveContext *context, const Position *positions, int count, ProofNodes *size);

// Moves that were proved to win and to lose; those in neither are not decided.
typedef struct SolveMoves {
    CellSet winning, losing;
} SolveMoves;

// A row of a table of methods (play/catalog.h).
typedef struct SolveMethod SolveMethod;
struct SolveMethod {
    const char *name;
    const char *help;
    // False only on a failure (out of memory, a board it cannot take); "not decided" is an answer. `method` is
    // the row that was asked.
    bool (*solve)(const SolveMethod *method, const Position *position, const Budget *budget,
                  SolveContext *context, Answer *answer, Error *error);
    // The same, and settles every move in the one search. NULL: a caller asks about each move (solve/truth.h).
    bool (*solve_moves)(const SolveMethod *method, const Position *position, const Budget *budget,
                        SolveContext *context, Answer *answer, SolveMoves *moves, Error *error);
    bool keeps;                       // it uses the context: a graph between questions, a store
    bool takes_net;                   // of the context
    bool takes_window, takes_epsilon; // of its tuning
};

// The methods of the library.
extern const SolveMethod SOLVE_AUTO, SOLVE_DFS, SOLVE_PNS, SOLVE_DFPN, SOLVE_FDFPN, SOLVE_BRUTE;

// Looks a name up in a NULL-ended table; NULL when no row has it.
const SolveMethod *solve_method_find(const SolveMethod *const *methods, const char *name);

// The least memory, in bytes, that a search for proofs without a store and a net can keep to.
uint64_t solve_memory_least(const Geometry *geometry, int threads);

// Solves by a method; the context may be NULL. Finished games are answered at once; empty boards that are not
// square by pairing (knowledge/pairing.h).
bool solve_position(const SolveMethod *method, const Position *position, const Budget *budget, SolveContext *context,
                    Answer *answer, Error *error);

#endif
