// 3x3 convolutions of floats with padding, channels-last, one position at a time, one thread.
//
// There are two implementations, and a build has one of them: oneDNN (conv_onednn.c), and our own (conv_portable.c, by
// net/winograd.h), which needs nothing but the compiler. Bytes are the business of net/byte_net.h.
#ifndef MUSTPLAY_NET_CONV_H
#define MUSTPLAY_NET_CONV_H

#include "base/error.h"

typedef enum ConvKind {
    CONV_RELU,    // relu(conv + bias)
    CONV_ADD_RELU // relu(what is there + conv + bias)
} ConvKind;

typedef struct ConvShape {
    ConvKind kind;
    int in, out, height, width;
} ConvShape;

// What one thread needs.
typedef struct ConvEngine ConvEngine;
// A convolution of one shape; weights and bias come with every call.
typedef struct Conv Conv;
// Weights as a convolution wants them.
typedef struct ConvWeights ConvWeights;

ConvEngine *conv_engine_new(Error *error);
void conv_engine_free(ConvEngine *engine);
// Whether this is our own implementation, beside which products of bytes are fast on any machine.
bool conv_is_own(void);
// Keeps the implementation from starting threads of its own: call it in the thread that evaluates.
void conv_thread_prepare(void);

// From `source`, [cells][in], to `target`, [cells][out]: the caller's, and they stay in place. Reading up to 64 bytes behind
// the end of `source` is allowed. NULL with an error.
Conv *conv_new(const ConvEngine *engine, const ConvShape *shape, const float *source, float *target,
               Error *error);
void conv_free(Conv *conv);
// False when the implementation fails.
bool conv_run(const Conv *conv, const ConvEngine *engine, const ConvWeights *weights, const float *bias);

// From [out][in][3][3], for this convolution and all that they fit.
ConvWeights *conv_weights_new(const ConvEngine *engine, const Conv *conv, const float *weights, Error *error);
bool conv_weights_fit(const ConvWeights *weights, const Conv *conv);
void conv_weights_free(ConvWeights *weights);

#endif
