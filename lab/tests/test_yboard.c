// The game of Y: the board, the winner, both reductions, the solver against the referee, Hex inside Y, players,
// game records.
#include "test_support.h"

#include "game/random_position.h"
#include "lab/y/hex_in_y.h"
#include "lab/y/reduction.h"
#include "lab/y/yplayer.h"
#include "lab/y/ysgf.h"
#include "lab/y/ysolve.h"
#include "solve/brute.h"

#include <math.h>
#include <string.h>

static void fail_at(const YPosition *p, const char *what) {
    Text text = {0};
    yposition_write(p, NULL, NULL, &text);
    fail_msg("%s, %s to move:\n%s", what, color_name(p->to_move), text_string(&text));
}

// Stones by chance on a share of the cells.
static YPosition position_random(int size, double share, Random *random) {
    YPosition p = yposition_empty(triangle_get(size));
    for (int cell = 0; cell < p.board->cells; cell++) {
        if (random_unit(random) < share) cellset_add(&p.stones[random_below(random, 2)], cell);
    }
    p.to_move = (Color)random_below(random, 2);
    return p;
}

static void test_board(void **state) {
    (void)state;
    assert_null(triangle_get(0));
    assert_null(triangle_get(TRIANGLE_MAX + 1));
    for (int size = 1; size <= TRIANGLE_MAX; size++) {
        const Triangle *t = triangle_get(size);
        char name[CELL_NAME_MAX];
        assert_int_equal(t->cells, size * (size + 1) / 2);
        for (int side = 0; side < 3; side++) assert_int_equal(cellset_count(t->side[side]), size);
        for (int cell = 0; cell < t->cells; cell++) {
            triangle_cell_name(t, cell, name);
            assert_int_equal(triangle_cell_parse(t, name, (int)strlen(name)), cell);
            for (int i = 0; i < t->neighbour_count[cell]; i++)
                assert_true(cellset_has(t->around[t->neighbour[cell][i]], cell));
            for (int k = 0; k < TRIANGLE_SYMMETRIES; k++) { // neighbours stay neighbours
                for (int i = 0; i < t->neighbour_count[cell]; i++)
                    assert_true(
                        cellset_has(t->around[t->image[k][cell]], t->image[k][t->neighbour[cell][i]]));
            }
        }
    }
    const Triangle *t = triangle_get(5);
    assert_int_equal(triangle_cell_parse(t, "b1", 2), CELL_NONE);
    assert_int_equal(triangle_cell_parse(t, "a6", 2), CELL_NONE);
    assert_int_equal(triangle_cell_parse(t, "a0", 2), CELL_NONE);
    assert_int_equal(triangle_cell_parse(t, "C4", 2), triangle_at(2, 3));
    int size;
    Error error;
    assert_false(triangle_size_parse("5x5", &size, &error));
    assert_false(triangle_size_parse("21", &size, &error));
}

// The seed's proof that there is no draw, executed. On full boards exactly one colour has a chain, and both
// reductions name it, at every step.
static void test_reductions(void **state) {
    (void)state;
    Random random = random_seeded(17);
    for (int i = 0; i < 4000; i++) {
        int size = 1 + i % TRIANGLE_MAX;
        YPosition p = yposition_empty(triangle_get(size));
        yposition_fill(&p, &random);
        Color winner = yposition_winner(&p);
        if (winner == EMPTY || !cellset_is_empty(yposition_winning_chain(&p, color_other(winner))))
            fail_at(&p, "not one winner");
        YRows rows;
        assert_true(yrows_of(&p, &rows, NULL));
        if (size <= 9 && yrows_macro_winner(&rows) != winner) fail_at(&p, "macro reduction");
        if (size > 1) { // at least two of the three boards without a side
            int won = 0;
            for (int side = 0; side < 3; side++) {
                YRows part = yrows_without(&rows, side);
                YPosition smaller = yposition_of_rows(&part);
                won += yposition_winner(&smaller) == winner;
            }
            if (won < 2) fail_at(&p, "the boards without a side");
        }
        if (yrows_micro_winner(rows) != winner) fail_at(&p, "micro reduction");
        while (rows.size > 1) {
            yrows_reduce(&rows);
            YPosition smaller = yposition_of_rows(&rows);
            if (yposition_winner(&smaller) != winner) fail_at(&smaller, "a step of micro reduction");
        }
    }
}

static void test_not_full(void **state) {
    (void)state;
    YPosition p = yposition_empty(triangle_get(2));
    YRows rows;
    Error error;
    cellset_add(&p.stones[BLACK], 0);
    assert_false(yrows_of(&p, &rows, &error));
    assert_non_null(strstr(error.text, "a2 is empty"));
}

