// Checks of whole tables of solve methods (solve/solver.h): against the files of tests/truth, and against each other.
#ifndef MUSTPLAY_TESTS_METHOD_CHECKS_H
#define MUSTPLAY_TESTS_METHOD_CHECKS_H

#include "game/random_position.h"
#include "solve/solver.h"
#include "test_support.h"
#include "truth.h"

#include <stdlib.h>

#define OPENINGS  SOURCE_DIR "/tests/truth/openings.txt"
#define POSITIONS SOURCE_DIR "/tests/truth/positions.txt"

// Enough for these positions; AddressSanitizer pays for every byte of a table.
enum { METHOD_MEMORY = 16 << 20 };

// Strategy decomposition is told by a net where to look; loading it for each position would take most of the
// time. lab/tests/test_decompose.c has one.
static inline Answer method_answer(const SolveMethod *method, const Position *p) {
    Solver solver = {.settings = {.without_net = method->takes_net && !method->keeps}};
    Budget limits = {.memory = METHOD_MEMORY};
    Answer answer;
    Error error = {0};
    if (!solve_position(method, p, &limits, &solver, &answer, &error))
        fail_msg("%s: %s", method->name, error.text);
    solver_release(&solver);
    return answer;
}

// With every empty cell outside the carrier given to the loser the winner still wins.
static inline void method_check_carrier(const SolveMethod *method, const Position *p, const Answer *result) {
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
    assert_int_equal(method_answer(method, &q).winner, result->winner);
}

// Most empty cells that a method of the lab can manage; the others manage all of these files.
static inline int method_empty_limit(const char *method) {
    static const struct {
        const char *method;
        int empty;
    } limits[] = {{"pattern", 14},           {"solver1", 14}, {"decompose-rules", 12},
                  {"decompose-pattern", 14}, {"aostar", 8},   {"pnsstar", 8}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (!strcmp(limits[i].method, method)) return limits[i].empty;
    }
    return CELL_MAX;
}

typedef struct MethodCheck {
    const SolveMethod *method;
    int step; // looks at one position in this many
    int seen;
    bool empty[BOARD_MAX + 1][BOARD_MAX + 1][2]; // empty boards seen, by width, height and mover
} MethodCheck;

static inline void method_check_one(void *context, const KnownTruth *truth) {
    MethodCheck *check = context;
    if (check->seen++ % check->step) return;
    int vacant = cellset_count(position_vacant(&truth->position));
    if (vacant > method_empty_limit(check->method->name)) return;
    const Geometry *g = truth->position.geometry;
    bool *empty = &check->empty[g->width][g->height][truth->position.to_move];
    if (vacant == g->cells) { // 5x5 comes five times with the same question
        if (*empty) return;
        *empty = true;
    }
    Answer result = method_answer(check->method, &truth->position);
    assert_int_equal(result.winner, truth->winner);
    method_check_carrier(check->method, &truth->position, &result);
}

static inline void methods_check_openings(const SolveMethod *const *methods) {
    for (; *methods; methods++) {
        MethodCheck check = {.method = *methods, .step = TEST_THINNING};
        assert_int_equal(truth_each(OPENINGS, method_check_one, &check), 130);
    }
}

static inline void methods_check_positions(const SolveMethod *const *methods) {
    for (; *methods; methods++) {
        MethodCheck check = {.method = *methods, .step = 5 * TEST_THINNING};
        assert_int_equal(truth_each(POSITIONS, method_check_one, &check), 4000);
    }
}

// Empty cells that a method can manage in games.
static inline int method_vacant_most(const char *method) {
    static const struct {
        const char *name;
        int most;
    } LIMITS[] = {{"brute", 20},     {"pattern", 14},         {"solver1", 14},           {"solver2", 22},
                  {"solver3", 22},   {"solver4", 22},         {"solver5", 22},           {"solver5id", 22},
                  {"decompose", 24}, {"decompose-rules", 12}, {"decompose-pattern", 14}, {"aostar", 8},
                  {"pnsstar", 8}};
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
        if (!strcmp(method, LIMITS[i].name)) return LIMITS[i].most;
    return CELL_MAX;
}

// From a few stones on small boards, a quarter of the board on larger ones, to two thirds of it.
static inline Position method_game_position(Random *random) {
    int side = 3 + (int)random_below(random, 5), cells = side * side, least = side >= 6 ? cells / 4 : 2;
    Position p;
    do
        p = position_in_turns(geometry_get(side, side), random,
                              least + (int)random_below(random, (uint32_t)(cells * 2 / 3 - least + 1)));
    while (position_winner(&p) != EMPTY);
    return p;
}

// The methods, each where it can manage, agree on the winners of random positions: 170 N with MUSTPLAY_SOUNDNESS=N;
// MUSTPLAY_SEED draws others.
static inline void methods_check_agreement(const SolveMethod *const *methods) {
    const char *seed = getenv("MUSTPLAY_SEED");
    int positions = soundness() > 1 ? soundness() * 170 : 60 / TEST_THINNING;
    Random random = random_seeded(seed ? strtoull(seed, NULL, 10) : 61616);
    int asked[32] = {0};
    for (int i = 0; i < positions; i++) {
        Position p = method_game_position(&random);
        int vacant = cellset_count(position_vacant(&p));
        Color winner = EMPTY;
        for (int m = 0; methods[m]; m++) {
            if (vacant > method_vacant_most(methods[m]->name)) continue;
            Answer answer = method_answer(methods[m], &p);
            assert_int_not_equal(answer.winner, EMPTY);
            if (winner != EMPTY && answer.winner != winner)
                fail_msg("position %d: %s does not agree", i, methods[m]->name);
            winner = answer.winner;
            asked[m]++;
        }
    }
    for (int m = 0; methods[m]; m++)
        print_message("%s %d%s", methods[m]->name, asked[m], methods[m + 1] ? ", " : "\n");
}

#endif
