// How the work grows with the board, as Rasmussen 2007 estimates it. The size of game trees (Figure 5.0.1),
// upper bounds of Hex Solver 2 (Table 6.2.2), and the fit of §7.3.4 for the time of 8x8.
#include "base/clock.h"
#include "cli/watch.h"
#include "lab/ladder/threat_search.h"
#include "lab/reproduce/reproduce.h"

#include <math.h>
#include <stdio.h>

static void row_add(json_t *rows, const char *figure, int n, json_t *published, json_t *ours,
                    const char *note) {
    char board[16];
    snprintf(board, sizeof board, "%dx%d", n, n);
    json_array_append_new(rows, json_pack("{s:s, s:s, s:i, s:o, s:o, s:s}", "figure", figure, "board", board,
                                          "rows", n, "published", published, "ours", ours, "note", note));
}

// --- Figure 5.0.1: the sum over i of (n^2)! / i!, all games of all lengths

static double tree_size(int n) {
    double product = 1, sum = 1; // i = n^2
    for (int i = n * n; i >= 1; i--) {
        product *= i;
        sum += product;
    }
    return sum;
}

static void trees_add(json_t *rows) {
    for (int n = 3; n <= 8; n++)
        row_add(rows, "game tree (Figure 5.0.1)", n, json_null(), json_real(tree_size(n)),
                "sum of (n^2)!/i!, Even and Tarjan's; published as a plot");
}

// --- Solving

// Every opening of the empty board; false with an error, or when interrupted.
static bool board_solve(const char *solver, int n, uint64_t *nodes, double *seconds, Error *error) {
    Budget budget = {.memory = (uint64_t)2 << 30, .observer = watch_signals()};
    Position empty = position_empty(geometry_get(n, n));
    ThreatOptions options = {.features = threat_solver_features(solver), .every_move = true};
    ThreatOutcome outcome;
    fprintf(stderr, "%s on %dx%d\n", solver, n, n);
    double start = clock_thread_cpu();
    if (!threat_search(&empty, &options, &budget, &outcome, error)) return false;
    *nodes = outcome.answer.nodes;
    *seconds = clock_thread_cpu() - start;
    return !watch_interrupted();
}

// --- Table 6.2.2: nodes times n^4, a worst case of H-search. The published figures are this product for 6, 28 and 210,018
// nodes; Table 6.2.1 has 5, 22 and 210,018.

static bool bounds_add(json_t *rows, int most, Error *error) {
    static const json_int_t published[] = {486, 7168, 131261250};
    for (int n = 3; n <= most; n++) {
        uint64_t nodes;
        double seconds;
        char note[120];
        if (!board_solve("solver2", n, &nodes, &seconds, error)) return watch_interrupted();
        snprintf(note, sizeof note, "our %llu nodes times n^4; published: %lld times n^4",
                 (unsigned long long)nodes, (long long)(published[n - 3] / (n * n * n * n)));
        row_add(rows, "bound of Hex Solver 2 (Table 6.2.2)", n, json_integer(published[n - 3]),
                json_integer((json_int_t)nodes * n * n * n * n), note);
    }
    return true;
}

// --- §7.3.4: f(n) = exp(A n + B n^2 + C n^3) - 1 through three times

static double determinant(const double m[3][3]) {
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

// The fit through (first, y[0]), (first + 1, y[1]), (first + 2, y[2]), at n.
static double growth_at(int first, const double y[3], double n) {
    double matrix[3][3], whole, value = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) matrix[i][k] = pow(first + i, k + 1);
    whole = determinant(matrix);
    for (int k = 0; k < 3; k++) {
        double changed[3][3];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) changed[i][j] = j == k ? log1p(y[i]) : matrix[i][j];
        value += determinant(changed) / whole * pow(n, k + 1);
    }
    return expm1(value);
}

static bool fit_add(json_t *rows, int first, Error *error) {
    static const double published[] = {4, 552, 220081};
    double ours[3];
    for (int i = 0; i < 3; i++) {
        uint64_t nodes;
        if (!board_solve("solver5", first + i, &nodes, &ours[i], error)) return watch_interrupted();
        row_add(rows, "seconds of solver5", first + i,
                first + i >= 5 ? json_real(published[first + i - 5]) : json_null(), json_real(ours[i]),
                "CPU seconds; published on a 3 GHz Pentium 4");
    }
    row_add(rows, "seconds for 8x8 by the fit", 8, json_real(2.9e8), json_real(growth_at(5, published, 8)),
            "through the published times of 5x5 to 7x7: the text's 2.9e8");
    char note[80];
    snprintf(note, sizeof note, "through our times of %dx%d to %dx%d", first, first, first + 2, first + 2);
    row_add(rows, "seconds for 8x8 by the fit", 8, json_real(2.9e8), json_real(growth_at(first, ours, 8)),
            note);
    return true;
}

static bool part_trees(const Args *args, json_t *rows, Error *error) {
    (void)args;
    (void)error;
    trees_add(rows);
    return true;
}

static bool part_bounds(const Args *args, json_t *rows, Error *error) {
    return bounds_add(rows, setting_of(args) == SETTING_QUICK ? 4 : 5, error);
}

static bool part_fit(const Args *args, json_t *rows, Error *error) {
    return fit_add(rows, setting_of(args) == SETTING_FULL ? 5 : 4, error);
}

static bool growth_run(const Args *args, json_t *rows, Error *error) {
    static const KeptPart PARTS[] = {{"trees", part_trees}, {"bounds", part_bounds}, {"fit", part_fit}, {0}};
    return kept_parts_run(args, "growth", PARTS, rows, error);
}

static const char *const COLUMNS[] = {"figure", "board", "published", "ours", "note", NULL};

const Reproduction REPRODUCE_GROWTH = {
    .name = "growth",
    .help =
        "Sizes of game trees, bounds of Hex Solver 2 and the estimate for 8x8 (Rasmussen 2007, Figure 5.0.1, Table "
        "6.2.2, section 7.3.4).",
    .quick = "solver2 up to 4x4, solver5 up to 6x6",
    .medium = "solver2 up to 5x5, solver5 up to 6x6",
    .minutes = 2,
    .full = "solver2 up to 5x5, solver5 up to 7x7 (some minutes)",
    .columns = COLUMNS,
    .run = growth_run,
    .plot = {.x = "rows",
             .y = "ours",
             .series = "figure",
             .title = "How the work grows with the board",
             .x_label = "rows of the board",
             .y_label = "nodes or seconds",
             .log_y = true},
};
