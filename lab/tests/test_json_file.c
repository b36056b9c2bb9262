// JSON in files: what is read, what is refused and why.
#include "test_support.h"

#include "base/file.h"
#include "lab/eval/json_file.h"

#include <stdlib.h>
#include <unistd.h>

static void write_good(const char *path, const char *contents) {
    Error error = {0};
    if (!file_write(path, contents, strlen(contents), true, &error)) fail_msg("%s", error.text);
}

static void expect_not_json(const char *path, const char *contents, size_t most, const char *reason) {
    Error error = {0};
    write_good(path, contents);
    assert_null(json_file_read(path, most, &error));
    if (!strstr(error.text, reason)) fail_msg("'%s' does not say '%s'", error.text, reason);
    assert_non_null(strstr(error.text, path));
    assert_true(error.bad_input);
}

static void test_json_file(void **state) {
    (void)state;
    char path[] = "/tmp/mustplay-json-XXXXXX";
    int file = mkstemp(path);
    Error error = {0};
    assert_true(file >= 0);
    close(file);
    write_good(path, "{\n \"a\": [1]}\n");
    json_t *value = json_file_read(path, 100, &error);
    assert_int_equal(json_array_size(json_object_get(value, "a")), 1);
    json_decref(value);
    expect_not_json(path, "{\n\"a\": ]}", 100, "line 2: ");
    expect_not_json(path, "", 100, "line 1: ");
    expect_not_json(path, "[1, 2, 3]", 5, "larger than 5 bytes");
    unlink(path);
    assert_null(json_file_read(path, 100, &error));
    assert_non_null(strstr(error.text, "No such file"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_json_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
