// Templates: the board that asks about one, the verdict beside the join game, and the reader of lists.
#include "study/template_file.h"
#include "study/template_symmetry.h"
#include "test_support.h"

#include "template_random.h"
#include "tools/lib/joingame.h"

#include <string.h>

static Template template_read(const char *text) {
    TemplateReader reader = template_reader(text);
    TemplateEntry entry;
    assert_true(template_next(&reader, &entry));
    assert_true(entry.good);
    return entry.template;
}

static TemplateVerdict verdict_of(const Template *t) {
    TemplateVerdict verdict;
    Budget budget = {0};
    Error error = {0};
    assert_true(template_check(t, true, &budget, &verdict, &error));
    return verdict;
}

// --- Against the join game

// The same question by the rules alone, on a board with a rim of its own.
typedef struct Referee {
    const Template *t;
    const Geometry *g;
    JoinGame *game;
} Referee;

static int referee_cell(const Referee *r, int cell) {
    const Geometry *drawn = r->t->geometry;
    return cell_at(r->g, cell_column(drawn, cell) + 1, cell_row(drawn, cell) + !r->t->top);
}

static CellSet referee_cells(const Referee *r, CellSet cells) {
    CellSet placed = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) cellset_add(&placed, referee_cell(r, cell));
    return placed;
}

static int end_node(const Referee *r, CellSet stones, int edge) {
    return cellset_is_empty(stones) ? edge : referee_cell(r, cellset_first(stones));
}

static void referee_open(Referee *r, const Template *t, CellSet stones, CellSet carrier) {
    r->t = t;
    r->g = geometry_get(t->geometry->width + 2, t->geometry->height + !t->top + !t->bottom);
    Position p = position_empty(r->g);
    p.stones[BLACK] = referee_cells(r, stones);
    r->game = joingame_new(&p, BLACK, end_node(r, t->up, EDGE_TOP), end_node(r, t->down, EDGE_BOTTOM),
                           referee_cells(r, carrier));
    assert_non_null(r->game);
}

static bool holds(const Template *t, CellSet stones, CellSet carrier) {
    Referee r;
    referee_open(&r, t, stones, carrier);
    bool joined = joingame_full(r.game, cellset_none(), cellset_none(), NULL);
    joingame_free(r.game);
    return joined;
}

// An intrusion breaks a template if no answer mends it.
static bool breaks(const Template *t, int cell) {
    CellSet carrier = t->carrier;
    cellset_remove(&carrier, cell);
    if (holds(t, t->stones, carrier)) return false;
    CellSet left = carrier;
    for (int reply; (reply = cellset_pop(&left)) >= 0;) {
        CellSet stones = t->stones, rest = carrier;
        cellset_add(&stones, reply);
        cellset_remove(&rest, reply);
        if (holds(t, stones, rest)) return false;
    }
    return true;
}

static void verdict_compare(const Template *t, const TemplateVerdict *v) {
    bool valid = holds(t, t->stones, t->carrier);
    bool hopeless = !holds(t, cellset_or(t->stones, t->carrier), cellset_none());
    if (hopeless) assert_true(cellset_is_empty(v->breaks));
    assert_int_equal(v->state, valid ? TEMPLATE_HOLDS : TEMPLATE_BROKEN);
    assert_true(cellset_is_empty(v->unknown));
    for (int cell = 0; cell < t->geometry->cells; cell++) {
        CellSet stones = t->stones, carrier = t->carrier;
        if (cellset_has(carrier, cell)) {
            cellset_remove(&carrier, cell);
            assert_int_equal(cellset_has(v->spare, cell), valid && holds(t, stones, carrier));
            if (!valid && !hopeless) assert_int_equal(cellset_has(v->breaks, cell), breaks(t, cell));
        } else if (cellset_has(stones, cell) && !cellset_has(cellset_or(t->up, t->down), cell)) {
            cellset_remove(&stones, cell);
            cellset_add(&carrier, cell);
            assert_int_equal(cellset_has(v->idle, cell), valid && holds(t, stones, carrier));
        }
    }
}

