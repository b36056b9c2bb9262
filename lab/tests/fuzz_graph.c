// Whatever the text: no crash; what is read is written in both forms and read again as the same; small games are solved.
#include "lab/shannon/graph_file.h"
#include "lab/shannon/switching.h"
#include "lab/shannon/vertex_strategy.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool truth) {
    if (!truth) abort();
}

static void write_and_read(const Graph *graph, void (*write)(const Graph *, Text *)) {
    Text text = {0}, again = {0};
    Error error = {0};
    write(graph, &text);
    Graph *copy = graph_parse(text_string(&text), text.length, &error);
    require(copy && copy->vertices == graph->vertices && copy->edges == graph->edges);
    write(copy, &again);
    require(strlen(text_string(&text)) == strlen(text_string(&again)));
    graph_free(copy);
    text_free(&text);
    text_free(&again);
}

static void solve(const Graph *graph) {
    SwitchingAnswer answer;
    Error error = {0};
    if (!switching_solve(graph, &answer, &error)) {
        require(error.bad_input);
        return;
    }
    for (Side first = CONNECT; first <= CUT; first++)
        require(answer.over || (answer.winner[first] == first) == (answer.move[first] >= 0));
    switching_free(&answer);
}

static void solve_vertices(const Graph *graph) {
    static VertexBoard board;
    static ExpressionTree strategy;
    VertexPosition position;
    VertexOutcome outcome;
    Error error = {0};
    if (graph->vertices > 40) return;
    if (!vertex_board_make(&board, &position, graph, &error)) {
        require(error.bad_input);
        return;
    }
    Budget budget = {.nodes = 50};
    VertexSolver *solver = vertex_solver_new(&board, &budget);
    require(solver != NULL);
    if (vertex_solve(solver, position, CUT, &outcome))
        strategy_build(solver, &board, position, CUT, &outcome, &strategy);
    vertex_solver_free(solver);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Error error = {0};
    Graph *graph = graph_parse((const char *)data, size, &error);
    if (!graph) {
        require(error.bad_input && error.text[0]);
        return 0;
    }
    write_and_read(graph, graph_write);
    write_and_read(graph, graph_write_dot);
    solve(graph);
    solve_vertices(graph);
    graph_free(graph);
    return 0;
}
