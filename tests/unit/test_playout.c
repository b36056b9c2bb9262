// Play-outs and gammas. The board of play-outs agrees with the plain one, bridges are saved, and features do
// not depend on the view. Damaged files of gammas are refused, old ones are read.
#include "test_support.h"

#include "base/hash.h"
#include "game/board.h"
#include "game/random_position.h"
#include "search/gammas.h"

#include <math.h>
#include <stdlib.h>

static Gammas *gammas;
static PlayoutTable table;

static int setup(void **state) {
    (void)state;
    gammas = gammas_load(NULL, NULL);
    if (!gammas) return -1;
    gammas_table(gammas, &table);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    gammas_free(gammas);
    return 0;
}

static const int SIZES[][2] = {{1, 1}, {1, 4}, {4, 1},   {2, 2},  {3, 3},
                               {5, 4}, {7, 7}, {11, 11}, {9, 13}, {19, 19}};
enum { SIZE_COUNT = 10 };

// Sums, codes and weights as they would be made anew.
static void playout_check(const Playout *playout) {
    const Grid *grid = playout->grid;
    uint64_t total = 0, row[GRID_SIDE] = {0};
    int vacant = 0;
    for (int cell = 0; cell < grid->geometry->cells; cell++) {
        int point = grid->point[cell];
        if (playout->color[point] != EMPTY) {
            assert_true(playout->weight[point] == 0);
            continue;
        }
        unsigned code = 0;
        for (int d = 0; d < 6; d++) {
            int color = playout->color[point + grid->offset[d]];
            if (color < EMPTY) code |= (unsigned)(color + 1) << 2 * d;
        }
        assert_int_equal(code, playout->code[point]);
        assert_true(playout->weight[point] == table.weight[code]);
        total += playout->weight[point];
        row[grid->row[point]] += playout->weight[point];
        vacant++;
    }
    assert_int_equal(vacant, playout->vacant);
    assert_true(total == playout->total && !memcmp(row, playout->row, sizeof row));
}

static void test_board(void **state) {
    (void)state;
    Random random = random_seeded(3);
    for (int i = 0; i < 300; i++) {
        const int *size = SIZES[i % SIZE_COUNT];
        const Geometry *g = geometry_get(size[0], size[1]);
        static Grid grid;
        static Playout playout, copy;
        grid_init(&grid, g);
        Position p = position_in_turns(g, &random, (int)random_below(&random, (uint32_t)g->cells));
        playout_init(&playout, &grid, &table, &p);
        playout_check(&playout);
        playout_copy(&copy, &playout);
        for (Color mover = p.to_move; copy.vacant; mover = color_other(mover)) {
            int point = playout_draw(&copy, mover, i & 1, &random);
            assert_true(grid.cell[point] >= 0 && copy.color[point] == EMPTY);
            playout_place(&copy, point, mover);
            playout_check(&copy);
        }
    }
}

static void test_winner(void **state) {
    (void)state;
    Random random = random_seeded(4);
    for (int i = 0; i < 2000; i++) {
        const int *size = SIZES[i % SIZE_COUNT];
        const Geometry *g = geometry_get(size[0], size[1]);
        static Grid grid;
        static Playout playout;
        grid_init(&grid, g);
        Position p = position_in_turns(g, &random, (int)random_below(&random, (uint32_t)g->cells + 1));
        playout_init(&playout, &grid, &table, &p);
        Color winner = playout_run(&playout, p.to_move, true, &random);
        for (int cell = 0; cell < g->cells; cell++)
            cellset_add(&p.stones[playout.color[grid.point[cell]]], cell);
        assert_int_equal(winner, position_winner(&p));
    }
}

// Where the answer to the last move must be one of the cells named.
static void saves(const char *diagram, Color last, const char *cell, const char *answer, const char *other) {
    Position p;
    Error error = {0};
    static Grid grid;
    static Playout playout;
    Random random = random_seeded(5);
    if (!position_parse_diagram(diagram, &p, &error)) fail_msg("%s", error.text);
    const Geometry *g = p.geometry;
    grid_init(&grid, g);
    playout_init(&playout, &grid, &table, &p);
    playout_place(&playout, grid.point[cell_parse(g, cell, (int)strlen(cell))], last);
    int a = cell_parse(g, answer, (int)strlen(answer)), b = cell_parse(g, other, (int)strlen(other)),
        seen = 0;
    for (int i = 0; i < 200; i++) {
        int drawn = grid.cell[playout_draw(&playout, color_other(last), true, &random)];
        assert_true(drawn == a || drawn == b);
        seen |= drawn == a ? 1 : 2;
    }
    assert_int_equal(seen, a == b ? 1 : 3);
}

static void test_bridges(void **state) {
    (void)state;
    // A bridge b4-c2 of Black over b3 and c3.
    saves(".....\n..B..\n.....\n.B...\n.....\n", WHITE, "b3", "c3", "c3");
    saves(".....\n..B..\n.....\n.B...\n.....\n", WHITE, "c3", "b3", "b3");
    // From the second row to the edge, for either colour.
    saves(".....\n..B..\n.....\n.....\n.....\n", WHITE, "c1", "d1", "d1");
    saves(".....\n.....\n.W...\n.....\n.....\n", BLACK, "a3", "a4", "a4");
    // Two bridges at once: either is saved.
    saves(".....\n..B..\n...B.\n.BW..\n.....\n", WHITE, "c3", "b3", "d2");
}

