// Edge templates: minimal sets of empty cells in which a single stone is connected to its edge although the
// opponent moves first.
//
// tools/derive_templates derives and proves them. They are kept as diagrams in data/templates/edge.txt, and
// built into the program as that text. Each is given for a stone above the bottom edge. The other three
// edges and the mirror image follow from the symmetries of the board.
#ifndef MUSTPLAY_KNOWLEDGE_EDGE_TEMPLATE_H
#define MUSTPLAY_KNOWLEDGE_EDGE_TEMPLATE_H

#include "base/error.h"
#include "base/text.h"
#include "game/geometry.h"

enum { EDGE_TEMPLATE_CELLS_MAX = 64, EDGE_TEMPLATES_MAX = 64 };

typedef struct EdgeTemplate {
    int row;    // of the stone, counted from the edge, the edge's own row being 1
    int number; // among those of its row
    int cells;
    int8_t right[EDGE_TEMPLATE_CELLS_MAX]; // columns to the right of the stone
    int8_t down[EDGE_TEMPLATE_CELLS_MAX];  // rows below it
    int8_t reply[EDGE_TEMPLATE_CELLS_MAX]; // the cell, by its place in these lists, that answers an intrusion
} EdgeTemplate;

// The carrier of a template for the stone on `cell` above any edge of the board. False when the stone is not
// on the template's row from that edge, or the carrier does not fit on the board.
bool edge_template_place(const EdgeTemplate *t, const Geometry *geometry, int cell, int edge, bool mirrored,
                         CellSet *carrier);
// The answer to an intrusion into a carrier so placed; CELL_NONE when the cell is not in it.
int edge_template_reply(const EdgeTemplate *t, const Geometry *geometry, int cell, int edge, bool mirrored,
                        int intrusion);

// Reads diagrams, at most `max`; returns how many, or -1 with a reason.
int edge_templates_parse(const char *text, EdgeTemplate *out, int max, Error *error);
// '.' a cell of the carrier, 'B' the stone, '?' any cell; the edge is below the last row. Then a line for
// each cell that answers intrusions, and which; cells are named as on a board, the diagram's top left being
// a1.
void edge_template_write(const EdgeTemplate *t, Text *out);

// Those of data/templates/edge.txt.
int edge_templates_built_in(EdgeTemplate *out, int max);

#endif
