// Reviews: values that are proved are true, turning points and better moves are found, records keep what they
// had.
#include "game_read.h"
#include "solve/solver.h"
#include "study/review.h"
#include "test_support.h"

#include <string.h>

static const ReviewOptions QUICK = {.player = "alphabeta:nodes=30", .solver_seconds = 60};

static Review review_of(const Game *game, const ReviewOptions *options) {
    Review review;
    Error error;
    if (!review_game(game, options, NULL, NULL, NULL, &review, &error)) fail_msg("%s", error.text);
    return review;
}

static void test_every_proof_is_true(void **state) {
    (void)state;
    Game game = game_read(4, "b2 c2 c3 b3 d1 a4 a1 d4 b4 c1 b1");
    Review review = review_of(&game, &QUICK);
    assert_true(review.complete);
    assert_int_equal(review.turns, game.count + 1);
    for (int i = 0; i < review.turns; i++) {
        const ReviewTurn *turn = &review.turn[i];
        Answer truth;
        assert_true(turn->judged);
        if (position_winner(&turn->position) != EMPTY) continue;
        assert_true(solve_position(&SOLVE_BRUTE, &turn->position, &(Budget){0}, NULL, &truth, NULL));
        assert_int_equal(turn->winner, truth.winner);
        assert_true(turn->value == (truth.winner == turn->mover ? 1 : 0));
        assert_true(turn->best != MOVE_NONE && turn->line[0] == turn->best);
        if (i == review.moves) continue;
        bool thrown = turn->winner == turn->mover && turn[1].winner != turn->mover;
        assert_int_equal(turn->mark == REVIEW_TURNING_POINT, thrown);
        assert_true(turn->loss == (thrown ? 1 : 0));
    }
    review_free(&review);
}

static void test_turning_point(void **state) {
    (void)state;
    // Black wins with b2 on 3x3; a1 throws it away, then White throws it back in the corner.
    Game game = game_read(3, "a1 a3 b2 c1 b3");
    Review review = review_of(&game, &QUICK);
    assert_int_equal(review.turn[0].mark, REVIEW_TURNING_POINT);
    assert_int_equal(review.turn[0].best == MOVE_NONE, false);
    assert_string_equal(review_mark_name(review.turn[0].mark), "turning_point");
    review_free(&review);
}

static void test_resigning_a_won_game(void **state) {
    (void)state;
    Game game = game_read(5, "c3 a1 resign");
    Review review = review_of(&game, &QUICK);
    assert_int_equal(review.winner, WHITE);
    assert_int_equal(review.turn[2].mark, REVIEW_TURNING_POINT);
    assert_true(review.turn[2].after == 0);
    review_free(&review);
}

static void test_swap(void **state) {
    (void)state;
    // Under the swap rule no proof judges the opening, and not to swap a strong stone would be the mistake.
    Game game = game_read(5, "c3 swap-pieces b2 b4");
    Review review = review_of(&game, &QUICK);
    assert_true(review.swap_rule);
    assert_int_equal(review.turn[0].mark, REVIEW_GOOD);
    assert_int_equal(review.turn[1].best, MOVE_SWAP_PIECES);
    assert_int_equal(review.turn[1].winner, WHITE);
    assert_int_equal(review.turn[1].mark, REVIEW_GOOD);
    game = game_read(5, "a1 swap-pieces");
    review_free(&review);
    review = review_of(&game, &QUICK);
    assert_int_equal(review.turn[1].mark, REVIEW_TURNING_POINT); // White took a stone that loses
    review_free(&review);
}

typedef struct RuleCase {
    const char *record;
    bool on;
    ReviewSource source;
} RuleCase;

