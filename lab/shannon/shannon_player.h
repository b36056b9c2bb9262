// Players of Shannon's games who say why: perfect on edges, and on vertices as far as the search gets.
#ifndef MUSTPLAY_LAB_SHANNON_SHANNON_PLAYER_H
#define MUSTPLAY_LAB_SHANNON_SHANNON_PLAYER_H

#include "base/budget.h"
#include "lab/shannon/switching.h"

typedef struct ShannonPlayer {
    const Graph *graph;
    Side side;
    bool planned; // the plan in `answer` is ready for the opponent's next move
    SwitchingAnswer answer;
} ShannonPlayer;

// "X-a" of an edge; the buffer is returned.
enum { EDGE_NAME_MAX = 2 * GRAPH_NAME_MAX };
char *edge_name(const Graph *graph, int edge, char *buffer);
// What a side does to an edge or a vertex: "captures", "deletes".
const char *side_verb(Side side);

// Chooses an edge in a position that is not over and where the player is to move. `last` is the opponent's last move,
// which the graph holds already, or -1. Adds a sentence or two to `why`. False with an error.
bool shannon_player_edge(ShannonPlayer *player, int last, int *move, Text *why, Error *error);
// Chooses a vertex for a side in a position that is not over, within a budget. If that does not decide the game, a fair
// move. Adds a sentence to `why`. False with an error.
bool shannon_player_vertex(const Graph *graph, Side side, const Budget *budget, int *move, Text *why,
                           Error *error);

// Forgets the plan, after a move was taken back.
void shannon_player_forget(ShannonPlayer *player);

#endif
