// Convolutions by oneDNN.
//
// oneDNN 2.6 dies on machines with AMX, so its instruction set is capped before the first primitive.
// Its own threads are switched off: a search thread is one thread.
#include "net/conv.h"

#include <dnnl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct ConvEngine {
    dnnl_engine_t engine;
    dnnl_stream_t stream;
};

struct Conv {
    ConvShape shape;
    dnnl_primitive_t primitive;
    dnnl_memory_desc_t weight_layout;
    dnnl_memory_t source, target, bias, scratch;
};

struct ConvWeights {
    dnnl_memory_desc_t layout;
    dnnl_memory_t memory;
};

// From libgomp, whose header is not there for every compiler.
extern void omp_set_num_threads(int count);

static pthread_once_t capped = PTHREAD_ONCE_INIT;

static void isa_cap(void) {
    dnnl_set_max_cpu_isa(dnnl_cpu_isa_avx512_core_vnni);
}

void conv_thread_prepare(void) {
    omp_set_num_threads(1);
}

bool conv_is_own(void) {
    return false;
}

ConvEngine *conv_engine_new(Error *error) {
    pthread_once(&capped, isa_cap);
    conv_thread_prepare();
    ConvEngine *engine = calloc(1, sizeof *engine);
    if (engine && dnnl_engine_create(&engine->engine, dnnl_cpu, 0) == dnnl_success &&
        dnnl_stream_create(&engine->stream, engine->engine, dnnl_stream_default_flags) == dnnl_success)
        return engine;
    if (!engine) return error_memory(error), NULL;
    conv_engine_free(engine);
    error_failure(error, "oneDNN does not start");
    return NULL;
}

void conv_engine_free(ConvEngine *engine) {
    if (!engine) return;
    if (engine->stream) dnnl_stream_destroy(engine->stream);
    if (engine->engine) dnnl_engine_destroy(engine->engine);
    free(engine);
}

static bool attributes_make(ConvKind kind, dnnl_primitive_attr_t *attributes) {
    dnnl_post_ops_t ops = NULL;
    bool good =
        dnnl_primitive_attr_create(attributes) == dnnl_success && dnnl_post_ops_create(&ops) == dnnl_success;
    if (good && kind == CONV_ADD_RELU) good = dnnl_post_ops_append_sum(ops, 1) == dnnl_success;
    if (good) good = dnnl_post_ops_append_eltwise(ops, 1, dnnl_eltwise_relu, 0, 0) == dnnl_success;
    good = good && dnnl_primitive_attr_set_post_ops(*attributes, ops) == dnnl_success &&
           dnnl_primitive_attr_set_scratchpad_mode(*attributes, dnnl_scratchpad_mode_user) == dnnl_success;
    if (ops) dnnl_post_ops_destroy(ops);
    return good;
}

typedef struct Shapes {
    dnnl_memory_desc_t source, weights, bias, target;
} Shapes;

static bool shapes_make(const ConvShape *shape, Shapes *s) {
    dnnl_dims_t source = {1, shape->in, shape->height, shape->width};
    dnnl_dims_t target = {1, shape->out, shape->height, shape->width};
    dnnl_dims_t weights = {shape->out, shape->in, 3, 3}, bias = {shape->out};
    return dnnl_memory_desc_init_by_tag(&s->source, 4, source, dnnl_f32, dnnl_nhwc) == dnnl_success &&
           dnnl_memory_desc_init_by_tag(&s->target, 4, target, dnnl_f32, dnnl_nhwc) == dnnl_success &&
           dnnl_memory_desc_init_by_tag(&s->weights, 4, weights, dnnl_f32, dnnl_format_tag_any) ==
               dnnl_success &&
           dnnl_memory_desc_init_by_tag(&s->bias, 1, bias, dnnl_f32, dnnl_x) == dnnl_success;
}

static bool primitive_make(Conv *conv, const ConvEngine *engine, const Shapes *s, dnnl_primitive_desc_t *pd) {
    dnnl_convolution_desc_t desc;
    dnnl_primitive_attr_t attributes = NULL;
    const dnnl_dims_t one = {1, 1};
    bool good = dnnl_convolution_forward_desc_init(&desc, dnnl_forward_inference, dnnl_convolution_direct,
                                                   &s->source, &s->weights, &s->bias, &s->target, one, one,
                                                   one) == dnnl_success &&
                attributes_make(conv->shape.kind, &attributes) &&
                dnnl_primitive_desc_create(pd, &desc, attributes, engine->engine, NULL) == dnnl_success &&
                dnnl_primitive_create(&conv->primitive, *pd) == dnnl_success;
    if (attributes) dnnl_primitive_attr_destroy(attributes);
    return good;
}

