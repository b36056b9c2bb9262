// FNV-1a in 64 bits, for checksums and names of contents. Each step is one to one, so that a single wrong byte
// is always noticed.
#ifndef MUSTPLAY_BASE_HASH_H
#define MUSTPLAY_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static const uint64_t HASH_START = 0xcbf29ce484222325u;

// Continues from `hash`, which is HASH_START for the first bytes.
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++) hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

#endif
