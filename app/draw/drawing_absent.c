// In place of what draws by Cairo, in a build without it: every picture is refused.
#include "app/draw/drawing.h"
#include "app/draw/picture.h"

static bool refuse(Error *error) {
    return error_input(error, "this build draws no pictures: it was made without Cairo (libcairo2-dev)");
}

bool drawing_path_check(const char *path, bool force, Error *error) {
    (void)path, (void)force;
    return refuse(error);
}

bool drawing_render(const Drawing *drawing, DrawingFormat format, Text *out, Error *error) {
    (void)drawing, (void)format, (void)out;
    return refuse(error);
}

bool drawing_save(const Drawing *drawing, const char *path, bool force, Error *error) {
    (void)drawing, (void)path, (void)force;
    return refuse(error);
}

bool picture_render(const Picture *picture, DrawingFormat format, Text *out, Error *error) {
    (void)picture, (void)format, (void)out;
    return refuse(error);
}

bool picture_save(const Picture *picture, const char *path, bool force, Error *error) {
    (void)picture, (void)path, (void)force;
    return refuse(error);
}
