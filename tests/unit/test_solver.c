// The proof searches: agreement with each other, known openings, carriers, limits, little memory, threads.
#include "game/random_position.h"
#include "method_checks.h"
#include "play/catalog.h"

#include "search/proof_search.h"
#include "solve/brute.h"
#include "solve/proof_methods.h"

#include <stdlib.h>

static const SolveMethod *const METHODS[] = {&SOLVE_AUTO, &SOLVE_DFS, &SOLVE_PNS, &SOLVE_DFPN, &SOLVE_FDFPN};
enum { METHOD_COUNT = sizeof METHODS / sizeof *METHODS };

// A table large enough for these positions; AddressSanitizer pays for every byte of it.
static const Budget SMALL = {.memory = 16 << 20};

static Answer solve_within(const SolveMethod *method, const Position *p, Budget budget, Solver *solver) {
    Answer result;
    Error error = {0};
    if (!solve_position(method, p, &budget, solver, &result, &error))
        fail_msg("%s: %s", method->name, error.text);
    return result;
}

static Answer solve(const SolveMethod *method, const Position *p) {
    return solve_within(method, p, SMALL, NULL);
}

static Position opening(int size, int cell) {
    Position p = position_empty(geometry_get(size, size));
    cellset_add(&p.stones[BLACK], cell);
    p.to_move = WHITE;
    return p;
}

// A winner with the carrier alone: the loser has every other empty cell.
static void assert_carrier(const Position *p, const Answer *result) {
    Position q = *p;
    Color loser = color_other(result->winner);
    q.stones[loser] = cellset_or(q.stones[loser], cellset_minus(position_vacant(p), result->carrier));
    assert_int_equal(solve(&SOLVE_DFPN, &q).winner, result->winner);
    if (result->move == MOVE_NONE) return;
    assert_int_equal(p->to_move, result->winner);
    cellset_add(&q.stones[result->winner], result->move);
    q.to_move = loser;
    assert_int_equal(solve(&SOLVE_DFPN, &q).winner, result->winner);
}

// Known winning openings of Black, to be found by every method.
static void check_openings(int size, const char *winning, int methods) {
    const Geometry *g = geometry_get(size, size);
    for (int cell = 0; cell < g->cells; cell += TEST_THINNING) {
        char name[CELL_NAME_MAX + 2] = " ";
        cell_name(g, cell, name + 1);
        strcat(name, " ");
        Position p = opening(size, cell);
        for (int m = 0; m < methods; m++) {
            Answer result = solve(METHODS[m], &p);
            assert_int_equal(result.winner, strstr(winning, name) ? BLACK : WHITE);
            if (m == 0) assert_carrier(&p, &result);
        }
    }
}

static void test_openings_5(void **state) {
    (void)state;
    check_openings(5, " e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5 ", METHOD_COUNT);
}

static void test_openings_6(void **state) {
    (void)state;
    check_openings(6, " f1 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 a6 ", 1);
}

// About this many stones, of any colours.
static Position random_position(Random *random, int width, int height, int stones) {
    const Geometry *g = geometry_get(width, height);
    Position p;
    do p = position_scattered(g, random, (uint32_t)(g->cells - stones), (uint32_t)g->cells);
    while (position_winner(&p) != EMPTY);
    return p;
}

// Arbitrary stones on several sizes, rectangular ones too: all methods agree, the mover's move wins, and
// carriers hold. One carrier in ten is tested, all of them with MUSTPLAY_SOUNDNESS.
static void test_random_positions(void **state) {
    (void)state;
    static const int sizes[][3] = {{5, 5, 8}, {6, 6, 12}, {4, 6, 8}, {7, 4, 9}, {3, 7, 5}};
    Random random = random_seeded(20261115);
    for (int i = 0; i < 300 / TEST_THINNING * soundness(); i++) {
        const int *size = sizes[i % 5];
        Position p = random_position(&random, size[0], size[1], size[2]);
        Answer first = solve(METHODS[0], &p);
        assert_carrier(&p, &first);
        for (int m = 1; m < METHOD_COUNT; m++) {
            Answer result = solve(METHODS[m], &p);
            assert_int_equal(result.winner, first.winner);
            if (soundness() > 1 || i % 10 == m) assert_carrier(&p, &result);
        }
    }
}

