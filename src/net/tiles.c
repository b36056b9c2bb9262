// Three steps, as in net/winograd.c. The inputs of every tile are transformed and rounded. Each place of the tiles is
// multiplied by its weights. The sums are transformed back, 64 output channels at a time.
//
// The processor multiplies unsigned by signed bytes. But transformed inputs have signs at all places but one, the sum of
// four inputs. Signed places are stored 128 too high. This adds the same to the sums of all tiles, and the bias takes
// it away again.
#include "net/tiles.h"

#include "net/layers.h"
#include "net/products.h"
#include "net/winograd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = NET_PLACES, SUM_PLACE = 5, ZERO = 128, TILE_CELLS = 4 };

bool tiles_can(int in, int out) {
    return products_can(in, out);
}

TileGrid tile_grid(int height, int width) {
    int rows = (height + 1) / 2, columns = (width + 1) / 2;
    return (TileGrid){height, width, rows, columns, rows * columns};
}

// The inputs that a tile reads; zeros outside of the board.
static void patch_read(const TileGrid *grid, const float *map, int channels, int tile, float patch[PLACES]) {
    for (int k = 0; k < PLACES; k++) {
        int row = tile / grid->columns * 2 - 1 + k / 4, column = tile % grid->columns * 2 - 1 + k % 4;
        bool inside = row >= 0 && row < grid->height && column >= 0 && column < grid->width;
        patch[k] = inside ? map[(row * grid->width + column) * channels] : 0;
    }
}

void tile_transform(const TileGrid *grid, const float *map, int channels, int tile, float places[PLACES]) {
    float d[PLACES], half[PLACES];
    patch_read(grid, map, channels, tile, d);
    for (int j = 0; j < 4; j++) {
        half[j] = d[j] - d[8 + j];
        half[4 + j] = d[4 + j] + d[8 + j];
        half[8 + j] = d[8 + j] - d[4 + j];
        half[12 + j] = d[4 + j] - d[12 + j];
    }
    for (int i = 0; i < PLACES; i += 4) {
        places[i] = half[i] - half[i + 2];
        places[i + 1] = half[i + 1] + half[i + 2];
        places[i + 2] = half[i + 2] - half[i + 1];
        places[i + 3] = half[i + 1] - half[i + 3];
    }
}

int tile_steps(int place) {
    return place == SUM_PLACE ? 255 : 127;
}

// --- Weights

// A' m A: from the places of a tile to its four cells.
static void output_transform(const float m[PLACES], float cell[TILE_CELLS]) {
    float row[2][4];
    for (int j = 0; j < 4; j++) {
        row[0][j] = m[j] + m[4 + j] + m[8 + j];
        row[1][j] = m[4 + j] - m[8 + j] - m[12 + j];
    }
    for (int i = 0; i < 2; i++) {
        cell[2 * i] = row[i][0] + row[i][1] + row[i][2];
        cell[2 * i + 1] = row[i][1] - row[i][2] - row[i][3];
    }
}

// What the weights of one output channel are made of.
typedef struct Channel {
    float *places; // [PLACES][in]: transformed
    int8_t *bytes; // [in]: of one place
} Channel;

static void channel_transform(const Channel *channel, int in, const float *weight) {
    for (int i = 0; i < in; i++, weight += 9) {
        float u[PLACES]; // times 4
        winograd_weight_transform(weight, u);
        for (int place = 0; place < PLACES; place++) channel->places[place * in + i] = u[place] / 4;
    }
}

// Rounds them, and puts them into the layer's order.
static void channel_set(TileLayer *layer, int o, const Channel *channel, float bias) {
    int block = o / OUT_AT_ONCE, lane = o % OUT_AT_ONCE, in = layer->in;
    float excess[PLACES], cell[TILE_CELLS];
    for (int place = 0; place < PLACES; place++) {
        float scale =
            quant_weights(channel->places + place * in, in, channel->bytes) / layer->per_unit[place];
        int8_t *to = layer->weights + ((block * PLACES + place) * in * OUT_AT_ONCE + lane * GROUP);
        int32_t total = 0;
        for (int i = 0; i < in; i++) total += channel->bytes[i];
        for (int i = 0; i < in; i += GROUP, to += GROUP * OUT_AT_ONCE) memcpy(to, channel->bytes + i, GROUP);
        layer->scale[(block * PLACES + place) * OUT_AT_ONCE + lane] = scale;
        excess[place] = place == SUM_PLACE ? 0 : (float)(ZERO * total) * scale;
    }
    output_transform(excess, cell);
    for (int k = 0; k < TILE_CELLS; k++)
        layer->bias[(block * TILE_CELLS + k) * OUT_AT_ONCE + lane] = bias - cell[k];
}

