// Graphs with two targets, on which Shannon's games are played (Rasmussen 2007 §2.2 and §2.3). Connect captures
// edges or vertices and wants to join the targets; Cut deletes them and wants to part the targets.
//
// A graph has no loops and no two edges between the same vertices. What was played before is part of it: edges
// and vertices may be captured or deleted.
#ifndef MUSTPLAY_LAB_SHANNON_GRAPH_H
#define MUSTPLAY_LAB_SHANNON_GRAPH_H

#include "base/error.h"
#include "base/text.h"
#include "game/position.h"

enum { GRAPH_VERTICES_MAX = 40000, GRAPH_EDGES_MAX = 100000, GRAPH_NAME_MAX = 24, BRIDG_IT_MAX = 200 };

typedef enum Side { CONNECT, CUT } Side;
typedef enum ItemState { ITEM_FREE, ITEM_CAPTURED, ITEM_DELETED } ItemState;

static inline Side side_other(Side side) {
    return side == CONNECT ? CUT : CONNECT;
}
const char *side_name(Side side);         // "connect", "cut"
const char *side_title(Side side);        // "Connect", "Cut"
const char *item_state_name(ItemState s); // "free", "captured", "deleted"

// A vertex is drawn at a point, or as a bar between two points.
typedef struct GraphVertex {
    char name[GRAPH_NAME_MAX]; // letters, digits and _
    ItemState state;
    int points; // 0: its place is not known
    double x[2], y[2];
} GraphVertex;

typedef struct GraphEdge {
    int end[2];
    ItemState state;
} GraphEdge;

typedef struct Graph {
    int vertices, edges;
    int target[2]; // -1: not known yet
    GraphVertex *vertex;
    GraphEdge *edge;
    // The rest is for graph.c: room for vertices and edges, and hash tables of both with twice as many places.
    int vertices_room, edges_room;
    int *names, *pairs;
} Graph;

// An empty graph, or NULL with an error. The caller frees it.
Graph *graph_new(Error *error);
void graph_free(Graph *graph);

// The vertex of a name of `length` characters, added if it is new; -1 with an error: a bad name, too many.
int graph_vertex(Graph *graph, const char *name, size_t length, Error *error);
// The same, -1 if there is none.
int graph_find_vertex(const Graph *graph, const char *name, size_t length);
// The edge between two vertices, -1 if there is none.
int graph_find_edge(const Graph *graph, int u, int v);
// False with an error: a loop, an edge that exists, too many.
bool graph_add_edge(Graph *graph, int u, int v, ItemState state, Error *error);
// Whether it can be played on: two targets, which nobody has captured or deleted.
bool graph_check(const Graph *graph, Error *error);

// --- Graphs that come built in
// Bridg-it of size n (1 to BRIDG_IT_MAX): n*n + (n-1)*(n-1) edges, of which Connect's way is from left to right.
Graph *graph_bridg_it(int n, Error *error);
// A position of Hex as a graph with a vertex per cell. `connect` is the colour that joins the targets. His stones are
// captured and the other's deleted.
Graph *graph_hex(const Position *position, Color connect, Error *error);

// --- Groups: vertices joined by what Connect has captured
int group_find(int *parent, int vertex);
// True when that joined two groups.
bool group_join(int *parent, int u, int v);

#endif
