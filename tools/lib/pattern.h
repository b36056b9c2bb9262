// Pattern: a claim about empty cells that the cells around them prove, in any position, and its diagram.
//
// A diagram lists the claim, then rows of cells as on the board, each row half a cell to the right of the one
// above. B and W are stones (an edge of the board is a row of its owner's stones), '.' an empty cell. A letter is
// an empty cell that the claim names, '?' any cell at all. Program tools/derive_patterns writes files of diagrams,
// tools/check_patterns proves them and tools/build/embed_patterns builds them into the
// library.
//
// All patterns say what may be filled in. Pruning needs no diagrams of its own: it follows from a dead or captured
// pattern that lacks one stone, which a move supplies (knowledge/inferior.h).
#ifndef MUSTPLAY_TOOLS_LIB_PATTERN_H
#define MUSTPLAY_TOOLS_LIB_PATTERN_H

#include "base/text.h"
#include "game/geometry.h"
#include "knowledge/pattern_table.h"

enum { PATTERN_CELLS_MAX = 24 };

typedef struct Pattern {
    PatternKind kind;
    int count; // cells that are not '?'
    Hex cell[PATTERN_CELLS_MAX];
    uint8_t color[PATTERN_CELLS_MAX]; // Color
    uint32_t fill[2];                 // cells to fill, by colour; a dead cell is in both
    int8_t reply[PATTERN_CELLS_MAX];  // captured: the owner's answer to an intrusion, or -1
} Pattern;

const char *pattern_kind_name(PatternKind kind);

// The pattern turned or mirrored (symmetry 0 to 11), with the colours exchanged if `swap`. It is moved so that cell
// `origin` (an index) lies at (0, 0).
Pattern pattern_transform(const Pattern *pattern, int symmetry, bool swap, int origin);

// The least of its 24 images in a fixed order, its cells sorted and moved to non-negative offsets: equal
// patterns become equal bytes.
Pattern pattern_canonical(const Pattern *pattern);
// A total order: by kind, number of cells, then content. For canonical patterns.
int pattern_compare(const Pattern *a, const Pattern *b);

// The empty cell where the matcher looks the pattern up. Every other cell is within distance 3 of it, and as many
// as possible are beside it. -1 when the pattern is too wide.
int pattern_centre(const Pattern *pattern);

// Index of the cell at an offset, or -1.
int pattern_find(const Pattern *pattern, Hex at);

// Writes the claim and the diagram, ended by a blank line.
void pattern_write(const Pattern *pattern, Text *out);
// Reads the next pattern and moves *text past it. False at the end (error clear) or on a fault, which is
// described with its line.
bool pattern_read(const char **text, int *line, Pattern *pattern, Error *error);

#endif
