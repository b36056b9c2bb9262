// Levels of strength: even the weakest takes a win and meets a threat; from level 3 on all answer a bridge.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "play/catalog.h"
#include "play/level.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static Game game_read(int size, const char *moves) {
    Game game;
    Error error;
    game_init(&game, geometry_get(size, size));
    if (!game_play_list(&game, moves, &error)) fail_msg("%s", error.text);
    return game;
}

static const char *cell_text(const Game *game, int cell) {
    static char name[CELL_NAME_MAX];
    return cell == CELL_NONE ? "none" : cell_name(game->now.geometry, cell, name);
}

static void test_bridge_answer(void **state) {
    (void)state;
    // Black c3 and b5 share b4 and c4; White takes one, Black the other.
    Game game = game_read(7, "c3 g1 b5 b4");
    assert_string_equal(cell_text(&game, bridge_answer(&game)), "c4");
    game = game_read(7, "c3 g1 b5 c4");
    assert_string_equal(cell_text(&game, bridge_answer(&game)), "b4");
    // White d2 and f1 share e1 and e2; b3 and the left edge share a3 and a4.
    game = game_read(7, "g7 d2 g6 f1 e2");
    assert_string_equal(cell_text(&game, bridge_answer(&game)), "e1");
    game = game_read(7, "g7 b3 a4");
    assert_string_equal(cell_text(&game, bridge_answer(&game)), "a3");
    // Nothing to mend: no bridge, or the stones are joined elsewhere.
    game = game_read(7, "c3 g1 b5 f6");
    assert_string_equal(cell_text(&game, bridge_answer(&game)), "none");
    game = game_read(7, "c3 g1 b5 g2 c4 b4");
    assert_string_equal(cell_text(&game, bridge_answer(&game)), "none");
}

static Move level_move(int level, uint64_t seed, const Game *game) {
    char spec[32];
    Choice choice;
    Error error;
    snprintf(spec, sizeof spec, "auto:level=%d", level);
    Player *player = player_new(&CATALOG, spec, seed, &error);
    if (!player) fail_msg("%s", error.text);
    if (!player_choose(player, game, NULL, &choice, &error)) fail_msg("%s", error.text);
    player_free(player);
    return choice.move;
}

static const char BRIDGE[] = "d2 d4 c4 e5 b6 c3"; // White intrudes between d2 and c4; d3 answers

static void test_levels_see_what_everybody_sees(void **state) {
    (void)state;
    Game bridge = game_read(7, BRIDGE);
    Game win = game_read(4, "b1 a1 b2 a2 b3 a3");
    Game threat = game_read(4, "d1 a1 d2 a2 d3 a4 a3"); // Black threatens c4 and d4: White meets one of them
    for (int level = 1; level < LEVEL_MAX; level += 2) {
        for (uint64_t seed = 0; seed < 3; seed++) {
            Move move = level_move(level, seed, &bridge);
            if (level >= 3) assert_string_equal(cell_text(&bridge, move), "d3");
            move = level_move(level, seed, &win);
            assert_true(move == cell_parse(win.now.geometry, "b4", 2) ||
                        move == cell_parse(win.now.geometry, "a4", 2));
            move = level_move(level, seed, &threat);
            assert_true(move == cell_parse(threat.now.geometry, "c4", 2) ||
                        move == cell_parse(threat.now.geometry, "d4", 2));
        }
    }
}

// A beginner answers an intrusion into a bridge now and then.
static void test_the_weakest_misses_bridges(void **state) {
    (void)state;
    Game bridge = game_read(7, BRIDGE);
    int answered = 0, tries = 24;
    for (int seed = 0; seed < tries; seed++)
        answered += level_move(1, (uint64_t)seed, &bridge) == cell_parse(bridge.now.geometry, "d3", 2);
    assert_true(answered > 4 && answered < 20);
}

// Without a net the levels play by electric circuits.
static void test_levels_without_net(void **state) {
    (void)state;
    Game game = game_read(9, "e5 d6");
    Random random = random_seeded(1);
    for (int level = 1; level < LEVEL_MAX; level++) {
        Choice choice = {0};
        MoveTerms terms = {0};
        assert_true(level_choose(level, NULL, &random, &game, &terms, &choice, NULL));
        assert_int_equal(position_at(&game.now, choice.move), EMPTY);
        assert_true(choice.value > 0 && choice.value < 1);
    }
}

// The net is opened with the player: with 50 ms per move, a first move that paid for it was lost on time.
static void test_net_is_opened_early(void **state) {
    (void)state;
    char path[] = "/tmp/mustplay-net-XXXXXX", command[200];
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    snprintf(command, sizeof command, "cp " SOURCE_DIR "/data/nets/default.safetensors %s", path);
    assert_int_equal(system(command), 0);
    setenv("MUSTPLAY_NET", path, 1);
    Error error;
    Choice choice;
    Player *player = player_new(&CATALOG, "auto:level=3", 0, &error);
    assert_non_null(player);
    assert_int_equal(truncate(path, 10), 0); // whoever reads it now fails
    Game game = game_read(7, "d4");
    if (!player_choose(player, &game, NULL, &choice, &error)) fail_msg("%s", error.text);
    player_free(player);
    unlink(path);
    unsetenv("MUSTPLAY_NET");
}

// A higher level is more careful in every respect, and in one at least, on boards of every size.
static void test_levels_rise_on_every_board(void **state) {
    (void)state;
    for (int width = 1; width <= 19; width++) {
        const Geometry *g = geometry_get(width, 1 + (width * 7) % 19);
        Level below = level_of(1, g);
        for (int level = 2; level < LEVEL_MAX; level++) {
            Level own = level_of(level, g);
            assert_true(own.playouts >= below.playouts && own.candidates <= below.candidates);
            assert_true(own.overlook <= below.overlook && own.bridges >= below.bridges);
            assert_true(own.temperature < below.temperature);
            assert_true(own.playouts >= 1 && own.candidates >= 1 && own.overlook >= 0 && own.bridges <= 1);
            below = own;
        }
    }
}

static void test_level_range(void **state) {
    (void)state;
    Error error;
    assert_null(player_new(&CATALOG, "auto:level=0", 0, &error));
    assert_null(player_new(&CATALOG, "auto:level=11", 0, &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bridge_answer),
        cmocka_unit_test(test_levels_see_what_everybody_sees),
        cmocka_unit_test(test_the_weakest_misses_bridges),
        cmocka_unit_test(test_levels_without_net),
        cmocka_unit_test(test_net_is_opened_early),
        cmocka_unit_test(test_levels_rise_on_every_board),
        cmocka_unit_test(test_level_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
