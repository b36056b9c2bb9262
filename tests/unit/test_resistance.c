// Resistances worked out by hand, against a plain dense solver, and under the symmetries.
#include "eval_checks.h"

#include "eval/connected.h"

#include <math.h>
#include <string.h>

static double resistance_read(const char *diagram, Color color, CircuitKind kind) {
    Board board = board_read(diagram);
    Circuit *circuit = circuit_new(board.geometry);
    double resistance = circuit_resistance(circuit, &board, color, kind);
    circuit_free(circuit);
    return resistance;
}

// n cells in a row: in series for one colour, in parallel for the other.
static void test_rows(void **state) {
    (void)state;
    for (int n = 1; n <= 19; n++) {
        Board board;
        board_init(&board, geometry_get(1, n));
        Circuit *circuit = circuit_new(board.geometry);
        expect_near(circuit_resistance(circuit, &board, BLACK, CIRCUIT_CELLS), 2.0 * n);
        expect_near(circuit_resistance(circuit, &board, WHITE, CIRCUIT_CELLS), 2.0 / n);
        expect_near(circuit_resistance(circuit, &board, BLACK, CIRCUIT_LINKS), n + 1.0);
        expect_near(circuit_resistance(circuit, &board, WHITE, CIRCUIT_LINKS), 2.0 / n);
        circuit_free(circuit);
    }
}

static void test_stones_in_series(void **state) {
    (void)state;
    // A lone stone, a chain, a chain at the edge: 1 + 2 + 1, then 1 + 1 each further empty cell.
    expect_near(resistance_read(".\n.\nB\n.\n.", BLACK, CIRCUIT_CELLS), 8);
    expect_near(resistance_read(".\n.\nB\nB\n.", BLACK, CIRCUIT_CELLS), 6);
    expect_near(resistance_read("B\nB\n.\n.\n.", BLACK, CIRCUIT_CELLS), 6);
    expect_near(resistance_read(".\n.\nB\nB\n.", BLACK, CIRCUIT_LINKS), 4); // the chain is no vertex
    expect_near(resistance_read("B\nB\n.\n.\n.", BLACK, CIRCUIT_LINKS), 4);
}

static void test_ends(void **state) {
    (void)state;
    for (CircuitKind kind = CIRCUIT_CELLS; kind <= CIRCUIT_BRIDGES; kind++) {
        expect_near(resistance_read("B\nB", BLACK, kind), 0);
        expect_near(resistance_read(".\nW\n.", BLACK, kind), INFINITY);
        expect_near(resistance_read(".\nW\n.", WHITE, kind), 0);
        expect_near(resistance_read("B", BLACK, kind), 0);
        expect_near(resistance_read("B", WHITE, kind), INFINITY);
    }
}

// The 2x2 board, solved on paper. Empty: by the half-turn v(a2) = 1 - v(b1) and v(b2) = 1 - v(a1). With cells
// v(a1) = 3/4, v(b1) = 2/3, current 1/4 + 1/3; with links v(a1) = 2/3, v(b1) = 3/5, current 1/3 + 2/5.
// Black on a1, cells: v(b1) = 17/21, v(a2) = 11/21, v(b2) = 7/21, current 18/21.
static void test_two_by_two(void **state) {
    (void)state;
    expect_near(resistance_read("..\n..", BLACK, CIRCUIT_CELLS), 12.0 / 7);
    expect_near(resistance_read("..\n..", WHITE, CIRCUIT_CELLS), 12.0 / 7);
    expect_near(resistance_read("..\n..", BLACK, CIRCUIT_LINKS), 15.0 / 11);
    expect_near(resistance_read("B.\n..", BLACK, CIRCUIT_CELLS), 7.0 / 6);
    // White on b1: 1 down to a2, then 1 to the edge beside 2 + 1 over b2.
    expect_near(resistance_read("BW\n..", BLACK, CIRCUIT_CELLS), 1 + 3.0 / 4);
    // b1 below the top, with a1 beside it. Cells: v(a2) = 20/35, v(b2) = 18/35; links: 11/19 and 10/19.
    expect_near(resistance_read(".B\n..", BLACK, CIRCUIT_CELLS), 35.0 / 38);
    expect_near(resistance_read(".B\n..", BLACK, CIRCUIT_LINKS), 19.0 / 21);
    // A bridge to the bottom and nothing else: two ways of resistance 2, no current between them.
    expect_near(resistance_read("WB\n..", BLACK, CIRCUIT_CELLS), 1);
    expect_near(resistance_read("WB\n..", BLACK, CIRCUIT_LINKS), 1);
}

