// A net in bytes by net/tiles.h, for the whole board: fast, and less precise than net/byte_net.h.
#ifndef MUSTPLAY_NET_TILE_NET_H
#define MUSTPLAY_NET_TILE_NET_H

#include "net/layers.h"

// Weights, and scratch memory for each size of board: for one thread.
typedef struct TileNet TileNet;

// Whether the kernel is made for this machine and this net, and the net is calibrated for it.
bool tile_net_can(const Net *net);
// `table` is input_table's; it and the net must outlive the TileNet. NULL out of memory.
TileNet *tile_net_new(const Net *net, const float *table);
void tile_net_free(TileNet *t);

// False out of memory.
bool tile_net_run(TileNet *t, const Features *features, NetMaps *maps);
// The convolutions alone, on whatever lies in the buffers.
bool tile_net_run_bare(TileNet *t, int height, int width);

#endif
