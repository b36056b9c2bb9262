#include "lab/shannon/shannon_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRID_MAX = 24, GRID_STEP = 7, GRID_NAME = 3, GRID_WIDTH = GRID_MAX * GRID_STEP + GRID_NAME + 1 };

json_t *shannon_json(const Graph *graph, bool on_vertices, bool over, json_t *first[2], json_t *plan[2],
                     json_t *nodes, double seconds) {
    return json_pack("{s:s, s:i, s:i, s:[s, s], s:b, s:o, s:o, s:o, s:o, s:o, s:f}", "on",
                     on_vertices ? "vertices" : "edges", "vertices", graph->vertices, "edges", graph->edges,
                     "targets", graph->vertex[graph->target[0]].name, graph->vertex[graph->target[1]].name,
                     "over", over, "connect_first", first[CONNECT], "cut_first", first[CUT], "trees",
                     plan[CONNECT], "forests", plan[CUT], "nodes", nodes, "seconds", seconds);
}

void shannon_graph_say(const Graph *graph, bool on_vertices) {
    printf("%d vertices, %d edge%s. Connect joins %s and %s by capturing %s; Cut deletes them.\n",
           graph->vertices, graph->edges, plural(graph->edges), graph->vertex[graph->target[0]].name,
           graph->vertex[graph->target[1]].name, on_vertices ? "vertices" : "edges");
}

void shannon_title(bool over, const int winner[2], char *title, size_t size) {
    if (winner[CONNECT] < 0 || winner[CUT] < 0)
        snprintf(title, size, "Not decided");
    else if (winner[CONNECT] != winner[CUT])
        snprintf(title, size, "Whoever moves first wins");
    else
        snprintf(title, size, over ? "%s has won" : "%s wins, even as second", side_title((Side)winner[CUT]));
}

// --- Grids
// Letters; a vertex stands on every second line.
typedef struct Grid {
    int columns, rows;
    char line[2 * GRID_MAX][GRID_WIDTH];
} Grid;

static bool grid_whole(double x) {
    return x == floor(x) && x >= 0 && x < GRID_MAX;
}

// Where a vertex meets the row of another: bars go along a column.
static bool grid_place(const Graph *graph, int vertex, double row, int *x, int *y) {
    const GraphVertex *v = &graph->vertex[vertex];
    if (v->points == 0 || !grid_whole(v->x[0])) return false;
    double at = v->points == 2 ? fmin(fmax(row, v->y[0]), v->y[1]) : v->y[0];
    if (!grid_whole(at) || (v->points == 2 && v->x[0] != v->x[1])) return false;
    *x = (int)v->x[0];
    *y = (int)at;
    return true;
}

// "---" and "|" are free, "===" and "H" captured.
static bool grid_edge(Grid *grid, const Graph *graph, const GraphEdge *edge) {
    const GraphVertex *first = &graph->vertex[edge->end[0]], *second = &graph->vertex[edge->end[1]];
    int x[2], y[2];
    if (!grid_place(graph, edge->end[0], second->y[0], &x[0], &y[0]) ||
        !grid_place(graph, edge->end[1], first->points == 2 ? second->y[0] : first->y[0], &x[1], &y[1]))
        return false;
    int low_x = x[0] < x[1] ? x[0] : x[1], low_y = y[0] < y[1] ? y[0] : y[1];
    int wide = abs(x[0] - x[1]), high = abs(y[0] - y[1]);
    if (wide + high != 1) return false;
    if (edge->state == ITEM_DELETED) return true;
    bool captured = edge->state == ITEM_CAPTURED;
    char *at = &grid->line[2 * low_y + high][GRID_STEP * low_x];
    if (wide)
        memset(at + GRID_NAME, captured ? '=' : '-', GRID_STEP - GRID_NAME - 1);
    else
        at[0] = captured ? 'H' : '|';
    return true;
}

static bool grid_vertex(Grid *grid, const Graph *graph, int vertex) {
    const GraphVertex *v = &graph->vertex[vertex];
    int x, y, last;
    size_t length = strlen(v->name);
    if (length > GRID_NAME || !grid_place(graph, vertex, v->y[0], &x, &y) ||
        !grid_place(graph, vertex, v->y[v->points - 1], &x, &last))
        return false;
    for (int line = 2 * y; line <= 2 * last; line++)
        memcpy(&grid->line[line][GRID_STEP * x], v->name, length);
    grid->columns = x > grid->columns ? x : grid->columns;
    grid->rows = last > grid->rows ? last : grid->rows;
    return true;
}

bool shannon_grid_text(const Graph *graph, Text *out) {
    Grid grid = {0};
    memset(grid.line, ' ', sizeof grid.line);
    for (int v = 0; v < graph->vertices; v++) {
        if (!grid_vertex(&grid, graph, v)) return false;
    }
    for (int e = 0; e < graph->edges; e++) {
        if (!grid_edge(&grid, graph, &graph->edge[e])) return false;
    }
    for (int line = 0; line <= 2 * grid.rows; line++) {
        int length = GRID_STEP * grid.columns + GRID_NAME;
        while (length && grid.line[line][length - 1] == ' ') length--;
        if (length || line > 1) text_format(out, "%.*s\n", length, grid.line[line]);
    }
    return true;
}
