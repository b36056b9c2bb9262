// The inside of a pen, for those that write a format. Points of the path are in units of the picture.
#ifndef MUSTPLAY_APP_DRAW_PEN_WRITER_H
#define MUSTPLAY_APP_DRAW_PEN_WRITER_H

#include "app/draw/pen.h"

enum { PEN_SAVES_MAX = 8 };

typedef enum PenStepKind { PEN_MOVE, PEN_LINE, PEN_CURVE, PEN_CLOSE, PEN_CIRCLE } PenStepKind;

// x, y: where the step leads, or the centre; a circle has its radius in x1.
typedef struct PenStep {
    PenStepKind kind;
    double x, y, x1, y1, x2, y2;
} PenStep;

typedef struct PenInk {
    Rgb color;
    double alpha; // 0: nothing is drawn
} PenInk;

// A point (x, y) lies at (cosine x - sine y + x0, sine x + cosine y + y0), with the scale in both factors.
typedef struct PenPlace {
    double cosine, sine, x0, y0;
} PenPlace;

typedef struct PenState {
    PenInk ink;
    double width, on, off, font;
    bool round;
    PenPlace place;
    int clips;
} PenState;

// What a format does with the path (fill first, then stroke), with the clips and with text.
typedef struct PenWriter {
    void (*draw)(Pen *pen, PenInk fill, PenInk stroke);
    void (*clip)(Pen *pen);
    void (*unclip)(Pen *pen, int count); // the last `count` clips
    void (*text)(Pen *pen, double x, double y, double share, const char *text);
    double (*text_width)(Pen *pen, const char *text); // in units of the picture
} PenWriter;

struct Pen {
    const PenWriter *writer;
    void *context;        // the writer's own
    double width, height; // of the picture
    PenState state, saved[PEN_SAVES_MAX];
    int saves;
    PenInk filled; // by pen_fill_keep
    PenStep *step;
    int steps, room;
    bool failed; // memory was short
};

// An empty pen. pen_end frees the path.
void pen_begin(Pen *pen, const PenWriter *writer, void *context, double width, double height);
void pen_end(Pen *pen);
// How long a unit of the drawing is in units of the picture.
double pen_unit(const Pen *pen);

#endif
