// Pictures as SVG. A shape is an element; a clip is a group, named by what it is made of, so that pictures may share a page.
#include "app/draw/pen_writer.h"
#include "app/draw/picture.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

// A number with two decimals and no zeros at its end.
static void number_add(Text *out, double value) {
    long long hundredths = llround(value * 100);
    if (hundredths < 0) text_add_char(out, '-');
    unsigned long long size = (unsigned long long)(hundredths < 0 ? -hundredths : hundredths);
    text_format(out, "%llu", size / 100);
    if (size % 100)
        text_format(out, size % 10 ? ".%02llu" : ".%llu", size % 10 ? size % 100 : size % 100 / 10);
}

static void point_add(Text *out, char letter, double x, double y) {
    text_add_char(out, letter);
    number_add(out, x);
    text_add_char(out, ' ');
    number_add(out, y);
}

// Two halves of a circle.
static void circle_add(Text *out, const PenStep *s) {
    point_add(out, 'M', s->x - s->x1, s->y);
    for (int half = 0; half < 2; half++) {
        point_add(out, 'a', s->x1, s->x1);
        point_add(out, ' ', 0, 1);
        point_add(out, ' ', 0, half ? -2 * s->x1 : 2 * s->x1);
        text_add(out, " 0");
    }
    text_add_char(out, 'z');
}

static void path_add(const Pen *pen, Text *out) {
    for (const PenStep *s = pen->step; s < pen->step + pen->steps; s++) {
        switch (s->kind) {
        case PEN_MOVE:
            point_add(out, 'M', s->x, s->y);
            break;
        case PEN_LINE:
            point_add(out, 'L', s->x, s->y);
            break;
        case PEN_CURVE:
            point_add(out, 'C', s->x1, s->y1);
            point_add(out, ' ', s->x2, s->y2);
            point_add(out, ' ', s->x, s->y);
            break;
        case PEN_CLOSE:
            text_add_char(out, 'z');
            break;
        case PEN_CIRCLE:
            circle_add(out, s);
            break;
        }
    }
}

static void ink_add(Text *out, const char *what, PenInk ink) {
    if (ink.alpha <= 0) {
        text_format(out, " %s=\"none\"", what);
        return;
    }
    text_format(out, " %s=\"#%02x%02x%02x\"", what, (unsigned)lround(255 * ink.color.r),
                (unsigned)lround(255 * ink.color.g), (unsigned)lround(255 * ink.color.b));
    if (ink.alpha >= 1) return;
    text_format(out, " %s-opacity=\"", what);
    number_add(out, ink.alpha);
    text_add_char(out, '"');
}

static void attribute_add(Text *out, const char *name, double value) {
    text_format(out, " %s=\"", name);
    number_add(out, value);
    text_add_char(out, '"');
}

static void svg_draw(Pen *pen, PenInk fill, PenInk stroke) {
    Text *out = pen->context;
    const PenState *state = &pen->state;
    double unit = pen_unit(pen);
    text_add(out, "<path d=\"");
    path_add(pen, out);
    text_add_char(out, '"');
    ink_add(out, "fill", fill);
    if (stroke.alpha > 0) {
        ink_add(out, "stroke", stroke);
        attribute_add(out, "stroke-width", unit * state->width);
        if (state->round) text_add(out, " stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        if (state->on > 0) {
            attribute_add(out, "stroke-dasharray", unit * state->on);
            text_cut(out, out->length - 1);
            text_add_char(out, ' ');
            number_add(out, unit * state->off);
            text_add_char(out, '"');
        }
    }
    text_add(out, "/>\n");
}

// FNV-1a.
static uint64_t hash_of(const char *bytes) {
    uint64_t hash = 14695981039346656037U;
    for (; *bytes; bytes++) hash = (hash ^ (unsigned char)*bytes) * 1099511628211U;
    return hash;
}

static void svg_clip(Pen *pen) {
    Text *out = pen->context, path = {0};
    path_add(pen, &path);
    unsigned long long name = hash_of(text_string(&path));
    text_format(out, "<clipPath id=\"clip-%llx\"><path d=\"%s\"/></clipPath>\n", name, text_string(&path));
    text_format(out, "<g clip-path=\"url(#clip-%llx)\">\n", name);
    if (path.failed) pen->failed = true;
    text_free(&path);
}

static void svg_unclip(Pen *pen, int count) {
    for (int i = 0; i < count; i++) text_add(pen->context, "</g>\n");
}

// Characters that XML cannot have become blanks.
static void escaped_add(Text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '&')
            text_add(out, "&amp;");
        else if (*text == '<')
            text_add(out, "&lt;");
        else if (*text == '>')
            text_add(out, "&gt;");
        else
            text_add_char(out, (unsigned char)*text < ' ' ? ' ' : *text);
    }
}

static void svg_text(Pen *pen, double x, double y, double share, const char *text) {
    Text *out = pen->context;
    const PenPlace *place = &pen->state.place;
    text_add(out, "<text");
    if (place->sine != 0) {
        text_add(out, " transform=\"rotate(");
        number_add(out, atan2(place->sine, place->cosine) * 180 / M_PI);
        point_add(out, ' ', x, y);
        text_add(out, ")\"");
    }
    attribute_add(out, "x", x);
    attribute_add(out, "y", y);
    attribute_add(out, "font-size", pen_unit(pen) * pen->state.font);
    if (share > 0) text_format(out, " text-anchor=\"%s\"", share < 0.75 ? "middle" : "end");
    ink_add(out, "fill", pen->state.ink);
    text_add_char(out, '>');
    escaped_add(out, text);
    text_add(out, "</text>\n");
}

// Widths of usual fonts without serifs, in shares of the size.
static double svg_text_width(Pen *pen, const char *text) {
    static const char NARROW[] = " !'(),./:;I[]fijlrt|", WIDE[] = "%@MWmw";
    double width = 0;
    for (; *text; text++) {
        if (((unsigned char)*text & 0xC0) == 0x80) continue; // within a character
        width += strchr(NARROW, *text) ? 0.35 : strchr(WIDE, *text) ? 0.95 : 0.62;
    }
    return width * pen->state.font * pen_unit(pen);
}

bool picture_svg(const Picture *picture, Text *out, Error *error) {
    static const PenWriter WRITER = {svg_draw, svg_clip, svg_unclip, svg_text, svg_text_width};
    Pen pen;
    pen_begin(&pen, &WRITER, out, picture->width, picture->height);
    text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"");
    attribute_add(out, "width", picture->width);
    attribute_add(out, "height", picture->height);
    text_add(out, " viewBox=\"0 0");
    point_add(out, ' ', picture->width, picture->height);
    text_add(out, "\" font-family=\"sans-serif\">\n");
    picture->draw(picture->context, &pen);
    text_add(out, "</svg>\n");
    pen_end(&pen);
    return !pen.failed && !out->failed ? true : error_memory(error);
}
