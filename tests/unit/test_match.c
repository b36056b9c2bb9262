// The parts under a match: Elo, openings, the option of two words, the clock of a game.
#include "play/catalog.h"
#include "test_support.h"

#include "cli/args.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "play/elo.h"
#include "play/match.h"
#include "play/time_control.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void assert_near(double a, double b, double tolerance) {
    if (fabs(a - b) > tolerance) fail_msg("%.9g is not near %.9g", a, b);
}

static void test_elo_of_even_score(void **state) {
    (void)state;
    Elo elo = elo_of_score(50, 50);
    assert_near(elo.elo, 0, 1e-9);
    assert_near(elo.low, -elo.high, 1e-6);
    // The normal approximation: 1.96 standard errors of 0.05 around one half.
    assert_near(elo.high, 400 * log10(0.598 / 0.402), 3);
}

static void test_elo_by_formula(void **state) {
    (void)state;
    assert_near(elo_of_score(75, 25).elo, 190.848501888, 1e-6);
    Elo a = elo_of_score(12, 3), b = elo_of_score(3, 12);
    assert_near(a.elo, -b.elo, 1e-9);
    assert_near(a.low, -b.high, 1e-6);
    assert_near(a.high, -b.low, 1e-6);
}

// Beta(1/2, n + 1/2) and its kin at the ends: finite, ordered, around the estimate.
static void test_elo_of_clean_scores(void **state) {
    (void)state;
    for (int n = 1; n <= 100000; n *= 10) {
        Elo elo = elo_of_score(n, 0);
        assert_true(isfinite(elo.low) && isfinite(elo.elo) && isfinite(elo.high));
        assert_true(elo.low < elo.elo && elo.elo < elo.high && elo.elo > 0);
    }
    // Beta(3/2, 1/2): its 2.5 % quantile solves (2/pi)(asin(sqrt x) - sqrt(x(1-x))) = 0.025.
    double share = 1 / (1 + pow(10, -elo_of_score(1, 0).low / 400));
    assert_near(2 / M_PI * (asin(sqrt(share)) - sqrt(share * (1 - share))), 0.025, 1e-9);
}

static void test_elo_interval_shrinks(void **state) {
    (void)state;
    double width = 1e9;
    for (int n = 1; n <= 1000; n++) {
        Elo elo = elo_of_score(2 * n, n);
        assert_true(elo.low < elo.elo && elo.elo < elo.high && elo.high - elo.low < width);
        width = elo.high - elo.low;
    }
}

static int openings_count(const char *set, int width, int height) {
    Openings openings;
    Error error;
    if (!openings_read(&openings, set, geometry_get(width, height), &error)) return -1;
    int count = openings.count;
    openings_free(&openings);
    return count;
}

static void test_openings_sets(void **state) {
    (void)state;
    assert_int_equal(openings_count(NULL, 5, 5), 1);
    assert_int_equal(openings_count("all", 5, 5), 25);
    assert_int_equal(openings_count("distinct", 5, 5), 13);
    assert_int_equal(openings_count("distinct", 8, 8), 32);
    assert_int_equal(openings_count("distinct", 3, 2), 3);
    assert_int_equal(openings_count("all", 1, 1), -1);
    assert_int_equal(openings_count("all", 3, 1), -1); // Black wins by any cell
    assert_int_equal(openings_count("all", 1, 3), 3);
}

// Every cell is in the distinct set, itself or turned.
static void test_openings_distinct_cover(void **state) {
    (void)state;
    const Geometry *geometry = geometry_get(6, 5);
    Openings openings;
    assert_true(openings_read(&openings, "distinct", geometry, NULL));
    CellSet seen = cellset_none();
    for (int i = 0; i < openings.count; i++) {
        int cell = cell_parse(geometry, openings.moves[i], (int)strlen(openings.moves[i]));
        assert_false(cellset_has(seen, cell));
        cellset_add(&seen, cell);
        cellset_add(&seen, cell_rotated(geometry, cell));
    }
    assert_true(cellset_equal(seen, geometry->all));
    openings_free(&openings);
}

static void test_openings_shuffle(void **state) {
    (void)state;
    Openings a, b;
    const Geometry *geometry = geometry_get(7, 7);
    assert_true(openings_read(&a, "all", geometry, NULL) && openings_read(&b, "all", geometry, NULL));
    uint64_t plain = openings_hash(&a);
    assert_true(plain == openings_hash(&b));
    openings_shuffle(&a, 1);
    openings_shuffle(&b, 1);
    assert_true(openings_hash(&a) == openings_hash(&b) && openings_hash(&a) != plain);
    openings_shuffle(&b, 2);
    assert_true(openings_hash(&a) != openings_hash(&b));
    openings_free(&a);
    openings_free(&b);
}