static void test_winning_cells(void **state) {
    (void)state;
    Random random = random_seeded(5);
    for (int i = 0; i < 2000; i++) {
        YPosition p = position_random(1 + i % 8, random_unit(&random), &random);
        if (yposition_winner(&p) != EMPTY) continue;
        CellSet vacant = yposition_vacant(&p), wins = yposition_winning_cells(&p, p.to_move);
        for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
            YPosition next = yposition_played(&p, cell);
            if ((yposition_winner(&next) != EMPTY) != cellset_has(wins, cell)) fail_at(&p, "winning cells");
        }
    }
}

// What an answer says holds: the winner by the referee, the move, and the carrier with all else the loser's.
static void answer_check(const YPosition *p, const Answer *answer) {
    Answer truth;
    Budget free = {0};
    Error error;
    if (!ybrute(p, &free, &truth, &error)) fail_msg("%s", error.text);
    if (truth.winner != answer->winner) fail_at(p, "the winner");
    bool over = yposition_winner(p) != EMPTY;
    if ((answer->move != MOVE_NONE) != (!over && answer->winner == p->to_move)) fail_at(p, "a move or none");
    YPosition rest = *p;
    CellSet outside = cellset_minus(yposition_vacant(p), answer->carrier);
    Color loser = color_other(answer->winner);
    rest.stones[loser] = cellset_or(rest.stones[loser], outside);
    if (answer->move != MOVE_NONE) {
        assert_true(cellset_has(answer->carrier, answer->move));
        rest = yposition_played(&rest, answer->move);
    }
    if (!ybrute(&rest, &free, &truth, &error)) fail_msg("%s", error.text);
    if (truth.winner != answer->winner) fail_at(p, "the carrier");
}

static void solve_check(const YPosition *p) {
    Answer answer;
    Budget free = {0};
    Error error;
    if (!ysolve(p, &free, &answer, &error)) fail_msg("%s", error.text);
    answer_check(p, &answer);
}

// Every position of size 3, both sides to move.
static void test_solver_all(void **state) {
    (void)state;
    const Triangle *t = triangle_get(3);
    for (int code = 0; code < 729; code++) {
        YPosition p = yposition_empty(t);
        for (int cell = 0, rest = code; cell < t->cells; cell++, rest /= 3) {
            if (rest % 3) cellset_add(&p.stones[rest % 3 - 1], cell);
        }
        for (p.to_move = BLACK; p.to_move <= WHITE; p.to_move++) solve_check(&p);
    }
}

static void test_solver_random(void **state) {
    (void)state;
    Random random = random_seeded(11);
    for (int i = 0; i < 3000; i++) {
        YPosition p = position_random(4 + i % 5, 0.3 + 0.5 * random_unit(&random), &random);
        if (cellset_count(yposition_vacant(&p)) > 12) continue;
        solve_check(&p);
    }
}

static void test_openings(void **state) {
    (void)state;
    static const int WINNING[] = {0, 1, 3, 3, 7, 3};
    for (int size = 1; size <= 5; size++) {
        YPosition p = yposition_empty(triangle_get(size));
        YTruth by_search, by_force;
        Budget free = {0};
        Error error;
        assert_true(ysolve_moves(&p, ysolve, &free, &by_search, &error));
        assert_true(ysolve_moves(&p, ybrute, &free, &by_force, &error));
        assert_true(cellset_equal(by_search.winning, by_force.winning));
        assert_true(cellset_equal(by_search.losing, by_force.losing));
        assert_int_equal(cellset_count(by_search.winning), WINNING[size]);
        assert_int_equal(by_search.root.winner, BLACK);
    }
}

static void test_solver_limits(void **state) {
    (void)state;
    YPosition p = yposition_empty(triangle_get(11));
    Answer answer;
    Budget few = {.nodes = 10};
    Error error;
    assert_false(ysolve(&p, &few, &answer, &error));
    assert_true(error.bad_input);
    assert_false(ybrute(&p, &few, &answer, &error));
    p.board = triangle_get(8);
    assert_true(ysolve(&p, &few, &answer, &error));
    assert_int_equal(answer.winner, EMPTY);
}

