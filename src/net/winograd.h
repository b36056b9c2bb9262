// 3x3 convolutions by Winograd's minimal filtering F(2x2, 3x3) (Lavin and Gray 2016), on one thread. A tile of 2x2
// results costs 16 products per channel instead of 36. Maps are channels-last, [cells][channels], padded by zeros.
//
// With bytes everything is exact. Inputs of 8 bits have at most 11 bits after their transform. So have the weights,
// times 4 to keep their transform whole. Four times the sum fits 32 bits up to WINOGRAD_CHANNELS_MAX channels.
#ifndef MUSTPLAY_NET_WINOGRAD_H
#define MUSTPLAY_NET_WINOGRAD_H

#include <stdbool.h>
#include <stdint.h>

enum { WINOGRAD_CHANNELS_MAX = 512, WINOGRAD_PLACES = 16 };

typedef struct WinogradShape {
    int in, out, height, width;
} WinogradShape;

// The transform of a filter, times 4, by the places of a tile.
void winograd_weight_transform(const float filter[9], float places[WINOGRAD_PLACES]);

// Transformed weights and scratch memory of one convolution, in shorts and ints, or in floats. NULL out of memory.
int16_t *winograd_byte_weights(const WinogradShape *shape, const int8_t *weights); // [out][in][3][3]
float *winograd_float_weights(const WinogradShape *shape, const float *weights);
void *winograd_scratch(const WinogradShape *shape);

// The sums. Both kinds may read up to 64 bytes behind the end of `source`.
void winograd_bytes(const WinogradShape *shape, const int16_t *weights, const uint8_t *source,
                    int32_t *target, void *scratch);
// relu(conv + bias), or with `add` relu(target + conv + bias).
void winograd_floats(const WinogradShape *shape, const float *weights, const float *bias, bool add,
                     const float *source, float *target, void *scratch);

#endif
