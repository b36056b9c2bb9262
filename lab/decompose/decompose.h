// Solving by strategy decomposition (Gao 2020 §5.4, Algorithms 5 and 6), which the thesis proposes and does not
// try.
//
// The idea: to show that the loser to move loses, predict the winner's answer to each of his moves. Gather the
// moves that share an answer into a group. Play all moves T of a group at once, then the answer k, and continue
// with the loser to move. If the winner wins even so, he also wins when the loser has played only one of them. More
// stones of the loser's never help the winner. A few groups replace as many positions as there are
// moves.
//
// Departures from the printed algorithms:
//   - A group grows while the predictor says that the winner still wins with T and one move more. A move that
//     overturns this starts the next group. (The printed algorithm tries each move alone and never tests T. It
//     drops a move that overturns the game, and so never answers it.)
//   - A solved group tells which cells the winner needs. He makes the same answer to every move that leaves these
//     alone, whatever was predicted. So only moves in the needs of all groups so far are left to do. When there
//     are none, the position is solved.
//   - Where prediction fails, the search steps back. A group that does not hold is split in two, down to single
//     moves; a single move gets the next answers in the predictor's order. An attempt may take only part of its
//     position's effort. When all effort is spent, the whole is tried again with four times as
//     much. What was solved stays solved.
//   - The winner to move tries his moves in the predicted order. Who wins is a guess as well: both are tried.
//
// Sound whatever the predictor says. In a solved position every move has its group. The test at its end is a
// proof: by the rules (the winner's edges are joined), or by knowledge. Complete: with enough
// effort every answer to every move is tried.
#ifndef MUSTPLAY_LAB_DECOMPOSE_DECOMPOSE_H
#define MUSTPLAY_LAB_DECOMPOSE_DECOMPOSE_H

#include "base/budget.h"
#include "game/answer.h"
#include "lab/decompose/decompose_graph.h"
#include "net/net.h"

typedef struct DecomposeOptions {
    const Net *net;   // the predictor; NULL: the net that is found
    bool without_net; // resistance predicts; so it does where no net is found
    bool rules_only;  // positions end by the rules alone, not by knowledge
} DecomposeOptions;

typedef struct DecomposeOutcome {
    Answer answer; // nodes: positions tested
    bool by_net;   // a net predicted
    uint64_t evaluations;
    uint64_t overturned;     // moves that a group could not take, as predicted
    uint64_t groups_failed;  // attempts at several moves that did not hold, or were given up
    uint64_t answers_failed; // the same of single moves
    SolutionSize size;       // of the solution, when decided
    int groups;              // of the position after the winner's move, if he is to move
    SolutionGroup group[CELL_MAX];
} DecomposeOutcome;

// Solves a position that is not over within the budget, of which it takes seconds, nodes, memory and the observer.
// An undecided answer says that one of them ended the search. False on a failure.
bool decompose_search(const Position *position, const DecomposeOptions *options, const Budget *budget,
                      DecomposeOutcome *outcome, Error *error);

#endif
