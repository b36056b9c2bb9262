/* A Hex position with its groups.
 *
 * Cells are numbered row * w + column; Black (1) joins top and bottom, White (2) left and right.
 * Groups are a union-find forest over the cells and four more nodes, one per edge. A stone joins its
 * own neighbours and the edges of its colour that it touches. Black has won when TOP and BOTTOM have
 * one root, White when LEFT and RIGHT have. Empty cells are their own roots.
 */
#ifndef MP_BOARD_H
#define MP_BOARD_H

#include "platform.h"

enum { MAX_CELLS = 19 * 19, EDGE_TOP = 0, EDGE_BOTTOM = 1, EDGE_LEFT = 2, EDGE_RIGHT = 3 };
enum { EMPTY = 0, BLACK = 1, WHITE = 2 };

typedef struct {
    int8_t cell[MAX_CELLS + 3];
    int16_t link[MAX_CELLS + 5];
} Board;

DEV int link_root(int16_t *link, int x) {
    while (link[x] != x) {
        link[x] = link[link[x]];
        x = link[x];
    }
    return x;
}

DEV void link_join(int16_t *link, int x, int y) {
    x = link_root(link, x);
    y = link_root(link, y);
    if (x < y)
        link[x] = (int16_t)y;
    else
        link[y] = (int16_t)x;
}

/* All lanes. */
DEV void board_clear(Board *b, int cells) {
    for (int i = lane_id(); i < cells; i += WARP) b->cell[i] = EMPTY;
    for (int i = lane_id(); i < cells + 4; i += WARP) b->link[i] = (int16_t)i;
    warp_sync();
}

/* One lane. Places a stone on an empty cell; true when it wins the game. */
DEV int board_place(Board *b, int w, int h, int at, int colour) {
    const int dc[6] = {1, -1, 0, 0, 1, -1}, dr[6] = {0, 0, 1, -1, -1, 1};
    int c = at % w, r = at / w, cells = w * h;
    b->cell[at] = (int8_t)colour;
    for (int k = 0; k < 6; k++) {
        int nc = c + dc[k], nr = r + dr[k];
        if (nc < 0 || nc >= w || nr < 0 || nr >= h) continue;
        if (b->cell[nr * w + nc] == colour) link_join(b->link, at, nr * w + nc);
    }
    int low = colour == BLACK ? cells + EDGE_TOP : cells + EDGE_LEFT;
    if (colour == BLACK ? r == 0 : c == 0) link_join(b->link, at, low);
    if (colour == BLACK ? r == h - 1 : c == w - 1) link_join(b->link, at, low + 1);
    return link_root(b->link, low) == link_root(b->link, low + 1);
}

/* The cell as the player to move sees it, who always joins top and bottom. White sees the board mirrored in
 * the long diagonal, (c, r) -> (r, c), with h columns and w rows. */
DEV int view_cell(int w, int h, int at, int mover) {
    return mover == BLACK ? at : (at % w) * h + at / w;
}

/* All lanes. The net's input for the player to move: (rows + 4) x (columns + 4) x 8 features, the channel
 * last. The channels: own stones, the opponent's, empty, five zeros. The ring of two around the board
 * holds own stones above and below, the opponent's left and right, both at the corners. */
DEV void board_encode(const Board *b, int w, int h, int mover, Feature *x) {
    int columns = mover == BLACK ? w : h, rows = mover == BLACK ? h : w;
    int pitch = columns + 4, total = pitch * (rows + 4);
    for (int i = lane_id(); i < total; i += WARP) {
        int r = i / pitch - 2, c = i % pitch - 2;
        int own = r < 0 || r >= rows, other = c < 0 || c >= columns, empty = 0;
        if (!own && !other) {
            int stone = b->cell[mover == BLACK ? r * w + c : c * w + r];
            own = stone == mover, other = stone == 3 - mover, empty = stone == EMPTY;
        }
        feature_store(x + (size_t)i * 8, own, other, empty);
    }
}

#endif
