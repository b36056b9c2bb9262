// Heuristic pattern search (seed 002, section 2.5 and Table 2): alpha-beta with an evaluation, in which
// proved wins and losses come with threat patterns.
//
// A losing move's pattern leaves out every move outside it, as in pattern search; a heuristic value leaves
// out nothing. Iterative deepening finds the shortest win first, and with it a small pattern. Two slips of
// the seed are mended: Won is asked about the player who just moved, and `best` starts at a loss.
//
// Sound: `winner` is proved, and the carrier proves it. A value is only an opinion.
#ifndef MUSTPLAY_SEARCH_PATTERN_ALPHABETA_H
#define MUSTPLAY_SEARCH_PATTERN_ALPHABETA_H

#include "base/observer.h"
#include "game/board.h"
#include "game/game.h"

// The mover's prospects in a position without a winner; any finite number, larger is better.
typedef double (*PatternEvaluate)(void *context, const Board *board, Color mover);

typedef struct PatternAbOptions {
    PatternEvaluate evaluate;
    void *context;
    int depth;      // the last depth; 0: the whole board
    double seconds; // 0: no limit; the last depth that ended counts
    uint64_t nodes;
} PatternAbOptions;

typedef struct PatternAbOutcome {
    Color winner;    // EMPTY: not proved
    Move move;       // the best move of the last depth that ended; MOVE_NONE when the mover is proved to lose
    double value;    // the mover's; plus or minus INFINITY when proved
    CellSet carrier; // when proved
    int depth;
    uint64_t nodes;
} PatternAbOutcome;

// The position must not be won already.
void pattern_alphabeta(const Position *position, const PatternAbOptions *options, const Observer *observer,
                       PatternAbOutcome *outcome);

#endif
