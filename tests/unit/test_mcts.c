// Monte Carlo search. What it proves agrees with brute force in every variant. Its tree keeps its invariants
// with several threads, limits hold, and the player keeps to the rules.
#include "mcts_endings.h"
#include "play/catalog.h"
#include "search_checks.h"
#include "test_support.h"

#include "game/board.h"
#include "game/random_position.h"
#include "play/player.h"
#include "search/mcts.h"
#include "solve/solver.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

static Gammas *gammas;

static int setup(void **state) {
    (void)state;
    gammas = gammas_load(NULL, NULL);
    return gammas ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    gammas_free(gammas);
    return 0;
}

static void search(Mcts *mcts, const Position *position, const Budget *budget, SearchReport *report) {
    Error error = {0};
    if (!mcts_search(mcts, position, NULL, budget, END_WITH_BUDGET, &error)) fail_msg("%s", error.text);
    if (!mcts_validate(mcts, &error)) fail_msg("%s", error.text);
    mcts_report(mcts, report);
}

// Whatever is proved must be true; with enough play-outs everything is.
static void prove(Mcts *mcts, const Position *position, int threads, uint64_t playouts, bool to_the_end) {
    Budget budget = {.nodes = playouts, .threads = threads};
    static SearchReport report;
    search(mcts, position, &budget, &report);
    bool wins = truth(position) == position->to_move;
    if (to_the_end) assert_true(report.proof != PROOF_NONE);
    if (report.proof != PROOF_NONE) {
        assert_int_equal(report.proof, wins ? PROOF_WIN : PROOF_LOSS);
        assert_true(report.value == (wins ? 1 : 0));
    }
    assert_true(report.count > 0 && report.move[0].line[0] == report.move[0].cell);
    if (report.proof == PROOF_WIN) assert_true(move_wins(position, report.move[0].cell));
    for (int i = 0; i < report.count; i++) {
        if (report.move[i].proof != PROOF_NONE)
            assert_int_equal(report.move[i].proof == PROOF_WIN, move_wins(position, report.move[i].cell));
    }
}

static void prove_many(const MctsOptions *options, int count, int threads, bool to_the_end) {
    static const int SIZES[][2] = {{3, 3}, {4, 4}, {4, 3}, {5, 4}, {1, 1}, {2, 2}, {1, 4}};
    Random random = random_seeded(11);
    Mcts *mcts = mcts_new(gammas, options, 1, NULL);
    assert_non_null(mcts);
    for (int i = 0; i < count; i++) {
        const int *size = SIZES[i % 7];
        int cells = size[0] * size[1], least = cells > 12 ? cells / 4 : 0;
        int stones = least + (int)random_below(&random, (uint32_t)(cells - least + 1) / 2);
        Position position = position_undecided(geometry_get(size[0], size[1]), &random, stones, stones);
        mcts_reset(mcts);
        prove(mcts, &position, threads, to_the_end ? 200000 : 60, to_the_end);
    }
    mcts_free(mcts);
}

static MctsOptions options_small(void) {
    MctsOptions options = mcts_options();
    options.memory_max = (uint64_t)64 << 20;
    options.expand_at = 2;
    options.knowledge_at = 0;
    return options;
}

static void test_proofs(void **state) {
    (void)state;
    MctsOptions options = options_small();
    options.expand_at = 1;
    prove_many(&options, 60, 1, true);
}

// Knowledge at nodes that are visited again, with and without its fill-in.
static void test_knowledge(void **state) {
    (void)state;
    MctsOptions options = options_small();
    for (int at = 1; at <= 9; at += 4) {
        options.knowledge_at = at;
        options.skip_fill = false;
        prove_many(&options, 150, 1, false);
        options.skip_fill = true;
        prove_many(&options, 60, 1, false);
    }
    options.skip_fill = false;
    prove_many(&options, 60, 1, true);
}

static void test_variants(void **state) {
    (void)state;
    MctsOptions options = options_small();
    options.rave = MCTS_RAVE_BIAS;
    prove_many(&options, 28, 1, true);
    options.rave = MCTS_RAVE_OFF;
    options.explore = 1;
    options.skip_bridges = true;
    prove_many(&options, 28, 1, true);
    options.puct = true;
    options.bias = 1;
    prove_many(&options, 28, 1, true);
    options.uniform = true;
    options.simulations = 3;
    prove_many(&options, 28, 1, true);
    options.majority = true;
    prove_many(&options, 28, 1, true);
}

