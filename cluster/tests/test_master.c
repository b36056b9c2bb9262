// The master of a cluster, with workers in this process that use the real solver. Winners are right whatever
// happens to the answers on their way.
#include "cluster/simulate/cluster_model.h"
#include "cluster/simulate/studies.h"
#include "solve/proof_methods.h"
#include "test_support.h"

#include <stdlib.h>
#include <unistd.h>

static ModelOptions model_options(const Geometry *geometry, int workers) {
    Solver solver = {0};
    ModelOptions options = {.workers = workers,
                            .study_seconds = 0.001,
                            .spread = 0.25,
                            .message_seconds = 0.0005,
                            .master_seconds = 0.0005,
                            .lease = 1,
                            .fact_work = 16};
    options.master.search = solve_auto_settings(&solver, geometry);
    options.master.search.memory = 4 << 20;
    options.master.budget_least = 4; // many jobs even in small searches
    return options;
}

// The winner of each opening, by one solver with one graph.
static void openings_solve(int size, Color winner[CELL_MAX]) {
    const Geometry *g = geometry_get(size, size);
    Solver solver = {.settings = {.without_net = true}};
    Position empty = position_empty(g);
    for (int cell = 0; cell < g->cells; cell++) {
        Position p = position_played(&empty, cell);
        Answer answer;
        assert_true(solve_position(&SOLVE_AUTO, &p, &(Budget){.memory = 16 << 20}, &solver, &answer, NULL));
        winner[cell] = answer.winner;
    }
    solver_release(&solver);
}

static ModelResult run(const Position *p, const ModelOptions *options) {
    ModelResult result;
    Error error = {0};
    if (!model_run(p, options, &result, &error)) fail_msg("%s", error.text);
    return result;
}

// The carrier holds: with all other cells the loser's, the winner still wins.
static void check_carrier(const Position *p, const Answer *answer) {
    Position q = *p;
    Color loser = color_other(answer->winner);
    CellSet vacant = position_vacant(p);
    Answer again;
    assert_true(cellset_within(answer->carrier, vacant));
    assert_int_equal(answer->move != MOVE_NONE, p->to_move == answer->winner);
    if (answer->move != MOVE_NONE) {
        assert_true(cellset_has(answer->carrier, answer->move));
        cellset_add(&q.stones[answer->winner], answer->move);
        q.to_move = loser;
    }
    q.stones[loser] = cellset_or(q.stones[loser], cellset_minus(vacant, answer->carrier));
    assert_true(solve_position(&SOLVE_AUTO, &q, &(Budget){.memory = 16 << 20}, NULL, &again, NULL));
    assert_int_equal(again.winner, answer->winner);
}

static void check_openings(int size, int step, const ModelOptions *options) {
    const Geometry *g = geometry_get(size, size);
    Position empty = position_empty(g);
    Color winner[CELL_MAX];
    openings_solve(size, winner);
    for (int cell = 0; cell < g->cells; cell += step * TEST_THINNING) {
        Position p = position_played(&empty, cell);
        ModelOptions here = *options;
        here.seed = here.master.seed = (uint64_t)cell;
        ModelResult result = run(&p, &here);
        if (result.answer.winner != winner[cell]) fail_msg("%dx%d, opening %d: wrong", size, size, cell);
        check_carrier(&p, &result.answer);
    }
}

static void test_openings(void **state) {
    (void)state;
    for (int size = 3; size <= 6; size++) {
        ModelOptions one = model_options(geometry_get(size, size), 1);
        ModelOptions five = model_options(geometry_get(size, size), 5);
        check_openings(size, 1, &one);
        check_openings(size, 1, &five);
    }
}

static void test_faults(void **state) {
    (void)state;
    for (int size = 5; size <= 6; size++) {
        ModelOptions options = model_options(geometry_get(size, size), 4);
        options.faults = (ModelFaults){.lost = 0.1, .late = 0.1, .doubled = 0.2, .killed = 0.1};
        check_openings(size, 1, &options);
    }
}

// Jobs of one study, so that every node is the master's: nodes above a leaf are decided while it is chosen.
static void test_smallest_jobs(void **state) {
    (void)state;
    ModelOptions options = model_options(geometry_get(5, 5), 3);
    options.master.budget_least = options.master.budget_most = 1;
    check_openings(5, 1, &options);
    options = model_options(geometry_get(6, 6), 2);
    options.master.budget_least = options.master.budget_most = 1;
    check_openings(6, 3, &options);
}

