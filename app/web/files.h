// The files of the page (web/), inside the program. The table is made by tools/build/embed_files.c.
#ifndef MUSTPLAY_APP_WEB_FILES_H
#define MUSTPLAY_APP_WEB_FILES_H

#include <stddef.h>

typedef struct WebFile {
    const char *path; // "/", "/board.js"
    const char *type;
    const char *tag; // quoted, for ETag
    const unsigned char *bytes;
    size_t size;
} WebFile;

extern const WebFile WEB_FILES[]; // ended by a NULL path

#endif
