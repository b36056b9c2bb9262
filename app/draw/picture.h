// Pictures as SVG, PNG or PDF: whatever draws itself on a cairo context. Drawings of boards and curves use
// it.
#ifndef MUSTPLAY_APP_DRAW_PICTURE_H
#define MUSTPLAY_APP_DRAW_PICTURE_H

#include "app/draw/drawing.h"

struct _cairo;

typedef struct Picture {
    double width, height; // points or pixels
    void (*draw)(void *context, struct _cairo *cr);
    void *context;
} Picture;

// Appends the picture's bytes to `out`.
bool picture_render(const Picture *picture, DrawingFormat format, Text *out, Error *error);
// As drawing_save; drawing_path_check says beforehand whether it could work.
bool picture_save(const Picture *picture, const char *path, bool force, Error *error);

#endif
