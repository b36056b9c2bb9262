// Options, errors, texts, random numbers: the small things of src/base.
#include "test_support.h"

#include "base/clock.h"
#include "base/option.h"
#include "base/random.h"
#include "base/text.h"

#include <math.h>

static const OptionSpec INTEGER = {"count", OPTION_INT, "5", -3, 1000, NULL, "N", ""};
static const OptionSpec SEED = {"seed", OPTION_INT, NULL, 0, 9e18, NULL, "N", ""};
static const OptionSpec REAL = {"time", OPTION_REAL, "1.5", 0, 100, NULL, "S", ""};
static const OptionSpec FLAG = {"fast", OPTION_FLAG, NULL, 0, 0, NULL, NULL, ""};
static const OptionSpec CHOICE = {"color", OPTION_CHOICE, "red", 0, 0, "red|green|blue", "C", ""};
static const OptionSpec TEXT = {"file", OPTION_TEXT, NULL, 0, 0, NULL, "FILE", ""};

static OptionValue good(const OptionSpec *spec, const char *text) {
    OptionValue value;
    Error error = {0};
    if (!option_parse(spec, text, &value, &error)) fail_msg("'%s': %s", text, error.text);
    assert_true(value.given);
    return value;
}

static void refused(const OptionSpec *spec, const char *text) {
    OptionValue value;
    Error error = {0};
    if (option_parse(spec, text, &value, &error)) fail_msg("--%s '%s' was taken", spec->name, text);
    assert_true(error.bad_input);
    if (!strstr(error.text, spec->name)) fail_msg("'%s' does not name the option", error.text);
}

static void test_numbers(void **state) {
    (void)state;
    assert_int_equal(good(&INTEGER, "1000").integer, 1000);
    assert_int_equal(good(&INTEGER, "-3").integer, -3);
    assert_int_equal(good(&SEED, "1234567890123456789").integer, 1234567890123456789);
    assert_true(good(&REAL, "0").real == 0 && good(&REAL, "1e2").real == 100 &&
                good(&REAL, ".25").real == 0.25);
    static const char *const bad_integer[] = {
        "", " ", "x", "1x", "1.5", "1e2", "1001", "-4", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad_integer / sizeof *bad_integer; i++) refused(&INTEGER, bad_integer[i]);
    static const char *const bad_real[] = {"", "x", "1x", "-0.1", "100.1", "nan", "inf", "1e999", "1 2"};
    for (size_t i = 0; i < sizeof bad_real / sizeof *bad_real; i++) refused(&REAL, bad_real[i]);
    refused(&SEED, "99999999999999999999");
    refused(&SEED, "-1");
}

static void test_words(void **state) {
    (void)state;
    assert_true(good(&FLAG, "on").flag && good(&FLAG, "1").flag && good(&FLAG, "true").flag &&
                good(&FLAG, "yes").flag);
    assert_false(good(&FLAG, "off").flag || good(&FLAG, "0").flag || good(&FLAG, "false").flag ||
                 good(&FLAG, "no").flag);
    refused(&FLAG, "");
    refused(&FLAG, "maybe");
    assert_string_equal(good(&CHOICE, "blue").text, "blue");
    assert_string_equal(good(&CHOICE, "red").text, "red");
    refused(&CHOICE, "");
    refused(&CHOICE, "re");
    refused(&CHOICE, "reds");
    refused(&CHOICE, "red|green");
    refused(&CHOICE, "|");
    assert_string_equal(good(&TEXT, "").text, "");
}

static void test_fallback(void **state) {
    (void)state;
    OptionValue value = option_fallback(&INTEGER);
    assert_true(!value.given && value.integer == 5);
    assert_true(option_fallback(&REAL).real == 1.5);
    assert_string_equal(option_fallback(&CHOICE).text, "red");
    value = option_fallback(&TEXT);
    assert_true(!value.given && !value.text);
    assert_false(option_fallback(&FLAG).flag);
}

static void test_errors(void **state) {
    (void)state;
    Error error;
    char long_text[2000];
    memset(long_text, 'x', sizeof long_text);
    long_text[sizeof long_text - 1] = '\0';
    assert_false(error_input(&error, "%s", long_text));
    assert_true(error.bad_input);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_false(error_failure(&error, "%d", 7));
    assert_false(error.bad_input);
    assert_string_equal(error.text, "7");
    assert_false(error_input(NULL, "nobody listens"));
}

static void test_text(void **state) {
    (void)state;
    Text text = {0};
    assert_string_equal(text_string(&text), "");
    text_add_bytes(&text, NULL, 0);
    for (int i = 0; i < 1000; i++) {
        text_format(&text, "%d,", i);
        text_add_char(&text, 'x');
        text_add(&text, "yz");
    }
    assert_int_equal(text.length, strlen(text.data));
    assert_memory_equal(text.data, "0,xyz1,xyz", 10);
    assert_int_equal(text.length, 2890 + 4000);
    text_clear(&text);
    assert_string_equal(text_string(&text), "");
    text_format(&text, "%s", "");
    assert_int_equal(text.length, 0);
    text_free(&text);
    assert_null(text.data);
}

static void test_random(void **state) {
    (void)state;
    Random a = random_seeded(1), b = random_seeded(1), c = random_seeded(2);
    int differ = 0, counts[10] = {0};
    for (int i = 0; i < 100; i++) {
        uint64_t x = random_next(&a);
        assert_true(x == random_next(&b));
        differ += x != random_next(&c);
    }
    assert_int_equal(differ, 100);
    for (int i = 0; i < 100000; i++) {
        counts[random_below(&a, 10)]++;
        double u = random_unit(&a);
        assert_true(u >= 0 && u < 1);
        assert_int_equal(random_below(&a, 1), 0);
    }
    for (int i = 0; i < 10; i++) assert_in_range(counts[i], 9500, 10500);
}

static void test_clock(void **state) {
    (void)state;
    double wall = clock_seconds(), cpu = clock_thread_cpu();
    double sum = 0;
    for (int i = 0; i < 1000000; i++) sum += sqrt(i);
    assert_true(sum > 1e8);
    assert_true(clock_seconds() > wall && clock_thread_cpu() > cpu);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_words), cmocka_unit_test(test_fallback),
        cmocka_unit_test(test_errors),  cmocka_unit_test(test_text),  cmocka_unit_test(test_random),
        cmocka_unit_test(test_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
