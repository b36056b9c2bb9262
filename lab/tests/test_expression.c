// Strategy expressions: read, written, and turned into proofs that the checker judges. Whatever comes out right is true
// by brute force.
#include "test_support.h"

#include "base/random.h"
#include "lab/strategy/expression.h"
#include "tools/lib/small_solver.h"
#include "verify/verify.h"

#include <stdlib.h>

static int verdict(const Expression *e, const Position *position, Color winner, Text *reason) {
    Text proof = {0};
    VerifyResult result = {.code = VERIFY_FALSE};
    if (expression_prove(e, position, winner, &proof, reason)) {
        FILE *file = fmemopen(proof.data, proof.length, "r");
        verify_stream(file, &(VerifyOptions){0}, &result);
        fclose(file);
        if (result.code == VERIFY_NOT_A_PROOF) print_message("%s\n%s\n", proof.data, result.reason);
        assert_int_not_equal(result.code, VERIFY_NOT_A_PROOF);
    } else {
        assert_true(reason->length > 0);
    }
    text_free(&proof);
    return result.code;
}

static void check(const Geometry *g, const char *text, const char *plain, Color mover, int code,
                  const char *why) {
    Expression e;
    Error error = {0};
    Text written = {0}, reason = {0};
    Position position = position_empty(g);
    position.to_move = mover;
    assert_true(expression_parse(g, text, &e, &error));
    expression_write(&e, &written);
    assert_string_equal(text_string(&written), plain);
    assert_int_equal(verdict(&e, &position, mover, &reason), code);
    if (why) assert_non_null(strstr(text_string(&reason), why));
    text_free(&written);
    text_free(&reason);
}

static void test_known(void **state) {
    (void)state;
    const Geometry *g = geometry_get(3, 3);
    // The three winning openings of 3x3 of Hayward's notes
    check(g, "b2.(b1|c1).(a3|b3)", "b2.(b1|c1).(a3|b3)", BLACK, VERIFY_RIGHT, NULL);
    check(g, "a3.(a2.(a1|b1) | c1.(b2| c2.(b3|c3)))", "a3.(a2.(a1|b1)|c1.(b2|c2.(b3|c3)))", BLACK,
          VERIFY_RIGHT, NULL);
    check(g, "a2.(a1|b1).(a3| c2.(b2|c1).(b3|c3))", "a2.(a1|b1).(a3|c2.(b2|c1).(b3|c3))", BLACK, VERIFY_RIGHT,
          NULL);
    check(g, "((B2)) . ((A1|(A2))) .(c1 | c2)", "b2.(a1|a2).(c1|c2)", WHITE, VERIFY_FALSE, "left and right");
    check(g, "b2.(a2|a3).(c1|c2)", "b2.(a2|a3).(c1|c2)", WHITE, VERIFY_RIGHT, NULL);
    check(g, "b2.(b1|c1)", "b2.(b1|c1)", BLACK, VERIFY_FALSE, "top and bottom");
    check(g, "b2.b1.b3", "b2.b1.b3", BLACK, VERIFY_FALSE, "two moves at once");
    check(g, "b2.(b1|(a1|b1).(c1|a2)).(a3|b3)", "b2.(b1|(a1|b1).(c1|a2)).(a3|b3)", BLACK, VERIFY_FALSE,
          "no move of its own");
    check(g, "b2.(b1|c1).(a3|b3.(b1|c1))", "b2.(b1|c1).(a3|b3.(b1|c1))", BLACK, VERIFY_FALSE,
          NULL); // shared cells
}

static void test_faults(void **state) {
    (void)state;
    static const char *const TEXTS[] = {"",   "(",      "b2.",      "b2.(b1|c1", "b2)",  "b2 c3",
                                        "d1", "b2..b1", "b2.(|c1)", "z",         "b2,b1"};
    static Expression e;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        Error error = {0};
        assert_false(expression_parse(geometry_get(3, 3), TEXTS[i], &e, &error));
        assert_true(error.bad_input && strstr(error.text, "character"));
    }
    // Brackets and lengths without end
    char *deep = malloc(20001);
    memset(deep, '(', 20000);
    deep[20000] = 0;
    Error error = {0};
    assert_false(expression_parse(geometry_get(3, 3), deep, &e, &error));
    for (int i = 0; i < 20000; i++) deep[i] = "a1."[i % 3];
    assert_false(expression_parse(geometry_get(3, 3), deep, &e, &error));
    free(deep);
}

static void random_expression(Random *random, const Geometry *g, int depth, Text *out) {
    char name[CELL_NAME_MAX];
    text_add(out, cell_name(g, (int)random_below(random, (uint32_t)g->cells), name));
    for (int bars = (int)random_below(random, depth ? 3 : 1); bars > 0; bars--) {
        text_add(out, ".(");
        random_expression(random, g, depth - 1, out);
        for (int sides = 1 + (int)random_below(random, 2); sides > 0; sides--) {
            text_add_char(out, '|');
            random_expression(random, g, depth - 1, out);
        }
        text_add_char(out, ')');
    }
}

static uint32_t mask(CellSet cells) {
    uint32_t bits = 0;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) bits |= 1u << cell;
    return bits;
}

// Random expressions in random positions: few are right, and those are true. Written and read again, they are the same.
static void test_random(void **state) {
    (void)state;
    Random random = random_seeded(5);
    Text text = {0}, again = {0}, reason = {0};
    static Expression e, twin;
    int right = 0;
    SmallSolver solver;
    const Geometry *g = geometry_get(3, 3);
    small_init(&solver, 3, 3, 16);
    for (int i = 0; i < 200000 / TEST_THINNING; i++) {
        Position position = position_empty(g);
        Error error = {0};
        for (int cell = 0; cell < g->cells; cell++) {
            uint32_t what = random_below(&random, 4);
            if (what < 2) cellset_add(&position.stones[what], cell);
        }
        position.to_move = random_below(&random, 2) ? WHITE : BLACK;
        Color winner = random_below(&random, 2) ? WHITE : BLACK;
        text_clear(&text);
        text_clear(&again);
        random_expression(&random, g, 2, &text);
        assert_true(expression_parse(g, text_string(&text), &e, &error));
        expression_write(&e, &again);
        assert_true(expression_parse(g, text_string(&again), &twin, &error));
        text_clear(&text);
        expression_write(&twin, &text);
        assert_string_equal(text_string(&text), text_string(&again));
        if (verdict(&e, &position, winner, &reason) != VERIFY_RIGHT) continue;
        right++;
        bool black = small_black_wins(&solver, mask(position.stones[BLACK]), mask(position.stones[WHITE]),
                                      position.to_move == BLACK);
        assert_true(black == (winner == BLACK));
    }
    print_message("%d random expressions are right\n", right);
    assert_true(right > 100);
    small_free(&solver);
    text_free(&text);
    text_free(&again);
    text_free(&reason);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
