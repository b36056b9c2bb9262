// Exact sums of products of bytes, for machines with AVX-512 VNNI. For a block of cells, the sums for 64 output channels stay
// in registers. Inputs are read four channels of one tap at a time, and every loaded vector of weights serves the whole
// block.
#ifndef MUSTPLAY_NET_PRODUCTS_H
#define MUSTPLAY_NET_PRODUCTS_H

#include <stdbool.h>
#include <stdint.h>

enum { OUT_AT_ONCE = 64, CELLS_AT_ONCE = 6, GROUP = 4 };

// This machine can, and the kernel is made for these channels.
bool products_can(int in, int out);

#if defined(__x86_64__)

#define VNNI        __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))
#define VNNI_INLINE static inline __attribute__((always_inline)) VNNI

typedef int32_t Sums[CELLS_AT_ONCE][OUT_AT_ONCE]; // aligned to 64 bytes

// `source`: the first input of each cell, `in` of them. `taps`: those of a 3x3 convolution that lie on a board of this width,
// row by row from the lowest bit on. `weights`: [tap][in / 4][64][4], aligned.
typedef void ProductSums(const int8_t *weights, int in, int width, unsigned taps,
                         const uint8_t *const *source, Sums sum);
// For a plain product of matrices: one tap, which shifts nothing.
enum { PLAIN_WIDTH = -1, PLAIN_TAPS = 1 };
// By the number of cells, less one.
extern ProductSums *const PRODUCT_SUMS[CELLS_AT_ONCE];

#endif

#endif
