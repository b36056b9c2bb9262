#include "app/draw/picture.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>

static cairo_status_t append_bytes(void *closure, const unsigned char *bytes, unsigned count) {
    Text *out = closure;
    text_add_bytes(out, (const char *)bytes, count);
    return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *surface_new(DrawingFormat format, Text *out, double width, double height) {
    switch (format) {
    case DRAWING_SVG: {
        cairo_surface_t *surface = cairo_svg_surface_create_for_stream(append_bytes, out, width, height);
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
        return surface;
    }
    case DRAWING_PDF:
        return cairo_pdf_surface_create_for_stream(append_bytes, out, width, height);
    case DRAWING_PNG:
        break;
    }
    return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(width), (int)ceil(height));
}

bool picture_render(const Picture *picture, DrawingFormat format, Text *out, Error *error) {
    cairo_surface_t *surface = surface_new(format, out, picture->width, picture->height);
    cairo_t *cr = cairo_create(surface);
    picture->draw(picture->context, cr);
    cairo_status_t status = cairo_status(cr);
    if (!status && format == DRAWING_PNG)
        status = cairo_surface_write_to_png_stream(surface, append_bytes, out);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    if (!status) status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status) return error_failure(error, "drawing: %s", cairo_status_to_string(status));
    return true;
}
