// What `mustplay lab shannon` says of both games alike.
#ifndef MUSTPLAY_LAB_SHANNON_SHANNON_REPORT_H
#define MUSTPLAY_LAB_SHANNON_SHANNON_REPORT_H

#include "base/json.h"
#include "base/text.h"
#include "lab/shannon/graph.h"

// The answer as one object. Takes over all that is JSON: by who moves first, by whose plan it is, and the nodes.
json_t *shannon_json(const Graph *graph, bool on_vertices, bool over, json_t *first[2], json_t *plan[2],
                     json_t *nodes, double seconds);
// "5 vertices, 8 edges. Connect joins X and Y by capturing edges; Cut deletes them."
void shannon_graph_say(const Graph *graph, bool on_vertices);
// The edges as lines between names in plain letters. All places must be on a grid and all edges lead to the next
// place, as in Bridg-it. False, with nothing added, for any other graph.
bool shannon_grid_text(const Graph *graph, Text *out);
// The title of a picture: who wins, by who moves first; -1: not known.
void shannon_title(bool over, const int winner[2], char *title, size_t size);

#endif
