#include "net/layers.h"

#include "net/layer_kernels.h"
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

// --- What takes time is compiled for each level of instructions.

static const LayerKernels *kernels(void) {
    return LEVEL_CHOICE(layer_kernels);
}

void row_add(float *to, const float *from, int count) {
    kernels()->row_add(to, from, count);
}

void row_relu(float *row, int count) {
    kernels()->row_relu(row, count);
}

void input_layer(const Net *net, const float *table, const Features *f, float *map) {
    kernels()->input_layer(net, table, f, map);
}

void quant_relu(const int32_t *sum, const float *scale, const float *bias, float per_unit, int cells,
                int channels, uint8_t *out) {
    kernels()->quant_relu(sum, scale, bias, per_unit, cells, channels, out);
}

void quant_add_relu(const int32_t *sum, const float *scale, const float *bias, float per_unit, int cells,
                    int channels, float *map, uint8_t *out) {
    kernels()->quant_add_relu(sum, scale, bias, per_unit, cells, channels, map, out);
}

void dequant_relu(const int32_t *sum, const float *scale, const float *bias, int cells, int channels,
                  float *out) {
    kernels()->dequant_relu(sum, scale, bias, cells, channels, out);
}

void quant_map(const float *map, float per_unit, size_t count, uint8_t *out) {
    kernels()->quant_map(map, per_unit, count, out);
}

void cell_heads(const Net *net, const float *map, int cells, float *logit, float *action) {
    kernels()->cell_heads(net, map, cells, logit, action);
}

float value_head(const Net *net, const float *map, int cells) {
    return kernels()->value_head(net, map, cells);
}
