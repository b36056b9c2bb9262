// Pictures as SVG, PNG or PDF: whatever draws itself by a pen. Drawings of boards and curves use it.
#ifndef MUSTPLAY_APP_DRAW_PICTURE_H
#define MUSTPLAY_APP_DRAW_PICTURE_H

#include "app/draw/drawing.h"
#include "app/draw/pen.h"

typedef struct Picture {
    double width, height; // points or pixels
    void (*draw)(void *context, Pen *pen);
    void *context;
} Picture;

// Appends the picture's bytes to `out`.
bool picture_render(const Picture *picture, DrawingFormat format, Text *out, Error *error);
// As drawing_save; drawing_path_check says beforehand whether it could work.
bool picture_save(const Picture *picture, const char *path, bool force, Error *error);

// The writers behind picture_render: pen_svg.c, pen_cairo.c, and the check that the program has Cairo for the file `path`.
bool picture_svg(const Picture *picture, Text *out, Error *error);
bool picture_cairo(const Picture *picture, DrawingFormat format, Text *out, Error *error);
bool picture_cairo_check(const char *path, Error *error);

#endif
