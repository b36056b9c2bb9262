// How players play: pairing never loses where it should not, resistance takes wins, saves itself and beats
// random, and the swap decisions are sensible.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/clock.h"
#include "game/board.h"
#include "game/random_position.h"
#include "play/opening.h"
#include "play/player.h"
#include "player_checks.h"

#include <stdlib.h>
#include <string.h>

static Choice choose(Player *player, const Game *game, const MoveTerms *terms) {
    Choice choice;
    Error error;
    if (!player_choose(player, game, terms, &choice, &error)) fail_msg("%s", error.text);
    return choice;
}

static Game game_read(int width, int height, const char *moves) {
    Game game;
    Error error;
    game_init(&game, geometry_get(width, height));
    if (!game_play_list(&game, moves, &error)) fail_msg("%s", error.text);
    return game;
}

// The opponent tries everything; `winner` moves by the player. Returns the number of games.
static int exhaust(Player *player, Game *game, Color winner) {
    if (game_winner(game) != EMPTY) {
        assert_int_equal(game_winner(game), winner);
        return 1;
    }
    if (game->now.to_move == winner) {
        Choice choice = choose(player, game, NULL);
        assert_true(choice.value == 1);
        assert_true(game_play(game, winner, choice.move, NULL));
        int games = exhaust(player, game, winner);
        game_undo(game);
        return games;
    }
    CellSet vacant = position_vacant(&game->now);
    int games = 0;
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        assert_true(game_play(game, game->now.to_move, cell, NULL));
        games += exhaust(player, game, winner);
        game_undo(game);
    }
    return games;
}

static void test_pairing_exhaustively(void **state) {
    (void)state;
    static const int sizes[][2] = {{1, 2}, {2, 3}, {3, 4}, {1, 5}, {2, 4}};
    Player *player = player_new(&CATALOG, "pairing", 3, NULL);
    for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
        int a = sizes[i / 2][0], b = sizes[i / 2][1];
        Position start = position_empty(i % 2 ? geometry_get(a, b) : geometry_get(b, a));
        Color winner = i % 2 ? WHITE : BLACK; // the shorter way
        for (Color first = BLACK; first <= WHITE; first++) {
            Game game;
            start.to_move = first;
            game_init_position(&game, &start);
            assert_true(exhaust(player, &game, winner) > 0);
        }
    }
    player_free(player);
}

// Plays a game; black and white may be the same player.
static Color play_game(Player *black, Player *white, const Position *start) {
    Game game;
    game_init_position(&game, start);
    while (game_winner(&game) == EMPTY) {
        Choice choice = choose(game.now.to_move == BLACK ? black : white, &game, NULL);
        assert_true(game_play(&game, game.now.to_move, choice.move, NULL));
    }
    return game_winner(&game);
}

static void test_pairing_on_large_boards(void **state) {
    (void)state;
    static const int sizes[][2] = {{10, 9}, {7, 8}, {5, 9}, {19, 18}};
    static const char *const opponents[] = {"random", "resistance", "resistance:circuit=links"};
    Player *player = player_new(&CATALOG, "pairing", 3, NULL);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Position start = position_empty(geometry_get(sizes[i][0], sizes[i][1]));
        Color winner = sizes[i][0] > sizes[i][1] ? BLACK : WHITE;
        for (int k = 0; k < (sizes[i][0] > 11 ? 1 : 3); k++) {
            Player *opponent = player_new(&CATALOG, opponents[k], (uint64_t)k, NULL);
            for (int game = 0; game < (k ? 2 : 10); game++) {
                start.to_move = game % 2 ? BLACK : WHITE;
                Color won = winner == BLACK ? play_game(player, opponent, &start)
                                            : play_game(opponent, player, &start);
                assert_int_equal(won, winner);
            }
            player_free(opponent);
        }
    }
    player_free(player);
}

