// Blocks of cells with the same taps are worked out at once (net/products.h).
#include "net/direct.h"

#include "net/products.h"

#include <stdlib.h>
#include <string.h>

enum { TAPS = 9, INPUT_TAPS = 25 };

// What becomes of the sums.
typedef enum EndKind { END_RELU, END_ADD_RELU, END_FLOATS } EndKind;

typedef struct End {
    EndKind kind;
    float per_unit;
    float *map;
    uint8_t *bytes;
} End;

#if defined(__x86_64__)

#include <immintrin.h>

enum { LANES = 16, VECTORS = OUT_AT_ONCE / LANES };

VNNI_INLINE void bytes_store(uint8_t *to, __m512 x, float per_unit) {
    __m512 steps = _mm512_add_ps(_mm512_mul_ps(x, _mm512_set1_ps(per_unit)), _mm512_set1_ps(0.5f));
    __m512i whole = _mm512_cvttps_epi32(_mm512_min_ps(steps, _mm512_set1_ps(255.0f)));
    _mm_storeu_si128((__m128i *)to, _mm512_cvtepi32_epi8(whole));
}

VNNI_INLINE __m512 relu(__m512 x) {
    return _mm512_max_ps(x, _mm512_setzero_ps());
}

// Ends the sums of a cell for the 64 channels from `at` on.
VNNI_INLINE void sums_end(const int32_t *sums, const DirectLayer *layer, int at, const End *end, int cell) {
    for (int c = at, to = cell * layer->out + at; c < at + OUT_AT_ONCE; c += LANES, to += LANES) {
        __m512 x = _mm512_cvtepi32_ps(_mm512_load_si512(sums + c - at));
        x = _mm512_mul_ps(x, _mm512_loadu_ps(layer->scale + c));
        x = _mm512_add_ps(x, _mm512_loadu_ps(layer->bias + c));
        if (end->kind == END_ADD_RELU) x = _mm512_add_ps(_mm512_loadu_ps(end->map + to), x);
        x = relu(x);
        if (end->kind != END_RELU) _mm512_storeu_ps(end->map + to, x);
        if (end->kind != END_FLOATS) bytes_store(end->bytes + to, x, end->per_unit);
    }
}

// How many cells to take from the front of a list: those with the same taps, in blocks of about equal size.
static int block_size(const DirectCells *cells, const int16_t *cell, int left) {
    int same = 1;
    while (same < left && cells->taps[cell[same]] == cells->taps[cell[0]]) same++;
    int blocks = (same + CELLS_AT_ONCE - 1) / CELLS_AT_ONCE;
    return (same + blocks - 1) / blocks;
}

VNNI_INLINE void layer_run(const DirectLayer *layer, const DirectCells *cells, const uint8_t *from, End end) {
    Sums sum __attribute__((aligned(64)));
    for (int first = 0, count; first < cells->count; first += count) {
        const int16_t *cell = cells->cell + first;
        const uint8_t *source[CELLS_AT_ONCE];
        count = block_size(cells, cell, cells->count - first);
        for (int i = 0; i < count; i++) source[i] = from + cell[i] * layer->in;
        for (int at = 0; at < layer->out; at += OUT_AT_ONCE) {
            const int8_t *weights = layer->weights + at * layer->in * TAPS;
            PRODUCT_SUMS[count - 1](weights, layer->in, cells->width, cells->taps[cell[0]], source, sum);
            for (int i = 0; i < count; i++) sums_end(sum[i], layer, at, &end, cell[i]);
        }
    }
}

// The sums of rows of 64 numbers each, in order.
VNNI_INLINE void rows_end(const float *bias, const float *const row[INPUT_TAPS], int at, float per_unit,
                          float *map, uint8_t *bytes) {
    __m512 sum[VECTORS];
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; v++) sum[v] = _mm512_loadu_ps(bias + at + LANES * v);
    for (int tap = 0; tap < INPUT_TAPS; tap++) {
#pragma GCC unroll 4
        for (int v = 0; v < VECTORS; v++)
            sum[v] = _mm512_add_ps(sum[v], _mm512_loadu_ps(row[tap] + at + LANES * v));
    }
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; v++) {
        _mm512_storeu_ps(map + at + LANES * v, relu(sum[v]));
        bytes_store(bytes + at + LANES * v, relu(sum[v]), per_unit);
    }
}

#else // the same in plain loops: right, but not worth using

#define VNNI

