// The triangular board of the game of Y (van Rijswijck 2002 §4.1): cells, neighbours, sides, names, symmetries.
// Immutable tables, one per size.
//
// Row r has r+1 cells; cell = r(r+1)/2 + column, so that a1 is the top corner and row n the bottom side. The six
// neighbours of (column, row) are (c-1,r), (c+1,r), (c-1,r-1), (c,r-1), (c,r+1), (c+1,r+1). The three sides are
// left (column 0), right (column = row) and bottom; a corner belongs to two, the only cell of size 1 to all.
// Whoever joins all three with one chain wins.
#ifndef MUSTPLAY_LAB_Y_TRIANGLE_H
#define MUSTPLAY_LAB_Y_TRIANGLE_H

#include "base/cellset.h"
#include "base/error.h"
#include "game/geometry.h"

enum {
    TRIANGLE_MAX = 20,
    TRIANGLE_CELLS_MAX = TRIANGLE_MAX * (TRIANGLE_MAX + 1) / 2,
    SIDE_LEFT = 1,
    SIDE_RIGHT = 2,
    SIDE_BOTTOM = 4,
    SIDES_ALL = 7,
    TRIANGLE_SYMMETRIES = 6
};

typedef struct Triangle {
    int size, cells;
    uint8_t neighbour_count[TRIANGLE_CELLS_MAX];
    int16_t neighbour[TRIANGLE_CELLS_MAX][6];
    uint8_t sides[TRIANGLE_CELLS_MAX]; // a mask of SIDE_...
    uint8_t row[TRIANGLE_CELLS_MAX], column[TRIANGLE_CELLS_MAX];
    // Where a turn or mirror image puts a cell; the first is the identity.
    int16_t image[TRIANGLE_SYMMETRIES][TRIANGLE_CELLS_MAX];
    CellSet all;
    CellSet around[TRIANGLE_CELLS_MAX];
    CellSet side[3]; // left, right, bottom
} Triangle;

// The number of cells of a triangle, and where its row begins in a larger one.
static inline int triangle_number(int n) {
    return n * (n + 1) / 2;
}

static inline int triangle_at(int column, int row) {
    return triangle_number(row) + column;
}

// The tables of a size from 1 to TRIANGLE_MAX, made on first use and kept; safe from any thread. NULL out of
// memory or for another size.
const Triangle *triangle_get(int size);

// "7"; an error that names the text otherwise.
bool triangle_size_parse(const char *text, int *size, Error *error);

// Name of a cell ("a1" to "t20"), written to a buffer of at least CELL_NAME_MAX bytes; returns it.
char *triangle_cell_name(const Triangle *triangle, int cell, char *buffer);
// Reads a cell's name of exactly `length` characters, any case; CELL_NONE when it is not a cell of this board.
int triangle_cell_parse(const Triangle *triangle, const char *text, int length);

#endif
