// AND/OR connections of Connect on any graph: H-search (Anshelevich 2002; Rasmussen 2007 §4) on the vertices.
//
// Ends are the targets, chains of captured vertices and vacant vertices. A *strong* link joins two ends even if Cut
// moves first, a *weak* one if Connect does. Either needs only the vertices of its carrier.
//  - Neighbours have a strong link with an empty carrier.
//  - AND: two strong links with a common end and disjoint carriers make a strong link if that end is a chain. If it is
//    vacant they make a weak one: Connect moves there.
//  - OR: weak links between the same ends whose carriers have no vertex in common make a strong link.
#ifndef MUSTPLAY_LAB_SHANNON_VERTEX_LINKS_H
#define MUSTPLAY_LAB_SHANNON_VERTEX_LINKS_H

#include "lab/shannon/vertex_board.h"

enum { LINK_ENDS_MAX = 160, LINK_OR_MAX = 6 };

typedef enum LinkKind { LINK_NEIGHBOURS, LINK_AND, LINK_KEY, LINK_OR } LinkKind;

typedef struct VertexLink {
    CellSet carrier;
    LinkKind kind;
    int key;               // of LINK_KEY: the vertex to move to
    int part[LINK_OR_MAX]; // links: two of LINK_AND and LINK_KEY, `parts` weak ones of LINK_OR
    int parts;
    int next; // of the same ends and strength; -1
} VertexLink;

typedef struct VertexLinks VertexLinks;

VertexLinks *vertex_links_new(void); // NULL out of memory
void vertex_links_free(VertexLinks *links);

// Finds links in a position that is not over; what was found before is gone. Stops when the targets have a strong one. False, with
// nothing found, when there are more than LINK_ENDS_MAX ends.
bool vertex_links_build(VertexLinks *links, const VertexBoard *board, const VertexPosition *position);
// The first strong or weak link between the targets, -1 if there is none; the others follow by `next`.
int vertex_links_targets(const VertexLinks *links, bool strong);
const VertexLink *vertex_link(const VertexLinks *links, int link);

#endif
