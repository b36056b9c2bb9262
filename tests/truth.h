// Reads the files of tests/truth: positions and their winners, found by brute force (tools/make_truth.c).
#ifndef MUSTPLAY_TESTS_TRUTH_H
#define MUSTPLAY_TESTS_TRUTH_H

#include "game/position.h"

#include <stdio.h>
#include <string.h>

typedef struct KnownTruth {
    Position position;
    Color winner;
} KnownTruth;

static inline bool truth_color(const char *word, Color *color) {
    *color = !strcmp(word, "black") ? BLACK : WHITE;
    return *color == BLACK || !strcmp(word, "white");
}

// Reads a line; false when it is malformed.
static inline bool truth_parse(const char *line, KnownTruth *truth) {
    char size[16], rows[400], mover[8], winner[8], end;
    if (sscanf(line, "%15s %399s %7s %7s %c", size, rows, mover, winner, &end) != 4) return false;
    for (char *c = rows; *c; c++) {
        if (*c == '/') *c = '\n';
    }
    int width, height;
    if (!size_parse(size, &width, &height, NULL)) return false;
    if (!position_parse_diagram(rows, &truth->position, NULL)) return false;
    if (truth->position.geometry != geometry_get(width, height)) return false;
    return truth_color(mover, &truth->position.to_move) && truth_color(winner, &truth->winner);
}

// Calls back for each position of a file. Returns how many there were, or -1 when a line is malformed or the
// file cannot be read.
static inline int truth_each(const char *path, void (*each)(void *context, const KnownTruth *truth),
                             void *context) {
    FILE *file = fopen(path, "r");
    if (!file) return -1;
    char line[600];
    int count = 0;
    while (count >= 0 && fgets(line, sizeof line, file)) {
        KnownTruth truth;
        if (line[0] == '#') continue;
        if (!truth_parse(line, &truth)) {
            count = -1;
            break;
        }
        each(context, &truth);
        count++;
    }
    fclose(file);
    return count;
}

#endif
