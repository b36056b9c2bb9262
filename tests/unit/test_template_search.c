// The search for templates: every minimal carrier and blocker beside brute force, symmetries, regions, going on.
#include "study/template_region.h"
#include "study/template_search.h"
#include "study/template_symmetry.h"
#include "test_support.h"

#include "template_random.h"
#include "tools/lib/joingame.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 11 };

// --- Brute force: all sets of cells, by the rules alone

static int end_node(const Template *t, const Geometry *g, CellSet stones, int edge) {
    if (cellset_is_empty(stones)) return edge;
    int cell = cellset_first(stones);
    return cell_at(g, cell_column(t->geometry, cell) + 1, cell_row(t->geometry, cell) + !t->top);
}

static CellSet cells_shifted(const Template *t, const Geometry *g, CellSet cells) {
    CellSet shifted = cellset_none();
    for (int cell; (cell = cellset_pop(&cells)) >= 0;)
        cellset_add(&shifted,
                    cell_at(g, cell_column(t->geometry, cell) + 1, cell_row(t->geometry, cell) + !t->top));
    return shifted;
}

static bool rules_hold(const Template *t, CellSet carrier) {
    const Geometry *g = geometry_get(t->geometry->width + 2, t->geometry->height + !t->top + !t->bottom);
    Position p = position_empty(g);
    p.stones[BLACK] = cells_shifted(t, g, t->stones);
    JoinGame *game = joingame_new(&p, BLACK, end_node(t, g, t->up, EDGE_TOP),
                                  end_node(t, g, t->down, EDGE_BOTTOM), cells_shifted(t, g, carrier));
    assert_non_null(game);
    bool holds = joingame_full(game, cellset_none(), cellset_none(), NULL);
    joingame_free(game);
    return holds;
}

typedef struct Brute {
    int cell[CELLS_MAX], cells;
    bool holds[1 << CELLS_MAX];
} Brute;

static CellSet brute_set(const Brute *b, unsigned set) {
    CellSet cells = cellset_none();
    for (int i = 0; i < b->cells; i++) {
        if (set >> i & 1) cellset_add(&cells, b->cell[i]);
    }
    return cells;
}

static void brute_fill(Brute *b, const Template *t) {
    CellSet left = t->carrier;
    b->cells = 0;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) b->cell[b->cells++] = cell;
    for (unsigned set = 0; set < 1u << b->cells; set++) b->holds[set] = rules_hold(t, brute_set(b, set));
}

// Minimal: it is one, and with any cell less it is none.
static bool brute_minimal(const Brute *b, TemplateSetKind kind, unsigned set) {
    unsigned all = (1u << b->cells) - 1;
    for (int i = -1; i < b->cells; i++) {
        if (i >= 0 && !(set >> i & 1)) continue;
        unsigned part = i < 0 ? set : set & ~(1u << i);
        bool is_one = kind == TEMPLATE_CARRIER ? b->holds[part] : !b->holds[all & ~part];
        if (is_one != (i < 0)) return false;
    }
    return true;
}

static bool search_has(const TemplateSearch *s, TemplateSetKind kind, CellSet set) {
    for (int i = 0; i < template_search_known(s, kind); i++) {
        if (cellset_equal(template_search_set(s, kind, i), set)) return true;
    }
    return false;
}

static void search_compare(const TemplateSearch *s, const Brute *b) {
    for (int kind = TEMPLATE_CARRIER; kind <= TEMPLATE_BLOCKER; kind++) {
        int minimal = 0;
        for (unsigned set = 0; set < 1u << b->cells; set++) {
            if (!brute_minimal(b, (TemplateSetKind)kind, set)) continue;
            minimal++;
            assert_true(search_has(s, (TemplateSetKind)kind, brute_set(b, set)));
        }
        assert_int_equal(minimal, template_search_known(s, (TemplateSetKind)kind));
    }
}

static TemplateSearch *search_all(const Template *t) {
    Budget budget = {0};
    Error error = {0};
    TemplateSearch *s = template_search_new(t, &error);
    if (!s) {
        assert_true(error.bad_input);
        return NULL;
    }
    assert_true(template_search_run(s, &budget, NULL, NULL, &error));
    assert_true(template_search_complete(s));
    return s;
}

static void test_against_brute_force(void **state) {
    (void)state;
    static Brute brute;
    Random random = random_seeded(5);
    int searched = 0, several = 0;
    for (int i = 0; i < 1000 / TEST_THINNING; i++) {
        Template t = template_random(&random, 8, CELLS_MAX, 1);
        TemplateSearch *s = search_all(&t);
        if (!s) continue;
        brute_fill(&brute, &t);
        search_compare(s, &brute);
        searched++;
        several += template_search_known(s, TEMPLATE_CARRIER) > 1;
        template_search_free(s);
    }
    print_message("%d regions searched, %d with several templates\n", searched, several);
    assert_true(searched > 200 / TEST_THINNING && several > 60 / TEST_THINNING);
}

// --- Known lists