// Records as their sources write them: Little Golem labels the opener W, PlayHex names itself as source.
static void test_swap_rule_of_records(void **state) {
    (void)state;
    static const RuleCase cases[] = {
        {"(;FF[4]EV[hex.LG]SZ[5]SO[http://www.littlegolem.com];W[cc];B[ba])", true, REVIEW_BY_HABIT},
        {"(;FF[4]EV[hex.LG]SZ[5]SO[http://www.littlegolem.com];W[cc];B[swap];W[ba])", true, REVIEW_BY_MOVE},
        {"(;FF[4]CA[UTF-8]AP[PlayHex:0.0.0]GM[11]SO[PlayHex.org]SZ[5];B[c3];W[b1])", true, REVIEW_BY_HABIT},
        {"(;FF[4]AP[PlayHex:0.0.0]GM[11]PL[B]SZ[5];B[c3];W[swap-pieces];B[b1])", true, REVIEW_BY_MOVE},
        {"(;FF[4]GM[11]SZ[5]SO[PlayHex.org]RU[no swap];B[c3];W[b1])", false, REVIEW_BY_RULES},
        {"(;FF[4]GM[11]SZ[5]RU[Pie Rule];B[c3];W[b1])", true, REVIEW_BY_RULES},
        {"(;FF[4]GM[11]SZ[5]RU[swap: off];B[c3];W[b1])", false, REVIEW_BY_RULES},
        {"(;FF[4]GM[11]SZ[5]RU[noswap];B[c3];W[swap-pieces])", true, REVIEW_BY_MOVE},
        {"(;FF[4]GM[11]SZ[5]RU[Japanese];B[c3];W[b1])", false, REVIEW_BY_NOTHING},
        {"(;FF[4]GM[11]SZ[5];B[c3];W[b1])", false, REVIEW_BY_NOTHING},
    };
    static const ReviewSource asked[] = {REVIEW_BY_NOTHING, REVIEW_BY_ASKED, REVIEW_BY_ASKED};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Error error;
        Game game;
        SgfTree *tree = sgf_parse(cases[i].record, strlen(cases[i].record), NULL, &error);
        assert_true(tree && sgf_game(tree, -1, &game, &error));
        for (ReviewRule rule = REVIEW_RULE_AUTO; rule <= REVIEW_RULE_OFF; rule++) {
            ReviewOptions options = {
                .player = "resistance", .solver_seconds = -1, .swap = rule, .record = tree};
            Review review = review_of(&game, &options);
            assert_int_equal(review.swap_rule,
                             rule == REVIEW_RULE_AUTO ? cases[i].on : rule == REVIEW_RULE_ON);
            assert_int_equal(review.swap_source, rule == REVIEW_RULE_AUTO ? cases[i].source : asked[rule]);
            assert_int_equal(review.swap_turn, review.swap_rule ? 1 : -1);
            if (!i) assert_true(review_annotate(&review, tree, &error));
            review_free(&review);
        }
        Text text = {0};
        if (!i) assert_true(sgf_text(tree, 0, "RU", &text));
        if (!i) assert_string_equal(text.data, "swap");
        text_free(&text);
        sgf_free(tree);
    }
}

// c3 wins on 5x5: who does not swap gives the win away, and the opening is no mistake by proof, since with the rule all lose.
static void test_openings_with_swap(void **state) {
    (void)state;
    ReviewOptions options = QUICK;
    options.swap = REVIEW_RULE_ON;
    Game game = game_read(5, "c3 a5");
    Review review = review_of(&game, &options);
    assert_int_equal(review.turn[0].mark, REVIEW_GOOD);
    assert_int_equal(review.turn[0].winner, EMPTY);
    assert_int_equal(review.turn[1].mark, REVIEW_TURNING_POINT);
    assert_int_equal(review.turn[1].swap, REVIEW_SWAP_MISSED);
    assert_string_equal(review_swap_name(review.turn[1].swap), "swap_missed");
    review_free(&review);
    game = game_read(5, "a1 swap-pieces");
    review = review_of(&game, &options);
    assert_int_equal(review.turn[1].swap, REVIEW_SWAP_WRONG);
    review_free(&review);
    options.swap = REVIEW_RULE_OFF;
    game = game_read(5, "a1 b2");
    review = review_of(&game, &options);
    assert_int_equal(review.turn[0].mark, REVIEW_TURNING_POINT);
    assert_int_equal(review.turn[0].swap, REVIEW_SWAP_NONE);
    review_free(&review);
    // A stone of a set-up is no opening, and after the second move nobody swaps.
    options.swap = REVIEW_RULE_ON;
    Position setup = game.setup;
    cellset_add(&setup.stones[WHITE], 0);
    game_init_position(&game, &setup);
    assert_true(game_play_list(&game, "c3 b2", NULL));
    review = review_of(&game, &options);
    assert_true(review.swap_rule && review.swap_turn == -1 && review.turn[0].winner != EMPTY);
    review_free(&review);
}

