// The solver as an oracle: how the winner answers. The answer is read from the graph of a search that is kept, or
// found by searching again where the graph has forgotten.
//
// The graph holds positions filled in, and children are moves from filled positions (search/prover.h). So the
// oracle is asked in the solver's own frame: an OracleState follows a line of play as the solver saw it. Some of
// its fill-in holds for one position only, but is inherited all the same. So an answer may be wrong for the stones
// really played. It is a hint: the proof builder must find that out and ask again, by a state of the
// position itself.
#ifndef MUSTPLAY_PROOF_ORACLE_H
#define MUSTPLAY_PROOF_ORACLE_H

#include "solve/solver.h"

typedef struct Oracle {
    Solver *solver; // of the solve that came before, or an empty one
    BudgetClock clock;
    Color winner;                      // who replies
    uint64_t recalls, searches, nodes; // answers from the graph, from searches, and what these took
    Observer observer;                 // of its searches: oracle_start
    uint64_t claims; // that are proved so far, and the share of the proof they are, roughly:
    double written;  // kept by whoever asks, for reports of progress
    uint64_t limit;  // nodes for one answer; 0: no limit
    bool partial;    // the graph ends at positions whose winning move is known: that is answer enough
} Oracle;

// Starts the clock. The oracle stays where it is from here on.
void oracle_start(Oracle *oracle, const Budget *budget);
// Reports progress when it is time to.
void oracle_report(Oracle *oracle);

// A position in the solver's frame, and the empty cells of the real one that the winner's fill-in relies on. A
// bare one is the position itself: answers to it are right.
typedef struct OracleState {
    Position at;
    CellSet owed;
    bool bare;
    bool told; // all that is known is that the winner's move led here from a position that he wins:
    Position from;
} OracleState;

typedef enum OracleAnswer { ORACLE_YES, ORACLE_NO, ORACLE_DEAR, ORACLE_STOPPED, ORACLE_FAILED } OracleAnswer;

// A move by which the winner wins, the empty cells that he then needs (the move included), and the state
// after it.
typedef struct OracleReply {
    Move move;
    CellSet needs;
    OracleState after;
} OracleReply;

// A bare state of a position with the loser to move, and one as at the root of a search.
OracleState oracle_bare(const Position *position);
OracleState oracle_root(Oracle *oracle, const Position *position);

// What is known about the loser's move, an empty cell of the state: how much work its refutation took, and
// the cells that this needs. False when nothing is known.
bool oracle_knows(Oracle *oracle, const OracleState *state, int move, CellSet *needs, uint32_t *work);

// The winner's reply to that move. ORACLE_NO when it refutes the winner, ORACLE_DEAR when the limit ends first,
// ORACLE_STOPPED when time or memory does or the observer cancels.
OracleAnswer oracle_reply(Oracle *oracle, const OracleState *state, int move, OracleReply *reply,
                          Error *error);

// The reply by a move that is known to win a position, with the cells that he then needs.
void oracle_play(Oracle *oracle, const Position *position, Move move, CellSet needs, OracleReply *reply);

// The winner's move in a position where he is to move, the first of a game.
OracleAnswer oracle_first(Oracle *oracle, const Position *position, OracleReply *reply, Error *error);

#endif
