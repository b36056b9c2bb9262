// Openings of a match: lists of moves from which the players continue.
#ifndef MUSTPLAY_PLAY_OPENINGS_H
#define MUSTPLAY_PLAY_OPENINGS_H

#include "game/game.h"

typedef struct Openings {
    int count;    // at least 1 once read
    char **moves; // each a list that game_play_list takes, "" for the empty board
} Openings;

// Sets: "all", every first cell; "distinct", one of each pair that the half-turn exchanges; NULL, the empty board
// alone. Anything else names a file with one opening per line ('#' starts a comment, blank lines are
// skipped). Every opening is played once on trial: an error names the file and the line.
bool openings_read(Openings *openings, const char *set, const Geometry *geometry, Error *error);
void openings_free(Openings *openings);

// Deterministic shuffle, for matches that play only a part of them.
void openings_shuffle(Openings *openings, uint64_t seed);
// Depends on the moves and their order.
uint64_t openings_hash(const Openings *openings);

#endif
