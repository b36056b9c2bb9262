// Graphs as text: what is read, what is refused and with which sentence, what is written is read again.
#include "test_support.h"

#include "lab/shannon/graph_file.h"

#include <stdio.h>

static Graph *read_good(const char *text) {
    Error error = {0};
    Graph *graph = graph_parse(text, strlen(text), &error);
    if (!graph) print_message("%s\n%s\n", text, error.text);
    assert_non_null(graph);
    return graph;
}

static void same(const Graph *a, const Graph *b) {
    assert_int_equal(a->vertices, b->vertices);
    assert_int_equal(a->edges, b->edges);
    for (int e = 0; e < a->edges; e++) {
        int end[2];
        for (int i = 0; i < 2; i++) {
            const char *name = a->vertex[a->edge[e].end[i]].name;
            end[i] = graph_find_vertex(b, name, strlen(name));
            assert_true(end[i] >= 0);
            assert_int_equal(a->vertex[a->edge[e].end[i]].state, b->vertex[end[i]].state);
        }
        int other = graph_find_edge(b, end[0], end[1]);
        assert_true(other >= 0);
        assert_int_equal(a->edge[e].state, b->edge[other].state);
    }
    for (int i = 0; i < 2; i++)
        assert_string_equal(a->vertex[a->target[i]].name, b->vertex[b->target[i]].name);
}

static void test_read(void **state) {
    (void)state;
    Graph *graph = read_good("# a comment\ntargets X Y\nedge X a\n  edge a Y captured # done\nvertex b 1 2.5 "
                             "deleted\nvertex X 0 0 0 3\r\n");
    assert_int_equal(graph->vertices, 4);
    assert_int_equal(graph->edges, 2);
    assert_int_equal(graph->edge[1].state, ITEM_CAPTURED);
    int b = graph_find_vertex(graph, "b", 1);
    assert_int_equal(graph->vertex[b].state, ITEM_DELETED);
    assert_true(graph->vertex[b].y[0] == 2.5);
    assert_int_equal(graph->vertex[graph->target[0]].points, 2);
    graph_free(graph);
    graph = read_good("/* c */ strict graph \"g 1\" { rankdir=LR; node [shape=circle]\n X -- a -- \"b\" -- Y "
                      "[state=captured, w=1]; b [pos=\"1,-2!\" state=free]; a -- Y [label=\"a \\\" b\"] }");
    assert_int_equal(graph->vertices, 4);
    assert_int_equal(graph->edges, 4);
    assert_int_equal(graph->edge[2].state, ITEM_CAPTURED);
    assert_int_equal(graph->edge[3].state, ITEM_FREE);
    assert_true(graph->vertex[2].y[0] == 2);
    graph_free(graph);
    graph = read_good("graph { s [target=true]; t [target]; s -- t; u [target=false] }");
    assert_string_equal(graph->vertex[graph->target[1]].name, "t");
    graph_free(graph);
}

