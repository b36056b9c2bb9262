// Drawings: every format comes out, a file is never lost, the picture holds what was asked for.
#include "app/draw/drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static Drawing *drawing_of(int width, int height) {
    Drawing *drawing = test_malloc(sizeof *drawing);
    Position p = position_empty(geometry_get(width, height));
    cellset_add(&p.stones[BLACK], 0);
    drawing_init(drawing, &p);
    return drawing;
}

static void test_formats(void **state) {
    (void)state;
    static const char *const starts[] = {"<?xml", "\x89PNG", "%PDF"};
    for (int format = DRAWING_SVG; format <= DRAWING_PDF; format++) {
        for (int size = 1; size <= BOARD_MAX; size += 6) {
            Drawing *drawing = drawing_of(size, BOARD_MAX - size + 1);
            Text bytes = {0};
            Error error;
            assert_true(drawing_render(drawing, (DrawingFormat)format, &bytes, &error));
            assert_memory_equal(bytes.data, starts[format], strlen(starts[format]));
            text_free(&bytes);
            test_free(drawing);
        }
    }
}

static size_t svg_size(const Drawing *drawing) {
    Text bytes = {0};
    Error error;
    assert_true(drawing_render(drawing, DRAWING_SVG, &bytes, &error));
    size_t size = bytes.length;
    text_free(&bytes);
    return size;
}

static void test_more_shows_more(void **state) {
    (void)state;
    Drawing *drawing = drawing_of(5, 5);
    size_t plain = svg_size(drawing);
    drawing->set[drawing->sets++] = (DrawingSet){.name = "carrier", .cells = cellset_of(7)};
    size_t with_set = svg_size(drawing);
    drawing->arrow[drawing->arrows++] = (DrawingArrow){.from = 3, .to = EDGE_BOTTOM};
    size_t with_arrow = svg_size(drawing);
    drawing->has_heat = true;
    drawing->heat[9] = 0.5;
    strcpy(drawing->label[9], "0.50");
    size_t with_heat = svg_size(drawing);
    assert_true(plain < with_set && with_set < with_arrow && with_arrow < with_heat);
    test_free(drawing);
}

static int times(const char *text, const char *part) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++) count++;
    return count;
}

// SVG is ours: texts are escaped, groups are closed, and the same drawing gives the same bytes.
static void test_svg(void **state) {
    (void)state;
    Drawing *drawing = drawing_of(5, 3);
    Text bytes[2] = {{0}, {0}};
    Error error;
    strcpy(drawing->title, "a < b & c > d\x01");
    drawing->open[0] = true;
    for (int i = 0; i < 2; i++) assert_true(drawing_render(drawing, DRAWING_SVG, &bytes[i], &error));
    const char *svg = text_string(&bytes[0]);
    assert_string_equal(svg, text_string(&bytes[1]));
    assert_non_null(strstr(svg, ">a &lt; b &amp; c &gt; d </text>"));
    assert_true(times(svg, "<g ") > 0);
    assert_int_equal(times(svg, "<g "), times(svg, "</g>"));
    assert_int_equal(times(svg, "<clipPath id="), times(svg, "url(#clip-"));
    assert_int_equal(times(svg, "</text>"), 2 * (5 + 3) + 1);
    assert_null(strstr(svg, "nan"));
    for (int i = 0; i < 2; i++) text_free(&bytes[i]);
    test_free(drawing);
}

static void test_files_are_kept(void **state) {
    (void)state;
    char folder[] = "/tmp/mustplay-drawing-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.svg", folder);
    Drawing *drawing = drawing_of(3, 3);
    Error error = {0};
    assert_true(drawing_save(drawing, path, false, &error));
    assert_false(drawing_save(drawing, path, false, &error));
    assert_true(error.bad_input);
    assert_non_null(strstr(error.text, "--force"));
    assert_true(drawing_save(drawing, path, true, &error));
    unlink(path);
    snprintf(path, sizeof path, "%s/a.gif", folder);
    assert_false(drawing_save(drawing, path, false, &error));
    assert_non_null(strstr(error.text, ".svg"));
    assert_int_equal(rmdir(folder), 0); // nothing else was left there
    test_free(drawing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_more_shows_more),
        cmocka_unit_test(test_svg),
        cmocka_unit_test(test_files_are_kept),
    };
    return cmocka_run_group_tests_name("drawing", tests, NULL, NULL);
}
