// HexWiki's board diagrams: read, written, refused with their place.
#include "game/hexboard.h"
#include "game/position.h"
#include "test_support.h"

#include "base/random.h"

#include <stdio.h>
#include <string.h>

static HexBoard board_read(const char *text) {
    HexBoard board;
    Error error = {0};
    const char *at = text;
    int line = 0;
    if (!hexboard_next(text, &at, &line, &board, &error)) fail_msg("%s: %s", text, error.text);
    return board;
}

static void check_cells(const HexBoard *board, CellSet cells, const char *names) {
    Text text = {0};
    cellset_write(board->geometry, cells, &text);
    assert_string_equal(text_string(&text), names);
    text_free(&text);
}

static void test_reads(void **state) {
    (void)state;
    HexBoard b = board_read(
        "text <hexboard\n  size='5x4'\n float=\"inline\" contents=\"R 1:d1 b4\n B 2:c3 E +:a2 *:c4\" coords=\"hide\" />");
    assert_int_equal(b.geometry->width, 4);
    assert_int_equal(b.geometry->height, 5);
    check_cells(&b, b.red, "d1 b4");
    check_cells(&b, b.blue, "c3");
    assert_string_equal(b.label[cell_parse(b.geometry, "c4", 2)], "*");
    assert_string_equal(b.label[cell_parse(b.geometry, "d1", 2)], "1");
    assert_true(!b.coords && !b.edges_given && !b.visible_given && b.edge[0] && b.edge[3]);

    b = board_read(
        "<hexboard size=\"4x7\" edges=\"bottom\" visible=\"area(e1,c2,a4,g4,g2,f1)\" contents=\"R e1\">");
    assert_true(b.edge[1] && !b.edge[0] && !b.edge[2] && !b.edge[3] && b.coords);
    check_cells(&b, b.visible, "e1 f1 c2 d2 e2 f2 g2 b3 c3 d3 e3 f3 g3 a4 b4 c4 d4 e4 f4 g4");

    b = board_read(
        "<hexboard size=\"3x3\" visible=\"-a1 -area(b3, c3)\" contents=\"S red:a2--c2 B all R a3 E a3\"/>");
    check_cells(&b, b.visible, "b1 c1 a2 b2 c2 a3");
    check_cells(&b, b.shaded, "a2 b2 c2");
    check_cells(&b, b.blue, "a1 b1 c1 a2 b2 c2 b3 c3");
    b = board_read("<hexboard size=\"3x3\" edges=\"none\" visible=\"b2\"/>");
    check_cells(&b, b.visible, "b2");
    assert_false(b.edge[0] || b.edge[1] || b.edge[2] || b.edge[3]);
}

static void test_several(void **state) {
    (void)state;
    const char *text = "one\n<hexboard size=\"2x2\"/>\n\n<hexboard size=\"9x\"/>\n <hexboard size=\"1x3\"/>",
               *at = text;
    HexBoard board;
    Error error = {0};
    int line = 0;
    assert_true(hexboard_next(text, &at, &line, &board, &error) && line == 2);
    assert_false(hexboard_next(text, &at, &line, &board, &error));
    assert_non_null(strstr(error.text, "line 4, column 17"));
    assert_true(hexboard_next(text, &at, &line, &board, &error) && line == 5 && board.geometry->width == 3);
    line = 0;
    assert_false(hexboard_next(text, &at, &line, &board, &error));
    assert_int_equal(line, 0);
}

static void test_arrows(void **state) {
    (void)state;
    static const struct {
        const char *label;
        int hour;
    } arrows[] = {{"arrow(12)", 12}, {"arrow(6)", 6}, {"arrow(13)", 0}, {"arrow(3", 0},
                  {"↑", 12},         {"↙", 8},        {"1", 0},         {"", 0}};
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++)
        assert_int_equal(hexboard_arrow(arrows[i].label), arrows[i].hour);
}

