#include "tools/lib/all_positions.h"

#include <stdlib.h>

struct AllPositions {
    const Geometry *geometry;
    uint32_t count;
    uint32_t power[ALL_POSITIONS_CELLS + 1];
    uint64_t *black_wins[2]; // by mover: a bit an arrangement
};

static inline bool bit_get(const uint64_t *bits, uint32_t index) {
    return bits[index >> 6] >> (index & 63) & 1;
}

static inline void bit_set(uint64_t *bits, uint32_t index) {
    bits[index >> 6] |= (uint64_t)1 << (index & 63);
}

// The digits of a number, and which of them are zero.
typedef struct Digits {
    uint8_t digit[ALL_POSITIONS_CELLS];
    int cells;
} Digits;

static void digits_down(Digits *d) {
    int i = 0;
    while (d->digit[i] == 0) d->digit[i++] = 2;
    d->digit[i]--;
}

// Fills in one arrangement from those with one stone more.
static void arrangement_fill(AllPositions *all, const Digits *d, uint32_t index) {
    bool full = true, black_can = false, white_can = false;
    for (int cell = 0; cell < d->cells; cell++) {
        if (d->digit[cell]) continue;
        full = false;
        black_can |= bit_get(all->black_wins[WHITE], index + all->power[cell]);
        white_can |= !bit_get(all->black_wins[BLACK], index + 2 * all->power[cell]);
    }
    if (full) {
        Position p = all_positions_at(all, index);
        black_can = position_winner(&p) == BLACK;
        white_can = !black_can;
    }
    if (black_can) bit_set(all->black_wins[BLACK], index);
    if (!white_can) bit_set(all->black_wins[WHITE], index);
}

AllPositions *all_positions_new(const Geometry *geometry) {
    if (geometry->cells > ALL_POSITIONS_CELLS) return NULL;
    AllPositions *all = calloc(1, sizeof *all);
    if (!all) return NULL;
    all->geometry = geometry;
    all->power[0] = 1;
    for (int i = 0; i < geometry->cells; i++) all->power[i + 1] = all->power[i] * 3;
    all->count = all->power[geometry->cells];
    for (int mover = 0; mover < 2; mover++) {
        all->black_wins[mover] = calloc(all->count / 64 + 1, 8);
        if (!all->black_wins[mover]) {
            all_positions_free(all);
            return NULL;
        }
    }
    Digits d = {.cells = geometry->cells};
    for (int i = 0; i < d.cells; i++) d.digit[i] = 2;
    for (uint32_t index = all->count - 1;; index--) {
        arrangement_fill(all, &d, index);
        if (!index) return all;
        digits_down(&d);
    }
}

void all_positions_free(AllPositions *all) {
    if (!all) return;
    free(all->black_wins[BLACK]);
    free(all->black_wins[WHITE]);
    free(all);
}

uint32_t all_positions_count(const AllPositions *all) {
    return all->count;
}

uint32_t all_positions_index(const AllPositions *all, const CellSet stones[2]) {
    uint32_t index = 0;
    for (Color color = BLACK; color <= WHITE; color++) {
        CellSet left = stones[color];
        for (int cell; (cell = cellset_pop(&left)) >= 0;) index += (color + 1) * all->power[cell];
    }
    return index;
}

Position all_positions_at(const AllPositions *all, uint32_t index) {
    Position p = position_empty(all->geometry);
    for (int cell = 0; index; cell++, index /= 3) {
        if (index % 3) cellset_add(&p.stones[index % 3 - 1], cell);
    }
    return p;
}

Color all_positions_winner_at(const AllPositions *all, uint32_t index, Color to_move) {
    return bit_get(all->black_wins[to_move], index) ? BLACK : WHITE;
}

Color all_positions_winner(const AllPositions *all, const Position *position) {
    return all_positions_winner_at(all, all_positions_index(all, position->stones), position->to_move);
}
