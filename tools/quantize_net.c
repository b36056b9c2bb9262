// A net with the weights of its 3x3 convolutions in bytes, one scale per output channel. The file has half the size, and evaluation
// in int8 rounds the weights the same way. The page without a server ships this form.
//   quantize_net FROM TO [--force]
#include "base/file.h"
#include "base/json.h"
#include "net/tensor_file.h"
#include "tools/lib/argument.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is written: the header's entries, and the numbers.
typedef struct Draft {
    json_t *header;
    Text data;
} Draft;

static void entry_add(Draft *draft, const char *name, const char *type, const Tensor *like, int rank,
                      size_t begin) {
    json_t *shape = json_array();
    for (int i = 0; i < rank; i++) json_array_append_new(shape, json_integer(like->shape[i]));
    json_object_set_new(draft->header, name,
                        json_pack("{s:s, s:o, s:[I, I]}", "dtype", type, "shape", shape, "data_offsets",
                                  (json_int_t)begin, (json_int_t)draft->data.length));
}

static bool is_convolution(const Tensor *tensor) {
    return tensor->rank == 4 && tensor->shape[2] == 3 && tensor->shape[3] == 3;
}

static void floats_add(Draft *draft, const Tensor *tensor) {
    size_t begin = draft->data.length;
    text_add_bytes(&draft->data, (const char *)tensor->data, tensor->count * sizeof(float));
    entry_add(draft, tensor->name, "F32", tensor, tensor->rank, begin);
}

static void bytes_add(Draft *draft, const Tensor *tensor) {
    size_t begin = draft->data.length, row = tensor->count / (size_t)tensor->shape[0];
    float *scale = malloc((size_t)tensor->shape[0] * sizeof *scale);
    for (int o = 0; scale && o < tensor->shape[0]; o++) {
        const float *weight = tensor->data + (size_t)o * row;
        float greatest = 0;
        for (size_t i = 0; i < row; i++) greatest = fmaxf(greatest, fabsf(weight[i]));
        scale[o] = greatest > 0 ? greatest / 127 : 1;
        for (size_t i = 0; i < row; i++) text_add_char(&draft->data, (char)lrintf(weight[i] / scale[o]));
    }
    entry_add(draft, tensor->name, "I8", tensor, tensor->rank, begin);
    char name[TENSOR_NAME_MAX + sizeof TENSOR_SCALE];
    begin = draft->data.length;
    snprintf(name, sizeof name, "%s" TENSOR_SCALE, tensor->name);
    if (scale)
        text_add_bytes(&draft->data, (const char *)scale, (size_t)tensor->shape[0] * sizeof *scale);
    else
        draft->data.failed = true;
    entry_add(draft, name, "F32", tensor, 1, begin);
    free(scale);
}

static bool draft_save(Draft *draft, const char *path, bool force, Error *error) {
    char *header = json_dumps(draft->header, JSON_COMPACT);
    Text out = {0};
    uint64_t length = header ? strlen(header) : 0;
    for (int i = 0; i < 8; i++) text_add_char(&out, (char)(length >> 8 * i & 0xff));
    if (header) text_add(&out, header);
    text_add_bytes(&out, draft->data.data, draft->data.length);
    bool good = header && !draft->data.failed && !out.failed
                    ? file_write(path, out.data, out.length, force, error)
                    : error_failure(error, "out of memory");
    free(header);
    text_free(&out);
    return good;
}

static bool quantize(const char *from, const char *to, bool force, Error *error) {
    Text bytes = {0};
    TensorFile file;
    Draft draft = {.header = json_object()};
    if (!file_read_plain(from, (size_t)1 << 29, &bytes, error)) return false;
    bool good = tensor_file_parse(&file, bytes.data, bytes.length, from, error);
    text_free(&bytes);
    if (!good) return false;
    json_t *metadata = json_object();
    for (int i = 0; i < file.entries; i++)
        json_object_set_new(metadata, file.entry[i].key, json_string(file.entry[i].value));
    json_object_set_new(draft.header, "__metadata__", metadata);
    for (int i = 0; i < file.tensors; i++)
        (is_convolution(&file.tensor[i]) ? bytes_add : floats_add)(&draft, &file.tensor[i]);
    good = draft_save(&draft, to, force, error);
    json_decref(draft.header);
    text_free(&draft.data);
    tensor_file_free(&file);
    return good;
}

int main(int argc, char **argv) {
    Error error = {0};
    bool force = argument_force(&argc, argv);
    if (argc != 3) {
        fprintf(stderr, "usage: quantize_net FROM TO [--force]\n");
        return 2;
    }
    if (argument_output(argv[2], force, &error) && quantize(argv[1], argv[2], force, &error)) return 0;
    fprintf(stderr, "quantize_net: %s\n", error.text);
    return error.bad_input ? 2 : 1;
}
