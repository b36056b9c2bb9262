// The solver as an oracle: how the winner answers, read from the graph of a search that is kept, or found by
// searching again where the graph has forgotten.
#ifndef MUSTPLAY_PROOF_ORACLE_H
#define MUSTPLAY_PROOF_ORACLE_H

#include "solve/solver.h"

typedef struct Oracle {
    SolveContext *context;             // of the solve that came before, or an empty one
    BudgetClock clock;                 // started by the caller
    uint64_t recalls, searches, nodes; // answers from the graph, from searches, and what these took
} Oracle;

typedef enum OracleAnswer { ORACLE_YES, ORACLE_NO, ORACLE_STOPPED, ORACLE_FAILED } OracleAnswer;

// What is known already about a position, without a search.
bool oracle_recall(Oracle *oracle, const Position *position, ProofRecord *record);

// A move by which the side to move wins, and the empty cells that it then needs, the move included.
typedef struct OracleReply {
    Move move;
    CellSet needs;
} OracleReply;

// ORACLE_YES with a reply when the side to move wins, ORACLE_NO when it loses, ORACLE_STOPPED when time or
// memory ends first or the observer cancels.
OracleAnswer oracle_reply(Oracle *oracle, const Position *position, OracleReply *reply, Error *error);

// Time is up, or the observer cancels.
bool oracle_stopped(Oracle *oracle);

#endif
