// Reading a net: the architecture from the metadata, and every tensor that it demands with its shape.
#include "net/net.h"

#include "base/json.h"
#include "net/planes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Metadata: JSON lists, with a number per convolution, and with one for each of its places.
static const char ACTIVATION_KEY[] = "activation_max", TILE_KEY[] = "tile_max";

static bool arch_number(const json_t *arch, const char *key, int low, int high, const char *name, int *out,
                        Error *error) {
    const json_t *value = json_object_get(arch, key);
    if (!json_is_integer(value) || json_integer_value(value) < low || json_integer_value(value) > high)
        return error_input(error, "%s: architecture: %s is not a number from %d to %d", name, key, low, high);
    *out = (int)json_integer_value(value);
    return true;
}

// A plain net is told by its layers.
static bool arch_read_plain(const json_t *json, const char *name, NetArch *arch, Error *error) {
    if (!arch_number(json, "layers", 1, NET_BLOCKS_MAX, name, &arch->layers, error) ||
        !arch_number(json, "channels", 1, NET_CHANNELS_MAX, name, &arch->channels, error) ||
        !arch_number(json, "planes", PLANES_SHORT, PLANES_LONG, name, &arch->planes, error))
        return false;
    return arch->planes == PLANES_SHORT || arch->planes == PLANES_LONG ||
           error_input(error, "%s: architecture: planes is neither %d nor %d", name, PLANES_SHORT,
                       PLANES_LONG);
}

static bool arch_read_residual(const json_t *json, const char *name, NetArch *arch, Error *error) {
    arch->planes = PLANES_STONES;
    if (json_object_get(json, "planes") &&
        !arch_number(json, "planes", PLANES_STONES, PLANES_MOVES, name, &arch->planes, error))
        return false;
    return arch_number(json, "blocks", 0, NET_BLOCKS_MAX, name, &arch->blocks, error) &&
           arch_number(json, "channels", 1, NET_CHANNELS_MAX, name, &arch->channels, error) &&
           arch_number(json, "head", 1, NET_HEAD_MAX, name, &arch->head, error) &&
           arch_number(json, "value", 1, NET_VALUE_MAX, name, &arch->value, error);
}

static bool arch_read(const TensorFile *file, const char *name, NetArch *arch, Error *error) {
    const char *format = tensor_file_meta(file, "format"), *text = tensor_file_meta(file, "architecture");
    if (!format || strcmp(format, NET_FORMAT))
        return error_input(error, "%s: not a Mustplay net: metadata 'format' is not " NET_FORMAT, name);
    json_error_t reason = {0};
    json_t *json = text ? json_loads(text, JSON_REJECT_DUPLICATES, &reason) : NULL;
    if (reason.memory) return error_memory(error);
    if (!json) return error_input(error, "%s: metadata 'architecture' is missing or not JSON", name);
    bool good = json_object_get(json, "layers") ? arch_read_plain(json, name, arch, error)
                                                : arch_read_residual(json, name, arch, error);
    json_decref(json);
    return good;
}

// Takes tensors one by one and records the first that is missing or has the wrong shape.
typedef struct Taker {
    const TensorFile *file;
    const char *name;
    int taken;
    bool failed;
    Error *error;
} Taker;

static const float *take(Taker *taker, const char *tensor, int rank, const int shape[]) {
    static const float none;
    if (taker->failed) return &none;
    const Tensor *t = tensor_file_find(taker->file, tensor);
    bool fits = t && t->rank == rank && !memcmp(t->shape, shape, (size_t)rank * sizeof *shape);
    taker->taken++;
    if (fits) return t->data;
    taker->failed = true;
    if (!t) {
        error_input(taker->error, "%s: tensor %s is missing", taker->name, tensor);
    } else {
        error_input(taker->error, "%s: tensor %s does not have the architecture's shape", taker->name,
                    tensor);
    }
    return &none;
}

#define TAKE(taker, name, ...)                                                                               \
    take(taker, name, (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)), (int[]){__VA_ARGS__})

static NetConv take_conv(Taker *taker, const char *prefix, int in, int out) {
    char weight[TENSOR_NAME_MAX], bias[TENSOR_NAME_MAX];
    snprintf(weight, sizeof weight, "%.40s.weight", prefix);
    snprintf(bias, sizeof bias, "%.40s.bias", prefix);
    return (NetConv){in, out, TAKE(taker, weight, out, in, 3, 3), TAKE(taker, bias, out)};
}

// The two cell heads as one convolution.
static bool heads_join(Net *net, Taker *taker) {
    int channels = net->arch.channels, head = net->arch.head;
    NetConv policy = take_conv(taker, "policy.conv", channels, head);
    NetConv action = take_conv(taker, "action.conv", channels, head);
    if (taker->failed) return false;
    size_t weights = (size_t)head * (size_t)channels * 9, biases = (size_t)head;
    net->head_weight = malloc(2 * weights * sizeof(float));
    net->head_bias = malloc(2 * biases * sizeof(float));
    if (!net->head_weight || !net->head_bias) return error_memory(taker->error);
    memcpy(net->head_weight, policy.weight, weights * sizeof(float));
    memcpy(net->head_weight + weights, action.weight, weights * sizeof(float));
    memcpy(net->head_bias, policy.bias, biases * sizeof(float));
    memcpy(net->head_bias + biases, action.bias, biases * sizeof(float));
    net->conv[net->convs - 1] = (NetConv){channels, 2 * head, net->head_weight, net->head_bias};
    return true;
}

