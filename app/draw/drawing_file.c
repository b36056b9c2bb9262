// Saving a drawing: the format by the extension, nothing lost by accident.
#include "app/draw/drawing.h"
#include "app/draw/picture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static bool format_of(const char *path, DrawingFormat *format, Error *error) {
    static const char *const extensions[] = {".svg", ".png", ".pdf"};
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && i < 3; i++) {
        if (!strcasecmp(dot, extensions[i])) {
            *format = (DrawingFormat)i;
            return true;
        }
    }
    return error_input(error, "'%.200s': the name must end in .svg, .png or .pdf", path);
}

static bool bytes_write(int file, const Text *bytes) {
    for (size_t done = 0; done < bytes->length;) {
        ssize_t n = write(file, bytes->data + done, bytes->length - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

// Writes beside the target and moves it there, so that a failure leaves the old file as it was.
static bool file_replace(const char *path, const Text *bytes, bool force, Error *error) {
    if (!force && access(path, F_OK) == 0)
        return error_input(error, "'%.200s' exists; --force replaces it", path);
    Text name = {0};
    text_format(&name, "%s.%ld.part", path, (long)getpid());
    int file = name.failed ? -1 : open(name.data, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (file < 0) {
        text_free(&name);
        return error_input(error, "'%.200s': %s", path, strerror(errno));
    }
    bool good = bytes_write(file, bytes);
    good = close(file) == 0 && good;
    if (good) good = force ? rename(name.data, path) == 0 : link(name.data, path) == 0;
    if (!good) error_failure(error, "'%.200s': %s", path, strerror(errno));
    unlink(name.data); // gone already after a rename
    text_free(&name);
    return good;
}

bool drawing_path_check(const char *path, bool force, Error *error) {
    DrawingFormat format;
    if (!format_of(path, &format, error)) return false;
    return force || access(path, F_OK) || error_input(error, "'%.200s' exists; --force replaces it", path);
}

bool picture_save(const Picture *picture, const char *path, bool force, Error *error) {
    DrawingFormat format = DRAWING_SVG;
    Text bytes = {0};
    bool good = format_of(path, &format, error) && picture_render(picture, format, &bytes, error) &&
                file_replace(path, &bytes, force, error);
    text_free(&bytes);
    return good;
}

bool drawing_save(const Drawing *drawing, const char *path, bool force, Error *error) {
    DrawingFormat format = DRAWING_SVG;
    Text bytes = {0};
    bool good = format_of(path, &format, error) && drawing_render(drawing, format, &bytes, error) &&
                file_replace(path, &bytes, force, error);
    text_free(&bytes);
    return good;
}
