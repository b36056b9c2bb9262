// The board as a graph: cells, edges, neighbours, names, symmetries, hash keys. Immutable tables, one per size.
//
// Cells are numbered row by row: cell = row * width + column, so that a1 is 0 and b1 is 1. The four edges are
// nodes with fixed numbers after all cells. Black owns top and bottom, White left and right. A corner cell
// touches both.
#ifndef MUSTPLAY_GAME_GEOMETRY_H
#define MUSTPLAY_GAME_GEOMETRY_H

#include "base/cellset.h"
#include "base/error.h"

enum {
    BOARD_MAX = 19,
    CELL_MAX = BOARD_MAX * BOARD_MAX,
    EDGE_TOP = CELL_MAX,
    EDGE_BOTTOM,
    EDGE_LEFT,
    EDGE_RIGHT,
    NODE_MAX,
    CELL_NONE = -1
};

typedef enum Color { BLACK, WHITE, EMPTY } Color;

static inline Color color_other(Color color) {
    return color == BLACK ? WHITE : color == WHITE ? BLACK : EMPTY;
}

// "black", "white" or "empty".
const char *color_name(Color color);

typedef struct Hash128 {
    uint64_t low, high;
} Hash128;

typedef struct Geometry {
    int width, height, cells;
    uint8_t neighbour_count[CELL_MAX]; // 2 to 8: neighbouring cells first, then edges
    uint8_t cell_neighbour_count[CELL_MAX];
    int16_t neighbour[CELL_MAX][8];
    CellSet all;                    // every cell of the board
    CellSet around[NODE_MAX];       // neighbouring cells of a cell or an edge
    Hash128 stone_key[2][CELL_MAX]; // Zobrist keys; they depend on colour, column and row alone
    Hash128 white_to_move_key;
    Hash128 size_key;
} Geometry;

// The tables of a size from 1x1 to 19x19, made on first use and kept; safe from any thread. NULL out of
// memory or for a size outside the range.
const Geometry *geometry_get(int width, int height);

// "11", "8x10"; sets an error naming the text otherwise.
bool size_parse(const char *text, int *width, int *height, Error *error);

static inline int cell_at(const Geometry *g, int column, int row) {
    return row * g->width + column;
}
static inline int cell_column(const Geometry *g, int cell) {
    return cell % g->width;
}
static inline int cell_row(const Geometry *g, int cell) {
    return cell / g->width;
}

// The half-turn: keeps colours.
static inline int cell_rotated(const Geometry *g, int cell) {
    return g->cells - 1 - cell;
}
// The mirror (c,r) -> (r,c), which exchanges the players and, on rectangles, the sides: a cell of the board
// HxW.
static inline int cell_mirrored(const Geometry *g, int cell) {
    return cell % g->width * g->height + cell / g->width;
}

// The two edges a colour joins: side 0 (top, left) or 1 (bottom, right).
static inline int color_edge(Color color, int side) {
    return (color == BLACK ? EDGE_TOP : EDGE_LEFT) + side;
}
static inline Color edge_color(int edge) {
    return edge < EDGE_LEFT ? BLACK : WHITE;
}

// The row of a cell counted from an edge, the edge's own being 1.
int cell_row_from(const Geometry *g, int cell, int edge);

// These cells, and all within `steps` steps of one of them.
CellSet cells_near(const Geometry *g, CellSet cells, int steps);

// Name of a cell ("a1" to "s19") or an edge ("top", ...), written to a buffer of at least CELL_NAME_MAX
// bytes; returns it.
enum { CELL_NAME_MAX = 8 };
char *cell_name(const Geometry *g, int node, char *buffer);

// Reads a cell's name of exactly `length` characters, any case; CELL_NONE when it is not a cell of this
// board.
int cell_parse(const Geometry *g, const char *text, int length);

#endif
