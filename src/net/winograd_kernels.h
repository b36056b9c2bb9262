// What each level of instructions exports of net/winograd.h. Weights and scratch of one level are for that level.
#ifndef MUSTPLAY_NET_WINOGRAD_KERNELS_H
#define MUSTPLAY_NET_WINOGRAD_KERNELS_H

#include "base/level.h"
#include "net/winograd.h"

typedef struct WinogradKernels {
    int16_t *(*byte_weights)(const WinogradShape *shape, const int8_t *weights);
    float *(*float_weights)(const WinogradShape *shape, const float *weights);
    void *(*scratch)(const WinogradShape *shape);
    void (*bytes)(const WinogradShape *shape, const int16_t *weights, const uint8_t *source, int32_t *target,
                  void *scratch);
    void (*floats)(const WinogradShape *shape, const float *weights, const float *bias, bool add,
                   const float *source, float *target, void *scratch);
} WinogradKernels;

LEVEL_TABLES(WinogradKernels, winograd_kernels);

#endif
