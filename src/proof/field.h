// What a cell is worth within a claim [A | C]: dead, or captured, by the tests that docs/PROOFS.md defines.
//
// A field is a board on which the winner owns `own`, the cells of `free` are empty and all others are the
// loser's. The ends are the winner's two edges. The tests are sound, incomplete, and the same that a
// checker makes: what holds here, a proof file may use. The checker has its own copy of these rules on purpose.
#ifndef MUSTPLAY_PROOF_FIELD_H
#define MUSTPLAY_PROOF_FIELD_H

#include "game/position.h"

typedef struct Field {
    const Geometry *geometry;
    Color winner;
    CellSet own, free;
} Field;

enum { CAPTURED_MAX = 8 }; // cells of a captured set that a checker looks at

// The chains of one colour, edges included, and what they touch.
typedef struct FieldChains {
    int count;
    CellSet border[CELL_MAX]; // free cells that touch the chain
    uint8_t ends[CELL_MAX];   // bit 0, 1: the chain holds that edge
    int16_t chain_of[CELL_MAX];
    CellSet stones, edge[2];
} FieldChains;

// A field with its chains, for many questions about one position.
typedef struct FieldGraph {
    Field field;
    FieldChains own, other;
} FieldGraph;

void field_graph_set(FieldGraph *graph, const Field *field);
// Whether the free cell m is dead once the winner has a stone on the free cell k.
bool field_graph_kills(const FieldGraph *graph, int k, int m);
// Free cells near m that may kill it: few others do.
CellSet field_graph_killers(const FieldGraph *graph, int m);

// Whether m, a cell that is neither `own` nor `free`, is dead.
bool field_dead(const Field *field, int m);
// Whether the cells, none of them `own` or `free`, are captured for the winner, for the loser.
bool field_captured_own(const Field *field, CellSet cells);
bool field_captured_other(const Field *field, CellSet cells);

#endif