static void test_against_the_rules(void **state) {
    (void)state;
    Random random = random_seeded(11);
    int asked = 0, held = 0, stones = 0;
    for (int i = 0; i < 3000 / TEST_THINNING; i++) {
        Template t = template_random(&random, 6, 10, 2);
        TemplateBoard board;
        Error error = {0};
        if (!template_board(&t, &board, &error)) {
            assert_true(error.bad_input);
            continue;
        }
        TemplateVerdict v = verdict_of(&t);
        verdict_compare(&t, &v);
        asked++;
        held += v.state == TEMPLATE_HOLDS;
        stones += !t.top && !t.bottom;
    }
    assert_true(asked > 2000 / TEST_THINNING && held > 400 / TEST_THINNING && stones > 100 / TEST_THINNING);
}

// --- Known templates

static void test_known(void **state) {
    (void)state;
    Template bridge = template_read("  A\n.   .\n  V\n");
    TemplateVerdict v = verdict_of(&bridge);
    assert_true(template_is_least(&v));
    int left = cell_parse(bridge.geometry, "a2", 2), right = cell_parse(bridge.geometry, "b2", 2);
    assert_int_equal(v.reply[left], right);
    assert_int_equal(v.reply[right], left);

    Template ziggurat =
        template_read("; Ziggurat\n     A   .\n   .   .   .\n .   .   .   .\n---------------\n");
    v = verdict_of(&ziggurat);
    assert_true(template_is_least(&v));
    assert_int_equal(cellset_count(ziggurat.carrier), 8);

    // One cell less, and there is one intrusion that breaks it at least.
    Template less = template_read("     A   .\n   .   .   .\n .   .   .\n---------------\n");
    v = verdict_of(&less);
    assert_int_equal(v.state, TEMPLATE_BROKEN);
    assert_false(cellset_is_empty(v.breaks));

    Template more = template_read("     A   .   .\n   .   .   .   .\n .   .   .   .   .\n---------------\n");
    v = verdict_of(&more);
    assert_int_equal(v.state, TEMPLATE_HOLDS);
    assert_false(template_is_least(&v));
    assert_false(cellset_is_empty(v.spare));

    Template joined = template_read("-----\n  O\nO\n-----\n");
    v = verdict_of(&joined);
    assert_int_equal(v.state, TEMPLATE_HOLDS);
}

// --- The reader

static void refused(const char *text, const char *sentence) {
    TemplateReader reader = template_reader(text);
    TemplateEntry entry;
    assert_true(template_next(&reader, &entry));
    assert_false(entry.good);
    assert_true(entry.error.bad_input);
    assert_non_null(strstr(entry.error.text, sentence));
}

static void test_reader(void **state) {
    (void)state;
    const char *list =
        "; remarks that stand\n; alone\n\n; First \r\n; more\n   A\n .   .\n-------\n\n\n---\n.\n---\n";
    TemplateReader reader = template_reader(list);
    TemplateEntry entry;
    assert_true(template_next(&reader, &entry));
    assert_string_equal(entry.name, "First");
    assert_int_equal(entry.line, 6);
    assert_true(entry.good && entry.template.bottom && !entry.template.top);
    assert_int_equal(entry.template.geometry->width, 2);
    assert_true(template_next(&reader, &entry));
    assert_string_equal(entry.name, "");
    assert_true(entry.good && entry.template.top && entry.template.bottom);
    assert_false(template_next(&reader, &entry));
    refused(" .\n .\n", "four columns apart");
    refused(" Q\n", "line 1, column 2");
    refused("----\n----\n .\n", "second upper edge");
    refused(" .\n----\n .\n", "below the lower edge");
    refused("----\n", "without cells");
    char wide[100] = ".";
    memset(wide + 1, ' ', 80);
    strcpy(wide + 80, ".\n");
    refused(wide, "21 cells wide");
}

// --- HexWiki's tags, and writing

