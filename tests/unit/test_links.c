// HexWorld and Trmph links: reading, the cursor, faults with their column, writing.
#include "game/random_position.h"
#include "test_support.h"

#include "game/links.h"

#include <stdio.h>

static Game read_at_cursor(const char *link) {
    Game game;
    Error error = {0};
    if (!link_read_at_cursor(link, &game, &error)) fail_msg("'%s': %s", link, error.text);
    return game;
}

static void position_is(const Position *p, const char *diagram, Color to_move) {
    Position expected;
    assert_true(position_parse_diagram(diagram, &expected, NULL));
    expected.to_move = to_move;
    assert_true(position_equal(p, &expected));
}

static void refused(const char *link, int column, const char *word) {
    Game game = {.count = 77};
    int cursor;
    Error error = {0};
    char place[40];
    snprintf(place, sizeof place, "link, column %d: ", column);
    if (link_read(link, &game, &cursor, &error)) fail_msg("'%s' was read", link);
    assert_true(error.bad_input);
    assert_int_equal(game.count, 77);
    if (strncmp(error.text, place, strlen(place)) || !strstr(error.text, word))
        fail_msg("'%s': expected '%s ... %s', got '%s'", link, place, word, error.text);
}

static void test_read(void **state) {
    (void)state;
    Game g = read_at_cursor("https://hexworld.org/board/#15r9c1,e6:sf7i8");
    assert_int_equal(g.now.geometry->cells, 225);
    assert_int_equal(g.count, 4);
    assert_int_equal(position_at(&g.now, cell_at(g.now.geometry, 5, 4)), WHITE); // e6 became f5
    assert_int_equal(position_at(&g.now, cell_at(g.now.geometry, 5, 6)), BLACK);
    assert_int_equal(position_at(&g.now, cell_at(g.now.geometry, 8, 7)), WHITE);
    assert_int_equal(g.now.to_move, BLACK);
    g = read_at_cursor("hexworld.org/board/#3,a1:Sb2");
    position_is(&g.now, "B..\n.W.\n...", BLACK);
    g = read_at_cursor("HTTP://www.HexWorld.org/board#3x2nc1,a1c2");
    position_is(&g.now, "B..\n..W", BLACK);
    g = read_at_cursor("3c1,a1:pB2");
    position_is(&g.now, "B..\n.B.\n...", WHITE);
    g = read_at_cursor("#3");
    position_is(&g.now, "...\n...\n...", BLACK);
    g = read_at_cursor("  #3, \n");
    position_is(&g.now, "...\n...\n...", BLACK);
    g = read_at_cursor("#3,a1:rw");
    assert_int_equal(game_winner(&g), BLACK);
    g = read_at_cursor("#3,a1:fb");
    assert_int_equal(game_winner(&g), WHITE);
    g = read_at_cursor("hexworld.org/board/#3c1%2Ca1%3Asb2");
    position_is(&g.now, "W..\n.B.\n...", WHITE);
    g = read_at_cursor("http://www.trmph.com/hex/board#13,a3b4m13");
    assert_int_equal(g.now.geometry->cells, 169);
    assert_int_equal(position_at(&g.now, 168), BLACK);
}

static void test_cursor(void **state) {
    (void)state;
    Game whole;
    int cursor;
    Error error = {0};
    assert_true(link_read("#3,a1b2,c1c3:rb", &whole, &cursor, &error));
    assert_int_equal(whole.count, 5);
    assert_int_equal(cursor, 2);
    Game g = read_at_cursor("#3,a1b2,c1c3:rb");
    position_is(&g.now, "B..\n.W.\n...", BLACK);
    assert_int_equal(game_winner(&g), EMPTY);
    g = read_at_cursor("#3,,a1b2");
    assert_int_equal(g.count, 0);
    g = read_at_cursor("#3,a1b2,");
    assert_int_equal(g.count, 2);
}

static void test_errors(void **state) {
    (void)state;
    refused("", 1, "expected https");
    refused("hello", 1, "expected https");
    refused("https://example.org/board/#11,a1", 1, "expected https");
    refused("hexworld.org/board/", 20, "no '#'");
    refused("hexworld.org/board/#", 21, "size");
    refused("#0,a1", 2, "size");
    refused("#20,a1", 2, "size");
    refused("#1111,a1", 2, "size");
    refused("#11x,a1", 2, "size");
    refused("#11x99999999999999999999,a1", 2, "size");
    refused("#11?", 4, "','");
    refused("#11c1;a1", 6, "','");
    refused("#11c1,a1l1", 9, "11x11");
    refused("#11c1,a1a12", 9, "11x11");
    refused("#11c1,a1a0", 9, "11x11");
    refused("#11c1,a1a01", 9, "11x11");
    refused("#11c1,a1a111", 9, "11x11");
    refused("#11c1,a", 7, "11x11");
    refused("#11c1,1", 7, "11x11");
    refused("#11c1,a1 b2", 9, "11x11");
    refused("#11c1,a1\xff", 9, "11x11");
    refused("#11c1,a1b2a1", 11, "occupied");
    refused("#11c1,a1:x", 9, ":rb");
    refused("#11c1,a1:", 9, ":rb");
    refused("#11c1,a1:r", 9, ":rb");
    refused("#11c1,a1:rx", 9, ":rb");
    refused("#11c1,:s", 7, "second move");
    refused("#11x10,a1:s", 10, "square");
    refused("#2,a1b1a2b2", 10, "over");
    refused("#2,a1:rbb2", 9, "over");
    refused("#5,a1,b1,c1", 9, "third");
    refused("#5,a1%", 6, "5x5");
    refused("#5,a1%4", 6, "5x5");
    refused("#5,a1%00", 6, "5x5");
}

