#include "net/products.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

enum { LANES = 16 };

bool products_can(int in, int out) {
    return __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && in % OUT_AT_ONCE == 0 && out % OUT_AT_ONCE == 0;
}

VNNI_INLINE __m512i four_inputs(const uint8_t *from) {
    int32_t four;
    memcpy(&four, from, sizeof four);
    return _mm512_set1_epi32(four);
}

// Into a register: gcc would load them anew for each cell.
VNNI_INLINE __m512i weights_load(const int8_t *from) {
    __m512i weights = _mm512_load_si512(from);
    __asm__("" : "+v"(weights));
    return weights;
}

// The sums of cell i of a block, named one by one: gcc keeps no array of them in registers.
#define SUMS(i)                                                                                              \
    __m512i s##i##0 = _mm512_setzero_si512(), s##i##1 = s##i##0, s##i##2 = s##i##0, s##i##3 = s##i##0
#define SUMS_ADD(i)                                                                                          \
    if (i < count) {                                                                                         \
        __m512i inputs = four_inputs(source[i] + at);                                                        \
        s##i##0 = _mm512_dpbusd_epi32(s##i##0, inputs, w0);                                                  \
        s##i##1 = _mm512_dpbusd_epi32(s##i##1, inputs, w1);                                                  \
        s##i##2 = _mm512_dpbusd_epi32(s##i##2, inputs, w2);                                                  \
        s##i##3 = _mm512_dpbusd_epi32(s##i##3, inputs, w3);                                                  \
    }
#define SUMS_STORE(i)                                                                                        \
    if (i < count) {                                                                                         \
        _mm512_store_si512(sum[i], s##i##0);                                                                 \
        _mm512_store_si512(sum[i] + LANES, s##i##1);                                                         \
        _mm512_store_si512(sum[i] + 2 * LANES, s##i##2);                                                     \
        _mm512_store_si512(sum[i] + 3 * LANES, s##i##3);                                                     \
    }

VNNI_INLINE void block_sums(const int8_t *all_weights, int in, int width, unsigned taps,
                            const uint8_t *const *source, const int count, Sums sum) {
    SUMS(0);
    SUMS(1);
    SUMS(2);
    SUMS(3);
    SUMS(4);
    SUMS(5);
    for (; taps; taps &= taps - 1) {
        int tap = __builtin_ctz(taps);
        const int8_t *weights = all_weights + tap * in * OUT_AT_ONCE;
        long at = ((tap / 3 - 1) * width + tap % 3 - 1) * in;
        for (long stop = at + in; at < stop; at += GROUP, weights += GROUP * OUT_AT_ONCE) {
            __m512i w0 = weights_load(weights), w1 = weights_load(weights + 64);
            __m512i w2 = weights_load(weights + 128), w3 = weights_load(weights + 192);
            SUMS_ADD(0) SUMS_ADD(1) SUMS_ADD(2) SUMS_ADD(3) SUMS_ADD(4) SUMS_ADD(5)
        }
    }
    SUMS_STORE(0) SUMS_STORE(1) SUMS_STORE(2) SUMS_STORE(3) SUMS_STORE(4) SUMS_STORE(5)
}

// Not inlined: what the ends of a block need would take registers from the sums.
#define BLOCK(count)                                                                                         \
    static __attribute__((noinline)) VNNI void block_sums_##count(                                           \
        const int8_t *weights, int in, int width, unsigned taps, const uint8_t *const *source, Sums sum) {   \
        block_sums(weights, in, width, taps, source, count, sum);                                            \
    }
BLOCK(1)
BLOCK(2)
BLOCK(3)
BLOCK(4)
BLOCK(5)
BLOCK(6)

ProductSums *const PRODUCT_SUMS[CELLS_AT_ONCE] = {block_sums_1, block_sums_2, block_sums_3,
                                                  block_sums_4, block_sums_5, block_sums_6};

#else

bool products_can(int in, int out) {
    (void)in, (void)out;
    return false;
}

#endif