// Stones in pairs that a half-turn exchanges: there a refuted move takes its twin along. The mover loses most of them.
static Position symmetric_position(Random *random, int width, int height, int pairs) {
    const Geometry *g = geometry_get(width, height);
    Position p;
    do {
        p = position_empty(g);
        for (int i = 0; i < pairs; i++) {
            int cell = cellset_pick(position_vacant(&p), random);
            Color color = random_below(random, 4) ? BLACK : WHITE;
            cellset_add(&p.stones[color], cell);
            cellset_add(&p.stones[color], g->cells - 1 - cell);
        }
        p.to_move = WHITE;
    } while (position_winner(&p) != EMPTY);
    return p;
}

static void test_symmetric_positions(void **state) {
    (void)state;
    static const int sizes[][3] = {{6, 6, 4}, {5, 5, 2}, {6, 6, 3}, {7, 6, 5},
                                   {6, 7, 5}, {4, 4, 1}, {6, 6, 5}, {7, 7, 7}};
    Random random = random_seeded(34);
    int lost = 0;
    for (int i = 0; i < 640 / TEST_THINNING * soundness(); i++) {
        const int *size = sizes[i % 8];
        Position p = symmetric_position(&random, size[0], size[1], size[2]);
        Answer first = solve(METHODS[0], &p), other = solve(METHODS[1 + i % (METHOD_COUNT - 1)], &p);
        assert_int_equal(first.winner, other.winner);
        assert_carrier(&p, &first);
        assert_carrier(&p, &other);
        if (p.geometry->cells <= 25) assert_int_equal(solve(&SOLVE_BRUTE, &p).winner, first.winner);
        lost += first.winner != p.to_move;
    }
    print_message("# the mover loses %d\n", lost);
}

// All methods of the library agree on the winner (lab/tests/test_lab_catalog.c asks the lab's).
static void test_every_method(void **state) {
    (void)state;
    methods_check_agreement(CATALOG.methods);
}

static Answer search_with(const Position *p, ProofDriver driver, uint64_t memory, int threads) {
    SolveSettings settings = {.driver = driver,
                              .focus_base = 1,
                              .focus_factor = 0.3,
                              .epsilon = 0.25,
                              .memory = memory,
                              .threads = threads};
    Answer answer;
    Error error;
    assert_true(proof_search(p, &settings, &(Budget){0}, &answer, &error));
    return answer;
}

// Searches that seek connections, as auto does from 8x8 on. A search that does not seek confirms the winner,
// the move and the carrier.
static void test_seeking(void **state) {
    (void)state;
    Random random = random_seeded(20261117);
    for (int i = 0; i < 150 / TEST_THINNING * soundness(); i++) {
        Position p = random_position(&random, 5 + i % 2, 5 + i / 2 % 2, 6 + i % 3);
        SolveSettings settings = {.driver = i % 3 ? PROOF_BEST_FIRST : PROOF_DEPTH_FIRST,
                                  .focus_base = 1,
                                  .focus_factor = 0.18,
                                  .knowledge = {.skip_own = i % 4 > 0, .seek = true},
                                  .memory = 16 << 20,
                                  .threads = 1};
        Answer answer;
        Error error;
        assert_true(proof_search(&p, &settings, &(Budget){0}, &answer, &error));
        assert_int_equal(answer.winner, solve(&SOLVE_DFPN, &p).winner);
        assert_carrier(&p, &answer);
    }
}

// A net only guides: with it every method gives the same winners, and carriers hold.
static void test_guided(void **state) {
    (void)state;
    char path[4096];
    Error error = {0};
    assert_true(net_find_solver(path, sizeof path));
    Net *net = net_load(path, &error);
    assert_non_null(net);
    Random random = random_seeded(20261116);
    for (int i = 0; i < 640 / TEST_THINNING; i++) {
        Position p = random_position(&random, 6, 5 + i % 2, 8);
        Color winner = solve(&SOLVE_DFPN, &p).winner;
        for (int m = 0; m < METHOD_COUNT; m++) {
            Solver guided = {.settings = {.net = net}};
            Answer result = solve_within(METHODS[m], &p, SMALL, &guided);
            solver_release(&guided);
            assert_int_equal(result.winner, winner);
            if (i % METHOD_COUNT == m) assert_carrier(&p, &result);
        }
    }
    net_free(net);
}

