#include "game/random_position.h"

Position position_scattered(const Geometry *geometry, Random *random, uint32_t vacant, uint32_t of) {
    Position p = position_empty(geometry);
    for (int cell = 0; cell < geometry->cells; cell++)
        if (random_below(random, of) >= vacant) cellset_add(&p.stones[random_below(random, 2)], cell);
    p.to_move = random_below(random, 2) ? WHITE : BLACK;
    return p;
}

Position position_in_turns(const Geometry *geometry, Random *random, int stones) {
    Position p = position_empty(geometry);
    for (int placed = 0; placed < stones;) {
        int cell = (int)random_below(random, (uint32_t)geometry->cells);
        if (position_at(&p, cell) != EMPTY) continue;
        cellset_add(&p.stones[placed++ % 2 ? WHITE : BLACK], cell);
    }
    p.to_move = stones % 2 ? WHITE : BLACK;
    return p;
}

Position position_undecided(const Geometry *geometry, Random *random, int least, int most) {
    for (;;) {
        int more = most > least ? (int)random_below(random, (uint32_t)(most - least) + 1) : 0;
        Position p = position_in_turns(geometry, random, least + more);
        if (position_winner(&p) == EMPTY) return p;
    }
}

int cellset_pick(CellSet cells, Random *random) {
    int count = cellset_count(cells), cell = CELL_NONE;
    for (int skip = count ? (int)random_below(random, (uint32_t)count) : -1; skip >= 0; skip--)
        cell = cellset_pop(&cells);
    return cell;
}