static void *aligned(size_t bytes) {
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

bool tile_layer_make(TileLayer *layer, const NetConv *conv, const float max[PLACES]) {
    size_t in = (size_t)conv->in, out = (size_t)conv->out;
    *layer = (TileLayer){.in = conv->in,
                         .out = conv->out,
                         .weights = aligned(PLACES * in * out),
                         .scale = aligned(PLACES * out * sizeof(float)),
                         .bias = aligned(TILE_CELLS * out * sizeof(float))};
    for (int place = 0; place < PLACES; place++)
        layer->per_unit[place] = (float)tile_steps(place) / max[place];
    Channel channel = {malloc(in * PLACES * sizeof(float)), malloc(in)};
    bool good = layer->weights && layer->scale && layer->bias && channel.places && channel.bytes;
    for (int o = 0; good && o < conv->out; o++) {
        channel_transform(&channel, conv->in, conv->weight + (size_t)o * in * 9);
        channel_set(layer, o, &channel, conv->bias[o]);
    }
    free(channel.places);
    free(channel.bytes);
    if (!good) tile_layer_free(layer);
    return good;
}

void tile_layer_free(TileLayer *layer) {
    free(layer->weights);
    free(layer->scale);
    free(layer->bias);
    *layer = (TileLayer){0};
}

bool tile_scratch_make(TileScratch *scratch, const TileGrid *grid, int channels) {
    size_t tiles = (size_t)(PLACES * grid->count);
    *scratch =
        (TileScratch){aligned(tiles * (size_t)channels), aligned(tiles * OUT_AT_ONCE * sizeof(int32_t))};
    if (scratch->inputs && scratch->sums) return true;
    tile_scratch_free(scratch);
    return false;
}

void tile_scratch_free(TileScratch *scratch) {
    free(scratch->inputs);
    free(scratch->sums);
    *scratch = (TileScratch){0};
}

// Where a tile's cells lie; NULL outside of the board.
static void tile_cells(const TileLayer *layer, const TileGrid *grid, int tile, float *map,
                       float *cell[TILE_CELLS]) {
    for (int k = 0; k < TILE_CELLS; k++) {
        int row = tile / grid->columns * 2 + k / 2, column = tile % grid->columns * 2 + k % 2;
        bool inside = row < grid->height && column < grid->width;
        cell[k] = inside ? map + (row * grid->width + column) * layer->out : NULL;
    }
}

#if defined(__x86_64__)

#include <immintrin.h>

enum { LANES = 16 };

// --- Inputs, sixteen channels at a time

// What the rows of a tile have in one column of the board, transformed.
typedef struct Column {
    __m512 row[4];
} Column;

// The four rows of the map that a row of tiles reads; those outside of the board have no lanes.
typedef struct TileRows {
    const float *row[4];
    __mmask16 lanes[4];
} TileRows;

static TileRows tile_rows(const TileGrid *grid, const float *map, int channels, int tile_row) {
    TileRows rows;
    for (int i = 0; i < 4; i++) {
        int row = 2 * tile_row - 1 + i;
        bool inside = row >= 0 && row < grid->height;
        rows.row[i] = inside ? map + row * grid->width * channels : map;
        rows.lanes[i] = inside ? 0xFFFF : 0;
    }
    return rows;
}

VNNI_INLINE Column column_of(const TileRows *rows, int at) {
    __m512 d0 = _mm512_maskz_loadu_ps(rows->lanes[0], rows->row[0] + at);
    __m512 d1 = _mm512_maskz_loadu_ps(rows->lanes[1], rows->row[1] + at);
    __m512 d2 = _mm512_maskz_loadu_ps(rows->lanes[2], rows->row[2] + at);
    __m512 d3 = _mm512_maskz_loadu_ps(rows->lanes[3], rows->row[3] + at);
    return (Column){
        {_mm512_sub_ps(d0, d2), _mm512_add_ps(d1, d2), _mm512_sub_ps(d2, d1), _mm512_sub_ps(d1, d3)}};
}

VNNI_INLINE Column column_zero(void) {
    __m512 zero = _mm512_setzero_ps();
    return (Column){{zero, zero, zero, zero}};
}

// Rounded to the nearest.
VNNI_INLINE void place_store(uint8_t *to, __m512 x, const TileLayer *layer, int place) {
    __m512i steps = _mm512_cvtps_epi32(_mm512_mul_ps(x, _mm512_set1_ps(layer->per_unit[place])));
    __m128i bytes = place == SUM_PLACE
                        ? _mm512_cvtusepi32_epi8(steps)
                        : _mm_xor_si128(_mm512_cvtsepi32_epi8(steps), _mm_set1_epi8((char)ZERO));
    _mm_storeu_si128((__m128i *)to, bytes);
}

// One tile: its four columns, two of which the tile before had as well.
VNNI_INLINE void tile_store(const TileLayer *layer, Column c0, Column c1, Column c2, Column c3, size_t stride,
                            uint8_t *to) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++, to += 4 * stride) {
        place_store(to, _mm512_sub_ps(c0.row[i], c2.row[i]), layer, 4 * i);
        place_store(to + stride, _mm512_add_ps(c1.row[i], c2.row[i]), layer, 4 * i + 1);
        place_store(to + 2 * stride, _mm512_sub_ps(c2.row[i], c1.row[i]), layer, 4 * i + 2);
        place_store(to + 3 * stride, _mm512_sub_ps(c1.row[i], c3.row[i]), layer, 4 * i + 3);
    }
}

