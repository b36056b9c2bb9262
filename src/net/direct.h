// 3x3 convolutions of bytes on chosen cells of a board, each with what follows it (net/layers.h) while its sums are still in
// registers. For machines with AVX-512 VNNI; sums are exact and are rounded as net/layers.h rounds them, so that the results
// are the same bit by bit.
//
// Maps are channels-last: [cells][channels].
#ifndef MUSTPLAY_NET_DIRECT_H
#define MUSTPLAY_NET_DIRECT_H

#include "net/layers.h"

// This machine can, and the kernel is made for these channels.
bool direct_can(int in, int out);

// From [out][in][3][3] to the kernel's order. NULL out of memory; the caller frees it.
int8_t *direct_weights(int in, int out, const int8_t *weights);

// The board, and the cells of it where a layer is worked out. Cells with the same taps that follow each other are worked out together.
typedef struct DirectCells {
    int width;
    const uint16_t
        *taps; // by cell: which taps of a 3x3 convolution lie on the board, row by row from the lowest bit on
    const int16_t *cell;
    int count;
} DirectCells;

typedef struct DirectLayer {
    int in, out;
    const int8_t *weights;
    const float *scale, *bias; // by output channel
} DirectLayer;

// relu(conv5x5) as in input_layer, kept in f32 and in bytes with `per_unit` steps per unit.
void direct_input(const Net *net, const float *table, const Features *features, const DirectCells *cells,
                  float per_unit, float *map, uint8_t *bytes);
// What quant_relu, quant_add_relu and dequant_relu do with the sums.
void direct_relu(const DirectLayer *layer, const DirectCells *cells, const uint8_t *from, float per_unit,
                 uint8_t *bytes);
void direct_add_relu(const DirectLayer *layer, const DirectCells *cells, const uint8_t *from, float per_unit,
                     float *map, uint8_t *bytes);
void direct_floats(const DirectLayer *layer, const DirectCells *cells, const uint8_t *from, float *map);

#endif
