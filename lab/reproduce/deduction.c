// What the must-play deduction rule of Rasmussen 2007 §4.3 gives, for which the thesis has no figures. Nodes
// and seconds of `dfs` over all distinct openings, by the nodes that the rule may spend at each position.
#include "base/clock.h"
#include "cli/watch.h"
#include "lab/reproduce/reproduce.h"
#include "solve/solver.h"

#include <stdio.h>

// Solves every distinct opening of an NxN board; false with an error.
static bool openings_solve(int n, uint64_t deduce, uint64_t *nodes, double *seconds, int *black,
                           Error *error) {
    const Geometry *g = geometry_get(n, n);
    Budget budget = {.threads = 1, .observer = watch_signals()};
    double start = clock_thread_cpu();
    *nodes = 0;
    *black = 0;
    for (int cell = 0; cell < g->cells && !watch_interrupted(); cell++) {
        if (cell_rotated(g, cell) < cell) continue;
        Position p = position_empty(g);
        Solver solver = {.settings = {.knowledge.deduce = deduce}};
        Answer answer;
        cellset_add(&p.stones[BLACK], cell);
        p.to_move = WHITE;
        bool good = solve_position(&SOLVE_DFS, &p, &budget, &solver, &answer, error);
        solver_release(&solver);
        if (!good) return false;
        *nodes += answer.nodes;
        *black += answer.winner == BLACK;
    }
    *seconds = clock_thread_cpu() - start;
    return true;
}

static bool limit_run(int n, uint64_t limit, const char *key, KeptRows *kept, Error *error) {
    uint64_t nodes;
    double seconds;
    int black;
    fprintf(stderr, "%s\n", key);
    if (!openings_solve(n, limit, &nodes, &seconds, &black, error)) return false;
    char board[16];
    snprintf(board, sizeof board, "%dx%d", n, n);
    return kept_add(kept, key,
                    json_pack("{s:s, s:I, s:I, s:f, s:i, s:s}", "board", board, "rule's nodes",
                              (json_int_t)limit, "nodes", (json_int_t)nodes, "seconds", seconds,
                              "openings that Black wins", black, "published", "none"),
                    error);
}

static bool deduction_run(const Args *args, json_t *rows, Error *error) {
    static const uint64_t LIMITS[] = {0, 10, 100, 1000};
    // The medium setting is 7x7 with the rule's two smaller limits.
    RunSetting setting = setting_of(args);
    int n = setting == SETTING_QUICK ? 6 : 7, count = setting == SETTING_MEDIUM ? 2 : 4;
    KeptRows kept;
    bool good = kept_open(&kept, args, "must-play-deduction", "", rows, error);
    if (!good) return false;
    for (int i = 0; good && i < count && !watch_interrupted(); i++) {
        char key[48];
        snprintf(key, sizeof key, "%dx%d, rule of %llu nodes", n, n, (unsigned long long)LIMITS[i]);
        good = kept_take(&kept, key) || limit_run(n, LIMITS[i], key, &kept, error);
    }
    kept_close(&kept);
    return good;
}

static const char *const COLUMNS[] = {
    "board", "rule's nodes", "nodes", "seconds", "openings that Black wins", "published", NULL};

const Reproduction REPRODUCE_DEDUCTION = {
    .name = "must-play-deduction",
    .help =
        "Nodes and seconds of dfs over all distinct openings with the must-play deduction rule (Rasmussen 2007, "
        "section 4.3).",
    .quick = "the 18 openings of 6x6",
    .medium = "the 25 openings of 7x7, without the rule and with 10 nodes for it",
    .minutes = 4,
    .full = "the 25 openings of 7x7",
    .columns = COLUMNS,
    .run = deduction_run,
    .plot = {.x = "rule's nodes",
             .y = "nodes",
             .title = "Positions studied with the must-play deduction rule",
             .x_label = "nodes that the rule may spend per position",
             .y_label = "positions studied"},
};
