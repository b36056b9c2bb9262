// Lanes: eight carriers side by side, a vector register a word, so that one test answers for eight.
//
// Each function returns a mask of lanes; the caller masks off lanes that are not in use. Plain C stands in
// where the machine has no 512-bit vectors; tests/unit/test_vc.c compares both through the whole search.
#ifndef MUSTPLAY_KNOWLEDGE_HSEARCH_LANES_H
#define MUSTPLAY_KNOWLEDGE_HSEARCH_LANES_H

#include "base/bits.h"

#if defined(__AVX512F__) && !defined(MUSTPLAY_PLAIN_LANES)
#define LANES_AVX512 1
#include <immintrin.h>
#if defined(__AVX512BW__) && defined(__AVX512VBMI__) && defined(__GFNI__)
#define LANES_TURN 1
#endif
#endif

enum { LANES = 8 };

typedef struct Lanes {
    uint64_t word[BITS_WORDS][LANES];
} __attribute__((aligned(64))) Lanes;

static inline Bits lanes_get(const Lanes *lanes, int lane) {
    Bits b;
    for (int i = 0; i < BITS_WORDS; i++) b.word[i] = lanes->word[i][lane];
    return b;
}

static inline void lanes_set(Lanes *lanes, int lane, Bits b) {
    for (int i = 0; i < BITS_WORDS; i++) lanes->word[i][lane] = b.word[i];
}

// The lanes 0 to n-1.
static inline unsigned lanes_used(int n) {
    return (1u << n) - 1;
}

#ifdef LANES_AVX512

#define LANES_TEST(combine)                                                                                  \
    __m512i any = _mm512_setzero_si512();                                                                    \
    for (int i = 0; i < BITS_WORDS; i++) {                                                                   \
        __m512i row = _mm512_load_si512(&lanes->word[i]), set = _mm512_set1_epi64((long long)b.word[i]);     \
        any = _mm512_or_si512(any, combine);                                                                 \
    }                                                                                                        \
    return _mm512_testn_epi64_mask(any, any)

#else

#define LANES_TEST(combine)                                                                                  \
    unsigned mask = 0;                                                                                       \
    for (int lane = 0; lane < LANES; lane++) {                                                               \
        uint64_t any = 0;                                                                                    \
        for (int i = 0; i < BITS_WORDS; i++) {                                                               \
            uint64_t row = lanes->word[i][lane], set = b.word[i];                                            \
            any |= combine;                                                                                  \
        }                                                                                                    \
        mask |= (unsigned)(any == 0) << lane;                                                                \
    }                                                                                                        \
    return mask
#define _mm512_and_si512(p, q)    ((p) & (q))
#define _mm512_andnot_si512(p, q) (~(p) & (q))

#endif

// Lanes that share no cell with b.
static inline unsigned lanes_apart(const Lanes *lanes, Bits b) {
    LANES_TEST(_mm512_and_si512(row, set));
}

// Lanes that lie within b.
static inline unsigned lanes_within(const Lanes *lanes, Bits b) {
    LANES_TEST(_mm512_andnot_si512(set, row));
}

// Lanes that contain all of b.
static inline unsigned lanes_contain(const Lanes *lanes, Bits b) {
    LANES_TEST(_mm512_andnot_si512(row, set));
}

// A block indexed by cells, to ask what lanes share once a cell is given up. With bit-turning instructions it has a byte
// per cell: the lanes that hold the cell, unused lanes included. Without them it has the lanes themselves.
typedef struct LanesTurned {
#ifdef LANES_TURN
    __m512i word[BITS_WORDS];
#else
    Lanes lanes;
    unsigned used;
#endif
} LanesTurned;

static inline void lanes_turn(LanesTurned *turned, const Lanes *lanes, unsigned used) {
#ifdef LANES_TURN
    // Byte 7 - i of the word j becomes byte j of lane i; then each word, a square of bits, is turned over.
    const __m512i bytes =
        _mm512_set_epi64(0x070f171f272f373f, 0x060e161e262e363e, 0x050d151d252d353d, 0x040c141c242c343c,
                         0x030b131b232b333b, 0x020a121a222a323a, 0x0109111921293139, 0x0008101820283038);
    const __m512i unit = _mm512_set1_epi64((long long)0x8040201008040201);
    const __m512i unused = _mm512_set1_epi8((char)~used);
    for (int i = 0; i < BITS_WORDS; i++) {
        __m512i row = _mm512_permutexvar_epi8(bytes, _mm512_load_si512(&lanes->word[i]));
        turned->word[i] = _mm512_or_si512(_mm512_gf2p8affine_epi64_epi8(unit, row, 0), unused);
    }
#else
    turned->lanes = *lanes;
    turned->used = used;
#endif
}

// The lanes of all blocks that do not hold `cell` (-1: all lanes) share no cell outside `spared`.
static inline bool lanes_vanish(const LanesTurned *turned, int blocks, int cell, Bits spared) {
    Bits shared;
    for (int i = 0; i < BITS_WORDS; i++) shared.word[i] = ~spared.word[i];
    for (int k = 0; k < blocks; k++) {
#ifdef LANES_TURN
        const __m512i holders = _mm512_set1_epi8(cell < 0 ? 0 : ((const char *)turned[k].word)[cell]);
        for (int i = 0; i < BITS_WORDS; i++)
            shared.word[i] &=
                _mm512_cmpeq_epi8_mask(_mm512_or_si512(turned[k].word[i], holders), _mm512_set1_epi8(-1));
#else
        for (unsigned left = turned[k].used; left; left &= left - 1) {
            Bits carrier = lanes_get(&turned[k].lanes, __builtin_ctz(left));
            if (cell < 0 || !bits_has(carrier, cell)) shared = bits_and(shared, carrier);
        }
#endif
    }
    return bits_is_empty(shared);
}

#ifndef LANES_AVX512
#undef _mm512_and_si512
#undef _mm512_andnot_si512
#endif
#undef LANES_TEST

#endif