typedef struct Jury {
    int values, priors;
    double value;
} Jury;

static double jury_value(void *context, int thread, const Position *position) {
    Jury *jury = context;
    assert_true(thread == 0 && position_winner(position) == EMPTY);
    jury->values++;
    return jury->value;
}

// All on the last empty cell.
static bool jury_prior(void *context, int thread, const Position *position, float prior[CELL_MAX]) {
    Jury *jury = context;
    assert_int_equal(thread, 0);
    jury->priors++;
    for (int cell = 0; cell < position->geometry->cells; cell++) {
        prior[cell] = 0;
        if (position_at(position, cell) == EMPTY) prior[position->geometry->cells - 1] = 1;
    }
    return true;
}

// A judge is asked where it should be: for every leaf, or only where a leaf becomes a node; its prior decides the order.
static void test_judge(void **state) {
    (void)state;
    static SearchReport report;
    for (int at_expansion = 0; at_expansion < 2; at_expansion++) {
        Jury jury = {.value = 0.25};
        MctsOptions options = options_small();
        options.expand_at = 10;
        options.knowledge_at = 0;
        options.judge = (MctsJudge){
            .context = &jury, .value = jury_value, .at_expansion = at_expansion, .prior = jury_prior};
        Mcts *mcts = mcts_new(gammas, &options, 1, NULL);
        Position position = position_empty(geometry_get(7, 7));
        Budget budget = {.nodes = 400};
        search(mcts, &position, &budget, &report);
        assert_int_equal(report.playouts, 400);
        assert_true(jury.priors <= (int)report.nodes &&
                    jury.priors > (int)report.nodes - 5); // but for proved nodes
        if (at_expansion)
            assert_int_equal(jury.values, jury.priors - 1); // but for the root
        else
            assert_true(jury.values > 390 && jury.values <= 400);
        assert_int_equal(report.move[0].cell, 48);
        mcts_free(mcts);
    }
}

// Several play-outs of a leaf are as many visits; a majority ends them early.
// Chances that grow with the cell's number, on an odd count of moves too: the layout of nodes depends on it.
static bool chances_by_cell(void *context, int thread, const Position *position, float chance[CELL_MAX]) {
    (void)context;
    (void)thread;
    for (int cell = 0; cell < position->geometry->cells; cell++)
        chance[cell] = (float)cell / (float)position->geometry->cells;
    return true;
}

// Moves that are no nodes yet are worth what the judge says; kept trees keep it; proofs stay proofs.
static void test_chances(void **state) {
    (void)state;
    MctsOptions options = mcts_options();
    options.judge = (MctsJudge){.actions = chances_by_cell};
    options.rave = MCTS_RAVE_OFF;
    prove_many(&options, 20, 1, false);
    options.knowledge_at = 0;
    options.expand_at = 1000000;
    options.explore = 2; // so that every move is tried often
    Mcts *mcts = mcts_new(gammas, &options, 1, NULL);
    Position position = position_empty(geometry_get(5, 5));
    static SearchReport report;
    search(mcts, &position, &(Budget){.nodes = 40000}, &report);
    for (int i = 0; i < report.count; i++) {
        double sure = 4 * sqrt(0.25 / (double)report.move[i].visits);
        assert_true(fabs(report.move[i].value - report.move[i].cell / 25.0) < sure);
    }
    mcts_free(mcts);
    options.expand_at = 3;
    mcts = mcts_new(gammas, &options, 1, NULL);
    search(mcts, &position, &(Budget){.nodes = 2000}, &report);
    cellset_add(&position.stones[BLACK], report.move[0].cell);
    position.to_move = WHITE;
    search(mcts, &position, &(Budget){.nodes = 2000}, &report); // in the copied tree
    mcts_free(mcts);
}

static void test_simulations(void **state) {
    (void)state;
    static SearchReport report[2];
    for (int majority = 0; majority < 2; majority++) {
        MctsOptions options = options_small();
        options.knowledge_at = 0;
        options.simulations = 10;
        options.majority = majority;
        Mcts *mcts = mcts_new(gammas, &options, 1, NULL);
        Position position = position_empty(geometry_get(7, 7));
        Budget budget = {.nodes = 2000};
        search(mcts, &position, &budget, &report[majority]);
        int visits = 0;
        for (int i = 0; i < report[majority].count; i++) visits += report[majority].move[i].visits;
        assert_int_equal(visits, (int)report[majority].playouts);
        mcts_free(mcts);
    }
    assert_int_equal(report[0].playouts % 10, 0);
    assert_true(report[1].nodes > report[0].nodes);
}

