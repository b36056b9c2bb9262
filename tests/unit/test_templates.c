// Edge templates. The built-in ones are those of the file, they hold, and connections find them. The rules by
// themselves find those of rows 2 to 4, the ziggurat (3.1), IV1a (4.1) and IV1b (4.2) among them. With
// VcOptions.templates that of row 5 is found too.
#include "test_support.h"

#include "base/random.h"
#include "knowledge/edge_template.h"
#include "knowledge/knowledge.h"
#include "solve/solver.h"
#include "tools/lib/joingame.h"

#include <stdio.h>

enum { SIDE = 14, TEMPLATES = 6, RULES_ROW_MAX = 4 };

static int templates_get(EdgeTemplate out[TEMPLATES]) {
    int count = edge_templates_built_in(out, TEMPLATES);
    assert_int_equal(count, TEMPLATES);
    return count;
}

static void test_file(void **state) {
    (void)state;
    EdgeTemplate list[TEMPLATES];
    static const int EXPECTED[TEMPLATES][2] = {{2, 2}, {3, 8}, {3, 10}, {4, 19}, {4, 22}, {5, 34}};
    Text written = {0};
    char file[8192];
    for (int i = 0; i < templates_get(list); i++) {
        assert_int_equal(list[i].row, EXPECTED[i][0]);
        assert_int_equal(list[i].cells, EXPECTED[i][1]);
        edge_template_write(&list[i], &written);
    }
    FILE *in = fopen(SOURCE_DIR "/data/templates/edge.txt", "r");
    assert_non_null(in);
    size_t size = fread(file, 1, sizeof file - 1, in);
    file[size] = 0;
    fclose(in);
    assert_string_equal(file, text_string(&written));
    text_free(&written);
}

static void test_bad_text(void **state) {
    (void)state;
    static const char *const BAD[] = {
        "template 2.1 cells 2\n? ?\n . .\nreply a2 to b2\nreply b2 to a2\n", // no stone
        "template 2.1 cells 3\n? B\n . .\nreply a2 to b2\nreply b2 to a2\n", // another size
        "template 3.1 cells 2\n? B\n . .\nreply a2 to b2\nreply b2 to a2\n", // another row
        "template 2.1 cells 2\n? B\n . .\nreply a2 to b2\n",                 // a reply is missing
        "template 2.1 cells 2\n? B\n . .\nreply a1 to b2 a2\n",              // the stone's row is not in it
    };
    EdgeTemplate out[2];
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        Error error = {0};
        assert_int_equal(edge_templates_parse(BAD[i], out, 2, &error), -1);
        assert_true(error.bad_input);
    }
    assert_int_equal(edge_templates_parse("", out, 2, NULL), 0);
}

// A template on a board, everything outside its carrier the opponent's.
typedef struct Setting {
    Position position;
    Color color;
    int cell, edge;
    CellSet carrier;
} Setting;

// The template above one of the four edges, as it is or mirrored, in the middle of the board.
static Setting setting_make(const EdgeTemplate *t, int image) {
    const Geometry *g = geometry_get(SIDE, SIDE);
    int edge = EDGE_TOP + image / 2, near = t->row - 1, far = SIDE - t->row, middle = SIDE / 2;
    Setting s = {.position = position_empty(g), .color = edge_color(edge), .edge = edge};
    bool first = edge == EDGE_TOP || edge == EDGE_LEFT;
    for (int shift = -3; shift <= 3; shift++) {
        int along = middle + shift, across = first ? near : far;
        s.cell = edge < EDGE_LEFT ? cell_at(g, along, across) : cell_at(g, across, along);
        if (edge_template_place(t, g, s.cell, edge, image & 1, &s.carrier)) break;
    }
    assert_int_equal(cellset_count(s.carrier), t->cells);
    cellset_add(&s.position.stones[s.color], s.cell);
    s.position.stones[color_other(s.color)] =
        cellset_minus(g->all, cellset_or(s.carrier, cellset_of(s.cell)));
    s.position.to_move = color_other(s.color);
    return s;
}

// Connections are found exactly where they should be: with the carrier free, and not with a cell of it lost.
static bool setting_found(const Setting *s, bool templates) {
    VcOptions options = vc_options();
    options.templates = templates;
    Vc *vc = vc_new(s->position.geometry, &options);
    VcConnection found;
    assert_non_null(vc);
    assert_true(vc_build(vc, &s->position, 1u << s->color));
    bool joined = vc_between(vc, s->color, s->cell, s->edge, true, &found, 1) > 0;
    if (joined) assert_true(cellset_equal(found.carrier, s->carrier));
    assert_true(vc_validate(vc, s->color, NULL));
    CellSet left = s->carrier;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        Position less = s->position;
        cellset_add(&less.stones[color_other(s->color)], cell);
        assert_true(vc_build(vc, &less, 1u << s->color));
        assert_int_equal(vc_between(vc, s->color, s->cell, s->edge, true, &found, 1), 0);
    }
    vc_free(vc);
    return joined;
}

