#include "lab/shannon/graph_drawing.h"

#include "app/draw/picture.h"
#include "app/draw/shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 44, RADIUS = 14, LEGEND_LINE = 24, SIDE_MAX = 6000 };
static const double EDGE_LENGTH = 84;

// How edges and vertices look. The colours can be told apart by colour-blind readers, and the second tree is dashed.
typedef enum Look { LOOK_FREE, LOOK_FIRST, LOOK_SECOND, LOOK_GIVEN, LOOK_CAPTURED, LOOK_DELETED, LOOKS } Look;

typedef struct Stroke {
    double red, green, blue, width, dash[2];
} Stroke;

static const Stroke STROKES[LOOKS] = {
    [LOOK_FREE] = {0.55, 0.55, 0.55, 1.3, {0, 0}},   [LOOK_FIRST] = {0.00, 0.45, 0.70, 4, {0, 0}},
    [LOOK_SECOND] = {0.90, 0.50, 0.00, 4, {9, 5}},   [LOOK_GIVEN] = {0.00, 0.62, 0.45, 2, {2, 3}},
    [LOOK_CAPTURED] = {0.10, 0.10, 0.10, 7, {0, 0}}, [LOOK_DELETED] = {0.80, 0.80, 0.80, 1.2, {2, 5}},
};

typedef struct Canvas {
    const GraphDrawing *d;
    double *x, *y; // of vertices; of the middle of bars
    double scale, left, top, width, height;
    bool used[LOOKS];
    bool bars; // places are the graph's own, so that vertices may be bars
} Canvas;

// --- Places
static bool places_known(const Graph *g) {
    for (int v = 0; v < g->vertices; v++) {
        if (!g->vertex[v].points) return false;
    }
    return true;
}

static bool canvas_places(Canvas *c, Error *error) {
    const Graph *g = c->d->graph;
    c->bars = places_known(g);
    if (!c->bars && g->vertices > GRAPH_LAYOUT_MAX)
        return error_input(error,
                           "a picture of more than %d vertices needs a place for each (vertex NAME X Y)",
                           GRAPH_LAYOUT_MAX);
    if (!c->bars) return graph_layout(g, c->x, c->y) || error_memory(error);
    for (int v = 0; v < g->vertices; v++) {
        const GraphVertex *vertex = &g->vertex[v];
        c->x[v] = (vertex->x[0] + vertex->x[vertex->points - 1]) / 2;
        c->y[v] = (vertex->y[0] + vertex->y[vertex->points - 1]) / 2;
    }
    return true;
}

// The point of a vertex that is nearest to (x, y): its place, or the foot on its bar.
static void vertex_point(const Canvas *c, int vertex, double x, double y, double *px, double *py) {
    const GraphVertex *v = &c->d->graph->vertex[vertex];
    *px = c->x[vertex];
    *py = c->y[vertex];
    if (!c->bars || v->points < 2) return;
    double dx = v->x[1] - v->x[0], dy = v->y[1] - v->y[0], square = dx * dx + dy * dy;
    double t = square > 0 ? ((x - v->x[0]) * dx + (y - v->y[0]) * dy) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    *px = v->x[0] + t * dx;
    *py = v->y[0] + t * dy;
}

static void edge_points(const Canvas *c, int edge, double from[2], double to[2]) {
    const int *end = c->d->graph->edge[edge].end;
    bool bar = c->bars && c->d->graph->vertex[end[0]].points == 2;
    int u = bar ? end[1] : end[0], v = bar ? end[0] : end[1];
    vertex_point(c, u, c->x[v], c->y[v], &from[0], &from[1]);
    vertex_point(c, v, from[0], from[1], &to[0], &to[1]);
}

static int double_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The middle length of the edges, by which the picture is scaled; 1 without edges.
static double edge_length(const Canvas *c) {
    const Graph *g = c->d->graph;
    double *length = malloc(sizeof *length * ((size_t)g->edges + 1)), middle = 1;
    for (int e = 0; length && e < g->edges; e++) {
        double from[2], to[2];
        edge_points(c, e, from, to);
        length[e] = hypot(to[0] - from[0], to[1] - from[1]);
    }
    if (length && g->edges) {
        qsort(length, (size_t)g->edges, sizeof *length, double_compare);
        middle = length[g->edges / 2];
    }
    free(length);
    return middle > 1e-6 ? middle : 1;
}

