#include "game/board.h"

#include <string.h>

void board_init(Board *board, const Geometry *geometry) {
    memset(board, 0, sizeof *board);
    board->geometry = geometry;
    memset(board->color, EMPTY, sizeof board->color);
    for (int node = 0; node < NODE_MAX; node++) {
        board->parent[node] = (int16_t)node;
        board->size[node] = 1;
    }
    for (int edge = EDGE_TOP; edge < NODE_MAX; edge++) board->color[edge] = (uint8_t)edge_color(edge);
}

// Joins the smaller chain to the larger and records it for undo.
static int roots_join(Board *board, int a, int b) {
    if (board->size[a] < board->size[b]) {
        int t = a;
        a = b;
        b = t;
    }
    board->parent[b] = (int16_t)a;
    board->size[a] = (int16_t)(board->size[a] + board->size[b]);
    board->joined_root[board->joined++] = (int16_t)b;
    return a;
}

void board_place(Board *board, int cell, Color color) {
    const Geometry *g = board->geometry;
    board->placed_cell[board->placed] = (int16_t)cell;
    board->joined_before[board->placed++] = (int16_t)board->joined;
    board->color[cell] = (uint8_t)color;
    cellset_add(&board->stones[color], cell);
    int root = cell;
    for (int i = 0; i < g->neighbour_count[cell]; i++) {
        int node = g->neighbour[cell][i];
        if (board->color[node] != color) continue;
        int other = board_root(board, node);
        if (other != root) root = roots_join(board, root, other);
    }
}

void board_undo(Board *board) {
    int cell = board->placed_cell[--board->placed];
    Color color = (Color)board->color[cell];
    while (board->joined > board->joined_before[board->placed]) {
        int root = board->joined_root[--board->joined], above = board->parent[root];
        board->size[above] = (int16_t)(board->size[above] - board->size[root]);
        board->parent[root] = (int16_t)root;
    }
    board->color[cell] = EMPTY;
    cellset_remove(&board->stones[color], cell);
}

void board_set(Board *board, const Position *position) {
    board_init(board, position->geometry);
    for (Color color = BLACK; color <= WHITE; color++) {
        CellSet stones = position->stones[color];
        for (int cell; (cell = cellset_pop(&stones)) >= 0;) board_place(board, cell, color);
    }
}

CellSet board_vacant(const Board *board) {
    return cellset_minus(board->geometry->all, cellset_or(board->stones[BLACK], board->stones[WHITE]));
}

CellSet board_winning_cells(const Board *board, Color color) {
    const Geometry *g = board->geometry;
    int start = board_root(board, color_edge(color, 0)), end = board_root(board, color_edge(color, 1));
    CellSet vacant = board_vacant(board), found = cellset_none();
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        bool at_start = false, at_end = false;
        for (int i = 0; i < g->neighbour_count[cell]; i++) {
            int node = g->neighbour[cell][i];
            if (board->color[node] != color) continue;
            int root = board_root(board, node);
            at_start |= root == start;
            at_end |= root == end;
        }
        if (at_start && at_end) cellset_add(&found, cell);
    }
    return found;
}

Position board_position(const Board *board, Color to_move) {
    Position p = {.geometry = board->geometry, .to_move = to_move};
    memcpy(p.stones, board->stones, sizeof p.stones);
    return p;
}

Color board_playout(Board *board, Color to_move, Random *random, int *stones) {
    int16_t cells[CELL_MAX];
    int count = 0;
    CellSet vacant = board_vacant(board);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) cells[count++] = (int16_t)cell;
    for (int left = count; left > 0; left--) {
        int pick = (int)random_below(random, (uint32_t)left);
        int16_t cell = cells[pick];
        cells[pick] = cells[left - 1];
        board_place(board, cell, to_move);
        to_move = color_other(to_move);
    }
    Color winner = board_winner(board);
    for (int i = 0; i < count; i++) board_undo(board);
    if (stones) *stones = count;
    return winner;
}

static bool chains_match(const Board *board, Error *error) {
    const Geometry *g = board->geometry;
    for (int cell = 0; cell < g->cells; cell++) {
        int root = board_root(board, cell);
        if (board->color[root] != board->color[cell])
            return error_failure(error, "cell %d: root of another colour", cell);
        if (board->color[cell] == EMPTY && (root != cell || board->size[cell] != 1))
            return error_failure(error, "cell %d: empty, yet in a chain", cell);
        for (int i = 0; i < g->neighbour_count[cell] && board->color[cell] != EMPTY; i++) {
            int node = g->neighbour[cell][i];
            if (board->color[node] == board->color[cell] && board_root(board, node) != root)
                return error_failure(error, "cell %d: not joined to its neighbour %d", cell, node);
        }
    }
    return true;
}

bool board_validate(const Board *board, Error *error) {
    for (int cell = 0; cell < board->geometry->cells; cell++) {
        bool black = cellset_has(board->stones[BLACK], cell), white = cellset_has(board->stones[WHITE], cell);
        Color color = black ? BLACK : white ? WHITE : EMPTY;
        if ((black && white) || board->color[cell] != color)
            return error_failure(error, "cell %d: its colour and its sets disagree", cell);
    }
    Position p = board_position(board, BLACK);
    if (board_winner(board) != position_winner(&p)) return error_failure(error, "the winner is wrong");
    return chains_match(board, error);
}