static bool memories_make(Conv *conv, const ConvEngine *engine, const Shapes *s, dnnl_primitive_desc_t pd,
                          const float *source, float *target) {
    conv->weight_layout = *dnnl_primitive_desc_query_md(pd, dnnl_query_weights_md, 0);
    const dnnl_memory_desc_t *scratch = dnnl_primitive_desc_query_md(pd, dnnl_query_scratchpad_md, 0);
    dnnl_engine_t e = engine->engine;
    return dnnl_memory_create(&conv->source, &s->source, e, (void *)(uintptr_t)source) == dnnl_success &&
           dnnl_memory_create(&conv->target, &s->target, e, target) == dnnl_success &&
           dnnl_memory_create(&conv->bias, &s->bias, e, DNNL_MEMORY_NONE) == dnnl_success &&
           dnnl_memory_create(&conv->scratch, scratch, e, DNNL_MEMORY_ALLOCATE) == dnnl_success;
}

Conv *conv_new(const ConvEngine *engine, const ConvShape *shape, const float *source, float *target,
               Error *error) {
    Shapes shapes;
    dnnl_primitive_desc_t pd = NULL;
    Conv *conv = calloc(1, sizeof *conv);
    if (conv) conv->shape = *shape;
    bool good = conv && shapes_make(shape, &shapes) && primitive_make(conv, engine, &shapes, &pd) &&
                memories_make(conv, engine, &shapes, pd, source, target);
    if (pd) dnnl_primitive_desc_destroy(pd);
    if (good) return conv;
    if (!conv) return error_memory(error), NULL;
    conv_free(conv);
    error_failure(error, "oneDNN has no convolution of %d to %d channels on %dx%d", shape->in, shape->out,
                  shape->width, shape->height);
    return NULL;
}

void conv_free(Conv *conv) {
    if (!conv) return;
    dnnl_memory_t memory[] = {conv->source, conv->target, conv->bias, conv->scratch};
    for (int i = 0; i < 4; i++) {
        if (memory[i]) dnnl_memory_destroy(memory[i]);
    }
    if (conv->primitive) dnnl_primitive_destroy(conv->primitive);
    free(conv);
}

bool conv_run(const Conv *conv, const ConvEngine *engine, const ConvWeights *weights, const float *bias) {
    dnnl_exec_arg_t args[] = {{DNNL_ARG_SRC, conv->source},
                              {DNNL_ARG_WEIGHTS, weights->memory},
                              {DNNL_ARG_DST, conv->target},
                              {DNNL_ARG_SCRATCHPAD, conv->scratch},
                              {DNNL_ARG_BIAS, conv->bias}};
    dnnl_memory_set_data_handle(conv->bias, (void *)(uintptr_t)bias);
    return dnnl_primitive_execute(conv->primitive, engine->stream, 5, args) == dnnl_success;
}

static bool reorder(const ConvEngine *engine, dnnl_memory_t from, const dnnl_memory_desc_t *from_desc,
                    dnnl_memory_t to, const dnnl_memory_desc_t *to_desc) {
    dnnl_primitive_desc_t pd = NULL;
    dnnl_primitive_t primitive = NULL;
    dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}};
    bool good = dnnl_reorder_primitive_desc_create(&pd, from_desc, engine->engine, to_desc, engine->engine,
                                                   NULL) == dnnl_success &&
                dnnl_primitive_create(&primitive, pd) == dnnl_success &&
                dnnl_primitive_execute(primitive, engine->stream, 2, args) == dnnl_success &&
                dnnl_stream_wait(engine->stream) == dnnl_success;
    if (primitive) dnnl_primitive_destroy(primitive);
    if (pd) dnnl_primitive_desc_destroy(pd);
    return good;
}

ConvWeights *conv_weights_new(const ConvEngine *engine, const Conv *conv, const float *weights,
                              Error *error) {
    dnnl_dims_t dims = {conv->shape.out, conv->shape.in, 3, 3};
    dnnl_memory_desc_t plain;
    dnnl_memory_t from = NULL;
    ConvWeights *made = calloc(1, sizeof *made);
    if (made) made->layout = conv->weight_layout;
    bool good =
        made && dnnl_memory_desc_init_by_tag(&plain, 4, dims, dnnl_f32, dnnl_oihw) == dnnl_success &&
        dnnl_memory_create(&from, &plain, engine->engine, (void *)(uintptr_t)weights) == dnnl_success &&
        dnnl_memory_create(&made->memory, &made->layout, engine->engine, DNNL_MEMORY_ALLOCATE) ==
            dnnl_success &&
        reorder(engine, from, &plain, made->memory, &made->layout);
    if (from) dnnl_memory_destroy(from);
    if (good) return made;
    if (!made) return error_memory(error), NULL;
    conv_weights_free(made);
    error_failure(error, "oneDNN cannot arrange the weights");
    return NULL;
}

bool conv_weights_fit(const ConvWeights *weights, const Conv *conv) {
    return dnnl_memory_desc_equal(&weights->layout, &conv->weight_layout);
}

void conv_weights_free(ConvWeights *weights) {
    if (weights && weights->memory) dnnl_memory_destroy(weights->memory);
    free(weights);
}