static void canvas_scale(Canvas *c) {
    const Graph *g = c->d->graph;
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int v = 0; v < g->vertices; v++) {
        for (int i = 0; i < (c->bars ? g->vertex[v].points : 1); i++) {
            double place[2] = {c->bars ? g->vertex[v].x[i] : c->x[v], c->bars ? g->vertex[v].y[i] : c->y[v]};
            for (int k = 0; k < 2; k++) {
                low[k] = fmin(low[k], place[k]);
                high[k] = fmax(high[k], place[k]);
            }
        }
    }
    double side = fmax(high[0] - low[0], high[1] - low[1]);
    c->scale = EDGE_LENGTH / edge_length(c);
    if (side * c->scale > SIDE_MAX) c->scale = SIDE_MAX / side;
    c->left = low[0];
    c->top = low[1];
    c->width = (high[0] - low[0]) * c->scale + 2 * MARGIN;
    c->height = (high[1] - low[1]) * c->scale + 2 * MARGIN + (c->d->title[0] ? LEGEND_LINE : 0);
}

static double to_x(const Canvas *c, double x) {
    return MARGIN + (x - c->left) * c->scale;
}

static double to_y(const Canvas *c, double y) {
    return MARGIN + (c->d->title[0] ? LEGEND_LINE : 0) + (y - c->top) * c->scale;
}

// --- Looks
static bool is_target(const Graph *g, int vertex) {
    return vertex == g->target[0] || vertex == g->target[1];
}

// Targets are Connect's from the start.
static bool is_owned(const Graph *g, int vertex) {
    return is_target(g, vertex) || g->vertex[vertex].state == ITEM_CAPTURED;
}

static Look edge_look(const Canvas *c, int edge) {
    const GraphDrawing *d = c->d;
    const GraphEdge *e = &d->graph->edge[edge];
    bool gone = d->graph->vertex[e->end[0]].state == ITEM_DELETED ||
                d->graph->vertex[e->end[1]].state == ITEM_DELETED;
    if (e->state == ITEM_DELETED || gone) return LOOK_DELETED;
    bool owned = d->on_vertices && is_owned(d->graph, e->end[0]) && is_owned(d->graph, e->end[1]);
    if (e->state == ITEM_CAPTURED || owned) return LOOK_CAPTURED;
    return d->part ? (Look)(LOOK_FREE + d->part[edge]) : LOOK_FREE;
}

static void stroke_set(Pen *pen, Look look) {
    const Stroke *s = &STROKES[look];
    pen_color(pen, (Rgb){s->red, s->green, s->blue}, 1);
    pen_width(pen, s->width);
    pen_dash(pen, s->dash[0], s->dash[1]);
}

static void line_draw(Pen *pen, double x0, double y0, double x1, double y1) {
    pen_move(pen, x0, y0);
    pen_line(pen, x1, y1);
    pen_stroke(pen);
    pen_dash(pen, 0, 0);
}

// --- Parts of the picture
static void edge_draw(const Canvas *c, Pen *pen, int edge, bool halo) {
    double from[2], to[2];
    edge_points(c, edge, from, to);
    if (halo) {
        pen_color(pen, (Rgb){0.95, 0.85, 0.10}, 0.75);
        pen_width(pen, 16);
    } else {
        stroke_set(pen, edge_look(c, edge));
    }
    line_draw(pen, to_x(c, from[0]), to_y(c, from[1]), to_x(c, to[0]), to_y(c, to[1]));
}

// The fill of a vertex: dark targets and captured ones, pale deleted ones, coloured ones that the winner needs.
static void vertex_fill(const Canvas *c, Pen *pen, int vertex) {
    const GraphDrawing *d = c->d;
    if (is_owned(d->graph, vertex))
        pen_color(pen, (Rgb){0.15, 0.15, 0.15}, 1);
    else if (d->on_vertices && d->move == vertex)
        pen_color(pen, (Rgb){0.98, 0.88, 0.25}, 1);
    else if (d->carrier && d->carrier[vertex])
        pen_color(pen, (Rgb){0.70, 0.85, 0.96}, 1);
    else
        pen_color(pen, (Rgb){1, 1, 1}, 1);
}

static void vertex_name(const Canvas *c, Pen *pen, int vertex, double x, double y) {
    const GraphVertex *v = &c->d->graph->vertex[vertex];
    bool dark = is_owned(c->d->graph, vertex);
    size_t length = strlen(v->name);
    double gray = dark ? 1 : v->state == ITEM_DELETED ? 0.7 : 0.1;
    pen_color(pen, (Rgb){gray, gray, gray}, 1);
    pen_font(pen, length <= 2 ? 13 : length == 3 ? 11 : fmax(4, 34.0 / (double)length));
    pen_text(pen, x, y + (length <= 3 ? 4.5 : 3), 0.5, v->name);
}

