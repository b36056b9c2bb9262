// Vectors of the width that the machine has, for loops that compilers do not vectorize by themselves. Arithmetic is written
// with the compiler's own operators; only the product of pairs needs to be named for each instruction set.
#ifndef MUSTPLAY_NET_SIMD_H
#define MUSTPLAY_NET_SIMD_H

#include <stdint.h>
#include <string.h>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <immintrin.h>
#endif

#if defined(__AVX512BW__)
#define SIMD_BYTES 64
#elif defined(__AVX2__)
#define SIMD_BYTES 32
#else
#define SIMD_BYTES 16
#endif

enum { SIMD_LANES = SIMD_BYTES / 4, SIMD_SHORTS = SIMD_BYTES / 2 };

typedef float Floats __attribute__((vector_size(SIMD_BYTES)));
typedef int32_t Ints __attribute__((vector_size(SIMD_BYTES)));
typedef int16_t Shorts __attribute__((vector_size(SIMD_BYTES)));
typedef uint8_t HalfBytes __attribute__((vector_size(SIMD_BYTES / 2)));

// Memory need not be aligned.
static inline Floats floats_load(const float *from) {
    Floats v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void floats_store(float *to, Floats v) {
    memcpy(to, &v, sizeof v);
}

static inline Ints ints_load(const int32_t *from) {
    Ints v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void ints_store(int32_t *to, Ints v) {
    memcpy(to, &v, sizeof v);
}

static inline Shorts shorts_load(const int16_t *from) {
    Shorts v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void shorts_store(int16_t *to, Shorts v) {
    memcpy(to, &v, sizeof v);
}

// Bytes, widened.
static inline Shorts shorts_of_bytes(const uint8_t *from) {
    HalfBytes v;
    memcpy(&v, from, sizeof v);
    return __builtin_convertvector(v, Shorts);
}

// A pair of shorts in every lane.
static inline Shorts shorts_of_pair(const int16_t *from) {
    int32_t pair;
    memcpy(&pair, from, sizeof pair);
    return (Shorts)((Ints){0} + pair);
}

static inline Floats floats_of(float x) {
    return (Floats){0} + x;
}

// In lane i a[2i] b[2i] + a[2i+1] b[2i+1].
static inline Ints ints_of_products(Shorts a, Shorts b) {
#if defined(__wasm_simd128__)
    return (Ints)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
#elif defined(__AVX512BW__)
    return (Ints)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (Ints)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (Ints)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    Ints sum;
    for (int i = 0; i < SIMD_LANES; i++) sum[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return sum;
#endif
}

#endif