static void test_refused(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"<hexboard contents=\"R a1\"/>", "line 1, column 1: a hexboard without its size"},
        {"<hexboard size=\"20x3\"/>", "line 1, column 17: boards of 1x1"},
        {"<hexboard size=\"3\"/>", "ROWSxCOLUMNS"},
        {"<hexboard size=\"3x3", "does not end"},
        {"<hexboard size=\"3x3\" ", "does not end"},
        {"<hexboard size=3x3/>", "NAME="},
        {"<hexboard size=\"3x3\" size=\"3x3\"/>", "twice"},
        {"<hexboard size=\"3x3\"\n contents=\"R a1 d1\"/>", "line 2, column 17: no cell of this board: 'd1'"},
        {"<hexboard size=\"3x3\" contents=\"a1\"/>", "cells before R, B, E or S"},
        {"<hexboard size=\"3x3\" contents=\"R abcdefghijklm:a1\"/>", "label"},
        {"<hexboard size=\"3x3\" contents=\"R a1--\"/>", "no cell"},
        {"<hexboard size=\"3x3\" contents=\"S area(a1,b2\"/>", "without its end"},
        {"<hexboard size=\"3x3\" contents=\"S area()\"/>", "without corners"},
        {"<hexboard size=\"3x3\" contents=\"S area(a1,,b2)\"/>", "commas"},
        {"<hexboard size=\"3x3\" visible=\"-\"/>", "no cell"},
        {"<hexboard size=\"3x3\" edges=\"bottom low\"/>", "edges are"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        HexBoard board;
        Error error = {0};
        const char *at = bad[i][0];
        int line = 0;
        assert_false(hexboard_next(bad[i][0], &at, &line, &board, &error));
        assert_true(error.bad_input);
        if (!strstr(error.text, bad[i][1])) fail_msg("%s: %s", bad[i][0], error.text);
    }
}

// What is written is read back as it was.
static void test_round_trip(void **state) {
    (void)state;
    static HexBoard board, again;
    Random random = random_seeded(3);
    for (int i = 0; i < 2000; i++) {
        const Geometry *g =
            geometry_get(1 + (int)random_below(&random, 8), 1 + (int)random_below(&random, 8));
        hexboard_init(&board, g);
        board.coords = random_below(&random, 2);
        for (int edge = 0; edge < 4; edge++) board.edge[edge] = random_below(&random, 2);
        for (int cell = 0; cell < g->cells; cell++) {
            uint32_t kind = random_below(&random, 6);
            if (kind == 0) cellset_add(&board.red, cell);
            if (kind == 1) cellset_add(&board.blue, cell);
            if (kind == 2) cellset_add(&board.shaded, cell);
            if (!random_below(&random, 4))
                snprintf(board.label[cell], HEXBOARD_LABEL_MAX, "%u", random_below(&random, 20));
        }
        // Rows of any length, mostly without holes.
        for (int row = 0; row < g->height && random_below(&random, 5); row++) {
            int first = (int)random_below(&random, (uint32_t)g->width),
                last = (int)random_below(&random, (uint32_t)g->width);
            for (int column = 0; column < g->width; column++) {
                if (column < first || column > last) cellset_remove(&board.visible, cell_at(g, column, row));
            }
        }
        if (cellset_is_empty(board.visible)) continue;
        Text text = {0};
        hexboard_write(&board, &text);
        again = board_read(text_string(&text));
        if (!cellset_equal(again.visible, board.visible)) fail_msg("%s", text_string(&text));
        assert_true(again.geometry == g && again.coords == board.coords &&
                    cellset_equal(again.red, board.red) && cellset_equal(again.blue, board.blue) &&
                    cellset_equal(again.shaded, board.shaded));
        assert_memory_equal(again.edge, board.edge, sizeof board.edge);
        assert_memory_equal(again.label, board.label, sizeof board.label);
        text_free(&text);
    }
}

// Whatever fits is read as it was written; what does not fit would not be.
static void test_labels(void **state) {
    (void)state;
    static const char *const fits[] = {"1", "*", "arrow(12)", "x'y", "\xe2\x86\x91", "<b>", "&", "(a)(b)"};
    static const char *const others[] = {"a:b", "\"", "a b", "(", ")", ")(", "123456789012"};
    for (size_t i = 0; i < sizeof fits / sizeof *fits; i++) {
        HexBoard board, again;
        Text text = {0};
        Error error;
        int line;
        hexboard_init(&board, geometry_get(4, 3));
        strcpy(board.label[5], fits[i]);
        strcpy(board.label[6], "2");
        cellset_add(&board.red, 6);
        assert_true(hexboard_label_fits(fits[i]));
        hexboard_write(&board, &text);
        const char *at = text_string(&text);
        if (!hexboard_next(text_string(&text), &at, &line, &again, &error))
            fail_msg("%s: %s", fits[i], error.text);
        assert_string_equal(again.label[5], fits[i]);
        assert_string_equal(again.label[6], "2");
        text_free(&text);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) assert_false(hexboard_label_fits(others[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),   cmocka_unit_test(test_several),    cmocka_unit_test(test_arrows),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_round_trip), cmocka_unit_test(test_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
