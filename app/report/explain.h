// What knowledge says about a position, gathered for people: text, JSON, drawings and HexGui's analysis.
#ifndef MUSTPLAY_APP_REPORT_EXPLAIN_H
#define MUSTPLAY_APP_REPORT_EXPLAIN_H

#include "app/draw/drawing.h"
#include "base/json.h"
#include "knowledge/knowledge.h"

enum { EXPLAIN_SEMIS_MAX = 64, EXPLAIN_REGIONS_MAX = 32, EXPLAIN_JOINSETS_MAX = 8 };
enum { EXPLAIN_JOINSETS_COUNTED = 1000000 };

// The connections of one colour between its edges, in the filled position.
typedef struct EdgeConnections {
    bool built;
    bool full;
    CellSet carrier; // of the smallest full one
    int semis;       // written below, smallest first
    VcConnection semi[EXPLAIN_SEMIS_MAX];
    Text strategy; // a connection that joins the edges, full if there is one, as an expression; "" without
} EdgeConnections;

// The smallest joinsets of one colour in the position as it stands (lab/eval/joinset.h).
typedef struct Joinsets {
    int sets;       // written below
    int64_t number; // in all, at most EXPLAIN_JOINSETS_COUNTED
    CellSet set[EXPLAIN_JOINSETS_MAX];
} Joinsets;

typedef struct Explanation {
    Position position;
    Knower *knower;
    Inferior *own;            // of a decided position, whose study stops before inferior moves; NULL
    const Inferior *inferior; // where the reasons are
    Knowledge knowledge;
    Move move; // a move that wins in the position itself; MOVE_NONE when the mover loses or none is known
    InferiorReason reason[CELL_MAX]; // of each cell; kind 0 without one
    EdgeConnections edges[2];
    Joinsets joinsets[2];
    int regions;
    InferiorRegion region[EXPLAIN_REGIONS_MAX];
} Explanation;

// Studies a position that is not won by either side, with so many nodes of the must-play deduction rule (0: without it).
// NULL with an error when out of memory.
Explanation *explanation_new(const Position *position, uint64_t deduce, Error *error);
void explanation_free(Explanation *explanation);
// Finds the strategies of the winning connections, as expressions (lab/strategy/expression.h) in the filled position, as
// far as short ones are found. False out of memory.
bool explanation_add_strategies(Explanation *explanation);

// "captured", "vulnerable", ...; NULL without a kind.
const char *inferior_kind_name(unsigned kind);
// The cells whose reason is one of the kinds, filled or pruned.
CellSet explanation_cells(const Explanation *explanation, unsigned kinds);

// app/report/explain_report.c
void explanation_write(const Explanation *explanation, Text *out);
json_t *explanation_json(const Explanation *explanation);
void explanation_draw(const Explanation *explanation, Drawing *drawing);

#endif