// The search of one worker is that of one process, in pieces.
static void test_one_worker(void **state) {
    (void)state;
    const Geometry *g = geometry_get(6, 6);
    ModelOptions options = model_options(g, 1);
    Position empty = position_empty(g);
    for (int cell = 0; cell < 6; cell++) {
        Position p = position_played(&empty, cell);
        ModelResult result = run(&p, &options);
        Answer alone;
        assert_true(proof_search(&p, &options.master.search, &(Budget){0}, &alone, NULL));
        assert_int_equal(result.stats.nodes, alone.nodes);
        assert_int_equal(result.stats.studies, 0);
    }
}

static void path_make(char path[64]) {
    strcpy(path, "/tmp/test-master-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
}

static void test_restarts(void **state) {
    (void)state;
    char path[64];
    path_make(path);
    ModelOptions options = model_options(geometry_get(6, 6), 3);
    options.faults = (ModelFaults){.restarts = 0.1, .doubled = 0.1, .late = 0.1, .file = path};
    options.master.audit = 0.1;
    check_openings(6, 2, &options);
    unlink(path);
}

// A worker that names the wrong winner in a third of its proofs is found out if all of them are audited. The
// run returns to what was audited, and ends right without the worker.
static void test_liar(void **state) {
    (void)state;
    char path[64];
    path_make(path);
    int caught = 0;
    ModelOptions options = model_options(geometry_get(5, 5), 3);
    options.faults = (ModelFaults){.lies = 0.3, .file = path};
    options.master.audit = 1;
    Position empty = position_empty(geometry_get(5, 5));
    Color winner[CELL_MAX];
    openings_solve(5, winner);
    for (int cell = 0; cell < 25; cell += TEST_THINNING) {
        Position p = position_played(&empty, cell);
        options.seed = options.master.seed = (uint64_t)cell;
        ModelResult result = run(&p, &options);
        assert_int_equal(result.answer.winner, winner[cell]);
        assert_true(result.liar <= 1); // nobody else is shut out
        caught += result.liar == 1;
    }
    assert_true(caught > 0);
    unlink(path);
}

// A fact is for an open job, from who has it, about its board and below its position.
static void test_facts(void **state) {
    (void)state;
    const Geometry *g = geometry_get(6, 6);
    Position empty = position_empty(g), question = position_played(&empty, 8), other = question;
    ModelOptions options = model_options(g, 1);
    Master *master = master_new(&question, &options.master, NULL);
    SolveJob job;
    assert_non_null(master);
    assert_true(master_next(master, 7, 0, &job));
    ProofRecord record = {.winner = WHITE, .move = MOVE_NONE, .work = 50};
    Position below = position_played(&job.position, cellset_first(position_vacant(&job.position)));
    Position turned = position_rotated(&below), elsewhere = position_empty(geometry_get(5, 5));
    record.proof = position_vacant(&below);
    assert_true(master_fact(master, job.id, 7, &below, &record));
    assert_true(master_fact(master, job.id, 7, &turned, &record));
    assert_false(master_fact(master, job.id, 8, &below, &record));     // not his
    assert_false(master_fact(master, job.id + 1, 7, &below, &record)); // no such job
    assert_false(master_fact(master, job.id, 7, &elsewhere, &record)); // another board
    other.stones[BLACK] = cellset_of(9);
    assert_false(master_fact(master, job.id, 7, &other, &record)); // not below
    master_lost(master, job.id);
    assert_false(master_fact(master, job.id, 7, &below, &record)); // closed
    master_free(master);
}

// A job without an answer goes out again after its deadline; an answer that comes all the same is used.
static void test_deadline(void **state) {
    (void)state;
    Position empty = position_empty(geometry_get(6, 6)), question = position_played(&empty, 8);
    ModelOptions options = model_options(geometry_get(6, 6), 1);
    options.master.deadline = 60;
    Master *master = master_new(&question, &options.master, NULL);
    SolveJob first, second;
    WorkerId worker = 0;
    assert_true(master_next(master, 7, 10, &first));
    assert_int_equal(master_overdue(master, 69, &worker), 0);
    assert_false(master_next(master, 8, 69, &second)); // the question is out
    assert_int_equal(master_overdue(master, 70, &worker), first.id);
    assert_int_equal(worker, 7);
    assert_int_equal(master_overdue(master, 1000, &worker), 0);
    assert_true(master_next(master, 8, 70, &second));
    assert_true(second.id != first.id && position_equal(&second.position, &first.position));
    SolveAnswer *late = calloc(1, sizeof *late);
    Answer answer;
    MasterVerdict verdict;
    *late = (SolveAnswer){.id = first.id, .worker = 7, .epoch = first.epoch, .position = first.position};
    late->part.record = (ProofRecord){.winner = WHITE,
                                      .exact = true,
                                      .move = cellset_first(position_vacant(&first.position)),
                                      .proof = position_vacant(&first.position)};
    late->part.delta = PROOF_INFINITE;
    assert_true(master_answer(master, late, 80, &verdict, NULL));
    assert_int_equal(verdict.kind, MASTER_OLD);
    assert_true(master_finished(master, &answer));
    free(late);
    master_free(master);
}

// For a worker that would be idle: the oldest job, if it is out for long enough.
static void test_slow(void **state) {
    (void)state;
    Position empty = position_empty(geometry_get(6, 6)), question = position_played(&empty, 8);
    ModelOptions options = model_options(geometry_get(6, 6), 1);
    Master *master = master_new(&question, &options.master, NULL);
    SolveJob first, second;
    WorkerId worker = 0;
    assert_int_equal(master_slow(master, 100, 2, &worker), 0); // nothing is out
    assert_true(master_next(master, 7, 10, &first));
    assert_int_equal(master_slow(master, 11, 2, &worker), 0);
    assert_int_equal(master_slow(master, 12, 2, &worker), first.id);
    assert_int_equal(worker, 7);
    assert_true(master_next(master, 8, 12, &second));
    assert_true(second.id != first.id && position_equal(&second.position, &first.position));
    master_free(master);
}

// A focus of two moves: one that is taken as refuted admits the next to the virtual numbers, and changes nothing else.
static void test_widening(void **state) {
    (void)state;
    const Geometry *g = geometry_get(9, 9); // no study decides it
    SolveSettings settings = {.focus_base = 2};
    ProofWorker worker = {0};
    Prover prover = {.settings = &settings, .tree = proof_tree_new(g, 16 << 20)};
    Position empty = position_empty(g);
    int16_t plain[CELL_MAX], wide[CELL_MAX];
    bool turned;
    assert_true(proof_worker_init(&worker, g, &settings, NULL));
    prover.root = prover_enter(&prover, &worker, &empty, false, &turned);
    proof_worker_study(&worker, &empty, false, SEEMS_EVEN);
    assert_true(prover_expand(&prover, prover.root, &worker));
    ProofNode *root = proof_tree_node(prover.tree, prover.root);
    assert_int_equal(prover_focus(&prover, prover.root, true, plain), 2);
    ProofNode *child = proof_tree_node(prover.tree, prover_follow(&prover, &worker, prover.root, plain[0]));
    child->busy = 1;
    child->virtual_phi = 0;
    child->virtual_delta = PROOF_INFINITE;
    prover_update(&prover, &worker, prover.root);
    uint32_t phi = root->phi, delta = root->delta, virtual_delta = root->virtual_delta;
    assert_int_equal(prover_focus(&prover, prover.root, true, wide), 2);
    assert_int_equal(wide[0], plain[0]);
    prover.widens = true;
    prover_update(&prover, &worker, prover.root);
    assert_int_equal(prover_focus(&prover, prover.root, true, wide), 2);
    assert_int_equal(wide[0], plain[1]);
    assert_true(wide[1] != plain[0] && wide[1] != plain[1]);
    assert_true(root->phi == phi && root->delta == delta && root->virtual_delta > virtual_delta);
    assert_int_equal(prover_focus(&prover, prover.root, false, wide), 2);
    assert_true(wide[0] == plain[0] && wide[1] == plain[1]);
    proof_worker_free(&worker);
    proof_tree_free(prover.tree);
}

// Studies that are kept for the model: each position counts once per run, whether it was made in that run or before.
static void test_studies(void **state) {
    (void)state;
    const Geometry *g = geometry_get(5, 5);
    Studies *studies = studies_new();
    ProofWorker worker = {0};
    SolveSettings settings = {0};
    assert_true(proof_worker_init(&worker, g, &settings, NULL));
    Position empty = position_empty(g);
    for (int run = 0; run < 2; run++) {
        studies_begin(studies);
        assert_int_equal(studies_distinct(studies), 0);
        for (int i = 0; i < 9; i++) { // six positions, half of them twice
            Position p = position_played(&empty, i % 6 + 6 * run / 2);
            if (studies_recall(studies, &p, false, SEEMS_EVEN, &worker)) continue;
            proof_worker_study(&worker, &p, false, SEEMS_EVEN);
            studies_keep(studies, &p, &worker);
        }
        assert_int_equal(studies_distinct(studies), 6);
        assert_int_equal(studies_count(studies), 9);
    }
    proof_worker_free(&worker);
    studies_free(studies);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_openings),      cmocka_unit_test(test_faults),
        cmocka_unit_test(test_smallest_jobs), cmocka_unit_test(test_one_worker),
        cmocka_unit_test(test_restarts),      cmocka_unit_test(test_liar),
        cmocka_unit_test(test_studies),       cmocka_unit_test(test_facts),
        cmocka_unit_test(test_deadline),      cmocka_unit_test(test_slow),
        cmocka_unit_test(test_widening),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