// Hex in Y: the same winner, on full boards by the chain, on others by both referees.
static void test_hex(void **state) {
    (void)state;
    Random random = random_seeded(23);
    Error error;
    for (int i = 0; i < 600; i++) {
        const Geometry *g =
            geometry_get(1 + (int)random_below(&random, 4), 1 + (int)random_below(&random, 4));
        Position hex = position_undecided(g, &random, 0, g->cells);
        YPosition y;
        if (!yposition_of_hex(&hex, &y, &error)) fail_msg("%s", error.text);
        assert_int_equal(cellset_count(yposition_vacant(&y)), cellset_count(position_vacant(&hex)));
        if (yposition_winner(&y) != position_winner(&hex)) fail_at(&y, "the winner of Hex");
        if (cellset_count(position_vacant(&hex)) > 12) continue;
        Answer by_y;
        Budget free = {0};
        BruteTable *table = brute_table_new(g, 1 << 20);
        Color winner = brute_winner(table, &hex);
        brute_table_free(table);
        assert_true(ybrute(&y, &free, &by_y, &error));
        if (winner != by_y.winner) fail_at(&y, "Hex by both referees");
        assert_true(ysolve(&y, &free, &by_y, &error));
        if (winner != by_y.winner) fail_at(&y, "Hex by the solver of Y");
    }
    Position large = position_empty(geometry_get(11, 11));
    YPosition y;
    assert_false(yposition_of_hex(&large, &y, &error));
}

static Color owner(const void *context, int column, int row) {
    return yposition_at(context, triangle_at(column, row));
}

// The pyramid: full boards end with the winner, small changes give what a new start gives, and the derivatives
// are what a small step shows.
static void test_pyramid(void **state) {
    (void)state;
    static YPyramid pyramid, again;
    Random random = random_seeded(3);
    for (int i = 0; i < 200; i++) {
        int size = 1 + i % TRIANGLE_MAX;
        YPosition p = position_random(size, 0.4, &random);
        ypyramid_set(&pyramid, size, owner, &p);
        CellSet vacant = yposition_vacant(&p);
        for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
            Color color = (Color)random_below(&random, 2);
            cellset_add(&p.stones[color], cell);
            ypyramid_change(&pyramid, p.board->column[cell], p.board->row[cell], color);
        }
        ypyramid_set(&again, size, owner, &p);
        assert_true(ypyramid_odds(&again) == ypyramid_odds(&pyramid));
        assert_int_equal(ypyramid_odds(&pyramid) > 0, yposition_winner(&p) == BLACK);
    }
}

static bool game_same(const YGame *a, const YGame *b) {
    return a->now.board == b->now.board && a->now.to_move == b->now.to_move && a->count == b->count &&
           cellset_equal(a->now.stones[BLACK], b->now.stones[BLACK]) &&
           cellset_equal(a->now.stones[WHITE], b->now.stones[WHITE]) && a->resigned == b->resigned;
}

static void test_games(void **state) {
    (void)state;
    Error error;
    YGame game, before;
    YPosition empty = yposition_empty(triangle_get(4));
    ygame_init(&game, &empty);
    assert_true(ygame_play_list(&game, "b3, swap a1", &error));
    assert_int_equal(yposition_at(&game.now, triangle_at(1, 2)), WHITE); // the stone stays and changes colour
    assert_int_equal(yposition_at(&game.now, triangle_at(0, 0)), BLACK);
    assert_int_equal(game.now.to_move, WHITE);
    before = game;
    assert_false(ygame_play_list(&game, "b2 b2", &error));
    assert_non_null(strstr(error.text, "move 2, b2: the cell is occupied"));
    assert_false(ygame_play_list(&game, "e9", &error));
    assert_false(ygame_play_list(&game, "swap", &error));
    assert_true(game_same(&game, &before));
    assert_true(ygame_undo(&game));
    assert_true(ygame_undo(&game));
    assert_int_equal(yposition_at(&game.now, triangle_at(1, 2)), BLACK);
    assert_true(ygame_play(&game, WHITE, MOVE_RESIGN, &error));
    assert_int_equal(ygame_winner(&game), BLACK);
    assert_false(ygame_play(&game, BLACK, 0, &error));
}

static void test_records(void **state) {
    (void)state;
    Error error;
    Random random = random_seeded(9);
    for (int i = 0; i < 200; i++) {
        YGame game, back;
        YPosition p = position_random(2 + i % 8, i % 3 ? 0 : 0.1, &random);
        ygame_init(&game, &p);
        while (ygame_winner(&game) == EMPTY && random_below(&random, 20)) {
            CellSet vacant = yposition_vacant(&game.now);
            for (uint32_t k = random_below(&random, (uint32_t)cellset_count(vacant)); k; k--)
                cellset_pop(&vacant);
            assert_true(ygame_play(&game, game.now.to_move, cellset_first(vacant), &error));
        }
        if (!game.count && !cellset_count(cellset_or(p.stones[BLACK], p.stones[WHITE]))) continue;
        SgfTree *tree = ysgf_from_game(&game, NULL);
        Text text = {0};
        sgf_write(tree, &text);
        SgfTree *again = sgf_parse(text.data, text.length, "game", &error);
        assert_non_null(again);
        if (!ysgf_game(again, -1, &back, &error)) fail_msg("%s\n%s", error.text, text.data);
        assert_true(game_same(&game, &back));
        assert_true(ysgf_game(again, 0, &back, &error));
        assert_int_equal(back.count, 0);
        assert_false(ysgf_game(again, game.count + 1, &back, &error));
        sgf_free(again);
        sgf_free(tree);
        text_free(&text);
    }
}

