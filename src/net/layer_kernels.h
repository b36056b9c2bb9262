// What each level of instructions exports of net/layers.h.
#ifndef MUSTPLAY_NET_LAYER_KERNELS_H
#define MUSTPLAY_NET_LAYER_KERNELS_H

#include "base/level.h"
#include "net/layers.h"

typedef struct LayerKernels {
    void (*row_add)(float *to, const float *from, int count);
    void (*row_relu)(float *row, int count);
    void (*input_layer)(const Net *net, const float *table, const Features *f, float *map);
    void (*quant_relu)(const int32_t *sum, const float *scale, const float *bias, float per_unit, int cells,
                       int channels, uint8_t *out);
    void (*quant_add_relu)(const int32_t *sum, const float *scale, const float *bias, float per_unit,
                           int cells, int channels, float *map, uint8_t *out);
    void (*dequant_relu)(const int32_t *sum, const float *scale, const float *bias, int cells, int channels,
                         float *out);
    void (*quant_map)(const float *map, float per_unit, size_t count, uint8_t *out);
    void (*cell_heads)(const Net *net, const float *map, int cells, float *logit, float *action);
    float (*value_head)(const Net *net, const float *map, int cells);
} LayerKernels;

LEVEL_TABLES(LayerKernels, layer_kernels);

#endif
