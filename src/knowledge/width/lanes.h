// Lanes: eight carriers side by side, a vector register a word, so that one test answers for eight.
//
// Each function returns a mask of lanes; the caller masks off lanes that are not in use. Plain C stands in
// where the machine has no 512-bit vectors; tests/unit/test_vc.c compares both through the whole search.
#ifndef MUSTPLAY_KNOWLEDGE_WIDTH_LANES_H
#define MUSTPLAY_KNOWLEDGE_WIDTH_LANES_H

#include "base/bits.h"

#if defined(__AVX512F__) && !defined(MUSTPLAY_PLAIN_LANES)
#define LANES_AVX512 1
#include <immintrin.h>
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

// The meets of blocks of carriers, kept lane by lane until they are needed.
typedef struct LanesMeet {
#ifdef LANES_AVX512
    __m512i word[BITS_WORDS];
#else
    Bits word;
#endif
} LanesMeet;

static inline void lanes_meet_start(LanesMeet *meet) {
#ifdef LANES_AVX512
    for (int i = 0; i < BITS_WORDS; i++) meet->word[i] = _mm512_set1_epi64(-1);
#else
    for (int i = 0; i < BITS_WORDS; i++) meet->word.word[i] = ~(uint64_t)0;
#endif
}

// Intersects with the lanes of `mask`.
static inline void lanes_meet_add(LanesMeet *meet, const Lanes *lanes, unsigned mask) {
#ifdef LANES_AVX512
    for (int i = 0; i < BITS_WORDS; i++)
        meet->word[i] = _mm512_mask_and_epi64(meet->word[i], (__mmask8)mask, meet->word[i],
                                              _mm512_load_si512(&lanes->word[i]));
#else
    for (; mask; mask &= mask - 1) meet->word = bits_and(meet->word, lanes_get(lanes, __builtin_ctz(mask)));
#endif
}

static inline bool lanes_meet_within(const LanesMeet *meet, Bits set) {
#ifdef LANES_AVX512
    uint64_t any = 0;
    for (int i = 0; i < BITS_WORDS; i++)
        any |= (uint64_t)_mm512_reduce_and_epi64(meet->word[i]) & ~set.word[i];
    return any == 0;
#else
    return bits_within(meet->word, set);
#endif
}

#ifndef LANES_AVX512
#undef _mm512_and_si512
#undef _mm512_andnot_si512
#endif
#undef LANES_TEST

#endif