static void test_bad_records(void **state) {
    (void)state;
    static const struct {
        const char *text, *fault;
    } BAD[] = {{"(;GM[11]SZ[5];B[a1])", "line 1, column 6: not a game of Y"},
               {"(;SZ[5];B[a1])", "not a game of Y"},
               {"(;GM[Y];B[a1])", "SZ[]: expected the size"},
               {"(;GM[Y]SZ[21])", "SZ[21]: expected the size"},
               {"(;GM[Y]SZ[5];B[f1])", "line 1, column 16: 'f1' is not a move"},
               {"(;GM[Y]SZ[5];B[a1];W[a1])", "a1: the cell is occupied"},
               {"(;GM[Y]SZ[5]AB[a1][a1])", "a1 is set up twice"},
               {"(;GM[Y]SZ[5]AB[z9])", "'z9' is not a cell"},
               {"(;GM[Y]SZ[5]PL[x])", "PL[x]: expected B or W"},
               {"(;GM[Y]SZ[5];B[a1]W[a2])", "two moves in one node"},
               {"(;GM[Y]SZ[5];B[a1];AB[a2])", "a set-up after the first move"}};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        Error error;
        YGame game;
        SgfTree *tree = sgf_parse(BAD[i].text, strlen(BAD[i].text), "file", &error);
        assert_non_null(tree);
        assert_false(ysgf_game(tree, -1, &game, &error));
        if (!strstr(error.text, BAD[i].fault)) fail_msg("%s: %s", BAD[i].text, error.text);
        sgf_free(tree);
    }
}

static Color game_between(YPlayer *black, YPlayer *white, int size) {
    YGame game;
    Error error;
    Budget free = {0};
    YPosition empty = yposition_empty(triangle_get(size));
    ygame_init(&game, &empty);
    while (ygame_winner(&game) == EMPTY) {
        YChoice choice;
        if (!yplayer_choose(game.now.to_move == BLACK ? black : white, &game, &free, &choice, &error))
            fail_msg("%s", error.text);
        assert_int_equal(choice.line[0], choice.move);
        if (!ygame_play(&game, game.now.to_move, choice.move, &error)) fail_msg("%s", error.text);
    }
    return ygame_winner(&game);
}

static void test_players(void **state) {
    (void)state;
    static const char *const SPECS[] = {"auto:playouts=100", "yreduction", "yreduction:moves=slopes",
                                        "mcts:playouts=200"};
    Error error;
    YPlayer *random = yplayer_new("random", 1, &error);
    for (size_t i = 0; i < sizeof SPECS / sizeof *SPECS; i++) {
        YPlayer *player = yplayer_new(SPECS[i], 2, &error);
        assert_non_null(player);
        for (int game = 0; game < 4; game++) {
            assert_int_equal(game_between(player, random, 3 + 3 * game), BLACK);
            assert_int_equal(game_between(random, player, 8 + 3 * game), WHITE);
        }
        yplayer_free(player);
    }
    yplayer_free(random);
    assert_null(yplayer_new("net", 0, &error));
    assert_null(yplayer_new("mcts:playouts=0", 0, &error));
    assert_null(yplayer_new("random:x=1", 0, &error));
    assert_non_null(strstr(error.text, "player random of Y: unknown option 'x'"));
}

// The solver's move is the player's, where the solver answers.
static void test_auto(void **state) {
    (void)state;
    Error error;
    YPlayer *first = yplayer_new("auto:playouts=50", 1, &error),
            *second = yplayer_new("mcts:playouts=300", 2, &error);
    for (int size = 2; size <= 6; size++) assert_int_equal(game_between(first, second, size), BLACK);
    yplayer_free(first);
    yplayer_free(second);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_board),       cmocka_unit_test(test_reductions),
        cmocka_unit_test(test_not_full),    cmocka_unit_test(test_winning_cells),
        cmocka_unit_test(test_solver_all),  cmocka_unit_test(test_solver_random),
        cmocka_unit_test(test_openings),    cmocka_unit_test(test_solver_limits),
        cmocka_unit_test(test_hex),         cmocka_unit_test(test_pyramid),
        cmocka_unit_test(test_games),       cmocka_unit_test(test_records),
        cmocka_unit_test(test_bad_records), cmocka_unit_test(test_players),
        cmocka_unit_test(test_auto),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
