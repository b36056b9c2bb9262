// PUCT with a tiny random net: whatever the net says, small positions are proved, and rightly.
#include "play/catalog.h"
#include "search_checks.h"
#include "test_support.h"

#include "base/clock.h"
#include "base/dirichlet.h"
#include "game/board.h"
#include "game/random_position.h"
#include "play/player.h"
#include "search/net_memory.h"
#include "search/puct.h"
#include "solve/solver.h"

#include <math.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static const char TINY[] = SOURCE_DIR "/tests/data/net/tiny.safetensors";
#define TINY_PLAYER "net:file=" SOURCE_DIR "/tests/data/net/tiny.safetensors"

static Net *net;

static int setup(void **state) {
    (void)state;
    net = net_load(TINY, NULL);
    return net ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    net_free(net);
    return 0;
}

// Searches to the end and compares with brute force.
static void prove(Puct *puct, const Position *position, int threads) {
    Budget budget = {.nodes = 200000, .threads = threads};
    Error error = {0};
    static SearchReport report;
    puct_reset(puct);
    if (!puct_search(puct, position, &budget, END_WITH_BUDGET, &error)) fail_msg("%s", error.text);
    puct_report(puct, &report);
    bool wins = truth(position) == position->to_move;
    assert_int_equal(report.proof, wins ? PROOF_WIN : PROOF_LOSS);
    assert_true(report.value == (wins ? 1 : 0));
    assert_true(report.count > 0 && report.move[0].line_length > 0);
    assert_int_equal(report.move[0].line[0], report.move[0].cell);
    if (wins) assert_true(move_wins(position, report.move[0].cell));
    for (int i = 0; i < report.count; i++) {
        if (report.move[i].proof != PROOF_NONE)
            assert_int_equal(report.move[i].proof == PROOF_WIN, move_wins(position, report.move[i].cell));
    }
}

static void prove_many(const PuctOptions *options, int count, int threads) {
    static const int SIZES[][2] = {{3, 3}, {4, 4}, {4, 3}, {5, 4}, {1, 1}, {2, 2}, {1, 4}};
    Random random = random_seeded(11);
    Puct *puct = puct_new(net, options, NULL);
    assert_non_null(puct);
    for (int i = 0; i < count; i++) {
        const int *size = SIZES[i % 7];
        int cells = size[0] * size[1], least = cells > 12 ? cells / 4 : 0;
        int stones = least + (int)random_below(&random, (uint32_t)(cells - least + 1) / 2);
        Position position = position_undecided(geometry_get(size[0], size[1]), &random, stones, stones);
        prove(puct, &position, threads);
    }
    puct_free(puct);
}

static void test_proofs(void **state) {
    (void)state;
    PuctOptions options = puct_options();
    options.knowledge_at = 0;
    prove_many(&options, 60, 1);
}

// With knowledge at every node that is visited again: its proofs and its pruning must agree with brute force.
static void test_knowledge(void **state) {
    (void)state;
    PuctOptions options = puct_options();
    options.knowledge_at = 1;
    prove_many(&options, 200, 1);
    options.knowledge_at = 3;
    prove_many(&options, 100, 2);
}

static void test_variants(void **state) {
    (void)state;
    PuctOptions options = puct_options();
    options.knowledge_at = 0;
    options.expand_at = 5;
    prove_many(&options, 30, 1);
    options.rave = true;
    prove_many(&options, 30, 1);
    options.expand_at = 1;
    options.two_heads = true;
    prove_many(&options, 30, 1);
}

static void test_threads(void **state) {
    (void)state;
    PuctOptions options = puct_options();
    prove_many(&options, 30, 4);
    options.rave = true;
    options.expand_at = 3;
    prove_many(&options, 30, 4);
}

// A tree that is full goes on with action values, and ends.
static void test_memory(void **state) {
    (void)state;
    PuctOptions options = puct_options();
    options.memory_max = 20000;
    Puct *puct = puct_new(net, &options, NULL);
    Position position = position_empty(geometry_get(7, 7));
    Budget budget = {.nodes = 500};
    static SearchReport report;
    assert_true(puct_search(puct, &position, &budget, END_WITH_BUDGET, NULL));
    puct_report(puct, &report);
    assert_true(report.playouts == 500 && report.evaluations < 30);
    puct_free(puct);
}

