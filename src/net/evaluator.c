// One evaluation: features, first layer, the blocks' convolutions, heads. In f32 they are those of net/conv.h, one of which
// serves every layer of a size; in int8 those of net/byte_net.h, or in haste of net/tile_net.h.
#include "net/evaluator.h"

#include "net/byte_net.h"
#include "net/conv.h"
#include "net/layers.h"
#include "net/planes.h"
#include "net/tile_net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Weights in one layout; a layer may need several when board sizes want different ones.
typedef struct Packed {
    ConvWeights *weights;
    struct Packed *next;
} Packed;

// What one board size needs in f32, as seen by the mover (height and width exchanged for White).
typedef struct Plan {
    int height, width, cells;
    Conv *first, *second, *head;
    const ConvWeights **weights; // [convs], borrowed from the layers
    float *map, *hidden;         // [cells][C]: t and u
    float *head_map;             // [cells][2P]
} Plan;

struct Evaluator {
    const Net *net;
    NetPrecision precision;
    ConvEngine *engine;
    float *table;    // of the first layer
    Packed **packed; // [convs], f32
    ByteNet *bytes;  // int8; then there is no engine and no plan
    TileNet *tiles;  // int8, made when something is asked in haste
    Plan *plan[BOARD_MAX + 1][BOARD_MAX + 1];
    EvaluatorTap tap;
    void *tap_context;
};

bool evaluator_has_int8(void) {
    return byte_net_is_direct() || conv_is_own();
}

// --- Weights

static const ConvWeights *layer_weights(Evaluator *e, int index, const Conv *conv, Error *error) {
    for (Packed *p = e->packed[index]; p; p = p->next) {
        if (conv_weights_fit(p->weights, conv)) return p->weights;
    }
    Packed *packed = calloc(1, sizeof *packed);
    if (!packed) {
        error_memory(error);
        return NULL;
    }
    packed->weights = conv_weights_new(e->engine, conv, e->net->conv[index].weight, error);
    if (!packed->weights) {
        free(packed);
        return NULL;
    }
    packed->next = e->packed[index];
    e->packed[index] = packed;
    return packed->weights;
}

static void packed_free(Packed *p) {
    while (p) {
        Packed *next = p->next;
        conv_weights_free(p->weights);
        free(p);
        p = next;
    }
}

// --- Plans

static void plan_free(Plan *plan) {
    if (!plan) return;
    conv_free(plan->first);
    conv_free(plan->second);
    conv_free(plan->head);
    free((void *)plan->weights);
    free(plan->map);
    free(plan->hidden);
    free(plan->head_map);
    free(plan);
}

static void *buffer(size_t bytes) {
    size_t rounded = (bytes + 127) / 64 * 64;
    void *memory = aligned_alloc(64, rounded);
    if (memory) memset(memory, 0, rounded);
    return memory;
}

static bool plan_allocate(Plan *plan, const Net *net, Error *error) {
    size_t cells = (size_t)plan->cells, channels = (size_t)net->arch.channels,
           heads = 2 * (size_t)net->arch.head;
    plan->weights = calloc((size_t)net->convs, sizeof *plan->weights);
    plan->map = buffer(cells * channels * sizeof(float));
    plan->hidden = buffer(cells * channels * sizeof(float));
    plan->head_map = buffer(cells * heads * sizeof(float));
    return (plan->weights && plan->map && plan->hidden && plan->head_map) || error_memory(error);
}

static bool plan_convs(Plan *p, Evaluator *e, int height, int width, Error *error) {
    int channels = e->net->arch.channels;
    bool plain = net_is_plain(e->net);
    ConvShape first = {CONV_RELU, channels, channels, height, width}, second = first, head = first;
    if (!plain) second.kind = CONV_ADD_RELU;
    head.out = 2 * e->net->arch.head;
    p->first = conv_new(e->engine, &first, p->map, p->hidden, error);
    p->second = conv_new(e->engine, &second, p->hidden, p->map, error);
    if (plain) return p->first && p->second;
    p->head = conv_new(e->engine, &head, p->map, p->head_map, error);
    return p->first && p->second && p->head;
}

static const Conv *plan_conv(const Plan *plan, const Net *net, int index) {
    return index == net->convs - 1 && !net_is_plain(net) ? plan->head
           : index % 2                                   ? plan->second
                                                         : plan->first;
}