static void test_tags(void **state) {
    (void)state;
    TemplateReader reader =
        template_reader("== One ==\n=== [[Edge template IV1b|IV-1-b]] ===\n"
                        "<hexboard size=\"4x8\" coords=\"hide\" edges=\"bottom\"\n"
                        " visible=\"area(e1,c2,a4,h4,h2,g1)\" contents=\"R f1 S e3\" />\n"
                        "<hexboard size=\"3x2\" edges=\"none\" contents=\"R a3 b1 E *:a1 *:b3\"/>\n"
                        "<hexboard size=\"2x3\" edges=\"bottom\" contents=\"R a1 c1 E b1\"/>\n"
                        "<hexboard size=\"2x3\" edges=\"bottom\" contents=\"R a1 ↑:c1 B b1\"/>\n"
                        "<hexboard size=\"2x3\" contents=\"R a1\"/>\n"
                        "<hexboard size=\"2x3\" edges=\"none\" contents=\"R a9\"/>\n");
    TemplateEntry entry;
    assert_true(template_next(&reader, &entry) && entry.good);
    assert_string_equal(entry.name, "IV-1-b");
    assert_int_equal(entry.line, 3);
    TemplateVerdict v = verdict_of(&entry.template);
    assert_true(template_is_least(&v) && cellset_count(entry.template.carrier) == 22);
    assert_true(template_next(&reader, &entry) && entry.good && !*entry.name);
    v = verdict_of(&entry.template);
    assert_true(template_is_least(&v) && cellset_count(entry.template.carrier) == 2); // the bridge
    assert_true(template_next(&reader, &entry) && !entry.good);
    assert_non_null(strstr(entry.error.text, "line 6: which stone is the upper end?"));
    assert_true(template_next(&reader, &entry) && entry.good);
    assert_int_equal(cellset_count(entry.template.up), 1);
    assert_int_equal(cellset_count(entry.template.carrier), 3);
    assert_true(template_next(&reader, &entry) && !entry.good);
    assert_non_null(strstr(entry.error.text, "add edges="));
    assert_true(template_next(&reader, &entry) && !entry.good);
    assert_non_null(strstr(entry.error.text, "line 9, column 47: no cell"));
    assert_false(template_next(&reader, &entry));
}

static void same_template(const Template *a, const Template *b) {
    assert_true(a->geometry == b->geometry && a->top == b->top && a->bottom == b->bottom);
    assert_true(cellset_equal(a->stones, b->stones) && cellset_equal(a->carrier, b->carrier));
    assert_true(cellset_equal(a->up, b->up) && cellset_equal(a->down, b->down));
}

static void test_writes(void **state) {
    (void)state;
    Random random = random_seeded(7);
    for (int i = 0; i < 2000; i++) {
        Template t = template_random(&random, 6, 10, 2), cut;
        Error error = {0};
        Text text = {0};
        if (!cellset_is_empty(cellset_and(t.up, t.down))) continue; // no form can say so
        assert_true(template_cut(&t, t.carrier, &cut, &error));
        template_write_block(&cut, "A name\nand more", &text);
        Template again = template_read(text_string(&text));
        same_template(&again, &cut);
        text_clear(&text);
        template_write_tag(&cut, "A name\nand more", &text);
        // Without an arrow the highest chain is the upper end, which an edge need not be.
        again = template_read(text_string(&text));
        same_template(&again, &cut);
        text_free(&text);
    }
}

static void test_ends(void **state) {
    (void)state;
    TemplateBoard board;
    Error error = {0};
    Template none = template_read(" O\n---\n");
    assert_false(template_board(&none, &board, &error));
    assert_non_null(strstr(error.text, "upper end"));
    none = template_read("---\n O\n");
    assert_false(template_board(&none, &board, &error));
    assert_non_null(strstr(error.text, "lower end"));
    // A stone that empty cells surround cannot be reached from outside.
    Template inside = template_read("   .   .\n .   A   .\n   .   .\n---\n");
    assert_false(template_board(&inside, &board, &error));
    assert_non_null(strstr(error.text, "no board"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_the_rules),
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_reader),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_writes),
        cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
