// The public headers, by nothing but themselves: solving, proofs, explanations, reviews.
#include "mustplay/mustplay.h"
#include "mustplay/sys/solver.h"
#include "test_support.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static mp_engine *engine;

static int setup(void **state) {
    (void)state;
    engine = mp_engine_new(NULL);
    return engine == NULL;
}

static int teardown(void **state) {
    (void)state;
    mp_engine_free(engine);
    return 0;
}

static mp_game *game_of(int width, int height, const char *moves) {
    mp_error error;
    mp_game *game = mp_game_new(width, height, &error);
    assert_non_null(game);
    if (!mp_game_play_text(game, moves, &error)) fail_msg("%s", error.text);
    return game;
}

static mp_solver *solver_of(const char *method) {
    mp_solver_settings settings = MP_INIT(mp_solver_settings);
    mp_error error;
    settings.method = method;
    mp_solver *solver = mp_solver_new(engine, &settings, &error);
    if (!solver) fail_msg("%s", error.text);
    return solver;
}

static bool cells_have(const mp_cells *cells, int cell) {
    for (int i = 0; i < cells->count; i++)
        if (cells->cell[i] == cell) return true;
    return false;
}

// A file of the test's own.
static const char *path_of(const char *name) {
    static char path[200];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/mustplay-%d-%s", folder ? folder : "/tmp", (int)getpid(), name);
    return path;
}

// --- Solving

static mp_solution solution_of(mp_solver *solver, const mp_game *game) {
    mp_solution solution = MP_INIT(mp_solution);
    mp_error error;
    if (!mp_solver_solve(solver, game, NULL, &solution, &error)) fail_msg("%s", error.text);
    return solution;
}

// Random positions of small boards: every method says what brute force says, and its move and carrier hold.
static void test_methods_agree(void **state) {
    (void)state;
    const char *name;
    unsigned dice = 1;
    mp_solver *referee = solver_of("brute");
    for (int i = 0; i < 40; i++) {
        mp_game *game = mp_game_new(3 + i % 3, 4, NULL);
        int cells = mp_game_width(game) * mp_game_height(game);
        for (int k = 0; k < cells / 4; k++) {
            dice = dice * 1103515245 + 12345;
            mp_game_play(game, MP_EMPTY, (int)(dice >> 16) % cells, NULL);
        }
        mp_solution truth = solution_of(referee, game);
        assert_int_not_equal(truth.winner, MP_EMPTY);
        for (int m = 0; (name = mp_engine_list(engine, MP_METHODS, m, NULL)); m++) {
            mp_solver *solver = solver_of(name);
            mp_solution found = solution_of(solver, game);
            assert_int_equal(found.winner, truth.winner);
            bool over = mp_game_winner(game) != MP_EMPTY,
                 wins = found.winner == mp_game_to_move(game) && !over;
            assert_int_equal(found.move != MP_NONE, wins);
            if (wins) {
                assert_true(cells_have(&found.carrier, found.move));
                assert_true(mp_game_play(game, MP_EMPTY, found.move, NULL));
                assert_int_equal(solution_of(referee, game).winner, truth.winner);
                mp_game_undo(game);
            }
            assert_true(mp_solver_free(solver, NULL));
        }
        mp_game_free(game);
    }
    mp_solver_free(referee, NULL);
}

typedef struct Asked {
    int count, last_open;
} Asked;

static void count_asked(void *context, int move, int open, uint64_t nodes) {
    Asked *asked = context;
    (void)move, (void)nodes;
    asked->count++;
    asked->last_open = open;
}

