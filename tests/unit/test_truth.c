// Every method of the solver against the files of tests/truth.
#include "solve/solver.h"
#include "solve/truth.h"
#include "test_support.h"
#include "truth.h"

#define OPENINGS  SOURCE_DIR "/tests/truth/openings.txt"
#define POSITIONS SOURCE_DIR "/tests/truth/positions.txt"

// Enough for these positions; AddressSanitizer pays for every byte of a table.
enum { MEMORY = 16 << 20 };

// Strategy decomposition is told by a net where to look; loading it for each position would take most of the
// time. lab/tests/test_decompose.c has one.
static Answer solve(const char *method, const Position *p) {
    const SolveMethod *m = solve_method(method);
    SolveContext context = {.without_net = m->takes_net && !m->keeps};
    Budget limits = {.memory = MEMORY};
    Answer answer;
    Error error = {0};
    if (!solve_position(method, p, &limits, &context, &answer, &error))
        fail_msg("%s: %s", method, error.text);
    solve_context_release(&context);
    return answer;
}

// With every empty cell outside the carrier given to the loser the winner still wins.
static void check_carrier(const char *method, const Position *p, const Answer *result) {
    Position q = *p;
    Color loser = color_other(result->winner);
    CellSet vacant = position_vacant(p);
    assert_true(cellset_within(result->carrier, vacant));
    assert_int_equal(result->move != MOVE_NONE, p->to_move == result->winner);
    if (result->move != MOVE_NONE) {
        assert_true(cellset_has(result->carrier, result->move));
        cellset_add(&q.stones[result->winner], result->move);
        q.to_move = loser;
    }
    q.stones[loser] = cellset_or(q.stones[loser], cellset_minus(vacant, result->carrier));
    assert_int_equal(solve(method, &q).winner, result->winner);
}

// Methods that know too little for more empty cells than these.
static int empty_limit(const char *method) {
    static const struct {
        const char *method;
        int empty;
    } limits[] = {{"pattern", 14}, {"solver1", 14}, {"decompose-rules", 12}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (!strcmp(limits[i].method, method)) return limits[i].empty;
    }
    return CELL_MAX;
}

typedef struct Check {
    const char *method;
    int step; // looks at one position in so many
    int seen;
    bool empty[BOARD_MAX + 1][BOARD_MAX + 1][2]; // empty boards seen, by width, height and mover
} Check;

static void check_one(void *context, const KnownTruth *truth) {
    Check *check = context;
    if (check->seen++ % check->step) return;
    int vacant = cellset_count(position_vacant(&truth->position));
    if (vacant > empty_limit(check->method)) return;
    const Geometry *g = truth->position.geometry;
    bool *empty = &check->empty[g->width][g->height][truth->position.to_move];
    if (vacant == g->cells) { // 5x5 comes five times with the same question
        if (*empty) return;
        *empty = true;
    }
    Answer result = solve(check->method, &truth->position);
    assert_int_equal(result.winner, truth->winner);
    check_carrier(check->method, &truth->position, &result);
}

static void test_openings(void **state) {
    (void)state;
    for (const SolveMethod *m = solve_methods(); m->name; m++) {
        Check check = {.method = m->name, .step = TEST_THINNING};
        assert_int_equal(truth_each(OPENINGS, check_one, &check), 130);
    }
}

static void test_positions(void **state) {
    (void)state;
    for (const SolveMethod *m = solve_methods(); m->name; m++) {
        Check check = {.method = m->name, .step = 5 * TEST_THINNING};
        assert_int_equal(truth_each(POSITIONS, check_one, &check), 4000);
    }
}

static void known_one(void *context, const KnownTruth *truth) {
    const Geometry *g = truth->position.geometry;
    char name[CELL_NAME_MAX], *list = context;
    if (g->width != g->height || truth->winner != BLACK) return;
    sprintf(list + strlen(list), "%d:%s ", g->width,
            cell_name(g, cellset_first(truth->position.stones[BLACK]), name));
}

// What is known from elsewhere about square boards.
static void test_known_openings(void **state) {
    (void)state;
    char list[400] = "";
    truth_each(OPENINGS, known_one, list);
    assert_string_equal(list, "1:a1 2:b1 2:a2 3:c1 3:a2 3:b2 3:c2 3:a3 4:d1 4:c2 4:b3 4:a4 ");
}

static Truth openings_of(int width, int height, Color mover, const char *method, bool grouping) {
    Truth truth;
    Error error = {0};
    Position empty = position_empty(geometry_get(width, height));
    empty.to_move = mover;
    truth_start(&truth, &empty, true);
    truth.grouping = grouping;
    assert_true(truth_solve(&truth, method, &(Budget){.memory = 64 << 20}, NULL, NULL, NULL, &error));
    return truth;
}

// Moves that are asked about together come out as they do one by one: by brute force where that is quick.
static void test_groups(void **state) {
    (void)state;
    static const int SIZES[][2] = {{2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}, {3, 4}, {5, 4}, {4, 6}};
    int groups = 0;
    for (int i = 0; i < 8; i++) {
        for (Color mover = BLACK; mover <= WHITE; mover++) {
            int width = SIZES[i][0], height = SIZES[i][1];
            Truth one = openings_of(width, height, mover, width * height <= 16 ? "brute" : "auto", false);
            Truth all = openings_of(width, height, mover, "pns", true);
            assert_true(cellset_equal(one.winning, all.winning) && cellset_equal(one.losing, all.losing));
            assert_int_equal(one.groups, 0);
            bool counted = all.measured && all.size.whole && all.size.nodes <= all.nodes;
            assert_true(width != height || counted); // others are settled by pairing
            for (int k = 0; k < all.groups; k++) assert_true(cellset_within(all.group[k], one.losing));
            groups += all.groups;
        }
    }
    assert_in_range(groups, 4, 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_known_openings),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