static bool plan_make(Plan *plan, Evaluator *e, int height, int width, Error *error) {
    plan->height = height;
    plan->width = width;
    plan->cells = height * width;
    if (!plan_allocate(plan, e->net, error) || !plan_convs(plan, e, height, width, error)) return false;
    for (int i = 0; i < e->net->convs; i++) {
        plan->weights[i] = layer_weights(e, i, plan_conv(plan, e->net, i), error);
        if (!plan->weights[i]) return false;
    }
    return true;
}

static Plan *plan_get(Evaluator *e, int height, int width, Error *error) {
    Plan **slot = &e->plan[height][width];
    if (*slot) return *slot;
    Plan *plan = calloc(1, sizeof *plan);
    if (!plan) {
        error_memory(error);
        return NULL;
    }
    if (!plan_make(plan, e, height, width, error)) {
        plan_free(plan);
        return NULL;
    }
    return *slot = plan;
}

// --- The evaluator

static bool evaluator_prepare(Evaluator *e, Error *error) {
    const Net *net = e->net;
    e->table = net_is_plain(net) ? planes_table(net) : input_table(net);
    if (e->table && e->precision == NET_INT8) e->bytes = byte_net_new(net, e->table);
    if (e->table && e->precision == NET_F32) e->packed = calloc((size_t)net->convs, sizeof *e->packed);
    if (!e->bytes && !e->packed) return error_memory(error);
    return e->bytes || (e->engine = conv_engine_new(error)) != NULL;
}

Evaluator *evaluator_new(const Net *net, NetPrecision precision, Error *error) {
    if (net_is_plain(net)) precision = NET_F32;
    if (precision == NET_INT8 && !net->activation_max) {
        error_input(error, "int8 needs a calibrated net");
        return NULL;
    }
    if (precision == NET_INT8 && !evaluator_has_int8()) {
        error_input(error, "int8 needs a CPU with AVX-512 VNNI");
        return NULL;
    }
    Evaluator *e = calloc(1, sizeof *e);
    if (!e) {
        error_memory(error);
        return NULL;
    }
    e->net = net;
    e->precision = precision;
    if (evaluator_prepare(e, error)) return e;
    evaluator_free(e);
    return NULL;
}

void evaluator_free(Evaluator *e) {
    if (!e) return;
    for (int h = 0; h <= BOARD_MAX; h++) {
        for (int w = 0; w <= BOARD_MAX; w++) plan_free(e->plan[h][w]);
    }
    for (int i = 0; e->packed && i < e->net->convs; i++) packed_free(e->packed[i]);
    free(e->packed);
    byte_net_free(e->bytes);
    tile_net_free(e->tiles);
    free(e->table);
    conv_engine_free(e->engine);
    free(e);
}

void evaluator_set_tap(Evaluator *e, EvaluatorTap tap, void *context) {
    e->tap = tap;
    e->tap_context = context;
}

static bool run_f32(Evaluator *e, Plan *plan) {
    const Net *net = e->net;
    for (int i = 0; i < net->convs; i++) {
        bool from_hidden = (i < net->convs - 1 || net_is_plain(net)) && i % 2;
        if (e->tap)
            e->tap(e->tap_context, i, from_hidden ? plan->hidden : plan->map, plan->height, plan->width);
        if (!conv_run(plan_conv(plan, net, i), e->engine, plan->weights[i], net->conv[i].bias)) return false;
    }
    return true;
}

static void output_fill(const Position *position, const Features *features, const float *logit,
                        const float *action, NetOutput *out) {
    CellSet stones = cellset_or(position->stones[BLACK], position->stones[WHITE]);
    int cells = position->geometry->cells;
    float greatest = -INFINITY, total = 0;
    for (int i = 0; i < cells; i++) {
        int cell = features_cell(features, i);
        bool stone = cellset_has(stones, cell);
        out->logit[cell] = stone ? -INFINITY : logit[i];
        out->action[cell] = stone ? 0 : tanhf(action[i]);
        if (!stone) greatest = fmaxf(greatest, logit[i]);
    }
    for (int cell = 0; cell < cells; cell++) {
        out->policy[cell] = out->logit[cell] == -INFINITY ? 0 : expf(out->logit[cell] - greatest);
        total += out->policy[cell];
    }
    for (int cell = 0; cell < cells && total > 0; cell++) out->policy[cell] /= total;
}

