// The evaluations of the library. Private to src/play.
#ifndef MUSTPLAY_PLAY_EVALUATION_TYPES_H
#define MUSTPLAY_PLAY_EVALUATION_TYPES_H

#include "play/evaluation.h"

// Circuits (eval/resistance.h), and distances between the edges (eval/graph_measures.h, eval/dijkstra.h).
extern const EvaluationType EVALUATION_LINKS, EVALUATION_CELLS, EVALUATION_BRIDGES, EVALUATION_CONNECTIONS;
extern const EvaluationType EVALUATION_TWO_DISTANCE, EVALUATION_DIJKSTRA, EVALUATION_PATH, EVALUATION_FLOW;
// The value of the net that is found.
extern const EvaluationType EVALUATION_NET;

#endif