static void test_threads(void **state) {
    (void)state;
    MctsOptions options = options_small();
    options.knowledge_at = 3;
    for (int kind = MCTS_TREE; kind <= MCTS_LEAF; kind++) {
        options.parallel = (MctsParallel)kind;
        prove_many(&options, 28, 4, false);
    }
}

// A larger board with four threads, each way, with knowledge and fill-in: invariants and counts.
static void test_threads_large(void **state) {
    (void)state;
    MctsOptions options = options_small();
    options.knowledge_at = 40;
    static SearchReport report;
    for (int kind = MCTS_TREE; kind <= MCTS_LEAF; kind++) {
        options.parallel = (MctsParallel)kind;
        Mcts *mcts = mcts_new(gammas, &options, 1, NULL);
        Position position = position_empty(geometry_get(7, 7));
        cellset_add(&position.stones[BLACK], 1);
        position.to_move = WHITE;
        Budget budget = {.nodes = 600, .threads = 4};
        search(mcts, &position, &budget, &report);
        if (report.proof == PROOF_NONE) assert_true(report.playouts >= 600 && report.playouts < 610);
        assert_true(report.move[0].visits > 0);
        mcts_free(mcts);
    }
}

// A tree that is full goes on without new nodes, and ends.
static void test_memory(void **state) {
    (void)state;
    MctsOptions options = options_small();
    options.memory_max = 40000;
    Mcts *mcts = mcts_new(gammas, &options, 1, NULL);
    Position position = position_empty(geometry_get(7, 7));
    Budget budget = {.nodes = 500};
    static SearchReport report;
    search(mcts, &position, &budget, &report);
    assert_true(report.playouts == 500 && report.nodes < 30);
    cellset_add(&position.stones[BLACK], report.move[0].cell);
    position.to_move = WHITE;
    search(mcts, &position, &budget, &report);
    mcts_free(mcts);
}

static bool cancel_soon(void *context) {
    return atomic_fetch_add((atomic_int *)context, 1) >= 5;
}

static void test_cancel(void **state) {
    (void)state;
    MctsOptions options = options_small();
    Mcts *mcts = mcts_new(gammas, &options, 1, NULL);
    Position position = position_empty(geometry_get(9, 9));
    Budget budget = {.threads = 2}; // no other limit
    atomic_int calls = 0;
    Observer observer = {.context = &calls, .cancelled = cancel_soon};
    budget.observer = &observer;
    static SearchReport report;
    assert_true(mcts_search(mcts, &position, NULL, &budget, END_WITH_BUDGET, NULL));
    mcts_report(mcts, &report);
    assert_true(report.count == 81 && report.move[0].visits > 0);
    mcts_free(mcts);
}

// With every way to share work a search ends, whatever ends it, again and again.
static void test_endings(void **state) {
    (void)state;
    static SearchReport report;
    for (int kind = MCTS_TREE; kind <= MCTS_LEAF; kind++) {
        MctsOptions options = options_small();
        options.parallel = (MctsParallel)kind;
        options.simulations = kind == MCTS_LEAF ? 5 : 1;
        options.majority = true;
        Mcts *mcts = mcts_new(gammas, &options, 1, NULL);
        for (int i = 0; i < 20 / TEST_THINNING * MCTS_ENDING_COUNT; i++) {
            const MctsEnding *ending = &MCTS_ENDINGS[i % MCTS_ENDING_COUNT];
            Error error = {0};
            mcts_reset(mcts);
            if (!mcts_ending_run(mcts, ending, 2 + i / MCTS_ENDING_COUNT % 3, &error))
                fail_msg("%s: %s", ending->name, error.text);
            mcts_report(mcts, &report);
            assert_true(report.count > 0);
            if (ending->proves) assert_int_equal(report.proof, PROOF_WIN);
        }
        mcts_free(mcts);
    }
}

// The subtree of the moves played is kept, with the fill-in above it.
static void test_reuse(void **state) {
    (void)state;
    MctsOptions options = options_small();
    options.knowledge_at = 20;
    Mcts *mcts = mcts_new(gammas, &options, 1, NULL);
    const Geometry *g = geometry_get(6, 6);
    Position position = position_empty(g);
    cellset_add(&position.stones[BLACK], 0);
    position.to_move = WHITE;
    Budget budget = {.nodes = 1000};
    static SearchReport report;
    int kept = 0;
    for (int i = 0; i < 12 && position_winner(&position) == EMPTY; i++) {
        search(mcts, &position, &budget, &report);
        kept += report.visits > report.playouts;
        cellset_add(&position.stones[position.to_move], report.move[0].cell);
        position.to_move = color_other(position.to_move);
    }
    assert_true(kept > 0);
    position = position_empty(g); // back: nothing can be kept
    budget.nodes = 1;
    search(mcts, &position, &budget, &report);
    assert_true(report.visits <= 1);
    mcts_free(mcts);
}

