// Best-first searches of AND/OR graphs: the figures of Gao 2020, Appendix A.4 and A.5, and random graphs against what the
// whole graph says.
#include "search_checks.h"

#include "lab/andor/andor_figures.h"
#include "lab/andor/formula.h"

#include <math.h>
#include <stdio.h>

static AndOrGraph graph;

static AndOrResult search(const AndOrGraph *g, AndOrMethod method, AndOrScheme scheme, bool last) {
    AndOrSource source = andor_graph_source(g);
    AndOrOptions options = {.method = method, .scheme = scheme, .last = last};
    AndOrResult result;
    Error error = {0};
    if (!andor_search(&source, &options, &result, &error)) fail_msg("%s", error.text);
    return result;
}

static void parse(const char *text) {
    Error error = {0};
    if (!andor_graph_parse(text, &graph, &error)) fail_msg("%s", error.text);
}

// The names of the nodes expanded, in order.
static const char *order(const AndOrResult *r) {
    static char text[200];
    text[0] = '\0';
    for (int i = 0; i < r->expanded; i++)
        snprintf(text + strlen(text), 20, "%s%s", i ? " " : "", graph.node[r->log[i]].name);
    return text;
}

static void test_figures(void **state) {
    (void)state;
    parse(FIGURE_A3);
    assert_true(search(&graph, ANDOR_GENERAL, ANDOR_SUM, false).cost == 5);
    assert_true(search(&graph, ANDOR_AO, ANDOR_SUM, false).cost == 6);
    assert_true(search(&graph, ANDOR_AO, ANDOR_MAX, false).cost == 3);
    parse(FIGURE_A4);
    assert_true(search(&graph, ANDOR_AO, ANDOR_SUM, false).cost == 17);
    assert_true(search(&graph, ANDOR_GENERAL, ANDOR_SUM, false).cost == 15);
    parse(FIGURE_A5);
    AndOrResult first = search(&graph, ANDOR_AO, ANDOR_SUM, false);
    assert_string_equal(order(&first), "A B D C");
    AndOrResult last = search(&graph, ANDOR_AO, ANDOR_SUM, true);
    assert_string_equal(order(&last), "A B E D C");
    AndOrResult pair = search(&graph, ANDOR_PNS_STAR, ANDOR_SUM, false);
    assert_string_equal(order(&pair), "A B D C");
    assert_true(first.cost == 24 && last.cost == 24 && pair.cost == 24);
}

// --- Random graphs

static double true_cost(int node, bool disprove) {
    const AndOrNode *n = &graph.node[node];
    if (n->kind >= ANDOR_SOLVABLE) return (n->kind == ANDOR_SOLVABLE) != disprove ? 0 : INFINITY;
    double least = INFINITY, all = 0;
    for (int i = 0; i < n->edges; i++) {
        double cost = n->edge[i].cost + true_cost(n->edge[i].to, disprove);
        least = cost < least ? cost : least;
        all += cost;
    }
    return (n->kind == ANDOR_OR) != disprove ? least : all;
}

// Edges lead to later nodes, so there are no cycles. Estimates are a part of the truth, whole numbers.
static void graph_random(Random *random) {
    int inner = 2 + (int)random_below(random, 11), ends = 2 + (int)random_below(random, 4);
    graph.nodes = 0;
    for (int i = 0; i < inner + ends; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", i);
        uint32_t kind = random_below(random, 2);
        andor_graph_node(&graph, name, (AndOrKind)(i < inner ? kind : ANDOR_SOLVABLE + kind));
    }
    for (int i = 0; i < inner; i++) {
        int left = inner + ends - i - 1, edges = 1 + (int)random_below(random, left < 3 ? (uint32_t)left : 3);
        for (int k = 0; k < edges; k++) {
            int to = i + 1 + (int)random_below(random, (uint32_t)(left < 6 ? left : 6));
            bool there = false;
            for (int e = 0; e < graph.node[i].edges; e++) there |= graph.node[i].edge[e].to == to;
            if (!there) andor_graph_edge(&graph, i, to, random_below(random, 4));
        }
    }
    for (int i = 0; i < inner; i++) {
        double part = (double)random_below(random, 5) / 4;
        double prove = true_cost(i, false), disprove = true_cost(i, true);
        graph.node[i].prove = floor(part * (isinf(prove) ? 9 : prove));
        graph.node[i].disprove = floor(part * (isinf(disprove) ? 9 : disprove));
    }
}

