// The Hex Solver ladder: Tables 5.1.1, 5.2.2, 6.2.1, 6.3.3, 6.4.4 and 7.3.1 of Rasmussen 2007, and the options that
// the thesis mentions without figures.
//
// "Completely solved" is every opening: a winning move does not end the root, a refutation still restricts
// it, and the root is not counted. A method that does not end within the limit is said to be impractical at
// that size; its nodes are then a lower bound.
#include "app/draw/drawing.h"
#include "cli/watch.h"
#include "eval/resistance.h"
#include "lab/draw/plot.h"
#include "lab/ladder/threat_alphabeta.h"
#include "lab/ladder/threat_search.h"
#include "lab/reproduce/reproduce.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double SECONDS[SETTINGS] = {5, 30, 300}; // of CPU, an entry

typedef struct Entry {
    const char *table;
    const char *solver;
    unsigned extra; // options beside the ladder
    const char *option;
    int size;
    uint64_t nodes; // published; 0: none
    const char *published_seconds;
} Entry;

// Not a step of the ladder but alpha-beta with an evaluation and iterative deepening; `extra` may be
// THREAT_HSEARCH, for connections at its nodes.
#define HEURISTIC "heuristic"

static const Entry ENTRIES[] = {
    {"5.1.1", "pattern", 0, "", 3, 9613, "< 1"},
    {"5.1.1", "pattern", 0, "", 4, 790811318, "3,876"},
    {"5.2.2", "solver1", 0, "", 3, 2811, "< 1"},
    {"5.2.2", "solver1", 0, "", 4, 4906570, "35"},
    {"6.2.1", "solver2", 0, "", 3, 5, "< 1"},
    {"6.2.1", "solver2", 0, "", 4, 22, "< 1"},
    {"6.2.1", "solver2", 0, "", 5, 210018, "973"},
    {"6.3.3", "solver3", 0, "", 3, 5, "< 1"},
    {"6.3.3", "solver3", 0, "", 4, 16, "< 1"},
    {"6.3.3", "solver3", 0, "", 5, 530, "15"},
    {"6.3.3", "solver3", 0, "", 6, 149859, "9,376"},
    {"6.4.4", "solver4", 0, "", 3, 5, "< 1"},
    {"6.4.4", "solver4", 0, "", 4, 16, "1"},
    {"6.4.4", "solver4", 0, "", 5, 157, "8"},
    {"6.4.4", "solver4", 0, "", 6, 14451, "1,759"},
    {"6.4.4", "solver4", 0, "", 7, 21192028, "2,420,021"},
    {"7.3.1", "solver5", 0, "", 3, 5, "< 1"},
    {"7.3.1", "solver5", 0, "", 4, 12, "< 1"},
    {"7.3.1", "solver5", 0, "", 5, 73, "4"},
    {"7.3.1", "solver5", 0, "", 6, 3211, "552"},
    {"7.3.1", "solver5", 0, "", 7, 369717, "220,081"},
    {"7.4", "solver5id", 0, "", 4, 0, "not in text"},
    {"7.4", "solver5id", 0, "", 5, 0, "not in text"},
    {"7.4", "solver5id", 0, "", 6, 0, "as solver5"},
    {"7.4", "solver5id", 0, "", 7, 0, "as solver5"},
    {"6.5", "solver1", THREAT_REPAIR, "carrier repair", 4, 0, "not in text"},
    {"6.5", "solver1", THREAT_MINIMAL_OR, "minimal OR", 4, 0, "not in text"},
    {"6.5", "solver5", THREAT_REPAIR, "carrier repair", 6, 0, "no gain"},
    {"6.5", "solver5", THREAT_MINIMAL_OR, "minimal OR", 6, 0, "no gain"},
    {"7.4", "solver5", THREAT_SEEDS, "seed templates", 6, 0, "no gain"},
    {"7.4", "solver5", THREAT_ORACLE, "move oracle", 6, 0, "a loss"},
    {"van Rijswijck 2.4", "pattern", THREAT_DECOMPOSE, "decomposition", 3, 0, "not in text"},
    {"van Rijswijck 2.4", "solver1", THREAT_DECOMPOSE, "decomposition", 4, 0, "not in text"},
    {"van Rijswijck 2.4", "solver5", THREAT_DECOMPOSE, "decomposition", 6, 0, "not in text"},
    {"van Rijswijck 2.5", HEURISTIC, 0, "", 3, 0, "not in text"},
    {"van Rijswijck 2.5", HEURISTIC, THREAT_HSEARCH, "H-search", 4, 0, "not in text"},
    {"van Rijswijck 2.5", HEURISTIC, THREAT_HSEARCH, "H-search", 5, 0, "not in text"},
};