// The opinions of a net on 11x11: b2 is about even and the centre far too strong.
static void test_openings_by_net(void **state) {
    (void)state;
    ReviewOptions options = {
        .player = "net:playouts=8,solver=0", .solver_seconds = -1, .swap = REVIEW_RULE_ON};
    Game game = game_read(11, "b2 f6");
    Review review = review_of(&game, &options);
    assert_int_equal(review.turn[0].mark, REVIEW_GOOD);
    assert_true(review.turn[0].value > 0.3 && review.turn[0].value <= 0.5 && review.turn[0].after <= 0.5);
    review_free(&review);
    game = game_read(11, "f6 b4 e8");
    review = review_of(&game, &options);
    assert_int_equal(review.turn[0].swap, REVIEW_OPENING_STRONG);
    assert_int_equal(review.turn[1].swap, REVIEW_SWAP_MISSED);
    review_free(&review);
    game = game_read(11, "a1 swap-pieces");
    review = review_of(&game, &options);
    assert_int_equal(review.turn[0].swap, REVIEW_OPENING_WEAK);
    assert_int_equal(review.turn[1].swap, REVIEW_SWAP_WRONG);
    review_free(&review);
}

static void test_annotations(void **state) {
    (void)state;
    static const char RECORD[] = "(;FF[4]GM[11]SZ[3]XY[kept]C[mine];B[a1]C[first](;W[a3];B[b2])(;W[c3]))";
    Error error;
    SgfTree *tree = sgf_parse(RECORD, strlen(RECORD), NULL, &error);
    Game game;
    assert_true(tree && sgf_game(tree, -1, &game, &error));
    Review review = review_of(&game, &QUICK);
    assert_true(review_annotate(&review, tree, &error));
    Text text = {0};
    sgf_write(tree, &text);
    assert_non_null(strstr(text.data, "XY[kept]"));
    assert_non_null(strstr(text.data, "C[mine\nReview by Mustplay."));
    assert_non_null(
        strstr(text.data, "C[first\nBlack: won (proved) before, lost (proved) after. Turning point"));
    assert_non_null(strstr(text.data, "BM[2]"));
    assert_non_null(strstr(text.data, "Better for Black: won (proved)"));
    assert_non_null(strstr(text.data, ";W[c3])")); // the other variation is there still
    SgfTree *again = sgf_parse(text.data, text.length, NULL, &error);
    Game same;
    assert_true(again && sgf_game(again, -1, &same, &error));
    assert_int_equal(same.count, game.count);
    text_free(&text);
    sgf_free(again);
    sgf_free(tree);
    review_free(&review);
}

typedef struct Steps {
    int steps, done, total, stop_at;
} Steps;

static void step(void *context, const Review *review, int done, int total) {
    Steps *steps = context;
    assert_true(done == steps->done + 1 && done <= total && total == 2 * review->turns);
    steps->done = done;
    steps->total = total;
    steps->steps++;
}

static bool stop(void *context) {
    const Steps *steps = context;
    return steps->stop_at && steps->steps >= steps->stop_at;
}

static void test_progress_and_stop(void **state) {
    (void)state;
    Game game = game_read(7, "d4 c5 d3 b6 e2");
    ReviewOptions options = {.player = "resistance", .solver_seconds = -1};
    for (int stop_at = 0; stop_at <= 9; stop_at += 3) {
        Steps steps = {.stop_at = stop_at};
        Observer observer = {&steps, stop, NULL};
        Review review;
        assert_true(review_game(&game, &options, &observer, step, &steps, &review, NULL));
        assert_int_equal(review.complete, stop_at == 0);
        if (!stop_at) assert_int_equal(steps.done, steps.total);
        if (stop_at == 9)
            assert_true(review.turn[2].judged && !review.turn[3].judged && review.turn[1].compared);
        review_free(&review);
    }
    Review review;
    Error error;
    options.player = "nobody";
    assert_false(review_game(&game, &options, NULL, NULL, NULL, &review, &error));
    review_free(&review);
}

static void test_empty_game(void **state) {
    (void)state;
    Game game = game_read(3, "");
    Review review = review_of(&game, &QUICK);
    assert_true(review.complete && review.turns == 1 && review.turn[0].winner == BLACK);
    review_free(&review);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_proof_is_true),  cmocka_unit_test(test_turning_point),
        cmocka_unit_test(test_resigning_a_won_game), cmocka_unit_test(test_swap),
        cmocka_unit_test(test_annotations),          cmocka_unit_test(test_progress_and_stop),
        cmocka_unit_test(test_empty_game),           cmocka_unit_test(test_swap_rule_of_records),
        cmocka_unit_test(test_openings_with_swap),   cmocka_unit_test(test_openings_by_net),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