static void test_tally(void **state) {
    (void)state;
    MatchTally tally = {0};
    match_count(&tally, &(MatchGame){.black = SIDE_A, .winner = SIDE_A, .fault = SIDE_NONE});
    match_count(&tally, &(MatchGame){.black = SIDE_B, .winner = SIDE_A, .fault = SIDE_NONE});
    match_count(&tally,
                &(MatchGame){.black = SIDE_A, .winner = SIDE_B, .fault = SIDE_B, .adjudicated = true});
    match_count(&tally, &(MatchGame){.black = SIDE_B, .winner = SIDE_NONE, .fault = SIDE_A});
    assert_int_equal(tally.games, 4);
    assert_int_equal(match_wins(&tally, SIDE_A), 2);
    assert_int_equal(match_wins(&tally, SIDE_B), 1);
    assert_int_equal(match_void(&tally), 2);
    assert_int_equal(match_adjudicated(&tally), 1);
    assert_int_equal(tally.won[SIDE_A][BLACK], 1);
    assert_int_equal(tally.won[SIDE_A][WHITE], 1);
    assert_int_equal(tally.adjudicated[SIDE_B][WHITE], 1);
    assert_int_equal(tally.faults[SIDE_A][WHITE], 1);
    assert_int_equal(tally.faults[SIDE_B][WHITE], 1);
}

// A program that dies in its first move.
#define DYING                                                                                                \
    "htp:while read -r c a; do case $c in genmove) exit 1;; quit) echo =; echo; exit;; *) echo =; echo;; "   \
    "esac; done"

static MatchTally dying_match(int size, double seconds, const char *folder) {
    Openings openings;
    MatchTally tally;
    Error error = {0};
    const Geometry *geometry = geometry_get(size, size);
    assert_true(openings_read(&openings, NULL, geometry, &error));
    MatchSetup setup = {.catalog = &CATALOG,
                        .player = {"random", DYING},
                        .geometry = geometry,
                        .openings = &openings,
                        .games = 2,
                        .jobs = 1,
                        .adjudication_seconds = seconds,
                        .folder = folder};
    if (!match_play(&setup, &tally, &error)) fail_msg("%s", error.text);
    openings_free(&openings);
    assert_int_equal(tally.games, 2);
    assert_int_equal(match_void(&tally), 2);
    assert_int_equal(tally.faults[SIDE_B][BLACK], 1);
    assert_int_equal(tally.faults[SIDE_B][WHITE], 1);
    return tally;
}

static void test_void_games_are_adjudicated(void **state) {
    (void)state;
    MatchTally tally = dying_match(3, 10, NULL);
    assert_int_equal(match_adjudicated(&tally), 2);
    assert_int_equal(match_wins(&tally, SIDE_A) + match_wins(&tally, SIDE_B), 2);
    assert_int_equal(tally.adjudicated[SIDE_B][BLACK], 1); // Black to move wins the empty board
}

// Nobody can solve the empty 13x13 board in a moment: such games count for nobody.
static void test_void_games_count_for_nobody(void **state) {
    (void)state;
    char folder[] = "/tmp/mustplay-test-XXXXXX", path[60], text[400] = "";
    assert_non_null(mkdtemp(folder));
    MatchTally tally = dying_match(13, 0.05, folder);
    assert_int_equal(match_adjudicated(&tally), 0);
    assert_int_equal(match_wins(&tally, SIDE_A) + match_wins(&tally, SIDE_B), 0);
    for (int i = 1; i <= 2; i++) {
        snprintf(path, sizeof path, "%s/game-%05d.sgf", folder, i);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        assert_non_null(strstr(text, "RE[Void]"));
        remove(path);
    }
    rmdir(folder);
}

static int run_nothing(const Args *args) {
    (void)args;
    return 0;
}

static const Command TWO_WORDS = {
    .name = "two", .summary = "", .arguments = "", .options = "players json", .run = run_nothing};

static const Program PROGRAM = {.name = "test", .options = {OPTIONS}};

static bool two_words(Args *args, int count, const char *const *words, Error *error) {
    char *argv[8], store[8][20];
    for (int i = 0; i < count; i++) argv[i] = strcpy(store[i], words[i]);
    if (!args_parse(args, &PROGRAM, &TWO_WORDS, count, argv, error)) return false;
    assert_string_equal(args_text(args, "players"), "random");
    assert_string_equal(args_text_second(args, "players"), "htp:x y");
    return true;
}

static void test_option_of_two_words(void **state) {
    (void)state;
    Args args;
    Error error;
    assert_true(two_words(&args, 4, (const char *[]){"--json", "--players", "random", "htp:x y"}, &error));
    assert_true(two_words(&args, 3, (const char *[]){"--players=random", "htp:x y", "--json"}, &error));
    assert_true(args_flag(&args, "json"));
    assert_false(two_words(&args, 2, (const char *[]){"--players", "random"}, &error));
    assert_non_null(strstr(error.text, "two values"));
    assert_false(two_words(&args, 4, (const char *[]){"--players", "random", "htp:x y", "third"}, &error));
    assert_false(two_words(&args, 1, (const char *[]){"--players"}, &error));
}

