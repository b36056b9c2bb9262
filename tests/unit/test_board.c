// Boards and positions: play and undo to the bit, winners against a plain flood fill, hashes, symmetries,
// diagrams.
#include "game/random_position.h"
#include "test_support.h"

#include "game/board.h"

#include <stdlib.h>

// Black and White joined by the plainest search there is.
static bool joined_plainly(const Position *p, Color color) {
    const Geometry *g = p->geometry;
    int stack[CELL_MAX], depth = 0;
    bool seen[CELL_MAX] = {0};
    for (int cell = 0; cell < g->cells; cell++) {
        int along = color == BLACK ? cell_row(g, cell) : cell_column(g, cell);
        if (along == 0 && position_at(p, cell) == color) {
            seen[cell] = true;
            stack[depth++] = cell;
        }
    }
    static const int step[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
    while (depth) {
        int cell = stack[--depth], column = cell_column(g, cell), row = cell_row(g, cell);
        if (color == BLACK ? row == g->height - 1 : column == g->width - 1) return true;
        for (int i = 0; i < 6; i++) {
            int c = column + step[i][0], r = row + step[i][1];
            if (c < 0 || r < 0 || c >= g->width || r >= g->height) continue;
            int next = cell_at(g, c, r);
            if (seen[next] || position_at(p, next) != color) continue;
            seen[next] = true;
            stack[depth++] = next;
        }
    }
    return false;
}

static Color winner_plainly(const Position *p) {
    bool black = joined_plainly(p, BLACK), white = joined_plainly(p, WHITE);
    assert_false(black && white);
    return black ? BLACK : white ? WHITE : EMPTY;
}

static const Geometry *any_size(Random *random) {
    return geometry_get(1 + (int)random_below(random, 19), 1 + (int)random_below(random, 19));
}

static Position any_position(Random *random) {
    uint32_t vacant = random_below(random, 8);
    return position_scattered(any_size(random), random, vacant, vacant + 2);
}

static void test_winner(void **state) {
    (void)state;
    Random random = random_seeded(11);
    for (int i = 0; i < 20000; i++) {
        Position p = any_position(&random);
        Color winner = winner_plainly(&p);
        Board board;
        board_set(&board, &p);
        assert_int_equal(position_winner(&p), winner);
        assert_int_equal(board_winner(&board), winner);
        if (cellset_is_empty(position_vacant(&p))) assert_int_not_equal(winner, EMPTY); // there is no draw
        for (Color color = BLACK; color <= WHITE; color++) {
            CellSet chain = position_winning_chain(&p, color);
            assert_int_equal(cellset_is_empty(chain), winner != color);
            assert_true(cellset_within(chain, p.stones[color]));
        }
    }
}

static void test_winning_chain(void **state) {
    (void)state;
    Position p;
    assert_true(position_parse_diagram("B.B\nB.B\nB..", &p, NULL));
    CellSet chain = position_winning_chain(&p, BLACK); // the column c stones do not belong
    assert_int_equal(cellset_count(chain), 3);
    assert_int_equal(cellset_first(chain), 0);
    assert_true(position_parse_diagram("W.\n.W", &p, NULL)); // a1 and b2 do not touch
    assert_int_equal(position_winner(&p), EMPTY);
    assert_true(position_parse_diagram(".W\nW.", &p, NULL)); // b1 and a2 do
    assert_int_equal(position_winner(&p), WHITE);
}

static void board_same(const Board *a, const Board *b) {
    assert_memory_equal(a, b, offsetof(Board, placed_cell)); // everything but the logs
    assert_memory_equal(a->placed_cell, b->placed_cell, (size_t)a->placed * sizeof *a->placed_cell);
    assert_memory_equal(a->joined_before, b->joined_before, (size_t)a->placed * sizeof *a->joined_before);
    assert_memory_equal(a->joined_root, b->joined_root, (size_t)a->joined * sizeof *a->joined_root);
}

// Random placing and undoing; each undo is compared with the copy taken before that stone.
static void walk(const Geometry *g, Random *random, int operations) {
    static Board before[CELL_MAX + 1];
    Board board;
    board_init(&board, g);
    for (int i = 0; i < operations; i++) {
        CellSet vacant = board_vacant(&board);
        int empty = cellset_count(vacant);
        bool undo = board.placed && (!empty || random_below(random, 100) < 45);
        if (undo) {
            board_undo(&board);
            board_same(&board, &before[board.placed]);
        } else {
            int cell = cellset_pick(vacant, random);
            memcpy(&before[board.placed], &board, sizeof board);
            board_place(&board, cell, (Color)random_below(random, 2));
        }
        Error error = {0};
        if (i % 512 == 0 && !board_validate(&board, &error)) fail_msg("%s", error.text);
    }
    while (board.placed) board_undo(&board);
    Board fresh;
    board_init(&fresh, g);
    board_same(&board, &fresh);
}

static void test_million_operations(void **state) {
    (void)state;
    Random random = random_seeded(12);
    static const int sizes[][2] = {{1, 1},   {1, 5},   {5, 1},   {3, 3},  {8, 8},
                                   {11, 11}, {13, 13}, {19, 19}, {19, 4}, {6, 7}};
    for (int i = 0; i < 10; i++) walk(geometry_get(sizes[i][0], sizes[i][1]), &random, 100000);
}

// A million random games, each played to a full board and taken back.
static void test_million_sequences(void **state) {
    (void)state;
    Random random = random_seeded(13);
    Board board, fresh;
    int stones, winners[2] = {0};
    for (int i = 0; i < 20; i++) {
        const Geometry *g = geometry_get(2 + i % 4, 2 + i / 4);
        board_init(&board, g);
        memcpy(&fresh, &board, sizeof board);
        for (int n = 0; n < 50000; n++) {
            Color winner = board_playout(&board, (Color)(n & 1), &random, &stones);
            assert_true(winner != EMPTY && stones == g->cells);
            winners[winner]++;
            if (n % 64 == 0) board_same(&board, &fresh);
        }
        board_same(&board, &fresh);
    }
    assert_true(winners[BLACK] > 100000 && winners[WHITE] > 100000);
}

static void test_playout_from_position(void **state) {
    (void)state;
    Random random = random_seeded(14);
    for (int i = 0; i < 2000; i++) {
        Position p = any_position(&random);
        Board board, copy;
        board_set(&board, &p);
        memcpy(&copy, &board, sizeof board);
        int stones;
        Color won = position_winner(&p), winner = board_playout(&board, p.to_move, &random, &stones);
        assert_int_equal(stones, cellset_count(position_vacant(&p)));
        if (won != EMPTY) assert_int_equal(winner, won);
        board_same(&board, &copy);
        Position back = board_position(&board, p.to_move);
        assert_true(position_equal(&back, &p));
    }
}

static void test_symmetries(void **state) {
    (void)state;
    Random random = random_seeded(15);
    for (int i = 0; i < 5000; i++) {
        Position p = any_position(&random);
        Position turned = position_rotated(&p), mirrored = position_mirrored(&p);
        Position twice = position_rotated(&turned), back = position_mirrored(&mirrored);
        assert_true(position_equal(&twice, &p) && position_equal(&back, &p));
        assert_int_equal(position_winner(&turned), position_winner(&p));
        assert_int_equal(position_winner(&mirrored), color_other(position_winner(&p)));
        assert_int_equal(turned.to_move, p.to_move);
        assert_int_equal(mirrored.to_move, color_other(p.to_move));
    }
}

static int words_compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// All 2 * 3^9 positions of 3x3 have different hashes, in either half.
static void test_hashes_differ(void **state) {
    (void)state;
    enum { COUNT = 2 * 19683 };
    uint64_t *low = malloc(COUNT * sizeof *low), *high = malloc(COUNT * sizeof *high);
    const Geometry *g = geometry_get(3, 3);
    for (int code = 0; code < COUNT; code++) {
        Position p = position_empty(g);
        p.to_move = (Color)(code & 1);
        for (int cell = 0, rest = code / 2; cell < 9; cell++, rest /= 3) {
            if (rest % 3 < 2) cellset_add(&p.stones[rest % 3], cell);
        }
        Hash128 hash = position_hash(&p);
        low[code] = hash.low;
        high[code] = hash.high;
    }
    qsort(low, COUNT, sizeof *low, words_compare);
    qsort(high, COUNT, sizeof *high, words_compare);
    for (int i = 1; i < COUNT; i++) assert_true(low[i] != low[i - 1] && high[i] != high[i - 1]);
    free(low);
    free(high);
}

// The validator sees what it is for.
static void test_validate(void **state) {
    (void)state;
    Position p;
    Board good, board;
    Error error;
    assert_true(position_parse_diagram("BB.\n.WW\n...", &p, NULL));
    board_set(&good, &p);
    assert_true(board_validate(&good, &error));
    board = good;
    board.color[8] = BLACK;
    assert_false(board_validate(&board, &error));
    board = good;
    cellset_add(&board.stones[WHITE], 0);
    assert_false(board_validate(&board, &error));
    board = good;
    board.parent[board_root(&board, 4)] = 8; // White's chain below an empty cell
    assert_false(board_validate(&board, &error));
    board = good;
    for (int node = 0; node < NODE_MAX; node++) board.parent[node] = (int16_t)node;
    assert_false(board_validate(&board, &error));
}

static void test_diagram(void **state) {
    (void)state;
    Position p;
    Error error = {0};
    assert_true(position_parse_diagram("\n B . W \n\n  x-O\n", &p, &error));
    assert_int_equal(p.geometry->width, 3);
    assert_int_equal(p.geometry->height, 2);
    assert_int_equal(position_at(&p, 0), BLACK);
    assert_int_equal(position_at(&p, 2), WHITE);
    assert_int_equal(position_at(&p, 3), BLACK);
    assert_int_equal(position_at(&p, 4), EMPTY);
    assert_int_equal(p.to_move, BLACK);
    assert_true(position_parse_diagram("B.", &p, &error));
    assert_int_equal(p.to_move, WHITE);
    static const struct {
        const char *text, *part;
    } bad[] = {{"", "empty"},
               {" \n \n", "empty"},
               {"B.\n?W", "line 2, column 1"},
               {"B.\nB", "line 2: 1 cells"},
               {"B.\nB..", "line 2: 3 cells"},
               {"....................", "at most 19"},
               {".\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.", "at most 19"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(position_parse_diagram(bad[i].text, &p, &error));
        assert_true(error.bad_input);
        if (!strstr(error.text, bad[i].part)) fail_msg("expected '%s' in '%s'", bad[i].part, error.text);
    }
    Text text = {0};
    assert_true(position_parse_diagram("B.W\n.W.", &p, &error));
    position_write(&p, &text);
    assert_string_equal(text_string(&text), "   a b c \n 1  B . W  1\n  2  . W .  2\n");
    text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_winner),
        cmocka_unit_test(test_winning_chain),
        cmocka_unit_test(test_million_operations),
        cmocka_unit_test(test_million_sequences),
        cmocka_unit_test(test_playout_from_position),
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_hashes_differ),
        cmocka_unit_test(test_validate),
        cmocka_unit_test(test_diagram),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