// What is kept of a net's answer comes back for this very position only.
static void test_net_memory(void **state) {
    (void)state;
    NetMemory *memory = net_memory_new();
    Evaluator *evaluator = evaluator_new(net, NET_F32, NULL);
    Position a = position_empty(geometry_get(6, 4)), b = position_empty(geometry_get(4, 6));
    NetOutput said, got;
    assert_true(evaluator_run(evaluator, &a, &said, NULL));
    assert_false(net_memory_get(memory, &a, NET_FAST, &got));
    net_memory_put(memory, &a, NET_FAST, &said);
    assert_false(net_memory_get(memory, &a, NET_PRECISE, &got));
    net_memory_put(memory, &a, NET_PRECISE, &said);
    assert_true(net_memory_get(memory, &a, NET_PRECISE, &got));
    assert_true(net_memory_get(memory, &a, NET_FAST, &got));
    assert_true(got.value == said.value);
    assert_memory_equal(got.policy, said.policy, 24 * sizeof *said.policy);
    assert_memory_equal(got.action, said.action, 24 * sizeof *said.action);
    assert_false(net_memory_get(memory, &b, NET_FAST, &got));
    b = a;
    b.to_move = WHITE;
    assert_false(net_memory_get(memory, &b, NET_FAST, &got));
    b = a;
    cellset_add(&b.stones[BLACK], 7);
    assert_false(net_memory_get(memory, &b, NET_FAST, &got));
    evaluator_free(evaluator);
    net_memory_free(memory);
}

static float turned_by(const Geometry *g, const float *number, int cell) {
    return number[cell_rotated(g, cell)];
}

// What was asked of two positions that are each other's half-turn is one answer, turned.
static void answers_match(const Geometry *g, const NetOutput *a, const NetOutput *b) {
    assert_true(a->value == b->value);
    for (int cell = 0; cell < g->cells; cell++) {
        assert_true(a->policy[cell] == turned_by(g, b->policy, cell));
        assert_true(a->action[cell] == turned_by(g, b->action, cell));
    }
}

// From both sides: the mean, the same for a position and its half-turn. From either: one of the two sides' answers, each
// side's some of the time. What was asked before costs nothing.
static void test_half_turn(void **state) {
    (void)state;
    NetMemory *memory = net_memory_new();
    Evaluator *evaluator = evaluator_new(net, NET_F32, NULL);
    Random random = random_seeded(3);
    int own = 0, other = 0;
    for (int i = 0; i < 40; i++) {
        const Geometry *g = geometry_get(6, i % 2 ? 4 : 6);
        Position p = position_undecided(g, &random, 5, 5), turned = position_rotated(&p);
        NetOutput said, said_turned, a, b;
        int spent = 0;
        assert_true(evaluator_run(evaluator, &p, &said, NULL));
        assert_true(evaluator_run(evaluator, &turned, &said_turned, NULL));
        assert_true(net_memory_ask_either(memory, evaluator, &p, &a, &spent, NULL));
        assert_true(net_memory_ask_either(memory, evaluator, &turned, &b, &spent, NULL));
        assert_int_equal(spent, 1);
        answers_match(g, &a, &b);
        bool as_it_lies = a.value == said.value;
        assert_true(as_it_lies || a.value == said_turned.value);
        for (int cell = 0; cell < g->cells; cell++)
            assert_true(a.policy[cell] ==
                        (as_it_lies ? said.policy[cell] : turned_by(g, said_turned.policy, cell)));
        own += as_it_lies;
        other += !as_it_lies;
        assert_true(net_memory_ask_both(memory, evaluator, &p, &a, &spent, NULL));
        assert_true(net_memory_ask_both(memory, evaluator, &turned, &b, &spent, NULL));
        assert_int_equal(spent, 2);
        answers_match(g, &a, &b);
        assert_true(a.value == (said.value + said_turned.value) / 2);
        float sum = 0;
        for (int cell = 0; cell < g->cells; cell++) {
            assert_true(a.policy[cell] == (said.policy[cell] + turned_by(g, said_turned.policy, cell)) / 2);
            sum += a.policy[cell];
        }
        assert_true(fabsf(sum - 1) < 1e-5f);
    }
    assert_true(own > 5 && other > 5);
    evaluator_free(evaluator);
    net_memory_free(memory);
}

