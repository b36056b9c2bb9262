// Convolutions by Winograd against plain loops.
#include "test_support.h"

#include "base/random.h"
#include "net/winograd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// relu(conv + bias), relu(before + conv + bias), and u8 times s8, the bare sums in s32.
enum { RELU, ADD_RELU, BYTE_SUMS };

typedef struct Case {
    WinogradShape shape;
    int kind;
    void *source, *weights;
    float *bias;
    int32_t *plain_sums, *sums;
    float *before, *plain, *target;
} Case;

static size_t cells_of(const Case *c) {
    return (size_t)(c->shape.height * c->shape.width);
}

// Zeroed, with room to read behind the end.
static void *memory(size_t bytes) {
    return test_calloc(bytes + 64, 1);
}

// Bytes as they are, floats from -1 to 1; often the extremes.
static int small(Random *rng, int low, int high) {
    int kind = (int)random_below(rng, 4);
    return kind == 0 ? low : kind == 1 ? high : low + (int)random_below(rng, (uint32_t)(high - low + 1));
}

static Case case_make(Random *rng, int kind, int in, int out, int height, int width) {
    Case c = {.shape = {in, out, height, width}, .kind = kind};
    size_t inputs = cells_of(&c) * (size_t)in, outputs = cells_of(&c) * (size_t)out,
           weights = (size_t)(9 * in * out);
    c.bias = memory((size_t)out * sizeof(float));
    c.plain_sums = memory(outputs * 4), c.sums = memory(outputs * 4);
    c.before = memory(outputs * 4), c.plain = memory(outputs * 4), c.target = memory(outputs * 4);
    if (kind == BYTE_SUMS) {
        uint8_t *source = c.source = memory(inputs);
        int8_t *weight = c.weights = memory(weights);
        for (size_t i = 0; i < inputs; i++) source[i] = (uint8_t)small(rng, 0, 255);
        for (size_t i = 0; i < weights; i++) weight[i] = (int8_t)small(rng, -127, 127);
        return c;
    }
    float *source = c.source = memory(inputs * 4), *weight = c.weights = memory(weights * 4);
    for (size_t i = 0; i < inputs; i++) source[i] = (float)small(rng, -1000, 1000) / 1000;
    for (size_t i = 0; i < weights; i++) weight[i] = (float)small(rng, -1000, 1000) / 1000;
    for (int i = 0; i < out; i++) c.bias[i] = (float)small(rng, -1000, 1000) / 100;
    for (size_t i = 0; i < outputs; i++) c.before[i] = (float)small(rng, 0, 1000) / 100;
    return c;
}

static void case_free(Case *c) {
    void *all[] = {c->source, c->weights, c->bias, c->plain_sums, c->sums, c->before, c->plain, c->target};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) test_free(all[i]);
}

// One output by the definition.
static double plain_sum(const Case *c, int row, int column, int o) {
    const WinogradShape *s = &c->shape;
    double sum = 0;
    for (int tap = 0; tap < 9; tap++) {
        int y = row + tap / 3 - 1, x = column + tap % 3 - 1;
        if (y < 0 || y >= s->height || x < 0 || x >= s->width) continue;
        for (int i = 0; i < s->in; i++) {
            int from = (y * s->width + x) * s->in + i, weight = (o * s->in + i) * 9 + tap;
            sum += c->kind == BYTE_SUMS
                       ? ((uint8_t *)c->source)[from] * ((int8_t *)c->weights)[weight]
                       : (double)(((float *)c->source)[from] * ((float *)c->weights)[weight]);
        }
    }
    return sum;
}

static void plain_run(Case *c) {
    const WinogradShape *s = &c->shape;
    for (int cell = 0; cell < s->height * s->width; cell++) {
        for (int o = 0; o < s->out; o++) {
            double sum = plain_sum(c, cell / s->width, cell % s->width, o);
            int at = cell * s->out + o;
            c->plain_sums[at] = (int32_t)sum;
            double before = c->kind == ADD_RELU ? (double)c->before[at] : 0;
            c->plain[at] = (float)fmax(before + sum + (double)c->bias[o], 0);
        }
    }
}

static void check_result(const Case *c, const char *who) {
    size_t count = cells_of(c) * (size_t)c->shape.out;
    for (size_t i = 0; i < count; i++) {
        bool same = c->kind == BYTE_SUMS
                        ? c->sums[i] == c->plain_sums[i]
                        : fabs((double)(c->target[i] - c->plain[i])) < 1e-5 * c->shape.in + 1e-4;
        if (!same)
            fail_msg("%s: %d to %d channels on %dx%d, number %zu: %d and %d, %g and %g", who, c->shape.in,
                     c->shape.out, c->shape.width, c->shape.height, i, c->sums[i], c->plain_sums[i],
                     (double)c->target[i], (double)c->plain[i]);
    }
}

static void run_kernel(Case *c) {
    WinogradShape shape = c->shape;
    void *scratch = winograd_scratch(&shape);
    size_t outputs = cells_of(c) * (size_t)shape.out;
    memcpy(c->target, c->before, outputs * sizeof(float));
    if (c->kind == BYTE_SUMS) {
        int16_t *weights = winograd_byte_weights(&shape, c->weights);
        winograd_bytes(&shape, weights, c->source, c->sums, scratch);
        free(weights);
    } else {
        float *weights = winograd_float_weights(&shape, c->weights);
        winograd_floats(&shape, weights, c->bias, c->kind == ADD_RELU, c->source, c->target, scratch);
        free(weights);
    }
    free(scratch);
    check_result(c, "our kernel");
}

static void test_shapes(void **state) {
    (void)state;
    static const int CHANNELS[][2] = {{1, 1},   {2, 3},   {7, 5},     {16, 16},
                                      {17, 64}, {64, 64}, {128, 128}, {96, 31}};
    static const int BOARDS[][2] = {{1, 1}, {1, 2}, {2, 2}, {3, 3}, {3, 7}, {8, 5}, {11, 11}};
    Random rng = random_seeded(5);
    for (size_t i = 0; i < sizeof CHANNELS / sizeof *CHANNELS; i++) {
        for (size_t k = 0; k < sizeof BOARDS / sizeof *BOARDS; k++) {
            for (int kind = 0; kind <= BYTE_SUMS; kind++) {
                Case c = case_make(&rng, kind, CHANNELS[i][0], CHANNELS[i][1], BOARDS[k][0], BOARDS[k][1]);
                plain_run(&c);
                run_kernel(&c);
                case_free(&c);
            }
        }
    }
}

// The largest sums that there can be stay exact.
static void test_largest(void **state) {
    (void)state;
    Random rng = random_seeded(6);
    for (int sign = -1; sign <= 1; sign += 2) {
        Case c = case_make(&rng, BYTE_SUMS, WINOGRAD_CHANNELS_MAX, 4, 4, 3);
        memset(c.source, 255, cells_of(&c) * WINOGRAD_CHANNELS_MAX);
        memset(c.weights, sign * 127, (size_t)9 * WINOGRAD_CHANNELS_MAX * 4);
        plain_run(&c);
        run_kernel(&c);
        case_free(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shapes), cmocka_unit_test(test_largest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
