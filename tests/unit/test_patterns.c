// Patterns: the local games behind them, their text, and the files in data/patterns.
#include "knowledge/pattern_table.h"
#include "tools/lib/pattern_derive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char *file_text(const char *kind) {
    char path[512];
    snprintf(path, sizeof path, "%s/data/patterns/%s.txt", SOURCE_DIR, kind);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    size_t size = fread(text, 1, (1 << 20) - 1, file);
    assert_true(size > 0);
    fclose(file);
    return text;
}

static void files_load(DerivedList *list) {
    for (int kind = 0; kind < PATTERN_KINDS; kind++) {
        char *text = file_text(pattern_kind_name((PatternKind)kind));
        const char *at = text;
        int line = 0;
        Error error = {0};
        Pattern p;
        while (pattern_read(&at, &line, &p, &error)) {
            assert_int_equal(p.kind, kind);
            p = pattern_canonical(&p);
            derived_list_add(list, &p);
        }
        assert_string_equal(error.text, "");
        free(text);
    }
}

// The bridge: two empty cells between two stones of X.
static LocalShape bridge_shape(LocalRing *ring) {
    LocalShape shape = {.empties = 2, .empty = {{0, 0}, {1, 0}}};
    assert_true(local_shape_complete(&shape));
    assert_int_equal(shape.ring, 8);
    *ring = (LocalRing){0, 0};
    for (int i = 0; i < shape.ring; i++) {
        int touching = (hex_distance(shape.around[i], hex_make(0, 0)) == 1) +
                       (hex_distance(shape.around[i], hex_make(1, 0)) == 1);
        if (touching == 2) ring->x |= 1u << i;
    }
    return shape;
}

// Alone a bridge is not captured: its cells also lead outwards. With Y at both far sides it is.
static void test_bridge(void **state) {
    (void)state;
    LocalRing ring;
    LocalOutcomes outcomes;
    LocalShape shape = bridge_shape(&ring);
    int8_t reply[LOCAL_EMPTY_MAX];
    local_outcomes(&shape, ring, &outcomes);
    assert_false(local_is_captured(&outcomes, 3, true, NULL));
    for (int i = 0; i < shape.ring; i++) {
        Hex a = shape.around[i];
        if (hex_equal(a, hex_make(-1, 0)) || hex_equal(a, hex_make(2, 0))) ring.y |= 1u << i;
    }
    local_outcomes(&shape, ring, &outcomes);
    assert_true(local_is_captured(&outcomes, 3, true, reply));
    assert_int_equal(reply[0], 1);
    assert_int_equal(reply[1], 0);
    assert_false(local_is_captured(&outcomes, 3, false, NULL));
    assert_false(local_is_dead(&outcomes, 0));
}

// LE is reflexive, holds when X stones are added or Y stones taken away, and agrees with capture.
static void test_order(void **state) {
    (void)state;
    LocalRing ring;
    LocalOutcomes outcomes;
    LocalShape shape = bridge_shape(&ring);
    static LocalOrder order;
    local_outcomes(&shape, ring, &outcomes);
    local_order_build(&order, &outcomes);
    for (int g = 0; g < 9; g++) assert_true(local_order_le(&order, g, g));
    for (uint32_t x = 0; x < 4; x++) {
        for (uint32_t y = 0; y < 4; y++) {
            if (x & y) continue;
            int here = local_colouring(x, y);
            assert_true(local_order_le(&order, local_colouring(0, y), here));
            assert_true(local_order_le(&order, here, local_colouring(x, 0)));
        }
    }
    assert_false(local_order_le(&order, local_colouring(3, 0), 0));
    assert_false(local_order_le(&order, local_colouring(1, 0), local_colouring(2, 0)));
}

static void test_symmetries(void **state) {
    (void)state;
    for (int s = 0; s < HEX_SYMMETRIES; s++) {
        for (int i = 0; i < HEX_NEAR; i++) {
            Hex image = hex_symmetry(hex_near(i), s);
            assert_true(hex_near_index(image) >= 0);
            assert_int_equal(hex_distance(image, hex_make(0, 0)), hex_distance(hex_near(i), hex_make(0, 0)));
        }
    }
}

// Every image of a pattern has the same canonical form, and text keeps it.
static void test_files(void **state) {
    (void)state;
    DerivedList list = {0};
    files_load(&list);
    assert_true(list.count > 100);
    for (int i = 0; i < list.count; i++) {
        const Pattern *p = &list.item[i];
        Pattern image = pattern_transform(p, i % HEX_SYMMETRIES, i % 2, pattern_centre(p)), again;
        image = pattern_canonical(&image);
        assert_int_equal(pattern_compare(&image, p), 0);
        Text text = {0};
        int line = 0;
        pattern_write(p, &text);
        const char *at = text_string(&text);
        assert_true(pattern_read(&at, &line, &again, NULL));
        again = pattern_canonical(&again);
        assert_int_equal(pattern_compare(&again, p), 0);
        assert_memory_equal(again.reply, p->reply, sizeof p->reply);
        text_free(&text);
    }
    derived_list_free(&list);
}

// The files hold what the deriver finds for small shapes, and no pattern that another one implies.
static void test_derive(void **state) {
    (void)state;
    DerivedList derived = {0}, files = {0};
    DeriveLimits limits = {.captured_empties = 3, .fill_empties = 3, .ring = 14, .fill_cells = 12};
    assert_true(patterns_derive_fill(limits, &derived, NULL, NULL));
    files_load(&files);
    int count = files.count;
    patterns_reduce(&files);
    assert_int_equal(files.count, count);
    for (int i = 0; i < derived.count; i++) {
        bool found = false;
        for (int j = 0; j < files.count && !found; j++)
            found = !pattern_compare(&derived.item[i], &files.item[j]);
        assert_true(found);
    }
    derived_list_free(&derived);
    derived_list_free(&files);
}

static void test_bad_text(void **state) {
    (void)state;
    const char *const bad[] = {"captured\nfill black a b\n B B\n  a x q\n\n",
                               "nonsense\n",
                               "dead\ncell b\n  B a\n\n",
                               "dead\n  a B\n\n",
                               "captured\nfill green a\n  a\n\n",
                               "dead\ncell a\n a  B\n   Z\n\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Pattern p;
        Error error = {0};
        const char *at = bad[i];
        int line = 0;
        assert_false(pattern_read(&at, &line, &p, &error));
        assert_true(error.text[0] != 0);
    }
}

// The embedded tables: every candidate of a list agrees with the code it is listed under.
static void test_table(void **state) {
    (void)state;
    assert_true(pattern_images > 1000);
    for (uint32_t code = 0; code < 4096; code++) {
        for (int list = PATTERN_LIST_SOLID; list <= PATTERN_LIST_LOCAL; list++) {
            for (uint32_t i = pattern_list_start[list][code]; i < pattern_list_start[list][code + 1]; i++) {
                const PatternImage *near = &pattern_near[pattern_candidate[i]];
                assert_int_equal(code & near->mask & 0xfff, near->want & 0xfff);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bridge), cmocka_unit_test(test_order),  cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_files),  cmocka_unit_test(test_derive), cmocka_unit_test(test_bad_text),
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
