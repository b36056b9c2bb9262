// safetensors files: eight bytes of header length, a JSON header, raw little-endian numbers.
//
// The reader is strict, because nets come from strangers. Every tensor lies where the header says, without
// gaps or overlaps, and the numbers are finite. Errors give the tensor's name. Numbers are
// kept as 32-bit floats; 16-bit files are widened. A tensor of bytes (I8) has a second tensor, named with TENSOR_SCALE behind.
// It gives the worth of one unit, for each index of the first dimension. Reading multiplies the two and drops the scale.
#ifndef MUSTPLAY_NET_TENSOR_FILE_H
#define MUSTPLAY_NET_TENSOR_FILE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

#define TENSOR_SCALE ".scale"
enum { TENSOR_RANK_MAX = 4, TENSOR_NAME_MAX = 64 };

typedef struct Tensor {
    char name[TENSOR_NAME_MAX];
    int rank;
    int shape[TENSOR_RANK_MAX];
    size_t count; // the product of the shape
    float *data;
} Tensor;

typedef struct MetaEntry {
    char *key, *value;
} MetaEntry;

typedef struct TensorFile {
    int tensors;
    Tensor *tensor; // in the order of the data
    int entries;
    MetaEntry *entry; // the metadata, in the header's order
} TensorFile;

// Reads a file from memory; `name` is what errors call it. On an error nothing is left to free.
bool tensor_file_parse(TensorFile *file, const void *bytes, size_t size, const char *name, Error *error);
// Copies a file with entries of metadata added or replaced; the numbers stay bit for bit. A file that is
// there is replaced only when asked, and when the new one is complete; so `to` may be `from`.
bool tensor_file_annotate(const char *from, const char *to, const MetaEntry *entry, int entries, bool replace,
                          Error *error);
void tensor_file_free(TensorFile *file);

// NULL when there is none.
const Tensor *tensor_file_find(const TensorFile *file, const char *name);
const char *tensor_file_meta(const TensorFile *file, const char *key);

#endif
