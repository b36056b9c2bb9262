// Gao 2020, Appendix A.4: general best-first search, AO*, proof-number search and PNS*. They run on the
// graphs of Figures A.3 to A.6, on small Hex boards, and on a graph of the user's (--graph).
// lab/docs/ANDOR.md explains it.
#include "lab/reproduce/reproduce.h"

#include "base/file.h"
#include "lab/andor/andor.h"
#include "lab/andor/andor_drawing.h"
#include "lab/andor/andor_figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRAPH_BYTES_MAX = 1 << 20 };

typedef struct Run {
    const char *where, *published;
    AndOrOptions options;
    const AndOrGraph *graph; // names of the states; NULL: positions
} Run;

static json_t *cost_json(double cost) {
    return isinf(cost) ? json_string("infinite") : json_real(cost);
}

// "A B D C": the states in the order of their expansion.
static json_t *log_json(const Run *run, const AndOrResult *r) {
    Text text = {0};
    int logged = r->expanded < ANDOR_LOG_MAX ? (int)r->expanded : ANDOR_LOG_MAX;
    for (int i = 0; run->graph && i < logged; i++)
        text_format(&text, "%s%s", i ? " " : "", run->graph->node[r->log[i]].name);
    json_t *log = json_string(text_string(&text));
    text_free(&text);
    return log;
}

static bool run_add(json_t *rows, const AndOrSource *source, const Run *run, Error *error) {
    static const char *const VALUES[] = {"undecided", "undecided", "solvable", "unsolvable"};
    AndOrResult r;
    if (!andor_search(source, &run->options, &r, error)) return false;
    bool recursive = run->options.method != ANDOR_GENERAL;
    char scheme[48];
    snprintf(scheme, sizeof scheme, "%s%s",
             !recursive                         ? "total"
             : run->options.scheme == ANDOR_MAX ? "max"
             : run->options.method == ANDOR_PNS ? "tips"
                                                : "sum",
             run->options.last ? ", last tip" : "");
    json_array_append_new(rows, json_pack("{s:s, s:s, s:s, s:s, s:o, s:I, s:i, s:o, s:s}", "graph",
                                          run->where, "method", andor_method_name(run->options.method),
                                          "scheme", scheme, "value", VALUES[r.value], "cost",
                                          cost_json(r.cost), "expanded", (json_int_t)r.expanded, "states",
                                          r.states, "order", log_json(run, &r), "published", run->published));
    return true;
}

// --- The figures

static bool figures_add(json_t *rows, AndOrGraph *graph, Error *error) {
    static const struct {
        const char *text;
        Run run;
    } FIGURES[] = {
        {FIGURE_A3, {"A.3", "the least total cost is 5", {ANDOR_GENERAL, ANDOR_SUM}}},
        {FIGURE_A3, {"A.3", "by recursive sums it is 6", {ANDOR_AO, ANDOR_SUM}}},
        {FIGURE_A3, {"A.3", "", {ANDOR_AO, ANDOR_MAX}}},
        {FIGURE_A4, {"A.4", "the base costs 17 by sums", {ANDOR_AO, ANDOR_SUM}}},
        {FIGURE_A4, {"A.4", "and 15 in truth", {ANDOR_GENERAL, ANDOR_SUM}}},
        {FIGURE_A5, {"A.5", "D first: E is never expanded", {ANDOR_AO, ANDOR_SUM}}},
        {FIGURE_A5, {"A.5", "E first: both are, then C", {ANDOR_AO, ANDOR_SUM, .last = true}}},
        {FIGURE_A5, {"A.6", "the pair of heuristics finds D", {ANDOR_PNS_STAR, ANDOR_SUM}}},
        {FIGURE_A5, {"A.6", "", {ANDOR_PNS, ANDOR_SUM}}},
    };
    for (size_t i = 0; i < sizeof FIGURES / sizeof *FIGURES; i++) {
        Run run = FIGURES[i].run;
        if (!andor_graph_parse(FIGURES[i].text, graph, error)) return false;
        AndOrSource source = andor_graph_source(graph);
        run.graph = graph;
        if (!run_add(rows, &source, &run, error)) return false;
    }
    return true;
}

// --- Hex

static bool hex_add(json_t *rows, Error *error) {
    static const struct {
        const char *name;
        int width, height;
        AndOrMethod method;
    } BOARDS[] = {
        {"2x2", 2, 2, ANDOR_GENERAL},  {"2x2", 2, 2, ANDOR_AO},  {"2x2", 2, 2, ANDOR_PNS},
        {"2x2", 2, 2, ANDOR_PNS_STAR}, {"3x3", 3, 3, ANDOR_AO},  {"3x3", 3, 3, ANDOR_PNS},
        {"3x3", 3, 3, ANDOR_PNS_STAR}, {"4x3", 4, 3, ANDOR_PNS}, {"4x3", 4, 3, ANDOR_PNS_STAR},
    };
    for (size_t i = 0; i < sizeof BOARDS / sizeof *BOARDS; i++) {
        Position empty = position_empty(geometry_get(BOARDS[i].width, BOARDS[i].height));
        Run run = {BOARDS[i].name, "", {BOARDS[i].method, ANDOR_SUM}, NULL};
        AndOrHex *hex = andor_hex_new(&empty);
        if (!hex) return error_memory(error);
        AndOrSource source = andor_hex_source(hex);
        bool good = run_add(rows, &source, &run, error);
        andor_hex_free(hex);
        if (!good) return false;
    }
    return true;
}

// Leaves the graph of the last figure.
static bool hex_and_figures_add(json_t *rows, AndOrGraph *graph, Error *error) {
    return figures_add(rows, graph, error) && hex_add(rows, error);
}

// --- A graph of the user's

static bool file_add(json_t *rows, AndOrGraph *graph, const char *path, Error *error) {
    Text text = {0};
    if (!file_read_plain(path, GRAPH_BYTES_MAX, &text, error)) return false;
    Error where = {0};
    bool good = andor_graph_parse(text_string(&text), graph, &where);
    text_free(&text);
    if (!good) return error_input(error, "%s: %s", path, where.text);
    AndOrSource source = andor_graph_source(graph);
    for (AndOrMethod method = ANDOR_AO; method <= ANDOR_PNS_STAR; method++) {
        Run run = {path, "", {method, ANDOR_SUM}, graph};
        if (!run_add(rows, &source, &run, error)) return false;
    }
    return true;
}

static bool best_first_run(const Args *args, json_t *rows, Error *error) {
    AndOrGraph *graph = malloc(sizeof *graph);
    if (!graph) return error_memory(error);
    const char *path = args_text(args, "graph");
    bool good = path ? file_add(rows, graph, path, error) : hex_and_figures_add(rows, graph, error);
    const char *output = args_text(args, "output");
    good = good && (!output || andor_drawing_save(graph, path ? path : "Figure A.6", NULL, output,
                                                  args_flag(args, "force"), error));
    free(graph);
    return good;
}

static const char *const COLUMNS[] = {"graph",    "method", "scheme", "value",     "cost",
                                      "expanded", "states", "order",  "published", NULL};

const Reproduction REPRODUCE_BEST_FIRST = {
    .name = "best-first",
    .help =
        "GBFS, AO*, PNS and PNS* on AND/OR graphs (Gao 2020, Figures A.3 to A.6) and on small Hex boards (lab/docs/ANDOR.md).",
    .quick =
        "everything in it, in a second; --graph FILE instead takes an AND/OR graph of yours; --output draws it",
    .columns = COLUMNS,
    .run = best_first_run,
    .draws = true,
    .takes = "graph",
};
