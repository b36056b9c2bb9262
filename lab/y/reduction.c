#include "lab/y/reduction.h"

static uint32_t row_mask(int row) {
    return (UINT32_C(1) << (row + 1)) - 1;
}

bool yrows_of(const YPosition *position, YRows *rows, Error *error) {
    char name[CELL_NAME_MAX];
    int empty = cellset_first(yposition_vacant(position));
    if (empty >= 0)
        return error_input(error, "%s is empty: only a full board can be reduced",
                           triangle_cell_name(position->board, empty, name));
    *rows = (YRows){.size = position->board->size};
    CellSet black = position->stones[BLACK];
    for (int cell; (cell = cellset_pop(&black)) >= 0;)
        rows->black[position->board->row[cell]] |= UINT32_C(1) << position->board->column[cell];
    return true;
}

YPosition yposition_of_rows(const YRows *rows) {
    YPosition p = yposition_empty(triangle_get(rows->size));
    for (int cell = 0; p.board && cell < p.board->cells; cell++) {
        bool black = rows->black[p.board->row[cell]] >> p.board->column[cell] & 1;
        cellset_add(&p.stones[black ? BLACK : WHITE], cell);
    }
    return p;
}

void yrows_reduce(YRows *rows) {
    rows->size--;
    for (int r = 0; r < rows->size; r++) {
        uint32_t a = rows->black[r], b = rows->black[r + 1], c = b >> 1;
        rows->black[r] = ((a & b) | (a & c) | (b & c)) & row_mask(r);
    }
}

Color yrows_micro_winner(YRows rows) {
    while (rows.size > 1) yrows_reduce(&rows);
    return rows.black[0] & 1 ? BLACK : WHITE;
}

YRows yrows_without(const YRows *rows, int side) {
    YRows out = {.size = rows->size - 1};
    for (int r = 0; r < out.size; r++)
        out.black[r] = side == 2   ? rows->black[r]
                       : side == 1 ? rows->black[r + 1] & row_mask(r)
                                   : rows->black[r + 1] >> 1;
    return out;
}

Color yrows_macro_winner(const YRows *rows) {
    if (rows->size == 1) return rows->black[0] & 1 ? BLACK : WHITE;
    int black = 0;
    for (int side = 0; side < 3; side++) {
        YRows part = yrows_without(rows, side);
        black += yrows_macro_winner(&part) == BLACK;
    }
    return black >= 2 ? BLACK : WHITE;
}
