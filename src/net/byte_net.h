// A net in bytes by net/direct.h. Every layer is worked out only where the cells that are asked about depend on it.
#ifndef MUSTPLAY_NET_BYTE_NET_H
#define MUSTPLAY_NET_BYTE_NET_H

#include "net/layers.h"

// Weights, and scratch memory for each size of board: for one thread.
typedef struct ByteNet ByteNet;

// Whether the kernel is made for this machine and this net, and worth using.
bool byte_net_can(const Net *net);
// `table` is input_table's; it and the net must outlive the ByteNet. NULL out of memory.
ByteNet *byte_net_new(const Net *net, const float *table);
void byte_net_free(ByteNet *b);
// The weights of a convolution as [out][in][3][3], and what one unit of its sums is worth, by output channel; the latter is kept by
// the caller. All must be set before the first run. False out of memory.
bool byte_net_set(ByteNet *b, int conv, const int8_t *weights, const float *scale);

// Works out the whole board; with `cells`, `count` of them, the heads' map there alone, and then what is elsewhere and in the
// trunk's map is of no use. False out of memory.
bool byte_net_run(ByteNet *b, const Features *features, const int16_t *cells, int count, NetMaps *maps);
// The convolutions alone, on whatever lies in the buffers.
bool byte_net_run_bare(ByteNet *b, int height, int width);

#endif
