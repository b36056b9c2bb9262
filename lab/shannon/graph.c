#include "lab/shannon/graph.h"

#include "base/hash.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 32 };

const char *side_name(Side side) {
    return side == CONNECT ? "connect" : "cut";
}

const char *side_title(Side side) {
    return side == CONNECT ? "Connect" : "Cut";
}

const char *item_state_name(ItemState state) {
    return state == ITEM_FREE ? "free" : state == ITEM_CAPTURED ? "captured" : "deleted";
}

void graph_free(Graph *graph) {
    if (!graph) return;
    free(graph->vertex);
    free(graph->edge);
    free(graph->names);
    free(graph->pairs);
    free(graph);
}

static bool vertices_grow(Graph *graph, Error *error);
static bool edges_grow(Graph *graph, Error *error);

Graph *graph_new(Error *error) {
    Graph *graph = calloc(1, sizeof *graph);
    if (!graph) {
        error_memory(error);
        return NULL;
    }
    graph->target[0] = graph->target[1] = -1;
    if (vertices_grow(graph, error) && edges_grow(graph, error)) return graph;
    graph_free(graph);
    return NULL;
}

// Doubles the room of a table of `count` entries of `size` bytes, and makes its hash table anew, empty. False with an
// error, and nothing changed but perhaps the room.
static bool table_grow(void **entries, size_t size, int *room, int **places, Error *error) {
    int more = *room ? 2 * *room : ROOM_FIRST;
    void *grown = realloc(*entries, size * (size_t)more);
    if (grown) *entries = grown;
    int *empty = grown ? calloc(2 * (size_t)more, sizeof *empty) : NULL;
    if (!empty) return error_memory(error);
    free(*places);
    *places = empty;
    *room = more;
    return true;
}

// --- Names
// Where a name stands in the table, or would stand: places hold a vertex + 1.
static int *name_place(const Graph *graph, const char *name, size_t length) {
    uint64_t place = hash_bytes(HASH_START, name, length);
    for (;; place++) {
        int *entry = &graph->names[place % (2 * (uint64_t)graph->vertices_room)];
        const char *there = *entry ? graph->vertex[*entry - 1].name : NULL;
        if (!there || (!strncmp(there, name, length) && !there[length])) return entry;
    }
}

static bool vertices_grow(Graph *graph, Error *error) {
    void *vertices = graph->vertex;
    bool good = table_grow(&vertices, sizeof *graph->vertex, &graph->vertices_room, &graph->names, error);
    graph->vertex = vertices;
    for (int v = 0; good && v < graph->vertices; v++)
        *name_place(graph, graph->vertex[v].name, strlen(graph->vertex[v].name)) = v + 1;
    return good;
}

static bool name_check(const char *name, size_t length, Error *error) {
    if (length == 0) return error_input(error, "a vertex needs a name");
    if (length >= GRAPH_NAME_MAX)
        return error_input(error, "the name '%.10s...' has more than %d characters", name,
                           GRAPH_NAME_MAX - 1);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)name[i];
        if (!(c < 128 && (isalnum(c) || c == '_')))
            return error_input(error, "'%.*s': names of vertices have only letters, digits and _",
                               isprint(c) ? (int)length : (int)i, name);
    }
    return true;
}

int graph_find_vertex(const Graph *graph, const char *name, size_t length) {
    return length && length < GRAPH_NAME_MAX ? *name_place(graph, name, length) - 1 : -1;
}

int graph_vertex(Graph *graph, const char *name, size_t length, Error *error) {
    if (!name_check(name, length, error)) return -1;
    int *place = name_place(graph, name, length);
    if (*place) return *place - 1;
    if (graph->vertices == GRAPH_VERTICES_MAX) {
        error_input(error, "more than %d vertices", GRAPH_VERTICES_MAX);
        return -1;
    }
    if (graph->vertices == graph->vertices_room) {
        if (!vertices_grow(graph, error)) return -1;
        place = name_place(graph, name, length);
    }
    GraphVertex *vertex = &graph->vertex[graph->vertices];
    *vertex = (GraphVertex){.state = ITEM_FREE};
    memcpy(vertex->name, name, length);
    *place = ++graph->vertices;
    return graph->vertices - 1;
}