// A bridge of stones adds a conductance of 100 to that of its cells.
static void test_bridges(void **state) {
    (void)state;
    // b1 at the top, the bridge to the bottom: 100 + 1.
    expect_near(resistance_read("WB\n..", BLACK, CIRCUIT_BRIDGES), 1.0 / 101);
    // b2 in between: 1 + 1 up over b1, then the bridge.
    expect_near(resistance_read("W.\nWB\n..", BLACK, CIRCUIT_BRIDGES), 2 + 1.0 / 101);
    expect_near(resistance_read("..\n.W\nWW", WHITE, CIRCUIT_BRIDGES), 0);
    // With a carrier cell gone there is no bridge.
    expect_near(resistance_read("W.\nWB\nW.", BLACK, CIRCUIT_BRIDGES), 4);
    expect_near(resistance_read("BW\n..", BLACK, CIRCUIT_BRIDGES), 1 + 3.0 / 4);
}

static void test_dead_ends(void **state) {
    (void)state;
    // b1 hangs on Black's chain alone.
    expect_near(resistance_read("B.\nBW\n.W", BLACK, CIRCUIT_CELLS), 2);
    // c3 is walled in by White: no current reaches it, and the matrix is not singular.
    for (CircuitKind kind = CIRCUIT_CELLS; kind <= CIRCUIT_BRIDGES; kind++)
        expect_near(resistance_read(".....\n..WW.\n.W.W.\n.WW..\n.....", BLACK, kind),
                    resistance_read(".....\n..WW.\n.WWW.\n.WW..\n.....", BLACK, kind));
}

static void test_energy_in_series(void **state) {
    (void)state;
    Board board;
    board_init(&board, geometry_get(1, 3));
    Circuit *circuit = circuit_new(board.geometry);
    double energy[CELL_MAX];
    // Links 1 2 2 1, current 1/6: each turns R / 36 to heat; a cell counts both of its links.
    expect_near(circuit_energy(circuit, &board, BLACK, CIRCUIT_CELLS, energy), 6);
    expect_near(energy[0], 3.0 / 36);
    expect_near(energy[1], 4.0 / 36);
    expect_near(energy[2], 3.0 / 36);
    circuit_free(circuit);
}

// --- An independent solver: every stone and cell is a row, own stones are tied by a union of their own.
typedef struct Dense {
    int group[NODE_MAX];
    double a[CELL_MAX + 4][CELL_MAX + 5];
} Dense;

static void dense_merge(Dense *d, int x, int y) {
    int from = d->group[x], to = d->group[y];
    for (int i = 0; i < NODE_MAX; i++) {
        if (d->group[i] == from) d->group[i] = to;
    }
}

static double dense_eliminate(Dense *d, int n, int high) {
    static double v[CELL_MAX + 4];
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k; i < n; i++) pivot = fabs(d->a[i][k]) > fabs(d->a[pivot][k]) ? i : pivot;
        for (int j = 0; j <= n; j++) {
            double t = d->a[k][j];
            d->a[k][j] = d->a[pivot][j];
            d->a[pivot][j] = t;
        }
        for (int i = k + 1; i < n; i++) {
            double f = d->a[i][k] / d->a[k][k];
            for (int j = k; j <= n && f != 0; j++) d->a[i][j] -= f * d->a[k][j];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        v[i] = d->a[i][n];
        for (int j = i + 1; j < n; j++) v[i] -= d->a[i][j] * v[j];
        v[i] /= d->a[i][i];
    }
    return v[high];
}

// Sends a current of 1 through the network: the potential of the high terminal is the resistance. A leak of
// 1e-12 keeps unreachable cells from making the matrix singular.
static void dense_link(Dense *d, int x, int y, double conductance) {
    if (x >= 0) d->a[x][x] += conductance;
    if (y >= 0) d->a[y][y] += conductance;
    if (x < 0 || y < 0) return;
    d->a[x][y] -= conductance;
    d->a[y][x] -= conductance;
}

// Conductances between nodes beside those of neighbours.
typedef struct Extra {
    int count, x[20000], y[20000];
    double conductance[20000];
} Extra;

