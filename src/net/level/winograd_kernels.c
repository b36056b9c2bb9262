// Three steps. Every tile of 4x4 inputs (they overlap by two) is transformed, which gives one matrix [tiles][in] for each of
// the 16 places of a tile. Each is multiplied by the weights of its place, [in][out]. The 16 results of a tile are transformed
// back to 2x2 outputs.
//
// Channels are rounded up to whole vectors. What is read behind the last channel of a cell belongs to its neighbour and meets
// weights of zero.
#include "net/winograd_kernels.h"

#include "net/simd.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = WINOGRAD_PLACES, TILES_AT_ONCE = 4, OUT_AT_ONCE = 2 * SIMD_LANES };

// The sizes of the three steps.
typedef struct Steps {
    int in, out; // rounded up
    int rows, columns, tiles;
} Steps;

static int round_up(int x, int unit) {
    return (x + unit - 1) / unit * unit;
}

static Steps steps_of(const WinogradShape *shape) {
    int rows = (shape->height + 1) / 2, columns = (shape->width + 1) / 2;
    return (Steps){round_up(shape->in, SIMD_SHORTS), round_up(shape->out, OUT_AT_ONCE), rows, columns,
                   rows * columns};
}

static void *zeros(size_t bytes) {
    size_t rounded = (bytes + 127) / 64 * 64;
    void *memory = aligned_alloc(64, rounded);
    if (memory) memset(memory, 0, rounded);
    return memory;
}

// Scratch: the transformed inputs, in floats or shorts, then the products, in floats or ints.
static void *scratch_new(const WinogradShape *shape) {
    Steps s = steps_of(shape);
    return zeros((size_t)(PLACES * s.tiles) * (size_t)(s.in + s.out) * sizeof(float));
}

static void *products_of(const Steps *s, void *scratch) {
    return (float *)scratch + (size_t)(PLACES * s->tiles) * (size_t)s->in;
}

// --- Weights

// By place, then blocks of OUT_AT_ONCE outputs, then pairs of inputs; the two of a pair lie side by side.
static int16_t *byte_weights(const WinogradShape *shape, const int8_t *weights) {
    Steps s = steps_of(shape);
    size_t place = (size_t)s.in * (size_t)s.out;
    int16_t *packed = zeros(PLACES * place * sizeof *packed);
    for (int o = 0; packed && o < shape->out; o++) {
        for (int i = 0; i < shape->in; i++, weights += 9) {
            float g[9], u[PLACES]; // whole numbers of at most 11 bits, exact
            for (int k = 0; k < 9; k++) g[k] = weights[k];
            winograd_weight_transform(g, u);
            size_t at = (size_t)(o / OUT_AT_ONCE * s.in + i / 2 * 2) * OUT_AT_ONCE +
                        (size_t)(2 * (o % OUT_AT_ONCE) + i % 2);
            for (int k = 0; k < PLACES; k++) packed[(size_t)k * place + at] = (int16_t)u[k];
        }
    }
    return packed;
}

static float *float_weights(const WinogradShape *shape, const float *weights) {
    Steps s = steps_of(shape);
    size_t place = (size_t)s.in * (size_t)s.out;
    float *packed = zeros(PLACES * place * sizeof *packed);
    for (int o = 0; packed && o < shape->out; o++) {
        for (int i = 0; i < shape->in; i++, weights += 9) {
            float u[PLACES];
            winograd_weight_transform(weights, u);
            size_t at = (size_t)(o / OUT_AT_ONCE * s.in + i) * OUT_AT_ONCE + (size_t)(o % OUT_AT_ONCE);
            for (int k = 0; k < PLACES; k++) packed[(size_t)k * place + at] = u[k] / 4;
        }
    }
    return packed;
}

// --- Inputs: B' d B

// In place on 4x4 vectors d of any type.
#define INPUT_TRANSFORM(Vector, d)                                                                           \
    do {                                                                                                     \
        for (int i = 0; i < 4; i++) {                                                                        \
            Vector d0 = d[i], d1 = d[4 + i], d2 = d[8 + i], d3 = d[12 + i];                                  \
            d[i] = d0 - d2, d[4 + i] = d1 + d2, d[8 + i] = d2 - d1, d[12 + i] = d1 - d3;                     \
        }                                                                                                    \
        for (int i = 0; i < PLACES; i += 4) {                                                                \
            Vector d0 = d[i], d1 = d[i + 1], d2 = d[i + 2], d3 = d[i + 3];                                   \
            d[i] = d0 - d2, d[i + 1] = d1 + d2, d[i + 2] = d2 - d1, d[i + 3] = d1 - d3;                      \
        }                                                                                                    \
    } while (0)

