// The Shannon game on vertices, for `mustplay lab shannon --on vertices`.
#ifndef MUSTPLAY_LAB_SHANNON_SHANNON_VERTICES_H
#define MUSTPLAY_LAB_SHANNON_SHANNON_VERTICES_H

#include "cli/command.h"
#include "lab/shannon/graph.h"

// Solves, draws where --output says, and reports. Returns the exit code.
int shannon_vertices_run(const Args *args, const Graph *graph);

#endif
