#include "play/opening.h"

static int smaller(int a, int b) {
    return a < b ? a : b;
}

// Seen from Black: a stone is strong off all edges, but for those beside its own edge that lie towards the
// obtuse corner. In the two outer rows only the part by the acute corner (top right, bottom left) counts.
bool opening_is_strong(const Geometry *g, Color color, int cell) {
    int n = g->width, column = cell_column(g, cell), row = cell_row(g, cell);
    if (color == WHITE) {
        int t = column;
        column = row;
        row = t;
    }
    if (row > n - 1 - row || (row == n - 1 - row && column < row)) { // the half-turn
        row = n - 1 - row;
        column = n - 1 - column;
    }
    int side = smaller(column, n - 1 - column);
    if (n <= 3) return row > 0 || column == n - 1;
    if (row == 0) return column == n - 1;
    if (row == 1) return 2 * column >= n - 1;
    return side > 0;
}

static bool board_is_empty(const Game *game) {
    return cellset_equal(position_vacant(&game->now), game->now.geometry->all);
}

// A weak cell that is not hopeless: beside the opponent's edge, off the corners. Small boards have none.
static int opening_fair(const Geometry *g, Color color, Random *random) {
    int found = CELL_NONE, count = 0;
    for (int cell = 0; cell < g->cells; cell++) {
        int row = color == BLACK ? cell_row(g, cell) : cell_column(g, cell);
        int column = color == BLACK ? cell_column(g, cell) : cell_row(g, cell);
        bool beside = (column == 0 || column == g->width - 1) && row > 0 && row < g->height - 1;
        if (!beside || opening_is_strong(g, color, cell)) continue;
        if (random_below(random, (uint32_t)++count) == 0) found = cell;
    }
    return found == CELL_NONE ? 0 : found;
}

bool opening_choose(const Game *game, const MoveTerms *terms, Random *random, Choice *choice) {
    const Geometry *g = game->now.geometry;
    bool swap_rule = terms->may_swap && g->width == g->height && g->cells > 1;
    if (!game->count && board_is_empty(game)) {
        int centre = cell_at(g, (g->width - 1) / 2, (g->height - 1) / 2);
        choice->move = swap_rule ? opening_fair(g, game->now.to_move, random) : centre;
        return true;
    }
    if (!swap_rule || !game_can_swap(game)) return false;
    if (!opening_is_strong(g, game->played[0].color, game->played[0].move)) return false;
    choice->move = MOVE_SWAP_PIECES;
    return true;
}
