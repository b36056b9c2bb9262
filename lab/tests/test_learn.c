// Learning of evaluations: committees and their files, the database of games, and each method on a tiny board. What a
// method learns must beat chance or the plan of its objective.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/file.h"
#include "lab/lab_catalog.h"
#include "lab/learn/apprentice.h"
#include "lab/learn/beam.h"
#include "lab/learn/checkpoint.h"
#include "lab/learn/td_leaf.h"
#include "play/player.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void file_make(const char *path, const Text *text) {
    Error error = {0};
    if (!file_write(path, text->data, text->length, true, &error)) fail_msg("%s", error.text);
}

static void text_file_make(const char *path, const char *string) {
    Text text = {0};
    text_add(&text, string);
    file_make(path, &text);
    text_free(&text);
}

// P_R's measure as a committee: less own resistance, more of the opponent's.
static Committee by_resistance(void) {
    Committee committee = {0};
    committee.weight[8] = -1;
    committee.weight[9] = 1;
    return committee;
}

// Both colours see a position and its mirror image with exchanged colours alike.
static void test_advice_seen(void **state) {
    (void)state;
    const Geometry *g = geometry_get(5, 5);
    Tourney *tourney = tourney_new(g, 3, NULL);
    for (int i = 0; i < 30; i++) {
        Position p = tourney_random_position(tourney, 2, 9), mirrored = position_mirrored(&p);
        double black[ADVISOR_COUNT], white[ADVISOR_COUNT];
        tourney_advice(tourney, &p, BLACK, black);
        tourney_advice(tourney, &mirrored, WHITE, white);
        for (int k = 0; k < ADVISOR_COUNT; k++) {
            assert_true(fabs(black[k] - white[k]) < 1e-6);
            assert_true(fabs(black[k]) <= 12);
        }
    }
    tourney_free(tourney);
}

static void test_files(void **state) {
    (void)state;
    char path[] = "/tmp/mustplay-learn-XXXXXX", spec[120];
    close(mkstemp(path));
    WeightsList list = {0};
    for (int i = 1; i <= 3; i++) {
        WeightsEntry entry = {by_resistance(), i == 2 ? NAN : 50 + i, i};
        entry.committee.iteration = 10 * i;
        entry.committee.weight[0] = 0.1 * i;
        assert_true(weights_add(&list, &entry));
    }
    Text text = {0};
    Error error = {0};
    Committee read;
    weights_write(&list, "td", geometry_get(7, 7), 5, &text);
    file_make(path, &text);
    assert_true(committee_read(path, -1, &read, &error));
    assert_int_equal(read.iteration, 30);
    assert_true(committee_read(path, 20, &read, &error));
    assert_memory_equal(read.weight, list.entry[1].committee.weight, sizeof read.weight);
    assert_false(committee_read(path, 25, &read, &error));
    assert_true(error.bad_input && strstr(error.text, "25"));
    // The player takes them.
    snprintf(spec, sizeof spec, "committee:weights=%s", path);
    Player *player = player_new(&LAB_CATALOG, spec, 1, &error);
    assert_non_null(player);
    Game game;
    Choice choice;
    game_init(&game, geometry_get(5, 5));
    assert_true(player_choose(player, &game, NULL, &choice, &error));
    player_free(player);
    snprintf(spec, sizeof spec, "alphabeta:weights=%s,depth=2,solver=0", path);
    player = player_new(&LAB_CATALOG, spec, 1, &error);
    assert_non_null(player);
    assert_true(player_choose(player, &game, NULL, &choice, &error));
    player_free(player);
    assert_null(player_new(&LAB_CATALOG, "committee", 1, &error));
    assert_true(error.bad_input && strstr(error.text, "weights"));
    // What is wrong is said.
    static const char *const WRONG[] = {
        "", "{}", "{\"format\": \"mustplay-committee-1\", \"list\": []}",
        "{\"format\": \"mustplay-committee-1\", \"list\": [{\"iteration\": 1, \"weights\": [1, 2]}]}"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        text_file_make(path, WRONG[i]);
        assert_false(committee_read(path, -1, &read, &error));
        assert_true(error.bad_input && strstr(error.text, path));
    }
    text_free(&text);
    weights_free(&list);
    unlink(path);
}

