// Alpha-beta with knowledge, as Six and Wolve play: iterative deepening over few moves per node. Each node is
// studied for connections, must-play and fill-in (knowledge/knowledge.h); an evaluation judges the leaves.
//
// A node is studied once: a table keeps the filled position, its ordered moves, and the last bound. Moves continue
// from the filled position. The best move of the depth before comes first. The rest are ordered by the energy of both
// colours' currents (cells that matter to both), or by Queenbee's sum of two-distances. A node searches `width` moves; a
// move that is proved to lose makes room for the next.
//
// Sound: knowledge below proves `winner`, up to the table's 128-bit hashes. Good enough to play by, not to
// print as solved. A lead is an opinion.
#ifndef MUSTPLAY_SEARCH_ALPHABETA_H
#define MUSTPLAY_SEARCH_ALPHABETA_H

#include "base/budget.h"
#include "base/error.h"
#include "game/board.h"
#include "game/game.h"
#include "knowledge/vc.h"

// How far `color` is ahead on a board without a winner, a finite number. `vc`: the board's connections if the options ask
// for them, else NULL.
typedef double (*AlphaBetaLead)(void *context, const Board *board, const Vc *vc, Color color);

typedef enum AlphaBetaOrder { ORDER_BY_ENERGY, ORDER_BY_TWO_DISTANCE } AlphaBetaOrder;

typedef struct AlphaBetaOptions {
    AlphaBetaLead lead;
    void *context;
    AlphaBetaOrder order;
    int width;  // moves per node, at least 1
    bool plain; // no knowledge but wins in one move: for comparison.
    // A position's lead is asked for when it is studied. Its connections conduct, also for the order by energy
    // (CIRCUIT_CONNECTIONS): Wolve's evaluation. Not with `plain`.
    bool connected;
    uint64_t memory; // bytes of the table
} AlphaBetaOptions;

enum { ALPHABETA_LINE_MAX = 32 };

typedef struct AlphaBetaOutcome {
    Color winner; // proved, or EMPTY
    Move move;    // the best; when lost, the one that was refuted last
    double lead;  // the mover's; infinite when proved
    int depth;    // the last that was finished
    uint64_t nodes;
    int line_length; // the expected line, which starts with `move`
    Move line[ALPHABETA_LINE_MAX];
} AlphaBetaOutcome;

// A searcher for one board size; it keeps its table from move to move. Not for two threads at once.
typedef struct AlphaBeta AlphaBeta;
AlphaBeta *alphabeta_new(const Geometry *geometry, const AlphaBetaOptions *options, Error *error);
void alphabeta_free(AlphaBeta *search);
const Geometry *alphabeta_geometry(const AlphaBeta *search);
// Forgets the table.
void alphabeta_reset(AlphaBeta *search);

// Searches a position that is not won yet to `depth` (0: as deep as the board allows) or until the budget is
// spent. The budget's nodes are positions studied. Depth 1 is always finished, unless cancelled.
void alphabeta_search(AlphaBeta *search, const Position *position, int depth, const Budget *budget,
                      AlphaBetaOutcome *outcome);

#endif
