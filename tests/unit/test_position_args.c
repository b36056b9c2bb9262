// The position options of the command line, as DESIGN's paragraph "Positions" says.
#include "test_support.h"

#include "cli/args.h"
#include "cli/commands.h"
#include "cli/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const Program PROGRAM = {.name = "test", .options = {OPTIONS}};
static const Command COMMAND = {.name = "test", .summary = "", .arguments = "", .options = "@position"};

// Arguments are given as "--name=value" words, ended by NULL.
static bool game_from(const char **words, Game *game, Error *error) {
    Args args;
    int count = 0;
    while (words[count]) count++;
    *error = (Error){0};
    return args_parse(&args, &PROGRAM, &COMMAND, count, (char **)(uintptr_t)words, error) &&
           args_game(&args, game, error);
}

#define WORDS(...) ((const char *[]){__VA_ARGS__, NULL})

static Game good(const char **words) {
    Game game;
    Error error;
    if (!game_from(words, &game, &error)) fail_msg("%s: %s", words[0] ? words[0] : "", error.text);
    return game;
}

static void refused(const char **words, const char *part) {
    Game game = {.count = 77};
    Error error;
    if (game_from(words, &game, &error)) fail_msg("'%s' was taken", words[0]);
    assert_true(error.bad_input);
    assert_int_equal(game.count, 77);
    if (!strstr(error.text, part)) fail_msg("'%s': expected '%s' in '%s'", words[0], part, error.text);
}

static void position_is(const Position *p, const char *diagram, Color to_move) {
    Position expected;
    assert_true(position_parse_diagram(diagram, &expected, NULL));
    expected.to_move = to_move;
    assert_true(position_equal(p, &expected));
}

