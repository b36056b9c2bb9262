// Position: stones and the side to move, any arrangement. A plain value: copy it, compare it, send it.
#ifndef MUSTPLAY_GAME_POSITION_H
#define MUSTPLAY_GAME_POSITION_H

#include "base/text.h"
#include "game/geometry.h"

typedef struct Position {
    const Geometry *geometry;
    CellSet stones[2]; // by colour; disjoint
    Color to_move;     // BLACK or WHITE
} Position;

Position position_empty(const Geometry *geometry);
CellSet position_vacant(const Position *position);
Color position_at(const Position *position, int cell);
// The position after the side to move has played on an empty cell.
Position position_played(const Position *position, int cell);

// The colour that has joined its edges, or EMPTY. With arbitrary stones at most one colour can have done so.
Color position_winner(const Position *position);

// The cells of the chains of `color` that touch both of its edges: the winning chain; empty when there is
// none.
CellSet position_winning_chain(const Position *position, Color color);

// The half-turn: same winner, same mover.
Position position_rotated(const Position *position);
// The mirror that exchanges colours and mover: the other colour wins. Turns a WxH board into HxW.
Position position_mirrored(const Position *position);

CellSet cellset_rotated(const Geometry *geometry, CellSet cells);
CellSet cellset_mirrored(const Geometry *geometry, CellSet cells); // as cells of the mirrored board

// The names of the cells with blanks between: "a1 b2 c3".
void cellset_write(const Geometry *geometry, CellSet cells, Text *out);
// The cells named so; blanks before and after do not matter. Words that are no cells of this board are left out, for
// texts of our own: front ends read what users write.
CellSet cellset_named(const Geometry *geometry, const char *names);

bool position_equal(const Position *a, const Position *b);
Hash128 position_hash(const Position *position);

// Reads a diagram: one line per row, '.' or '-' empty, 'B' or 'x' black, 'W' or 'o' white, blanks ignored. The
// side to move follows from the counts (Black when equal); the caller may set it. Lines and columns in errors
// count from 1.
bool position_parse_diagram(const char *text, Position *position, Error *error);

// Writes a board of signs, one per cell in the order of cells: rows indented, with coordinates.
void diagram_write(const Geometry *geometry, const char *signs, Text *out);

// Writes the position as such a board, which position_parse_diagram reads but for the coordinates.
void position_write(const Position *position, Text *out);

#endif
