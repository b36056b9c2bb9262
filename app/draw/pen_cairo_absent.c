// In place of pen_cairo.c, in a build without Cairo: PNG and PDF are refused.
#include "app/draw/picture.h"

static bool refuse(Error *error, const char *what) {
    return error_input(
        error, "'%.200s': this build writes SVG only: it was made without Cairo (libcairo2-dev)", what);
}

bool picture_cairo_check(const char *path, Error *error) {
    return refuse(error, path);
}

bool picture_cairo(const Picture *picture, DrawingFormat format, Text *out, Error *error) {
    (void)picture, (void)out;
    return refuse(error, format == DRAWING_PDF ? "PDF" : "PNG");
}
