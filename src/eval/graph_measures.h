// Measures of a Shannon graph: advisors of Rasmussen 2007 §9.4, and maximum flow
// (van Rijswijck 2002 §3.1). Each sees one colour; an evaluation compares both.
#ifndef MUSTPLAY_EVAL_GRAPH_MEASURES_H
#define MUSTPLAY_EVAL_GRAPH_MEASURES_H

#include "eval/shannon.h"

// Farther than any path.
enum { DISTANCE_NONE = 10000 };

// --- Two-distance with potential (Queenbee; advisors 5 to 8). A vertex beside a target has distance 1: the
// target cannot be taken away. Any other vertex is one farther than the second nearest of its neighbours, or
// than its only one, since the opponent takes the nearest. A way to one target does not lead over the other.
typedef struct TwoDistance {
    int distance[2][CELL_MAX]; // to each target; DISTANCE_NONE when there is none
    int best;                  // the least sum of both distances: DISTANCE_NONE at most, 0 when joined
    int potential;             // the number of vertices with that sum
} TwoDistance;
void graph_two_distance(const ShannonGraph *graph, TwoDistance *out);

// --- Shortest paths between the targets (advisors 11 to 16).
typedef struct ShortestPaths {
    int length;               // edges; 1 when joined, DISTANCE_NONE when cut off
    double through[CELL_MAX]; // the number of shortest paths through a vertex
    double most;              // the greatest of these
    int count;                // the number of vertices that have it
} ShortestPaths;
void graph_shortest_paths(const ShannonGraph *graph, ShortestPaths *out);

// --- Maximum flow from target to target: every edge between vertices carries 1, edges at a target anything.
// INFINITY when joined or when a vertex touches both targets.
double graph_max_flow(const ShannonGraph *graph);

#endif
