// What the tools that learn gammas share: files of recorded games and of gammas.
#ifndef MUSTPLAY_TOOLS_GAMMA_FILES_H
#define MUSTPLAY_TOOLS_GAMMA_FILES_H

#include "base/file.h"
#include "search/gammas.h"

#include <stdio.h>
#include <stdlib.h>

// The numbers of a file of games, to be freed; NULL, with a line on stderr, when it cannot be read.
static uint16_t *games_read(const char *path, size_t *count) {
    Text bytes = {0};
    Error error;
    if (!file_read(path, SIZE_MAX, &bytes, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return NULL;
    }
    *count = bytes.length / 2;
    return (uint16_t *)(void *)bytes.data;
}

static bool gammas_save(const Gammas *gammas, const char *path, const char *record) {
    Text text = {0};
    Error error;
    gammas_write(gammas, record, &text);
    bool good = text.failed ? error_failure(&error, "out of memory")
                            : file_write(path, text.data, text.length, true, &error);
    if (!good) fprintf(stderr, "%s\n", error.text);
    text_free(&text);
    return good;
}

#endif