// Searches of a position and of its half-turn are each other's half-turn.
static void test_search_turned(void **state) {
    (void)state;
    static SearchReport a, b;
    PuctOptions options = puct_options();
    options.knowledge_at = 0;
    Puct *puct = puct_new(net, &options, NULL);
    Position p = position_empty(geometry_get(6, 6));
    cellset_add(&p.stones[BLACK], 7);
    p.to_move = WHITE;
    Position turned = position_rotated(&p);
    Budget budget = {.nodes = 300};
    assert_true(puct_search(puct, &p, &budget, END_WITH_BUDGET, NULL));
    puct_report(puct, &a);
    puct_reset(puct);
    assert_true(puct_search(puct, &turned, &budget, END_WITH_BUDGET, NULL));
    puct_report(puct, &b);
    assert_true(a.evaluations > 50 && b.evaluations < a.evaluations / 10);
    assert_true(a.value == b.value && a.count == b.count);
    for (int i = 0; i < a.count && a.move[i].visits; i++) {
        assert_int_equal(a.move[i].cell, cell_rotated(p.geometry, b.move[i].cell));
        assert_true(a.move[i].visits == b.move[i].visits && a.move[i].value == b.move[i].value);
    }
    puct_free(puct);
}

// A root that was a leaf of the search before is seen from both sides too, once.
static void test_reuse_both_sides(void **state) {
    (void)state;
    static SearchReport report;
    PuctOptions options = puct_options();
    Puct *puct = puct_new(net, &options, NULL);
    Position position = position_empty(geometry_get(6, 6));
    Budget budget = {.nodes = 400}, look = {.nodes = 1};
    assert_true(puct_search(puct, &position, &budget, END_WITH_BUDGET, NULL));
    puct_report(puct, &report);
    cellset_add(&position.stones[BLACK], report.move[0].cell);
    position.to_move = WHITE;
    assert_true(puct_search(puct, &position, &look, END_WITH_BUDGET, NULL));
    puct_report(puct, &report);
    assert_true(report.visits > 2 && report.evaluations >= 1);
    NetOutput out;
    assert_true(puct_evaluate(puct, &position, &out, NULL));
    for (int i = 0; i < report.count; i++)
        assert_true((float)report.move[i].prior == out.policy[report.move[i].cell]);
    puct_free(puct);
}

// A search that is made again finds its answers, and says the same.
static void test_search_again(void **state) {
    (void)state;
    static SearchReport first, again;
    PuctOptions options = puct_options();
    Puct *puct = puct_new(net, &options, NULL);
    Position position = position_empty(geometry_get(6, 6));
    Budget budget = {.nodes = 300};
    assert_true(puct_search(puct, &position, &budget, END_WITH_BUDGET, NULL));
    puct_report(puct, &first);
    puct_reset(puct);
    assert_true(puct_search(puct, &position, &budget, END_WITH_BUDGET, NULL));
    puct_report(puct, &again);
    assert_true(first.evaluations > 50 && again.evaluations < first.evaluations / 10);
    assert_true(first.nodes == again.nodes && first.value == again.value && first.count == again.count);
    for (int i = 0; i < first.count; i++) {
        assert_true(first.move[i].cell == again.move[i].cell && first.move[i].visits == again.move[i].visits);
        assert_true(first.move[i].value == again.move[i].value);
    }
    puct_free(puct);
}

static bool cancel_soon(void *context) {
    return atomic_fetch_add((atomic_int *)context, 1) >= 20;
}

