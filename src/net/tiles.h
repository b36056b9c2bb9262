// 3x3 convolutions by Winograd's F(2x2, 3x3) (Lavin and Gray 2016) with products of bytes, for machines with AVX-512 VNNI.
//
// A tile of 2x2 results costs 16 products per channel instead of 36: a layer takes about half the products of a plain
// convolution. The price is precision. The transformed inputs and weights are rounded to 8 bits, each place of a tile with
// a range of its own. The maps themselves stay in f32. Maps are channels-last, [cells][channels].
#ifndef MUSTPLAY_NET_TILES_H
#define MUSTPLAY_NET_TILES_H

#include "net/net.h"

// This machine can, and the kernel is made for these channels.
bool tiles_can(int in, int out);

// How a board is cut into tiles.
typedef struct TileGrid {
    int height, width;
    int rows, columns, count;
} TileGrid;

TileGrid tile_grid(int height, int width);

// The transformed inputs of a tile in one channel: B' d B, where d is the 4x4 cells that the tile reads. `map` points to the
// first cell's value in this channel.
void tile_transform(const TileGrid *grid, const float *map, int channels, int tile, float places[NET_PLACES]);
// How many steps 8 bits have from zero up. Inputs are never negative, so that one place of the tile is not either.
int tile_steps(int place);

typedef struct TileLayer {
    int in, out;
    int8_t *weights;            // [out / 64][place][in / 4][64][4]
    float *scale;               // [out / 64][place][64]: what one unit of a sum is worth
    float *bias;                // [out / 64][4][64], by the cells of a tile
    float per_unit[NET_PLACES]; // steps per unit of the transformed inputs
} TileLayer;

// `max`: the largest transformed input that 8 bits represent, by place. False out of memory.
bool tile_layer_make(TileLayer *layer, const NetConv *conv, const float max[NET_PLACES]);
void tile_layer_free(TileLayer *layer);

// Scratch memory for one layer at a time. False out of memory.
typedef struct TileScratch {
    uint8_t *inputs; // [place][tiles][in], 128 is zero
    int32_t *sums;   // [place][tiles][64]
} TileScratch;

bool tile_scratch_make(TileScratch *scratch, const TileGrid *grid, int channels);
void tile_scratch_free(TileScratch *scratch);

// relu(conv + bias), or with `add` relu(what is there + conv + bias).
void tile_layer_run(const TileLayer *layer, const TileGrid *grid, const float *from, bool add, float *to,
                    const TileScratch *scratch);

#endif
