#include "net/layers.h"

#include "net/planes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Where a cell of the board stands in the features.
static int features_place(const Features *f, const Geometry *g, int cell) {
    int column = cell_column(g, cell), row = cell_row(g, cell), stride = f->width + 2 * NET_RING;
    return f->mirrored ? (column + NET_RING) * stride + row + NET_RING
                       : (row + NET_RING) * stride + column + NET_RING;
}

void features_of(const Position *position, CellSet moves, Features *f) {
    const Geometry *g = position->geometry;
    Color own = position->to_move, other = color_other(own);
    f->mirrored = own == WHITE;
    f->width = f->mirrored ? g->height : g->width;
    f->height = f->mirrored ? g->width : g->height;
    int stride = f->width + 2 * NET_RING, rows = f->height + 2 * NET_RING;
    for (int row = 0; row < rows; row++) {
        bool own_edge = row < NET_RING || row >= rows - NET_RING;
        uint8_t *line = f->seen + row * stride;
        memset(line, own_edge ? SEEN_OWN : SEEN_EMPTY, (size_t)stride);
        for (int i = 0; i < NET_RING; i++)
            line[i] = line[stride - 1 - i] = own_edge ? SEEN_CORNER : SEEN_OTHER;
    }
    CellSet stones = cellset_or(position->stones[own], position->stones[other]);
    CellSet idle = cellset_minus(position_vacant(position), moves);
    for (int cell; (cell = cellset_pop(&stones)) >= 0;)
        f->seen[features_place(f, g, cell)] =
            cellset_has(position->stones[own], cell) ? SEEN_OWN : SEEN_OTHER;
    for (int cell; (cell = cellset_pop(&idle)) >= 0;) f->seen[features_place(f, g, cell)] = SEEN_IDLE;
}

float *input_table(const Net *net) {
    int channels = net->arch.channels, planes = net->arch.planes;
    float *table = malloc((size_t)(SEEN_KINDS * 25 * channels) * sizeof *table);
    if (!table) return NULL;
    for (int tap = 0; tap < 25; tap++) {
        for (int c = 0; c < channels; c++) {
            const float *w = net->input_weight + (size_t)(c * planes * 25 + tap);
            float own = w[0], other = w[25], empty = w[50], idle = planes > PLANES_STONES ? w[75] : 0;
            const float seen[SEEN_KINDS] = {own, other, empty, own + other, empty + idle};
            for (int kind = 0; kind < SEEN_KINDS; kind++)
                table[(kind * 25 + tap) * channels + c] = seen[kind];
        }
    }
    return table;
}

void row_add(float *restrict to, const float *restrict from, int count) {
    for (int i = 0; i < count; i++) to[i] += from[i];
}

void row_relu(float *row, int count) {
    for (int i = 0; i < count; i++) row[i] = row[i] > 0 ? row[i] : 0;
}

void input_layer(const Net *net, const float *table, const Features *f, float *map) {
    int channels = net->arch.channels, stride = f->width + 2 * NET_RING;
    for (int row = 0; row < f->height; row++) {
        for (int column = 0; column < f->width; column++) {
            memcpy(map, net->input_bias, (size_t)channels * sizeof *map);
            for (int tap = 0; tap < 25; tap++) {
                int kind = f->seen[(row + tap / 5) * stride + column + tap % 5];
                row_add(map, table + (kind * 25 + tap) * channels, channels);
            }
            row_relu(map, channels);
            map += channels;
        }
    }
}

// The greatest size, in sixteen lanes, so that it vectorizes.
static float greatest_of(const float *numbers, int count) {
    float lane[16] = {0}, greatest = 0;
    int whole = count / 16 * 16;
    for (int i = 0; i < whole; i += 16) {
        for (int k = 0; k < 16; k++) {
            float size = fabsf(numbers[i + k]);
            lane[k] = size > lane[k] ? size : lane[k];
        }
    }
    for (int i = whole; i < count; i++) greatest = fmaxf(greatest, fabsf(numbers[i]));
    for (int k = 0; k < 16; k++) greatest = fmaxf(greatest, lane[k]);
    return greatest;
}

float quant_weights(const float *weights, int count, int8_t *out) {
    float greatest = greatest_of(weights, count);
    float scale = greatest > 0 ? greatest / 127 : 1;
    for (int i = 0; i < count; i++) out[i] = (int8_t)rintf(weights[i] / scale);
    return scale;
}

// 0 to 255, rounded; x is not negative.
static inline uint8_t to_byte(float x) {
    x += 0.5f;
    return (uint8_t)(int)(x < 255.0f ? x : 255.0f);
}

void quant_relu(const int32_t *restrict sum, const float *restrict scale, const float *restrict bias,
                float per_unit, int cells, int channels, uint8_t *restrict out) {
    for (int cell = 0; cell < cells; cell++, sum += channels, out += channels) {
        for (int c = 0; c < channels; c++) {
            float x = (float)sum[c] * scale[c] + bias[c];
            out[c] = to_byte((x > 0 ? x : 0) * per_unit);
        }
    }
}

void quant_add_relu(const int32_t *restrict sum, const float *restrict scale, const float *restrict bias,
                    float per_unit, int cells, int channels, float *restrict map, uint8_t *restrict out) {
    for (int cell = 0; cell < cells; cell++, sum += channels, map += channels, out += channels) {
        for (int c = 0; c < channels; c++) {
            float x = map[c] + ((float)sum[c] * scale[c] + bias[c]);
            x = x > 0 ? x : 0;
            map[c] = x;
            out[c] = to_byte(x * per_unit);
        }
    }
}

void dequant_relu(const int32_t *restrict sum, const float *restrict scale, const float *restrict bias,
                  int cells, int channels, float *restrict out) {
    for (int cell = 0; cell < cells; cell++, sum += channels, out += channels) {
        for (int c = 0; c < channels; c++) {
            float x = (float)sum[c] * scale[c] + bias[c];
            out[c] = x > 0 ? x : 0;
        }
    }
}

void quant_map(const float *restrict map, float per_unit, size_t count, uint8_t *restrict out) {
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

void cell_heads(const Net *net, const float *map, int cells, float *logit, float *action) {
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

float value_head(const Net *net, const float *map, int cells) {
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
