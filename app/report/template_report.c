#include "app/report/template_report.h"

#include "app/draw/drawing.h"

#include <stdio.h>
#include <string.h>

const char *template_state_name(const TemplateVerdict *v) {
    return v->state == TEMPLATE_HOLDS ? "valid" : v->state == TEMPLATE_BROKEN ? "invalid" : "undecided";
}

const char *template_verdict_words(const TemplateVerdict *v) {
    if (template_is_least(v)) return "valid and minimal";
    return v->state == TEMPLATE_HOLDS && cellset_is_empty(v->unknown) ? "valid, not minimal"
                                                                      : template_state_name(v);
}

// --- For programs

static json_t *replies_json(const Template *t, const TemplateVerdict *v) {
    json_t *replies = json_object();
    char name[CELL_NAME_MAX];
    for (int cell = 0; cell < t->geometry->cells; cell++) {
        if (v->reply[cell] != CELL_NONE)
            json_object_set_new(replies, cell_name(t->geometry, cell, name),
                                json_cell(t->geometry, v->reply[cell]));
    }
    return replies;
}

json_t *template_json(const Template *t) {
    const Geometry *g = t->geometry;
    json_t *edges = json_array();
    if (t->top) json_array_append_new(edges, json_string("top"));
    if (t->bottom) json_array_append_new(edges, json_string("bottom"));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "size", json_sprintf("%dx%d", g->width, g->height),
                     "stones", json_cells(g, t->stones), "carrier", json_cells(g, t->carrier), "upper",
                     json_cells(g, t->up), "lower", json_cells(g, t->down), "edges", edges);
}

void template_verdict_json(json_t *object, const Template *t, const TemplateVerdict *v) {
    const Geometry *g = t->geometry;
    bool known = v->state != TEMPLATE_UNDECIDED;
    json_t *said =
        json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:f}", "verdict", template_state_name(v),
                  "minimal", known ? json_boolean(template_is_least(v)) : json_null(), "intrusions",
                  json_cells(g, v->breaks), "spare", json_cells(g, v->spare), "idle", json_cells(g, v->idle),
                  "unknown", json_cells(g, v->unknown), "replies", replies_json(t, v), "nodes",
                  (json_int_t)v->nodes, "seconds", v->seconds);
    json_object_update(object, said);
    json_decref(said);
}

// --- As a picture

bool template_draw(const Template *t, const TemplateVerdict *v, const char *name, const char *path,
                   bool force, Error *error) {
    static Drawing drawing; // too large for some stacks
    Position p = position_empty(t->geometry);
    p.stones[BLACK] = t->stones;
    drawing_init(&drawing, &p);
    const bool open[] = {!t->top, !t->bottom, true, true};
    memcpy(drawing.open, open, sizeof open);
    CellSet outside = cellset_minus(cellset_minus(position_vacant(&p), t->carrier), t->stones);
    const struct {
        const char *name;
        CellSet cells;
        DrawingHue hue;
    } sets[] = {{"not part of it", outside, HUE_GRAY},
                {"breaks it", v->breaks, HUE_VERMILION},
                {"can be spared", cellset_or(v->spare, v->idle), HUE_ORANGE}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        if (cellset_is_empty(sets[i].cells)) continue;
        DrawingSet *set = &drawing.set[drawing.sets++];
        snprintf(set->name, sizeof set->name, "%s", sets[i].name);
        set->cells = sets[i].cells;
        set->hue = sets[i].hue;
    }
    char title[160];
    snprintf(title, sizeof title, "%s: %s", *name ? name : "Template", template_verdict_words(v));
    return drawing_title(&drawing, title, error) && drawing_save(&drawing, path, force, error);
}
