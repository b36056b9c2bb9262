// A plot: lines of points with error bars over common axes, a legend beside them. Experiments draw theirs with it.
#ifndef MUSTPLAY_LAB_DRAW_PLOT_H
#define MUSTPLAY_LAB_DRAW_PLOT_H

#include "app/draw/picture.h"

enum { PLOT_LINES_MAX = 16, PLOT_POINTS_MAX = 512, PLOT_NAME_MAX = 48, PLOT_CATEGORIES_MAX = 24 };

typedef struct PlotPoint {
    double x, y, low, high; // low and high: ends of the error bar; both equal to y without one
} PlotPoint;

typedef struct PlotLine {
    char name[PLOT_NAME_MAX]; // for the legend
    bool dashed;              // published figures, or a line to compare with
    int hue;                  // the number of its colour: the line's own, unless changed
    int points;
    PlotPoint point[PLOT_POINTS_MAX];
} PlotLine;

typedef struct Plot {
    const char *title, *x_label, *y_label;
    bool log_x, log_y; // logarithmic scales: no point at or below 0
    int categories;    // x counts through these from 0; 0: x is a number
    char category[PLOT_CATEGORIES_MAX][PLOT_NAME_MAX];
    int lines;
    PlotLine line[PLOT_LINES_MAX];
} Plot;

// The line of that name, made if it is new; NULL when there are too many.
PlotLine *plot_line(Plot *plot, const char *name);
// Adds a point to the line. Points beyond the most are left out; so are those that a logarithmic scale cannot show.
void plot_add(Plot *plot, PlotLine *line, PlotPoint point);
// The place of a category on the x axis, made if it is new; -1 when there are too many.
int plot_category(Plot *plot, const char *name);

// The plot as a picture, valid as long as the plot.
Picture plot_picture(const Plot *plot);

#endif
