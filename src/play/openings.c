#include "play/openings.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 26 };

static bool opening_add(Openings *openings, const char *moves, Error *error) {
    char **grown = realloc(openings->moves, (size_t)(openings->count + 1) * sizeof *grown);
    if (grown) openings->moves = grown;
    char *copy = grown ? strdup(moves) : NULL;
    if (!copy) return error_memory(error);
    openings->moves[openings->count++] = copy;
    return true;
}

static bool line_check(const char *line, const Geometry *geometry, Error *error) {
    Game game;
    game_init(&game, geometry);
    if (!game_play_list(&game, line, error)) return false;
    return game_winner(&game) == EMPTY || error_input(error, "the game is over after these moves");
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

// One opening per line; "#" starts a comment.
static bool lines_read(Openings *openings, char *text, const char *path, const Geometry *geometry,
                       Error *error) {
    for (int number = 1; *text; number++) {
        char *end = text + strcspn(text, "\n"), *next = end + (*end == '\n');
        *end = '\0';
        text[strcspn(text, "#\r")] = '\0';
        Error inner = {0};
        bool blank = !text[strspn(text, " \t,")];
        if (!blank && !line_check(text, geometry, &inner))
            return error_input(error, "%.200s, line %d: %s", path, number, inner.text);
        if (!blank && !opening_add(openings, text, error)) return false;
        text = next;
    }
    return openings->count || error_input(error, "%.200s: no openings", path);
}

static bool openings_load(Openings *openings, const char *path, const Geometry *geometry, Error *error) {
    Text text = {0};
    if (!file_read(path, FILE_MAX, NULL, &text, error)) return false;
    bool good = strlen(text.data) == text.length
                    ? lines_read(openings, text.data, path, geometry, error)
                    : error_input(error, "%.200s: a NUL byte: this is not a text file", path);
    text_free(&text);
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
        good = openings_load(openings, set, geometry, error);
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
    uint64_t hash = HASH_START;
    for (int i = 0; i < openings->count; i++)
        hash = hash_bytes(hash, openings->moves[i], strlen(openings->moves[i]) + 1);
    return hash;
}
