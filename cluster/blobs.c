#include "cluster/blobs.h"

#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const size_t BLOB_MOST = (size_t)1 << 29; // Redis takes no more in one string

bool blob_is_hash(const char *text) {
    return strlen(text) == SHA256_TEXT - 1 && strspn(text, "0123456789abcdef") == SHA256_TEXT - 1;
}

StreamResult blob_publish(Stream *stream, const char *path, char hash[SHA256_TEXT], Error *error) {
    Text bytes = {0};
    if (!file_read_plain(path, BLOB_MOST, &bytes, error)) return STREAM_REFUSED;
    sha256_text(bytes.data, bytes.length, hash);
    StreamResult result = stream_blob_put(stream, hash, bytes.data, bytes.length, error);
    text_free(&bytes);
    return result;
}

// $XDG_CACHE_HOME/mustplay, ~/.cache/mustplay or a folder in /tmp.
static bool folder_ready(char *path, size_t size, Error *error) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        snprintf(path, size, "%s", cache);
    else if (home && *home == '/')
        snprintf(path, size, "%s/.cache", home);
    else
        snprintf(path, size, "/tmp");
    mkdir(path, 0777);
    snprintf(path + strlen(path), size - strlen(path), "/mustplay");
    return !mkdir(path, 0700) || errno == EEXIST ||
           error_failure(error, "the folder %.200s for nets cannot be made: %s", path, strerror(errno));
}

static bool time_equal(struct timespec a, struct timespec b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static bool seen_equal(const BlobSeen *a, const BlobSeen *b) {
    return a->device == b->device && a->number == b->number && a->size == b->size &&
           time_equal(a->written, b->written) && time_equal(a->changed, b->changed) &&
           !strcmp(a->hash, b->hash);
}

static bool file_hash_is(const char *path, const char *hash) {
    Text bytes = {0};
    char found[SHA256_TEXT];
    if (!file_read_plain(path, BLOB_MOST, &bytes, &(Error){0})) return false;
    sha256_text(bytes.data, bytes.length, found);
    text_free(&bytes);
    return !strcmp(found, hash);
}

// A file that was looked at and is as it was then need not be read again.
static bool file_has_hash(BlobCache *cache, const char *path, const char *hash) {
    struct stat about;
    if (stat(path, &about)) return false;
    BlobSeen now = {.device = about.st_dev,
                    .number = about.st_ino,
                    .size = about.st_size,
                    .written = about.st_mtim,
                    .changed = about.st_ctim};
    strcpy(now.hash, hash);
    for (int i = 0; i < BLOBS_SEEN; i++)
        if (seen_equal(&cache->seen[i], &now)) return true;
    cache->hashed++;
    if (!file_hash_is(path, hash)) return false;
    cache->seen[cache->next] = now;
    cache->next = (cache->next + 1) % BLOBS_SEEN;
    return true;
}

StreamResult blob_path(Stream *stream, BlobCache *cache, const char *hash, char *path, size_t size,
                       Error *error) {
    char folder[3000];
    Text bytes = {0};
    if (!blob_is_hash(hash)) {
        error_input(error, "a job names a file by what is no hash");
        return STREAM_REFUSED;
    }
    if (!folder_ready(folder, sizeof folder, error)) return STREAM_REFUSED;
    snprintf(path, size, "%s/%s", folder, hash);
    if (file_has_hash(cache, path, hash)) return STREAM_DONE;
    StreamResult result = stream_blob(stream, hash, &bytes, error);
    if (result == STREAM_DONE && !file_write(path, bytes.data, bytes.length, true, error))
        result = STREAM_REFUSED;
    text_free(&bytes);
    return result;
}
