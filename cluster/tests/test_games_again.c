// Games played again: who is asked, what is compared, who is counted, who is barred and who is not.
#include "cluster/games_again.h"
#include "test_support.h"

#include <stdio.h>

static PublicKey key_of(int machine) {
    PublicKey key = {{0}};
    key.byte[0] = (uint8_t)machine;
    return key;
}

static GamesAgain again_with(int machines) {
    GamesAgain again = {.share = 1, .random = random_seeded(3)};
    again_look(&again);
    for (int i = 1; i <= machines; i++) again_worker(&again, (uint64_t)i, &(PublicKey){{(uint8_t)i}}, true);
    return again;
}

static const char *const RESULT[2] = {"{\"moves\": \"a1 b2\", \"winner\": \"a\", \"slowest_a\": 0.1}",
                                      "{\"moves\": \"a1 b3\", \"winner\": \"a\", \"slowest_a\": 0.1}"};

// A game that machine 1 played: who is asked answers what `answer` says of him. Gives the machine barred, or 0.
static int play(GamesAgain *again, int number, const char *(*answer)(int machine)) {
    AgainJob job;
    PublicKey barred;
    bool is_barred = false;
    const char *first = answer(1);
    if (!again_draw(again, number, 1, first, strlen(first), &job)) return -1;
    for (;;) {
        assert_true(job.id > GAME_AGAIN && job.id % GAME_AGAIN == (uint64_t)number + 1 && job.worker != 1);
        const char *said = answer((int)job.worker);
        if (!again_answer(again, job.id, job.worker, said, strlen(said), &job, &barred, &is_barred)) break;
    }
    assert_int_equal(again->games, 0);
    return is_barred ? barred.byte[0] : 0;
}

static const char *honest(int machine) {
    // Times differ, which counts for nothing.
    return machine == 1 ? RESULT[0] : "{\"slowest_a\": 9, \"moves\": \"a1 b2\", \"winner\": \"a\"}";
}

static const char *first_lies(int machine) {
    return machine == 1 ? RESULT[1] : RESULT[0];
}

static void test_counts(void **state) {
    (void)state;
    GamesAgain again = again_with(3);
    for (int i = 0; i < 50; i++) assert_int_equal(play(&again, i, honest), 0);
    assert_true(again.settled == 50 && again.differed == 0 && again.barred == 0);
    assert_int_equal(again.tally[0].checked, 50);
    again_free(&again);
    // Two of three say who is alone, and he is barred, but not for the first game.
    again = again_with(3);
    int games = 0, barred = 0;
    while (!barred && games < 100) barred = play(&again, games++, first_lies);
    assert_int_equal(barred, 1);
    assert_in_range(games, 2, 20);
    assert_true(again.differed == games && again.barred == 1);
    again_free(&again);
    // Of two machines nobody knows which is wrong: none is barred.
    again = again_with(2);
    for (int i = 0; i < 100; i++) assert_int_equal(play(&again, i, first_lies), 0);
    assert_true(again.differed == 100 && again.barred == 0);
    again_free(&again);
}

static void test_who(void **state) {
    (void)state;
    AgainJob job;
    PublicKey barred;
    bool is_barred;
    GamesAgain again = again_with(1); // nobody else is there
    assert_false(again_draw(&again, 0, 1, RESULT[0], strlen(RESULT[0]), &job));
    PublicKey same = key_of(1), other = key_of(2);
    again_worker(&again, 10, &same, true);   // another worker of the same machine
    again_worker(&again, 11, &other, false); // another program
    assert_false(again_draw(&again, 0, 1, RESULT[0], strlen(RESULT[0]), &job));
    again_worker(&again, 12, &other, true);
    assert_false(again_draw(&again, 0, 99, RESULT[0], strlen(RESULT[0]), &job)); // a stranger's game
    assert_false(again_draw(&again, 0, 1, "no", 2, &job));
    assert_true(again_draw(&again, 0, 1, RESULT[0], strlen(RESULT[0]), &job) && job.worker == 12);
    // Its own machine has taken the job up: that says nothing.
    assert_false(again_answer(&again, job.id, 10, RESULT[0], strlen(RESULT[0]), &job, &barred, &is_barred));
    assert_true(!is_barred && again.games == 0 && again.settled == 0 && again.tallies == 0);
    assert_false(
        again_answer(&again, GAME_AGAIN + 7, 12, RESULT[0], strlen(RESULT[0]), &job, &barred, &is_barred));
    again_free(&again);
}

static void test_residual(void **state) {
    (void)state;
    assert_false(again_residual(1, 1, 1000, 0));
    assert_false(again_residual(2, 2, 1000, 0));
    assert_true(again_residual(3, 3, 1000, 0));
    assert_false(again_residual(1000, 12, 1000, 0)); // as often as is allowed to anybody
    assert_true(again_residual(1000, 60, 1000, 0));
    assert_false(again_residual(100, 50, 1000, 500)); // all are like that
    assert_true(again_residual(100, 90, 1000, 500));
    assert_false(again_residual(10, 10, 10, 10));
    // Honest machines: one in ten thousand at most is barred where one game in two hundred differs.
    Random random = random_seeded(11);
    int barred = 0;
    for (int machine = 0; machine < 20000; machine++) {
        int checked = 1 + (int)random_below(&random, 300), differed = 0;
        for (int i = 0; i < checked; i++) differed += random_below(&random, 200) == 0;
        barred += again_residual(checked, differed, 5000, 25);
    }
    assert_in_range(barred, 0, 2);
}

static void test_possible(void **state) {
    (void)state;
    static GameJob job;
    job = (GameJob){.match = true, .player = {"mcts:playouts=50", "net:playouts=9"}};
    assert_true(again_possible(&job));
    snprintf(job.player[1], GAME_SPEC_MAX, "net:playouts=9,precision=f32");
    assert_false(again_possible(&job));
    snprintf(job.player[1], GAME_SPEC_MAX, "auto:level=5");
    assert_false(again_possible(&job));
    job.terms.budget.nodes = 100;
    assert_true(again_possible(&job));
    job.terms.budget.seconds = 1;
    assert_false(again_possible(&job));
    job.terms.budget.seconds = 0;
    job.terms.budget.threads = 2;
    assert_false(again_possible(&job));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_who),
        cmocka_unit_test(test_residual),
        cmocka_unit_test(test_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
