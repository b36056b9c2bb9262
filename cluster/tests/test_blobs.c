// Files that jobs name by their hash: read once, and again when they have changed. There is no Redis here.
#include "base/file.h"
#include "cluster/blobs.h"
#include "test_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char CONTENTS[] = "a net, let us say";

typedef struct Place {
    char folder[32], file[160], hash[SHA256_TEXT];
    Stream stream;
    BlobCache cache;
} Place;

static void contents_write(const Place *place, const char *text) {
    assert_true(file_write(place->file, text, strlen(text), true, NULL));
}

static void place_make(Place *place) {
    RedisAddress nowhere = {.host = "/nowhere/socket"};
    char folder[64];
    *place = (Place){.folder = "/tmp/test-blobs-XXXXXX"};
    assert_non_null(mkdtemp(place->folder));
    setenv("XDG_CACHE_HOME", place->folder, 1);
    sha256_text(CONTENTS, strlen(CONTENTS), place->hash);
    snprintf(folder, sizeof folder, "%s/mustplay", place->folder);
    snprintf(place->file, sizeof place->file, "%s/%s", folder, place->hash);
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_true(stream_open(&place->stream, &nowhere, "main", NULL));
    contents_write(place, CONTENTS);
}

static void place_remove(Place *place) {
    stream_close(&place->stream);
    unlink(place->file);
    *strrchr(place->file, '/') = '\0';
    rmdir(place->file);
    rmdir(place->folder);
}

static StreamResult ask(Place *place) {
    char path[4096];
    Error error = {0};
    StreamResult result = blob_path(&place->stream, &place->cache, place->hash, path, sizeof path, &error);
    if (result == STREAM_DONE) assert_string_equal(path, place->file);
    return result;
}

static void test_hashed_once(void **state) {
    (void)state;
    Place place;
    place_make(&place);
    for (int i = 0; i < 5; i++) assert_int_equal(ask(&place), STREAM_DONE);
    assert_int_equal(place.cache.hashed, 1);
    place_remove(&place);
}

// Other contents of the same length, then the right ones again.
static void test_hashed_when_changed(void **state) {
    (void)state;
    Place place;
    place_make(&place);
    assert_int_equal(ask(&place), STREAM_DONE);
    contents_write(&place, "a lie, let us say");
    assert_int_equal(ask(&place), STREAM_LATER); // wanted from Redis, which is away
    contents_write(&place, CONTENTS);
    assert_int_equal(ask(&place), STREAM_DONE);
    assert_int_equal(place.cache.hashed, 3);
    place_remove(&place);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hashed_once),
        cmocka_unit_test(test_hashed_when_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
