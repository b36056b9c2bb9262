// One evaluation: features, a net's layers (net/float_net.h, net/byte_net.h, for single evaluations net/tile_net.h), heads.
#include "net/evaluator.h"

#include "net/byte_net.h"
#include "net/float_net.h"
#include "net/tile_net.h"

#include <math.h>
#include <stdlib.h>

struct Evaluator {
    const Net *net;
    float *table;     // of the first layer
    FloatNet *floats; // f32
    ByteNet *bytes;   // int8, in place of it
    TileNet *tiles;   // int8 weights for single evaluations; made on first use
};

NetPrecision net_best_precision(const Net *net) {
    return net->activation_max ? NET_INT8 : NET_F32;
}

// --- The evaluator

static bool evaluator_prepare(Evaluator *e, NetPrecision precision) {
    const Net *net = e->net;
    e->table = net_is_plain(net) ? planes_table(net) : input_table(net);
    if (e->table && precision == NET_INT8) e->bytes = byte_net_new(net, e->table);
    if (e->table && precision == NET_F32) e->floats = float_net_new(net, e->table);
    return e->bytes || e->floats;
}

Evaluator *evaluator_new(const Net *net, NetPrecision precision, Error *error) {
    if (net_is_plain(net)) precision = NET_F32;
    if (precision == NET_INT8 && !net->activation_max) {
        error_input(error, "int8 needs a calibrated net");
        return NULL;
    }
    Evaluator *e = calloc(1, sizeof *e);
    if (e) {
        e->net = net;
        if (evaluator_prepare(e, precision)) return e;
    }
    evaluator_free(e);
    error_memory(error);
    return NULL;
}

void evaluator_free(Evaluator *e) {
    if (!e) return;
    float_net_free(e->floats);
    byte_net_free(e->bytes);
    tile_net_free(e->tiles);
    free(e->table);
    free(e);
}

void evaluator_set_tap(Evaluator *e, NetTap tap, void *context) {
    float_net_set_tap(e->floats, tap, context);
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
static bool run_plain(Evaluator *e, const Position *position, NetOutput *out) {
    Planes planes;
    NetMaps maps;
    planes_of(position, e->net->arch.planes, &planes);
    if (!float_net_run_plain(e->floats, &planes, &maps)) return false;
    float logit[CELL_MAX], action[CELL_MAX];
    cell_heads(e->net, maps.trunk, position->geometry->cells, logit, action);
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
    NetMaps maps;
    if (net_is_plain(e->net)) return run_plain(e, position, out) || error_memory(error);
    features_of(position, moves, &features);
    bool good = e->bytes ? byte_net_run(e->bytes, &features, NULL, 0, &maps)
                         : float_net_run(e->floats, &features, &maps);
    if (!good) return error_memory(error);
    maps_read(e, position, &features, &maps, out);
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
    int height = geometry->height, width = geometry->width;
    bool good = fast && evaluator_has_fast(e) ? tiles_get(e) && tile_net_run_bare(e->tiles, height, width)
                : e->bytes                    ? byte_net_run_bare(e->bytes, height, width)
                                              : float_net_run_bare(e->floats, height, width);
    return good || error_memory(error);
}
