// A check of a store: solves its positions again and compares.
//
// The check believes nothing that the store says. Positions with most stones come first; their proofs answer for those
// above them. A graph per thread and a second store beside the first ("PATH.checked") hold these proofs, and an interrupted
// check resumes from there. A record is right when its winner wins again. The winning move of an exact record must lead
// to a lost position. And the winner must still win when all cells that he is said not to need are
// the other side's.
//
// Sound when the solver is: a record passes only if each of these was proved. Not complete: what takes more studies than
// allowed is undecided.
#ifndef MUSTPLAY_SOLVE_STORE_CHECK_H
#define MUSTPLAY_SOLVE_STORE_CHECK_H

#include "base/budget.h"
#include "solve/store.h"

typedef enum StoreVerdict {
    RECORD_RIGHT,
    RECORD_FALSE_WINNER, // the other side wins
    RECORD_FALSE_MOVE,   // the winner does, but not by this move
    RECORD_FALSE_CELLS,  // nor with these cells alone
    RECORD_OPEN,         // who wins was not found within the studies allowed
    RECORD_OPEN_CELLS,   // the winner wins; whether these cells and this move are enough was not found
} StoreVerdict;

// A sentence about a record; "" of a right one.
const char *store_verdict_text(StoreVerdict verdict);

typedef struct StoreCheckTally {
    uint64_t positions; // in the store
    uint64_t chosen;    // of these, to be checked
    uint64_t checked, right, wrong, open;
    uint64_t replaced, removed; // by a repair
    uint64_t studies;
    bool finished; // false: limits or a cancel came first
    bool others;   // another process wrote into the file meanwhile, so that it got no mark
    bool marked;   // the file has the mark in the end
} StoreCheckTally;

typedef struct StoreCheck {
    double share; // of the positions, 0 to 1: drawn by `seed`
    uint64_t seed;
    uint64_t studies; // that one position may take; 0: as many as its record makes likely
    bool repair;      // what is false or open goes, or is replaced where the truth was found
    Budget budget;    // seconds, memory, threads, observer; progress counts the records as nodes
    void *context;
    // Hears of each record that is not right; one call at a time. May be NULL.
    void (*found)(void *context, const Position *position, const ProofRecord *record, StoreVerdict verdict);
} StoreCheck;

// Checks the file and, where all of it was found right or mended, sets its mark. False on a failure.
bool store_check(const char *path, const StoreCheck *check, StoreCheckTally *tally, Error *error);

#endif
