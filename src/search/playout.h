// Play-outs: games played to the end by weighted chance, as fast as possible.
//
// The board is a grid with a border of two. The border's stones are the edges, so no move looks for
// them. Every empty point has a code: the stones on its six neighbours, two bits each (1 black, 2 white). It
// also has a weight for either colour that depends on the code alone (search/gammas.h). Both weights lie in
// one 64-bit number, White's in the upper half. Sums are kept over rows and over the board: a walk over the rows
// and one over the columns draw a move. The reply to a move weighs the points around that
// move anew. If requested, an intruded bridge is saved first.
//
// Neighbours are numbered clockwise: 0 above, 1 above right, 2 right, 3 below, 4 below left, 5 left. The
// point across the two carrier cells in directions d and d + 1 is the bridge point d, numbered 6 + d.
// Mirroring takes direction d to 5 - d and bridge point d to 4 - d (modulo 6); the half-turn adds 3.
//
// A full board has exactly one winner. One walk along the border between the colours finds it, from the
// corner between the top and the left edge.
#ifndef MUSTPLAY_SEARCH_PLAYOUT_H
#define MUSTPLAY_SEARCH_PLAYOUT_H

#include "base/random.h"
#include "game/position.h"

enum {
    GRID_BORDER = 2,
    GRID_SIDE = BOARD_MAX + 2 * GRID_BORDER,
    GRID_MAX = GRID_SIDE * GRID_SIDE,
    CODES = 1 << 12,
    NEAR_RING = 12, // neighbours and bridge points
    WIDE = 18,      // these, and the points two steps straight on
    CORNER = 3      // the colour of the border's corners: nobody's
};

// The grid of a board size.
typedef struct Grid {
    const Geometry *geometry;
    int stride, points;
    int offset[WIDE];             // to the neighbours, bridge points and points two steps away
    bool near[4 * GRID_SIDE + 5]; // whether a step, plus twice the stride and 2, is one of these offsets
    int16_t point[CELL_MAX];      // of a cell
    int16_t cell[GRID_MAX];       // of a point; CELL_NONE on the border
    uint8_t row[GRID_MAX];        // of a point
    uint8_t border[GRID_MAX];     // Color of a border point, or CORNER; EMPTY inside
    uint16_t code[GRID_MAX];      // of the empty board
} Grid;

void grid_init(Grid *grid, const Geometry *geometry);

// What the moves are drawn by, for both colours: made by gammas_table.
typedef struct PlayoutTable {
    uint64_t weight[CODES]; // Black's weight of a point, and White's << 32; each at least 1
    uint16_t reply[2][CODES]
                  [NEAR_RING]; // [colour that replies][code of the last move]: factors of the weights
                               // around it, in 256ths
    uint8_t save[2][CODES];    // directions that save a bridge
} PlayoutTable;

// A table by which every empty point is as likely as any other.
void playout_table_uniform(PlayoutTable *table);

// A board on which a play-out runs. Copy it with playout_copy.
typedef struct Playout {
    const Grid *grid;
    const PlayoutTable *table;
    int vacant;
    int last;           // the point played last, or CELL_NONE
    uint16_t last_code; // its code when it was played
    uint64_t total, row[GRID_SIDE];
    uint64_t weight[GRID_MAX];
    uint16_t code[GRID_MAX];
    uint8_t color[GRID_MAX];
} Playout;

// The stones of a position. The grid and the table outlive the play-out.
void playout_init(Playout *playout, const Grid *grid, const PlayoutTable *table, const Position *position);
void playout_copy(Playout *to, const Playout *from);
// Puts a stone on an empty point.
void playout_place(Playout *playout, int point, Color color);
// A point for `color` to play; there is an empty one.
int playout_draw(const Playout *playout, Color color, bool bridges, Random *random);
// Fills the board, `mover` to begin, and returns the winner.
Color playout_run(Playout *playout, Color mover, bool bridges, Random *random);
// The winner of a full board.
Color playout_winner(const Playout *playout);

#endif