// Positions that seem won are studied without connections. A net that knows nothing is often wrong about them: winners
// and carriers are right all the same.
static void test_misled(void **state) {
    (void)state;
    Error error = {0};
    Net *net = net_load(SOURCE_DIR "/tests/data/net/tiny.safetensors", &error);
    assert_non_null(net);
    Random random = random_seeded(20261118);
    for (int i = 0; i < 120 / TEST_THINNING * soundness(); i++) {
        Position p = random_position(&random, 5 + i % 2, 5 + i / 2 % 2, 3 + i % 5);
        SolveSettings settings = {.driver = i % 3 ? PROOF_BEST_FIRST : PROOF_DEPTH_FIRST,
                                  .focus_base = 1,
                                  .focus_factor = 0.18,
                                  .knowledge = {.skip_own = true, .seek = i % 2},
                                  .spares_won = true,
                                  .net = net,
                                  .memory = 16 << 20,
                                  .threads = 1 + i % 2};
        Answer answer;
        assert_true(proof_search(&p, &settings, &(Budget){0}, &answer, &error));
        assert_int_equal(answer.winner, solve(&SOLVE_DFPN, &p).winner);
        assert_carrier(&p, &answer);
    }
    net_free(net);
}

// auto takes its net in the middle of a hard question, and keeps what was decided before.
static void test_net_keeps_proofs(void **state) {
    (void)state;
    Solver solver = {0};
    Position easy = opening(6, 20), hard = opening(6, 19); // c4, b4
    Answer first = solve_within(&SOLVE_AUTO, &easy, SMALL, &solver);
    assert_true(first.winner == BLACK && first.nodes > 0 && !solver.own_net);
    assert_int_equal(solve_within(&SOLVE_AUTO, &hard, SMALL, &solver).winner,
                     solve(&SOLVE_DFPN, &hard).winner);
    assert_non_null(solver.own_net);
    Answer again = solve_within(&SOLVE_AUTO, &easy, SMALL, &solver);
    assert_true(again.winner == BLACK && again.nodes == 0);
    assert_carrier(&easy, &again);
    solver_release(&solver);
}

static void node_study(Prover *prover, ProofWorker *worker, uint32_t id, uint32_t phi, uint32_t delta) {
    ProofNode *node = proof_tree_node(prover->tree, id);
    node->phi = phi;
    node->delta = delta;
    Position p = proof_node_position(prover->tree, id);
    proof_worker_study(worker, &p, false, prover_seems(prover, id));
    assert_true(prover_expand(prover, id, worker));
}

// White is to move and has lost. Taken for won, the node has all of White's moves to look at. When it seems lost, and not
// before, it becomes a leaf again, and connections leave fewer moves.
static void test_revised(void **state) {
    (void)state;
    Error error = {0};
    Position p = position_empty(geometry_get(8, 8));
    cellset_add(&p.stones[BLACK], 27);
    p.to_move = WHITE;
    SolveSettings settings = {.knowledge.skip_own = true, .spares_won = true, .focus_factor = 1};
    ProofWorker worker = {0};
    assert_true(proof_worker_init(&worker, p.geometry, &settings, &error));
    Prover prover = {.tree = proof_tree_new(p.geometry, 16 << 20), .settings = &settings};
    bool turned;
    uint32_t id = prover.root = prover_enter(&prover, &worker, &p, false, &turned);
    ProofNode *node = proof_tree_node(prover.tree, id);
    assert_false(prover_revise(&prover, id));
    node_study(&prover, &worker, id, 1, 9);
    int all = node->detail->links;
    assert_true(node->detail->spared);
    node->phi = node->delta = 9;
    assert_false(prover_revise(&prover, id));
    node->delta = 1;
    assert_true(prover_revise(&prover, id));
    assert_null(node->detail);
    node_study(&prover, &worker, id, 9, 1);
    assert_false(node->detail->spared);
    assert_true(node->detail->links < all);
    assert_false(prover_revise(&prover, id));
    proof_worker_free(&worker);
    proof_tree_free(prover.tree);
}

// A table far too small is slower and right.
static void test_little_memory(void **state) {
    (void)state;
    for (int cell = 0; cell < 18; cell += TEST_THINNING) {
        Position p = opening(6, cell);
        Color winner = search_with(&p, PROOF_BEST_FIRST, 1 << 24, 1).winner;
        assert_int_equal(search_with(&p, PROOF_BEST_FIRST, 1 << 17, 1).winner, winner);
        assert_int_equal(search_with(&p, PROOF_DEPTH_FIRST, 1 << 17, 1).winner, winner);
    }
}

