// Text compressed by zstd, for proof files.
#ifndef MUSTPLAY_PROOF_COMPRESS_H
#define MUSTPLAY_PROOF_COMPRESS_H

#include "base/error.h"
#include "base/text.h"

typedef struct Compressor Compressor;

// NULL with an error.
Compressor *compressor_new(Error *error);
void compressor_free(Compressor *compressor); // NULL is allowed
// Takes the next piece and appends what is ready to `out`; with `end` all that is left.
bool compressor_add(Compressor *compressor, const char *bytes, size_t count, bool end, Text *out,
                    Error *error);

// Appends the text of a whole compressed file, named `path` in messages, to `text`. One of more than `most` bytes is refused.
// One that continues after the end of a frame of zstd, as tools write that compress in parallel, is read to its end.
bool text_decompress(const Text *stored, const char *path, size_t most, Text *text, Error *error);

// Whether this build can do it: not in a browser.
bool text_can_decompress(void);

#endif
