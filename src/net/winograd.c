#include "net/winograd.h"

#include "net/winograd_kernels.h"

static const WinogradKernels *kernels(void) {
    return LEVEL_CHOICE(winograd_kernels);
}

// (2G) g (2G)', four times the usual transform.
void winograd_weight_transform(const float g[9], float u[WINOGRAD_PLACES]) {
    float half[4][3];
    for (int i = 0; i < 3; i++) {
        float a = g[i], b = g[3 + i], c = g[6 + i];
        half[0][i] = 2 * a;
        half[1][i] = a + b + c;
        half[2][i] = a - b + c;
        half[3][i] = 2 * c;
    }
    for (int i = 0; i < 4; i++) {
        float a = half[i][0], b = half[i][1], c = half[i][2];
        u[4 * i] = 2 * a;
        u[4 * i + 1] = a + b + c;
        u[4 * i + 2] = a - b + c;
        u[4 * i + 3] = 2 * c;
    }
}

int16_t *winograd_byte_weights(const WinogradShape *shape, const int8_t *weights) {
    return kernels()->byte_weights(shape, weights);
}

float *winograd_float_weights(const WinogradShape *shape, const float *weights) {
    return kernels()->float_weights(shape, weights);
}

void *winograd_scratch(const WinogradShape *shape) {
    return kernels()->scratch(shape);
}

void winograd_bytes(const WinogradShape *shape, const int16_t *weights, const uint8_t *source,
                    int32_t *target, void *scratch) {
    kernels()->bytes(shape, weights, source, target, scratch);
}

void winograd_floats(const WinogradShape *shape, const float *weights, const float *bias, bool add,
                     const float *source, float *target, void *scratch) {
    kernels()->floats(shape, weights, bias, add, source, target, scratch);
}