static void test_resistance_beats_random(void **state) {
    (void)state;
    Player *resistance = player_new(&CATALOG, "resistance", 1, NULL),
           *random = player_new(&CATALOG, "random", 2, NULL);
    Position start = position_empty(geometry_get(7, 7));
    int wins = 0;
    for (int game = 0; game < 50; game++) {
        Color color = game % 2 ? WHITE : BLACK;
        Color won =
            color == BLACK ? play_game(resistance, random, &start) : play_game(random, resistance, &start);
        wins += won == color;
    }
    assert_true(wins >= 49);
    player_free(resistance);
    player_free(random);
}

static void test_resistance_wins_and_saves(void **state) {
    (void)state;
    Player *player = player_new(&CATALOG, "resistance", 1, NULL);
    // Black needs b3 and takes it though White threatens too; White takes Black's last cell.
    Game game = game_read(3, 3, "b1 a1 b2 a2");
    Choice choice = choose(player, &game, NULL);
    assert_true(choice.move == cell_parse(game.now.geometry, "b3", 2) ||
                choice.move == cell_parse(game.now.geometry, "a3", 2));
    assert_true(choice.value == 1);
    game = game_read(3, 3, "c1 a2 c2 b2");
    choice = choose(player, &game, NULL);
    assert_true(choice.value == 1);
    assert_true(game_play(&game, BLACK, choice.move, NULL));
    assert_int_equal(game_winner(&game), BLACK);
    game = game_read(4, 4, "d1 a1 d2 a2 d3 a4");
    choice = choose(player, &game, NULL);
    assert_true(game_play(&game, BLACK, choice.move, NULL));
    assert_int_equal(game_winner(&game), BLACK);
    // One threat is met; before two it resigns, if it may.
    game = game_read(3, 3, "a1 b1 a2 b2 c3");
    choice = choose(player, &game, &(MoveTerms){.may_resign = true});
    assert_int_equal(choice.move, cell_parse(game.now.geometry, "a3", 2));
    game = game_read(3, 3, "b1 a1 b2");
    choice = choose(player, &game, &(MoveTerms){.may_resign = true});
    assert_int_equal(choice.move, MOVE_RESIGN);
    choice = choose(player, &game, NULL);
    assert_true(choice.move < CELL_MAX && choice.value == 0);
    player_free(player);
}

static void test_swap(void **state) {
    (void)state;
    const MoveTerms swap = {.may_swap = true};
    Player *player = player_new(&CATALOG, "resistance", 1, NULL);
    Game game = game_read(11, 11, "f6");
    assert_int_equal(choose(player, &game, &swap).move, MOVE_SWAP_PIECES);
    assert_true(choose(player, &game, NULL).move < CELL_MAX);
    game = game_read(11, 11, "a1");
    assert_true(choose(player, &game, &swap).move < CELL_MAX);
    game = game_read(12, 11, "f6"); // no square
    assert_true(choose(player, &game, &swap).move < CELL_MAX);
    // Its own opening under the swap rule is one that it would not swap; without the rule it is the centre.
    game = game_read(11, 11, "");
    assert_int_equal(choose(player, &game, NULL).move, 60);
    for (int i = 0; i < 20; i++) {
        game = game_read(11, 11, "");
        assert_true(game_play(&game, BLACK, choose(player, &game, &swap).move, NULL));
        assert_true(choose(player, &game, &swap).move < CELL_MAX);
    }
    player_free(player);
}

// The rule of thumb against the known winning openings, for both colours.
static void test_strong_openings(void **state) {
    (void)state;
    static const char *const known[] = {
        "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5",
        "f1 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 a6",
        "g1 c2 e2 f2 g2 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 g4 b5 c5 d5 e5 f5 a6 b6 c6 e6 a7"};
    int right = 0;
    for (int n = 5; n <= 7; n++) {
        const Geometry *g = geometry_get(n, n);
        CellSet wins = cellset_none();
        for (const char *p = known[n - 5]; *p; p += 2 + (p[2] == ' '))
            cellset_add(&wins, cell_parse(g, p, 2));
        for (int cell = 0; cell < g->cells; cell++) {
            bool strong = opening_is_strong(g, BLACK, cell);
            right += strong == cellset_has(wins, cell);
            assert_int_equal(strong, opening_is_strong(g, WHITE, cell_mirrored(g, cell)));
            assert_int_equal(strong, opening_is_strong(g, BLACK, cell_rotated(g, cell)));
        }
    }
    assert_int_equal(right, 94);
}

