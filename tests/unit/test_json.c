// JSON: what is read, what is refused, and that what is written is read as the same.
#include "test_support.h"

#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Reads and writes again.
static void round_trip(const char *text, const char *wanted) {
    json_error_t error;
    json_t *value = json_loads(text, JSON_DECODE_ANY, &error);
    if (!value) fail_msg("%s: %s at %d", text, error.text, error.position);
    char *written = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_string_equal(written, wanted);
    free(written);
    json_decref(value);
}

static void test_values(void **state) {
    (void)state;
    round_trip(" { \"a\" : [ 1 , -2.50, true, false,null ] , \"b\":{} , \"\":[]}\n",
               "{\"a\":[1,-2.5,true,false,null],\"b\":{},\"\":[]}");
    round_trip("9223372036854775807", "9223372036854775807");
    round_trip("-9223372036854775808", "-9223372036854775808");
    round_trip("[0,-0,0.0,-0.0,1e3,1E-7,1.5e+20]", "[0,0,0.0,-0.0,1000.0,9.9999999999999995e-8,1.5e20]");
    round_trip("\"\\u0041\\u00e9\\u20AC\\ud83d\\ude00\"", "\"A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"");
    round_trip("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\"",
               "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001F\x7f\"");
    round_trip("{\"z\":1,\"a\":2,\"z\":3}", "{\"z\":3,\"a\":2}");
}

static void refused(const char *text, size_t length, int flags, int position, const char *part) {
    json_error_t error;
    json_t *value = json_loadb(text, length, flags, &error);
    if (value) fail_msg("accepted: %s", text);
    if (!strstr(error.text, part) || (position >= 0 && error.position != position))
        fail_msg("%s: '%s' at %d, wanted '%s' at %d", text, error.text, error.position, part, position);
    assert_null(json_loadb(text, length, flags, NULL));
}

static void test_refused(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int position;
        const char *part;
    } BAD[] = {
        {"", 0, "too early"},
        {"  \n", 3, "too early"},
        {"[1,", 3, "too early"},
        {"[1 2]", 3, "is missing"},
        {"[1,]", 3, "not JSON"},
        {"{\"a\"}", 4, "':'"},
        {"{\"a\":1,}", 7, "key"},
        {"{a:1}", 1, "key"},
        {"[01]", 2, "missing"},
        {"[1.]", 3, "not JSON"},
        {"[.5]", 1, "not JSON"},
        {"[+1]", 1, "not JSON"},
        {"[1e]", 3, "not JSON"},
        {"[--1]", 2, "not JSON"},
        {"[NaN]", 1, "not JSON"},
        {"[tru]", 1, "not JSON"},
        {"[1e999]", 6, "too large"},
        {"[9223372036854775808]", 20, "too large"},
        {"[\"a]", 4, "does not end"},
        {"[\"a\nb\"]", 4, "control"},
        {"[\"\\x\"]", 4, "escape"},
        {"[\"\\u12g4\"]", -1, "escape"},
        {"[\"\\u0000\"]", -1, "escape"},
        {"[\"\\ud800\"]", -1, "escape"},
        {"[\"\\udc00\"]", -1, "escape"},
        {"[\"\xff\"]", -1, "UTF-8"},
        {"[] x", 3, "follows"},
        {"1", 1, "neither"},
        {"{\"a\":1,\"a\":2}", -1, "twice"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        refused(BAD[i].text, strlen(BAD[i].text), JSON_REJECT_DUPLICATES, BAD[i].position, BAD[i].part);
    refused("[\"a\0b\"]", 7, 0, 4, "control");
    refused("[\0]", 3, 0, 1, "not JSON");
}

// Brackets without end do not fill the stack.
static void test_depth(void **state) {
    (void)state;
    enum { DEEP = 1 << 20 };
    char *text = malloc(DEEP);
    memset(text, '[', DEEP);
    refused(text, DEEP, 0, -1, "too deep");
    free(text);
}

// An object with many keys finds each of them, also after some were replaced and one is gone.
static void test_many_keys(void **state) {
    (void)state;
    enum { KEYS = 20000 };
    char key[32];
    json_t *object = json_object();
    for (int i = 0; i < KEYS; i++) {
        snprintf(key, sizeof key, "key %d", i);
        assert_int_equal(json_object_set_new(object, key, json_integer(i)), 0);
    }
    assert_int_equal(json_object_set_new(object, "key 7", json_integer(-7)), 0);
    assert_int_equal(json_object_del(object, "key 9"), 0);
    assert_int_equal(json_object_del(object, "key 9"), -1);
    assert_int_equal(json_object_size(object), KEYS - 1);
    for (int i = 0; i < KEYS; i++) {
        snprintf(key, sizeof key, "key %d", i);
        assert_int_equal(json_integer_value(json_object_get(object, key)), i == 7 ? -7 : i == 9 ? 0 : i);
    }
    assert_string_equal(json_object_key(object, 9), "key 10"); // the order stays
    json_decref(object);
}

static void test_pack(void **state) {
    (void)state;
    json_t *inner = json_pack("[i, o]", 3, json_string("x")), *shared = json_incref(inner);
    json_t *value = json_pack("{s:i, s:I, s:f, s:b, s:n, s:s?, s:s, s:o, s:[], s:{s:o}}", "i", -1, "I",
                              (json_int_t)1 << 40, "f", 0.1, "b", 1, "n", "none", NULL, "s", "text", "o",
                              inner, "a", "deep", "t", json_true());
    char *text = json_dumps(value, JSON_REAL_PRECISION(5));
    assert_string_equal(
        text, "{\"i\": -1, \"I\": 1099511627776, \"f\": 0.1, \"b\": true, \"n\": null, \"none\": null, "
              "\"s\": \"text\", \"o\": [3, \"x\"], \"a\": [], \"deep\": {\"t\": true}}");
    free(text);
    json_t *copy = json_copy(value);
    json_decref(value);
    assert_true(json_object_get(copy, "o") == shared);
    json_decref(copy);
    json_decref(shared);
    json_t *kept = json_string("kept"), *both = json_pack("[O, O]", kept, kept); // shared, not taken over
    assert_int_equal(json_array_size(both), 2);
    json_decref(both);
    assert_string_equal(json_string_value(kept), "kept");
    json_decref(kept);
    assert_null(json_pack("{s:o, s:o}", "good", json_array(), "bad", (json_t *)NULL)); // nothing leaks
    json_t *mended =
        json_pack("[s, s, s]", "\xc0\x80", "caf\xe9 \xc3\xa9", "cut \xe2\x82"); // nothing is lost
    assert_string_equal(json_string_value(json_array_get(mended, 0)), "??");
    assert_string_equal(json_string_value(json_array_get(mended, 1)), "caf? \xc3\xa9");
    assert_string_equal(json_string_value(json_array_get(mended, 2)), "cut ??");
    json_decref(mended);
    json_t *printed = json_sprintf("%d of %s", 3, "4");
    assert_string_equal(json_string_value(printed), "3 of 4");
    json_decref(printed);
    assert_null(json_real(1.0 / 0.0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),    cmocka_unit_test(test_refused), cmocka_unit_test(test_depth),
        cmocka_unit_test(test_many_keys), cmocka_unit_test(test_pack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