static void test_moves(void **state) {
    (void)state;
    Asked asked = {0, 0};
    mp_moves moves = MP_INIT(mp_moves);
    mp_game *game = game_of(4, 4, "");
    mp_solver *solver = solver_of(NULL), *referee = solver_of("brute");
    assert_true(mp_solver_solve_moves(solver, game, NULL, count_asked, &asked, &moves, NULL));
    assert_int_equal(moves.winning.count + moves.losing.count, 16);
    assert_int_equal(moves.unknown.count, 0);
    assert_int_equal(moves.solution.winner, MP_BLACK);
    assert_true(asked.count > 0 && asked.last_open > 0);
    for (int cell = 0; cell < 16; cell++) {
        mp_game_play(game, MP_EMPTY, cell, NULL);
        assert_int_equal(solution_of(referee, game).winner == MP_BLACK, cells_have(&moves.winning, cell));
        mp_game_undo(game);
    }
    mp_game_play_text(game, "b2 resign", NULL);
    assert_true(mp_solver_solve_moves(solver, game, NULL, NULL, NULL, &moves, NULL));
    assert_int_equal(moves.solution.winner, MP_BLACK);
    assert_int_equal(moves.winning.count + moves.losing.count + moves.unknown.count, 0);
    mp_solver_free(solver, NULL);
    mp_solver_free(referee, NULL);
    mp_game_free(game);
}

static void test_settings(void **state) {
    (void)state;
    mp_error error = {MP_OK, ""};
    mp_method method = MP_INIT(mp_method);
    mp_solver_settings settings = MP_INIT(mp_solver_settings);
    settings.method = "no such method";
    assert_null(mp_solver_new(engine, &settings, &error));
    assert_int_equal(error.code, MP_INPUT);
    assert_non_null(strstr(error.text, "dfpn"));
    settings.method = "brute";
    settings.store = "unused";
    assert_null(mp_solver_new(engine, &settings, &error));
    assert_int_equal(error.code, MP_INPUT);
    assert_true(mp_engine_method(engine, NULL, &method));
    assert_true(method.keeps && method.net && method.window && !method.epsilon);
    assert_false(mp_engine_method(engine, "none", &method));
    // A shorter struct, as of an older program: what it does not have is not written.
    struct {
        size_t size;
        const char *name;
        void *beyond;
    } old = {sizeof(size_t) + sizeof(char *), NULL, &old};
    assert_true(mp_engine_method(engine, "pns", (mp_method *)&old));
    assert_string_equal(old.name, "pns");
    assert_ptr_equal(old.beyond, &old);
}

static void test_limits(void **state) {
    (void)state;
    mp_solution solution = MP_INIT(mp_solution);
    mp_limits limits = MP_INIT(mp_limits);
    mp_game *game = game_of(9, 9, "a9");
    mp_solver *solver = solver_of(NULL);
    limits.nodes = 5;
    assert_true(mp_solver_solve(solver, game, &limits, &solution, NULL));
    assert_int_equal(solution.winner, MP_EMPTY);
    limits = MP_INIT(mp_limits);
    mp_cancel *cancel = mp_cancel_new();
    mp_cancel_raise(cancel);
    limits.cancel = cancel;
    assert_true(mp_solver_solve(solver, game, &limits, &solution, NULL));
    assert_int_equal(solution.winner, MP_EMPTY);
    mp_cancel_free(cancel);
    assert_true(mp_solver_memory_least(game, 1) > 0);
    mp_solver_free(solver, NULL);
    mp_game_free(game);
}

// What one solver put into a store answers another, and gives it advice.
static void test_store(void **state) {
    (void)state;
    const char *path = path_of("store");
    mp_solver_settings settings = MP_INIT(mp_solver_settings);
    mp_game *game = game_of(5, 5, "a1");
    settings.store = path;
    mp_solver *solver = mp_solver_new(engine, &settings, NULL);
    assert_non_null(solver);
    mp_solution first = solution_of(solver, game);
    assert_true(mp_solver_free(solver, NULL));
    solver = mp_solver_new(engine, &settings, NULL);
    mp_solution again = solution_of(solver, game);
    assert_int_equal(again.winner, first.winner);
    assert_true(again.nodes <= first.nodes);
    assert_true(mp_solver_advise(solver, game, path, NULL));
    mp_error error;
    assert_false(mp_solver_advise(solver, game, path_of("no-store"), &error));
    assert_int_equal(error.code, MP_INPUT);
    mp_solver_free(solver, NULL);
    unlink(path_of("store"));
    unlink(path_of("store-lock"));
    mp_game_free(game);
}

