#include "net/tensor_file.h"

#include "base/file.h"
#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t HEADER_MAX = 1 << 24, FILE_MAX = (size_t)1 << 29;

// What is being read, for the messages.
typedef struct Source {
    const char *name;
    const unsigned char *data; // after the header
    size_t size;
    Error *error;
} Source;

static void allocation_free(TensorFile *file) {
    for (int i = 0; i < file->tensors; i++) free(file->tensor[i].data);
    for (int i = 0; i < file->entries; i++) {
        free(file->entry[i].key);
        free(file->entry[i].value);
    }
    free(file->tensor);
    free(file->entry);
    *file = (TensorFile){0};
}

void tensor_file_free(TensorFile *file) {
    allocation_free(file);
}

// Exponent and mantissa at their places in a float stand for the number over 2^112, subnormal or not.
static float half_widen(uint16_t half) {
    uint32_t bits = (uint32_t)(half & 0x7fff) << 13;
    float value;
    memcpy(&value, &bits, sizeof value);
    value = (half & 0x7c00) == 0x7c00 ? INFINITY : value * 0x1p112f;
    return half & 0x8000 ? -value : value;
}

static float number_read(const unsigned char *at, size_t width) {
    if (width == 1) return (float)(int8_t)at[0];
    if (width == 2) return half_widen((uint16_t)(at[0] | at[1] << 8));
    uint32_t bits = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool shape_read(const Source *source, Tensor *tensor, const json_t *shape) {
    size_t rank = json_array_size(shape);
    if (!json_is_array(shape) || rank < 1 || rank > TENSOR_RANK_MAX)
        return error_input(source->error, "%s: tensor %s: shape is not a list of 1 to %d numbers",
                           source->name, tensor->name, TENSOR_RANK_MAX);
    tensor->rank = (int)rank;
    tensor->count = 1;
    for (size_t i = 0; i < rank; i++) {
        const json_t *item = json_array_get(shape, i);
        json_int_t n = json_is_integer(item) ? json_integer_value(item) : -1;
        if (n < 1 || n > (1 << 20) || tensor->count > FILE_MAX / (size_t)n)
            return error_input(source->error, "%s: tensor %s: bad dimension %zu", source->name, tensor->name,
                               i + 1);
        tensor->shape[i] = (int)n;
        tensor->count *= (size_t)n;
    }
    return true;
}

static size_t type_width(const json_t *type) {
    const char *text = json_string_value(type);
    return !text ? 0 : !strcmp(text, "F32") ? 4 : !strcmp(text, "F16") ? 2 : !strcmp(text, "I8") ? 1 : 0;
}

static bool numbers_read(const Source *source, Tensor *tensor, const unsigned char *at, size_t width) {
    tensor->data = malloc(tensor->count * sizeof(float));
    if (!tensor->data) return error_memory(source->error);
    if (width == 2) // a loop of its own, which the compiler turns into vectors
        for (size_t i = 0; i < tensor->count; i++) tensor->data[i] = number_read(at + 2 * i, 2);
    for (size_t i = 0; i < tensor->count; i++) {
        if (width != 2) tensor->data[i] = number_read(at + i * width, width);
        if (!isfinite(tensor->data[i]))
            return error_input(source->error, "%s: tensor %s: number %zu is not finite", source->name,
                               tensor->name, i);
    }
    return true;
}

// Where a tensor's bytes begin; tells the order of tensors.
static size_t entry_begin(const json_t *value) {
    return (size_t)json_integer_value(json_array_get(json_object_get(value, "data_offsets"), 0));
}

static bool tensor_read(const Source *source, Tensor *tensor, const char *name, const json_t *value,
                        size_t expected_begin, size_t *end) {
    snprintf(tensor->name, sizeof tensor->name, "%s", name);
    if (strlen(name) >= sizeof tensor->name)
        return error_input(source->error, "%s: the tensor name '%.70s' is too long", source->name, name);
    const json_t *offsets = json_object_get(value, "data_offsets");
    size_t width = type_width(json_object_get(value, "dtype"));
    if (!width)
        return error_input(source->error, "%s: tensor %s: dtype is none of F32, F16 and I8", source->name,
                           name);
    if (!shape_read(source, tensor, json_object_get(value, "shape"))) return false;
    if (json_array_size(offsets) != 2 || !json_is_integer(json_array_get(offsets, 0)) ||
        !json_is_integer(json_array_get(offsets, 1)))
        return error_input(source->error, "%s: tensor %s: data_offsets are not two numbers", source->name,
                           name);
    json_int_t first = json_integer_value(json_array_get(offsets, 0)),
               last = json_integer_value(json_array_get(offsets, 1));
    if (first < 0 || (size_t)first != expected_begin)
        return error_input(source->error, "%s: tensor %s begins at byte %lld, expected %zu", source->name,
                           name, (long long)first, expected_begin);
    if (last < first || (size_t)(last - first) != tensor->count * width)
        return error_input(source->error, "%s: tensor %s: %lld bytes do not fit its shape", source->name,
                           name, (long long)(last - first));
    if ((size_t)last > source->size)
        return error_input(source->error, "%s: the file ends inside tensor %s", source->name, name);
    *end = (size_t)last;
    return numbers_read(source, tensor, source->data + first, width);
}

// Multiplies a tensor of bytes by its scale, which leaves the file.
static bool scale_apply(const Source *source, TensorFile *file, const char *name) {
    char scale_name[TENSOR_NAME_MAX + sizeof TENSOR_SCALE];
    snprintf(scale_name, sizeof scale_name, "%s" TENSOR_SCALE, name);
    Tensor *tensor = (Tensor *)tensor_file_find(file, name),
           *scale = (Tensor *)tensor_file_find(file, scale_name);
    if (!scale || scale->rank != 1 || scale->shape[0] != tensor->shape[0])
        return error_input(source->error, "%s: tensor %s of bytes lacks its scale of %d numbers",
                           source->name, name, tensor->shape[0]);
    size_t row = tensor->count / (size_t)tensor->shape[0];
    for (size_t i = 0; i < tensor->count; i++) tensor->data[i] *= scale->data[i / row];
    free(scale->data);
    file->tensors--;
    memmove(scale, scale + 1, (size_t)(file->tensor + file->tensors - scale) * sizeof *scale);
    return true;
}

typedef struct HeaderEntry {
    const char *name;
    const json_t *value;
} HeaderEntry;

static int entry_compare(const void *a, const void *b) {
    size_t x = entry_begin(((const HeaderEntry *)a)->value), y = entry_begin(((const HeaderEntry *)b)->value);
    return x < y ? -1 : x > y;
}

static bool metadata_read(const Source *source, TensorFile *file, json_t *metadata) {
    if (!metadata) return true;
    if (!json_is_object(metadata))
        return error_input(source->error, "%s: __metadata__ is not an object", source->name);
    file->entry = calloc(json_object_size(metadata) + 1, sizeof *file->entry);
    if (!file->entry) return error_memory(source->error);
    const char *key;
    json_t *value;
    json_object_foreach(metadata, key, value) {
        if (!json_is_string(value))
            return error_input(source->error, "%s: metadata '%.60s' is not text", source->name, key);
        MetaEntry *entry = &file->entry[file->entries++];
        entry->key = strdup(key);
        entry->value = strdup(json_string_value(value));
        if (!entry->key || !entry->value) return error_memory(source->error);
    }
    return true;
}

static bool tensors_read(const Source *source, TensorFile *file, json_t *header) {
    size_t count = json_object_size(header), end = 0;
    HeaderEntry *entries = calloc(count + 1, sizeof *entries);
    file->tensor = calloc(count + 1, sizeof *file->tensor);
    bool good = entries && file->tensor;
    if (!good) error_memory(source->error);
    const char *name;
    json_t *value;
    count = 0;
    if (good) {
        json_object_foreach(header, name, value) entries[count++] = (HeaderEntry){name, value};
        qsort(entries, count, sizeof *entries, entry_compare);
    }
    for (size_t i = 0; good && i < count; i++)
        good =
            tensor_read(source, &file->tensor[file->tensors++], entries[i].name, entries[i].value, end, &end);
    for (size_t i = 0; good && i < count; i++) {
        if (type_width(json_object_get(entries[i].value, "dtype")) == 1)
            good = scale_apply(source, file, entries[i].name);
    }
    free(entries);
    if (good && end != source->size)
        good = error_input(source->error, "%s: %zu bytes after the last tensor", source->name,
                           source->size - end);
    return good;
}

static bool header_read(const Source *source, TensorFile *file, json_t *header) {
    if (!json_is_object(header))
        return error_input(source->error, "%s: the header is not a JSON object", source->name);
    if (!metadata_read(source, file, json_object_get(header, "__metadata__"))) return false;
    json_object_del(header, "__metadata__");
    return tensors_read(source, file, header);
}

bool tensor_file_parse(TensorFile *file, const void *bytes, size_t size, const char *name, Error *error) {
    const unsigned char *at = bytes;
    *file = (TensorFile){0};
    if (size < 8) return error_input(error, "%s: too short for a safetensors file", name);
    uint64_t length = 0;
    for (int i = 7; i >= 0; i--) length = length << 8 | at[i];
    if (length > HEADER_MAX || length > size - 8)
        return error_input(error,
                           "%s: not a safetensors file, or cut short: a header of %llu bytes does not fit",
                           name, (unsigned long long)length);
    json_error_t reason;
    json_t *header = json_loadb((const char *)at + 8, (size_t)length, JSON_REJECT_DUPLICATES, &reason);
    if (!header && reason.memory) return error_memory(error);
    if (!header)
        return error_input(error, "%s: the header is not JSON: %s at byte %d", name, reason.text,
                           reason.position);
    Source source = {name, at + 8 + length, size - 8 - (size_t)length, error};
    bool good = header_read(&source, file, header);
    json_decref(header);
    if (!good) allocation_free(file);
    return good;
}

// The header with more entries of metadata, padded so that the data stays aligned. The caller frees it.
static char *header_annotate(json_t *header, const MetaEntry *entry, int entries, size_t *length) {
    json_t *metadata = json_object_get(header, "__metadata__");
    if (!metadata) {
        metadata = json_object();
        json_object_set_new(header, "__metadata__", metadata);
    }
    for (int i = 0; i < entries; i++)
        json_object_set_new(metadata, entry[i].key, json_string(entry[i].value));
    char *text = json_dumps(header, JSON_COMPACT);
    if (!text) return NULL;
    size_t used = strlen(text);
    *length = (used + 63) / 64 * 64;
    char *padded = realloc(text, *length + 1);
    if (!padded) {
        free(text);
        return NULL;
    }
    memset(padded + used, ' ', *length - used);
    return padded;
}

// The bytes of a sound file with more entries of metadata.
static bool bytes_annotate(const Text *bytes, const MetaEntry *entry, int entries, Text *out) {
    size_t length = 0, old = 0;
    for (int i = 7; i >= 0; i--) old = old << 8 | (unsigned char)bytes->data[i];
    json_t *header = json_loadb(bytes->data + 8, old, 0, NULL);
    char *text = header ? header_annotate(header, entry, entries, &length) : NULL;
    for (int i = 0; i < 8; i++) text_add_char(out, (char)((uint64_t)length >> 8 * i & 0xff));
    if (text) text_add_bytes(out, text, length);
    text_add_bytes(out, bytes->data + 8 + old, bytes->length - 8 - old);
    json_decref(header);
    free(text);
    return text && !out->failed;
}

bool tensor_file_annotate(const char *from, const char *to, const MetaEntry *entry, int entries, bool replace,
                          Error *error) {
    TensorFile file;
    Text bytes = {0}, out = {0};
    if (!file_read_plain(from, FILE_MAX, &bytes, error)) return false;
    bool good = tensor_file_parse(&file, bytes.data, bytes.length, from, error);
    if (good) {
        tensor_file_free(&file); // it was read to know that it is whole
        good = bytes_annotate(&bytes, entry, entries, &out)
                   ? file_write(to, out.data, out.length, replace, error)
                   : error_memory(error);
    }
    text_free(&bytes);
    text_free(&out);
    return good;
}

const Tensor *tensor_file_find(const TensorFile *file, const char *name) {
    for (int i = 0; i < file->tensors; i++) {
        if (!strcmp(file->tensor[i].name, name)) return &file->tensor[i];
    }
    return NULL;
}

const char *tensor_file_meta(const TensorFile *file, const char *key) {
    for (int i = 0; i < file->entries; i++) {
        if (!strcmp(file->entry[i].key, key)) return file->entry[i].value;
    }
    return NULL;
}
