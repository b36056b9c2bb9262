// A net in f32, by net/winograd.h: what bytes are measured and calibrated against, and all that a plain net has.
#ifndef MUSTPLAY_NET_FLOAT_NET_H
#define MUSTPLAY_NET_FLOAT_NET_H

#include "net/layers.h"
#include "net/planes.h"

// Weights, and scratch memory for each size of board: for one thread.
typedef struct FloatNet FloatNet;

// `table` is input_table's, or planes_table's of a plain net; it and the net must outlive the FloatNet. NULL out of memory.
FloatNet *float_net_new(const Net *net, const float *table);
void float_net_free(FloatNet *f);
// Shows the inputs of every convolution from now on.
void float_net_set_tap(FloatNet *f, NetTap tap, void *context);

// False out of memory. A plain net has no map of heads.
bool float_net_run(FloatNet *f, const Features *features, NetMaps *maps);
bool float_net_run_plain(FloatNet *f, const Planes *planes, NetMaps *maps);
// The convolutions alone, on whatever lies in the buffers.
bool float_net_run_bare(FloatNet *f, int height, int width);

#endif
