// Two forests without a common edge that hold as many edges of a graph as possible. This is matroid partition, here the
// union of two graphic matroids (Edmonds 1965), by the labelling of Roskind and Tarjan (1985).
//
// Edges are offered one by one. An edge that fits into neither forest even after exchanges lies in a *clump*: a set
// of vertices on which both forests are spanning trees. It stays one whatever is added later, so edges inside it
// need not be offered. With n vertices and m edges there are O(n) offers that cost O(n + m) each.
#ifndef MUSTPLAY_LAB_SHANNON_FORESTS_H
#define MUSTPLAY_LAB_SHANNON_FORESTS_H

#include <stdbool.h>

typedef struct Forests {
    int vertices, edges;
    int (*end)[2];
    int *start, *around;      // the edges at a vertex: around[start[v]] to around[start[v + 1] - 1]
    unsigned char *forest;    // 1, 2, or 0: in neither
    int *clump;               // groups of vertices (group_find)
    int *label;               // of the last offer: the edge by which this one was reached; -1: not reached
    int *up[2], *above[2];    // each forest rooted at an end of the edge offered: parent edge and vertex
    unsigned char *inside[2]; // vertices of the part of each forest that was reached
    int *queue, *climb;
} Forests;

// Makes room and the lists of neighbours; end[e] may hold two equal vertices, and such an edge must not be offered.
// Takes nothing over. False out of memory; forests_free then too.
bool forests_make(Forests *forests, int vertices, int edges, const int (*end)[2]);
void forests_free(Forests *forests);

// Adds edges that fit without exchanges, in their order; the forests must be empty. `among` is how many edges, from
// the first on, take part.
void forests_greedy(Forests *forests, int among);
// Offers an edge that is in neither forest. True when one of them holds it now. False: label[] tells which edges
// of the forests make up the clump (labels that are not -1), and its vertices are one group of clump[].
bool forests_offer(Forests *forests, int edge);
// Whether both ends of an edge lie in one clump.
bool forests_in_clump(const Forests *forests, int edge);

#endif