static void check_list(const char *spec, int count, const int *sizes, int symmetries) {
    Template region, *list;
    Error error = {0};
    int found;
    assert_true(template_region(spec, &region, &error));
    TemplateSearch *s = search_all(&region);
    assert_non_null(s);
    assert_int_equal(template_search_symmetries(s), symmetries);
    assert_true(template_search_list(s, &list, &found, &error));
    assert_int_equal(found, count);
    for (int i = 0; i < count; i++) {
        TemplateVerdict verdict;
        Budget budget = {0};
        assert_int_equal(cellset_count(list[i].carrier), sizes[i]);
        assert_true(template_check(&list[i], false, &budget, &verdict, &error));
        assert_true(template_is_least(&verdict));
    }
    free(list);
    template_search_free(s);
}

static void test_known(void **state) {
    (void)state;
    check_list("edge:row=1", 1, (const int[]){0}, 12); // nothing but the stone
    check_list("edge:row=2", 1, (const int[]){2}, 2);
    check_list("edge:row=3", 2, (const int[]){8, 10}, 2);
    check_list("edge:row=3,above=1", 2, (const int[]){8, 10}, 1); // mirror images are one
    check_list("edge:row=4", 2, (const int[]){19, 22}, 2);
    check_list("interior:right=-1,down=2", 1, (const int[]){2}, 4);
    check_list("interior:right=0,down=2", 0, NULL, 2);
    check_list("ladder:row=2,escape=2,distance=4", 1, (const int[]){8}, 1);
    check_list("ladder:row=2,escape=3,distance=3,reach=6", 3, (const int[]){8, 10, 10}, 1);
    check_list("ladder:row=3,escape=3,distance=4,reach=6", 1, (const int[]){17}, 1);
    check_list("ladder:row=4,escape=4,distance=5,reach=9,above=1", 1, (const int[]){35}, 1);
    check_list("interior:upper=2,lower=2,right=-1,down=2", 2, (const int[]){2, 2}, 4);
    // IV1a to IV1d, the last two with cells above the stone.
    check_list("edge:row=4,above=1,reach=13,left=7,top=10", 4, (const int[]){19, 22, 31, 37}, 1);
}

static void test_regions_refused(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"edge", "row=N is needed"},
        {"edge:row=12", "row"},
        {"edge:row=4,reach=36", "columns"},
        {"egde:row=4", "not a kind of region"},
        {"edge:rows=4", "rows"},
        {"interior:down=0", "down"},
        {"ladder:row=2,distance=x", "distance"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Template region;
        Error error = {0};
        assert_false(template_region(bad[i][0], &region, &error));
        assert_true(error.bad_input);
        if (!strstr(error.text, bad[i][1])) fail_msg("%s: %s", bad[i][0], error.text);
    }
}

// --- Going on

typedef struct Notes {
    TemplateSetKind kind[200];
    CellSet set[200];
    int count, most;
} Notes;

static bool note_take(void *context, TemplateSetKind kind, CellSet set, Error *error) {
    Notes *notes = context;
    if (notes->count == notes->most) return error_input(error, "enough");
    notes->kind[notes->count] = kind;
    notes->set[notes->count++] = set;
    return true;
}

static void test_goes_on(void **state) {
    (void)state;
    static Notes notes;
    Template region;
    Error error = {0};
    Budget budget = {0};
    assert_true(template_region("edge:row=4", &region, &error));
    TemplateSearch *whole = search_all(&region), *first = template_search_new(&region, &error);
    notes.most = 12;
    assert_false(template_search_run(first, &budget, note_take, &notes, &error));
    assert_string_equal(error.text, "enough");
    assert_false(template_search_complete(first));
    template_search_free(first);

    TemplateSearch *second = template_search_new(&region, &error);
    for (int i = 0; i < notes.count; i++)
        assert_true(template_search_know(second, notes.kind[i], notes.set[i]));
    assert_true(template_search_run(second, &budget, NULL, NULL, &error));
    for (int kind = TEMPLATE_CARRIER; kind <= TEMPLATE_BLOCKER; kind++) {
        int known = template_search_known(whole, (TemplateSetKind)kind);
        assert_int_equal(template_search_known(second, (TemplateSetKind)kind), known);
        for (int i = 0; i < known; i++)
            assert_true(search_has(second, (TemplateSetKind)kind,
                                   template_search_set(whole, (TemplateSetKind)kind, i)));
    }
    assert_true(template_search_questions(second) < template_search_questions(whole));
    // What cannot be a set of this region is refused.
    CellSet carrier = template_search_set(whole, TEMPLATE_CARRIER, 0),
            outside = cellset_of(cellset_first(region.up));
    assert_false(template_search_know(second, TEMPLATE_CARRIER, outside));
    assert_false(template_search_know(second, TEMPLATE_CARRIER, region.carrier));
    assert_false(template_search_know(second, TEMPLATE_BLOCKER, cellset_minus(region.carrier, carrier)));
    template_search_free(second);
    template_search_free(whole);
}

static void test_stops(void **state) {
    (void)state;
    Template region;
    Error error = {0};
    Budget budget = {.nodes = 200};
    assert_true(template_region("edge:row=5", &region, &error));
    TemplateSearch *s = template_search_new(&region, &error);
    assert_true(template_search_run(s, &budget, NULL, NULL, &error));
    assert_false(template_search_complete(s));
    template_search_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_brute_force),
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_regions_refused),
        cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
