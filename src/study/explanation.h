// What is known about a position without search, gathered for people: fill-in, moves that may be left out and why.
// Also connections from edge to edge, the must-play region and the electric circuit.
#ifndef MUSTPLAY_STUDY_EXPLANATION_H
#define MUSTPLAY_STUDY_EXPLANATION_H

#include "base/text.h"
#include "knowledge/knowledge.h"

enum { EXPLAIN_SEMIS_MAX = 64, EXPLAIN_REGIONS_MAX = 32 };

// The connections of one colour between its edges, in the filled position.
typedef struct EdgeConnections {
    bool built;
    bool full;
    CellSet carrier; // of the smallest full one
    int semis;       // written below, smallest first
    VcConnection semi[EXPLAIN_SEMIS_MAX];
    Text
        strategy; // a connection that joins the edges, full if there is one, as an expression (proof/strategy.h) in the
                  // filled position; "" when there is no short one
} EdgeConnections;

typedef struct Explanation {
    Position position;
    Knower *knower;
    Inferior *own;            // of a decided position, whose study stops before inferior moves; NULL
    const Inferior *inferior; // where the reasons are
    Knowledge knowledge;
    Move move; // a move that wins in the position itself; MOVE_NONE when the mover loses or none is known
    InferiorReason reason[CELL_MAX]; // of each cell; kind 0 without one
    EdgeConnections edges[2];
    int regions;
    InferiorRegion region[EXPLAIN_REGIONS_MAX];
    bool flows;                 // not when knowledge knows the winner; else the circuit of eval/connected.h:
    double resistance[2], lead; // the lead is the mover's
} Explanation;

// Studies a position that is not won by either side, with at most `deduce` nodes of the must-play deduction rule (0: without
// it). NULL with an error when out of memory.
Explanation *explanation_new(const Position *position, uint64_t deduce, Error *error);
void explanation_free(Explanation *explanation);

// "captured", "vulnerable", ...; NULL without a kind.
const char *inferior_kind_name(unsigned kind);
// The cells whose reason is one of the kinds, filled or pruned.
CellSet explanation_cells(const Explanation *explanation, unsigned kinds);

#endif
