// Asks knowledge and the solver before a player searches. Shared by all players that search.
//
// 1. If knowledge knows the winner, the game is finished without a search (play/endgame.h).
// 2. If the terms give seconds and few cells are empty, the solver gets a share of them. Its graph is kept from move to
//    move, so that a proved win is played from it. A store of proved positions may back it.
// 3. The swap follows the solver where it has an answer. On small boards it solves the opening at once; on others it
//    looks in the store.
#ifndef MUSTPLAY_PLAY_PROOF_FIRST_H
#define MUSTPLAY_PLAY_PROOF_FIRST_H

#include "play/endgame.h"
#include "solve/solver.h"
#include "solve/store.h"

// For a player's table of options: those of proof_first_open, at the indices that the player gives them.
// clang-format off
#define PROOF_FIRST_OPTIONS(solver, store)                                                                   \
    [solver] = {"solver", OPTION_REAL, "0.5", 0, 1, NULL, "SHARE",                                           \
                "Share of the seconds per move for the solver, where 64 cells or fewer are empty; 0: none."}, \
    [store] = {"store", OPTION_TEXT, NULL, 0, 0, NULL, "PATH", "A file of proved positions for the solver."}
// clang-format on

typedef struct ProofFirst {
    Endgame endgame;
    Solver solver;
    Store *store;
    double share;
} ProofFirst;

bool proof_first_open(ProofFirst *proof_first, double share, const char *store, Error *error);
void proof_first_close(ProofFirst *proof_first);

typedef enum Verdict {
    VERDICT_OPEN,    // nothing is known: search
    VERDICT_LOST,    // the mover has lost, but the opponent may not see how: search for the hardest defence
    VERDICT_DECIDED, // the choice is made
    VERDICT_FAILED
} Verdict;

// Decides what can be decided. `*left` gets the terms with the seconds that are left for the search.
Verdict proof_first_decide(ProofFirst *proof_first, const Game *game, const MoveTerms *terms, Choice *choice,
                           MoveTerms *left, Error *error);

#endif
