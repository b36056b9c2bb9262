// Shannon's games in the terminal, for `mustplay shannon --play`.
#ifndef MUSTPLAY_APP_CMD_SHANNON_PLAY_H
#define MUSTPLAY_APP_CMD_SHANNON_PLAY_H

#include "shannon/graph.h"

// Plays on the graph, whose states change, until the input ends. `who` is the side of the person: connect, cut, both
// or none. Returns the exit code.
int shannon_play(Graph *graph, bool on_vertices, const char *who, Side first);

#endif
