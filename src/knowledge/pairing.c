#include "knowledge/pairing.h"

bool pairing_applies(const Geometry *g, Color *winner) {
    if (g->width == g->height) return false;
    if (winner) *winner = g->width < g->height ? WHITE : BLACK;
    return true;
}

// In the coordinates of the part that matters, `along` runs on the winner's way (0 to n-2) and `across` on
// the loser's (0 to n-1). The first triangle is along + across <= n-2; the second is its mirror image,
// (along, across) -> (n-2 - across, n-1 - along).
static bool pair_mirrored(int n, int along, int across, int *other_along, int *other_across) {
    if (across < 0 || across >= n) return false;
    bool first = along + across <= n - 2;
    *other_along = first ? n - 2 - across : n - 1 - across;
    *other_across = first ? n - 1 - along : n - 2 - along;
    return true;
}

int pairing_partner(const Geometry *g, int cell) {
    Color winner;
    if (!pairing_applies(g, &winner)) return CELL_NONE;
    int column = cell_column(g, cell), row = cell_row(g, cell), along, across;
    int way = winner == WHITE ? g->width : g->height, n = way + 1;
    int offset = (g->width + g->height - way - n) / 2; // the part lies in the middle
    if (winner == WHITE)
        return pair_mirrored(n, column, row - offset, &along, &across) ? cell_at(g, along, across + offset)
                                                                       : CELL_NONE;
    return pair_mirrored(n, row, column - offset, &along, &across) ? cell_at(g, across + offset, along)
                                                                   : CELL_NONE;
}

bool pairing_holds(const Position *p, int *reply, CellSet *carrier) {
    Color winner;
    if (!pairing_applies(p->geometry, &winner)) return false;
    Color loser = color_other(winner);
    CellSet needed = cellset_none();
    int mend = CELL_NONE;
    for (int cell = 0; cell < p->geometry->cells; cell++) {
        int other = pairing_partner(p->geometry, cell);
        if (other == CELL_NONE || position_at(p, cell) == winner || position_at(p, other) == winner) continue;
        if (position_at(p, cell) == EMPTY) cellset_add(&needed, cell);
        if (position_at(p, cell) != loser) continue;
        if (position_at(p, other) == loser || p->to_move == loser || mend != CELL_NONE) return false;
        mend = other;
    }
    if (reply) *reply = mend;
    if (carrier) *carrier = needed;
    return true;
}
