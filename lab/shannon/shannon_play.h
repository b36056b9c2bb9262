// Shannon's games in the terminal, for `mustplay lab shannon --play`.
#ifndef MUSTPLAY_LAB_SHANNON_SHANNON_PLAY_H
#define MUSTPLAY_LAB_SHANNON_SHANNON_PLAY_H

#include "lab/shannon/graph.h"

typedef struct ShannonGame {
    Graph *graph; // whose states change
    bool on_vertices;
    Side first;
    double seconds; // per move of the computer on vertices
} ShannonGame;

// Plays until the input ends. `who` is the side of the person: connect, cut, both or none. Returns the exit code.
int shannon_play(const ShannonGame *game, const char *who);

#endif