VNNI static void inputs_transform(const TileLayer *layer, const TileGrid *grid, const float *map,
                                  uint8_t *inputs) {
    int in = layer->in;
    size_t stride = (size_t)(grid->count * in);
    for (int row = 0; row < grid->rows; row++) {
        TileRows rows = tile_rows(grid, map, in, row);
        for (int at = 0; at < in; at += LANES) {
            Column c0 = column_zero(), c1 = column_of(&rows, at);
            uint8_t *to = inputs + row * grid->columns * in + at;
            for (int x = 1; x <= grid->width; x += 2, to += in) {
                Column c2 = x < grid->width ? column_of(&rows, x * in + at) : column_zero();
                Column c3 = x + 1 < grid->width ? column_of(&rows, (x + 1) * in + at) : column_zero();
                tile_store(layer, c0, c1, c2, c3, stride, to);
                c0 = c2, c1 = c3;
            }
        }
    }
}

// --- Products

static void place_sums(const TileLayer *layer, int tiles, const int8_t *weights, const uint8_t *inputs,
                       int32_t *sums) {
    int blocks = (tiles + CELLS_AT_ONCE - 1) / CELLS_AT_ONCE;
    for (int block = 0, first = 0; block < blocks; block++) {
        int count = (tiles - first + blocks - block - 1) / (blocks - block);
        const uint8_t *source[CELLS_AT_ONCE];
        for (int i = 0; i < count; i++) source[i] = inputs + (first + i) * layer->in;
        PRODUCT_SUMS[count - 1](weights, layer->in, PLAIN_WIDTH, PLAIN_TAPS, source,
                                (int32_t(*)[OUT_AT_ONCE])(void *)(sums + first * OUT_AT_ONCE));
        first += count;
    }
}

// --- Outputs

typedef struct TileOutput {
    const int32_t *sums; // of the tile's first place
    int stride;          // from place to place
    const float *scale, *bias;
} TileOutput;

VNNI_INLINE __m512 sum_at(const TileOutput *tile, int place, int lane) {
    return _mm512_cvtepi32_ps(_mm512_load_si512(tile->sums + place * tile->stride + lane));
}

VNNI_INLINE __m512 scale_at(const TileOutput *tile, int place, int lane) {
    return _mm512_load_ps(tile->scale + place * OUT_AT_ONCE + lane);
}

VNNI_INLINE void cell_end(float *to, __m512 x, bool add) {
    if (!to) return;
    if (add) x = _mm512_add_ps(x, _mm512_loadu_ps(to));
    _mm512_storeu_ps(to, _mm512_max_ps(x, _mm512_setzero_ps()));
}

// Sixteen channels of a tile. `cell`: where its cells lie, NULL outside of the board.
VNNI_INLINE void tile_end(const TileOutput *tile, int lane, bool add, float *const cell[TILE_CELLS]) {
    __m512 top[4], bottom[4];
#pragma GCC unroll 4
    for (int j = 0; j < 4; j++) {
        __m512 m0 = sum_at(tile, j, lane), m3 = sum_at(tile, 12 + j, lane);
        __m512 m1 = _mm512_mul_ps(sum_at(tile, 4 + j, lane), scale_at(tile, 4 + j, lane));
        __m512 m2 = _mm512_mul_ps(sum_at(tile, 8 + j, lane), scale_at(tile, 8 + j, lane));
        top[j] = _mm512_fmadd_ps(m0, scale_at(tile, j, lane), _mm512_add_ps(m1, m2));
        bottom[j] = _mm512_fnmadd_ps(m3, scale_at(tile, 12 + j, lane), _mm512_sub_ps(m1, m2));
    }
    const float *bias = tile->bias + lane;
    __m512 b0 = _mm512_load_ps(bias), b1 = _mm512_load_ps(bias + OUT_AT_ONCE);
    __m512 b2 = _mm512_load_ps(bias + 2 * OUT_AT_ONCE), b3 = _mm512_load_ps(bias + 3 * OUT_AT_ONCE);
    __m512 left = _mm512_add_ps(top[0], _mm512_add_ps(top[1], top[2]));
    __m512 right = _mm512_sub_ps(_mm512_sub_ps(top[1], top[2]), top[3]);
    cell_end(cell[0] ? cell[0] + lane : NULL, _mm512_add_ps(left, b0), add);
    cell_end(cell[1] ? cell[1] + lane : NULL, _mm512_add_ps(right, b1), add);
    left = _mm512_add_ps(bottom[0], _mm512_add_ps(bottom[1], bottom[2]));
    right = _mm512_sub_ps(_mm512_sub_ps(bottom[1], bottom[2]), bottom[3]);
    cell_end(cell[2] ? cell[2] + lane : NULL, _mm512_add_ps(left, b2), add);
    cell_end(cell[3] ? cell[3] + lane : NULL, _mm512_add_ps(right, b3), add);
}

