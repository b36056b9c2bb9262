#include "eval/shannon.h"

#include <string.h>

// The empty cells around each chain, at its root.
typedef struct ChainShores {
    CellSet shore[NODE_MAX];
} ChainShores;

static void shores_find(const Board *board, Color color, CellSet empty, ChainShores *shores) {
    const Geometry *g = board->geometry;
    memset(shores, 0, sizeof *shores);
    CellSet stones = board->stones[color];
    for (int cell; (cell = cellset_pop(&stones)) >= 0;) {
        CellSet *shore = &shores->shore[board_root(board, cell)];
        *shore = cellset_or(*shore, cellset_and(g->around[cell], empty));
    }
    for (int side = 0; side < 2; side++) {
        int edge = color_edge(color, side);
        CellSet *shore = &shores->shore[board_root(board, edge)];
        *shore = cellset_or(*shore, cellset_and(g->around[edge], empty));
    }
}

void shannon_make(ShannonGraph *graph, const Board *board, Color color) {
    const Geometry *g = board->geometry;
    int root[2] = {board_root(board, color_edge(color, 0)), board_root(board, color_edge(color, 1))};
    graph->geometry = g;
    graph->color = color;
    graph->empty = board_vacant(board);
    graph->joined = root[0] == root[1];
    ChainShores shores;
    shores_find(board, color, graph->empty, &shores);
    for (int side = 0; side < 2; side++) graph->target[side] = shores.shore[root[side]];
    CellSet todo = graph->empty;
    for (int cell; (cell = cellset_pop(&todo)) >= 0;) {
        CellSet around = cellset_and(g->around[cell], graph->empty);
        CellSet stones = cellset_and(g->around[cell], board->stones[color]);
        for (int stone; (stone = cellset_pop(&stones)) >= 0;) {
            int chain = board_root(board, stone);
            if (chain != root[0] && chain != root[1]) around = cellset_or(around, shores.shore[chain]);
        }
        cellset_remove(&around, cell);
        graph->around[cell] = around;
    }
}
