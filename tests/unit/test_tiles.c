// Convolutions by tiles: against the definition with the same rounding, and against exact convolutions within what 8 bits allow.
#include "test_support.h"

#include "base/random.h"
#include "net/tiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 9, CHANNELS_MAX = 128, CELLS = SIDE_MAX * SIDE_MAX };

typedef struct Case {
    TileGrid grid;
    NetConv conv;
    float *weight, bias[CHANNELS_MAX];
    float from[CELLS * CHANNELS_MAX], before[CELLS * CHANNELS_MAX];
    float max[NET_PLACES];
} Case;

// Inputs as relu leaves them: most are zero. `clipped`: the ranges are too small for some of them.
static Case *case_make(Random *rng, int in, int out, int height, int width, bool clipped) {
    Case *c = test_calloc(1, sizeof *c);
    c->grid = tile_grid(height, width);
    c->weight = test_malloc((size_t)(in * out * 9) * sizeof(float));
    c->conv = (NetConv){in, out, c->weight, c->bias};
    for (int i = 0; i < in * out * 9; i++) c->weight[i] = (float)(random_unit(rng) - 0.5);
    for (int i = 0; i < height * width * in; i++)
        c->from[i] = random_below(rng, 3) ? 0 : (float)random_unit(rng);
    for (int i = 0; i < height * width * out; i++) c->before[i] = (float)random_unit(rng) * 4;
    for (int o = 0; o < out; o++) c->bias[o] = (float)random_unit(rng) - 0.5f;
    for (int place = 0; place < NET_PLACES; place++) {
        double most = place % 4 == 1 ? 2 : 1; // a sum of two columns is never negative
        c->max[place] = (float)((place / 4 == 1 ? 2 : 1) * most * (clipped ? 0.4 : 2));
    }
    return c;
}

static void case_free(Case *c) {
    test_free(c->weight);
    test_free(c);
}

// --- The definition

static double weight_at(const Case *c, int o, int i, int place) {
    static const double G[4][3] = {{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}};
    double sum = 0;
    for (int tap = 0; tap < 9; tap++)
        sum +=
            G[place / 4][tap / 3] * G[place % 4][tap % 3] * (double)c->weight[(o * c->conv.in + i) * 9 + tap];
    return sum;
}

// [place][in] of an output channel, rounded to 127 steps.
static void weights_round(const Case *c, int o, double rounded[NET_PLACES][CHANNELS_MAX]) {
    for (int place = 0; place < NET_PLACES; place++) {
        double greatest = 0;
        for (int i = 0; i < c->conv.in; i++) greatest = fmax(greatest, fabs(weight_at(c, o, i, place)));
        for (int i = 0; i < c->conv.in; i++) {
            double step = greatest / 127;
            rounded[place][i] = rint(weight_at(c, o, i, place) / step) * step;
        }
    }
}

// An input of a tile, rounded: 127 steps either way and one more down, or 255 where none is negative.
static double input_round(const Case *c, int place, double x) {
    int steps = tile_steps(place);
    double step = (double)c->max[place] / steps, least = steps == 255 ? 0 : -128;
    return fmax(least, fmin(steps, rint(x / step))) * step;
}

static double result_at(const Case *c, const double weights[NET_PLACES][CHANNELS_MAX], int tile, int cell) {
    static const double A[2][4] = {{1, 1, 1, 0}, {0, 1, -1, -1}};
    double sum = 0;
    for (int i = 0; i < c->conv.in; i++) {
        float places[NET_PLACES];
        tile_transform(&c->grid, c->from + i, c->conv.in, tile, places);
        for (int p = 0; p < NET_PLACES; p++)
            sum += A[cell / 2][p / 4] * A[cell % 2][p % 4] * weights[p][i] *
                   input_round(c, p, (double)places[p]);
    }
    return sum;
}

// --- Tests