static bool answer_white(void *context, const mp_game *game, const mp_limits *limits, mp_solution *solution,
                         mp_error *error) {
    (void)game, (void)limits, (void)error;
    ++*(int *)context;
    solution->winner = MP_WHITE;
    return true;
}

static void test_elsewhere(void **state) {
    (void)state;
    int asked = 0;
    uint64_t high, low, high_again, low_again;
    mp_game *game = game_of(5, 5, "a1");
    mp_solver *solver = solver_of(NULL);
    mp_solver_set_elsewhere(solver, answer_white, &asked);
    assert_int_equal(solution_of(solver, game).winner, MP_WHITE);
    assert_int_equal(asked, 1);
    mp_game_hash(game, &high, &low);
    mp_game_play_text(game, "a2", NULL);
    mp_game_hash(game, &high_again, &low_again);
    assert_true(high != high_again || low != low_again);
    mp_solver_free(solver, NULL);
    mp_game_free(game);
}

// --- Proofs

static void proof_write(const mp_game *game, const char *path) {
    mp_proof_made made = MP_INIT(mp_proof_made);
    mp_error error;
    mp_solver *solver = solver_of(NULL);
    mp_solution solution = solution_of(solver, game);
    if (!mp_solver_prove(solver, game, solution.winner, solution.move, path, false, NULL, &made, &error))
        fail_msg("%s", error.text);
    assert_true(made.finished && made.claims > 0 && made.bytes > 0);
    assert_false(
        mp_solver_prove(solver, game, solution.winner, solution.move, path, false, NULL, &made, &error));
    assert_int_equal(error.code, MP_INPUT); // the file is there
    char part[240];
    snprintf(part, sizeof part, "%s.part", path);
    assert_int_equal(access(part, F_OK), -1); // and nothing is left beside it
    mp_solver_free(solver, NULL);
}

static void test_proof(void **state) {
    (void)state;
    const char *path = path_of("proof");
    mp_verdict verdict = MP_INIT(mp_verdict);
    mp_proof_info info = MP_INIT(mp_proof_info);
    mp_error error;
    mp_game *game = game_of(4, 4, "");
    proof_write(game, path);
    assert_true(mp_verify_file(path, NULL, &verdict, NULL));
    assert_int_equal(verdict.judgement, MP_RIGHT);
    assert_int_equal(verdict.winner, MP_BLACK);
    mp_proof *proof = mp_proof_load(path, &error);
    assert_non_null(proof);
    mp_proof_describe(proof, &info);
    assert_int_equal(info.winner, MP_BLACK);
    assert_int_equal(info.claims, verdict.claims);
    assert_non_null(strstr(info.made, "solved by auto"));
    mp_game *about = mp_proof_game(proof, NULL);
    assert_int_equal(mp_game_to_move(about), MP_BLACK);
    mp_game_free(about);
    // The loser plays the first empty cell each time, and loses.
    mp_walk *walk = mp_walk_new(proof, &error);
    mp_walk_step step = MP_INIT(mp_walk_step);
    mp_game *now = mp_walk_game(walk, NULL);
    assert_false(mp_walk_play(walk, 99, &step, &error));
    assert_false(mp_walk_play(walk, info.first, &step, &error));
    while (mp_game_winner(now) == MP_EMPTY) {
        mp_cells empty;
        mp_game_cells(now, MP_EMPTY, &empty);
        assert_true(mp_walk_play(walk, empty.cell[0], &step, &error));
        mp_game_free(now);
        now = mp_walk_game(walk, NULL);
    }
    assert_int_equal(mp_game_winner(now), MP_BLACK);
    mp_game_free(now);
    mp_walk_free(walk);
    mp_proof_free(proof);
    unlink(path);
    mp_game_free(game);
}

