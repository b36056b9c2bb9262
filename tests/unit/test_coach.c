// What the coach says: figures are on the board, and everything called proved is true by brute force.
#include "base/random.h"
#include "game/random_position.h"
#include "game_read.h"
#include "knowledge/knowledge.h"
#include "solve/solver.h"
#include "study/coach.h"
#include "test_support.h"

#include <stdlib.h>
#include <string.h>

static const ReviewOptions QUICK = {.player = "alphabeta:nodes=30", .solver_seconds = 60};

static int cell(const Geometry *g, const char *name) {
    return cell_parse(g, name, (int)strlen(name));
}

static Position position_of(int size, const char *black, const char *white) {
    const Geometry *g = geometry_get(size, size);
    Position position = position_empty(g);
    position.stones[BLACK] = cellset_named(g, black);
    position.stones[WHITE] = cellset_named(g, white);
    return position;
}

static void test_bridges_and_templates(void **state) {
    (void)state;
    Position p = position_of(9, "d7 e5 a1", "a9");
    const Geometry *g = p.geometry;
    Figure figure;
    assert_true(figure_through(&p, BLACK, cell(g, "d6"), &figure));
    assert_true(figure.row == 0 && cellset_equal(figure.carrier, cellset_named(g, "d6 e6")));
    assert_string_equal(figure_name(&figure), "a bridge");
    assert_true(figure_through(&p, BLACK, cell(g, "c9"), &figure));
    assert_true(figure.row == 3 && figure.end == EDGE_BOTTOM && figure.stone == cell(g, "d7"));
    assert_true(cellset_count(figure.carrier) == 8);
    assert_true(figure_template(&p, BLACK, cell(g, "g8"), &figure) && figure.row == 2);
    assert_true(figure_bridge(&p, BLACK, cell(g, "f3"), &figure) && figure.end == cell(g, "e5"));
    assert_false(figure_bridge(&p, BLACK, cell(g, "h2"), &figure));
    assert_false(figure_through(&p, WHITE, cell(g, "h2"), &figure)); // a9 is far away
    p.stones[WHITE] = cellset_named(g, "a9 e6");                     // the bridge is cut
    assert_false(figure_through(&p, BLACK, cell(g, "d6"), &figure) && figure.row == 0);
}

static void test_ladders(void **state) {
    (void)state;
    Game game;
    Error error;
    Ladder ladder;
    Move moves[16];
    game_init(&game, geometry_get(9, 9));
    assert_true(game_play_list(&game, "a1 c9 d8 d9 e8 e9 f8 f9 g8 a3", &error));
    for (int i = 0; i < game.count; i++) moves[i] = game.played[i].move;
    const Geometry *g = game.now.geometry;
    // White's first stone on the edge begins it, Black follows on the second row to the right.
    assert_true(ladder_find(g, moves, game.count, BLACK, &ladder));
    assert_true(ladder.color == BLACK && ladder.edge == EDGE_BOTTOM && ladder.row == 2);
    assert_true(ladder.from == cell(g, "d8") && ladder.to == cell(g, "g8"));
    assert_int_equal(cellset_count(ladder.cells), 8);
    assert_false(ladder_find(g, moves, 5, BLACK, &ladder)); // too short
    assert_false(
        ladder_find(g, moves, game.count, WHITE, &ladder)); // Black's edge, stones of the wrong colour
}

static Coach *coach_of(const Game *game, Review *review) {
    Error error;
    if (!review_game(game, &QUICK, NULL, NULL, NULL, review, &error)) fail_msg("%s", error.text);
    Coach *coach = coach_review(review, NULL, &error);
    if (!coach) fail_msg("%s", error.text);
    return coach;
}

static Color truth(const Position *position) {
    Answer answer;
    if (position_winner(position) != EMPTY) return position_winner(position);
    assert_true(solve_position(&SOLVE_BRUTE, position, &(Budget){0}, NULL, &answer, NULL));
    return answer.winner;
}

static void test_a_bridge_left_alone(void **state) {
    (void)state;
    // Black's b3 and c1 are a bridge; White intrudes at b2, Black plays elsewhere instead of c2.
    Game game = game_read(5, "b3 e1 c1 b2 e5 c2");
    Review review;
    Coach *coach = coach_of(&game, &review);
    const Geometry *g = game.now.geometry;
    bool found = false;
    for (int i = 0; i < coach->notes; i++) {
        const CoachNote *note = &coach->note[i];
        if (note->turn != 4) continue;
        found = true;
        assert_int_equal(note->kind, COACH_INTRUSION);
        assert_true(cellset_equal(note->figure.carrier, cellset_named(g, "b2 c2")));
    }
    assert_true(found);
    assert_int_equal(coach->decisive, 4);
    assert_true(coach->proved && coach->settled);
    assert_true(coach->lessons >= 1 && coach->lesson[0].moves >= 1);
    free(coach);
    review_free(&review);
}

