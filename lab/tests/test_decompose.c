// Strategy decomposition against brute force: winners, moves, carriers, the groups; limits.
#include "base/clock.h"
#include "game/random_position.h"
#include "lab/decompose/decompose.h"
#include "solve/brute.h"
#include "test_support.h"

enum { WAYS = 4 }; // with knowledge or the rules alone, by the net or by resistance

static Net *NET;

static int net_load_once(void **state) {
    (void)state;
    char path[4096];
    Error error = {0};
    NET = net_find(path, sizeof path) ? net_load(path, &error) : NULL;
    return NET ? 0 : -1;
}

static int net_release(void **state) {
    (void)state;
    net_free(NET);
    return 0;
}

static DecomposeOptions way(int number) {
    return (DecomposeOptions){
        .net = number & 1 ? NET : NULL, .without_net = !(number & 1), .rules_only = number & 2};
}

static DecomposeOutcome decompose(const Position *p, int number, Budget budget) {
    DecomposeOutcome outcome;
    DecomposeOptions options = way(number);
    Error error = {0};
    if (!decompose_search(p, &options, &budget, &outcome, &error)) fail_msg("%s", error.text);
    return outcome;
}

// The winner with these cells and his stones alone, `to_move` to move.
static Color winner_within(BruteTable *table, const Position *p, CellSet cells, Color winner, Color to_move) {
    Position q = *p;
    Color loser = color_other(winner);
    q.stones[loser] = cellset_or(q.stones[loser], cellset_minus(position_vacant(p), cells));
    q.to_move = to_move;
    return brute_winner(table, &q);
}

// Every move of the loser's leaves some group alone, and the group's answer wins with the group's needs alone.
static void check_groups(BruteTable *table, const Position *p, const DecomposeOutcome *outcome) {
    Color winner = outcome->answer.winner;
    Position q = *p;
    if (outcome->answer.move != MOVE_NONE) cellset_add(&q.stones[winner], outcome->answer.move);
    CellSet common = position_vacant(&q);
    for (int i = 0; i < outcome->groups; i++) {
        const SolutionGroup *group = &outcome->group[i];
        assert_true(cellset_within(group->needs, position_vacant(&q)));
        assert_false(cellset_meets(group->needs, group->moves));
        common = cellset_and(common, group->needs);
        assert_int_equal(winner_within(table, &q, group->needs, winner, winner), winner);
        if (group->answer == CELL_NONE) continue;
        Position after = q;
        cellset_add(&after.stones[winner], group->answer);
        assert_int_equal(winner_within(table, &after, group->needs, winner, color_other(winner)), winner);
    }
    if (outcome->groups) assert_true(cellset_is_empty(common));
}

static void check_outcome(BruteTable *table, const Position *p, const DecomposeOutcome *outcome,
                          bool rules_only) {
    const Answer *answer = &outcome->answer;
    assert_int_equal(answer->winner, brute_winner(table, p));
    assert_true(cellset_within(answer->carrier, position_vacant(p)));
    assert_int_equal(answer->move != MOVE_NONE, answer->winner == p->to_move);
    Position q = *p;
    if (answer->move != MOVE_NONE) {
        assert_true(cellset_has(answer->carrier, answer->move));
        cellset_add(&q.stones[answer->winner], answer->move);
    }
    assert_int_equal(winner_within(table, &q, answer->carrier, answer->winner, color_other(answer->winner)),
                     answer->winner);
    if (rules_only) check_groups(table, p, outcome);
    assert_true(outcome->size.nodes > 0 && outcome->size.tree >= 1);
}

