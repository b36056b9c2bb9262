// What the tools that learn gammas share: files of recorded games and of gammas.
#ifndef MUSTPLAY_TOOLS_GAMMA_FILES_H
#define MUSTPLAY_TOOLS_GAMMA_FILES_H

#include "base/file.h"
#include "search/gammas.h"

#include <stdio.h>
#include <stdlib.h>

// Where the next game begins; NULL when what is there is no whole game as record_policy writes them.
static const uint16_t *game_after(const uint16_t *at, const uint16_t *end) {
    if (end - at < 3 || !at[0] || at[0] > BOARD_MAX) return NULL;
    size_t cells = (size_t)at[0] * at[0], step = 2 + cells;
    const uint16_t *move = at + 2; // the first, then one at each position
    CellSet played = cellset_none();
    if ((size_t)(end - at) < 3 + at[1] * step) return NULL;
    for (int moves = at[1]; moves >= 0; moves--, move = move == at + 2 ? at + 3 : move + step) {
        if (*move >= cells || cellset_has(played, *move)) return NULL;
        cellset_add(&played, *move);
    }
    return at + 3 + at[1] * step;
}

// The numbers of a file of games, to be freed; NULL, with a line on stderr, when it cannot be read. A game at the end that is
// not whole, as a recorder that was stopped leaves it, is left out.
static uint16_t *games_read(const char *path, size_t *count) {
    Text bytes = {0};
    Error error;
    if (!file_read_plain(path, SIZE_MAX, &bytes, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return NULL;
    }
    uint16_t *games = (uint16_t *)(void *)bytes.data;
    const uint16_t *end = games + bytes.length / 2, *at = games;
    for (const uint16_t *next; (next = game_after(at, end));) at = next;
    *count = (size_t)(at - games);
    if (*count) return games;
    fprintf(stderr, "%s has no game of record_policy\n", path);
    text_free(&bytes);
    return NULL;
}

static bool gammas_save(const Gammas *gammas, const char *path, bool force, const char *record) {
    Text text = {0};
    Error error;
    gammas_write(gammas, record, &text);
    bool good = text.failed ? error_failure(&error, "out of memory")
                            : file_write(path, text.data, text.length, force, &error);
    if (!good) fprintf(stderr, "%s\n", error.text);
    text_free(&text);
    return good;
}

#endif
