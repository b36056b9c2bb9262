// Players: specifications and their errors, and the legality of choices.
#include "play/choice.h"
#include "player_checks.h"

static void expect_error(const char *spec, const char *part) {
    Error error = {0};
    Player *player = player_new(&CATALOG, spec, 1, &error);
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
    expect_error("alphabeta:evaluation=magic",
                 "player alphabeta: evaluation 'magic': expected one of links|cells|bridges|connections|");
    expect_error("mcts:value=magic",
                 "player mcts: value 'magic': expected one of playouts|net-action|links|");
}

static void test_every_type_can_be_made(void **state) {
    (void)state;
    players_check_made(&CATALOG, CATALOG.players);
    assert_string_equal(CATALOG.players[0]->name, "auto");
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

static void test_every_type_plays_legally(void **state) {
    (void)state;
    players_check_legal(&CATALOG, CATALOG.players);
}

static void test_seed_decides(void **state) {
    (void)state;
    Game game;
    game_init(&game, geometry_get(11, 11));
    Player *a = player_new(&CATALOG, "random", 5, NULL), *b = player_new(&CATALOG, "random", 5, NULL);
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
