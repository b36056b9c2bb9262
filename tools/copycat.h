// The copycat order (tools/lib/local_game.h) as a plain recursion with a memo, for tools that prove claims
// about a few empty cells. A colouring is a number with one digit in base 3 per cell: 0 empty, 1 Black, 2
// White.
#ifndef MUSTPLAY_TOOLS_COPYCAT_H
#define MUSTPLAY_TOOLS_COPYCAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COPYCAT_CELLS_MAX = 24 };

typedef struct Copycat {
    int cells, total; // total: colourings
    int power[COPYCAT_CELLS_MAX];
    uint8_t *known; // total x total, zeroed: LE (bit 0 known, 1 value) and LF (bits 2, 3).
    // All that Black links in the full colouring g he links in h.
    bool (*within)(const void *context, int g, int h);
    const void *context;
} Copycat;

static inline int copycat_digit(const Copycat *c, int colouring, int cell) {
    return colouring / c->power[cell] % 3;
}

static inline bool copycat_is_full(const Copycat *c, int colouring) {
    for (int i = 0; i < c->cells; i++)
        if (!copycat_digit(c, colouring, i)) return false;
    return true;
}

static bool copycat_le(const Copycat *c, int g, int h);

static bool copycat_lf(const Copycat *c, int g, int h) {
    uint8_t *known = &c->known[(size_t)g * (size_t)c->total + (size_t)h];
    if (*known & 4) return *known & 8;
    bool holds = copycat_is_full(c, g) && copycat_is_full(c, h) && c->within(c->context, g, h);
    for (int i = 0; i < c->cells && !holds; i++) {
        if (!copycat_digit(c, h, i)) holds = copycat_le(c, g, h + c->power[i]);
        if (!holds && !copycat_digit(c, g, i)) holds = copycat_le(c, g + 2 * c->power[i], h);
    }
    *known |= holds ? 12 : 4;
    return holds;
}

// H is at least as good for Black as G in every surrounding, whoever moves.
static bool copycat_le(const Copycat *c, int g, int h) {
    uint8_t *known = &c->known[(size_t)g * (size_t)c->total + (size_t)h];
    if (*known & 1) return *known & 2;
    bool holds = true;
    for (int i = 0; i < c->cells && holds; i++) {
        if (!copycat_digit(c, g, i)) holds = copycat_lf(c, g + c->power[i], h);
        if (holds && !copycat_digit(c, h, i)) holds = copycat_lf(c, g, h + 2 * c->power[i]);
    }
    if (holds && (copycat_is_full(c, g) || copycat_is_full(c, h))) holds = copycat_lf(c, g, h);
    *known |= holds ? 3 : 1;
    return holds;
}

#endif