static double dense_resistance(const Board *board, Color color, const Extra *extra) {
    static Dense d;
    const Geometry *g = board->geometry;
    memset(&d, 0, sizeof d);
    for (int i = 0; i < NODE_MAX; i++) d.group[i] = i;
    int low = color_edge(color, 1), high = color_edge(color, 0), index[NODE_MAX], n = 0;
    for (int cell = 0; cell < g->cells; cell++) {
        for (int i = 0; i < g->neighbour_count[cell]; i++) {
            int node = g->neighbour[cell][i];
            if (board->color[cell] == color && board->color[node] == color && d.group[cell] != d.group[node])
                dense_merge(&d, cell, node);
        }
    }
    for (int i = 0; i < NODE_MAX; i++) index[i] = (i < g->cells || i == high) && d.group[i] == i ? n++ : -1;
    if (index[d.group[high]] < 0) index[d.group[high]] = n++;
    index[d.group[low]] = -2;
    for (int i = 0; i < n; i++) d.a[i][i] = 1e-12;
    for (int cell = 0; cell < g->cells; cell++) {
        for (int i = 0; i < g->neighbour_count[cell]; i++) {
            int node = g->neighbour[cell][i], x = index[d.group[cell]], y = index[d.group[node]];
            bool open = board->color[cell] != color_other(color) && board->color[node] != color_other(color);
            if (!open || x == y || (node < CELL_MAX && node < cell)) continue;
            dense_link(&d, x, y, 1.0 / ((board->color[cell] == EMPTY) + (board->color[node] == EMPTY)));
        }
    }
    for (int i = 0; i < extra->count; i++) {
        int x = index[d.group[extra->x[i]]], y = index[d.group[extra->y[i]]];
        if (x != y) dense_link(&d, x, y, extra->conductance[i]);
    }
    d.a[index[d.group[high]]][n] = 1;
    return dense_eliminate(&d, n, index[d.group[high]]);
}

static void test_against_dense(void **state) {
    (void)state;
    Random random = random_seeded(11);
    for (int i = 0; i < 400; i++) {
        Board board;
        random_board(&board, &random, 2 + (int)random_below(&random, 8), 2 + (int)random_below(&random, 8));
        Circuit *circuit = circuit_new(board.geometry);
        for (Color color = BLACK; color <= WHITE; color++) {
            double got = circuit_resistance(circuit, &board, color, CIRCUIT_CELLS);
            double want = dense_resistance(&board, color, &(Extra){0});
            if (fabs(got - want) > 1e-6 * want) fail_msg("position %d: got %.9g, not %.9g", i, got, want);
        }
        circuit_free(circuit);
    }
}

// --- Connections

typedef struct Found {
    const Board *board;
    Extra *extra;
    CellSet meet[NODE_MAX][NODE_MAX];
    bool linked[NODE_MAX][NODE_MAX];
} Found;

static void full_take(void *context, const VcConnection *full) {
    Found *f = context;
    CellSet *meet = &f->meet[full->x][full->y];
    *meet = f->linked[full->x][full->y] ? cellset_and(*meet, full->carrier) : full->carrier;
    f->linked[full->x][full->y] = true;
}

// The conductors that the connections make, told anew: one per pair, by its empty ends and what its carriers share.
static void extra_find(const Vc *vc, const Board *board, Color color, Extra *extra) {
    static Found f;
    memset(&f, 0, sizeof f);
    extra->count = 0;
    vc_each(vc, color, true, full_take, &f);
    for (int x = 0; x < NODE_MAX; x++) {
        for (int y = 0; y < NODE_MAX; y++) {
            VcConnection one;
            if (!f.linked[x][y] ||
                (vc_between(vc, color, x, y, true, &one, 1) && cellset_is_empty(one.carrier)))
                continue;
            int empty = (board->color[x] == EMPTY) + (board->color[y] == EMPTY);
            extra->x[extra->count] = x;
            extra->y[extra->count] = y;
            extra->conductance[extra->count++] =
                (empty ? 1.0 / empty : 100.0) / sqrt(1 + cellset_count(f.meet[x][y]));
        }
    }
}

static void test_connections_against_dense(void **state) {
    (void)state;
    static Extra extra;
    Random random = random_seeded(13);
    VcOptions options = vc_options();
    for (int i = 0; i < 60; i++) {
        Board board;
        random_board(&board, &random, 4 + (int)random_below(&random, 4), 4 + (int)random_below(&random, 4));
        Position p = board_position(&board, BLACK);
        Circuit *circuit = circuit_new(board.geometry);
        Vc *vc = vc_new(board.geometry, &options);
        assert_true(vc_build(vc, &p, VC_BOTH));
        for (Color color = BLACK; color <= WHITE; color++) {
            double cells = circuit_resistance(circuit, &board, color, CIRCUIT_CELLS);
            circuit_connect(circuit, NULL);
            expect_near(circuit_resistance(circuit, &board, color, CIRCUIT_CONNECTIONS), cells);
            circuit_connect(circuit, vc);
            double got = circuit_resistance(circuit, &board, color, CIRCUIT_CONNECTIONS);
            assert_true(got <= cells * (1 + 1e-9)); // a conductor more never hinders
            extra_find(vc, &board, color, &extra);
            double want = dense_resistance(&board, color, &extra);
            if (fabs(got - want) > 1e-6 * want) fail_msg("position %d: got %.9g, not %.9g", i, got, want);
        }
        vc_free(vc);
        circuit_free(circuit);
    }
}