static void test_cancel(void **state) {
    (void)state;
    PuctOptions options = puct_options();
    Puct *puct = puct_new(net, &options, NULL);
    Position position = position_empty(geometry_get(9, 9));
    Budget budget = {.threads = 2}; // no other limit
    atomic_int calls = 0;
    Observer observer = {.context = &calls, .cancelled = cancel_soon};
    budget.observer = &observer;
    static SearchReport report;
    assert_true(puct_search(puct, &position, &budget, END_WITH_BUDGET, NULL));
    puct_report(puct, &report);
    assert_true(report.count == 81 && report.move[0].visits > 0);
    puct_free(puct);
}

enum { PLAYOUTS = 100 };

// Waits until the other thread has made the rest of the play-outs.
static bool cancel_never(void *context) {
    static SearchReport report;
    double end = clock_seconds() + 60; // a fault
    do {
        sched_yield();
        puct_report(context, &report);
    } while (report.playouts < PLAYOUTS && clock_seconds() < end);
    return false;
}

// However long the leader looks at its budget: no play-out is begun beyond it.
static void test_playouts_exact(void **state) {
    (void)state;
    PuctOptions options = puct_options();
    Puct *puct = puct_new(net, &options, NULL);
    Position position = position_empty(geometry_get(7, 7));
    Observer observer = {.context = puct, .cancelled = cancel_never};
    Budget budget = {.nodes = PLAYOUTS, .threads = 2, .observer = &observer};
    static SearchReport report;
    for (int i = 0; i < 5; i++) {
        puct_reset(puct);
        assert_true(puct_search(puct, &position, &budget, END_WITH_BUDGET, NULL));
        puct_report(puct, &report);
        assert_int_equal(report.playouts, PLAYOUTS);
    }
    puct_free(puct);
}

// The subtree of the moves played is kept.
static void test_reuse(void **state) {
    (void)state;
    PuctOptions options = puct_options();
    Puct *puct = puct_new(net, &options, NULL);
    Position position = position_empty(geometry_get(6, 6));
    Budget budget = {.nodes = 400};
    static SearchReport report;
    assert_true(puct_search(puct, &position, &budget, END_WITH_BUDGET, NULL));
    puct_report(puct, &report);
    assert_true(report.move[0].line_length >= 2);
    for (int i = 0; i < 2; i++) {
        cellset_add(&position.stones[i], report.move[0].line[i]);
    }
    budget.nodes = 1;
    assert_true(puct_search(puct, &position, &budget, END_WITH_BUDGET, NULL));
    puct_report(puct, &report);
    assert_true(report.visits > 2);
    position = position_empty(geometry_get(6, 6)); // back: nothing can be kept
    assert_true(puct_search(puct, &position, &budget, END_WITH_BUDGET, NULL));
    puct_report(puct, &report);
    assert_int_equal(report.visits, 1);
    puct_free(puct);
}

// --- The player

static void policy_of(const Position *position, bool both_sides, NetOutput *out) {
    PuctOptions options = puct_options();
    options.both_sides = both_sides;
    Puct *puct = puct_new(net, &options, NULL);
    assert_true(puct_evaluate(puct, position, out, NULL));
    puct_free(puct);
}

static void test_player_policy(void **state) {
    (void)state;
    Choice choice = choose(TINY_PLAYER ",playouts=1", 5, "c3", NULL);
    Position position = position_empty(geometry_get(5, 5));
    cellset_add(&position.stones[BLACK], 12);
    position.to_move = WHITE;
    NetOutput out;
    policy_of(&position, true, &out);
    for (int cell = 0; cell < 25; cell++) assert_true(out.policy[cell] <= out.policy[choice.move] + 1e-3f);
    choice = choose(TINY_PLAYER ",playouts=1,turn=off", 5, "c3", NULL);
    policy_of(&position, false, &out);
    for (int cell = 0; cell < 25; cell++) assert_true(out.policy[cell] <= out.policy[choice.move] + 1e-3f);
}

