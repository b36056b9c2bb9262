// Players: specifications and their errors, and the legality of choices.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "play/choice.h"
#include "play/player.h"

#include <string.h>

static void expect_error(const char *spec, const char *part) {
    Error error = {0};
    Player *player = player_new(spec, 1, &error);
    assert_null(player);
    assert_true(error.bad_input);
    if (!strstr(error.text, part)) fail_msg("'%s' does not say '%s'", error.text, part);
}

static void test_bad_specs(void **state) {
    (void)state;
    expect_error("", "unknown player ''");
    expect_error("nobody", "unknown player 'nobody': the players are");
    expect_error("Random", "unknown player 'Random'");
    expect_error("random:", "expected key=value");
    expect_error("distance:moves=sums,replies=3",
                 "moves=sums is for the measure two-distance, without replies");
    expect_error("distance:moves=sums,measure=flow", "moves=sums is for the measure two-distance");
    expect_error("random:speed=1", "player random: unknown option 'speed'");
    expect_error(":", "unknown player ''");
    expect_error("committee", "committee needs weights");
}

// The other types are programs, or need a file that no one can guess: a committee its weights.
static bool plays_by_name_alone(const PlayerType *type) {
    return !type->takes_text && strcmp(type->name, "committee") != 0;
}

static void test_every_type_can_be_made(void **state) {
    (void)state;
    bool default_found = false;
    for (const PlayerType *const *type = player_types(); *type; type++) {
        assert_non_null((*type)->help);
        default_found |= !strcmp((*type)->name, player_default());
        if (!plays_by_name_alone(*type)) continue;
        Error error;
        Player *player = player_new((*type)->name, 1, &error);
        assert_non_null(player);
        assert_string_equal(player->spec, (*type)->name);
        player_free(player);
    }
    assert_true(default_found);
    player_free(NULL);
}

// What the player has been told of a search with this value and these visits, after these moves of 7x7.
static bool note(Despair *despair, const char *moves, double value, uint64_t visits) {
    static SearchReport report;
    Game game;
    Error error;
    report.value = value;
    report.visits = visits;
    game_init(&game, geometry_get(7, 7));
    assert_true(game_play_list(&game, moves, &error));
    return despair_note(despair, &game.now, &report, false);
}

// A game is given up when it is proved lost, or hopeless three searches of one game in a row.
static void test_resigning(void **state) {
    (void)state;
    Despair despair = {.limit = 0.02, .visits = 200};
    assert_false(note(&despair, "d4", 0.001, 400));
    assert_false(note(&despair, "d4", 0.001, 400)); // the same position again says nothing new
    assert_false(note(&despair, "d4 c3 c4", 0.001, 400));
    assert_true(note(&despair, "d4 c3 c4 b5 b4", 0.001, 400));
    assert_true(note(&despair, "d4 c3 c4 b5 b4 a6 a7", 0.001, 400));
    // A search with hope, one that is too small, a position of another game: it begins anew.
    assert_false(note(&despair, "d4 c3 c4 b5 b4 a6 a7 g1 g2", 0.021, 400));
    assert_false(note(&despair, "d4 c3 c4 b5 b4 a6 a7 g1 g2 e6 e7", 0.001, 400));
    assert_false(note(&despair, "a1", 0.001, 400));
    assert_false(note(&despair, "a1 b2 c3", 0.001, 199));
    assert_false(note(&despair, "a1 b2 c3 d4 e5", 0.001, 400));
    assert_false(note(&despair, "a1 b2 c3 d4 e5 f6 g7", 0.001, 400));
    assert_true(note(&despair, "a1 b2 c3 d4 e5 f6 g7 a7 a6", 0.001, 400));
    // A proof is enough at once.
    SearchReport *report = &(SearchReport){.proof = PROOF_LOSS};
    Position empty = position_empty(geometry_get(7, 7));
    despair = (Despair){.limit = 0.02, .visits = 200};
    assert_true(despair_note(&despair, &empty, report, false));
    report->proof = PROOF_NONE;
    assert_true(despair_note(&despair, &empty, report, true));
}

// Plays whole games on all kinds of boards; returns how many.
static void play_out(Player *player, int width, int height, const MoveTerms *terms) {
    Game game;
    Error error;
    game_init(&game, geometry_get(width, height));
    while (game_winner(&game) == EMPTY) {
        Choice choice;
        if (!player_choose(player, &game, terms, &choice, &error)) fail_msg("%s", error.text);
        assert_int_equal(choice.line[0], choice.move);
        assert_true(choice.line_length >= 1 && choice.value >= 0 && choice.value <= 1 && choice.seconds >= 0);
        assert_true(game_play(&game, game.now.to_move, choice.move, &error));
    }
    Choice choice;
    assert_false(player_choose(player, &game, terms, &choice, &error));
    assert_true(error.bad_input);
}

static void test_every_type_plays_legally(void **state) {
    (void)state;
    static const int sizes[][2] = {{1, 1}, {1, 4}, {4, 1}, {2, 3}, {5, 5}, {4, 7}};
    const MoveTerms terms[] = {{.may_swap = false}, {.may_swap = true, .may_resign = true}};
    for (const PlayerType *const *type = player_types(); *type; type++) {
        if (!plays_by_name_alone(*type)) continue;
        Player *player = player_new((*type)->name, 7, NULL);
        assert_non_null(player);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            for (int k = 0; k < 2; k++) play_out(player, sizes[i][0], sizes[i][1], &terms[k]);
        }
        player_free(player);
    }
}

static void test_seed_decides(void **state) {
    (void)state;
    Game game;
    game_init(&game, geometry_get(11, 11));
    Player *a = player_new("random", 5, NULL), *b = player_new("random", 5, NULL);
    for (int i = 0; i < 20; i++) {
        Choice x, y;
        assert_true(player_choose(a, &game, NULL, &x, NULL));
        assert_true(player_choose(b, &game, NULL, &y, NULL));
        assert_int_equal(x.move, y.move);
    }
    player_free(a);
    player_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_specs),    cmocka_unit_test(test_every_type_can_be_made),
        cmocka_unit_test(test_resigning),    cmocka_unit_test(test_every_type_plays_legally),
        cmocka_unit_test(test_seed_decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