// Every method finds out whether the root is solvable. With admissible estimates AO* and PNS* do so at the least cost. Tips
// that PNS and PNS* choose lie in the solution bases of the graph and of its dual. Sharing never costs more.
static void test_random(void **state) {
    (void)state;
    Random random = random_seeded(31);
    Error error = {0};
    int solvable = 0;
    for (int i = 0; i < 4000 / TEST_THINNING; i++) {
        graph_random(&random);
        if (!andor_graph_check(&graph, &error)) fail_msg("%s", error.text);
        double cost = andor_graph_cost(&graph, ANDOR_SUM);
        AndOrKind value = isinf(cost) ? ANDOR_UNSOLVABLE : ANDOR_SOLVABLE;
        assert_true(cost == true_cost(0, false));
        solvable += value == ANDOR_SOLVABLE;
        for (AndOrMethod method = ANDOR_GENERAL; method <= ANDOR_PNS_STAR; method++) {
            AndOrResult r = search(&graph, method, ANDOR_SUM, random_below(&random, 2));
            assert_int_equal(r.value, value);
            assert_true(r.in_both);
            if (method == ANDOR_AO || method == ANDOR_PNS_STAR) assert_true(r.cost == cost);
            if (method == ANDOR_GENERAL) assert_true(r.cost <= cost);
        }
        AndOrResult most = search(&graph, ANDOR_AO, ANDOR_MAX, false);
        assert_int_equal(most.value, value);
    }
    assert_in_range(solvable, 400 / TEST_THINNING, 3600 / TEST_THINNING);
}

static void test_hex(void **state) {
    (void)state;
    Random random = random_seeded(7);
    for (int i = 0; i < 60 / TEST_THINNING; i++) {
        Position p = position_undecided(geometry_get(3, 3), &random, (int)random_below(&random, 5),
                                        (int)random_below(&random, 3));
        p.to_move = random_below(&random, 2) ? WHITE : BLACK;
        for (AndOrMethod method = ANDOR_AO; method <= ANDOR_PNS_STAR; method++) {
            AndOrHex *hex = andor_hex_new(&p);
            AndOrSource source = andor_hex_source(hex);
            AndOrResult r;
            Error error = {0};
            assert_true(andor_search(&source, &(AndOrOptions){.method = method}, &r, &error));
            assert_int_equal(r.value == ANDOR_SOLVABLE, truth(&p) == p.to_move);
            andor_hex_free(hex);
        }
    }
}

static void test_limit(void **state) {
    (void)state;
    parse(FIGURE_A5);
    AndOrSource source = andor_graph_source(&graph);
    AndOrResult r;
    assert_true(andor_search(&source, &(AndOrOptions){.method = ANDOR_AO, .expansions = 2}, &r, NULL));
    assert_true(r.value == ANDOR_OR && r.expanded == 2);
}

