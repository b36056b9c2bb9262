// Solving: the truth about a position by one of several methods, all behind one call.
//
// "Solved" always means proved: an answer whose winner is not EMPTY is exact. solve/truth.h asks about the
// moves of a position too.
#ifndef MUSTPLAY_SOLVE_SOLVER_H
#define MUSTPLAY_SOLVE_SOLVER_H

#include "base/budget.h"
#include "base/error.h"
#include "game/answer.h"
#include "search/settings.h"

// Who answers in place of this program's search, such as a cluster. False only on a failure.
typedef struct SolveElsewhere {
    void *context;
    bool (*ask)(void *context, const Position *position, const Budget *budget, Answer *answer, Error *error);
} SolveElsewhere;

// What is asked of: the settings of its questions, and what is kept from one question to the next. All zero is a good
// one. Use one with one method, and the same memory and threads each time.
typedef struct Solver {
    SolveSettings settings; // set before the first question
    // Until solver_release:
    struct ProofSearcher *searcher; // the graph; made anew for another board
    Net *own_net;                   // the solver's own, once a search has loaded it
} Solver;

// Releases what is kept; what the settings point to stays the caller's.
void solver_release(Solver *solver);

// The size of the proofs of positions that were solved with this solver. False when it has no graph: after
// methods that keep none, and for answers that took no search.
bool solver_size(Solver *solver, const Position *positions, int count, ProofNodes *size);

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
    bool (*solve)(const SolveMethod *method, const Position *position, const Budget *budget, Solver *solver,
                  Answer *answer, Error *error);
    // The same, and settles every move in the one search. NULL: a caller asks about each move (solve/truth.h).
    bool (*solve_moves)(const SolveMethod *method, const Position *position, const Budget *budget,
                        Solver *solver, Answer *answer, SolveMoves *moves, Error *error);
    bool keeps;                       // it uses what the solver keeps: a graph between questions, a store
    bool takes_net;                   // of the settings
    bool takes_window, takes_epsilon; // likewise
};

// The methods of the library.
extern const SolveMethod SOLVE_AUTO, SOLVE_DFS, SOLVE_PNS, SOLVE_DFPN, SOLVE_FDFPN, SOLVE_BRUTE;

// Looks a name up in a NULL-ended table; NULL when no row has it.
const SolveMethod *solve_method_find(const SolveMethod *const *methods, const char *name);

// The least memory, in bytes, that a search for proofs without a store and a net can keep to.
uint64_t solve_memory_least(const Geometry *geometry, int threads);

// Solves by a method; the solver may be NULL. Finished games are answered at once; empty boards that are not
// square by pairing (knowledge/pairing.h).
bool solve_position(const SolveMethod *method, const Position *position, const Budget *budget, Solver *solver,
                    Answer *answer, Error *error);

#endif
