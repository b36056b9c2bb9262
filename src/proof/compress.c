#include "proof/compress.h"

#include <stdlib.h>
#include <zstd.h>

// A window of 4 MB and tables to match: larger ones compress little better and take eight times the memory.
enum { COMPRESSION_LEVEL = 19, WINDOW_LOG = 22, HASH_LOG = 18, CHAIN_LOG = 19, PIECE = 1 << 16 };

struct Compressor {
    ZSTD_CCtx *zstd;
    char out[PIECE];
};

static bool zstd_set(ZSTD_CCtx *zstd) {
    return !ZSTD_isError(ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, COMPRESSION_LEVEL)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(zstd, ZSTD_c_windowLog, WINDOW_LOG)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(zstd, ZSTD_c_hashLog, HASH_LOG)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(zstd, ZSTD_c_chainLog, CHAIN_LOG));
}

Compressor *compressor_new(Error *error) {
    Compressor *c = calloc(1, sizeof *c);
    if (c) c->zstd = ZSTD_createCCtx();
    if (c && c->zstd && zstd_set(c->zstd)) return c;
    compressor_free(c);
    error_memory(error);
    return NULL;
}

void compressor_free(Compressor *c) {
    if (c) ZSTD_freeCCtx(c->zstd);
    free(c);
}

bool compressor_add(Compressor *c, const char *bytes, size_t count, bool end, Text *text, Error *error) {
    ZSTD_inBuffer in = {bytes, count, 0};
    for (size_t left = 1; in.pos < in.size || (end && left);) {
        ZSTD_outBuffer out = {c->out, PIECE, 0};
        left = ZSTD_compressStream2(c->zstd, &out, &in, end ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left)) return error_memory(error);
        text_add_bytes(text, c->out, out.pos);
    }
    return !text->failed || error_memory(error);
}

bool text_decompress(const Text *stored, const char *path, size_t most, Text *text, Error *error) {
    ZSTD_DCtx *zstd = ZSTD_createDCtx();
    char *piece = malloc(PIECE);
    ZSTD_inBuffer in = {stored->data, stored->length, 0};
    size_t left = 1;
    bool good = (zstd && piece) || error_memory(error);
    while (good && (left || in.pos < in.size)) {
        ZSTD_outBuffer out = {piece, PIECE, 0};
        left = ZSTD_decompressStream(zstd, &out, &in);
        if (ZSTD_isError(left) || (left && !out.pos && in.pos == in.size))
            good = error_input(error, "'%.200s' is not a whole file compressed by zstd", path);
        else if (out.pos > most - text->length)
            good = error_input(error, "'%.200s' holds more than %zu MB of text", path, most >> 20);
        else
            text_add_bytes(text, piece, out.pos);
        if (text->failed) good = error_memory(error);
    }
    ZSTD_freeDCtx(zstd);
    free(piece);
    return good;
}

bool text_can_decompress(void) {
    return true;
}
