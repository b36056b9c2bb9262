// The external player against small shell programs: what it says is checked, what it breaks is noticed.
#include "play/catalog.h"
#include "test_support.h"

#include "base/clock.h"
#include "play/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// A program that reads commands and answers `=`, but runs `genmove` as given.
#define PROGRAM(genmove)                                                                                     \
    "htp:while read -r c a; do case $c in genmove) " genmove ";; quit) echo =; echo; exit;; *) echo =; "     \
    "echo;; esac; done"

static Player *player_of(const char *spec) {
    Error error = {0};
    Player *player = player_new(&CATALOG, spec, 1, &error);
    if (!player) fail_msg("%s", error.text);
    return player;
}

static bool choose(Player *player, const Game *game, MoveTerms terms, Choice *choice, Error *error) {
    return player_choose(player, game, &terms, choice, error);
}

static Game game_of(int size, const char *moves) {
    Game game;
    game_init(&game, geometry_get(size, size));
    assert_true(game_play_list(&game, moves, NULL));
    return game;
}

// `grace`: how long a program may take, where it does not answer at all.
static void expect_fault_within(double grace, const char *spec, const char *moves, const char *message) {
    Player *player = player_of(spec);
    Game game = game_of(5, moves);
    Choice choice;
    Error error = {0};
    MoveTerms terms = {.budget.seconds = 0.2, .grace = grace};
    for (int i = 0; i < 2; i++) { // and again: the program is started anew
        assert_false(choose(player, &game, terms, &choice, &error));
        if (!strstr(error.text, message)) fail_msg("'%s' does not say '%s'", error.text, message);
    }
    player_free(player);
}

static void expect_fault(const char *spec, const char *moves, const char *message) {
    expect_fault_within(60, spec, moves, message);
}

static void test_answers(void **state) {
    (void)state;
    Player *player = player_of(PROGRAM("echo '= C3'; echo"));
    Game game = game_of(5, "a1 b2");
    Choice choice;
    Error error = {0};
    assert_true(choose(player, &game, (MoveTerms){0}, &choice, &error));
    assert_int_equal(choice.move, cell_parse(game.now.geometry, "c3", 2));
    player_reset(player);
    assert_true(choose(player, &game, (MoveTerms){0}, &choice, &error));
    player_free(player);
}

static void test_talk_is_skipped(void **state) {
    (void)state;
    Player *player = player_of(
        PROGRAM("printf 'gogui-gfx:\\nuct\\nVAR B a1\\nTEXT x\\n\\n'; printf '=7   d4 \\r\\n\\r\\n'"));
    Game game = game_of(5, "");
    Choice choice;
    Error error = {0};
    if (!choose(player, &game, (MoveTerms){0}, &choice, &error)) fail_msg("%s", error.text);
    assert_int_equal(choice.move, cell_parse(game.now.geometry, "d4", 2));
    player_free(player);
}

static void test_resign_and_swap_when_allowed(void **state) {
    (void)state;
    Game game = game_of(5, "a1");
    Choice choice;
    Error error = {0};
    Player *player = player_of(PROGRAM("echo '= resign'; echo"));
    assert_true(choose(player, &game, (MoveTerms){.may_resign = true}, &choice, &error));
    assert_int_equal(choice.move, MOVE_RESIGN);
    assert_false(choose(player, &game, (MoveTerms){0}, &choice, &error));
    player_free(player);
    player = player_of(PROGRAM("echo '= swap-pieces'; echo"));
    assert_true(choose(player, &game, (MoveTerms){.may_swap = true}, &choice, &error));
    assert_int_equal(choice.move, MOVE_SWAP_PIECES);
    assert_false(choose(player, &game, (MoveTerms){0}, &choice, &error));
    player_free(player);
}

static void test_faults(void **state) {
    (void)state;
    expect_fault(PROGRAM("exit 9"), "", "exit code 9 during 'genmove black'");
    expect_fault(PROGRAM("kill -SEGV $$"), "", "signal 11");
    expect_fault(PROGRAM("exec >&-; sleep 100"), "", "closed its output");
    expect_fault(PROGRAM("echo '= a1'; echo"), "a1", "not legal");
    expect_fault(PROGRAM("echo '= f1'; echo"), "a1", "not a move on this board");
    expect_fault(PROGRAM("echo '='; echo"), "a1", "not a move on this board");
    expect_fault(PROGRAM("echo '= pass'; echo"), "a1", "not legal");
    expect_fault(PROGRAM("echo '? no'; echo"), "a1", "refused");
    expect_fault_within(0.3, PROGRAM("yes"), "a1", "");
}