// The cells that a tile reads; -1 outside of the board.
static void tile_cells(const WinogradShape *shape, const Steps *s, int tile, int cell[PLACES]) {
    int top = tile / s->columns * 2 - 1, left = tile % s->columns * 2 - 1;
    for (int k = 0; k < PLACES; k++) {
        int row = top + k / 4, column = left + k % 4;
        bool inside = row >= 0 && row < shape->height && column >= 0 && column < shape->width;
        cell[k] = inside ? row * shape->width + column : -1;
    }
}

static void bytes_transform(const WinogradShape *shape, const Steps *s, const uint8_t *source, int16_t *out) {
    size_t place = (size_t)s->tiles * (size_t)s->in;
    for (int tile = 0; tile < s->tiles; tile++, out += s->in) {
        int cell[PLACES];
        tile_cells(shape, s, tile, cell);
        for (int c = 0; c < s->in; c += SIMD_SHORTS) {
            Shorts d[PLACES];
            for (int k = 0; k < PLACES; k++)
                d[k] = cell[k] < 0 ? (Shorts){0} : shorts_of_bytes(source + cell[k] * shape->in + c);
            INPUT_TRANSFORM(Shorts, d);
            for (int k = 0; k < PLACES; k++) shorts_store(out + (size_t)k * place + c, d[k]);
        }
    }
}

static void floats_transform(const WinogradShape *shape, const Steps *s, const float *source, float *out) {
    size_t place = (size_t)s->tiles * (size_t)s->in;
    for (int tile = 0; tile < s->tiles; tile++, out += s->in) {
        int cell[PLACES];
        tile_cells(shape, s, tile, cell);
        for (int c = 0; c < shape->in; c += SIMD_LANES) {
            Floats d[PLACES];
            for (int k = 0; k < PLACES; k++)
                d[k] = cell[k] < 0 ? (Floats){0} : floats_load(source + cell[k] * shape->in + c);
            INPUT_TRANSFORM(Floats, d);
            for (int k = 0; k < PLACES; k++) floats_store(out + (size_t)k * place + c, d[k]);
        }
    }
}

// --- Products. `count` tiles, a constant, times a block of OUT_AT_ONCE outputs.

static inline __attribute__((always_inline)) void bytes_block(const int16_t *v, const int16_t *w, int in,
                                                              int out, int32_t *m, int count) {
    Ints low[TILES_AT_ONCE], high[TILES_AT_ONCE];
    for (int t = 0; t < count; t++) low[t] = high[t] = (Ints){0};
    for (int i = 0; i < in; i += 2, w += 2 * OUT_AT_ONCE) {
        Shorts w0 = shorts_load(w), w1 = shorts_load(w + SIMD_SHORTS);
        for (int t = 0; t < count; t++) {
            Shorts x = shorts_of_pair(v + t * in + i);
            low[t] += ints_of_products(x, w0);
            high[t] += ints_of_products(x, w1);
        }
    }
    for (int t = 0; t < count; t++) {
        ints_store(m + t * out, low[t]);
        ints_store(m + t * out + SIMD_LANES, high[t]);
    }
}

static inline __attribute__((always_inline)) void floats_block(const float *v, const float *w, int in,
                                                               int out, float *m, int count) {
    Floats low[TILES_AT_ONCE], high[TILES_AT_ONCE];
    for (int t = 0; t < count; t++) low[t] = high[t] = (Floats){0};
    for (int i = 0; i < in; i++, w += OUT_AT_ONCE) {
        Floats w0 = floats_load(w), w1 = floats_load(w + SIMD_LANES);
        for (int t = 0; t < count; t++) {
            Floats x = floats_of(v[t * in + i]);
            low[t] += x * w0;
            high[t] += x * w1;
        }
    }
    for (int t = 0; t < count; t++) {
        floats_store(m + t * out, low[t]);
        floats_store(m + t * out + SIMD_LANES, high[t]);
    }
}

// For every place, every block of outputs and every few tiles.
#define PRODUCTS(block, s, v, w, m)                                                                          \
    do {                                                                                                     \
        for (int place = 0; place < PLACES; place++, v += s->tiles * s->in, m += s->tiles * s->out) {        \
            for (int o = 0; o < s->out; o += OUT_AT_ONCE, w += s->in * OUT_AT_ONCE) {                        \
                int tile = 0;                                                                                \
                for (; tile + TILES_AT_ONCE <= s->tiles; tile += TILES_AT_ONCE)                              \
                    block(v + tile * s->in, w, s->in, s->out, m + tile * s->out + o, TILES_AT_ONCE);         \
                for (; tile < s->tiles; tile++)                                                              \
                    block(v + tile * s->in, w, s->in, s->out, m + tile * s->out + o, 1);                     \
            }                                                                                                \
        }                                                                                                    \
    } while (0)