// One thread and one seed: the same search.
static void test_repeats(void **state) {
    (void)state;
    MctsOptions options = options_small();
    static SearchReport report[2];
    for (int i = 0; i < 2; i++) {
        Mcts *mcts = mcts_new(gammas, &options, 9, NULL);
        Position position = position_empty(geometry_get(8, 8));
        Budget budget = {.nodes = 500};
        search(mcts, &position, &budget, &report[i]);
        mcts_free(mcts);
    }
    assert_int_equal(report[0].count, report[1].count);
    for (int i = 0; i < report[0].count; i++) {
        assert_int_equal(report[0].move[i].cell, report[1].move[i].cell);
        assert_int_equal(report[0].move[i].visits, report[1].move[i].visits);
    }
}

// --- The player

#define SMALL ",memory=64"

static void test_player_ends(void **state) {
    (void)state;
    static const char SPEC[] = "mcts:playouts=2000" SMALL;
    Choice choice = choose(SPEC, 3, "a1 b1 a2 b2", NULL);
    assert_true(choice.move == 6 && choice.value == 1);
    choice = choose(SPEC, 3, "a1 b1 a2", NULL);
    assert_int_equal(choice.move, 6);
    choice = choose(SPEC, 3, "b2", NULL);
    assert_true(choice.value == 0 && choice.move >= 0 && choice.move < 9);
    choice = choose(SPEC, 3, "b2", &(MoveTerms){.may_resign = true});
    assert_int_equal(choice.move, MOVE_RESIGN);
    choice = choose(SPEC, 3, "b2", &(MoveTerms){.may_swap = true});
    assert_int_equal(choice.move, MOVE_SWAP_PIECES);
    choice = choose(SPEC, 3, "a1", &(MoveTerms){.may_swap = true});
    assert_true(choice.value == 1 && choice.move >= 0 && choice.move < 9);
}

// A whole game with each of the ways to think, the limit being time; no move takes much longer.
static void test_player_game(void **state) {
    (void)state;
    static const char *const SPECS[] = {"mcts:solver=0.5" SMALL, "mcts:solver=0,extend=0.5" SMALL,
                                        "mcts:ponder,threads=2" SMALL};
    for (int i = 0; i < 3; i++) {
        Game game;
        Error error = {0};
        Choice choice;
        game_init(&game, geometry_get(5, 5));
        Player *player = player_new(&CATALOG, SPECS[i], 1, &error);
        assert_non_null(player);
        while (game_winner(&game) == EMPTY) {
            MoveTerms terms = {.budget.seconds = 0.02};
            if (!player_choose(player, &game, &terms, &choice, &error)) fail_msg("%s", error.text);
            assert_true(choice.seconds < 30);
            assert_true(game_play(&game, game.now.to_move, choice.move, &error));
        }
        player_reset(player);
        player_free(player);
    }
}

// The solver beside the search decides openings of 5x5, whose truth is known: a1 loses.
static void test_player_solver(void **state) {
    (void)state;
    Choice choice = choose("mcts:solver=0.5" SMALL, 5, "a1", &(MoveTerms){.budget.seconds = 100});
    assert_true(choice.value == 1);
}

static void test_player_missing(void **state) {
    (void)state;
    Error error = {0};
    assert_null(player_new(&CATALOG, "mcts:file=/nowhere/x.txt", 1, &error));
    assert_true(error.bad_input && strstr(error.text, "/nowhere/x.txt"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proofs),         cmocka_unit_test(test_knowledge),
        cmocka_unit_test(test_variants),       cmocka_unit_test(test_threads),
        cmocka_unit_test(test_judge),          cmocka_unit_test(test_simulations),
        cmocka_unit_test(test_chances),        cmocka_unit_test(test_threads_large),
        cmocka_unit_test(test_memory),         cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_endings),        cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_repeats),        cmocka_unit_test(test_player_ends),
        cmocka_unit_test(test_player_game),    cmocka_unit_test(test_player_solver),
        cmocka_unit_test(test_player_missing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