static void test_hang_is_cut(void **state) {
    (void)state;
    double start = clock_seconds();
    expect_fault_within(0.3, PROGRAM("sleep 100"), "", "did not answer in time");
    expect_fault_within(0.3, PROGRAM("echo '= c3'; sleep 100"), "",
                        "did not answer in time"); // half an answer
    assert_true(clock_seconds() - start < 60);
}

static void test_no_program(void **state) {
    (void)state;
    Error error = {0};
    assert_null(player_new(&CATALOG, "htp:", 1, &error));
    assert_null(player_new(&CATALOG, "htp:/no/such/program", 1, &error));
    assert_non_null(strstr(error.text, "was not found"));
    assert_non_null(strstr(error.text, "exit code 127"));
    assert_true(error.bad_input);
    assert_null(player_new(&CATALOG, "htp:/etc/passwd", 1, &error));
    assert_non_null(strstr(error.text, "cannot be run"));
}

// A program that says nothing: the limits of a move bound its start.
static void test_silent_start(void **state) {
    (void)state;
    Error error = {0};
    MoveTerms terms = {.budget.seconds = 0.2, .grace = 0.3};
    double start = clock_seconds();
    assert_null(player_new_within(&CATALOG, "htp:sleep 100", 1, &terms, &error));
    assert_true(clock_seconds() - start < 40);
    assert_non_null(strstr(error.text, "did not answer in time"));
}

static bool cancel_now(void *context) {
    (void)context;
    return true;
}

// The interrupt is passed on; a program that does not heed it is killed.
static void test_interrupt(void **state) {
    (void)state;
    Game game = game_of(5, "");
    Choice choice;
    Error error = {0};
    Observer observer = {.cancelled = cancel_now};
    MoveTerms terms = {.budget.observer = &observer};
    Player *player = player_of(PROGRAM("read -r c a; echo \"= e5\"; echo"));
    bool answered = false;
    for (int try = 0; try < 5 && !answered; try++) // it has a second: the machine may stall
        answered = player_choose(player, &game, &terms, &choice, &error);
    if (!answered) fail_msg("%s", error.text);
    assert_int_equal(choice.move, cell_parse(game.now.geometry, "e5", 2));
    player_free(player);
    player = player_of(PROGRAM("sleep 100"));
    double start = clock_seconds();
    assert_false(player_choose(player, &game, &terms, &choice, &error));
    assert_true(clock_seconds() - start < 40);
    player_free(player);
    player = player_of("htp:read -r c; echo =; echo; sleep 100"); // silent after its name
    start = clock_seconds();
    assert_false(player_choose(player, &game, &terms, &choice, &error));
    assert_non_null(strstr(error.text, "ignored the interrupt during 'boardsize 5 5'"));
    assert_null(player_new_within(&CATALOG, "htp:sleep 100", 1, &terms, &error));
    assert_non_null(strstr(error.text, "interrupted"));
    assert_true(clock_seconds() - start < 40);
    player_free(player);
}

// The commands that the program was sent, written to a file by itself.
static void expect_log(Player *player, const char *path, const Game *game, const char *expected) {
    Choice choice;
    Error error = {0};
    char text[1000] = "";
    if (!choose(player, game, (MoveTerms){0}, &choice, &error)) fail_msg("%s", error.text);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    size_t count = fread(text, 1, sizeof text - 1, file);
    text[count] = '\0';
    fclose(file);
    fclose(fopen(path, "w"));
    assert_string_equal(text, expected);
}

static void test_positions_are_told(void **state) {
    (void)state;
    char path[] = "/tmp/mustplay-test-XXXXXX", spec[400];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    snprintf(spec, sizeof spec,
             "htp:while read -r c a; do [ $c = name ] || echo $c $a >>%s; if [ $c = genmove ]; then echo '= "
             "e5'; else echo =; fi; echo; [ $c = quit ] && exit; done",
             path);
    Player *player = player_of(spec);
    Game game = game_of(5, "a1 b2");
    expect_log(player, path, &game,
               "boardsize 5 5\nclear_board\nplay black a1\nplay white b2\ngenmove black\n");
    game = game_of(5, "a3 swap-pieces"); // told as a stone on a cleared board
    expect_log(player, path, &game, "clear_board\nplay white c1\ngenmove black\n");
    assert_true(game_play_list(&game, "a1 a2", NULL)); // the program has played e5, the game has not
    expect_log(player, path, &game,
               "clear_board\nplay white c1\nplay black a1\nplay white a2\ngenmove black\n");
    Game size = game_of(6, "");
    expect_log(player, path, &size, "boardsize 6 6\nclear_board\ngenmove black\n");
    player_free(player);
    remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_talk_is_skipped),
        cmocka_unit_test(test_resign_and_swap_when_allowed),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_hang_is_cut),
        cmocka_unit_test(test_no_program),
        cmocka_unit_test(test_silent_start),
        cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_positions_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