static void test_time_control(void **state) {
    (void)state;
    TimeControl control = {0};
    assert_true(time_control_share(&control, BLACK, 100) == 0);
    time_control_set(&control, 0, 10, 0); // GTP: no limit
    assert_true(time_control_share(&control, BLACK, 100) == 0);
    time_control_set(&control, 0, 10, 1);
    assert_near(time_control_share(&control, WHITE, 100), 10, 0.2);
    time_control_spend(&control, WHITE, 4); // the next period starts full
    assert_near(time_control_share(&control, WHITE, 100), 10, 0.2);
    time_control_set(&control, 0, 10, 5);
    time_control_spend(&control, BLACK, 6);
    assert_near(time_control_share(&control, BLACK, 100), 1, 0.2);
    time_control_left(&control, BLACK, 100, 0);
    assert_true(time_control_share(&control, BLACK, 100) < 10);
}

static void test_increments(void **state) {
    (void)state;
    TimeControl control = {0};
    time_control_set_increment(&control, 10, 2);
    assert_true(time_control_spend(&control, BLACK, 4));
    assert_near(control.left[BLACK], 8, 1e-9);
    assert_true(time_control_share(&control, BLACK, 100) < 4);
    // With next to nothing on the clock the increment, which comes after the move, is not spent before it.
    time_control_left(&control, WHITE, 0.1, 0);
    assert_true(time_control_share(&control, WHITE, 100) < 0.1);
    assert_false(time_control_spend(&control, WHITE, 0.2));
    // A long game at the shares, each answered a little late: never lost, and the increments are used.
    time_control_set_increment(&control, 5, 1);
    for (int vacant = 361; vacant > 0; vacant -= 2)
        assert_true(time_control_spend(&control, BLACK, time_control_share(&control, BLACK, vacant) + 0.03));
    // GTP's overtime: a period is still to come when the main time is over, none after it.
    time_control_set(&control, 1, 5, 2);
    assert_true(time_control_spend(&control, BLACK, 3));
    assert_true(time_control_spend(&control, BLACK, 4));
    assert_false(time_control_spend(&control, BLACK, 6));
}

// A clock for the whole game: thinkers keep to it; whom it runs out has lost.
static void test_game_clock(void **state) {
    (void)state;
    Openings openings;
    MatchTally tally;
    Error error = {0};
    const Geometry *geometry = geometry_get(5, 5);
    assert_true(openings_read(&openings, NULL, geometry, &error));
    MatchSetup setup = {.catalog = &CATALOG,
                        .player = {"alphabeta", "resistance"},
                        .geometry = geometry,
                        .openings = &openings,
                        .games = 4,
                        .jobs = 1,
                        .game_seconds = 20,
                        .increment = 0.1,
                        .adjudication_seconds = 1};
    assert_true(match_play(&setup, &tally, &error));
    assert_int_equal(tally.games, 4);
    assert_int_equal(tally.late[SIDE_A] + tally.late[SIDE_B], 0);
    assert_true(tally.slowest[SIDE_A] > 0);
    setup.game_seconds = 1e-9;
    setup.increment = 0;
    assert_true(match_play(&setup, &tally, &error));
    assert_int_equal(tally.late[SIDE_A] + tally.late[SIDE_B], 4);
    assert_int_equal(match_wins(&tally, SIDE_A) + match_wins(&tally, SIDE_B), 4);
    openings_free(&openings);
}

// Playing by the shares, a side never runs out of its main time.
static void test_time_is_never_lost(void **state) {
    (void)state;
    TimeControl control = {0};
    time_control_set(&control, 30, 0, 0);
    double used = 0;
    for (int vacant = 361; vacant > 0; vacant -= 2) {
        double share = time_control_share(&control, BLACK, vacant);
        assert_true(share > 0);
        used += share;
        time_control_spend(&control, BLACK, share);
    }
    assert_true(used < 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elo_of_even_score),
        cmocka_unit_test(test_elo_by_formula),
        cmocka_unit_test(test_elo_of_clean_scores),
        cmocka_unit_test(test_elo_interval_shrinks),
        cmocka_unit_test(test_openings_sets),
        cmocka_unit_test(test_openings_distinct_cover),
        cmocka_unit_test(test_openings_shuffle),
        cmocka_unit_test(test_tally),
        cmocka_unit_test(test_void_games_are_adjudicated),
        cmocka_unit_test(test_void_games_count_for_nobody),
        cmocka_unit_test(test_option_of_two_words),
        cmocka_unit_test(test_time_control),
        cmocka_unit_test(test_increments),
        cmocka_unit_test(test_game_clock),
        cmocka_unit_test(test_time_is_never_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