static double connected_read(const char *diagram, Color mover, double resistance[2]) {
    Position p;
    Error error;
    if (!position_parse_diagram(diagram, &p, &error)) fail_msg("%s", error.text);
    p.to_move = mover;
    Connected *connected = connected_new(p.geometry, &error);
    double lead = connected_look(connected, &p, mover, resistance);
    expect_near(connected_lead(connected, &p, mover), lead);
    connected_free(connected);
    return lead;
}

// What knowledge decides needs no current; else the lead is that of the resistances.
static void test_connected_views(void **state) {
    (void)state;
    double r[2];
    assert_true(connected_read("...\n.B.\n...", WHITE, r) == -INFINITY && r[BLACK] == 0 && r[WHITE] == 0);
    assert_true(connected_read("...\n...\n...", BLACK, r) == INFINITY);
    const char *open = ".......\n.......\n.......\n.......\n.......\n.......\n.......";
    double lead = connected_read(open, BLACK, r);
    assert_true(isfinite(lead) && r[BLACK] > 0 && r[WHITE] > 0);
    expect_near(lead, log(r[WHITE] / r[BLACK]));
    assert_true(r[BLACK] < resistance_read(open, BLACK, CIRCUIT_CELLS));
}

static bool near(double a, double b) {
    return a == b || fabs(a - b) <= 1e-9 * fmax(1, fabs(b));
}

// Seen from the other side the lead is the opposite, always. A half-turn, or an exchange of rows and colours,
// changes nothing, and one more own stone is no loss. This holds in nearly all positions: fill-in takes one
// of several equal choices, and H-search is not complete.
static void test_connected_symmetries(void **state) {
    (void)state;
    Random random = random_seeded(14);
    int boards = 0, turned = 0, mirrored = 0, stones = 0, losses = 0;
    for (int i = 0; i < 60; i++) {
        Board board;
        random_board(&board, &random, 6, 5);
        Position p = board_position(&board, i % 2 ? BLACK : WHITE), q = position_rotated(&p),
                 r = position_mirrored(&p);
        Connected *connected = connected_new(p.geometry, NULL), *other = connected_new(r.geometry, NULL);
        double lead = connected_lead(connected, &p, BLACK);
        expect_near(connected_lead(connected, &p, WHITE), -lead);
        boards++;
        turned += near(connected_lead(connected, &q, BLACK), lead);
        mirrored += near(connected_lead(other, &r, WHITE), lead);
        CellSet vacant = position_vacant(&p);
        for (int cell; (cell = cellset_pop(&vacant)) >= 0;) {
            for (Color color = BLACK; color <= WHITE; color++) {
                Position more = p;
                cellset_add(&more.stones[color], cell);
                if (position_winner(&more) != EMPTY) continue;
                stones++;
                losses += connected_lead(connected, &more, color) < (color == BLACK ? lead : -lead) - 1e-9;
            }
        }
        connected_free(connected);
        connected_free(other);
    }
    assert_true(turned >= 0.9 * boards && mirrored >= 0.8 * boards);
    assert_true(stones > 2000 && losses < 0.01 * stones);
}

static void test_symmetries(void **state) {
    (void)state;
    Random random = random_seeded(12);
    for (int i = 0; i < 100; i++) {
        Board board, turned, mirrored;
        random_board(&board, &random, 7, 5);
        Position p = board_position(&board, BLACK), q = position_rotated(&p), r = position_mirrored(&p);
        board_set(&turned, &q);
        board_set(&mirrored, &r);
        Circuit *circuit = circuit_new(board.geometry), *other = circuit_new(r.geometry);
        for (CircuitKind kind = CIRCUIT_CELLS; kind <= CIRCUIT_BRIDGES; kind++) {
            double a[CELL_MAX], b[CELL_MAX], c[CELL_MAX];
            double x = circuit_energy(circuit, &board, BLACK, kind, a);
            expect_near(circuit_energy(circuit, &turned, BLACK, kind, b), x);
            expect_near(circuit_energy(other, &mirrored, WHITE, kind, c), x);
            for (int cell = 0; cell < 35; cell++) {
                expect_near(b[cell_rotated(board.geometry, cell)], a[cell]);
                expect_near(c[cell_mirrored(board.geometry, cell)], a[cell]);
            }
            expect_near(resistance_lead(circuit, &board, BLACK, kind),
                        -resistance_lead(circuit, &board, WHITE, kind));
        }
        circuit_free(circuit);
        circuit_free(other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_stones_in_series),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_two_by_two),
        cmocka_unit_test(test_bridges),
        cmocka_unit_test(test_dead_ends),
        cmocka_unit_test(test_energy_in_series),
        cmocka_unit_test(test_against_dense),
        cmocka_unit_test(test_connections_against_dense),
        cmocka_unit_test(test_connected_views),
        cmocka_unit_test(test_connected_symmetries),
        cmocka_unit_test(test_symmetries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
