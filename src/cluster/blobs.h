// Files that jobs name by their SHA-256: nets and weights. A worker keeps them in a folder of its own, and looks at the hash
// whenever it takes one.
#ifndef MUSTPLAY_CLUSTER_BLOBS_H
#define MUSTPLAY_CLUSTER_BLOBS_H

#include "base/sha256.h"
#include "cluster/stream.h"

// Puts a file into Redis, if it is not there yet, and gives its hash. A file that cannot be read is bad input.
StreamResult blob_publish(Stream *stream, const char *path, char hash[SHA256_TEXT], Error *error);
// The path of a file with these contents on this machine, fetched if need be. STREAM_NONE when Redis has it not.
StreamResult blob_path(Stream *stream, const char *hash, char *path, size_t size, Error *error);
// Whether a text looks like such a hash.
bool blob_is_hash(const char *text);

#endif
