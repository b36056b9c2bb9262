// Evaluations on positions worked out by hand, against plain enumeration, and under the symmetries.
#include "eval_checks.h"

#include "eval/dijkstra.h"
#include "eval/graph_measures.h"
#include "eval/queenbee.h"
#include "solve/brute.h"

#include <math.h>

static CellSet cells(const Geometry *g, const char *names) {
    CellSet set = cellset_none();
    for (const char *p = names; *p; p += 2 + (p[2] == ' ')) cellset_add(&set, cell_parse(g, p, 2));
    return set;
}

static void expect_cells(const ShannonGraph *graph, CellSet got, const char *names) {
    assert_true(cellset_equal(got, cells(graph->geometry, names)));
}

// --- Queenbee
static void test_queenbee(void **state) {
    (void)state;
    Random random = random_seeded(8);
    for (int i = 0; i < 300; i++) {
        Board board;
        random_board(&board, &random, 3 + i % 5, 3 + i % 4);
        Queenbee q;
        queenbee_look(&board, &q);
        CellSet vacant = board_vacant(&board);
        int best[2] = {4 * DISTANCE_NONE, 4 * DISTANCE_NONE}, with[2] = {0};
        for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
            int all = 0;
            for (int c = 0; c < 2; c++) {
                int number = q.of[c].distance[0][cell] + q.of[c].distance[1][cell];
                all += number;
                if (number < best[c]) with[c] = 0;
                if (number < best[c]) best[c] = number;
                with[c] += number == best[c];
            }
            assert_int_equal(q.sum[cell], all);
            assert_true(q.promise[cell] >= -all && q.promise[cell] <= 0.5 - all); // ties only
        }
        for (int c = 0; c < 2; c++) {
            if (best[c] > DISTANCE_NONE) continue; // cut off
            assert_int_equal(q.of[c].best, best[c]);
            assert_int_equal(q.of[c].potential, with[c]);
        }
        double distance = fmin(q.of[WHITE].best, 2 * CELL_MAX) - fmin(q.of[BLACK].best, 2 * CELL_MAX);
        expect_near(queenbee_lead(&q, BLACK), -queenbee_lead(&q, WHITE));
        assert_true(fabs(queenbee_lead(&q, BLACK) - distance) < 1); // potentials only break ties
    }
}

// A position like Figure 9 of van Rijswijck 2002, found by search. Black's two-distance is infinite, White's
// is not, yet Black wins with White to move.
static void test_counterexample(void **state) {
    (void)state;
    Position position;
    Error error;
    Board board;
    Queenbee q;
    assert_true(position_parse_diagram(".W.W.\n.....\nB.B.B\nB..B.\n.WWWB", &position, &error));
    position.to_move = WHITE;
    board_set(&board, &position);
    queenbee_look(&board, &q);
    assert_int_equal(q.of[BLACK].best, DISTANCE_NONE);
    assert_int_equal(q.of[WHITE].best, 5);
    assert_true(queenbee_lead(&q, WHITE) > 100);
    BruteTable *table = brute_table_new(position.geometry, 64 << 20);
    assert_int_equal(brute_winner(table, &position), BLACK);
    brute_table_free(table);
}

// --- The graph
static void test_graph(void **state) {
    (void)state;
    // The chain b2-c2 links its shores b1 c1 d1 a2 d2 a3 b3 c3 for Black; for White it is a hole.
    const char *chain = "....\n.BB.\n....";
    ShannonGraph graph = graph_read(chain, BLACK);
    int b1 = cell_parse(graph.geometry, "b1", 2), a1 = cell_parse(graph.geometry, "a1", 2);
    expect_cells(&graph, graph.around[b1], "a1 c1 d1 a2 d2 a3 b3 c3");
    expect_cells(&graph, graph.around[a1], "b1 a2");
    expect_cells(&graph, graph.target[0], "a1 b1 c1 d1");
    graph = graph_read(chain, WHITE);
    expect_cells(&graph, graph.around[b1], "a1 c1 a2");
    // A chain at an edge is part of the target and links nothing else.
    graph = graph_read(".B..\n.B..\n....", BLACK);
    expect_cells(&graph, graph.target[0], "a1 c1 d1 a2 c2 a3 b3");
    expect_cells(&graph, graph.around[a1], "a2");
    assert_false(graph.joined);
    assert_true(graph_read("B.\nB.", BLACK).joined);
}

// --- Two-distance
static void test_two_distance(void **state) {
    (void)state;
    TwoDistance two;
    // 2x2 for Black: the bottom row has distance 1 to the bottom. b1 has both of them below it, distance 2;
    // a1 has a2 and then b1: 3. The other way by the half-turn. Sums: a1 and b2 1 + 3, b1 and a2 1 + 2.
    ShannonGraph graph = graph_read("..\n..", BLACK);
    graph_two_distance(&graph, &two);
    assert_int_equal(two.distance[1][0], 3);
    assert_int_equal(two.distance[1][1], 2);
    assert_int_equal(two.distance[1][2], 1);
    assert_int_equal(two.best, 3);
    assert_int_equal(two.potential, 2);
    // A column of two: a1's only neighbour has distance 1 to the bottom.
    graph = graph_read(".\n.", BLACK);
    graph_two_distance(&graph, &two);
    assert_int_equal(two.distance[1][0], 2);
    assert_int_equal(two.best, 3);
    // A column of three: a2's second neighbour, on the way to either edge, waits for a2 itself: cut off.
    graph = graph_read(".\n.\n.", BLACK);
    graph_two_distance(&graph, &two);
    assert_int_equal(two.distance[0][1], DISTANCE_NONE);
    assert_true(two.best >= DISTANCE_NONE);
    graph = graph_read("B.\nB.", BLACK);
    graph_two_distance(&graph, &two);
    assert_int_equal(two.best, 0);
    graph = graph_read(".W\nW.", BLACK);
    graph_two_distance(&graph, &two);
    assert_true(two.best >= DISTANCE_NONE);
}

