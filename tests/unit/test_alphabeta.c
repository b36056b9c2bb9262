// Alpha-beta: what it proves is true, its winning moves win, knowledge pays, limits are kept. The end of a
// game: wins are taken home, losses resisted.
#include "base/clock.h"
#include "game_read.h"
#include "play/catalog.h"
#include "play/endgame.h"
#include "play/evaluation.h"
#include "play/evaluation_types.h"
#include "player_checks.h"
#include "search/alphabeta.h"
#include "solve/solver.h"
#include "test_support.h"
#include "truth.h"

#include <math.h>

#define POSITIONS SOURCE_DIR "/tests/truth/positions.txt"

static Color winner_of(const Position *p) {
    Answer result;
    Color winner = position_winner(p);
    if (winner != EMPTY) return winner;
    assert_true(solve_position(&SOLVE_AUTO, p, &(Budget){.memory = 16 << 20}, NULL, &result, NULL));
    return result.winner;
}

static Position position_after(const Position *p, Move move) {
    Position after = *p;
    assert_true(move >= 0 && position_at(p, move) == EMPTY);
    cellset_add(&after.stones[p->to_move], move);
    after.to_move = color_other(p->to_move);
    return after;
}

static double lead(void *context, const Board *board, const Vc *vc, Color color) {
    return evaluation_lead_connected(context, board, vc, color);
}

typedef struct Check {
    Evaluation *evaluation;
    Endgame endgame;
    bool plain;
    int seen, proved, known;
} Check;

static void truth_check(void *context, const KnownTruth *truth) {
    Check *check = context;
    const Position *p = &truth->position;
    if (check->seen++ % (5 * TEST_THINNING) || position_winner(p) != EMPTY) return;
    AlphaBetaOptions options = {.lead = lead,
                                .context = check->evaluation,
                                .width = 8,
                                .plain = check->plain,
                                .connected = evaluation_connects(check->evaluation),
                                .memory = 1 << 20};
    AlphaBeta *search = alphabeta_new(p->geometry, &options, NULL);
    AlphaBetaOutcome outcome;
    alphabeta_search(search, p, 4, &(Budget){0}, &outcome);
    alphabeta_free(search);
    Position after = position_after(p, outcome.move);
    assert_int_equal(outcome.line[0], outcome.move);
    assert_true(outcome.winner == EMPTY ? isfinite(outcome.lead) : isinf(outcome.lead));
    if (outcome.winner == EMPTY) return;
    check->proved++;
    assert_int_equal(outcome.winner, truth->winner);
    if (outcome.winner == p->to_move) assert_int_equal(winner_of(&after), p->to_move);
}

static void test_proofs_are_true(void **state) {
    (void)state;
    for (int way = 0; way < 3; way++) {
        Check check = {.evaluation = evaluation_new(way == 2 ? &EVALUATION_CONNECTIONS : &EVALUATION_CELLS,
                                                    NULL, NULL, NULL),
                       .plain = way == 1};
        assert_int_equal(truth_each(POSITIONS, truth_check, &check), 4000);
        assert_true(check.proved > 150 / TEST_THINNING);
        evaluation_free(check.evaluation);
    }
}

static void endgame_check(void *context, const KnownTruth *truth) {
    Check *check = context;
    const Position *p = &truth->position;
    Choice choice = {.move = MOVE_NONE};
    if (check->seen++ % (3 * TEST_THINNING) || position_winner(p) != EMPTY) return;
    if (!endgame_choose(&check->endgame, p, &(MoveTerms){0}, &choice)) return;
    check->known++;
    bool won = truth->winner == p->to_move;
    assert_true(choice.value == (won ? 1 : 0));
    Position after = position_after(p, choice.move);
    assert_int_equal(winner_of(&after), truth->winner);
}

static void test_endgame_keeps_the_win(void **state) {
    (void)state;
    Check check = {0};
    assert_int_equal(truth_each(POSITIONS, endgame_check, &check), 4000);
    assert_true(check.known > 300 / TEST_THINNING);
    endgame_free(&check.endgame);
}