static void test_gamebase(void **state) {
    (void)state;
    char path[] = "/tmp/mustplay-games-XXXXXX";
    close(mkstemp(path));
    GameBase base, again;
    Error error = {0};
    Text text = {0};
    int played = 0;
    assert_true(gamebase_play(&base, geometry_get(4, 4), 8, 1, NULL, NULL, &played, &error));
    assert_true(base.count == 8 && played >= 8);
    gamebase_write(&base, &text);
    file_make(path, &text);
    assert_true(gamebase_read(path, &again, &error));
    assert_int_equal(again.count, 8);
    for (int i = 0; i < 8; i++) {
        Position p = position_empty(base.geometry);
        for (int k = 0; k < base.game[i].count; k++) {
            cellset_add(&p.stones[p.to_move], base.game[i].cell[k]);
            p.to_move = color_other(p.to_move);
        }
        assert_int_equal(position_winner(&p), base.game[i].stronger);
        assert_int_equal(again.game[i].stronger, base.game[i].stronger);
        assert_memory_equal(again.game[i].cell, base.game[i].cell,
                            sizeof(int16_t) * (size_t)base.game[i].count);
    }
    gamebase_free(&base);
    gamebase_free(&again);
    static const char *const WRONG[] = {"",
                                        "games 4x4",
                                        "mustplay-games-1 40x4\n",
                                        "mustplay-games-1 4x4\nred a1",
                                        "mustplay-games-1 4x4\nblack a1 a1",
                                        "mustplay-games-1 4x4\nblack e1"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        text_file_make(path, WRONG[i]);
        assert_false(gamebase_read(path, &again, &error));
        assert_true(error.bad_input && strstr(error.text, path));
    }
    text_free(&text);
    unlink(path);
}

// The method satisfies more pairs as it goes on, and mirrored weights are mirrored. A tenth of the pairs decides nothing:
// the same seed gives the same list.
static void test_apprentice(void **state) {
    (void)state;
    GameBase base;
    Error error = {0};
    int played = 0;
    assert_true(gamebase_play(&base, geometry_get(5, 5), 20, 1, NULL, NULL, &played, &error));
    ApprenticeOptions options = apprentice_options();
    assert_true(options.population == 20000 && options.elite == 0.1 && options.iterations == 50);
    options.population = 300;
    options.iterations = 15;
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        WeightsList list = {0}, again = {0};
        options.mirrored = mirrored;
        assert_true(apprentice_learn(&base, &options, NULL, &list, &error));
        assert_true(apprentice_learn(&base, &options, NULL, &again, &error));
        assert_true(list.count == 15 && list.entry[14].performance >= list.entry[0].performance);
        assert_true(list.entry[14].performance > 60);
        const double *w = list.entry[14].committee.weight;
        assert_memory_equal(w, again.entry[14].committee.weight, sizeof list.entry[14].committee.weight);
        for (int k = 0; mirrored && k < ADVISOR_COUNT; k += 2) assert_true(w[k] == -w[k + 1]);
        weights_free(&list);
        weights_free(&again);
    }
    gamebase_free(&base);
}

// After some self-play the weights win more than half of the games against none at all.
static void test_td(void **state) {
    (void)state;
    WeightsList list = {0};
    Error error = {0};
    TdOptions options = td_options();
    assert_true(options.games == 3500 && options.rate == 0.05);
    options.games = 60;
    options.seed = 2;
    assert_true(td_learn(geometry_get(6, 6), &options, NULL, &list, &error));
    assert_int_equal(list.count, 60);
    Tourney *tourney = tourney_new(geometry_get(6, 6), 4, &error);
    Committee none = {0};
    int played = 0, won = tourney_score(tourney, &list.entry[59].committee, &none, 30, NULL, &played);
    assert_int_equal(played, 60);
    assert_true(won > 40);
    tourney_free(tourney);
    weights_free(&list);
}

static bool stop_at_seven(void *context, const WeightsEntry *entry) {
    (void)context;
    return entry->committee.iteration < 7;
}

// What is kept only grows, and the watch ends it.
static void test_beam(void **state) {
    (void)state;
    WeightsList list = {0};
    Error error = {0};
    BeamOptions options = beam_options();
    assert_true(options.iterations == 575 && options.step == 0.15);
    LearnWatch watch = {.iteration = stop_at_seven};
    assert_true(beam_learn(geometry_get(4, 4), &options, &watch, &list, &error));
    assert_int_equal(list.count, 7);
    for (int i = 1; i < list.count; i++)
        assert_true(list.entry[i].performance >= list.entry[i - 1].performance);
    weights_free(&list);
}

// --- Runs that were stopped

typedef struct Pieces {
    char path[32];
    Journal journal;
    LearnState state;
    WeightsList list;
    int known, seen;
} Pieces;

static const char IDENTITY[] = "a run, 4x4, seed 9";

// Ends each piece after three iterations; what goes on is what the file says, not what memory holds.
static bool piece_ends(void *context, const WeightsEntry *entry) {
    (void)entry;
    return ++((Pieces *)context)->seen % 3 != 0;
}

static void piece_open(Pieces *pieces) {
    Error error = {0};
    if (!checkpoint_open(&pieces->journal, pieces->path, IDENTITY, &pieces->state, &pieces->list, &error))
        fail_msg("%s", error.text);
    pieces->known = pieces->list.count;
}

static void piece_forget(Pieces *pieces) {
    journal_close(&pieces->journal);
    weights_free(&pieces->list);
    learn_state_free(&pieces->state);
    pieces->state = (LearnState){0};
}

