// 3x3 convolutions with padding by oneDNN, channels-last, one position at a time, one thread.
#ifndef MUSTPLAY_NET_CONV_H
#define MUSTPLAY_NET_CONV_H

#include "base/error.h"

#include <dnnl.h>

typedef enum ConvKind {
    CONV_RELU,     // f32: relu(conv + bias)
    CONV_ADD_RELU, // f32: relu(what is there + conv + bias)
    CONV_SUMS      // u8 times s8: the bare sums in s32
} ConvKind;

// oneDNN's state of one thread.
typedef struct ConvEngine {
    dnnl_engine_t engine;
    dnnl_stream_t stream;
} ConvEngine;

// A convolution of one shape; weights and bias come with every call. The buffers are the caller's.
typedef struct Conv {
    ConvKind kind;
    dnnl_primitive_t primitive;
    dnnl_memory_desc_t weight_layout;
    dnnl_memory_t source, target, bias, scratch;
} Conv;

bool conv_engine_init(ConvEngine *engine, Error *error);
void conv_engine_free(ConvEngine *engine);
// The instruction set allows exact 8-bit products.
bool conv_engine_has_int8(void);
// Keeps oneDNN from starting threads of its own: call it in the thread that evaluates.
void conv_thread_prepare(void);

bool conv_init(Conv *conv, const ConvEngine *engine, ConvKind kind, int in, int out, int height, int width,
               void *source, void *target, Error *error);
void conv_free(Conv *conv);
bool conv_run(const Conv *conv, const ConvEngine *engine, dnnl_memory_t weights, const float *bias);

// Weights [out][in][3][3], floats or signed bytes, in the layout that a convolution wants.
dnnl_memory_t conv_pack(const ConvEngine *engine, const dnnl_memory_desc_t *layout, const void *weights,
                        dnnl_data_type_t type, int in, int out, Error *error);

#endif