static void bytes_multiply(const Steps *s, const int16_t *v, const int16_t *w, int32_t *m) {
    PRODUCTS(bytes_block, s, v, w, m);
}

static void floats_multiply(const Steps *s, const float *v, const float *w, float *m) {
    PRODUCTS(floats_block, s, v, w, m);
}

// --- Outputs: A' m A

// From 16 vectors m to 4 vectors y.
#define OUTPUT_TRANSFORM(Vector, m, y)                                                                       \
    do {                                                                                                     \
        Vector half[8];                                                                                      \
        for (int i = 0; i < 4; i++) {                                                                        \
            half[i] = m[i] + m[4 + i] + m[8 + i];                                                            \
            half[4 + i] = m[4 + i] - m[8 + i] - m[12 + i];                                                   \
        }                                                                                                    \
        for (int i = 0; i < 2; i++) {                                                                        \
            y[2 * i] = half[4 * i] + half[4 * i + 1] + half[4 * i + 2];                                      \
            y[2 * i + 1] = half[4 * i + 1] - half[4 * i + 2] - half[4 * i + 3];                              \
        }                                                                                                    \
    } while (0)

// Where the four outputs of a tile go, as cells; -1 behind the edge.
static void tile_targets(const WinogradShape *shape, const Steps *s, int tile, int cell[4]) {
    int top = tile / s->columns * 2, left = tile % s->columns * 2;
    for (int k = 0; k < 4; k++) {
        int row = top + k / 2, column = left + k % 2;
        cell[k] = row < shape->height && column < shape->width ? row * shape->width + column : -1;
    }
}

// How many bytes of a vector belong to channels that there are.
static size_t vector_bytes(int channels, int first) {
    int left = channels - first;
    return (size_t)(left < SIMD_LANES ? left : SIMD_LANES) * sizeof(float);
}

static void bytes_finish(const WinogradShape *shape, const Steps *s, const int32_t *m, int32_t *target) {
    size_t place = (size_t)s->tiles * (size_t)s->out;
    for (int tile = 0; tile < s->tiles; tile++, m += s->out) {
        int cell[4];
        tile_targets(shape, s, tile, cell);
        for (int o = 0; o < shape->out; o += SIMD_LANES) {
            Ints part[PLACES], y[4];
            for (int k = 0; k < PLACES; k++) part[k] = ints_load(m + (size_t)k * place + o);
            OUTPUT_TRANSFORM(Ints, part, y);
            for (int k = 0; k < 4; k++) {
                Ints sum = y[k] >> 2;
                if (cell[k] >= 0)
                    memcpy(target + cell[k] * shape->out + o, &sum, vector_bytes(shape->out, o));
            }
        }
    }
}

static void floats_finish(const WinogradShape *shape, const Steps *s, const float *m, const float *bias,
                          bool add, float *target) {
    size_t place = (size_t)s->tiles * (size_t)s->out;
    for (int tile = 0; tile < s->tiles; tile++, m += s->out) {
        int cell[4];
        tile_targets(shape, s, tile, cell);
        for (int o = 0; o < shape->out; o += SIMD_LANES) {
            Floats part[PLACES], y[4], before = {0}, shift = {0};
            size_t bytes = vector_bytes(shape->out, o);
            memcpy(&shift, bias + o, bytes);
            for (int k = 0; k < PLACES; k++) part[k] = floats_load(m + (size_t)k * place + o);
            OUTPUT_TRANSFORM(Floats, part, y);
            for (int k = 0; k < 4; k++) {
                if (cell[k] < 0) continue;
                float *to = target + cell[k] * shape->out + o;
                if (add) memcpy(&before, to, bytes);
                Floats sum = before + (y[k] + shift);
                sum = (Floats)((Ints)sum & (sum > 0));
                memcpy(to, &sum, bytes);
            }
        }
    }
}

// --- Together

static void bytes_convolve(const WinogradShape *shape, const int16_t *weights, const uint8_t *source,
                           int32_t *target, void *scratch) {
    Steps s = steps_of(shape);
    bytes_transform(shape, &s, source, scratch);
    bytes_multiply(&s, scratch, weights, products_of(&s, scratch));
    bytes_finish(shape, &s, products_of(&s, scratch), target);
}

static void floats_convolve(const WinogradShape *shape, const float *weights, const float *bias, bool add,
                            const float *source, float *target, void *scratch) {
    Steps s = steps_of(shape);
    floats_transform(shape, &s, source, scratch);
    floats_multiply(&s, scratch, weights, products_of(&s, scratch));
    floats_finish(shape, &s, products_of(&s, scratch), bias, add, target);
}

const WinogradKernels LEVEL_NAME(winograd_kernels) = {byte_weights, float_weights, scratch_new,
                                                      bytes_convolve, floats_convolve};
