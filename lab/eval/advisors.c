#include "lab/eval/advisors.h"

#include "eval/graph_measures.h"

#include <math.h>

const char *const ADVISOR_NAMES[ADVISOR_COUNT] = {
    "mobility of Black",
    "mobility of White",
    "cells of Black's greatest mobility",
    "cells of White's greatest mobility",
    "Queenbee distance of Black",
    "Queenbee distance of White",
    "cells of Black's least Queenbee distance",
    "cells of White's least Queenbee distance",
    "resistance of Black",
    "resistance of White",
    "shortest path of Black",
    "shortest path of White",
    "most shortest paths through a cell, Black",
    "most shortest paths through a cell, White",
    "cells of Black's most shortest paths",
    "cells of White's most shortest paths",
};

Mobility graph_mobility(const ShannonGraph *graph) {
    Mobility m = {0, -1, 0};
    CellSet todo = graph->empty;
    for (int cell; (cell = cellset_pop(&todo)) >= 0;) {
        int n = cellset_count(graph->around[cell]);
        m.sum += n;
        if (n > m.most) m = (Mobility){m.sum, n, 0};
        m.count += n == m.most;
    }
    return m;
}

void advisors_ask(Circuit *circuit, const Board *board, double advice[ADVISOR_COUNT]) {
    for (Color color = BLACK; color <= WHITE; color++) {
        ShannonGraph graph;
        TwoDistance two;
        ShortestPaths paths;
        shannon_make(&graph, board, color);
        graph_two_distance(&graph, &two);
        graph_shortest_paths(&graph, &paths);
        Mobility mobility = graph_mobility(&graph);
        double *own = advice + color;
        own[0] = mobility.sum;
        own[2] = mobility.count;
        own[4] = fmin(two.best, ADVICE_FAR);
        own[6] = two.potential;
        own[8] = fmin(circuit_resistance(circuit, board, color, CIRCUIT_LINKS), ADVICE_FAR);
        own[10] = fmin(paths.length, ADVICE_FAR);
        own[12] = paths.most;
        own[14] = paths.count;
    }
}

double committee_value(const double weight[ADVISOR_COUNT], const double advice[ADVISOR_COUNT]) {
    double sum = 0;
    for (int i = 0; i < ADVISOR_COUNT; i++) sum += weight[i] * advice[i];
    return sum;
}