static void test_player_ends(void **state) {
    (void)state;
    // Black wins at once; White must take the one cell that saves.
    Choice choice = choose(TINY_PLAYER, 3, "a1 b1 a2 b2", NULL);
    assert_true(choice.move == 6 && choice.value == 1);
    choice = choose(TINY_PLAYER, 3, "b1 a1 b2 c1", &(MoveTerms){.may_resign = true});
    assert_true((choice.move == 6 || choice.move == 7) && choice.value == 1);
    choice = choose(TINY_PLAYER, 3, "a1 b1 a2", NULL);
    assert_int_equal(choice.move, 6);
    // Two threats: lost, and resigned only when that is allowed.
    choice = choose(TINY_PLAYER, 3, "b2", &(MoveTerms){.budget.nodes = 2000});
    assert_true(choice.value == 0 && choice.move >= 0 && choice.move < 9);
    choice = choose(TINY_PLAYER, 3, "b2", &(MoveTerms){.budget.nodes = 2000, .may_resign = true});
    assert_int_equal(choice.move, MOVE_RESIGN);
    choice = choose(TINY_PLAYER, 3, "b2", &(MoveTerms){.budget.nodes = 2000, .may_swap = true});
    assert_int_equal(choice.move, MOVE_SWAP_PIECES);
    choice = choose(TINY_PLAYER, 3, "a1", &(MoveTerms){.budget.nodes = 2000, .may_swap = true});
    assert_true(choice.value == 1 && choice.move >= 0 && choice.move < 9);
}

static void test_player_missing(void **state) {
    (void)state;
    Error error = {0};
    assert_null(player_new(&CATALOG, "net:file=/nowhere/x.safetensors", 1, &error));
    assert_true(error.bad_input && strstr(error.text, "/nowhere/x.safetensors"));
}

// Dirichlet noise: shares of 1, rough for a small parameter, even for a large one.
static void test_dirichlet(void **state) {
    (void)state;
    Random random = random_seeded(4);
    double share[40], largest[2] = {0};
    for (int i = 0; i < 200; i++) {
        double sum = 0, most = 0, alpha = i % 2 ? 50 : 0.03;
        dirichlet_draw(&random, alpha, 40, share);
        for (int k = 0; k < 40; k++) {
            assert_true(share[k] >= 0);
            sum += share[k];
            most = fmax(most, share[k]);
        }
        assert_true(fabs(sum - 1) < 1e-9);
        largest[i % 2] += most / 100;
    }
    assert_true(largest[0] > 0.4 && largest[1] < 0.04);
}

// Dithered moves follow the policy, undithered ones are its best; noise alone leaves the rules as they are.
static void test_player_varied(void **state) {
    (void)state;
    NetOutput out;
    Position empty = position_empty(geometry_get(5, 5));
    policy_of(&empty, true, &out);
    Error error = {0};
    Game game;
    game_init(&game, empty.geometry);
    Player *player = player_new(&CATALOG, TINY_PLAYER ",playouts=1,knowledge=0,dither=1", 1, &error);
    int drawn[25] = {0};
    for (int i = 0; i < 2000; i++) {
        Choice choice = {0};
        assert_true(player_choose(player, &game, &(MoveTerms){0}, &choice, &error));
        drawn[choice.move]++;
    }
    for (int cell = 0; cell < 25; cell++)
        assert_true(fabs(drawn[cell] / 2000.0 - (double)out.policy[cell]) < 0.05);
    player_free(player);
    Choice noisy = choose(TINY_PLAYER ",playouts=40,noise=0.5,alpha=0.3", 5, "c3", NULL);
    assert_true(noisy.move >= 0 && noisy.move < 25 && noisy.move != 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proofs),         cmocka_unit_test(test_knowledge),
        cmocka_unit_test(test_variants),       cmocka_unit_test(test_threads),
        cmocka_unit_test(test_playouts_exact), cmocka_unit_test(test_net_memory),
        cmocka_unit_test(test_search_again),   cmocka_unit_test(test_memory),
        cmocka_unit_test(test_cancel),         cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_player_policy),  cmocka_unit_test(test_player_ends),
        cmocka_unit_test(test_player_missing), cmocka_unit_test(test_dirichlet),
        cmocka_unit_test(test_player_varied),  cmocka_unit_test(test_half_turn),
        cmocka_unit_test(test_search_turned),  cmocka_unit_test(test_reuse_both_sides),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