static void write_again(const Game *game, int cursor) {
    Text text = {0};
    Error error = {0};
    Game whole;
    int found = -1;
    if (!link_write(game, cursor, &text, &error)) fail_msg("%s", error.text);
    if (!link_read(text_string(&text), &whole, &found, &error))
        fail_msg("'%s': %s", text_string(&text), error.text);
    assert_true(cellset_equal(whole.now.stones[BLACK], game->now.stones[BLACK]));
    assert_true(cellset_equal(whole.now.stones[WHITE], game->now.stones[WHITE]));
    assert_int_equal(game_winner(&whole), game_winner(game));
    if (game_winner(game) == EMPTY) assert_int_equal(whole.now.to_move, game->now.to_move);
    if (cursor < 0) assert_int_equal(found, whole.count);
    text_free(&text);
}

static void written(const char *link, const char *expected) {
    Game whole;
    int cursor;
    Text text = {0};
    Error error = {0};
    assert_true(link_read(link, &whole, &cursor, &error));
    assert_true(link_write(&whole, cursor < whole.count ? cursor : -1, &text, &error));
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void test_write(void **state) {
    (void)state;
    written("#3", "https://hexworld.org/board/#3c1,");
    written("#3x4r2,a1b4", "https://hexworld.org/board/#3x4c1,a1b4");
    written("#9,e5:sc3:pa1:rb", "https://hexworld.org/board/#9c1,e5:sc3:pa1:rb");
    written("#9,e5:Sc3,a1:fw", "https://hexworld.org/board/#9c1,e5:Sc3,a1:rw");
    written("#9,,c3", "https://hexworld.org/board/#9c1,,c3");
    Position won;
    Game game;
    Text text = {0};
    Error error = {0};
    assert_true(position_parse_diagram("BW\nB.", &won, NULL));
    game_init_position(&game, &won);
    assert_false(link_write(&game, -1, &text, &error));
    assert_true(error.bad_input);
}

static void test_write_any(void **state) {
    (void)state;
    Random random = random_seeded(3);
    for (int round = 0; round < 2000; round++) {
        Game game;
        const Geometry *g =
            geometry_get(1 + (int)random_below(&random, 19), 1 + (int)random_below(&random, 19));
        uint32_t cells = (uint32_t)g->cells, stones = round % 2 ? random_below(&random, 12) : 0;
        Position setup = position_scattered(g, &random, cells, cells + stones);
        if (position_winner(&setup) != EMPTY) continue;
        game_init_position(&game, &setup);
        for (int i = 0; i < 60 && game_winner(&game) == EMPTY; i++) {
            int move = (int)random_below(&random, cells + 1);
            if (i == 1 && round % 3) move = MOVE_SWAP_PIECES + (int)random_below(&random, 2);
            if (move == g->cells) move = MOVE_PASS + (int)random_below(&random, 2);
            Color color = random_below(&random, 10) ? game.now.to_move : color_other(game.now.to_move);
            game_play(&game, color, move, NULL);
        }
        write_again(&game, (int)random_below(&random, 20) - 10);
    }
}

static void line_is(const char *link, const char *moves, int before) {
    Game game, wanted;
    int cursor;
    Error error;
    if (!link_read(link, &game, &cursor, &error)) fail_msg("'%s': %s", link, error.text);
    game_init(&wanted, game.now.geometry);
    assert_true(game_play_list(&wanted, moves, &error));
    assert_int_equal(game.count, wanted.count);
    for (int i = 0; i < game.count; i++) assert_int_equal(game.played[i].move, wanted.played[i].move);
    assert_int_equal(cursor, before);
}

static void test_variations(void **state) {
    (void)state;
    line_is("5,a1b2(c3d4)e5", "a1 b2 e5", 3);
    line_is("5,a1b2(c3,d4)e5", "a1 c3 d4", 2);             // the cursor is in the variation
    line_is("5,a1b2,(c3d4)e5", "a1 b2 e5", 2);             // before it
    line_is("5,,a1(b1)b2(c3d4(d5e1)a2)e5", "a1 b2 e5", 0); // at the start
}

static void test_variations_nested(void **state) {
    (void)state;
    line_is("5,a1b2(c3d4(d5,e1)a2)e5", "a1 c3 d5 e1", 3);
    line_is("https://hexanna1.github.io/hex-study/hex.html#5,a1:s(b2,c3)d4", "a1 b2 c3", 2);
    line_is("5,a1(b1)(c1)b2", "a1 b2", 2);
    refused("5,(a1)", 3, "before the first");
    refused("5,a1(b2", 8, "missing");
    refused("5,a1b2)", 7, "expected a move");
    refused("5,a1b2(b2,c3),d4", 14, "third");
    refused("5,a1b2(a1)", 8, "occupied");
    refused("5,a1((((((((((((((((((b2", 6, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variations), cmocka_unit_test(test_variations_nested),
        cmocka_unit_test(test_read),       cmocka_unit_test(test_cursor),
        cmocka_unit_test(test_errors),     cmocka_unit_test(test_write),
        cmocka_unit_test(test_write_any),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
