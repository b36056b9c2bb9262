// Games: turns, swaps, the end, taking back, lists of moves.
#include "test_support.h"

#include "base/random.h"
#include "game/game.h"

static Game start(int width, int height) {
    Game game;
    game_init(&game, geometry_get(width, height));
    return game;
}

static Game listed(int size, const char *moves) {
    Game game = start(size, size);
    Error error = {0};
    if (!game_play_list(&game, moves, &error)) fail_msg("'%s': %s", moves, error.text);
    return game;
}

static void position_is(const Game *game, const char *diagram, Color to_move) {
    Position expected;
    assert_true(position_parse_diagram(diagram, &expected, NULL));
    expected.to_move = to_move;
    assert_true(position_equal(&game->now, &expected));
}

static void refused(Game *game, Color color, Move move, const char *part) {
    Game before = *game;
    Error error = {0};
    assert_false(game_play(game, color, move, &error));
    assert_true(error.bad_input);
    if (!strstr(error.text, part)) fail_msg("expected '%s' in '%s'", part, error.text);
    assert_memory_equal(&before, game, sizeof before); // unchanged
}

static void test_turns(void **state) {
    (void)state;
    Game g = listed(3, "a1 b2,C3\n");
    position_is(&g, "B..\n.W.\n..B", WHITE);
    assert_int_equal(game_last_cell(&g), 8);
    assert_true(game_play(&g, BLACK, 1, NULL)); // the other colour, as HTP allows
    position_is(&g, "BB.\n.W.\n..B", WHITE);
    assert_true(game_play(&g, WHITE, MOVE_PASS, NULL));
    position_is(&g, "BB.\n.W.\n..B", BLACK);
    assert_int_equal(game_last_cell(&g), 1);
    refused(&g, BLACK, 0, "a1: the cell is occupied");
    refused(&g, BLACK, 9, "not a cell");
    refused(&g, BLACK, -5, "not a cell");
    g = start(3, 3);
    assert_int_equal(game_last_cell(&g), CELL_NONE);
    assert_false(game_undo(&g));
}

static void test_swap_pieces(void **state) {
    (void)state;
    Game g = listed(5, "a3 swap-pieces");
    position_is(&g, "..W..\n.....\n.....\n.....\n.....", BLACK);
    assert_int_equal(game_last_cell(&g), 2);
    assert_true(game_undo(&g));
    position_is(&g, ".....\n.....\nB....\n.....\n.....", WHITE);
    assert_true(game_can_swap(&g));
    g = listed(5, "c3 swap");
    position_is(&g, ".....\n.....\n..W..\n.....\n.....", BLACK);
    g = start(5, 5); // White opens
    assert_true(game_play(&g, WHITE, 1, NULL) && game_play(&g, BLACK, MOVE_SWAP_PIECES, NULL));
    position_is(&g, ".....\nB....\n.....\n.....\n.....", WHITE);
    refused(&g, WHITE, MOVE_SWAP_PIECES, "only the second move");
}

static void test_swap_sides(void **state) {
    (void)state;
    Game g = listed(3, "a3 swap-sides b1");
    position_is(&g, ".W.\n...\nB..", BLACK);
    assert_int_equal(game_last_cell(&g), 1);
    assert_true(game_undo(&g));
    position_is(&g, "...\n...\nB..", WHITE);
    assert_int_equal(game_last_cell(&g), 6);
    g = start(3, 4);
    assert_true(game_play(&g, BLACK, 1, NULL) &&
                game_play(&g, WHITE, MOVE_SWAP_SIDES, NULL)); // no square needed
}

static void test_swap_refused(void **state) {
    (void)state;
    Game g = start(3, 3);
    assert_false(game_can_swap(&g));
    refused(&g, BLACK, MOVE_SWAP_PIECES, "swap-pieces: only the second move");
    g = listed(3, "pass");
    refused(&g, WHITE, MOVE_SWAP_SIDES, "swap-sides: only the second move");
    g = listed(3, "a1 b1");
    refused(&g, BLACK, MOVE_SWAP_PIECES, "only the second move");
    g = listed(3, "a1 pass");
    assert_false(game_can_swap(&g));
    g = listed(3, "a1 swap-pieces");
    assert_false(game_can_swap(&g));
    g = start(3, 4);
    assert_true(game_play(&g, BLACK, 1, NULL));
    refused(&g, WHITE, MOVE_SWAP_PIECES, "square");
    Position p;
    assert_true(position_parse_diagram("B..\n...\n...", &p, NULL)); // a set-up is no opening
    game_init_position(&g, &p);
    refused(&g, WHITE, MOVE_SWAP_PIECES, "only the second move");
    assert_true(game_play(&g, WHITE, 4, NULL));
    assert_false(game_can_swap(&g));
}

