#include "lab/shannon/shannon_vertices.h"

#include "cli/watch.h"
#include "lab/shannon/graph_drawing.h"
#include "lab/shannon/shannon_report.h"
#include "lab/shannon/vertex_strategy.h"

#include <stdio.h>
#include <stdlib.h>

enum { EXPRESSION_SHOWN = 1000 }; // characters, for people

typedef struct VertexReport {
    const Graph *graph;
    VertexBoard board;
    VertexPosition position;
    bool over;
    bool known[2]; // by who moves first
    VertexOutcome outcome[2];
    Text expression[2]; // empty: too long, or nothing is needed
    ExpressionTree strategy;
    uint64_t nodes;
    double seconds;
} VertexReport;

// --- Solving
static void first_solve(VertexReport *r, VertexSolver *solver, Side first) {
    r->known[first] = vertex_solve(solver, r->position, first, &r->outcome[first]);
    if (!r->known[first] || r->over) return;
    StrategyResult built =
        strategy_build(solver, &r->board, r->position, first, &r->outcome[first], &r->strategy);
    if (built == STRATEGY_BUILT) strategy_write(&r->strategy, r->graph, &r->expression[first]);
}

static bool report_solve(VertexReport *r, const Args *args, Error *error) {
    if (!vertex_board_make(&r->board, &r->position, r->graph, error)) return false;
    Watch watch;
    watch_start(&watch, NULL);
    Observer observer = watch_observer(&watch);
    Budget budget = {.seconds = args_given(args, "time") ? args_real(args, "time") : 0,
                     .observer = &observer};
    VertexSolver *solver = vertex_solver_new(&r->board, &budget);
    if (!solver) return error_memory(error);
    r->over = vertex_over(&r->board, &r->position) >= 0;
    for (Side first = CONNECT; first <= CUT; first++) first_solve(r, solver, first);
    r->nodes = vertex_solver_nodes(solver);
    r->seconds = vertex_solver_seconds(solver);
    vertex_solver_free(solver);
    watch_clear(&watch);
    return true;
}

// --- For programs
static json_t *json_vertex(const Graph *graph, int vertex) {
    return vertex < 0 ? json_null() : json_string(graph->vertex[vertex].name);
}

static json_t *json_vertices(const Graph *graph, CellSet set) {
    json_t *list = json_array();
    for (int v; (v = cellset_pop(&set)) >= 0;) json_array_append_new(list, json_vertex(graph, v));
    return list;
}

static json_t *json_first(const VertexReport *r, Side first) {
    const VertexOutcome *o = &r->outcome[first];
    const Text *expression = &r->expression[first];
    if (!r->known[first]) return json_pack("{s:n, s:n, s:n, s:n}", "winner", "move", "carrier", "expression");
    return json_pack("{s:s, s:o, s:o, s:s?}", "winner", side_name(o->winner), "move",
                     json_vertex(r->graph, o->move), "carrier", json_vertices(r->graph, o->carrier),
                     "expression", expression->length ? text_string(expression) : NULL);
}

static int report_print_json(const VertexReport *r) {
    json_t *first[2] = {json_first(r, CONNECT), json_first(r, CUT)}, *plan[2] = {json_null(), json_null()};
    return report_json(
        shannon_json(r->graph, true, r->over, first, plan, json_integer((json_int_t)r->nodes), r->seconds));
}

// --- For people
static void first_say(const VertexReport *r, Side first) {
    const VertexOutcome *o = &r->outcome[first];
    const Text *expression = &r->expression[first];
    if (!r->known[first]) {
        printf("%s first: not decided.\n", side_title(first));
        return;
    }
    printf("%s first: %s wins", side_title(first), side_title(o->winner));
    if (o->move >= 0) printf(", for example by %s", r->graph->vertex[o->move].name);
    printf(".\n");
    if (expression->length > EXPRESSION_SHOWN)
        printf("  a strategy of %zu characters, which --json shows\n", expression->length);
    else if (expression->length)
        printf("  %s\n", text_string(expression));
}

static void report_say(const VertexReport *r) {
    shannon_graph_say(r->graph, true);
    if (r->over) {
        printf("The game is over: %s has won.\n", side_title(r->outcome[CONNECT].winner));
        return;
    }
    for (Side first = CONNECT; first <= CUT; first++) first_say(r, first);
    printf("%llu nodes, %.2f s\n", (unsigned long long)r->nodes, r->seconds);
}

// --- The picture
// What the winner needs when the loser moves first, or what Connect needs who moves first and wins.
static bool report_draw(const VertexReport *r, const Args *args, Error *error) {
    int winner[2];
    for (Side first = CONNECT; first <= CUT; first++)
        winner[first] = r->known[first] ? (int)r->outcome[first].winner : -1;
    bool both = winner[CONNECT] != winner[CUT];
    Side first = both || winner[CUT] == CUT ? CONNECT : CUT;
    const VertexOutcome *o = &r->outcome[first];
    bool carrier[VERTEX_MAX] = {false};
    for (int v = 0; v < r->graph->vertices; v++) carrier[v] = r->known[first] && cellset_has(o->carrier, v);
    GraphDrawing drawing = {.graph = r->graph,
                            .on_vertices = true,
                            .side = o->winner,
                            .carrier = r->known[first] && !r->over ? carrier : NULL,
                            .move = r->known[first] ? o->move : -1};
    shannon_title(r->over, winner, drawing.title, sizeof drawing.title);
    return graph_drawing_save(&drawing, args_text(args, "output"), args_flag(args, "force"), error);
}

static int report_run(VertexReport *r, const Args *args) {
    Error error = {0};
    if (!report_solve(r, args, &error)) return report_error(&error);
    if (args_given(args, "output") && !report_draw(r, args, &error)) return report_error(&error);
    int code = EXIT_DONE;
    if (args_flag(args, "json"))
        code = report_print_json(r);
    else
        report_say(r);
    return code == EXIT_DONE && !(r->known[CONNECT] && r->known[CUT]) ? EXIT_UNDECIDED : code;
}

int shannon_vertices_run(const Args *args, const Graph *graph) {
    Error error = {0};
    VertexReport *r = calloc(1, sizeof *r);
    if (!r) {
        error_memory(&error);
        return report_error(&error);
    }
    r->graph = graph;
    int code = report_run(r, args);
    for (int i = 0; i < 2; i++) text_free(&r->expression[i]);
    free(r);
    return code;
}