static void test_openings(void **state) {
    (void)state;
    for (int size = 1; size <= 4; size++) {
        const Geometry *g = geometry_get(size, size);
        BruteTable *table = brute_table_new(g, 16 << 20);
        for (int cell = 0; cell < g->cells; cell += TEST_THINNING) {
            Position p = position_empty(g);
            cellset_add(&p.stones[BLACK], cell);
            p.to_move = WHITE;
            if (position_winner(&p) != EMPTY) continue;
            for (int w = size < 4 ? 0 : cell % 2; w < WAYS; w += size < 4 ? 1 : 2) {
                DecomposeOutcome outcome = decompose(&p, w, (Budget){0});
                check_outcome(table, &p, &outcome, w & 2);
            }
        }
        brute_table_free(table);
    }
}

static void test_positions(void **state) {
    (void)state;
    static const int sizes[][3] = {{4, 4, 5}, {5, 5, 12}, {4, 6, 11}, {6, 3, 7}, {5, 5, 8}};
    Random random = random_seeded(20261117);
    for (int i = 0; i < 160 / TEST_THINNING; i++) {
        const Geometry *g = geometry_get(sizes[i % 5][0], sizes[i % 5][1]);
        int stones = sizes[i % 5][2], w = i / 5 % WAYS;
        if (i % 5 == 4) w &= 1; // few stones: too much for the rules alone
        Position p;
        do p = position_scattered(g, &random, (uint32_t)(g->cells - stones), (uint32_t)g->cells);
        while (position_winner(&p) != EMPTY);
        BruteTable *table = brute_table_new(g, 16 << 20);
        DecomposeOutcome outcome = decompose(&p, w, (Budget){0});
        check_outcome(table, &p, &outcome, w & 2);
        brute_table_free(table);
    }
}

// Three stones, four bridges between them and the edges, as in Gao's Figure 5.5. Each of the eight intrusions has an
// answer of its own, and all other moves share one of these.
static void test_four_bridges(void **state) {
    (void)state;
    const Geometry *g = geometry_get(7, 7);
    Position p = position_empty(g);
    static const char *const stones[] = {"e2", "d4", "c6"};
    for (int i = 0; i < 3; i++) cellset_add(&p.stones[BLACK], cell_parse(g, stones[i], 2));
    p.to_move = WHITE;
    for (int w = 2; w < WAYS; w++) {
        DecomposeOutcome outcome = decompose(&p, w, (Budget){0});
        assert_int_equal(outcome.answer.winner, BLACK);
        assert_int_equal(cellset_count(outcome.answer.carrier), 8);
        assert_int_equal(outcome.groups, 8);
        assert_int_equal(outcome.size.depth, 4);
        assert_true(outcome.size.tree > 46.0 * 44 * 42 * 40);
    }
    DecomposeOutcome known = decompose(&p, 0, (Budget){0});
    assert_int_equal(known.size.nodes, 1);
}

static bool cancelled_now(void *context) {
    (void)context;
    return true;
}

static void test_limits(void **state) {
    (void)state;
    Position p = position_empty(geometry_get(9, 9));
    Observer observer = {.cancelled = cancelled_now};
    for (int w = 0; w < WAYS; w++) {
        DecomposeOutcome cancelled = decompose(&p, w, (Budget){.observer = &observer});
        double start = clock_thread_cpu(); // not the wall clock: the machine may be busy
        DecomposeOutcome late = decompose(&p, w, (Budget){.seconds = 0.3});
        double late_cpu = clock_thread_cpu() - start;
        DecomposeOutcome few = decompose(&p, w, (Budget){.nodes = 5});
        assert_int_equal(cancelled.answer.winner, EMPTY);
        assert_int_equal(late.answer.winner, EMPTY);
        assert_int_equal(few.answer.winner, EMPTY);
        assert_int_equal(late.answer.move, MOVE_NONE);
        assert_true(late_cpu < 2);
        assert_true(few.answer.nodes <= 5);
    }
    DecomposeOutcome little = decompose(&p, 0, (Budget){.memory = 1 << 19, .seconds = 300});
    assert_int_equal(little.answer.winner, EMPTY);
    assert_true(little.answer.seconds < 290);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_four_bridges),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests_name("decompose", tests, net_load_once, net_release);
}