static void test_threads(void **state) {
    (void)state;
    for (int cell = 0; cell < 18; cell += TEST_THINNING) {
        Position p = opening(6, cell);
        Answer one = search_with(&p, PROOF_BEST_FIRST, 1 << 24, 1);
        Answer four = search_with(&p, PROOF_BEST_FIRST, 1 << 24, 4);
        assert_int_equal(four.winner, one.winner);
    }
}

// Positions that share one graph, inner nodes of earlier searches among them: winners, moves and carriers are
// right.
static void test_kept_graph(void **state) {
    (void)state;
    Random random = random_seeded(20261116);
    for (int m = 0; m < METHOD_COUNT; m++) {
        Solver kept_graph = {0};
        for (int i = 0; i < 40 / TEST_THINNING; i++) {
            Position p = random_position(&random, 5, 5, 6);
            for (int step = 0; step < 3 && position_winner(&p) == EMPTY; step++) {
                Answer kept = solve_within(METHODS[m], &p, (Budget){0}, &kept_graph);
                assert_int_equal(kept.winner, solve(&SOLVE_DFPN, &p).winner);
                assert_carrier(&p, &kept);
                CellSet vacant = position_vacant(&p);
                cellset_add(&p.stones[p.to_move], kept.move == MOVE_NONE ? cellset_first(vacant) : kept.move);
                p.to_move = color_other(p.to_move);
            }
        }
        solver_release(&kept_graph);
    }
}

// Refuted moves lose, by what the opponent needs after fill-in; the others are told apart by numbers that are not zero.
static void assert_children(Solver *solver, const Position *p, const ProofPart *part) {
    CellSet seen = cellset_none();
    for (int i = 0; i < part->children; i++) {
        const ProofChild *child = &part->child[i];
        assert_false(cellset_has(seen, child->move));
        cellset_add(&seen, child->move);
        assert_true(cellset_has(position_vacant(p), child->move));
        assert_true(child->delta > 0);
        if (child->phi > 0) continue;
        Position after = position_played(p, child->move), filled;
        CellSet owed[2];
        proof_searcher_fill(solver->searcher, &after, false, &filled, owed);
        Answer claim = {.winner = after.to_move,
                        .move = MOVE_NONE,
                        .carrier = cellset_or(child->proof, owed[after.to_move])};
        assert_carrier(&after, &claim);
    }
}

// A question asked in parts of a few studies each, the graph kept: every part tells the truth, and the last one
// decides. Limits of the numbers end a part early.
static void test_parts(void **state) {
    (void)state;
    Random random = random_seeded(20261117);
    const ProofLimits none = {PROOF_INFINITE, PROOF_INFINITE}, low = {2, 2};
    const Budget few = {.memory = 16 << 20, .nodes = 3};
    Error error = {0};
    for (int i = 0; i < 40 / TEST_THINNING; i++) {
        Solver solver = {.settings = {.without_net = true}};
        Position p = random_position(&random, 6, 6, 6);
        if (position_winner(&p) != EMPTY) continue;
        Color winner = solve(&SOLVE_DFPN, &p).winner;
        ProofPart part;
        assert_true(solve_part(&p, i % 2, &low, &SMALL, &solver, &part, &error));
        assert_true(part.record.winner == winner || part.phi >= 2 || part.delta >= 2);
        for (int step = 0; step < 1000 && part.record.winner == EMPTY; step++) {
            assert_true(part.phi > 0 && part.delta > 0);
            assert_children(&solver, &p, &part);
            assert_true(solve_part(&p, i % 2, &none, &few, &solver, &part, &error));
            assert_true(part.nodes <= 3);
        }
        assert_int_equal(part.record.winner, winner);
        assert_true((part.phi == 0) == (winner == p.to_move) && (part.delta == 0) == (winner != p.to_move));
        Answer claim = {.winner = winner, .carrier = part.record.proof, .move = part.record.move};
        if (!part.record.exact) claim.move = MOVE_NONE;
        assert_carrier(&p, &claim);
        solver_release(&solver);
    }
}

static bool cancelled_now(void *context) {
    (void)context;
    return true;
}

typedef struct Seen {
    Position position;
    int reports, lines;
} Seen;

static void progress_check(void *context, const Progress *progress) {
    Seen *seen = context;
    CellSet vacant = position_vacant(&seen->position);
    seen->reports++;
    seen->lines += progress->line_length > 0;
    assert_true(cellset_within(progress->refuted, vacant));
    for (int i = 0; i < progress->line_length; i++) {
        assert_true(cellset_has(vacant, progress->line[i]));
        cellset_remove(&vacant, progress->line[i]);
    }
}

