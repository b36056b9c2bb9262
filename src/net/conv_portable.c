// Convolutions by our own kernel (net/winograd.h).
#include "net/conv.h"

#include "net/winograd.h"

#include <stdlib.h>

struct ConvEngine {
    bool started; // it needs nothing
};

struct Conv {
    ConvKind kind;
    WinogradShape shape;
    const float *source;
    float *target;
    void *scratch;
};

struct ConvWeights {
    WinogradShape shape;
    float *packed;
};

ConvEngine *conv_engine_new(Error *error) {
    ConvEngine *engine = calloc(1, sizeof *engine);
    if (!engine) error_memory(error);
    return engine;
}

void conv_engine_free(ConvEngine *engine) {
    free(engine);
}

bool conv_is_own(void) {
    return true;
}

void conv_thread_prepare(void) {}

Conv *conv_new(const ConvEngine *engine, const ConvShape *shape, const float *source, float *target,
               Error *error) {
    (void)engine;
    Conv *conv = calloc(1, sizeof *conv);
    if (conv) {
        *conv = (Conv){.kind = shape->kind,
                       .shape = {shape->in, shape->out, shape->height, shape->width},
                       .source = source,
                       .target = target};
        conv->scratch = winograd_scratch(&conv->shape);
        if (conv->scratch) return conv;
    }
    conv_free(conv);
    error_memory(error);
    return NULL;
}

void conv_free(Conv *conv) {
    if (conv) free(conv->scratch);
    free(conv);
}

bool conv_run(const Conv *conv, const ConvEngine *engine, const ConvWeights *weights, const float *bias) {
    (void)engine;
    winograd_floats(&conv->shape, weights->packed, bias, conv->kind == CONV_ADD_RELU, conv->source,
                    conv->target, conv->scratch);
    return true;
}

ConvWeights *conv_weights_new(const ConvEngine *engine, const Conv *conv, const float *weights,
                              Error *error) {
    (void)engine;
    ConvWeights *made = calloc(1, sizeof *made);
    if (made) {
        *made = (ConvWeights){conv->shape, winograd_float_weights(&conv->shape, weights)};
        if (made->packed) return made;
    }
    conv_weights_free(made);
    error_memory(error);
    return NULL;
}

// Boards of all sizes share them.
bool conv_weights_fit(const ConvWeights *weights, const Conv *conv) {
    return weights->shape.in == conv->shape.in && weights->shape.out == conv->shape.out;
}

void conv_weights_free(ConvWeights *weights) {
    if (weights) free(weights->packed);
    free(weights);
}
