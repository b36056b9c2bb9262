// Pictures as PNG and PDF, by Cairo.
#include "app/draw/pen_writer.h"
#include "app/draw/picture.h"

#include <cairo-pdf.h>
#include <math.h>

static void path_make(const Pen *pen) {
    cairo_t *cr = pen->context;
    cairo_new_path(cr);
    for (const PenStep *s = pen->step; s < pen->step + pen->steps; s++) {
        switch (s->kind) {
        case PEN_MOVE:
            cairo_move_to(cr, s->x, s->y);
            break;
        case PEN_LINE:
            cairo_line_to(cr, s->x, s->y);
            break;
        case PEN_CURVE:
            cairo_curve_to(cr, s->x1, s->y1, s->x2, s->y2, s->x, s->y);
            break;
        case PEN_CLOSE:
            cairo_close_path(cr);
            break;
        case PEN_CIRCLE:
            cairo_new_sub_path(cr);
            cairo_arc(cr, s->x, s->y, s->x1, 0, 2 * M_PI);
            cairo_close_path(cr);
            break;
        }
    }
}

static void ink_use(cairo_t *cr, PenInk ink) {
    cairo_set_source_rgba(cr, ink.color.r, ink.color.g, ink.color.b, ink.alpha);
}

static void surface_draw(Pen *pen, PenInk fill, PenInk stroke) {
    cairo_t *cr = pen->context;
    const PenState *state = &pen->state;
    double unit = pen_unit(pen);
    path_make(pen);
    ink_use(cr, fill);
    if (fill.alpha > 0) cairo_fill_preserve(cr);
    ink_use(cr, stroke);
    cairo_set_line_width(cr, unit * state->width);
    cairo_set_line_cap(cr, state->round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(cr, state->round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
    cairo_set_dash(cr, (double[]){unit * state->on, unit * state->off}, state->on > 0 ? 2 : 0, 0);
    if (stroke.alpha > 0) cairo_stroke(cr);
}

static void surface_clip(Pen *pen) {
    cairo_save(pen->context);
    path_make(pen);
    cairo_clip(pen->context);
}

static void surface_unclip(Pen *pen, int count) {
    for (int i = 0; i < count; i++) cairo_restore(pen->context);
}

static cairo_text_extents_t extents_of(Pen *pen, const char *text) {
    cairo_text_extents_t extents;
    cairo_set_font_size(pen->context, pen_unit(pen) * pen->state.font);
    cairo_text_extents(pen->context, text, &extents);
    return extents;
}

static void surface_text(Pen *pen, double x, double y, double share, const char *text) {
    cairo_t *cr = pen->context;
    const PenPlace *place = &pen->state.place;
    cairo_save(cr);
    cairo_translate(cr, x, y);
    cairo_rotate(cr, atan2(place->sine, place->cosine));
    cairo_move_to(cr, -share * extents_of(pen, text).x_advance, 0);
    ink_use(cr, pen->state.ink);
    cairo_show_text(cr, text);
    cairo_restore(cr);
}

static double surface_text_width(Pen *pen, const char *text) {
    return extents_of(pen, text).x_advance;
}

static cairo_status_t append_bytes(void *closure, const unsigned char *bytes, unsigned count) {
    Text *out = closure;
    text_add_bytes(out, (const char *)bytes, count);
    return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

bool picture_cairo_check(const char *path, Error *error) {
    (void)path, (void)error;
    return true;
}

bool picture_cairo(const Picture *picture, DrawingFormat format, Text *out, Error *error) {
    static const PenWriter WRITER = {surface_draw, surface_clip, surface_unclip, surface_text,
                                     surface_text_width};
    double width = picture->width, height = picture->height;
    cairo_surface_t *surface =
        format == DRAWING_PDF
            ? cairo_pdf_surface_create_for_stream(append_bytes, out, width, height)
            : cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(width), (int)ceil(height));
    cairo_t *cr = cairo_create(surface);
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    Pen pen;
    pen_begin(&pen, &WRITER, cr, width, height);
    picture->draw(picture->context, &pen);
    pen_end(&pen);
    cairo_status_t status = cairo_status(cr);
    if (!status && format == DRAWING_PNG)
        status = cairo_surface_write_to_png_stream(surface, append_bytes, out);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    if (!status) status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status) return error_failure(error, "drawing: %s", cairo_status_to_string(status));
    return pen.failed ? error_memory(error) : true;
}
