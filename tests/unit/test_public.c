// The public header, by nothing but itself: games, players, and the truth about positions and their moves.
#include "mustplay/mustplay.h"
#include "test_support.h"

#include <stdio.h>
#include <string.h>

static mp_game *game_of(int width, int height, const char *const *moves) {
    mp_error error;
    mp_game *game = mp_game_new(width, height, &error);
    assert_non_null(game);
    for (; *moves; moves++) {
        if (!mp_game_play(game, *moves, &error)) fail_msg("%s", error.text);
    }
    return game;
}

static const char *const NO_MOVES[] = {NULL};

static void cells_count(const mp_cells *cells, int *times) {
    for (int i = 0; i < cells->count; i++) times[cells->cell[i]]++;
}

// Every empty cell is in one of the three sets, no other cell in any.
static void assert_parts(const mp_game *game, const mp_moves *moves) {
    int times[MP_CELLS_MAX] = {0}, width = mp_game_width(game);
    cells_count(&moves->winning, times);
    cells_count(&moves->losing, times);
    cells_count(&moves->unknown, times);
    for (int row = 0; row < mp_game_height(game); row++) {
        for (int column = 0; column < width; column++)
            assert_int_equal(times[row * width + column], mp_game_stone(game, column, row) == MP_EMPTY);
    }
}

static mp_color winner_after(mp_game *game, int cell) {
    char name[8];
    mp_solution solution;
    int width = mp_game_width(game);
    snprintf(name, sizeof name, "%c%d", 'a' + cell % width, cell / width + 1);
    assert_true(mp_game_play(game, name, NULL));
    assert_true(mp_solve(game, "brute", NULL, &solution, NULL));
    assert_true(mp_game_undo(game));
    return solution.winner;
}

// What each move is worth, by several methods, is what brute force says after the move.
static void test_moves(void **state) {
    (void)state;
    static const char *const METHODS[] = {NULL, "dfpn", "pns", "brute"};
    static const char *const LINES[][4] = {{NULL}, {"a1", NULL}, {"b2", NULL}, {"c1", "b3", NULL}};
    static mp_moves moves;
    for (size_t line = 0; line < sizeof LINES / sizeof *LINES; line++) {
        mp_game *game = game_of(4, 4, LINES[line]);
        mp_color mover = mp_game_to_move(game);
        for (size_t m = 0; m < sizeof METHODS / sizeof *METHODS; m++) {
            mp_error error;
            if (!mp_solve_moves(game, METHODS[m], NULL, &moves, &error)) fail_msg("%s", error.text);
            assert_parts(game, &moves);
            assert_int_equal(moves.unknown.count, 0);
            assert_int_equal(moves.solution.winner == mover, moves.winning.count > 0);
            assert_int_equal(*moves.solution.move != '\0', moves.winning.count > 0);
            for (int i = 0; i < moves.winning.count; i++)
                assert_int_equal(winner_after(game, moves.winning.cell[i]), mover);
            for (int i = 0; i < moves.losing.count; i++)
                assert_int_not_equal(winner_after(game, moves.losing.cell[i]), mover);
        }
        mp_game_free(game);
    }
}

static bool cancelled_now(void *context) {
    ++*(int *)context;
    return true;
}

// Within limits that decide nothing every move is unknown; a cancelled search says what it knows.
static void test_limits(void **state) {
    (void)state;
    static mp_moves moves;
    int asked = 0;
    mp_game *game = game_of(9, 9, NO_MOVES);
    mp_limits limits = {.memory = 16 << 20, .cancelled = cancelled_now, .context = &asked};
    assert_true(mp_solve_moves(game, NULL, &limits, &moves, NULL));
    assert_parts(game, &moves);
    assert_int_equal(moves.solution.winner, MP_EMPTY);
    assert_int_equal(moves.unknown.count, 81);
    assert_true(asked > 0);
    mp_game_free(game);
}