static void test_verdicts(void **state) {
    (void)state;
    static const char NONSENSE[] = "this is no proof\n";
    mp_verdict verdict = MP_INIT(mp_verdict);
    mp_limits limits = MP_INIT(mp_limits);
    mp_error error;
    assert_true(mp_verify_text(NONSENSE, strlen(NONSENSE), NULL, &verdict, NULL));
    assert_int_equal(verdict.judgement, MP_NOT_A_PROOF);
    assert_true(*verdict.reason);
    assert_false(mp_verify_file(path_of("nothing"), NULL, &verdict, &error));
    assert_int_equal(error.code, MP_INPUT);
    assert_null(mp_proof_parse(NONSENSE, strlen(NONSENSE), &error));
    assert_int_equal(error.code, MP_INPUT);
    mp_game *game = game_of(5, 5, "a1");
    const char *path = path_of("stopped");
    mp_cancel *cancel = mp_cancel_new();
    proof_write(game, path);
    mp_cancel_raise(cancel);
    limits.cancel = cancel;
    assert_true(mp_verify_file(path, &limits, &verdict, NULL));
    assert_int_equal(verdict.judgement, MP_STOPPED);
    mp_cancel_free(cancel);
    unlink(path);
    mp_game_free(game);
}

// --- Explanations

static mp_explanation *explanation_of(const mp_game *game) {
    mp_error error;
    mp_explanation *explanation = mp_explanation_new(engine, game, &error);
    if (!explanation) fail_msg("%s", error.text);
    return explanation;
}

// Of every opening of 4x4: what is said to be proved is so, and a move outside must-play and moves loses.
static void test_explanations_hold(void **state) {
    (void)state;
    mp_solver *referee = solver_of("brute");
    for (int opening = 0; opening < 16; opening++) {
        mp_explained e = MP_INIT(mp_explained);
        mp_game *game = game_of(4, 4, "");
        mp_game_play(game, MP_EMPTY, opening, NULL);
        mp_explanation *explanation = explanation_of(game);
        mp_explanation_read(explanation, &e);
        mp_solution truth = solution_of(referee, game);
        if (e.winner != MP_EMPTY) assert_int_equal(e.winner, truth.winner);
        if (e.move != MP_NONE) assert_int_equal(truth.winner, mp_game_to_move(game));
        for (int cell = 0; cell < 16 && e.winner == MP_EMPTY; cell++) {
            if (mp_game_stone(game, cell) != MP_EMPTY || cells_have(&e.must_play, cell)) continue;
            mp_game_play(game, MP_EMPTY, cell, NULL);
            assert_int_equal(solution_of(referee, game).winner, mp_game_to_move(game));
            mp_game_undo(game);
        }
        mp_explanation_free(explanation);
        mp_game_free(game);
    }
    mp_solver_free(referee, NULL);
}

// Gao 2020, Figure 2.19.
static void test_explanation(void **state) {
    (void)state;
    mp_cells black = {3, {64, 77, 49}}, white = {3, {38, 31, 14}};
    mp_game *game = mp_game_new_setup(9, 9, &black, &white, MP_BLACK, NULL);
    mp_explained e = MP_INIT(mp_explained);
    mp_explanation *explanation = explanation_of(game);
    mp_explanation_read(explanation, &e);
    assert_int_equal(e.winner, MP_EMPTY);
    assert_true(e.moves.count && e.moves.count <= e.must_play.count && e.black.count >= 5);
    assert_true(e.flows && e.resistance[MP_BLACK] > 0 && e.connected[MP_BLACK] && e.connected[MP_WHITE]);
    int reasons = 0;
    for (int cell = 0; cell < 81; cell++) {
        mp_reason reason = MP_INIT(mp_reason);
        mp_explanation_reason(explanation, cell, &reason);
        bool filled = cells_have(&e.black, cell) || cells_have(&e.white, cell) || cells_have(&e.dead, cell);
        assert_int_equal(filled, reason.kind >= MP_DEAD && reason.kind <= MP_MUTUAL);
        if (reason.kind == MP_INFERIOR_NONE) continue;
        reasons++;
        assert_true(*reason.text && mp_inferior_name(reason.kind));
        assert_false(cells_have(&e.moves, cell));
    }
    assert_true(reasons > 10);
    mp_connection connection = MP_INIT(mp_connection);
    assert_false(mp_explanation_connection(explanation, MP_WHITE, true, 0, &connection));
    for (int i = 0; mp_explanation_connection(explanation, MP_WHITE, false, i, &connection); i++)
        assert_true(cells_have(&connection.carrier, connection.key));
    assert_non_null(mp_explanation_strategy(explanation, MP_WHITE));
    assert_null(mp_inferior_name(MP_INFERIOR_NONE));
    mp_explanation_free(explanation);
    mp_game_free(game);
    mp_error error;
    game = game_of(2, 2, "a1 b1 a2");
    assert_null(mp_explanation_new(engine, game, &error));
    assert_int_equal(error.code, MP_INPUT);
    mp_game_free(game);
}

