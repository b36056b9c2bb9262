#include "app/report/template_report.h"

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