enum { ENTRY_COUNT = sizeof ENTRIES / sizeof *ENTRIES, LARGEST = 7 };

static json_t *integer_or_null(uint64_t value) {
    return value ? json_integer((json_int_t)value) : json_null();
}

static json_t *row_new(const Entry *e, const ThreatOutcome *o, bool ended, double limit) {
    char board[16], note[80] = "";
    snprintf(board, sizeof board, "%dx%d", e->size, e->size);
    if (!ended) snprintf(note, sizeof note, "not ended after %g s", limit);
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:I, s:s, s:f, s:b, s:s}", "table", e->table, "method",
                     e->solver, "option", e->option, "board", board, "published nodes",
                     integer_or_null(e->nodes), "our nodes", (json_int_t)o->answer.nodes, "published s",
                     e->published_seconds, "our s", o->answer.seconds, "ended", ended, "note", note);
}

// The winning openings, known for these sizes, must come out whatever the method.
static bool openings_right(const ThreatOutcome *o, int size, CellSet *known, Error *error) {
    if (cellset_is_empty(known[size])) known[size] = o->winning;
    if (cellset_equal(known[size], o->winning)) return true;
    return error_failure(error, "two methods disagree about the openings of %dx%d", size, size);
}

// Our nodes, and the published ones dashed in the same colour.
static void nodes_plot(Plot *plot, const Entry *e, const json_t *row) {
    char name[PLOT_NAME_MAX];
    PlotLine *ours = plot_line(plot, e->solver);
    snprintf(name, sizeof name, "%s, published", e->solver);
    PlotLine *published = plot_line(plot, name);
    if (!ours || !published) return;
    published->dashed = true;
    published->hue = ours->hue = (int)(ours - plot->line) / 2;
    bool ended = json_is_true(json_object_get(row, "ended"));
    double own = ended ? json_number_value(json_object_get(row, "our nodes")) : 0, theirs = (double)e->nodes;
    plot_add(plot, ours, (PlotPoint){e->size, own, own, own});
    plot_add(plot, published, (PlotPoint){e->size, theirs, theirs, theirs});
}

// --- Heuristic pattern search

static double lead_of(void *context, const Board *board, Color mover) {
    return fmax(-1e6, fmin(1e6, resistance_lead(context, board, mover, CIRCUIT_CELLS)));
}

// One opening after the other by the rules of the root; the nodes add up.
static bool heuristic_run(const Geometry *g, bool connections, const Budget *budget, ThreatOutcome *o,
                          Error *error) {
    ThreatAbOptions options = {.evaluate = lead_of, .context = circuit_new(g), .connections = connections};
    if (!options.context) return error_memory(error);
    CellSet open = g->all;
    bool going = true;
    *o = (ThreatOutcome){.answer = answer_unknown(), .winning = cellset_none()};
    for (int c; going && (c = cellset_first(open)) >= 0;) {
        Position p = position_empty(g);
        ThreatAbOutcome found;
        cellset_add(&p.stones[BLACK], c);
        p.to_move = WHITE;
        threat_alphabeta(&p, &options, budget, &found);
        o->answer.nodes += found.answer.nodes;
        going = found.answer.winner != EMPTY;
        if (going) cellset_remove(&open, c);
        if (found.answer.winner == BLACK) cellset_add(&o->winning, c);
        // A refutation leaves the openings of its pattern, and those settled before.
        if (found.answer.winner == WHITE) open = cellset_and(open, found.answer.carrier);
    }
    o->losing = cellset_minus(cellset_minus(g->all, o->winning), open);
    circuit_free(options.context);
    return true;
}