static void note_check(const Review *review, const CoachNote *note) {
    const ReviewTurn *turn = &review->turn[note->turn];
    Color loser = turn->mover, winner = color_other(loser);
    assert_true(turn->mark != REVIEW_GOOD);
    if (note->kind == COACH_MUSTPLAY) { // every cell outside loses
        CellSet outside = cellset_minus(position_vacant(&turn->position), note->mustplay);
        assert_true(cellset_has(outside, turn->played));
        assert_in_range(cellset_count(note->mustplay), 1, COACH_STOPPING_MOST);
        for (int c; (c = cellset_pop(&outside)) >= 0;) {
            Position after = position_played(&turn->position, c);
            assert_int_equal(truth(&after), winner);
        }
    }
    if (!note->refuted) return;
    Position position = turn[1].position;
    for (int i = 0; i < note->line_length; i++) {
        assert_int_equal(truth(&position), winner);
        position = position_played(&position, note->line[i]);
    }
    // With everything outside the cells that it needs given to the loser, the winner still wins.
    position.stones[loser] =
        cellset_or(position.stones[loser], cellset_minus(position_vacant(&position), note->needs));
    assert_int_equal(truth(&position), winner);
}

static void test_everything_proved_is_true(void **state) {
    (void)state;
    Random random = random_seeded(20);
    int refuted = 0, kinds[COACH_KINDS] = {0};
    for (int games = 0; games < 30; games++) {
        Game game;
        game_init(&game, geometry_get(4, 4));
        while (game_winner(&game) == EMPTY) {
            CellSet vacant = position_vacant(&game.now);
            int skip = (int)random_below(&random, (uint32_t)cellset_count(vacant)),
                move = cellset_pop(&vacant);
            while (skip--) move = cellset_pop(&vacant);
            assert_true(game_play(&game, game.now.to_move, move, NULL));
        }
        Review review;
        Coach *coach = coach_of(&game, &review);
        for (int i = 0; i < coach->notes; i++) {
            note_check(&review, &coach->note[i]);
            refuted += coach->note[i].refuted;
            kinds[coach->note[i].kind]++;
        }
        assert_true(coach->decisive < 0 || coach->settled); // 4x4 is proved throughout
        free(coach);
        review_free(&review);
    }
    assert_true(refuted > 20 && kinds[COACH_MUSTPLAY] > 5 && kinds[COACH_INTRUSION] > 5);
}

// Where one move is enough for connections alone to show the win, and the search has not left it out, the refutation has
// one move.
static int short_check(const Review *review, const CoachNote *note, Knower *knower, Knowledge *k) {
    const Position *start = &review->turn[note->turn + 1].position;
    if (!note->refuted || !note->line_length) return 0;
    knower_study(knower, start, true, k);
    if (k->winner != EMPTY) {
        assert_true(k->winner == start->to_move);
        return 0;
    }
    CellSet moves = k->moves;
    for (int c; (c = cellset_pop(&moves)) >= 0;) {
        Position after = position_played(start, c);
        if (position_winner(&after) == EMPTY) knower_study(knower, &after, true, k);
        bool decided = position_winner(&after) == start->to_move || k->winner == start->to_move;
        if (decided && note->line_length != 1) fail_msg("%d moves, but one is enough", note->line_length);
        if (decided) return 1;
    }
    return 0;
}

static void test_refutations_are_short(void **state) {
    (void)state;
    Random random = random_seeded(5);
    Error error;
    Knower *knower = knower_new(geometry_get(6, 6), &(KnowledgeOptions){.templates = true}, &error);
    Knowledge *knowledge = malloc(sizeof *knowledge);
    int refuted = 0, one = 0, moves = 0;
    assert_true(knower && knowledge);
    for (int games = 0; games < 24 / TEST_THINNING; games++) {
        Game game;
        game_init(&game, geometry_get(6, 6));
        while (game_winner(&game) == EMPTY)
            assert_true(
                game_play(&game, game.now.to_move, cellset_pick(position_vacant(&game.now), &random), NULL));
        Review review;
        Coach *coach = coach_of(&game, &review);
        for (int i = 0; i < coach->notes; i++) {
            one += short_check(&review, &coach->note[i], knower, knowledge);
            refuted += coach->note[i].refuted;
            moves += coach->note[i].refuted ? coach->note[i].line_length : 0;
        }
        free(coach);
        review_free(&review);
    }
    print_message("# %d refutations of %d moves in all, %d of one move that takes a look\n", refuted, moves,
                  one);
    assert_true(refuted > 40 / TEST_THINNING);
    free(knowledge);
    knower_free(knower);
}

static void test_nothing_to_say(void **state) {
    (void)state;
    Game game = game_read(3, "b2");
    Review review;
    Coach *coach = coach_of(&game, &review);
    assert_true(coach->decisive == -1 && coach->notes == 0 && coach->lessons == 0);
    free(coach);
    review_free(&review);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bridges_and_templates), cmocka_unit_test(test_ladders),
        cmocka_unit_test(test_a_bridge_left_alone),   cmocka_unit_test(test_everything_proved_is_true),
        cmocka_unit_test(test_refutations_are_short), cmocka_unit_test(test_nothing_to_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
