// The plane around a cell: axial offsets, rings and the twelve symmetries, for patterns that know no board.
//
// An offset (q, r) is q columns right and r rows down, as on the board. The origin's neighbours are (1,0), (0,1),
// (-1,1), (-1,0), (0,-1) and (1,-1). The 37 offsets within distance 3 are numbered ring by
// ring: 0 the origin, 1-6 ring 1, 7-18 ring 2, 19-36 ring 3. Turning by 60 degrees maps ring k onto itself.
#ifndef MUSTPLAY_KNOWLEDGE_HEX_LOCAL_H
#define MUSTPLAY_KNOWLEDGE_HEX_LOCAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct Hex {
    int8_t q, r;
} Hex;

enum { HEX_RING1 = 7, HEX_RING2 = 19, HEX_NEAR = 37, HEX_SYMMETRIES = 12 };

static inline Hex hex_make(int q, int r) {
    return (Hex){(int8_t)q, (int8_t)r};
}
static inline Hex hex_add(Hex a, Hex b) {
    return hex_make(a.q + b.q, a.r + b.r);
}
static inline Hex hex_minus(Hex a, Hex b) {
    return hex_make(a.q - b.q, a.r - b.r);
}
static inline bool hex_equal(Hex a, Hex b) {
    return a.q == b.q && a.r == b.r;
}
static inline int hex_distance(Hex a, Hex b) {
    int q = a.q - b.q, r = a.r - b.r, s = q + r;
    return (abs(q) + abs(r) + abs(s)) / 2;
}

// The i-th neighbour of the origin, in turning order.
static inline Hex hex_step(int i) {
    static const int8_t step[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};
    return hex_make(step[i][0], step[i][1]);
}

// Symmetry 0-5: a rotation by that many sixths of a turn; 6-11: a reflection, then a rotation.
static inline Hex hex_symmetry(Hex a, int symmetry) {
    if (symmetry >= 6) a = hex_make(a.r, a.q);
    for (int i = symmetry % 6; i > 0; i--) a = hex_make(-a.r, a.q + a.r);
    return a;
}

// The offset with number 0 to HEX_NEAR - 1.
static inline Hex hex_near(int index) {
    if (index == 0) return hex_make(0, 0);
    int ring = index < HEX_RING1 ? 1 : index < HEX_RING2 ? 2 : 3;
    int at = index - (ring == 1 ? 1 : ring == 2 ? HEX_RING1 : HEX_RING2);
    Hex from = hex_step(at / ring), to = hex_step((at / ring + 1) % 6);
    int along = at % ring;
    return hex_make(from.q * (ring - along) + to.q * along, from.r * (ring - along) + to.r * along);
}

// The number of an offset, or -1 when it lies farther away than 3.
static inline int hex_near_index(Hex a) {
    for (int i = 0; i < HEX_NEAR; i++) {
        if (hex_equal(hex_near(i), a)) return i;
    }
    return -1;
}

#endif
