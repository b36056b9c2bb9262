// Solving: the truth about a position by one of several methods, all behind one call.
//
// "Solved" always means proved: a result whose winner is not EMPTY is exact. The carrier is the set of empty
// cells the winner needs: with every other empty cell given to the loser the winner still wins.
#ifndef MUSTPLAY_SOLVE_SOLVER_H
#define MUSTPLAY_SOLVE_SOLVER_H

#include "base/observer.h"
#include "game/game.h"
#include "search/proof_search.h"

// What outlives one question, for methods that search for proofs: the graph, and a store of proved positions.
// Use one with one method, and the same memory and threads each time.
typedef struct SolveKeep {
    const ProofStore *store; // or NULL; outlives the rest
    ProofSearcher *searcher; // NULL at first; made anew for another board
    Net *net;                // the solver's own, once a search has loaded it; outlives the searcher
} SolveKeep;

void solve_keep_release(SolveKeep *keep);

// Zero means no limit of that kind.
typedef struct SolveLimits {
    double seconds;
    uint64_t memory; // bytes that the search may take
    int threads;
    SolveKeep *keep; // NULL: nothing is kept
    const Net *net;  // orders the moves of methods that keep; NULL: resistance does, and in auto the solver's
                     // own net, where it is found
    bool without_net; // auto takes no net by itself
} SolveLimits;

typedef struct SolveResult {
    Color winner;    // EMPTY: not decided within the limits or cancelled
    Move move;       // a winning move of the side to move; MOVE_NONE if it loses or the game is over
    CellSet carrier; // `move` included
    uint64_t nodes;
    double seconds;
} SolveResult;

typedef struct SolveMethod {
    const char *name;
    const char *help;
    // False only on a failure (out of memory, a board it cannot take); "not decided" is a result. NULL for a
    // step of seed 000's ladder, which one function solves.
    bool (*solve)(const Position *position, const SolveLimits *limits, const Observer *observer,
                  SolveResult *result, Error *error);
    bool keeps; // it uses SolveLimits.keep: a graph between questions, and a store
} SolveMethod;

// All methods, ended by a NULL name; the default method's name.
const SolveMethod *solve_methods(void);
const char *solve_default_method(void);

// Whether one search of the method settles every move of a position (solve_moves).
bool solve_settles_moves(const char *method);

// Moves that were proved to win and to lose; those in neither are not decided.
typedef struct SolveMoves {
    CellSet winning, losing;
} SolveMoves;

// Settles the position and all its moves by such a method. The game is not over.
bool solve_moves(const char *method, const Position *position, const SolveLimits *limits,
                 const Observer *observer, SolveResult *result, SolveMoves *moves, Error *error);

// Solves by the named method. Finished games are answered at once; empty boards that are not square by
// pairing (knowledge/pairing.h).
bool solve_position(const char *method, const Position *position, const SolveLimits *limits,
                    const Observer *observer, SolveResult *result, Error *error);

#endif
