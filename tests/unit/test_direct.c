// The convolutions of bytes on chosen cells, against the definition and net/layers.h: the same bit by bit.
#include "test_support.h"

#include "base/random.h"
#include "net/direct.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 9, CHANNELS_MAX = 128, CELLS = SIDE_MAX * SIDE_MAX };

typedef struct Case {
    int height, width;
    DirectLayer layer;
    int8_t *plain; // [out][in][3][3]
    uint8_t from[CELLS * CHANNELS_MAX];
    int32_t sum[CELLS * CHANNELS_MAX]; // by the definition
    float scale[CHANNELS_MAX], bias[CHANNELS_MAX], before[CELLS * CHANNELS_MAX];
    uint16_t taps[CELLS];
    int16_t cell[CELLS];
    DirectCells cells;
} Case;

static bool tap_place(const Case *c, int cell, int tap, int *place) {
    int row = cell / c->width + tap / 3 - 1, column = cell % c->width + tap % 3 - 1;
    *place = row * c->width + column;
    return row >= 0 && row < c->height && column >= 0 && column < c->width;
}

static int32_t sum_plain(const Case *c, int cell, int o) {
    int32_t sum = 0;
    for (int tap = 0, place; tap < 9; tap++) {
        if (!tap_place(c, cell, tap, &place)) continue;
        for (int i = 0; i < c->layer.in; i++)
            sum += c->from[place * c->layer.in + i] * c->plain[(o * c->layer.in + i) * 9 + tap];
    }
    return sum;
}

// Bytes are often the extremes; about two thirds of the cells are asked about, in no order.
static Case *case_make(Random *rng, int in, int out, int height, int width) {
    Case *c = test_calloc(1, sizeof *c);
    c->height = height;
    c->width = width;
    c->cells = (DirectCells){width, c->taps, c->cell, 0};
    c->plain = test_malloc((size_t)(in * out * 9));
    for (int i = 0; i < in * out * 9; i++)
        c->plain[i] = (int8_t)(random_below(rng, 4) ? (int)random_below(rng, 255) - 127 : -127);
    for (int o = 0; o < out; o++) {
        c->scale[o] = (float)random_unit(rng) / 1000;
        c->bias[o] = (float)random_unit(rng) * 20 - 10;
    }
    c->layer = (DirectLayer){in, out, direct_weights(in, out, c->plain), c->scale, c->bias};
    for (int cell = 0; cell < height * width; cell++) {
        for (int tap = 0, place; tap < 9; tap++)
            c->taps[cell] |= (uint16_t)(tap_place(c, cell, tap, &place) << tap);
        for (int i = 0; i < in; i++)
            c->from[cell * in + i] = (uint8_t)(random_below(rng, 4) ? random_below(rng, 256) : 255);
        for (int o = 0; o < out; o++) c->before[cell * out + o] = (float)random_unit(rng) * 50;
        int at = (int)random_below(rng, (uint32_t)c->cells.count + 1);
        if (random_below(rng, 3) == 0) continue;
        c->cell[c->cells.count++] = c->cell[at];
        c->cell[at] = (int16_t)cell;
    }
    for (int i = 0; i < height * width * out; i++) c->sum[i] = sum_plain(c, i / out, i % out);
    return c;
}

static void case_free(Case *c) {
    free((void *)(uintptr_t)c->layer.weights);
    test_free(c->plain);
    test_free(c);
}

// One of the three endings, everywhere by net/layers.h and on the chosen cells by the kernel.
static void check_end(const Case *c, int kind) {
    static float map[2][CELLS * CHANNELS_MAX];
    static uint8_t bytes[CELLS * CHANNELS_MAX], made[CELLS * CHANNELS_MAX];
    const DirectLayer *l = &c->layer;
    int cells = c->height * c->width, out = l->out;
    for (int i = 0; i < 2; i++) memcpy(map[i], c->before, sizeof map[i]);
    memset(made, 7, sizeof made);
    if (kind == 0) {
        quant_relu(c->sum, l->scale, l->bias, 9, cells, out, bytes);
        direct_relu(l, &c->cells, c->from, 9, made);
    } else if (kind == 1) {
        quant_add_relu(c->sum, l->scale, l->bias, 3, cells, out, map[0], bytes);
        direct_add_relu(l, &c->cells, c->from, 3, map[1], made);
    } else {
        dequant_relu(c->sum, l->scale, l->bias, cells, out, map[0]);
        direct_floats(l, &c->cells, c->from, map[1]);
    }
    for (int i = 0; i < c->cells.count; i++) {
        int cell = c->cell[i];
        size_t row = (size_t)out * sizeof(float);
        if (kind < 2) assert_memory_equal(made + cell * out, bytes + cell * out, (size_t)out);
        if (kind > 0) assert_memory_equal(map[1] + cell * out, map[0] + cell * out, row);
        memset(made + cell * out, 7, (size_t)out);
        memcpy(map[1] + cell * out, c->before + cell * out, row);
    }
    for (size_t i = 0; i < sizeof made; i++) assert_int_equal(made[i], 7); // nothing else was written
    assert_memory_equal(map[1], c->before, sizeof map[1]);
}

static void test_ends(void **state) {
    (void)state;
    static const int CHANNELS[][2] = {{64, 64}, {64, 128}, {128, 64}};
    static const int BOARDS[][2] = {{1, 1}, {2, 3}, {3, 3}, {7, 4}, {8, 8}, {9, 9}};
    Random rng = random_seeded(9);
    if (!direct_can(64, 64)) skip();
    for (size_t i = 0; i < sizeof CHANNELS / sizeof *CHANNELS; i++) {
        for (size_t k = 0; k < sizeof BOARDS / sizeof *BOARDS; k++) {
            Case *c = case_make(&rng, CHANNELS[i][0], CHANNELS[i][1], BOARDS[k][0], BOARDS[k][1]);
            for (int kind = 0; kind < 3; kind++) check_end(c, kind);
            case_free(c);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