static bool piece_run(Pieces *pieces, int method, const GameBase *base) {
    Error error = {0};
    LearnWatch watch = {pieces, piece_ends, &pieces->state};
    ApprenticeOptions apprentice = {
        .population = 100, .elite = 0.1, .iterations = 8, .inflate = 0.5, .seed = 9};
    TdOptions td = {.games = 8, .rate = 0.05, .seed = 9};
    BeamOptions beam = {.iterations = 8, .step = 0.15, .seed = 9};
    const Geometry *g = geometry_get(4, 4);
    bool good = method == 0   ? apprentice_learn(base, &apprentice, &watch, &pieces->list, &error)
                : method == 1 ? td_learn(g, &td, &watch, &pieces->list, &error)
                              : beam_learn(g, &beam, &watch, &pieces->list, &error);
    if (!good) fail_msg("%s", error.text);
    if (!checkpoint_add(&pieces->journal, &pieces->state, &pieces->list, &pieces->known, &error))
        fail_msg("%s", error.text);
    piece_forget(pieces);
    piece_open(pieces);
    return pieces->list.count < 8;
}

static void refused(const char *path, const char *identity, const char *word) {
    LearnState state = {0};
    WeightsList list = {0};
    Journal journal;
    Error error = {0};
    assert_false(checkpoint_open(&journal, path, identity, &state, &list, &error));
    assert_true(error.bad_input && strstr(error.text, word) && !list.count && !state.done);
}

static void test_pieces(void **state) {
    (void)state;
    Error error = {0};
    GameBase base = {0};
    int played = 0;
    assert_true(gamebase_play(&base, geometry_get(4, 4), 8, 1, NULL, NULL, &played, &error));
    for (int method = 0; method < 3; method++) {
        Pieces whole = {.path = "/tmp/mustplay-whole-XXXXXX", .seen = -100},
               parts = {.path = "/tmp/mustplay-part-XXXXXX"};
        close(mkstemp(whole.path));
        close(mkstemp(parts.path));
        int count = 1;
        piece_open(&whole);
        piece_open(&parts);
        while (piece_run(&whole, method, &base)) {
        }
        while (piece_run(&parts, method, &base)) count++;
        assert_int_equal(count, 3);
        for (int i = 0; i < 8; i++)
            assert_memory_equal(parts.list.entry[i].committee.weight, whole.list.entry[i].committee.weight,
                                sizeof whole.list.entry[i].committee.weight);
        assert_memory_equal(&parts.state.random, &whole.state.random, sizeof whole.state.random);
        piece_forget(&whole);
        piece_forget(&parts);
        refused(parts.path, "another run", "another run");
        text_file_make(parts.path,
                       "{\"format\": \"mustplay-learning-1\", \"identity\": \"x\", \"done\": 1}\n");
        refused(parts.path, IDENTITY, "older version");
        text_file_make(parts.path, "{\"experiment\":\"learn\",\"identity\":\"a run, 4x4, seed 9\"}\n"
                                   "{\"key\":\"iteration 1\",\"value\":{}}\n");
        refused(parts.path, IDENTITY, "damaged");
        unlink(whole.path);
        unlink(parts.path);
    }
    gamebase_free(&base);
}

static bool game_ends(void *context, const GameBase *base) {
    (void)base;
    return ++*(int *)context % 4 != 0;
}

// The tournament in pieces plays the same games.
static void test_games_in_pieces(void **state) {
    (void)state;
    const Geometry *g = geometry_get(4, 4);
    char path[] = "/tmp/mustplay-games-XXXXXX";
    close(mkstemp(path));
    GameBase whole = {0}, parts = {0};
    Error error = {0};
    Journal journal;
    int all = 0, played = 0, seen = 0, known = 0, of;
    assert_true(gamebase_play(&whole, g, 9, 3, NULL, NULL, &all, &error));
    assert_true(gamebase_resume(&journal, path, &parts, g, 3, &played, &error));
    do {
        assert_true(gamebase_play(&parts, g, 9, 3, game_ends, &seen, &played, &error));
        assert_true(gamebase_keep(&journal, &parts, played, &known, &error));
        gamebase_free(&parts);
        journal_close(&journal);
        assert_true(gamebase_resume(&journal, path, &parts, g, 3, &played, &error));
        assert_int_equal(parts.count, known);
    } while (parts.count < 9);
    assert_true(played == all && gamebase_hash(&parts) == gamebase_hash(&whole));
    GameBase other;
    journal_close(&journal);
    assert_false(gamebase_resume(&journal, path, &other, g, 4, &of, &error));
    assert_true(strstr(error.text, "another run"));
    gamebase_free(&whole);
    gamebase_free(&parts);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_advice_seen), cmocka_unit_test(test_files),
        cmocka_unit_test(test_gamebase),    cmocka_unit_test(test_apprentice),
        cmocka_unit_test(test_td),          cmocka_unit_test(test_beam),
        cmocka_unit_test(test_pieces),      cmocka_unit_test(test_games_in_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