// --- Edges
static int *pair_place(const Graph *graph, int u, int v) {
    int low = u < v ? u : v, high = u < v ? v : u;
    uint64_t place = ((uint64_t)low << 32 | (uint64_t)high) * 0x9e3779b97f4a7c15u >> 40;
    for (;; place++) {
        int *entry = &graph->pairs[place % (2 * (uint64_t)graph->edges_room)];
        const int *end = *entry ? graph->edge[*entry - 1].end : NULL;
        if (!end || (end[0] == low && end[1] == high) || (end[0] == high && end[1] == low)) return entry;
    }
}

static bool edges_grow(Graph *graph, Error *error) {
    void *edges = graph->edge;
    bool good = table_grow(&edges, sizeof *graph->edge, &graph->edges_room, &graph->pairs, error);
    graph->edge = edges;
    for (int e = 0; good && e < graph->edges; e++)
        *pair_place(graph, graph->edge[e].end[0], graph->edge[e].end[1]) = e + 1;
    return good;
}

int graph_find_edge(const Graph *graph, int u, int v) {
    return *pair_place(graph, u, v) - 1;
}

bool graph_add_edge(Graph *graph, int u, int v, ItemState state, Error *error) {
    const char *from = graph->vertex[u].name, *to = graph->vertex[v].name;
    if (u == v) return error_input(error, "a loop: an edge from %s to itself", from);
    int *place = pair_place(graph, u, v);
    if (*place) return error_input(error, "a second edge between %s and %s", from, to);
    if (graph->edges == GRAPH_EDGES_MAX) return error_input(error, "more than %d edges", GRAPH_EDGES_MAX);
    if (graph->edges == graph->edges_room) {
        if (!edges_grow(graph, error)) return false;
        place = pair_place(graph, u, v);
    }
    graph->edge[graph->edges] = (GraphEdge){.end = {u, v}, .state = state};
    *place = ++graph->edges;
    return true;
}

bool graph_check(const Graph *graph, Error *error) {
    if (graph->target[0] < 0 || graph->target[1] < 0)
        return error_input(error, "no targets: which two vertices is Connect to join?");
    if (graph->target[0] == graph->target[1])
        return error_input(error, "both targets are %s", graph->vertex[graph->target[0]].name);
    for (int i = 0; i < 2; i++) {
        const GraphVertex *target = &graph->vertex[graph->target[i]];
        if (target->state != ITEM_FREE)
            return error_input(error, "the target %s is %s: nobody may play on a target", target->name,
                               item_state_name(target->state));
    }
    return true;
}

// --- Built-in graphs
// An empty graph to which so much can be added without fail.
static Graph *graph_with_room(int vertices, int edges, Error *error) {
    Graph *graph = graph_new(error);
    bool good = graph;
    while (good && graph->vertices_room < vertices) good = vertices_grow(graph, error);
    while (good && graph->edges_room < edges) good = edges_grow(graph, error);
    if (good) return graph;
    graph_free(graph);
    return NULL;
}

// A vertex at a point. The name is known to be good and there is room.
static int vertex_at(Graph *graph, const char *name, double x, double y) {
    int vertex = graph_vertex(graph, name, strlen(name), NULL);
    graph->vertex[vertex].points = 1;
    graph->vertex[vertex].x[0] = x;
    graph->vertex[vertex].y[0] = y;
    return vertex;
}

// A target drawn as a bar.
static int target_between(Graph *graph, int which, double x0, double y0, double x1, double y1) {
    int vertex = vertex_at(graph, which ? "Y" : "X", x0, y0);
    graph->vertex[vertex].points = 2;
    graph->vertex[vertex].x[1] = x1;
    graph->vertex[vertex].y[1] = y1;
    graph->target[which] = vertex;
    return vertex;
}

