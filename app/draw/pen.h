// What pictures are drawn with: paths, text and a few settings. A pen writes SVG by itself (pen_svg.c), PNG and PDF by Cairo
// (pen_cairo.c). Lengths are in units that pen_scale sets; pen_save and pen_restore keep the place, the clip and the settings.
#ifndef MUSTPLAY_APP_DRAW_PEN_H
#define MUSTPLAY_APP_DRAW_PEN_H

#include <stdbool.h>

typedef struct Pen Pen;

typedef struct Rgb {
    double r, g, b;
} Rgb;

// --- Settings
void pen_color(Pen *pen, Rgb color, double alpha);
void pen_width(Pen *pen, double width);
void pen_dash(Pen *pen, double on, double off); // 0: a line without gaps
void pen_round(Pen *pen, bool round);           // round ends and corners of lines
void pen_font(Pen *pen, double size);

// --- The place of what follows
void pen_save(Pen *pen);
void pen_restore(Pen *pen);
void pen_move_origin(Pen *pen, double x, double y);
void pen_scale(Pen *pen, double factor);
void pen_rotate(Pen *pen, double angle); // clockwise, in radians

// --- The path. It ends when it is drawn, but by pen_fill_keep.
void pen_move(Pen *pen, double x, double y);
void pen_line(Pen *pen, double x, double y); // begins a path that has no point yet
void pen_curve(Pen *pen, double x1, double y1, double x2, double y2, double x, double y);
void pen_close(Pen *pen);
void pen_circle(Pen *pen, double x, double y, double radius);
void pen_rectangle(Pen *pen, double x, double y, double width, double height);

void pen_fill(Pen *pen);
void pen_fill_keep(Pen *pen); // fills; pen_stroke follows, with the same path
void pen_stroke(Pen *pen);
void pen_clip(Pen *pen);  // draws only inside the path, until pen_restore
void pen_paper(Pen *pen); // fills the whole picture

// --- Text on a line from (x, y): `share` of its width lies before the point.
void pen_text(Pen *pen, double x, double y, double share, const char *text);
double pen_text_width(Pen *pen, const char *text); // SVG: an estimate, since the reader chooses the font

#endif
