// The strategy for ceil((N+1)/6) stones ahead. Its parts are tested by trying everything. The whole is tested against
// every play of the opponent's on small boards, by the solver, and in games.
#include "lab/lab_catalog.h"
#include "test_support.h"

#include "lab/players/handicap_strategy.h"
#include "play/player.h"
#include "solve/solver.h"

#include <stdlib.h>
#include <string.h>

static void fail_at(const Position *p, const char *what) {
    Text text = {0};
    position_write(p, &text);
    fail_msg("%s, %s to move:\n%s", what, color_name(p->to_move), text_string(&text));
}

// The bounds are exact: one column more cannot be kept.
static void test_segments(void **state) {
    (void)state;
    for (int columns = 1; columns <= HANDICAP_GAP_MAX; columns++) {
        HandicapSegment *gap = handicap_segment_new(false, columns);
        assert_true(handicap_segment_safe(gap));
        handicap_segment_free(gap);
    }
    for (int columns = 0; columns <= HANDICAP_LEFT_MAX; columns++) {
        HandicapSegment *left = handicap_segment_new(true, columns);
        assert_true(handicap_segment_safe(left));
        handicap_segment_free(left);
    }
    HandicapSegment *left = handicap_segment_new(true, HANDICAP_LEFT_MAX + 1);
    assert_false(handicap_segment_safe(left));
    handicap_segment_free(left);
    HandicapSegment *gap = handicap_segment_new(false, HANDICAP_GAP_MAX + 1);
    assert_false(handicap_segment_safe(gap));
    handicap_segment_free(gap);
    assert_null(handicap_segment_new(false, HANDICAP_GAP_MAX + 2));
}

static void test_stones(void **state) {
    (void)state;
    for (int n = 1; n <= BOARD_MAX; n++) {
        assert_int_equal(handicap_count(n), (n + 1 + 5) / 6); // ceil((n+1)/6)
        for (int view = 0; view < HANDICAP_VIEWS; view++)
            assert_int_equal(cellset_count(handicap_stones(geometry_get(n, n), view)), handicap_count(n));
    }
    assert_true(cellset_is_empty(handicap_stones(geometry_get(4, 5), 0)));
    const Geometry *g = geometry_get(11, 11);
    CellSet black = handicap_stones(g, 0), white = handicap_stones(g, 2);
    assert_true(cellset_has(black, cell_parse(g, "d2", 2)) && cellset_has(black, cell_parse(g, "j2", 2)));
    assert_true(cellset_has(white, cell_parse(g, "b4", 2)) && cellset_has(white, cell_parse(g, "b10", 3)));
}

static Position position_ahead(const Geometry *g, int view) {
    Position p = position_empty(g);
    p.to_move = view < 2 ? WHITE : BLACK;
    p.stones[color_other(p.to_move)] = handicap_stones(g, view);
    return p;
}

// The answers that lab/docs/NEIGHBOURS.md names hold.
static void test_answers(void **state) {
    (void)state;
    static const char ANSWERS[] =
        "a1 b2, b1 b2, c1 b2, a2 b2, c2 b2, d1 e1, e1 d1, e2 f2, f1 f2, g1 f2, h1 h2, i1 h2, i2 h2, "
        "j1 k1, k1 j1, a2 k11, b2 k10, f2 k6, g2 k5, h2 k4";
    const Geometry *g = geometry_get(11, 11);
    Handicap *handicap = handicap_new(g);
    for (const char *p = ANSWERS; *p; p += strcspn(p, ",") + (strchr(p, ',') ? 2 : 0)) {
        Position position = position_ahead(g, 0);
        position = position_played(&position, cell_parse(g, p, 2));
        position = position_played(&position, cell_parse(g, p + 3, (int)strcspn(p + 3, ",")));
        if (!handicap_holds(handicap, &position, 0)) fail_at(&position, "the answer");
    }
    handicap_free(handicap);
}

// Every play of the opponent's against the answers; positions that were met before are kept in a table.
typedef struct Walk {
    Handicap *handicap;
    int view;
    uint64_t *met;
    size_t mask, count;
} Walk;

static bool walk_met(Walk *walk, const Position *p) {
    uint64_t key = position_hash(p).low | 1;
    size_t place = key & walk->mask;
    while (walk->met[place] && walk->met[place] != key) place = (place + 1) & walk->mask;
    if (walk->met[place]) return true;
    walk->met[place] = key;
    walk->count++;
    assert_true(walk->count < walk->mask);
    return false;
}

static void walk_all(Walk *walk, const Position *p) {
    if (walk_met(walk, p)) return;
    if (!handicap_holds(walk->handicap, p, walk->view)) fail_at(p, "it does not hold");
    CellSet vacant = position_vacant(p);
    Color winner = color_other(p->to_move);
    for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
        Position next = position_played(p, cell);
        if (position_winner(&next) == p->to_move) fail_at(&next, "lost");
        if (cellset_is_empty(position_vacant(&next))) continue;
        int answer = handicap_answer(walk->handicap, &next, walk->view, CELL_NONE);
        if (answer == CELL_NONE) fail_at(&next, "no answer");
        next = position_played(&next, answer);
        if (position_winner(&next) != winner) walk_all(walk, &next);
    }
    if (cellset_is_empty(position_vacant(p)) && position_winner(p) != winner)
        fail_at(p, "a full board is lost");
}

