// A net in bytes. With AVX-512 VNNI it is worked out by net/direct.h, every layer only where the cells that are asked about
// depend on it; on other machines, and with other channels, by net/winograd.h, on the whole board. The results are the same bit
// by bit.
//
// The residual map stays in f32: every block adds to it exactly, and only the inputs of convolutions are rounded to 8 bits
// (unsigned, because they come from a relu; a scale per layer, from the calibration). Weights have a scale per output channel.
#ifndef MUSTPLAY_NET_BYTE_NET_H
#define MUSTPLAY_NET_BYTE_NET_H

#include "net/layers.h"

// Weights, and scratch memory for each size of board: for one thread.
typedef struct ByteNet ByteNet;

// A calibrated net. `table` is input_table's; it and the net must outlive the ByteNet. NULL out of memory.
ByteNet *byte_net_new(const Net *net, const float *table);
void byte_net_free(ByteNet *b);

// Works out the whole board; with `cells`, `count` of them, the heads' map there alone, and then what is elsewhere and in the
// trunk's map is of no use. False out of memory.
bool byte_net_run(ByteNet *b, const Features *features, const int16_t *cells, int count, NetMaps *maps);
// The convolutions alone, on whatever lies in the buffers.
bool byte_net_run_bare(ByteNet *b, int height, int width);

#endif