static void test_endgame_moves(void **state) {
    (void)state;
    Endgame endgame = {0};
    Choice choice;
    MoveTerms may_resign = {.may_resign = true};
    // Black's column of bridges is won without a move of its own: each step brings it nearer, and it is soon
    // home.
    Game game = game_read(7, "d4 a1 e2 g7 c6 a2");
    int moves = 0;
    while (game_winner(&game) == EMPTY) {
        assert_true(endgame_choose(&endgame, &game.now, &may_resign, &choice));
        assert_true(choice.value == 1);
        assert_true(game_play(&game, BLACK, choice.move, NULL));
        moves++;
        CellSet vacant = position_vacant(&game.now);
        if (game_winner(&game) == EMPTY) assert_true(game_play(&game, WHITE, cellset_first(vacant), NULL));
    }
    assert_true(moves <= 5);
    // White, who has lost, resigns if it may and plays on otherwise.
    game = game_read(7, "d4 a1 e2 g7 c6");
    assert_true(endgame_choose(&endgame, &game.now, &may_resign, &choice));
    assert_int_equal(choice.move, MOVE_RESIGN);
    assert_true(endgame_choose(&endgame, &game.now, &(MoveTerms){0}, &choice));
    assert_true(choice.value == 0 && position_at(&game.now, choice.move) == EMPTY);
    game = game_read(7, "d4 c5");
    assert_false(endgame_choose(&endgame, &game.now, &may_resign, &choice) && choice.value == 0);
    endgame_free(&endgame);
}

static Color play_game(Player *black, Player *white, int opening, const MoveTerms *terms) {
    Game game;
    game_init(&game, geometry_get(6, 6));
    assert_true(game_play(&game, BLACK, opening, NULL));
    while (game_winner(&game) == EMPTY) {
        Choice choice;
        Error error;
        Player *player = game.now.to_move == BLACK ? black : white;
        if (!player_choose(player, &game, terms, &choice, &error)) fail_msg("%s", error.text);
        assert_true(game_play(&game, game.now.to_move, choice.move, NULL));
    }
    return game_winner(&game);
}

static void test_player_is_strong(void **state) {
    (void)state;
    MoveTerms terms = {.budget.nodes = 60};
    Player *strong = player_new(&CATALOG, "alphabeta", 1, NULL),
           *weak = player_new(&CATALOG, "resistance", 2, NULL);
    int wins = 0;
    for (int cell = 0; cell < 12; cell++) {
        wins += play_game(strong, weak, cell * 3, &terms) == BLACK;
        wins += play_game(weak, strong, cell * 3, &terms) == WHITE;
    }
    assert_true(wins >= 14);
    player_free(strong);
    player_free(weak);
}

static void test_every_evaluation_plays(void **state) {
    (void)state;
    evaluations_check_play(&CATALOG, CATALOG.evaluations);
}

static bool cancelled(void *context) {
    return --*(int *)context < 0;
}

static void test_limits(void **state) {
    (void)state;
    Player *player = player_new(&CATALOG, "alphabeta", 0, NULL);
    Game game = game_read(11, "f6 d4");
    Choice choice;
    double start = clock_thread_cpu(); // not the wall clock: the machine may be busy
    assert_true(player_choose(player, &game, &(MoveTerms){.budget.seconds = 0.05}, &choice, NULL));
    assert_true(clock_thread_cpu() - start < 2); // sanitizers are slow
    player_reset(player);
    int left = 3;
    Observer observer = {.context = &left, .cancelled = cancelled};
    assert_true(player_choose(player, &game, &(MoveTerms){.budget.observer = &observer}, &choice, NULL));
    assert_true(choice.visits < 10);
    // The same specification and seed, the same move.
    Move moves[2];
    for (int i = 0; i < 2; i++) {
        player_reset(player);
        assert_true(player_choose(player, &game, &(MoveTerms){.budget.nodes = 100}, &choice, NULL));
        moves[i] = choice.move;
    }
    assert_int_equal(moves[0], moves[1]);
    player_free(player);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proofs_are_true),        cmocka_unit_test(test_endgame_keeps_the_win),
        cmocka_unit_test(test_endgame_moves),          cmocka_unit_test(test_player_is_strong),
        cmocka_unit_test(test_every_evaluation_plays), cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
