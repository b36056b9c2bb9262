// Graphs as text: a form of our own, one thing per line, and DOT. lab/docs/NEIGHBOURS.md describes both.
#ifndef MUSTPLAY_LAB_SHANNON_GRAPH_FILE_H
#define MUSTPLAY_LAB_SHANNON_GRAPH_FILE_H

#include "lab/shannon/graph.h"

// Reads either form: a text whose first word is graph, digraph or strict is DOT. NULL with an error that names the
// line. The caller frees the graph, which has passed graph_check.
Graph *graph_parse(const char *text, size_t length, Error *error);
// The same from a file; its name stands before the error.
Graph *graph_load(const char *path, Error *error);

// Reading gives the same graph again. DOT knows no bars: their middle is written.
void graph_write(const Graph *graph, Text *out);
void graph_write_dot(const Graph *graph, Text *out);

// --- For the two readers
// Fills in an empty graph. `line` is the place of an error, or 0 when it is about the whole.
bool graph_read_lines(Graph *graph, const char *text, size_t length, int *line, Error *error);
bool graph_read_dot(Graph *graph, const char *text, size_t length, int *line, Error *error);
// "free", "captured" or "deleted".
bool item_state_parse(const char *word, size_t length, ItemState *state);

#endif