static void test_found(void **state) {
    (void)state;
    EdgeTemplate list[TEMPLATES];
    int found[2] = {0, 0};
    for (int i = 0; i < templates_get(list); i++) {
        for (int image = 0; image < 8; image++) {
            Setting s = setting_make(&list[i], image);
            bool by_rules = setting_found(&s, false);
            assert_true(by_rules || list[i].row > RULES_ROW_MAX);
            assert_true(setting_found(&s, true));
            found[0] += by_rules;
            found[1]++;
        }
    }
    print_message("# %d placed templates found, %d of them by the rules alone\n", found[1], found[0]);
}

// By the rules alone: the carrier holds, also after each intrusion and its reply, and not with a cell lost.
// For row 5 `make templates-check` does it.
static void test_proved(void **state) {
    (void)state;
    EdgeTemplate list[TEMPLATES];
    for (int i = 0; i < templates_get(list) && list[i].row <= RULES_ROW_MAX; i++) {
        Setting s = setting_make(&list[i], 2);
        JoinGame *game = joingame_new(&s.position, s.color, s.cell, s.edge, s.carrier);
        assert_non_null(game);
        assert_true(joingame_full(game, cellset_none(), cellset_none(), NULL));
        CellSet left = s.carrier;
        for (int cell; (cell = cellset_pop(&left)) >= 0;) {
            int reply = edge_template_reply(&list[i], s.position.geometry, s.cell, s.edge, false, cell);
            assert_true(cellset_has(s.carrier, reply) && reply != cell);
            assert_false(joingame_full(game, cellset_none(), cellset_of(cell), NULL));
            assert_true(joingame_full(game, cellset_of(reply), cellset_of(cell), NULL));
        }
        joingame_free(game);
    }
}

static void test_replies(void **state) {
    (void)state;
    EdgeTemplate list[TEMPLATES];
    VcOptions options = vc_options();
    options.templates = options.record = true;
    templates_get(list);
    const EdgeTemplate *t = &list[TEMPLATES - 1];
    for (int image = 0; image < 8; image++) {
        Setting s = setting_make(t, image);
        Vc *vc = vc_new(s.position.geometry, &options);
        VcConnection full;
        assert_true(vc && vc_build(vc, &s.position, 1u << s.color));
        assert_int_equal(vc_between(vc, s.color, s.cell, s.edge, true, &full, 1), 1);
        CellSet left = s.carrier;
        for (int cell; (cell = cellset_pop(&left)) >= 0;) {
            int reply = vc_reply(vc, s.color, &full, cell);
            assert_true(cellset_has(s.carrier, reply) && reply != cell);
            assert_int_equal(reply,
                             edge_template_reply(t, s.position.geometry, s.cell, s.edge, image & 1, cell));
        }
        vc_free(vc);
    }
}

// Two stones that touch in the middle of ten rows: each has the template of row 5 to its edge.
static void test_wins(void **state) {
    (void)state;
    const Geometry *g = geometry_get(SIDE, 10);
    Position p = position_empty(g);
    Knowledge with, without;
    cellset_add(&p.stones[BLACK], cell_at(g, 7, 4));
    cellset_add(&p.stones[BLACK], cell_at(g, 7, 5));
    p.to_move = WHITE;
    Knower *knower[2] = {knower_new(g, &(KnowledgeOptions){.skip_fill = true}, NULL),
                         knower_new(g, &(KnowledgeOptions){.skip_fill = true, .templates = true}, NULL)};
    assert_true(knower[0] && knower[1]);
    knower_study(knower[0], &p, false, &without);
    knower_study(knower[1], &p, false, &with);
    assert_int_equal(without.winner, EMPTY);
    assert_int_equal(with.winner, BLACK);
    assert_int_equal(cellset_count(with.proof), 2 * 34);
    for (int i = 0; i < 2; i++) knower_free(knower[i]);
}

// A winning semi connection that only the templates give wins with nothing but its carrier.
static void semi_check(const Position *p, Color color, int key, CellSet carrier) {
    Answer solved;
    Error error = {0};
    Position q = *p;
    q.to_move = color_other(color);
    cellset_add(&q.stones[color], key);
    CellSet lost = cellset_minus(position_vacant(&q), carrier);
    q.stones[q.to_move] = cellset_or(q.stones[q.to_move], lost);
    assert_true(solve_position(&SOLVE_AUTO, &q, &(Budget){.memory = 64 << 20}, NULL, &solved, &error));
    assert_int_equal(solved.winner, color);
}