// --- Reviews

static void count_done(void *context, int done, int total) {
    int *last = context;
    assert_true(done <= total);
    *last = done;
}

static void test_review(void **state) {
    (void)state;
    int last = 0;
    mp_review_settings settings = MP_INIT(mp_review_settings);
    mp_review_summary summary = MP_INIT(mp_review_summary);
    mp_review_turn turn = MP_INIT(mp_review_turn);
    settings.player = "mcts";
    settings.position.size = sizeof settings.position;
    settings.position.nodes = 50;
    mp_game *game = game_of(5, 5, "c3 a1 c2 a2 e5 c4 b4 c5 d4 d5 e4");
    mp_review *review = mp_review_new(engine, game, &settings, NULL, count_done, &last, NULL);
    assert_non_null(review);
    mp_review_read(review, &summary);
    assert_true(summary.complete);
    assert_int_equal(summary.moves, 11);
    assert_int_equal(last, 24);
    for (int i = 0; i <= summary.moves; i++) {
        assert_true(mp_review_turn_read(review, i, &turn));
        assert_true(turn.judged);
        if (turn.winner != MP_EMPTY) assert_true(turn.value == (turn.winner == turn.mover));
        if (turn.line.count) assert_int_equal(turn.line.move[0], turn.best);
    }
    assert_false(mp_review_turn_read(review, 12, &turn));
    mp_review_note note = MP_INIT(mp_review_note);
    for (int i = 0; i < summary.notes; i++) {
        assert_true(mp_review_note_read(review, i, &note));
        assert_true(note.move >= 0 && note.move < summary.moves && mp_figure_name(note.figure));
    }
    assert_false(mp_review_note_read(review, summary.notes, &note));
    mp_record *record = mp_record_new(game, NULL, NULL, NULL, NULL);
    assert_true(mp_review_annotate(review, record, NULL));
    char *comment = mp_record_text(record, 0, "C");
    assert_non_null(strstr(comment, "Review by Mustplay."));
    mp_free(comment);
    mp_record_free(record);
    mp_review_free(review);
    mp_cancel *cancel = mp_cancel_new();
    mp_limits limits = MP_INIT(mp_limits);
    mp_cancel_raise(cancel);
    limits.cancel = cancel;
    review = mp_review_new(engine, game, &settings, &limits, NULL, NULL, NULL);
    assert_non_null(review);
    mp_review_read(review, &summary);
    assert_false(summary.complete);
    mp_review_free(review);
    settings.player = "nobody";
    mp_error error;
    assert_null(mp_review_new(engine, game, &settings, NULL, NULL, NULL, &error));
    assert_int_equal(error.code, MP_INPUT);
    mp_cancel_free(cancel);
    mp_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_methods_agree),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_store),
        cmocka_unit_test(test_elsewhere),
        cmocka_unit_test(test_proof),
        cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_explanations_hold),
        cmocka_unit_test(test_explanation),
        cmocka_unit_test(test_review),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