// The prior of a position is that of its half-turn and of its mirror image.
static void prior_of(const Position *p, const int last[2], float *prior) {
    static Grid grid;
    static Playout playout;
    static PriorView view;
    Position before = *p;
    int16_t point[CELL_MAX];
    float chance[CELL_MAX];
    int count = 0;
    grid_init(&grid, p->geometry);
    cellset_remove(&before.stones[color_other(p->to_move)], last[1]);
    playout_init(&playout, &grid, &table, &before);
    playout_place(&playout, grid.point[last[1]], color_other(p->to_move));
    prior_view(&view, &playout, p->to_move, grid.point[last[0]]);
    for (int cell = 0; cell < p->geometry->cells; cell++) {
        prior[cell] = 0;
        if (position_at(p, cell) == EMPTY) point[count++] = grid.point[cell];
    }
    gammas_prior(gammas, &view, count, point, chance);
    for (int i = 0; i < count; i++) prior[grid.cell[point[i]]] = chance[i];
}

static void test_views(void **state) {
    (void)state;
    Random random = random_seeded(6);
    for (int i = 0; i < 100; i++) {
        const Geometry *g = geometry_get(i & 1 ? 9 : 6, 7);
        Position p = position_in_turns(g, &random, 4 + (int)random_below(&random, 12));
        if (position_winner(&p) != EMPTY) continue;
        CellSet own = p.stones[p.to_move], other = p.stones[color_other(p.to_move)];
        int last[2] = {cellset_first(own), cellset_first(other)};
        int turned_last[2] = {cell_rotated(g, last[0]), cell_rotated(g, last[1])};
        int mirror_last[2] = {cell_mirrored(g, last[0]), cell_mirrored(g, last[1])};
        Position turned = position_rotated(&p), mirrored = position_mirrored(&p);
        float plain[CELL_MAX], half[CELL_MAX], mirror[CELL_MAX], sum = 0;
        prior_of(&p, last, plain);
        prior_of(&turned, turned_last, half);
        prior_of(&mirrored, mirror_last, mirror);
        for (int cell = 0; cell < g->cells; cell++) {
            sum += plain[cell];
            assert_true(fabsf(plain[cell] - half[cell_rotated(g, cell)]) < 1e-5f);
            assert_true(fabsf(plain[cell] - mirror[cell_mirrored(g, cell)]) < 1e-5f);
        }
        assert_true(fabsf(sum - 1) < 1e-4f);
    }
}

static void test_file(void **state) {
    (void)state;
    Text text = {0};
    Error error = {0};
    gammas_write(gammas, "a test", &text);
    Gammas *again = gammas_parse(text.data, text.length, "text", &error);
    if (!again) fail_msg("%s", error.text);
    assert_memory_equal(again->near, gammas->near, sizeof again->near);
    assert_memory_equal(again->prior, gammas->prior, sizeof again->prior);
    gammas_free(again);
    Random random = random_seeded(7);
    for (int i = 0; i < 60; i++) { // cut short
        size_t size = random_below(&random, (uint32_t)text.length);
        assert_null(gammas_parse(text.data, size, "cut", &error));
        assert_true(error.bad_input);
    }
    for (int i = 0; i < 60; i++) { // one bit wrong
        size_t at = random_below(&random, (uint32_t)text.length);
        char before = text.data[at];
        text.data[at] = (char)(before ^ 1 << random_below(&random, 7));
        assert_null(gammas_parse(text.data, text.length, "bit", &error));
        text.data[at] = before;
    }
    text_add(&text, "more\n");
    assert_null(gammas_parse(text.data, text.length, "more", &error));
    text_free(&text);
    assert_null(gammas_load("/nowhere/gammas.txt", &error));
    assert_true(error.bad_input && strstr(error.text, "/nowhere/gammas.txt"));
}

// A file of version 1: entries are lines.
static Gammas *text_parse(const char *entries, Error *error) {
    Text text = {0};
    text_format(&text, "mustplay-gammas-1\na test\nnear %d %s\nreply %d 0\nprior %d 1\n%d -30000\n",
                NEAR_CODES, entries, NEAR_CODES * NEAR_RING, PRIOR_FEATURES, PRIOR_FEATURES - 1);
    uint64_t sum = hash_bytes(HASH_START, text.data, text.length);
    text_format(&text, "end %08x\n", (uint32_t)(sum ^ sum >> 32));
    Gammas *parsed = gammas_parse(text.data, text.length, "text", error);
    text_free(&text);
    return parsed;
}

static void test_file_of_text(void **state) {
    (void)state;
    Error error = {0};
    Gammas *parsed = text_parse("2\n0 -1953\n728 7", &error);
    if (!parsed) fail_msg("%s", error.text);
    assert_true(parsed->near[0] == (float)-1953 / 1000 && parsed->near[728] == (float)7 / 1000);
    assert_true(parsed->near[1] == 0 && parsed->prior[PRIOR_FEATURES - 1] == -30);
    gammas_free(parsed);
    const char *bad[] = {"2\n0 1", "1\n729 1", "2\n5 1\n5 1", "1\n0 30001", "1\n0 1x", "-1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error = (Error){0};
        assert_null(text_parse(bad[i], &error));
        assert_true(error.bad_input && strstr(error.text, "text: byte "));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_board), cmocka_unit_test(test_winner), cmocka_unit_test(test_bridges),
        cmocka_unit_test(test_views), cmocka_unit_test(test_file),   cmocka_unit_test(test_file_of_text),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
