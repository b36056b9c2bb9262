// The loops of net/layers.h that take time.
#include "net/layer_kernels.h"

#include <string.h>

static void the_row_add(float *restrict to, const float *restrict from, int count) {
    for (int i = 0; i < count; i++) to[i] += from[i];
}

static void the_row_relu(float *row, int count) {
    for (int i = 0; i < count; i++) row[i] = row[i] > 0 ? row[i] : 0;
}

static void the_input_layer(const Net *net, const float *table, const Features *f, float *map) {
    int channels = net->arch.channels, stride = f->width + 2 * NET_RING;
    for (int row = 0; row < f->height; row++) {
        for (int column = 0; column < f->width; column++) {
            memcpy(map, net->input_bias, (size_t)channels * sizeof *map);
            for (int tap = 0; tap < 25; tap++) {
                int kind = f->seen[(row + tap / 5) * stride + column + tap % 5];
                the_row_add(map, table + (kind * 25 + tap) * channels, channels);
            }
            the_row_relu(map, channels);
            map += channels;
        }
    }
}

// 0 to 255, rounded; x is not negative.
static inline uint8_t to_byte(float x) {
    x += 0.5f;
    return (uint8_t)(int)(x < 255.0f ? x : 255.0f);
}

static void the_quant_relu(const int32_t *restrict sum, const float *restrict scale,
                           const float *restrict bias, float per_unit, int cells, int channels,
                           uint8_t *restrict out) {
    for (int cell = 0; cell < cells; cell++, sum += channels, out += channels) {
        for (int c = 0; c < channels; c++) {
            float x = (float)sum[c] * scale[c] + bias[c];
            out[c] = to_byte((x > 0 ? x : 0) * per_unit);
        }
    }
}

static void the_quant_add_relu(const int32_t *restrict sum, const float *restrict scale,
                               const float *restrict bias, float per_unit, int cells, int channels,
                               float *restrict map, uint8_t *restrict out) {
    for (int cell = 0; cell < cells; cell++, sum += channels, map += channels, out += channels) {
        for (int c = 0; c < channels; c++) {
            float x = map[c] + ((float)sum[c] * scale[c] + bias[c]);
            x = x > 0 ? x : 0;
            map[c] = x;
            out[c] = to_byte(x * per_unit);
        }
    }
}

static void the_dequant_relu(const int32_t *restrict sum, const float *restrict scale,
                             const float *restrict bias, int cells, int channels, float *restrict out) {
    for (int cell = 0; cell < cells; cell++, sum += channels, out += channels) {
        for (int c = 0; c < channels; c++) {
            float x = (float)sum[c] * scale[c] + bias[c];
            out[c] = x > 0 ? x : 0;
        }
    }
}

static void the_quant_map(const float *restrict map, float per_unit, size_t count, uint8_t *restrict out) {
    for (size_t i = 0; i < count; i++) out[i] = to_byte(map[i] * per_unit);
}

// A product of vectors in sixteen lanes, so that it vectorizes without reordering by the compiler.
static float dot(const float *a, const float *b, int count) {
    float lane[16] = {0}, total = 0;
    int i = 0;
    for (; i + 16 <= count; i += 16) {
        for (int k = 0; k < 16; k++) lane[k] += a[i + k] * b[i + k];
    }
    for (; i < count; i++) total += a[i] * b[i];
    for (int k = 0; k < 16; k++) total += lane[k];
    return total;
}

static void the_cell_heads(const Net *net, const float *map, int cells, float *logit, float *action) {
    int head = net->arch.head, channels = net->arch.channels;
    if (net_is_plain(net)) {
        for (int cell = 0; cell < cells; cell++, map += channels) {
            logit[cell] = dot(map, net->policy_weight, channels) + net->policy_bias[0];
            action[cell] = 0;
        }
        return;
    }
    for (int cell = 0; cell < cells; cell++, map += 2 * head) {
        logit[cell] = dot(map, net->policy_weight, head) + net->policy_bias[0];
        action[cell] = dot(map + head, net->action_weight, head) + net->action_bias[0];
    }
}

static void pool(const float *restrict map, int cells, int channels, float *restrict mean,
                 float *restrict greatest) {
    memcpy(mean, map, (size_t)channels * sizeof *mean);
    memcpy(greatest, map, (size_t)channels * sizeof *greatest);
    for (int cell = 1; cell < cells; cell++) {
        const float *row = map + (size_t)cell * (size_t)channels;
        for (int c = 0; c < channels; c++) {
            mean[c] += row[c];
            greatest[c] = row[c] > greatest[c] ? row[c] : greatest[c];
        }
    }
    for (int c = 0; c < channels; c++) mean[c] /= (float)cells;
}

static float the_value_head(const Net *net, const float *map, int cells) {
    int channels = net->arch.channels, hidden = net->arch.value;
    float pooled[2 * NET_CHANNELS_MAX];
    pool(map, cells, channels, pooled, pooled + channels);
    float total = net->fc2_bias[0];
    for (int i = 0; i < hidden; i++) {
        float x =
            dot(pooled, net->fc1_weight + (size_t)i * 2 * (size_t)channels, 2 * channels) + net->fc1_bias[i];
        if (x > 0) total += x * net->fc2_weight[i];
    }
    return total;
}

const LayerKernels LEVEL_NAME(layer_kernels) = {.row_add = the_row_add,
                                                .row_relu = the_row_relu,
                                                .input_layer = the_input_layer,
                                                .quant_relu = the_quant_relu,
                                                .quant_add_relu = the_quant_add_relu,
                                                .dequant_relu = the_dequant_relu,
                                                .quant_map = the_quant_map,
                                                .cell_heads = the_cell_heads,
                                                .value_head = the_value_head};
