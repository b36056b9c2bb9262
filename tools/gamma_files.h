// What the tools that learn gammas share: files of recorded games and of gammas.
#ifndef MUSTPLAY_TOOLS_GAMMA_FILES_H
#define MUSTPLAY_TOOLS_GAMMA_FILES_H

#include "search/gammas.h"

#include <stdio.h>
#include <stdlib.h>

// The numbers of a file of games; NULL when it cannot be read.
static uint16_t *games_read(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) return NULL;
    long size = ftell(file);
    rewind(file);
    uint16_t *data = malloc((size_t)size + 8);
    *count = data ? fread(data, 2, (size_t)size / 2, file) : 0;
    fclose(file);
    return data;
}

static bool gammas_save(const Gammas *gammas, const char *path, const char *record) {
    Text text = {0};
    gammas_write(gammas, record, &text);
    FILE *file = fopen(path, "w");
    bool good = file && !text.failed && fputs(text_string(&text), file) >= 0;
    if (file && fclose(file)) good = false;
    text_free(&text);
    return good;
}

#endif