// Column 1 is a, 27 is aa.
static char *grid_name(int column, int row, char *name) {
    int letters = column > 26;
    if (letters) name[0] = (char)('a' + (column - 1) / 26 - 1);
    snprintf(name + letters, GRAPH_NAME_MAX - 1, "%c%d", 'a' + (column - 1) % 26, row);
    return name;
}

// The vertices of one row, targets at both ends.
static void bridg_it_row(Graph *graph, int n, int row, int *vertex) {
    char name[GRAPH_NAME_MAX];
    vertex[0] = graph->target[0];
    vertex[n] = graph->target[1];
    for (int column = 1; column < n; column++)
        vertex[column] = vertex_at(graph, grid_name(column, row, name), column, row);
}

Graph *graph_bridg_it(int n, Error *error) {
    Graph *graph = graph_with_room(n * n + 2, 2 * n * n, error);
    if (!graph) return NULL;
    int row[2][BRIDG_IT_MAX + 1];
    target_between(graph, 0, 0, 1, 0, n);
    target_between(graph, 1, n, 1, n, n);
    for (int r = 1; r <= n; r++) {
        int *now = row[r % 2], *above = row[1 - r % 2];
        bridg_it_row(graph, n, r, now);
        for (int column = 0; column < n; column++)
            graph_add_edge(graph, now[column], now[column + 1], ITEM_FREE, NULL);
        for (int column = 1; r > 1 && column < n; column++)
            graph_add_edge(graph, above[column], now[column], ITEM_FREE, NULL);
    }
    return graph;
}

static void hex_targets(Graph *graph, const Geometry *g, Color connect) {
    double right = g->width - 1 + (g->height - 1) / 2.0, bottom = g->height - 1, slope = bottom / 2;
    if (connect == BLACK) {
        target_between(graph, 0, 0, -1, g->width - 1, -1);
        target_between(graph, 1, slope, bottom + 1, right, bottom + 1);
    } else {
        target_between(graph, 0, -1, 0, slope - 1, bottom);
        target_between(graph, 1, g->width, 0, right + 1, bottom);
    }
}

Graph *graph_hex(const Position *position, Color connect, Error *error) {
    const Geometry *g = position->geometry;
    Graph *graph = graph_with_room(g->cells + 2, 4 * g->cells + 4, error);
    if (!graph) return NULL;
    char name[CELL_NAME_MAX];
    hex_targets(graph, g, connect);
    for (int cell = 0; cell < g->cells; cell++) {
        int row = cell_row(g, cell);
        int vertex = vertex_at(graph, cell_name(g, cell, name), cell_column(g, cell) + row / 2.0, row);
        Color color = position_at(position, cell);
        graph->vertex[vertex].state = color == EMPTY     ? ITEM_FREE
                                      : color == connect ? ITEM_CAPTURED
                                                         : ITEM_DELETED;
    }
    for (int cell = 0; cell < g->cells; cell++) {
        for (int i = 0; i < g->neighbour_count[cell]; i++) {
            int other = g->neighbour[cell][i];
            if (other >= CELL_MAX && edge_color(other) == connect)
                graph_add_edge(graph, graph->target[other == color_edge(connect, 1)], cell + 2, ITEM_FREE,
                               NULL);
            else if (other < CELL_MAX && other > cell)
                graph_add_edge(graph, cell + 2, other + 2, ITEM_FREE, NULL);
        }
    }
    return graph;
}

// --- Groups
int group_find(int *parent, int vertex) {
    while (parent[vertex] != vertex) vertex = parent[vertex] = parent[parent[vertex]];
    return vertex;
}

bool group_join(int *parent, int u, int v) {
    u = group_find(parent, u);
    v = group_find(parent, v);
    parent[u] = v;
    return u != v;
}