// Two levels beat one, and end in time.
static void test_replies(void **state) {
    (void)state;
    Player *two = player_new(&CATALOG, "distance:replies=20", 1, NULL),
           *one = player_new(&CATALOG, "distance", 2, NULL);
    int wins = 0;
    for (int cell = 0; cell < 25; cell++) {
        Position start = position_empty(geometry_get(5, 5));
        cellset_add(&start.stones[BLACK], cell);
        start.to_move = WHITE;
        wins += play_game(two, one, &start) == BLACK;
        wins += play_game(one, two, &start) == WHITE;
    }
    assert_true(wins > 25);
    Player *slow = player_new(&CATALOG, "resistance:replies=361", 1, NULL);
    Game game = game_read(19, 19, "j10 d4");
    Choice choice =
        choose(slow, &game, &(MoveTerms){.budget.seconds = 0.01}); // all replies would take minutes
    assert_true(choice.seconds < 40);
    player_free(slow);
    // One level is cut short too: then the moves near the centre count.
    slow = player_new(&CATALOG, "resistance", 1, NULL);
    double start = clock_thread_cpu(); // not the wall clock: the machine may be busy
    choice = choose(slow, &game, &(MoveTerms){.budget.seconds = 1e-6});
    assert_true(clock_thread_cpu() - start < 2);
    int off = abs(cell_column(game.now.geometry, choice.move) - 9) +
              abs(cell_row(game.now.geometry, choice.move) - 9);
    assert_true(off <= 3);
    player_free(two);
    player_free(one);
    player_free(slow);
}

static void test_same_seed_same_game(void **state) {
    (void)state;
    Position start = position_empty(geometry_get(6, 6));
    Move played[2][36];
    for (int run = 0; run < 2; run++) {
        Player *player = player_new(&CATALOG, "auto", 9, NULL);
        Game game;
        game_init_position(&game, &start);
        memset(played[run], 0, sizeof played[run]);
        while (game_winner(&game) == EMPTY) {
            played[run][game.count] = choose(player, &game, NULL).move;
            assert_true(game_play(&game, game.now.to_move, played[run][game.count], NULL));
        }
        player_free(player);
    }
    assert_memory_equal(played[0], played[1], sizeof played[0]);
}

static void test_winning_cells(void **state) {
    (void)state;
    Random random = random_seeded(4);
    for (int i = 0; i < 2000; i++) {
        const Geometry *g =
            geometry_get(1 + (int)random_below(&random, 6), 1 + (int)random_below(&random, 6));
        Position p = position_in_turns(g, &random, (int)random_below(&random, (uint32_t)g->cells + 1));
        Board board;
        board_set(&board, &p);
        for (Color color = BLACK; color <= WHITE && board_winner(&board) == EMPTY; color++) {
            CellSet vacant = board_vacant(&board), wins = board_winning_cells(&board, color);
            for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
                board_place(&board, cell, color);
                assert_int_equal(board_joined(&board, color), cellset_has(wins, cell));
                board_undo(&board);
            }
        }
    }
}

static void test_no_certainty(void **state) {
    (void)state;
    player_check_doubt(&CATALOG, "resistance");
    player_check_doubt(&CATALOG, "distance");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_certainty),
        cmocka_unit_test(test_pairing_exhaustively),
        cmocka_unit_test(test_pairing_on_large_boards),
        cmocka_unit_test(test_resistance_beats_random),
        cmocka_unit_test(test_resistance_wins_and_saves),
        cmocka_unit_test(test_swap),
        cmocka_unit_test(test_same_seed_same_game),
        cmocka_unit_test(test_winning_cells),
        cmocka_unit_test(test_strong_openings),
        cmocka_unit_test(test_replies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
