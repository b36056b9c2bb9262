// Saving a drawing: the format by the extension, nothing lost by accident.
#include "app/draw/drawing.h"
#include "app/draw/picture.h"
#include "base/file.h"
#include "cli/output.h"

#include <string.h>
#include <strings.h>

static bool format_of(const char *path, DrawingFormat *format, Error *error) {
    static const char *const extensions[] = {".svg", ".png", ".pdf"};
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && i < 3; i++) {
        if (!strcasecmp(dot, extensions[i])) {
            *format = (DrawingFormat)i;
            return *format == DRAWING_SVG || picture_cairo_check(path, error);
        }
    }
    return error_input(error, "'%.200s': the name must end in .svg, .png or .pdf", path);
}

bool drawing_path_check(const char *path, bool force, Error *error) {
    DrawingFormat format;
    if (!format_of(path, &format, error)) return false;
    return output_check(path, force, error);
}

static bool bytes_save(const Text *bytes, const char *path, bool force, Error *error) {
    return output_check(path, force, error) && file_write(path, bytes->data, bytes->length, force, error);
}

bool picture_save(const Picture *picture, const char *path, bool force, Error *error) {
    DrawingFormat format = DRAWING_SVG;
    Text bytes = {0};
    bool good = format_of(path, &format, error) && picture_render(picture, format, &bytes, error) &&
                bytes_save(&bytes, path, force, error);
    text_free(&bytes);
    return good;
}

bool drawing_save(const Drawing *drawing, const char *path, bool force, Error *error) {
    DrawingFormat format = DRAWING_SVG;
    Text bytes = {0};
    bool good = format_of(path, &format, error) && drawing_render(drawing, format, &bytes, error) &&
                bytes_save(&bytes, path, force, error);
    text_free(&bytes);
    return good;
}