// The 64 output channels from `at` on.
VNNI static void outputs_end(const TileLayer *layer, const TileGrid *grid, int at, const int32_t *sums,
                             bool add, float *map) {
    for (int i = 0; i < grid->count; i++) {
        TileOutput tile = {sums + i * OUT_AT_ONCE, grid->count * OUT_AT_ONCE, layer->scale + at * PLACES,
                           layer->bias + at * TILE_CELLS};
        float *cell[TILE_CELLS];
        tile_cells(layer, grid, i, map + at, cell);
        for (int lane = 0; lane < OUT_AT_ONCE; lane += LANES) tile_end(&tile, lane, add, cell);
    }
}

#else // the same in plain loops: right, but not worth using

static uint8_t byte_of(float x, int place) {
    int zero = place == SUM_PLACE ? 0 : ZERO;
    float steps = rintf(x) + (float)zero;
    return (uint8_t)(int)(steps < 0 ? 0 : steps < 255 ? steps : 255);
}

static void inputs_transform(const TileLayer *layer, const TileGrid *grid, const float *map,
                             uint8_t *inputs) {
    for (int i = 0; i < grid->count * layer->in; i++) {
        float places[PLACES];
        tile_transform(grid, map + i % layer->in, layer->in, i / layer->in, places);
        for (int place = 0; place < PLACES; place++)
            inputs[place * grid->count * layer->in + i] =
                byte_of(places[place] * layer->per_unit[place], place);
    }
}

static void place_sums(const TileLayer *layer, int tiles, const int8_t *weights, const uint8_t *inputs,
                       int32_t *sums) {
    for (int i = 0; i < tiles * OUT_AT_ONCE; i++) {
        const uint8_t *from = inputs + i / OUT_AT_ONCE * layer->in;
        int o = i % OUT_AT_ONCE;
        sums[i] = 0;
        for (int c = 0; c < layer->in; c++)
            sums[i] += from[c] * weights[(c / GROUP * OUT_AT_ONCE + o) * GROUP + c % GROUP];
    }
}

static void outputs_end(const TileLayer *layer, const TileGrid *grid, int at, const int32_t *sums, bool add,
                        float *map) {
    for (int i = 0; i < grid->count * OUT_AT_ONCE; i++) {
        int tile = i / OUT_AT_ONCE, o = i % OUT_AT_ONCE;
        float m[PLACES], result[TILE_CELLS], *cell[TILE_CELLS];
        for (int k = 0; k < PLACES; k++)
            m[k] = (float)sums[k * grid->count * OUT_AT_ONCE + i] *
                   layer->scale[at * PLACES + k * OUT_AT_ONCE + o];
        output_transform(m, result);
        tile_cells(layer, grid, tile, map + at + o, cell);
        for (int k = 0; k < TILE_CELLS; k++) {
            float x = result[k] + layer->bias[at * TILE_CELLS + k * OUT_AT_ONCE + o] +
                      (add && cell[k] ? *cell[k] : 0);
            if (cell[k]) *cell[k] = x > 0 ? x : 0;
        }
    }
}

#endif

void tile_layer_run(const TileLayer *layer, const TileGrid *grid, const float *from, bool add, float *to,
                    const TileScratch *scratch) {
    size_t inputs = (size_t)(grid->count * layer->in), sums = (size_t)(grid->count * OUT_AT_ONCE);
    inputs_transform(layer, grid, from, scratch->inputs);
    for (int at = 0; at < layer->out; at += OUT_AT_ONCE) {
        for (size_t place = 0; place < PLACES; place++)
            place_sums(layer, grid->count,
                       layer->weights + ((size_t)at * PLACES + place * OUT_AT_ONCE) * (size_t)layer->in,
                       scratch->inputs + place * inputs, scratch->sums + place * sums);
        outputs_end(layer, grid, at, scratch->sums, add, to);
    }
}
