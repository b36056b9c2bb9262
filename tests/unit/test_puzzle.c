// Puzzles: "exactly one winning move" against brute force, what counts as easy, likeness, grades.
#include "game/random_position.h"
#include "play/level.h"
#include "solve/brute.h"
#include "study/puzzle.h"
#include "test_support.h"

static Position position_read(const char *diagram, Color mover) {
    Position position;
    Error error;
    if (!position_parse_diagram(diagram, &position, &error)) fail_msg("%s", error.text);
    position.to_move = mover;
    return position;
}

// The winning moves, by the rules alone.
static CellSet brute_wins(BruteTable *table, const Position *position) {
    CellSet left = position_vacant(position), wins = cellset_none();
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        Position next = position_played(position, cell);
        if (brute_winner(table, &next) == position->to_move) cellset_add(&wins, cell);
    }
    return wins;
}

static void compare(BruteTable *table, const Position *position, Random *random, int *unique) {
    PuzzleProof proof;
    Error error;
    int16_t first[2] = {(int16_t)random_below(random, (uint32_t)position->geometry->cells),
                        (int16_t)random_below(random, (uint32_t)position->geometry->cells)};
    CellSet wins = brute_wins(table, position);
    int count = cellset_count(wins);
    if (!puzzle_prove(position, first, 2, &(Budget){0}, NULL, &proof, &error)) fail_msg("%s", error.text);
    assert_int_equal(proof.state, count == 0 ? PUZZLE_LOST : count == 1 ? PUZZLE_UNIQUE : PUZZLE_SEVERAL);
    assert_int_equal(proof.move != CELL_NONE, count > 0);
    if (count) assert_true(cellset_has(wins, proof.move));
    if (count > 1) assert_true(proof.second != proof.move && cellset_has(wins, proof.second));
    *unique += count == 1;
}

static void test_one_winning_move_against_brute_force(void **state) {
    (void)state;
    const struct {
        int width, height, least, most, positions;
    } boards[] = {{4, 4, 0, 8, 400}, {5, 5, 7, 13, 300}, {5, 4, 2, 9, 100}};
    Random random = random_seeded(20);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        const Geometry *g = geometry_get(boards[i].width, boards[i].height);
        BruteTable *table = brute_table_new(g, 0);
        int unique = 0;
        for (int k = 0; k < boards[i].positions / TEST_THINNING; k++) {
            Position position = position_undecided(g, &random, boards[i].least, boards[i].most);
            if (random_below(&random, 2)) position.to_move = color_other(position.to_move);
            compare(table, &position, &random, &unique);
        }
        assert_true(unique > 2);
        brute_table_free(table);
    }
}

static void test_limits_leave_it_undecided(void **state) {
    (void)state;
    PuzzleProof proof;
    Error error;
    Position empty = position_empty(geometry_get(9, 9));
    assert_true(puzzle_prove(&empty, NULL, 0, &(Budget){.nodes = 20}, NULL, &proof, &error));
    assert_int_equal(proof.state, PUZZLE_UNDECIDED);
    assert_int_equal(proof.proof_nodes, 0);
}

static void test_a_finished_game_is_no_puzzle(void **state) {
    (void)state;
    PuzzleProof proof;
    Error error;
    Position over = position_read("B..\nB..\nB..", WHITE);
    assert_true(puzzle_prove(&over, NULL, 0, &(Budget){0}, NULL, &proof, &error));
    assert_int_equal(proof.state, PUZZLE_LOST);
}

static void test_what_is_easy(void **state) {
    (void)state;
    Position wins = position_read("B...\nB...\nB...\n..W.", BLACK);
    assert_int_equal(puzzle_ease(&wins, 12), EASE_WINS_AT_ONCE);
    Position threat = position_read("B...\nB...\nB...\n..W.", WHITE);
    assert_int_equal(puzzle_ease(&threat, 12), EASE_STOPS_AT_ONCE);
    // White intrudes at b1 into the bridge of b2 to the top.
    Position bridge = position_read(".W..\n.B..\n....\n....", BLACK);
    assert_int_equal(puzzle_ease(&bridge, 2), EASE_BRIDGE);
    assert_int_equal(puzzle_ease(&bridge, 3), EASE_NONE);
    Position two = position_read(".B..\n.B..\n....\n....", BLACK);
    assert_int_equal(puzzle_ease(&two, 9), EASE_TWO_THREATS);
    for (int ease = EASE_WINS_AT_ONCE; ease <= EASE_BRIDGE; ease++)
        assert_non_null(puzzle_ease_text((PuzzleEase)ease));
}

static void test_likeness(void **state) {
    (void)state;
    Random random = random_seeded(3);
    Error error;
    const Geometry *g = geometry_get(6, 6);
    for (int i = 0; i < 100; i++) {
        Position p = position_undecided(g, &random, 4, 16), key, other;
        Position images[3] = {position_rotated(&p), position_mirrored(&p)};
        images[2] = position_rotated(&images[1]);
        assert_true(puzzle_key(&p, &key, &error));
        assert_int_equal(key.to_move, BLACK);
        for (int k = 0; k < 3; k++) {
            assert_true(puzzle_key(&images[k], &other, &error));
            assert_true(position_equal(&key, &other));
        }
    }
    // A dead cell is filled: a stone there makes no other puzzle.
    Position open = position_read("W...\nW...\n.B..\nB..W", BLACK), dead = open, a, b;
    cellset_add(&dead.stones[BLACK], 8); // a3, between White's corner and Black's stones
    assert_true(puzzle_key(&open, &a, &error) && puzzle_key(&dead, &b, &error));
    assert_true(position_equal(&a, &b));
}

static void test_grades_rise(void **state) {
    (void)state;
    assert_int_equal(puzzle_grade(PUZZLE_LEVEL_LEAST, 1), 1);
    assert_int_equal(puzzle_grade(0, 1000000), PUZZLE_GRADE_MAX);
    for (int level = PUZZLE_LEVEL_LEAST; level < LEVEL_MAX; level++) {
        for (uint64_t nodes = 1; nodes < 5000; nodes *= 2) {
            assert_true(puzzle_grade(level, nodes) <= puzzle_grade(level + 1, nodes));
            assert_true(puzzle_grade(level, nodes) <= puzzle_grade(level, 2 * nodes));
        }
    }
}

static void test_levels_find_by_chance(void **state) {
    (void)state;
    Random random = random_seeded(1);
    Error error;
    int found, sum = 0;
    Position position = position_read("....\n.B..\n..W.\n....", BLACK);
    CellSet left = position_vacant(&position);
    for (int cell; (cell = cellset_pop(&left)) >= 0; sum += found)
        assert_true(level_finds(3, NULL, &random, &position, cell, 200, &found, &error));
    assert_in_range(sum, 100, 300); // each try finds one cell: 200 in all, but for chance
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_winning_move_against_brute_force),
        cmocka_unit_test(test_limits_leave_it_undecided),
        cmocka_unit_test(test_a_finished_game_is_no_puzzle),
        cmocka_unit_test(test_what_is_easy),
        cmocka_unit_test(test_likeness),
        cmocka_unit_test(test_grades_rise),
        cmocka_unit_test(test_levels_find_by_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