static void test_refuse(void **state) {
    (void)state;
    static const char *const CASES[][2] = {
        {"", "no targets"},
        {"edge a b\n", "no targets"},
        {"targets X X\n", "both targets are X"},
        {"targets X Y\ntargets a b\n", "line 2: the targets are named a second time"},
        {"targets X\n", "line 1: expected two targets"},
        {"targets X Y\nedge a a\n", "line 2: a loop: an edge from a to itself"},
        {"targets X Y\nedge a b\nedge b a\n", "line 3: a second edge between b and a"},
        {"targets X Y\nedge a\n", "line 2: expected two vertices"},
        {"targets X Y\nedge a b lost\n", "line 2: expected two vertices"},
        {"targets X Y\nedge a-b c\n", "line 2: 'a-b': names of vertices"},
        {"targets X Y\nedge \xc3\xa4 c\n", "line 2: '': names of vertices"},
        {"targets X Y\nvertex abcdefghijklmnopqrstuvwxyz\n",
         "line 2: the name 'abcdefghij...' has more than 23"},
        {"targets X Y\nvertex a 1\n", "line 2: expected a name"},
        {"targets X Y\nvertex a 1 x\n", "line 2: 'x' is not a number"},
        {"targets X Y\nvertex a 1 1e9\n", "line 2: '1e9' is not a number"},
        {"targets X Y\nvertex X captured\n", "the target X is captured"},
        {"a b\n", "line 1: 'a': a line begins with"},
        {"\x7f\x45\x4c\x46\n", "line 1: not text: a line begins with"},
        {"digraph { X -> Y }", "line 1: 'digraph': the edges of a Shannon graph have no direction"},
        {"graph { X -> Y }", "'->': the edges of a Shannon graph have no direction"},
        {"graph { X -- Y", "the file ends, but a } is missing"},
        {"graph { X -- ", "the file ends, but a vertex is expected"},
        {"graph { X -- Y } }", "'}': more after the graph's end"},
        {"graph {\n a -- b }", "no targets"},
        {"graph {\n X -- Y; \"a b\" }", "line 2: 'a b': names of vertices"},
        {"graph {\n X -- \"Y", "line 2: a string does not end"},
        {"graph {\n X -- X }", "line 2: a loop"},
        {"graph {\n X -- Y -- X }", "line 2: a second edge between Y and X"},
        {"graph {\n subgraph c { a } }", "line 2: 'subgraph': subgraphs are not read"},
        {"graph {\n a:n -- b }", "line 2: ':': ports are not read"},
        {"graph {\n a [state=gone] }", "line 2: 'gone': a state is free, captured or deleted"},
        {"graph {\n a [target]; b [target]; c [target] }", "line 2: a third target, c"},
        {"graph {\n a [pos=\"1\"] }", "line 2: '1': pos is expected"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Error error = {0};
        Graph *graph = graph_parse(CASES[i][0], strlen(CASES[i][0]), &error);
        if (graph || !strstr(error.text, CASES[i][1]) || !error.bad_input)
            print_message("%s\nexpected: %s\ngot: %s\n", CASES[i][0], CASES[i][1], error.text);
        assert_null(graph);
        assert_true(error.bad_input);
        assert_non_null(strstr(error.text, CASES[i][1]));
    }
}

static void test_too_many(void **state) {
    (void)state;
    Text text = {0};
    Error error = {0};
    text_add(&text, "targets X Y\n");
    for (int v = 0; v < 1000000; v++) text_format(&text, "vertex v%d\n", v);
    assert_null(graph_parse(text.data, text.length, &error));
    assert_string_equal(error.text, "line 40000: more than 40000 vertices");
    text_clear(&text);
    text_add(&text, "targets X Y\n");
    for (int e = 0; e < 200000; e++) text_format(&text, "edge a%d b%d\n", e / 300, e % 300);
    assert_null(graph_parse(text.data, text.length, &error));
    assert_string_equal(error.text, "line 100002: more than 100000 edges");
    text_free(&text);
}

static void test_write(void **state) {
    (void)state;
    const Geometry *g = geometry_get(4, 3);
    Position position = position_empty(g);
    cellset_add(&position.stones[BLACK], 5);
    cellset_add(&position.stones[WHITE], 2);
    Graph *graphs[] = {graph_bridg_it(1, NULL), graph_bridg_it(30, NULL), graph_hex(&position, BLACK, NULL),
                       graph_hex(&position, WHITE, NULL),
                       read_good("targets b a\nedge a b captured\nvertex c\n")};
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
        for (int dot = 0; dot < 2; dot++) {
            Text text = {0};
            (dot ? graph_write_dot : graph_write)(graphs[i], &text);
            Graph *again = read_good(text_string(&text));
            same(graphs[i], again);
            graph_free(again);
            text_free(&text);
        }
        graph_free(graphs[i]);
    }
}

static void test_built_in(void **state) {
    (void)state;
    for (int n = 1; n <= BRIDG_IT_MAX; n += 37) {
        Graph *graph = graph_bridg_it(n, NULL);
        assert_int_equal(graph->edges, n * n + (n - 1) * (n - 1));
        assert_int_equal(graph->vertices, n * (n - 1) + 2);
        graph_free(graph);
    }
    for (int size = 1; size <= BOARD_MAX; size++) {
        Position position = position_empty(geometry_get(size, size));
        Graph *graph = graph_hex(&position, WHITE, NULL);
        assert_int_equal(graph->vertices, size * size + 2);
        assert_int_equal(graph->edges, 3 * size * size - 4 * size + 1 + 2 * size);
        graph_free(graph);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),  cmocka_unit_test(test_refuse),   cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_write), cmocka_unit_test(test_built_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