static void walk_board(int n, int view, int bits) {
    const Geometry *g = geometry_get(n, n);
    Walk walk = {.handicap = handicap_new(g), .view = view, .mask = ((size_t)1 << bits) - 1};
    walk.met = calloc(walk.mask + 1, sizeof *walk.met);
    Position p = position_ahead(g, view);
    walk_all(&walk, &p);
    free(walk.met);
    handicap_free(walk.handicap);
}

static void test_every_play(void **state) {
    (void)state;
    for (int n = 2; n <= 4; n++) {
        for (int view = 0; view < HANDICAP_VIEWS; view++) walk_board(n, view, 16);
    }
    if (soundness() > 1) walk_board(5, 0, 24);
}

static void test_by_the_solver(void **state) {
    (void)state;
    for (int n = 2; n <= (soundness() > 1 ? 8 : 6); n++) {
        Position p = position_ahead(geometry_get(n, n), 0);
        Answer answer;
        Error error;
        Budget free_budget = {0};
        assert_true(solve_position(&SOLVE_AUTO, &p, &free_budget, NULL, &answer, &error));
        assert_int_equal(answer.winner, BLACK);
    }
}

static void game_win(int n, int view, Player *weaker, Player *player) {
    Game game;
    Position p = position_ahead(geometry_get(n, n), view);
    game_init_position(&game, &p);
    Color winner = color_other(p.to_move);
    while (game_winner(&game) == EMPTY) {
        Choice choice;
        Error error;
        Player *mover = game.now.to_move == winner ? player : weaker;
        if (!player_choose(mover, &game, NULL, &choice, &error)) fail_msg("%s", error.text);
        if (mover == player) assert_true(choice.value == 1);
        if (!game_play(&game, game.now.to_move, choice.move, &error)) fail_msg("%s", error.text);
    }
    if (game_winner(&game) != winner) fail_at(&game.now, "a lost game");
}

// Whole games by the player, for both colours from both sides.
static void test_games(void **state) {
    (void)state;
    Error error;
    Player *player = player_new(&LAB_CATALOG, "handicap", 1, &error);
    Player *chance = player_new(&LAB_CATALOG, "random", 2, &error),
           *near = player_new(&LAB_CATALOG, "distance", 3, &error);
    for (int n = 2; n <= 9; n++) {
        for (int view = 0; view < HANDICAP_VIEWS; view++) game_win(n, view, chance, player);
    }
    game_win(BOARD_MAX, 3, chance, player);
    for (int n = 5; n <= 11; n += 3) game_win(n, n % HANDICAP_VIEWS, near, player);
    player_free(player);
    player_free(chance);
    player_free(near);
}

// The opponent plays on the two rows first, where the answers are not the pairing's.
static void test_border(void **state) {
    (void)state;
    Random random = random_seeded(4);
    for (int round = 0; round < 600; round++) {
        int n = 5 + round % 15;
        const Geometry *g = geometry_get(n, n);
        Handicap *handicap = handicap_new(g);
        Position p = position_ahead(g, 0);
        while (position_winner(&p) == EMPTY) {
            CellSet vacant = position_vacant(&p), border = cellset_and(vacant, cellset_first_n(2 * n));
            CellSet from = random_below(&random, 8) && !cellset_is_empty(border) ? border : vacant;
            for (uint32_t skip = random_below(&random, (uint32_t)cellset_count(from)); skip; skip--)
                cellset_pop(&from);
            p = position_played(&p, cellset_first(from));
            if (position_winner(&p) == WHITE) fail_at(&p, "lost");
            int answer = handicap_answer(handicap, &p, 0, CELL_NONE);
            if (answer == CELL_NONE) fail_at(&p, "no answer");
            p = position_played(&p, answer);
        }
        handicap_free(handicap);
    }
}

// Against the strongest player: with a moment per move, since no time would help it.
static void test_strongest(void **state) {
    (void)state;
    Error error;
    Player *player = player_new(&LAB_CATALOG, "handicap", 1, &error);
    Player *strongest = player_new(&LAB_CATALOG, "net:playouts=8", 2, &error);
    if (!strongest) strongest = player_new(&LAB_CATALOG, "mcts:playouts=200", 2, &error); // without a net
    game_win(11, 0, strongest, player);
    game_win(9, 2, strongest, player);
    player_free(player);
    player_free(strongest);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_segments), cmocka_unit_test(test_stones),
        cmocka_unit_test(test_answers),  cmocka_unit_test(test_every_play),
        cmocka_unit_test(test_border),   cmocka_unit_test(test_by_the_solver),
        cmocka_unit_test(test_games),    cmocka_unit_test(test_strongest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