static uint8_t byte_of(float x, float per_unit) {
    float steps = x * per_unit + 0.5f;
    return (uint8_t)(int)(steps < 255.0f ? steps : 255.0f);
}

static int32_t sum_of(const DirectLayer *layer, const DirectCells *cells, const uint8_t *from, int cell,
                      int o) {
    int32_t sum = 0;
    for (int i = 0; i < layer->in * TAPS; i++) {
        int tap = i / layer->in, group = (o / OUT_AT_ONCE * layer->in * TAPS + i) / GROUP;
        int at = (cell + (tap / 3 - 1) * cells->width + tap % 3 - 1) * layer->in + i % layer->in;
        if (!(cells->taps[cell] >> tap & 1)) continue;
        sum += from[at] * layer->weights[(group * OUT_AT_ONCE + o % OUT_AT_ONCE) * GROUP + i % GROUP];
    }
    return sum;
}

static void layer_run(const DirectLayer *layer, const DirectCells *cells, const uint8_t *from, End end) {
    for (int i = 0; i < cells->count * layer->out; i++) {
        int cell = cells->cell[i / layer->out], o = i % layer->out, to = cell * layer->out + o;
        float x = (float)sum_of(layer, cells, from, cell, o) * layer->scale[o] + layer->bias[o];
        if (end.kind == END_ADD_RELU) x = end.map[to] + x;
        x = x > 0 ? x : 0;
        if (end.kind != END_RELU) end.map[to] = x;
        if (end.kind != END_FLOATS) end.bytes[to] = byte_of(x, end.per_unit);
    }
}

static void rows_end(const float *bias, const float *const row[INPUT_TAPS], int at, float per_unit,
                     float *map, uint8_t *bytes) {
    for (int c = at; c < at + OUT_AT_ONCE; c++) {
        map[c] = bias[c];
        for (int tap = 0; tap < INPUT_TAPS; tap++) map[c] += row[tap][c];
        map[c] = map[c] > 0 ? map[c] : 0;
        bytes[c] = byte_of(map[c], per_unit);
    }
}

#endif

bool direct_can(int in, int out) {
    return products_can(in, out);
}

VNNI void direct_relu(const DirectLayer *layer, const DirectCells *cells, const uint8_t *from, float per_unit,
                      uint8_t *bytes) {
    layer_run(layer, cells, from, (End){END_RELU, per_unit, NULL, bytes});
}

VNNI void direct_add_relu(const DirectLayer *layer, const DirectCells *cells, const uint8_t *from,
                          float per_unit, float *map, uint8_t *bytes) {
    layer_run(layer, cells, from, (End){END_ADD_RELU, per_unit, map, bytes});
}

VNNI void direct_floats(const DirectLayer *layer, const DirectCells *cells, const uint8_t *from, float *map) {
    layer_run(layer, cells, from, (End){END_FLOATS, 0, map, NULL});
}

VNNI void direct_input(const Net *net, const float *table, const Features *f, const DirectCells *cells,
                       float per_unit, float *map, uint8_t *bytes) {
    int channels = net->arch.channels, kind = INPUT_TAPS * channels, stride = f->width + 2 * NET_RING;
    for (int i = 0; i < cells->count; i++) {
        int cell = cells->cell[i];
        const uint8_t *seen = f->seen + cell / f->width * stride + cell % f->width;
        const float *row[INPUT_TAPS];
        const float *tap_rows = table; // of the kind 0
        for (int tap = 0; tap < INPUT_TAPS; tap += 5, seen += stride) {
            for (int k = 0; k < 5; k++, tap_rows += channels) row[tap + k] = tap_rows + seen[k] * kind;
        }
        for (int at = 0; at < channels; at += OUT_AT_ONCE)
            rows_end(net->input_bias, row, at, per_unit, map + cell * channels, bytes + cell * channels);
    }
}

// [out / 64][tap][in / 4][64][4]
int8_t *direct_weights(int in, int out, const int8_t *weights) {
    int8_t *packed = aligned_alloc(64, (size_t)(in * out * TAPS));
    for (int o = 0; packed && o < out; o++) {
        int8_t *channel = packed + o / OUT_AT_ONCE * in * TAPS * OUT_AT_ONCE + o % OUT_AT_ONCE * GROUP;
        for (int i = 0; i < in; i++, weights += TAPS) {
            int8_t *to = channel + i / GROUP * GROUP * OUT_AT_ONCE + i % GROUP;
            for (int tap = 0; tap < TAPS; tap++) to[tap * in * OUT_AT_ONCE] = weights[tap];
        }
    }
    return packed;
}