static float *layer_results(const Case *c, bool add) {
    TileLayer layer;
    TileScratch scratch;
    float *map = test_malloc((size_t)(CELLS * CHANNELS_MAX) * sizeof *map);
    memcpy(map, c->before, sizeof c->before);
    assert_true(tile_layer_make(&layer, &c->conv, c->max));
    assert_true(tile_scratch_make(&scratch, &c->grid, c->conv.in));
    tile_layer_run(&layer, &c->grid, c->from, add, map, &scratch);
    tile_scratch_free(&scratch);
    tile_layer_free(&layer);
    return map;
}

static void check_definition(const Case *c, bool add) {
    static double weights[NET_PLACES][CHANNELS_MAX];
    float *map = layer_results(c, add);
    int rounded_apart = 0, count = 0;
    for (int o = 0; o < c->conv.out; o += 5) {
        weights_round(c, o, weights);
        for (int tile = 0; tile < c->grid.count; tile++) {
            for (int k = 0; k < 4; k++) {
                int row = tile / c->grid.columns * 2 + k / 2, column = tile % c->grid.columns * 2 + k % 2;
                if (row >= c->grid.height || column >= c->grid.width) continue;
                int at = (row * c->grid.width + column) * c->conv.out + o;
                double want = result_at(c, weights, tile, k) + (double)c->bias[o];
                want = fmax(0, want + (add ? (double)c->before[at] : 0));
                // An input or weight in the middle between two steps may be rounded either way.
                rounded_apart += fabs(want - (double)map[at]) > 1e-4 * (1 + want);
                assert_true(fabs(want - (double)map[at]) < 0.1);
                count++;
            }
        }
    }
    assert_true(rounded_apart <= count / 20);
    int used = c->grid.height * c->grid.width * c->conv.out; // nothing else was written
    assert_memory_equal(map + used, c->before + used, sizeof c->before - (size_t)used * sizeof(float));
    test_free(map);
}

// Inputs within the ranges: the error is a small part of the result's size.
static void check_exact(const Case *c) {
    float *map = layer_results(c, true);
    double error = 0, size = 0;
    for (int cell = 0; cell < c->grid.height * c->grid.width; cell++) {
        for (int o = 0; o < c->conv.out; o++) {
            int at = cell * c->conv.out + o;
            double x = (double)c->bias[o];
            for (int tap = 0; tap < 9; tap++) {
                int row = cell / c->grid.width + tap / 3 - 1, column = cell % c->grid.width + tap % 3 - 1;
                if (row < 0 || row >= c->grid.height || column < 0 || column >= c->grid.width) continue;
                for (int i = 0; i < c->conv.in; i++)
                    x += (double)c->from[(row * c->grid.width + column) * c->conv.in + i] *
                         (double)c->weight[(o * c->conv.in + i) * 9 + tap];
            }
            double off = (double)map[at] - fmax(0, x + (double)c->before[at]);
            error += off * off;
            size += x * x;
        }
    }
    if (error > 0.0004 * size) fail_msg("squared error %g of %g", error, size);
    test_free(map);
}

static void test_layers(void **state) {
    (void)state;
    static const int CHANNELS[][2] = {{64, 64}, {64, 128}, {128, 64}};
    static const int BOARDS[][2] = {{1, 1}, {2, 3}, {3, 3}, {7, 4}, {8, 8}, {9, 9}};
    Random rng = random_seeded(9);
    if (!tiles_can(64, 64)) skip();
    for (size_t i = 0; i < sizeof CHANNELS / sizeof *CHANNELS; i++) {
        for (size_t k = 0; k < sizeof BOARDS / sizeof *BOARDS; k++) {
            bool clipped = (i + k) % 2;
            Case *c = case_make(&rng, CHANNELS[i][0], CHANNELS[i][1], BOARDS[k][0], BOARDS[k][1], clipped);
            check_definition(c, false);
            check_definition(c, true);
            if (!clipped) check_exact(c);
            case_free(c);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_layers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