static bool progress_seen(void *context) {
    const Seen *seen = context;
    return seen->reports > 2 && seen->lines > 0;
}

// The line being searched is one of the position that was asked about, whichever of it and its half-turn the
// graph keeps.
static void test_progress(void **state) {
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        Position p = position_empty(geometry_get(8, 8));
        for (int cell = 0; cell < 16; cell += 3) cellset_add(&p.stones[cell % 2], turned ? 63 - cell : cell);
        Seen seen = {.position = p};
        Observer observer = {.context = &seen, .progress = progress_check, .cancelled = progress_seen};
        Answer result = solve_within(&SOLVE_PNS, &p, (Budget){.seconds = 60, .observer = &observer}, NULL);
        assert_true(seen.reports > 0 && (seen.lines > 0 || result.winner != EMPTY));
    }
}

static void test_limits(void **state) {
    (void)state;
    Position p = opening(8, 0);
    Observer observer = {.cancelled = cancelled_now};
    Answer result = solve_within(&SOLVE_AUTO, &p, (Budget){.observer = &observer}, NULL);
    assert_int_equal(result.winner, EMPTY);
    result = solve_within(&SOLVE_AUTO, &p, (Budget){.seconds = 0.05}, NULL);
    assert_int_equal(result.winner, EMPTY);
    assert_int_equal(result.move, MOVE_NONE);
}

// What a tap is told is true of each move.
typedef struct Taught {
    BruteTable *truth;
    int lessons, wins, losses;
} Taught;

static void lesson_check(void *context, const ProofLesson *lesson) {
    Taught *taught = context;
    Color mover = lesson->filled.to_move;
    CellSet proved = cellset_or(lesson->wins, lesson->losses);
    assert_true(lesson->work > 0 && !cellset_is_empty(lesson->moves));
    assert_true(cellset_within(lesson->moves, position_vacant(&lesson->filled)));
    assert_true(cellset_within(proved, lesson->moves));
    assert_true(cellset_is_empty(cellset_and(lesson->wins, lesson->losses)));
    taught->lessons++;
    taught->wins += cellset_count(lesson->wins);
    taught->losses += cellset_count(lesson->losses);
    for (int cell; (cell = cellset_pop(&proved)) >= 0;) {
        Position after = lesson->filled;
        cellset_add(&after.stones[mover], cell);
        after.to_move = color_other(mover);
        bool wins = brute_winner(taught->truth, &after) == mover;
        assert_int_equal(wins, cellset_has(lesson->wins, cell));
    }
}

static void test_lessons(void **state) {
    (void)state;
    Taught taught = {.truth = brute_table_new(geometry_get(6, 5), 64 << 20)};
    ProofTap tap = {&taught, lesson_check};
    Random random = random_seeded(20261117);
    for (int i = 0; i < 120 / TEST_THINNING; i++) {
        SolveSettings settings = {.driver = i % 3 ? PROOF_BEST_FIRST : PROOF_DEPTH_FIRST,
                                  .focus_base = 1,
                                  .focus_factor = 0.3,
                                  .knowledge = {.skip_own = i % 2},
                                  .epsilon = 0.25,
                                  .memory = 1 << 20,
                                  .tap = &tap};
        Budget budget = {.nodes = i % 4 ? 0 : 3};
        Position p = random_position(&random, 6, 5, 4 + i % 4);
        Answer answer;
        Error error;
        assert_true(proof_search(&p, &settings, &budget, &answer, &error));
    }
    assert_true(taught.lessons > 40 / TEST_THINNING);
    assert_true(taught.wins > 20 / TEST_THINNING && taught.losses > 4 / TEST_THINNING);
    brute_table_free(taught.truth);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_openings_5),
        cmocka_unit_test(test_openings_6),
        cmocka_unit_test(test_random_positions),
        cmocka_unit_test(test_every_method),
        cmocka_unit_test(test_guided),
        cmocka_unit_test(test_seeking),
        cmocka_unit_test(test_misled),
        cmocka_unit_test(test_net_keeps_proofs),
        cmocka_unit_test(test_revised),
        cmocka_unit_test(test_little_memory),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_kept_graph),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_symmetric_positions),
        cmocka_unit_test(test_lessons),
        cmocka_unit_test(test_parts),
    };
    return cmocka_run_group_tests_name("solver", tests, NULL, NULL);
}
