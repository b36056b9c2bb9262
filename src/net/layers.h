// The layers that are not 3x3 convolutions, in plain C that the compiler vectorizes. Maps are channels-last:
// [cells][channels].
#ifndef MUSTPLAY_NET_LAYERS_H
#define MUSTPLAY_NET_LAYERS_H

#include "game/position.h"
#include "net/net.h"

// What the net sees of one cell of the board or its ring of two: which planes are 1. Idle: empty, and no move to be
// considered.
enum { SEEN_OWN, SEEN_OTHER, SEEN_EMPTY, SEEN_CORNER, SEEN_IDLE, SEEN_KINDS };
enum { NET_RING = 2, SEEN_MAX = (BOARD_MAX + 2 * NET_RING) * (BOARD_MAX + 2 * NET_RING) };

// The position as the side to move sees it: rows and columns exchanged when White moves, the ring around.
typedef struct Features {
    int width, height; // of the board as seen
    bool mirrored;
    uint8_t seen[SEEN_MAX]; // [height + 4][width + 4]
} Features;

// What a net leaves, for the cells of the features: the trunk's last map, [cells][C], and that of the heads, [cells][2P].
typedef struct NetMaps {
    const float *trunk, *head;
} NetMaps;

// Sums of rows of `count` channels, and their relu.
void row_add(float *restrict to, const float *restrict from, int count);
void row_relu(float *row, int count);

// `moves`: the empty cells that are considered.
void features_of(const Position *position, CellSet moves, Features *features);
// The cell of the board for a cell of the features.
static inline int features_cell(const Features *features, int seen_cell) {
    if (!features->mirrored) return seen_cell;
    return seen_cell % features->width * features->height + seen_cell / features->width;
}
// And back.
static inline int features_seen(const Features *features, int cell) {
    if (!features->mirrored) return cell;
    return cell % features->height * features->width + cell / features->height;
}

// The first layer's weights by what is seen: [SEEN_KINDS][25][channels]. The caller frees it.
float *input_table(const Net *net);
// relu(conv5x5): the trunk's first map.
void input_layer(const Net *net, const float *table, const Features *features, float *map);

// Weights in bytes, 127 steps either way; what one step is worth.
float quant_weights(const float *weights, int count, int8_t *out);

// The ends of 8-bit convolutions. `sum` holds the products' sums, `scale` and `bias` are by channel.
// u = relu(sum * scale + bias), in 8 bits with `per_unit` steps per unit.
void quant_relu(const int32_t *sum, const float *scale, const float *bias, float per_unit, int cells,
                int channels, uint8_t *out);
// t = relu(t + sum * scale + bias), kept in f32 and in 8 bits for the next convolution.
void quant_add_relu(const int32_t *sum, const float *scale, const float *bias, float per_unit, int cells,
                    int channels, float *map, uint8_t *out);
// The same as quant_relu, kept in f32.
void dequant_relu(const int32_t *sum, const float *scale, const float *bias, int cells, int channels,
                  float *out);
void quant_map(const float *map, float per_unit, size_t count, uint8_t *out);

// The 1x1 convolutions after the heads' common map [cells][2P]: a logit and a value before tanh per cell. A plain net
// has the logit alone, straight from its last map [cells][C]; the value is 0.
void cell_heads(const Net *net, const float *map, int cells, float *logit, float *action);
// The value before tanh, from the trunk's last map.
float value_head(const Net *net, const float *map, int cells);

#endif
