// A net in bytes. With AVX-512 VNNI net/direct.h evaluates it: each layer only where the requested cells depend on it.
// On other machines, and with other channels, net/winograd.h evaluates it on the whole board. The results are the same
// bit by bit.
//
// The residual map stays in f32 and every block adds to it exactly. Only the inputs of convolutions are rounded to 8 bits.
// They come from a relu, so they are unsigned; calibration gives a scale per layer. Weights have a scale per output channel.
#ifndef MUSTPLAY_NET_BYTE_NET_H
#define MUSTPLAY_NET_BYTE_NET_H

#include "net/layers.h"

// Weights, and scratch memory for each size of board: for one thread.
typedef struct ByteNet ByteNet;

// A calibrated net. `table` is input_table's; it and the net must outlive the ByteNet. NULL out of memory.
ByteNet *byte_net_new(const Net *net, const float *table);
void byte_net_free(ByteNet *b);

// Evaluates the whole board, or with `cells` the heads' map at these `count` cells only. In the second case the rest of this
// map, and the trunk's map, are undefined. False out of memory.
bool byte_net_run(ByteNet *b, const Features *features, const int16_t *cells, int count, NetMaps *maps);
// The convolutions alone, on whatever lies in the buffers.
bool byte_net_run_bare(ByteNet *b, int height, int width);

#endif
