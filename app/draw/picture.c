#include "app/draw/picture.h"

bool picture_render(const Picture *picture, DrawingFormat format, Text *out, Error *error) {
    if (format == DRAWING_SVG) return picture_svg(picture, out, error);
    return picture_cairo(picture, format, out, error);
}