// The policy of a plain net. The board is not mirrored.
static bool run_plain(Evaluator *e, const Position *position, NetOutput *out, Error *error) {
    Planes planes;
    planes_of(position, e->net->arch.planes, &planes);
    Plan *plan = plan_get(e, planes.height, planes.width, error);
    if (!plan) return false;
    planes_layer(e->net, e->table, &planes, plan->map);
    if (!run_f32(e, plan)) return error_failure(error, "oneDNN failed");
    float logit[CELL_MAX], action[CELL_MAX];
    cell_heads(e->net, e->net->convs % 2 ? plan->hidden : plan->map, plan->cells, logit, action);
    out->value = 0;
    output_fill(position, &(Features){.width = planes.width, .height = planes.height}, logit, action, out);
    return true;
}

bool evaluator_run(Evaluator *e, const Position *position, NetOutput *out, Error *error) {
    return evaluator_run_moves(e, position, position_vacant(position), out, error);
}

// From the maps that the convolutions leave.
static void maps_read(const Evaluator *e, const Position *position, const Features *features,
                      const NetMaps *maps, NetOutput *out) {
    float logit[CELL_MAX], action[CELL_MAX];
    int cells = position->geometry->cells;
    cell_heads(e->net, maps->head, cells, logit, action);
    out->value = tanhf(value_head(e->net, maps->trunk, cells));
    output_fill(position, features, logit, action, out);
}

// The whole board in bytes.
static bool run_bytes(Evaluator *e, const Position *position, const Features *features, NetOutput *out) {
    NetMaps maps;
    if (!byte_net_run(e->bytes, features, NULL, 0, &maps)) return false;
    maps_read(e, position, features, &maps, out);
    return true;
}

bool evaluator_has_fast(const Evaluator *e) {
    return e->bytes && tile_net_can(e->net);
}

static TileNet *tiles_get(Evaluator *e) {
    if (!e->tiles) e->tiles = tile_net_new(e->net, e->table);
    return e->tiles;
}

bool evaluator_run_fast(Evaluator *e, const Position *position, NetOutput *out, Error *error) {
    Features features;
    NetMaps maps;
    if (!evaluator_has_fast(e)) return evaluator_run(e, position, out, error);
    features_of(position, position_vacant(position), &features);
    if (!tiles_get(e) || !tile_net_run(e->tiles, &features, &maps)) return error_memory(error);
    maps_read(e, position, &features, &maps, out);
    return true;
}

bool evaluator_run_moves(Evaluator *e, const Position *position, CellSet moves, NetOutput *out,
                         Error *error) {
    Features features;
    conv_thread_prepare();
    if (net_is_plain(e->net)) return run_plain(e, position, out, error);
    features_of(position, moves, &features);
    if (e->bytes) return run_bytes(e, position, &features, out) || error_memory(error);
    Plan *plan = plan_get(e, features.height, features.width, error);
    if (!plan) return false;
    input_layer(e->net, e->table, &features, plan->map);
    if (!run_f32(e, plan)) return error_failure(error, "a convolution failed");
    maps_read(e, position, &features, &(NetMaps){plan->map, plan->head_map}, out);
    return true;
}

bool evaluator_run_alone(Evaluator *e, const Position *position, CellSet moves, NetOutput *out,
                         Error *error) {
    if (!e->bytes) return evaluator_run_moves(e, position, moves, out, error);
    Features features;
    NetMaps maps;
    int16_t seen[CELL_MAX], cell[CELL_MAX];
    int count = 0, heads = 2 * e->net->arch.head;
    features_of(position, moves, &features);
    for (int move; (move = cellset_pop(&moves)) >= 0; count++) {
        cell[count] = (int16_t)move;
        seen[count] = (int16_t)features_seen(&features, move);
    }
    if (!byte_net_run(e->bytes, &features, seen, count, &maps)) return error_memory(error);
    for (int i = 0; i < count; i++) {
        float action;
        cell_heads(e->net, maps.head + seen[i] * heads, 1, &out->logit[cell[i]], &action);
        out->action[cell[i]] = tanhf(action);
    }
    return true;
}

bool evaluator_run_bare(Evaluator *e, const Geometry *geometry, bool fast, Error *error) {
    conv_thread_prepare();
    if (fast && evaluator_has_fast(e))
        return (tiles_get(e) && tile_net_run_bare(e->tiles, geometry->height, geometry->width)) ||
               error_memory(error);
    if (e->bytes)
        return byte_net_run_bare(e->bytes, geometry->height, geometry->width) || error_memory(error);
    Plan *plan = plan_get(e, geometry->height, geometry->width, error);
    if (!plan) return false;
    const Net *net = e->net;
    for (int i = 0; i < net->convs; i++) {
        if (!conv_run(plan_conv(plan, net, i), e->engine, plan->weights[i], net->conv[i].bias))
            return error_failure(error, "a convolution failed");
    }
    return true;
}