static void test_finished(void **state) {
    (void)state;
    static const char *const LINE[] = {"a1", "b1", "a2", NULL};
    static mp_moves moves;
    mp_game *game = game_of(2, 2, LINE);
    assert_int_equal(mp_game_winner(game), MP_BLACK);
    assert_true(mp_solve_moves(game, NULL, NULL, &moves, NULL));
    assert_int_equal(moves.solution.winner, MP_BLACK);
    assert_int_equal(moves.winning.count + moves.losing.count + moves.unknown.count, 0);
    mp_game_free(game);
}

static void test_errors(void **state) {
    (void)state;
    static mp_moves moves;
    mp_error error;
    mp_game *game = game_of(3, 3, NO_MOVES);
    assert_false(mp_solve_moves(game, "magic", NULL, &moves, &error));
    assert_true(error.bad_input);
    assert_non_null(strstr(error.text, "magic"));
    assert_false(mp_solve_moves(game, "magic", NULL, &moves, NULL));
    assert_null(mp_game_new(20, 3, &error));
    assert_true(error.bad_input);
    assert_false(mp_game_play(game, "d1", &error));
    mp_game_free(game);
}

static void test_player(void **state) {
    (void)state;
    mp_error error;
    mp_choice choice;
    mp_game *game = game_of(5, 5, NO_MOVES);
    mp_player *player = mp_player_new("mcts:solver=0,memory=16", 1, &error);
    assert_non_null(player);
    mp_limits limits = {.playouts = 200};
    assert_true(mp_player_choose(player, game, &limits, &choice, &error));
    assert_true(mp_game_play(game, choice.move, &error));
    assert_in_range(choice.visits, 1, 300);
    assert_null(mp_player_new("nobody", 1, &error));
    mp_player_free(player);
    mp_game_free(game);
}

static void assert_same(const mp_game *a, const mp_game *b) {
    assert_int_equal(mp_game_width(a), mp_game_width(b));
    assert_int_equal(mp_game_height(a), mp_game_height(b));
    assert_int_equal(mp_game_to_move(a), mp_game_to_move(b));
    for (int row = 0; row < mp_game_height(a); row++) {
        for (int column = 0; column < mp_game_width(a); column++)
            assert_int_equal(mp_game_stone(a, column, row), mp_game_stone(b, column, row));
    }
}

// A game written as SGF and as a link, and read again.
static void test_records(void **state) {
    (void)state;
    static const char *const MOVES[] = {"a3", "swap-pieces", "d2", "b4", NULL};
    mp_error error;
    mp_game *game = game_of(5, 5, MOVES);
    char *sgf = mp_game_sgf(game), *link = mp_game_link(game, &error);
    assert_non_null(sgf);
    assert_string_equal(link, "https://hexworld.org/board/#5c1,a3:sd2b4");
    mp_game *by_sgf = mp_game_from_sgf(sgf, strlen(sgf), &error), *by_link = mp_game_from_link(link, &error);
    assert_non_null(by_sgf);
    assert_non_null(by_link);
    assert_same(game, by_sgf);
    assert_same(game, by_link);
    mp_free(sgf);
    mp_free(link);
    mp_game_free(game);
    mp_game_free(by_sgf);
    mp_game_free(by_link);
}

// What is no record, and a position that no link can hold.
static void test_bad_records(void **state) {
    (void)state;
    static const char WON[] = "(;FF[4]GM[11]SZ[2]AB[a1][a2])";
    mp_error error = {0};
    assert_null(mp_game_from_sgf("(;SZ[x])", 8, &error));
    assert_true(error.bad_input && error.text[0]);
    error = (mp_error){0};
    assert_null(mp_game_from_link("#5,z9", &error));
    assert_true(error.bad_input && error.text[0]);
    mp_game *won = mp_game_from_sgf(WON, sizeof WON - 1, &error);
    assert_non_null(won);
    error = (mp_error){0};
    assert_null(mp_game_link(won, &error));
    assert_true(error.bad_input && error.text[0]);
    mp_game_free(won);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),       cmocka_unit_test(test_limits), cmocka_unit_test(test_finished),
        cmocka_unit_test(test_errors),      cmocka_unit_test(test_player), cmocka_unit_test(test_records),
        cmocka_unit_test(test_bad_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