static void test_bad_graphs(void **state) {
    (void)state;
    static const char *const BAD[][2] = {
        {"", "no nodes"},
        {"s or\n", "no successors"},
        {"s or\ns\n", "line 2"},
        {"s or\nt maybe\n", "'maybe'"},
        {"s or\ns or\n", "already"},
        {"s or\ns -> t 1\n", "no node 't'"},
        {"s or\nt solvable\nt -> s\n", "terminal"},
        {"s or\nt solvable\ns -> t -1\n", "not a cost"},
        {"s or\nt solvable\ns -> t\ns -> t\n", "line 4"},
        {"s or\na and\ns -> a\na -> s\n", "cycle"},
        {"s or h=x\n", "h=x"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        Error error = {0};
        assert_false(andor_graph_parse(BAD[i][0], &graph, &error));
        assert_true(error.bad_input);
        if (!strstr(error.text, BAD[i][1])) fail_msg("'%s' lacks '%s'", error.text, BAD[i][1]);
    }
}

// --- Satisfiability

static void formula_random(Random *random, Formula *f) {
    f->variables = 1 + (int)random_below(random, 6);
    f->clauses = 1 + (int)random_below(random, 18);
    for (int i = 0; i < f->clauses; i++) {
        f->positive[i] = f->negative[i] = 0;
        for (int k = 0; k < 3; k++)
            *(random_below(random, 2) ? &f->positive[i] : &f->negative[i]) |=
                UINT32_C(1) << random_below(random, (uint32_t)f->variables);
    }
}

// The true proof number is the number of variables exactly if the formula can be satisfied, and never less. Its proof is
// then an assignment. The number that recursive sums give is that of clauses and variables.
static void test_sat(void **state) {
    (void)state;
    Random random = random_seeded(41);
    int yes = 0, number = 300 / TEST_THINNING;
    for (int i = 0; i < number; i++) {
        static Formula f;
        bool proof[ANDOR_NODES_MAX];
        int first;
        uint32_t assignment = 0, other;
        formula_random(&random, &f);
        formula_graph(&f, &graph, &first);
        assert_true(andor_graph_check(&graph, NULL));
        double least = andor_graph_proof_number(&graph, proof);
        bool satisfiable = formula_satisfiable(&f, &other);
        assert_true(least >= f.variables && (least == f.variables) == satisfiable);
        for (int v = 0; v < f.variables; v++) assignment |= (uint32_t)proof[first + 2 * v] << v;
        if (satisfiable) assert_true(formula_holds(&f, assignment));
        assert_true(andor_graph_cost(&graph, ANDOR_SUM) == f.clauses + f.variables);
        yes += satisfiable;
    }
    assert_in_range(yes, number / 10, number - number / 10);
}

// Gao's remark on disproof numbers needs the dual graph. With all ends unsolvable and the kinds as they are, one clause or
// one variable is enough to disprove the root.
static void test_disproof(void **state) {
    (void)state;
    Formula f;
    int first;
    assert_true(formula_parse("p cnf 3 2\n1 2 3 0\n-1 -2 -3 0\n", &f, NULL));
    formula_graph(&f, &graph, &first);
    for (int i = 0; i < graph.nodes; i++)
        if (graph.node[i].kind == ANDOR_SOLVABLE) graph.node[i].kind = ANDOR_UNSOLVABLE;
    assert_true(true_cost(0, true) == 2);
}

static void test_bad_formulas(void **state) {
    (void)state;
    static const char *const BAD[][2] = {
        {"", "p cnf"},
        {"p cnf 3\n", "number of clauses"},
        {"p cnf 99 1\n1 0\n", "number of variables is 99"},
        {"p cnf 2 1\n1 x 0\n", "'x'"},
        {"p cnf 2 1\n3 0\n", "line 2: a literal"},
        {"p cnf 2 1\n0\n", "empty clause"},
        {"p cnf 2 2\n1 0\n", "ends"},
        {"p cnf 2 1\n1 0\n2 0\n", "follows"},
        {"c only\n", "p cnf"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        Error error = {0};
        static Formula f;
        assert_false(formula_parse(BAD[i][0], &f, &error));
        assert_true(error.bad_input);
        if (!strstr(error.text, BAD[i][1])) fail_msg("'%s' lacks '%s'", error.text, BAD[i][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures),  cmocka_unit_test(test_random),       cmocka_unit_test(test_hex),
        cmocka_unit_test(test_limit),    cmocka_unit_test(test_bad_graphs),   cmocka_unit_test(test_sat),
        cmocka_unit_test(test_disproof), cmocka_unit_test(test_bad_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
