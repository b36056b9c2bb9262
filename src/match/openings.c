#include "match/openings.h"

#include "base/random.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool opening_add(Openings *openings, const char *moves, Error *error) {
    char **grown = realloc(openings->moves, (size_t)(openings->count + 1) * sizeof *grown);
    if (grown) openings->moves = grown;
    char *copy = grown ? strdup(moves) : NULL;
    if (!copy) return error_failure(error, "out of memory");
    openings->moves[openings->count++] = copy;
    return true;
}

static bool line_check(const char *line, const Geometry *geometry, Error *error) {
    Game game;
    game_init(&game, geometry);
    if (!game_play_list(&game, line, error)) return false;
    return game_winner(&game) == EMPTY || error_input(error, "the game is over behind these moves");
}

// Boards of one row or column have first moves that win at once: they are no openings.
static bool cells_add(Openings *openings, const Geometry *geometry, bool distinct, Error *error) {
    char name[CELL_NAME_MAX];
    for (int cell = 0; cell < geometry->cells; cell++) {
        if (distinct && cell > cell_rotated(geometry, cell)) continue;
        if (!line_check(cell_name(geometry, cell, name), geometry, NULL)) continue;
        if (!opening_add(openings, name, error)) return false;
    }
    return openings->count || error_input(error, "every first move on this board ends the game");
}

static bool lines_read(Openings *openings, FILE *file, const char *path, const Geometry *geometry,
                       Error *error) {
    char *line = NULL;
    size_t capacity = 0;
    bool good = true;
    for (int number = 1; good && getline(&line, &capacity, file) >= 0; number++) {
        line[strcspn(line, "#\r\n")] = '\0';
        if (!line[strspn(line, " \t,")]) continue;
        Error inner;
        if (!line_check(line, geometry, &inner))
            good = error_input(error, "%.200s, line %d: %s", path, number, inner.text);
        else
            good = opening_add(openings, line, error);
    }
    if (good && ferror(file)) good = error_input(error, "%.200s: %s", path, strerror(errno));
    if (good && !openings->count) good = error_input(error, "%.200s: no openings", path);
    free(line);
    return good;
}

static bool file_read(Openings *openings, const char *path, const Geometry *geometry, Error *error) {
    FILE *file = fopen(path, "r");
    if (!file) return error_input(error, "openings '%.200s': %s", path, strerror(errno));
    bool good = lines_read(openings, file, path, geometry, error);
    fclose(file);
    return good;
}

bool openings_read(Openings *openings, const char *set, const Geometry *geometry, Error *error) {
    *openings = (Openings){0};
    bool distinct = set && !strcmp(set, "distinct"), good;
    if (!set)
        good = opening_add(openings, "", error);
    else if (distinct || !strcmp(set, "all"))
        good = cells_add(openings, geometry, distinct, error);
    else
        good = file_read(openings, set, geometry, error);
    if (!good) openings_free(openings);
    return good;
}

void openings_free(Openings *openings) {
    for (int i = 0; i < openings->count; i++) free(openings->moves[i]);
    free(openings->moves);
    *openings = (Openings){0};
}

void openings_shuffle(Openings *openings, uint64_t seed) {
    Random random = random_seeded(seed);
    for (int i = openings->count - 1; i > 0; i--) {
        int j = (int)random_below(&random, (uint32_t)i + 1);
        char *swap = openings->moves[i];
        openings->moves[i] = openings->moves[j];
        openings->moves[j] = swap;
    }
}

uint64_t openings_hash(const Openings *openings) {
    uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
    for (int i = 0; i < openings->count; i++) {
        for (const char *p = openings->moves[i];; p++) {
            hash = (hash ^ (unsigned char)*p) * 0x100000001b3u;
            if (!*p) break;
        }
    }
    return hash;
}