// A template in an acute corner as mutual fill-in leaves it: with `row` Black a1 and White b1, else White a1
// and Black a2. True when the template fits; then it is found, and holds by the solver.
static bool corner_check(const EdgeTemplate *t, Color color, bool end, bool mirrored, int along, bool row) {
    const Geometry *g = color == BLACK ? geometry_get(11, t->row + 1) : geometry_get(t->row + 1, 11);
    int across = end ? 1 : t->row - 1, edge = color_edge(color, end), last = end ? 0 : t->row;
    int cell = color == BLACK ? cell_at(g, along, across) : cell_at(g, across, along);
    int back = color == BLACK ? cell_at(g, along, last) : cell_at(g, last, along);
    int corner = end ? g->cells - 1 : 0, by_row = end ? corner - 1 : 1;
    int by_column = end ? corner - g->width : g->width;
    CellSet carrier, trio = cellset_or(cellset_of(corner), cellset_of(by_row));
    cellset_add(&trio, by_column);
    if (!edge_template_place(t, g, cell, edge, mirrored, &carrier) || !cellset_within(trio, carrier))
        return false;
    Position p = position_empty(g);
    p.stones[color] = cellset_or(cellset_of(cell), cellset_of(back));
    p.stones[color_other(color)] = cellset_minus(g->all, cellset_or(carrier, p.stones[color]));
    cellset_add(&p.stones[row ? BLACK : WHITE], corner);
    cellset_add(&p.stones[row ? WHITE : BLACK], row ? by_row : by_column);
    p.to_move = color_other(color);
    VcOptions options = vc_options();
    options.templates = true;
    Vc *vc = vc_new(g, &options);
    CellSet found = cellset_none();
    assert_true(vc && vc_build(vc, &p, 1u << color) && vc_win(vc, color, &found));
    assert_true(cellset_within(found, position_vacant(&p)));
    vc_free(vc);
    Answer solved;
    Error error = {0};
    assert_true(solve_position(&SOLVE_AUTO, &p, &(Budget){.memory = 64 << 20}, NULL, &solved, &error));
    assert_int_equal(solved.winner, color);
    return true;
}

static void test_corners(void **state) {
    (void)state;
    EdgeTemplate list[TEMPLATES];
    int count = templates_get(list), fits = 0;
    for (int i = 0; i < 16 * 11; i++) {
        Color color = i & 1 ? WHITE : BLACK;
        fits += corner_check(&list[count - 1], color, i >> 1 & 1, i >> 2 & 1, i / 16, i >> 3 & 1);
    }
    print_message("# %d templates in filled corners found and proved\n", fits);
    assert_true(fits >= 8);
}

// A few stones, Black's on the two middle rows.
static Position position_random(const Geometry *g, Random *r, int stones) {
    Position p = position_empty(g);
    for (int i = 0; i < stones; i++) {
        int row = (int)random_below(r, i & 1 ? (unsigned)g->height : 2);
        int cell =
            cell_at(g, (int)random_below(r, (unsigned)g->width), i & 1 ? row : g->height / 2 - 1 + row);
        CellSet vacant = position_vacant(&p);
        if (cellset_has(vacant, cell)) cellset_add(&p.stones[i & 1], cell);
    }
    return p;
}

// On boards with few stones: states are valid, stones come and go exactly, and wins hold.
static void test_random(void **state) {
    (void)state;
    const Geometry *g = geometry_get(SIDE, 10);
    VcOptions plain = vc_options(), more = vc_options();
    more.templates = true;
    Vc *without = vc_new(g, &plain), *with = vc_new(g, &more);
    Random r = random_seeded(5);
    int semis = 0, key;
    CellSet carrier;
    assert_true(without && with);
    for (int k = 0; k < 60 / TEST_THINNING; k++) {
        Position p = position_random(g, &r, 1 + (int)random_below(&r, 6));
        assert_true(vc_build(without, &p, VC_BOTH) && vc_build(with, &p, VC_BOTH));
        for (Color color = BLACK; color <= WHITE; color++) {
            Error error = {0};
            assert_true(vc_validate(with, color, &error));
            VcCounts before = vc_counts(with, color);
            CellSet vacant = position_vacant(&p);
            assert_true(vc_place(with, cellset_first(vacant), color) && vc_validate(with, color, &error));
            vc_undo(with);
            assert_true(vc_counts(with, color).fulls == before.fulls);
            if (vc_win_semi(without, color, &key, &carrier) || !vc_win_semi(with, color, &key, &carrier))
                continue;
            semi_check(&p, color, key, carrier);
            semis++;
        }
    }
    print_message("# %d winning semi connections by templates, proved\n", semis);
    assert_true(semis > 0);
    vc_free(without);
    vc_free(with);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_file),   cmocka_unit_test(test_bad_text), cmocka_unit_test(test_found),
        cmocka_unit_test(test_proved), cmocka_unit_test(test_replies),  cmocka_unit_test(test_wins),
        cmocka_unit_test(test_random), cmocka_unit_test(test_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
