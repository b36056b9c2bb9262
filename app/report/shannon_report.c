#include "app/report/shannon_report.h"

#include <stdio.h>

json_t *shannon_json(const Graph *graph, bool on_vertices, bool over, json_t *first[2], json_t *plan[2],
                     json_t *nodes, double seconds) {
    return json_pack("{s:s, s:i, s:i, s:[s, s], s:b, s:o, s:o, s:o, s:o, s:o, s:f}", "on",
                     on_vertices ? "vertices" : "edges", "vertices", graph->vertices, "edges", graph->edges,
                     "targets", graph->vertex[graph->target[0]].name, graph->vertex[graph->target[1]].name,
                     "over", over, "connect_first", first[CONNECT], "cut_first", first[CUT], "trees",
                     plan[CONNECT], "forests", plan[CUT], "nodes", nodes, "seconds", seconds);
}

void shannon_graph_say(const Graph *graph, bool on_vertices) {
    printf("%d vertices, %d edges. Connect joins %s and %s by capturing %s; Cut deletes them.\n",
           graph->vertices, graph->edges, graph->vertex[graph->target[0]].name,
           graph->vertex[graph->target[1]].name, on_vertices ? "vertices" : "edges");
}

void shannon_title(bool over, const int winner[2], char *title, size_t size) {
    if (winner[CONNECT] < 0 || winner[CUT] < 0)
        snprintf(title, size, "Not decided");
    else if (winner[CONNECT] != winner[CUT])
        snprintf(title, size, "Whoever moves first wins");
    else
        snprintf(title, size, over ? "%s has won" : "%s wins, even as second", side_title((Side)winner[CUT]));
}