static void test_end(void **state) {
    (void)state;
    Game g = listed(2, "a1 b1 a2");
    assert_int_equal(game_winner(&g), BLACK);
    refused(&g, WHITE, 3, "b2: the game is over, black has won");
    refused(&g, WHITE, MOVE_RESIGN, "over");
    refused(&g, WHITE, MOVE_PASS, "over");
    assert_true(game_undo(&g));
    assert_int_equal(game_winner(&g), EMPTY);
    g = listed(2, "a1 resign");
    assert_int_equal(game_winner(&g), BLACK);
    assert_int_equal(g.resigned, WHITE);
    refused(&g, BLACK, 1, "the game is over, black has won");
    assert_true(game_undo(&g));
    assert_int_equal(game_winner(&g), EMPTY);
    g = listed(1, "a1");
    assert_int_equal(game_winner(&g), BLACK);
    g = listed(1, "pass a1");
    assert_int_equal(game_winner(&g), WHITE);
}

static void test_too_many(void **state) {
    (void)state;
    Game g = start(2, 2);
    for (int i = 0; i < GAME_MOVES_MAX; i++) assert_true(game_play(&g, g.now.to_move, MOVE_PASS, NULL));
    refused(&g, BLACK, 0, "too many moves");
}

static void test_lists(void **state) {
    (void)state;
    static const struct {
        const char *moves, *part;
    } bad[] = {{"a1 z9 b1", "move 2, 'z9': not a cell of this 3x3 board"},
               {"a1 a1", "move 2, a1: the cell is occupied"},
               {"a1,b1;c1", "move 2, 'b1;c1'"},
               {"swap-pieces", "move 1, swap-pieces: only the second move may swap"},
               {"a1 resign b1", "move 3, b1: the game is over"},
               {"a1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "'aaaaaaaaaaaaaaaaaaaa'"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Game g = listed(3, "c3"), before = g;
        Error error = {0};
        assert_true(game_undo(&g));
        before = g;
        assert_false(game_play_list(&g, bad[i].moves, &error));
        if (!strstr(error.text, bad[i].part)) fail_msg("expected '%s' in '%s'", bad[i].part, error.text);
        assert_memory_equal(&g, &before, sizeof g);
    }
    Game g = listed(3, " \t,, ");
    assert_int_equal(g.count, 0);
    g = listed(3, "A1 Swap-Pieces PASS b2 RESIGN");
    assert_int_equal(g.count, 5);
}

static void test_move_names(void **state) {
    (void)state;
    const Geometry *g = geometry_get(5, 5);
    static const Move moves[] = {0, 24, MOVE_SWAP_PIECES, MOVE_SWAP_SIDES, MOVE_PASS, MOVE_RESIGN};
    static const char *const names[] = {"a1", "e5", "swap-pieces", "swap-sides", "pass", "resign"};
    char name[MOVE_NAME_MAX];
    for (int i = 0; i < 6; i++) {
        assert_string_equal(move_name(g, moves[i], name), names[i]);
        assert_int_equal(move_parse(g, names[i], (int)strlen(names[i])), moves[i]);
    }
    assert_int_equal(move_parse(g, "SWAP", 4), MOVE_SWAP_PIECES);
    assert_int_equal(move_parse(g, "swap-", 5), MOVE_NONE);
    assert_int_equal(move_parse(g, "f1", 2), MOVE_NONE);
    assert_int_equal(move_parse(g, "", 0), MOVE_NONE);
}

// Random games taken back move by move pass through the same positions.
static void test_undo(void **state) {
    (void)state;
    Random random = random_seeded(5);
    for (int round = 0; round < 300; round++) {
        int size = 1 + (int)random_below(&random, 9), cells = size * size;
        Game g = start(size, size);
        static Game before[GAME_MOVES_MAX + 1];
        for (int i = 0; i < 200 && game_winner(&g) == EMPTY; i++) {
            int move = (int)random_below(&random, (uint32_t)cells);
            if (g.count == 1 && round % 2) move = round % 4 == 1 ? MOVE_SWAP_PIECES : MOVE_SWAP_SIDES;
            if (random_below(&random, 50) == 0) move = MOVE_PASS + (int)random_below(&random, 2);
            Color color = random_below(&random, 20) ? g.now.to_move : color_other(g.now.to_move);
            before[g.count] = g;
            game_play(&g, color, move, NULL);
        }
        while (game_undo(&g)) {
            assert_true(position_equal(&g.now, &before[g.count].now));
            assert_int_equal(g.resigned, before[g.count].resigned);
        }
        assert_int_equal(g.count, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),      cmocka_unit_test(test_swap_pieces),
        cmocka_unit_test(test_swap_sides), cmocka_unit_test(test_swap_refused),
        cmocka_unit_test(test_end),        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_lists),      cmocka_unit_test(test_move_names),
        cmocka_unit_test(test_undo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