static void vertex_draw(const Canvas *c, Pen *pen, int vertex) {
    const GraphVertex *v = &c->d->graph->vertex[vertex];
    double x = to_x(c, c->x[vertex]), y = to_y(c, c->y[vertex]);
    if (c->bars && v->points == 2) {
        pen_round(pen, true);
        pen_color(pen, (Rgb){0.15, 0.15, 0.15}, 1);
        pen_width(pen, 12);
        line_draw(pen, to_x(c, v->x[0]), to_y(c, v->y[0]), to_x(c, v->x[1]), to_y(c, v->y[1]));
        pen_round(pen, false);
    }
    if (is_target(c->d->graph, vertex))
        pen_rectangle(pen, x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS);
    else
        pen_circle(pen, x, y, RADIUS);
    vertex_fill(c, pen, vertex);
    pen_fill_keep(pen);
    stroke_set(pen, v->state == ITEM_DELETED ? LOOK_DELETED : LOOK_FREE);
    pen_stroke(pen);
    pen_dash(pen, 0, 0);
    vertex_name(c, pen, vertex, x, y);
}

// --- The legend
static const char *look_text(const Canvas *c, Look look) {
    bool trees = c->d->side == CONNECT;
    switch (look) {
    case LOOK_FIRST:
        return trees ? "tree 1" : "forest 1";
    case LOOK_SECOND:
        return trees ? "tree 2" : "forest 2";
    case LOOK_GIVEN:
        return "no use to Connect";
    case LOOK_CAPTURED:
        return "captured by Connect";
    case LOOK_DELETED:
        return "deleted by Cut";
    default:
        return NULL;
    }
}

static int legend_lines(const Canvas *c) {
    int lines = c->d->carrier != NULL;
    for (Look look = LOOK_FIRST; look < LOOKS; look++) lines += c->used[look];
    return lines + (c->d->move >= 0);
}

static void legend_text(Pen *pen, double y, const char *text) {
    pen_color(pen, (Rgb){0.15, 0.15, 0.15}, 1);
    pen_font(pen, 13);
    pen_text(pen, MARGIN + 40, y + 4, 0, text);
}

static void legend_spot(Pen *pen, double y, double red, double green, double blue, const char *text) {
    pen_circle(pen, MARGIN + 14, y, 8);
    pen_color(pen, (Rgb){red, green, blue}, 1);
    pen_fill_keep(pen);
    stroke_set(pen, LOOK_FREE);
    pen_stroke(pen);
    legend_text(pen, y, text);
}

static void legend_draw(const Canvas *c, Pen *pen) {
    double y = c->height + LEGEND_LINE / 2.0 - 8;
    for (Look look = LOOK_FIRST; look < LOOKS; look++) {
        if (!c->used[look]) continue;
        stroke_set(pen, look);
        line_draw(pen, MARGIN, y, MARGIN + 30, y);
        legend_text(pen, y, look_text(c, look));
        y += LEGEND_LINE;
    }
    if (c->d->carrier) {
        legend_spot(pen, y, 0.70, 0.85, 0.96, "what the winner needs");
        y += LEGEND_LINE;
    }
    if (c->d->move < 0) return;
    if (c->d->on_vertices) {
        legend_spot(pen, y, 0.98, 0.88, 0.25, "a winning first move");
        return;
    }
    pen_color(pen, (Rgb){0.95, 0.85, 0.10}, 0.75);
    pen_width(pen, 14);
    line_draw(pen, MARGIN, y, MARGIN + 30, y);
    legend_text(pen, y, "a winning first move");
}

static void canvas_draw(void *context, Pen *pen) {
    const Canvas *c = context;
    const Graph *g = c->d->graph;
    pen_color(pen, (Rgb){1, 1, 1}, 1);
    pen_paper(pen);
    if (!c->d->on_vertices && c->d->move >= 0) edge_draw(c, pen, c->d->move, true);
    for (int e = 0; e < g->edges; e++) edge_draw(c, pen, e, false);
    for (int v = 0; v < g->vertices; v++) vertex_draw(c, pen, v);
    pen_color(pen, (Rgb){0.1, 0.1, 0.1}, 1);
    pen_font(pen, 15);
    if (c->d->title[0]) pen_text(pen, MARGIN - RADIUS, LEGEND_LINE, 0, c->d->title);
    legend_draw(c, pen);
}

// The title in pixels, so that the picture has room for it.
static double title_width(const char *title) {
    return 8.2 * (double)strlen(title) + 2 * MARGIN;
}

bool graph_drawing_save(const GraphDrawing *d, const char *path, bool force, Error *error) {
    size_t n = (size_t)d->graph->vertices + 1;
    Canvas c = {.d = d, .x = malloc(sizeof *c.x * n), .y = malloc(sizeof *c.y * n)};
    bool good = c.x && c.y ? canvas_places(&c, error) : error_memory(error);
    if (good) {
        canvas_scale(&c);
        for (int e = 0; e < d->graph->edges; e++) c.used[edge_look(&c, e)] = true;
        double width = fmax(fmax(c.width, title_width(d->title)), 260);
        Picture picture = {.width = width,
                           .height = c.height + LEGEND_LINE * legend_lines(&c) + 6,
                           .draw = canvas_draw,
                           .context = &c};
        good = picture_save(&picture, path, force, error);
    }
    free(c.x);
    free(c.y);
    return good;
}
