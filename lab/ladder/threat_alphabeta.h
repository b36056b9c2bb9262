// Heuristic pattern search (van Rijswijck 2002 §2.5 and Table 2): alpha-beta with an evaluation, in which
// proved wins and losses come with threat patterns.
//
// A losing move's pattern leaves out every move outside it, as in pattern search; a heuristic value leaves
// out nothing. Iterative deepening finds the shortest win first, and with it a small pattern. Two slips of
// the report are mended: Won is asked about the player who just moved, and `best` starts at a loss.
//
// The plain search has options. Virtual connections end nodes and give must-play regions. So does a book of
// patterns, with what was proved before, and it keeps new proofs. A rating orders the moves. A node may search
// a limited number of moves that are not refuted.
//
// Sound: `winner` is proved, and the carrier proves it. A value is only an opinion.
#ifndef MUSTPLAY_LAB_LADDER_THREAT_ALPHABETA_H
#define MUSTPLAY_LAB_LADDER_THREAT_ALPHABETA_H

#include "base/budget.h"
#include "game/answer.h"
#include "game/board.h"
#include "lab/ladder/threat_book.h"

// The mover's prospects in a position without a winner; any finite number, larger is better.
typedef double (*ThreatEvaluate)(void *context, const Board *board, Color mover);

// How promising each empty cell is; greater is better.
typedef void (*ThreatRate)(void *context, const Board *board, double *rating);

typedef struct ThreatAbOptions {
    ThreatEvaluate evaluate;
    void *context;
    ThreatRate rate;  // orders moves, or NULL: by cell
    int width;        // moves per node, refuted ones apart; 0: all
    bool connections; // virtual connections at the nodes
    ThreatBook *book; // or NULL
    int depth;        // the last depth; 0: the whole board
} ThreatAbOptions;

typedef struct ThreatAbOutcome {
    Answer answer; // its move is the best of the last depth that ended, also where nothing is proved
    double value;  // the mover's; plus or minus INFINITY when proved
    int depth;
} ThreatAbOutcome;

// The position must not be won already. Out of memory it goes on without connections.
void threat_alphabeta(const Position *position, const ThreatAbOptions *options, const Budget *budget,
                      ThreatAbOutcome *outcome);

#endif
