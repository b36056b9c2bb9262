// What is proved comes before what is thought: the same for every player that thinks.
//
// Knowledge is asked first; when it knows the winner, the game is played home without a search
// (play/endgame.h). Then, if the terms give seconds and few cells are empty, the solver gets a share of
// them; its graph stays from move to move, so that a win once proved is answered from it, and a store of
// proved positions may back it. The swap goes by the solver's word where it has one: on small boards
// it works out on the spot whether the opening wins, or finds it in the store.
#ifndef MUSTPLAY_PLAY_BESIDE_H
#define MUSTPLAY_PLAY_BESIDE_H

#include "play/endgame.h"
#include "solve/solver.h"
#include "solve/store.h"

// For a player's table of options: those of beside_open, at the indices that the player gives them.
// clang-format off
#define BESIDE_OPTIONS(solver, store)                                                                        \
    [solver] = {"solver", OPTION_REAL, "0.5", 0, 1, NULL, "SHARE",                                           \
                "Share of the seconds per move for the solver, where 64 cells or fewer are empty; 0: none."}, \
    [store] = {"store", OPTION_TEXT, NULL, 0, 0, NULL, "PATH", "A file of proved positions for the solver."}
// clang-format on

typedef struct Beside {
    Endgame endgame;
    Solver solver;
    Store *store;
    double share;
} Beside;

bool beside_open(Beside *beside, double share, const char *store, Error *error);
void beside_close(Beside *beside);

typedef enum Verdict {
    VERDICT_OPEN,    // nothing is known: think
    VERDICT_LOST,    // the mover has lost, but not in plain sight: think how to make it hard
    VERDICT_DECIDED, // the choice is made
    VERDICT_FAILED
} Verdict;

// Decides what can be decided. `*left` gets the terms with the seconds that are left for thinking.
Verdict beside_decide(Beside *beside, const Game *game, const MoveTerms *terms, Choice *choice,
                      MoveTerms *left, Error *error);

#endif
