// draw: a picture of a position as SVG.
#include "app/draw/drawing.h"
#include "app/web/task.h"

#include <stdio.h>
#include <string.h>

typedef struct Draw {
    Drawing drawing;
    Text svg;
} Draw;

static const double CELL_SIZE = 44, CELL_SIZE_LEAST = 4, CELL_SIZE_MOST = 400;

// A text of at most `size` - 1 bytes; nothing when it is left out.
static bool text_read(const json_t *value, const char *key, char *text, size_t size, Error *error) {
    if (!value || json_is_null(value)) return true;
    const char *given = json_string_value(value);
    if (given && strlen(given) == json_string_length(value) && strlen(given) < size) {
        strcpy(text, given);
        return true;
    }
    return error_input(error, "'%s' should be a text of at most %zu bytes", key, size - 1);
}

static bool cell_read(const Drawing *d, const char *name, const char *key, int *cell, Error *error) {
    const Geometry *g = d->position.geometry;
    *cell = cell_parse(g, name, (int)strnlen(name, 20));
    return *cell != CELL_NONE || error_input(error, "'%s': '%.20s' is not a cell of this %dx%d board", key,
                                             name, g->width, g->height);
}

static bool labels_read(Drawing *d, const json_t *labels, Error *error) {
    const char *name;
    const json_t *value;
    int cell;
    if (!labels || json_is_null(labels)) return true;
    if (!json_is_object(labels)) return error_input(error, "'labels' should be an object: a text for a cell");
    json_object_foreach(labels, name, value) {
        if (!cell_read(d, name, "labels", &cell, error) ||
            !text_read(value, "labels", d->label[cell], DRAWING_LABEL_MAX, error))
            return false;
    }
    return true;
}

static bool heat_read(Drawing *d, const json_t *heat, Error *error) {
    const char *name;
    const json_t *value;
    int cell;
    if (!heat || json_is_null(heat)) return true;
    if (!json_is_object(heat)) return error_input(error, "'heat' should be an object: a number for a cell");
    json_object_foreach(heat, name, value) {
        if (!cell_read(d, name, "heat", &cell, error)) return false;
        double number = json_number_value(value);
        if (!json_is_number(value) || !(number >= 0 && number <= 1))
            return error_input(error, "'heat': %.20s should have a number from 0 to 1", name);
        d->heat[cell] = number;
        d->has_heat = true;
    }
    return true;
}

static bool sets_read(Drawing *d, const json_t *sets, Error *error) {
    size_t i;
    const json_t *value;
    if (!sets || json_is_null(sets)) return true;
    if (!json_is_array(sets) || json_array_size(sets) > DRAWING_SETS_MAX)
        return error_input(error, "'sets' should be a list of at most %d sets", DRAWING_SETS_MAX);
    json_array_foreach(sets, i, value) {
        DrawingSet *set = &d->set[d->sets++];
        strcpy(set->name, "cells");
        if (!json_is_object(value))
            return error_input(error, "'sets' should be a list of objects with 'name' and 'cells'");
        if (!text_read(json_object_get(value, "name"), "name", set->name, sizeof set->name, error) ||
            !web_read_cells(d->position.geometry, json_object_get(value, "cells"), "cells", &set->cells,
                            error))
            return false;
    }
    return true;
}

// A cell or an edge.
static bool end_read(const Drawing *d, const json_t *arrow, const char *key, int *node, Error *error) {
    char name[CELL_NAME_MAX];
    const char *given = web_read_text(arrow, key);
    if (!given) return error_input(error, "'arrows': '%s' should be a cell or an edge", key);
    for (*node = EDGE_TOP; *node < NODE_MAX; ++*node) {
        if (!strcmp(cell_name(d->position.geometry, *node, name), given)) return true;
    }
    return cell_read(d, given, "arrows", node, error);
}

static bool arrows_read(Drawing *d, const json_t *arrows, Error *error) {
    size_t i;
    const json_t *value;
    if (!arrows || json_is_null(arrows)) return true;
    if (!json_is_array(arrows) || json_array_size(arrows) > DRAWING_ARROWS_MAX)
        return error_input(error, "'arrows' should be a list of at most %d arrows", DRAWING_ARROWS_MAX);
    json_array_foreach(arrows, i, value) {
        DrawingArrow *arrow = &d->arrow[d->arrows++];
        if (!json_is_object(value))
            return error_input(error, "'arrows' should be a list of objects with 'from' and 'to'");
        if (!end_read(d, value, "from", &arrow->from, error) ||
            !end_read(d, value, "to", &arrow->to, error) ||
            !web_read_flag(value, "dashed", false, &arrow->dashed, error))
            return false;
    }
    return true;
}

static bool draw_open(WebTask *task, const json_t *request, Error *error) {
    Drawing *d = &((Draw *)task->state)->drawing;
    bool numbers, coordinates, legend;
    if (!web_read_game(request, &task->game, error) ||
        !web_read_flag(request, "numbers", false, &numbers, error) ||
        !web_read_flag(request, "coordinates", true, &coordinates, error) ||
        !web_read_flag(request, "legend", true, &legend, error))
        return false;
    drawing_init_moves(d, &task->game, numbers);
    d->hide_coordinates = !coordinates;
    d->hide_legend = !legend;
    return web_read_real(request, "cell_size", CELL_SIZE_LEAST, CELL_SIZE_MOST, CELL_SIZE, &d->cell_size,
                         error) &&
           text_read(json_object_get(request, "title"), "title", d->title, sizeof d->title, error) &&
           labels_read(d, json_object_get(request, "labels"), error) &&
           heat_read(d, json_object_get(request, "heat"), error) &&
           sets_read(d, json_object_get(request, "sets"), error) &&
           arrows_read(d, json_object_get(request, "arrows"), error);
}

static WebStep draw_step(WebTask *task) {
    Draw *draw = task->state;
    Error error = {0};
    if (drawing_render(&draw->drawing, DRAWING_SVG, &draw->svg, &error)) return web_task_end(task);
    return web_task_fail(task, &error);
}

static void draw_close(WebTask *task) {
    text_free(&((Draw *)task->state)->svg);
}

static json_t *draw_answer(WebTask *task) {
    return json_pack("{s:s}", "svg", text_string(&((Draw *)task->state)->svg));
}

const WebTaskType WEB_DRAW = {
    .name = "draw",
    .slot = SLOT_DRAW,
    .crew = CREW_STEPS,
    .rank = RANK_SHORT,
    .state_size = sizeof(Draw),
    .open = draw_open,
    .step = draw_step,
    .close = draw_close,
    .answer = draw_answer,
};
