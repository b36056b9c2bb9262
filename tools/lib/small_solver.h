// An exact solver for boards of at most 25 cells, for tests: plain search with a table of all it has seen.
// For up to 16 cells it may use a table of all positions. It shares nothing with the program but the numbering of
// cells.
#ifndef MUSTPLAY_TOOLS_LIB_SMALL_SOLVER_H
#define MUSTPLAY_TOOLS_LIB_SMALL_SOLVER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct SmallSolver {
    int width, height, cells;
    uint32_t all, left, right, top, bottom;
    uint64_t *key;
    uint8_t *value; // 1: Black wins
    uint64_t size, used;
    uint64_t
        *table[2]; // of all positions, by side to move: bit n is set when Black wins position n in base 3
    uint32_t ternary[256];
} SmallSolver;

static inline void small_init(SmallSolver *s, int width, int height, int bits) {
    memset(s, 0, sizeof *s);
    s->width = width;
    s->height = height;
    s->cells = width * height;
    s->all = (1u << s->cells) - 1;
    for (int row = 0; row < height; row++) {
        s->left |= 1u << row * width;
        s->right |= 1u << (row * width + width - 1);
    }
    s->top = (1u << width) - 1;
    s->bottom = s->top << width * (height - 1);
    s->size = (uint64_t)1 << bits;
    s->key = calloc(s->size, sizeof *s->key);
    s->value = calloc(s->size, 1);
}

static inline void small_free(SmallSolver *s) {
    free(s->key);
    free(s->value);
    free(s->table[0]);
    free(s->table[1]);
}

static inline uint64_t small_number(const SmallSolver *s, uint32_t black, uint32_t white) {
    return s->ternary[black & 255] + 6561 * s->ternary[black >> 8] +
           2 * (s->ternary[white & 255] + 6561 * s->ternary[white >> 8]);
}

static inline uint32_t small_grow(const SmallSolver *s, uint32_t b) {
    uint32_t to_right = (b & ~s->right), to_left = (b & ~s->left);
    return b | to_right << 1 | to_left >> 1 | b << s->width | b >> s->width | to_right >> (s->width - 1) |
           to_left << (s->width - 1);
}

// A chain of `own` joins top and bottom (or left and right).
static inline bool small_joined(const SmallSolver *s, uint32_t own, bool black) {
    uint32_t seen = own & (black ? s->top : s->left), goal = black ? s->bottom : s->right;
    for (uint32_t last = 0; seen != last;) {
        last = seen;
        seen = small_grow(s, seen) & own & s->all;
    }
    return (seen & goal) != 0;
}

// Fills the table of all positions from full boards to the empty one.
static inline void small_table_fill(SmallSolver *s) {
    uint64_t power[26] = {1}, total;
    for (int i = 0; i < 25; i++) power[i + 1] = 3 * power[i];
    total = power[s->cells];
    for (int i = 0; i < 256; i++) {
        s->ternary[i] = 0;
        for (int j = 0; j < 8; j++) s->ternary[i] += (i >> j & 1) ? (uint32_t)power[j] : 0;
    }
    for (int i = 0; i < 2; i++) s->table[i] = calloc((size_t)(total / 64 + 1), 8);
    for (uint64_t n = total; n-- > 0;) {
        uint32_t black = 0, empty = 0;
        int i = 0;
        for (uint64_t m = n; i < s->cells; i++, m /= 3) {
            if (m % 3 == 1) black |= 1u << i;
            if (m % 3 == 0) empty |= 1u << i;
        }
        bool by_black = false, by_white = true;
        if (!empty) by_black = by_white = small_joined(s, black, true);
        for (; empty; empty &= empty - 1) {
            uint64_t b = n + power[__builtin_ctz(empty)], w = n + 2 * power[__builtin_ctz(empty)];
            by_black |= s->table[1][b >> 6] >> (b & 63) & 1;
            by_white &= s->table[0][w >> 6] >> (w & 63) & 1;
            if (by_black && !by_white) break;
        }
        s->table[0][n >> 6] |= (uint64_t)by_black << (n & 63);
        s->table[1][n >> 6] |= (uint64_t)by_white << (n & 63);
    }
}

static inline bool small_black_wins(SmallSolver *s, uint32_t black, uint32_t white, bool black_moves) {
    if (s->table[0]) {
        uint64_t n = small_number(s, black, white);
        return s->table[!black_moves][n >> 6] >> (n & 63) & 1;
    }
    uint32_t empty = s->all & ~(black | white);
    if (small_joined(s, black, true)) return true;
    if (!small_joined(s, black | empty, true)) return false;
    uint64_t key = ((uint64_t)black << 32 | (uint64_t)white << 1 | black_moves) + 1;
    uint64_t slot = (key * 0x9e3779b97f4a7c15u >> 20) & (s->size - 1);
    for (; s->key[slot]; slot = (slot + 1) & (s->size - 1))
        if (s->key[slot] == key) return s->value[slot];
    bool wins = !black_moves;
    for (uint32_t left = empty; left; left &= left - 1) {
        uint32_t cell = left & -left;
        bool result = black_moves ? small_black_wins(s, black | cell, white, false)
                                  : small_black_wins(s, black, white | cell, true);
        if (result != black_moves) continue;
        wins = black_moves;
        break;
    }
    if (s->used > s->size / 2) {
        memset(s->key, 0, s->size * sizeof *s->key);
        s->used = 0;
    }
    slot = (key * 0x9e3779b97f4a7c15u >> 20) & (s->size - 1);
    while (s->key[slot]) slot = (slot + 1) & (s->size - 1);
    s->key[slot] = key;
    s->value[slot] = wins;
    s->used++;
    return wins;
}

#endif
