#include "lab/y/hex_in_y.h"

int hex_triangle_origin(const Geometry *g, int column, int row) {
    int c = row - column, r = column;
    return c < g->width && r < g->height ? cell_at(g, c, r) : CELL_NONE;
}

Color hex_triangle_stone(const Position *position, int column, int row) {
    const Geometry *g = position->geometry;
    int cell = hex_triangle_origin(g, column, row);
    if (cell != CELL_NONE) return position_at(position, cell);
    return row - column >= g->width ? WHITE : BLACK;
}

bool yposition_of_hex(const Position *position, YPosition *y, Error *error) {
    const Geometry *g = position->geometry;
    int size = hex_triangle_size(g);
    if (size > TRIANGLE_MAX)
        return error_input(error, "a %dx%d board of Hex needs a board of Y of size %d; at most %d", g->width,
                           g->height, size, TRIANGLE_MAX);
    const Triangle *board = triangle_get(size);
    if (!board) return error_memory(error);
    *y = yposition_empty(board);
    y->to_move = position->to_move;
    for (int cell = 0; cell < board->cells; cell++) {
        Color color = hex_triangle_stone(position, board->column[cell], board->row[cell]);
        if (color != EMPTY) cellset_add(&y->stones[color], cell);
    }
    return true;
}