static const char *file_with(const char *text) {
    static char path[64];
    strcpy(path, "/tmp/mustplay_args_XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    return path;
}

static void test_empty(void **state) {
    (void)state;
    Game g = good((const char *[]){NULL});
    assert_int_equal(g.now.geometry->cells, 121);
    assert_int_equal(g.now.to_move, BLACK);
    g = good(WORDS("--size=4x3"));
    assert_int_equal(g.now.geometry->width, 4);
    assert_int_equal(g.now.geometry->height, 3);
    g = good(WORDS("--size=4", "--moves="));
    assert_int_equal(g.count, 0);
    g = good(WORDS("--size=3", "--to-move=white"));
    position_is(&g.now, "...\n...\n...", WHITE);
    position_is(&g.setup, "...\n...\n...", WHITE);
    refused(WORDS("--size=0"), "--size '0'");
    refused(WORDS("--size=20"), "1 to 19");
    refused(WORDS("--size=3x"), "expected N or WxH");
    refused(WORDS("--size="), "expected N or WxH");
}

static void test_moves(void **state) {
    (void)state;
    Game g = good(WORDS("--size=3", "--moves=a1, B2,c3"));
    position_is(&g.now, "B..\n.W.\n..B", WHITE);
    g = good(WORDS("--size=3", "--moves=a3 swap-pieces b2"));
    position_is(&g.now, "..W\n.B.\n...", WHITE);
    g = good(WORDS("--size=3", "--moves=a3 swap-sides b2"));
    position_is(&g.now, "...\n.W.\nB..", BLACK);
    g = good(WORDS("--size=3", "--moves=a1 pass b1 resign"));
    assert_int_equal(game_winner(&g), BLACK);
    g = good(WORDS("--size=3", "--moves=a1", "--to-move=black"));
    position_is(&g.now, "B..\n...\n...", BLACK);
    assert_true(game_play(&g, BLACK, 4, NULL) && game_undo(&g)); // taking back keeps the mover
    position_is(&g.now, "B..\n...\n...", BLACK);
    g = good(WORDS("--size=2", "--moves=a1 b1 a2", "--to-move=black")); // over: nobody can pass
    position_is(&g.now, "BW\nB.", BLACK);
    refused(WORDS("--size=3", "--moves=a1 d1"), "--moves: move 2, 'd1'");
    refused(WORDS("--size=3", "--moves=a1 a1"), "move 2, a1: the cell is occupied");
    refused(WORDS("--size=3", "--moves=swap-pieces"), "second move");
    refused(WORDS("--size=3x4", "--moves=a1 swap-pieces"), "square");
    refused(WORDS("--size=3", "--moves=a1 resign b1"), "over");
}

static void test_stones(void **state) {
    (void)state;
    Game g = good(WORDS("--size=3", "--black=a1,c2", "--white=b2 c3"));
    position_is(&g.now, "B..\n.WB\n..W", BLACK);
    g = good(WORDS("--size=3", "--black=A1"));
    position_is(&g.now, "B..\n...\n...", WHITE);
    g = good(WORDS("--size=3", "--black=", "--white="));
    position_is(&g.now, "...\n...\n...", BLACK);
    g = good(WORDS("--size=3", "--white=a1", "--to-move=white"));
    position_is(&g.now, "W..\n...\n...", WHITE);
    g = good(WORDS("--size=3", "--white=a1", "--black=b1 c1 b2", "--to-move=black"));
    position_is(&g.now, "WBB\n.B.\n...", BLACK);
    refused(WORDS("--size=3", "--white=a1"), "--to-move");
    refused(WORDS("--size=3", "--black=a1 a2"), "--to-move");
    refused(WORDS("--size=3", "--black=a1 a1"), "column 4: a1 is named twice");
    refused(WORDS("--size=3", "--black=a1", "--white=b1 a1"), "a1 is named in both");
    refused(WORDS("--size=3", "--black=a4"), "'a4'");
    refused(WORDS("--size=3", "--white=a1 resign"), "'resign'");
}

static void test_sgf(void **state) {
    (void)state;
    char option[100];
    const char *path = file_with("(;FF[4]GM[11]SZ[3]AB[a1]AW[b1];B[c1];W[c2])");
    snprintf(option, sizeof option, "--sgf=%s", path);
    Game g = good(WORDS(option));
    position_is(&g.now, "BWB\n..W\n...", BLACK);
    g = good(WORDS(option, "--move-number=0"));
    position_is(&g.now, "BW.\n...\n...", BLACK);
    g = good(WORDS(option, "--move-number=1"));
    position_is(&g.now, "BWB\n...\n...", WHITE);
    g = good(WORDS(option, "--size=3x3", "--to-move=white"));
    position_is(&g.now, "BWB\n..W\n...", WHITE);
    refused(WORDS(option, "--size=4"), "is 3x3");
    refused(WORDS(option, "--move-number=3"), "asked for: 3");
    refused(WORDS(option, "--move-number=-1"), "from 0");
    refused(WORDS("--move-number=1"), "goes with --sgf");
    unlink(path);
    refused(WORDS(option), "cannot read");
    path = file_with("(;FF[4]GM[11]SZ[3]\n;B[c9])");
    snprintf(option, sizeof option, "--sgf=%s", path);
    refused(WORDS(option), "line 2, column 4: 'c9'");
    unlink(path);
}

static void test_link(void **state) {
    (void)state;
    Game g = good(WORDS("--hexworld=https://hexworld.org/board/#3c1,a1b2,c3"));
    position_is(&g.now, "B..\n.W.\n...", BLACK);
    g = good(WORDS("--hexworld=trmph.com/hex/board#3,a1", "--size=3"));
    position_is(&g.now, "B..\n...\n...", WHITE);
    refused(WORDS("--hexworld=trmph.com/hex/board#3,a1", "--size=11"), "--hexworld is 3x3");
    refused(WORDS("--hexworld=hexworld.org/board/#3,a4"), "--hexworld: link, column 23:");
}

static void test_hexboard(void **state) {
    (void)state;
    char word[100];
    const char *path = file_with("text <hexboard size=\"2x3\" contents=\"R a1 b1 B c2\"/>");
    snprintf(word, sizeof word, "--hexboard=%s", path);
    Game g = good(WORDS(word));
    position_is(&g.now, "BB.\n..W\n", WHITE);
    g = good(WORDS(word, "--to-move=black", "--size=3x2"));
    position_is(&g.now, "BB.\n..W\n", BLACK);
    refused(WORDS(word, "--size=2x3"), "--hexboard is 3x2");
    refused(WORDS(word, "--moves=a1"), "--moves and --hexboard");
    unlink(path);
    snprintf(word, sizeof word, "--hexboard=%s",
             path = file_with("<hexboard size=\"2x3\"\n contents=\"R a1 b1\"/>"));
    refused(WORDS(word), "--to-move");
    unlink(path);
    snprintf(word, sizeof word, "--hexboard=%s",
             path = file_with("\n<hexboard size=\"2x3\" contents=\"R a3\"/>"));
    refused(WORDS(word), "line 2, column 34: no cell");
    unlink(path);
    snprintf(word, sizeof word, "--hexboard=%s", path = file_with("nothing"));
    refused(WORDS(word), "no <hexboard> tag");
    unlink(path);
    refused(WORDS(word), "No such file");
}

static void test_two_sources(void **state) {
    (void)state;
    refused(WORDS("--moves=", "--black=a1"), "--moves and --black");
    refused(WORDS("--moves=a1", "--white=a1"), "--moves and --white");
    refused(WORDS("--moves=a1", "--sgf=x"), "--moves and --sgf");
    refused(WORDS("--black=a1", "--hexworld=x"), "--black and --hexworld");
    refused(WORDS("--black=a1", "--white=b1", "--sgf=x"), "--black and --sgf");
    refused(WORDS("--sgf=x", "--hexworld=y"), "--sgf and --hexworld");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),       cmocka_unit_test(test_moves), cmocka_unit_test(test_stones),
        cmocka_unit_test(test_sgf),         cmocka_unit_test(test_link),  cmocka_unit_test(test_hexboard),
        cmocka_unit_test(test_two_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