static bool entry_solve(const Entry *e, const Geometry *g, const Budget *budget, ThreatOutcome *o,
                        Error *error) {
    if (!strcmp(e->solver, HEURISTIC)) return heuristic_run(g, e->extra, budget, o, error);
    Position empty = position_empty(g);
    ThreatOptions options = {.features = threat_solver_features(e->solver) | e->extra, .every_move = true};
    return threat_search(&empty, &options, budget, o, error);
}

static bool entry_run(const Entry *e, double seconds, CellSet *known, const char *key, KeptRows *kept,
                      Error *error) {
    const Geometry *g = geometry_get(e->size, e->size);
    if (!g) return error_memory(error);
    fprintf(stderr, "%s %s %dx%d ...\n", e->solver, e->option, e->size, e->size);
    ThreatOutcome o;
    CpuLimit limit;
    cpu_limit_start(&limit, seconds);
    Budget budget = {.memory = (uint64_t)2 << 30, .observer = &limit.observer};
    if (!entry_solve(e, g, &budget, &o, error)) return false;
    o.answer.seconds = cpu_limit_used(&limit);
    bool ended = cellset_equal(cellset_or(o.winning, o.losing), g->all);
    if (ended && !openings_right(&o, e->size, known, error)) return false;
    return kept_add(kept, key, row_new(e, &o, ended, seconds), error);
}

static bool entries_run(const Args *args, Plot *plot, KeptRows *kept, Error *error) {
    double limit = SECONDS[setting_of(args)];
    if (args_given(args, "time")) limit = args_real(args, "time");
    CellSet known[LARGEST + 1] = {cellset_none()};
    for (int i = 0; i < ENTRY_COUNT && !watch_interrupted(); i++) {
        const Entry *e = &ENTRIES[i];
        char key[80];
        snprintf(key, sizeof key, "%s %s %d", e->solver, e->option, e->size);
        if (!kept_take(kept, key) && !entry_run(e, limit, known, key, kept, error)) return false;
        const json_t *row = journal_find(&kept->journal, key);
        if (row && !e->extra && strcmp(e->solver, HEURISTIC)) nodes_plot(plot, e, row);
    }
    return true;
}

static bool ladder_run(const Args *args, json_t *rows, Error *error) {
    const char *path = args_text(args, "output");
    bool force = args_flag(args, "force");
    if (path && !drawing_path_check(path, force, error)) return false;
    Plot *plot = calloc(1, sizeof *plot);
    if (!plot) return error_memory(error);
    plot->title = "Nodes to solve every opening";
    plot->x_label = "board size";
    plot->y_label = "nodes";
    plot->log_y = true;
    Picture picture = plot_picture(plot);
    KeptRows kept;
    char identity[40] = "";
    if (args_given(args, "time")) snprintf(identity, sizeof identity, "%g s", args_real(args, "time"));
    bool good = kept_open(&kept, args, "solver-ladder", identity, rows, error);
    if (good) {
        good = entries_run(args, plot, &kept, error) && (!path || picture_save(&picture, path, force, error));
        kept_close(&kept);
    }
    free(plot);
    return good;
}

static const char *const COLUMNS[] = {"table",           "method",    "option",      "board",
                                      "published nodes", "our nodes", "published s", "our s",
                                      "ended",           "note",      NULL};

const Reproduction REPRODUCE_LADDER = {
    .name = "solver-ladder",
    .help =
        "Nodes and seconds to solve boards completely, Rasmussen 2007 Tables 5.1.1 to 7.3.1 and its options.",
    .quick = "5 s of CPU for each row, or --time seconds",
    .medium = "30 s of CPU for each row, or --time seconds",
    .minutes = 8,
    .full = "five minutes of CPU for each row, or --time seconds",
    .columns = COLUMNS,
    .takes = "time",
    .run = ladder_run,
    .draws = true,
};