static bool trunk_take(Net *net, Taker *taker) {
    int channels = net->arch.channels, trunk = net_is_plain(net) ? net->arch.layers : 2 * net->arch.blocks;
    net->convs = net_is_plain(net) ? trunk : trunk + 1;
    net->conv = calloc((size_t)net->convs, sizeof *net->conv);
    if (!net->conv) return error_memory(taker->error);
    net->input_weight = TAKE(taker, "input.weight", channels, net->arch.planes, 5, 5);
    net->input_bias = TAKE(taker, "input.bias", channels);
    for (int i = 0; i < trunk; i++) {
        char prefix[TENSOR_NAME_MAX];
        if (net_is_plain(net))
            snprintf(prefix, sizeof prefix, "layer.%d", i);
        else
            snprintf(prefix, sizeof prefix, "block.%d.conv%d", i / 2, i % 2 + 1);
        net->conv[i] = take_conv(taker, prefix, channels, channels);
    }
    return net_is_plain(net) ? !taker->failed : heads_join(net, taker);
}

static void outputs_take(Net *net, Taker *taker) {
    int channels = net->arch.channels, head = net->arch.head, value = net->arch.value;
    net->policy_weight = TAKE(taker, "policy.out.weight", 1, net_is_plain(net) ? channels : head, 1, 1);
    net->policy_bias = TAKE(taker, "policy.out.bias", 1);
    if (net_is_plain(net)) return;
    net->action_weight = TAKE(taker, "action.out.weight", 1, head, 1, 1);
    net->action_bias = TAKE(taker, "action.out.bias", 1);
    net->fc1_weight = TAKE(taker, "value.fc1.weight", value, 2 * channels);
    net->fc1_bias = TAKE(taker, "value.fc1.bias", value);
    net->fc2_weight = TAKE(taker, "value.fc2.weight", 1, value);
    net->fc2_bias = TAKE(taker, "value.fc2.bias", 1);
}

// Reads `count` positive numbers from an entry of the metadata, if it is there; they are the caller's to free.
static bool calibration_take(const Net *net, const char *name, const char *key, int count, float **numbers,
                             Error *error) {
    const char *text = tensor_file_meta(&net->file, key);
    if (!text) return true;
    json_t *list = json_loads(text, 0, NULL);
    bool good = json_array_size(list) == (size_t)count ||
                error_input(error, "%s: metadata '%s' is not a list of %d numbers", name, key, count);
    if (good) *numbers = malloc((size_t)count * sizeof(float));
    if (good && !*numbers) good = error_memory(error);
    for (int i = 0; good && i < count; i++) {
        double number = json_number_value(json_array_get(list, (size_t)i));
        (*numbers)[i] = (float)number;
        good = (number > 1e-30 && number < 1e30) ||
               error_input(error, "%s: metadata '%s': number %d is not positive", name, key, i);
    }
    json_decref(list);
    return good;
}

static bool calibrations_take(Net *net, const char *name, Error *error) {
    float *tiles = NULL;
    bool good = calibration_take(net, name, ACTIVATION_KEY, net->convs, &net->activation_max, error) &&
                calibration_take(net, name, TILE_KEY, net->convs * NET_PLACES, &tiles, error);
    net->tile_max = (float(*)[NET_PLACES])(void *)tiles;
    return good;
}

static bool net_take(Net *net, const char *name, Error *error) {
    if (!arch_read(&net->file, name, &net->arch, error)) return false;
    Taker taker = {&net->file, name, 0, false, error};
    if (!trunk_take(net, &taker)) return false;
    outputs_take(net, &taker);
    if (taker.failed || (!net_is_plain(net) && !calibrations_take(net, name, error))) return false;
    if (taker.taken != net->file.tensors)
        return error_input(error, "%s: %d tensors, but the architecture has %d", name, net->file.tensors,
                           taker.taken);
    return true;
}

static Net *net_take_file(TensorFile *file, const char *name, Error *error) {
    Net *net = calloc(1, sizeof *net);
    if (!net) {
        tensor_file_free(file);
        error_memory(error);
        return NULL;
    }
    net->file = *file;
    if (net_take(net, name, error)) return net;
    net_free(net);
    return NULL;
}

Net *net_parse(const void *bytes, size_t size, const char *name, Error *error) {
    TensorFile file;
    return tensor_file_parse(&file, bytes, size, name, error) ? net_take_file(&file, name, error) : NULL;
}

void net_free(Net *net) {
    if (!net) return;
    tensor_file_free(&net->file);
    free(net->conv);
    free(net->head_weight);
    free(net->head_bias);
    free(net->activation_max);
    free(net->tile_max);
    free(net);
}

size_t net_parameters(const Net *net) {
    size_t count = 0;
    for (int i = 0; i < net->file.tensors; i++) count += net->file.tensor[i].count;
    return count;
}

// A JSON list; the caller frees it. NULL out of memory.
static char *list_text(const float *numbers, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(list, json_real((double)numbers[i]));
    char *text = json_dumps(list, JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(list);
    return text;
}

bool net_annotate(const Net *net, const char *from, const char *to, bool replace, Error *error) {
    if (!net->activation_max || !net->tile_max) return error_failure(error, "the net is not calibrated");
    char *activations = list_text(net->activation_max, net->convs);
    char *tiles = list_text(net->tile_max[0], net->convs * NET_PLACES);
    MetaEntry entry[] = {{(char *)(uintptr_t)ACTIVATION_KEY, activations},
                         {(char *)(uintptr_t)TILE_KEY, tiles}};
    bool good =
        activations && tiles ? tensor_file_annotate(from, to, entry, 2, replace, error) : error_memory(error);
    free(activations);
    free(tiles);
    return good;
}
