// Files that jobs name by their SHA-256: nets and weights. A worker keeps them in a folder of its own. It
// checks the contents on first use, and again when the file has changed.
#ifndef MUSTPLAY_CLUSTER_BLOBS_H
#define MUSTPLAY_CLUSTER_BLOBS_H

#include "base/sha256.h"
#include "cluster/stream.h"

#include <sys/types.h>
#include <time.h>

// Files whose contents were looked at, the last few; all zero at first.
enum { BLOBS_SEEN = 16 };

typedef struct BlobSeen {
    char hash[SHA256_TEXT];
    dev_t device;
    ino_t number;
    off_t size;
    struct timespec written, changed;
} BlobSeen;

typedef struct BlobCache {
    BlobSeen seen[BLOBS_SEEN];
    int next;        // the one that goes first
    uint64_t hashed; // files read and hashed so far
} BlobCache;

// Puts a file into Redis, if it is not there yet, and gives its hash. A file that cannot be read is bad input.
StreamResult blob_publish(Stream *stream, const char *path, char hash[SHA256_TEXT], Error *error);
// The path of a file with these contents on this machine, fetched if need be. STREAM_NONE when Redis has it not.
StreamResult blob_path(Stream *stream, BlobCache *cache, const char *hash, char *path, size_t size,
                       Error *error);
// Whether a text looks like such a hash.
bool blob_is_hash(const char *text);

#endif