// --- Shortest paths and Dijkstra
static void test_shortest_paths(void **state) {
    (void)state;
    ShortestPaths paths;
    // 2x2 for Black: a1-a2, b1-b2, b1-a2: three paths of 3 edges; b1 and a2 lie on two of them.
    ShannonGraph graph = graph_read("..\n..", BLACK);
    graph_shortest_paths(&graph, &paths);
    assert_int_equal(paths.length, 3);
    expect_near(paths.most, 2);
    assert_int_equal(paths.count, 2);
    expect_near(paths.through[0], 1);
    // With a stone on b1, at the top, a2 and b2 are one step from both edges.
    graph = graph_read(".B\n..", BLACK);
    graph_shortest_paths(&graph, &paths);
    assert_int_equal(paths.length, 2);
    expect_near(paths.most, 1);
    assert_int_equal(paths.count, 2);
    graph = graph_read("B.\nB.", BLACK);
    graph_shortest_paths(&graph, &paths);
    assert_int_equal(paths.length, 1);
    graph = graph_read("..\nWW", BLACK);
    graph_shortest_paths(&graph, &paths);
    assert_int_equal(paths.length, DISTANCE_NONE);
    // 3x3: from each top cell the ways down: c1 has 2 x 2, b1 2 + 1 ... 1 + 2 + ... in all a1 1, b1 3, c1 4.
    graph = graph_read("...\n...\n...", BLACK);
    graph_shortest_paths(&graph, &paths);
    assert_int_equal(paths.length, 4);
    expect_near(paths.through[0] + paths.through[1] + paths.through[2], 8);
    expect_near(paths.through[0], 1);
    expect_near(paths.through[2], 4);
}

static void test_dijkstra(void **state) {
    (void)state;
    Board board = board_read("...\n...\n...");
    assert_int_equal(dijkstra_distance(&board, BLACK), 6); // 1 + 2 + 2 + 1
    board = board_read("...\n.B.\n...");
    assert_int_equal(dijkstra_distance(&board, BLACK), 4); // 1 + 1 + 1 + 1
    assert_int_equal(dijkstra_distance(&board, WHITE), 6);
    board = board_read("B..\nB..\nB..");
    assert_int_equal(dijkstra_distance(&board, BLACK), 0);
    assert_int_equal(dijkstra_distance(&board, WHITE), -1);
    // Twice the number of empty cells on the best way, on random boards by the other search.
    Random random = random_seeded(21);
    for (int i = 0; i < 300; i++) {
        random_board(&board, &random, 1 + (int)random_below(&random, 8), 1 + (int)random_below(&random, 8));
        for (Color color = BLACK; color <= WHITE; color++) {
            ShannonGraph graph;
            ShortestPaths paths;
            shannon_make(&graph, &board, color);
            graph_shortest_paths(&graph, &paths);
            assert_int_equal(dijkstra_distance(&board, color), 2 * (paths.length - 1));
        }
    }
}

// --- Maximum flow against the smallest cut, by enumeration: a cut is a set of vertices with the first
// target.
static double smallest_cut(const ShannonGraph *graph) {
    int list[16], count = 0;
    for (CellSet s = graph->empty; !cellset_is_empty(s);) list[count++] = cellset_pop(&s);
    double best = INFINITY;
    for (int sides = 0; sides < 1 << count; sides++) {
        CellSet side = cellset_none();
        for (int i = 0; i < count; i++) {
            if (sides >> i & 1) cellset_add(&side, list[i]);
        }
        if (!cellset_within(graph->target[0], side) || cellset_meets(graph->target[1], side)) continue;
        int edges = 0;
        for (CellSet s = side; !cellset_is_empty(s);)
            edges += cellset_count(cellset_minus(graph->around[cellset_pop(&s)], side));
        best = fmin(best, edges);
    }
    return best;
}

static void test_max_flow(void **state) {
    (void)state;
    ShannonGraph graph = graph_read("..\n..", BLACK);
    expect_near(graph_max_flow(&graph), 3);
    graph = graph_read("....\n....\n....", BLACK); // 4 wide: 7 links between rows
    expect_near(graph_max_flow(&graph), 7);
    graph = graph_read("..\nWW\n..", BLACK);
    expect_near(graph_max_flow(&graph), 0);
    graph = graph_read("B.\n..", BLACK);
    expect_near(graph_max_flow(&graph), INFINITY);
    Random random = random_seeded(22);
    for (int i = 0; i < 300; i++) {
        Board board;
        random_board(&board, &random, 2 + (int)random_below(&random, 3), 2 + (int)random_below(&random, 3));
        if (cellset_count(board_vacant(&board)) > 12) continue;
        shannon_make(&graph, &board, BLACK);
        expect_near(graph_max_flow(&graph), smallest_cut(&graph));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graph),          cmocka_unit_test(test_queenbee),
        cmocka_unit_test(test_counterexample), cmocka_unit_test(test_two_distance),
        cmocka_unit_test(test_shortest_paths), cmocka_unit_test(test_dijkstra),
        cmocka_unit_test(test_max_flow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
