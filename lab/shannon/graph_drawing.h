// Drawings of Shannon graphs: targets, what was captured and deleted, the two trees or forests, a move.
#ifndef MUSTPLAY_LAB_SHANNON_GRAPH_DRAWING_H
#define MUSTPLAY_LAB_SHANNON_GRAPH_DRAWING_H

#include "lab/shannon/switching.h"

// Vertices whose places are not all known are laid out, up to this many.
enum { GRAPH_LAYOUT_MAX = 500 };

typedef struct GraphDrawing {
    const Graph *graph;
    bool on_vertices;
    Side side;                 // whose plan is shown
    const unsigned char *part; // the parts of edges (SwitchingPlan); NULL: none
    const bool *carrier;       // vertices that the winner needs; NULL: none
    int move;                  // an edge, or a vertex, that is highlighted; -1: none
    char title[160];
} GraphDrawing;

// Writes SVG, PNG or PDF by the name's ending; an existing file is kept unless `force`.
bool graph_drawing_save(const GraphDrawing *drawing, const char *path, bool force, Error *error);

// Places for all vertices, by their distances in the graph: x and y have room for each, the targets left and right.
// False out of memory.
bool graph_layout(const Graph *graph, double *x, double *y);

#endif
