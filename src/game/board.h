// Board: a position that changes one stone at a time. It keeps chains in a union-find with undo, so that "who
// has won" is one comparison. Stones come in any order and colour.
//
// Invariants, checked by board_validate: parents lead to a root of the same colour. Edges are stones of
// their colour. Two stones are joined in the union-find exactly if they are joined on the board.
#ifndef MUSTPLAY_GAME_BOARD_H
#define MUSTPLAY_GAME_BOARD_H

#include "base/random.h"
#include "game/position.h"

typedef struct Board {
    const Geometry *geometry;
    CellSet stones[2];
    uint8_t color[NODE_MAX];  // Color of every cell and edge
    int16_t parent[NODE_MAX]; // union-find, without path compression so that unions can be undone
    int16_t size[NODE_MAX];   // stones below a root
    int placed;               // stones placed since the set-up
    int joined;               // unions since the set-up
    int16_t placed_cell[CELL_MAX];
    int16_t joined_before[CELL_MAX]; // `joined` before that stone
    int16_t joined_root[NODE_MAX];   // the root that ceased to be one
} Board;

// An empty board.
void board_init(Board *board, const Geometry *geometry);
// The stones of a position, in cell order, Black's first: they can be undone like any others.
void board_set(Board *board, const Position *position);

// Puts a stone on an empty cell.
void board_place(Board *board, int cell, Color color);
// Takes the last stone back; the board is then bit for bit what it was (but for the dead ends of its logs).
void board_undo(Board *board);

// The root of a stone's or an edge's chain: two nodes of a colour are joined when their roots are equal.
static inline int board_root(const Board *board, int node) {
    while (board->parent[node] != node) node = board->parent[node];
    return node;
}

static inline bool board_joined(const Board *board, Color color) {
    return board_root(board, color_edge(color, 0)) == board_root(board, color_edge(color, 1));
}

// The colour that has joined its edges, or EMPTY.
static inline Color board_winner(const Board *board) {
    return board_joined(board, BLACK) ? BLACK : board_joined(board, WHITE) ? WHITE : EMPTY;
}

CellSet board_vacant(const Board *board);
// The empty cells on which one stone of `color` joins its edges.
CellSet board_winning_cells(const Board *board, Color color);
Position board_position(const Board *board, Color to_move);

// Fills the board at random, alternating from `to_move`, undoes it all, and returns who won. Stops when the
// board is full, so that `*stones` (if given) counts the stones placed.
Color board_playout(Board *board, Color to_move, Random *random, int *stones);

// False with a reason when an invariant is broken.
bool board_validate(const Board *board, Error *error);

#endif
