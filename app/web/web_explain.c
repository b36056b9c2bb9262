// explain and connections: what is known about a position without searching.
#include "api/inside_solve.h"
#include "app/report/explain_report.h"
#include "app/web/task.h"

#include <stdlib.h>
#include <string.h>

enum { LINKS_EACH = 4, ENDS_MAX = CELL_MAX + 4 };

// --- explain

typedef struct Explain {
    json_t *answer;
} Explain;

static bool explain_open(WebTask *task, const json_t *request, Error *error) {
    return web_read_open_game(task, request, error);
}

static json_t *stored_answer(WebTask *task) {
    const Explain *explain = task->state;
    return explain->answer ? json_incref(explain->answer) : json_object();
}

static void stored_close(WebTask *task) {
    json_decref(((Explain *)task->state)->answer);
}

static WebStep explain_step(WebTask *task) {
    Explain *explain = task->state;
    Error error = {0};
    mp_error outer = {.code = MP_OK};
    Text text = {0};
    mp_game *game = mp_game_of(&task->game, &outer);
    mp_explanation *e = game ? mp_explanation_deduced(game, 0, &outer) : NULL;
    if (e) explanation_write(game, e, &text);
    explain->answer = e ? explanation_json(game, e) : NULL;
    mp_explanation_free(e);
    mp_game_free(game);
    if (!explain->answer) {
        error_memory(&error);
        if (!e) error_in(&outer, &error);
        text_free(&text);
        return web_task_fail(task, &error);
    }
    json_object_set_new(explain->answer, "text", json_string(text_string(&text)));
    text_free(&text);
    return web_task_end(task);
}

const WebTaskType WEB_EXPLAIN = {
    .name = "explain",
    .slot = SLOT_EXPLAIN,
    .crew = CREW_STEPS,
    .rank = RANK_SHORT,
    .state_size = sizeof(Explain),
    .open = explain_open,
    .step = explain_step,
    .close = stored_close,
    .answer = stored_answer,
};

// --- connections

typedef struct Connections {
    Explain stored; // first, as stored_answer reads it
    int at;         // a cell or an edge
    Color color;
} Connections;

static int edge_parse(const Geometry *g, const char *text) {
    char name[CELL_NAME_MAX];
    for (int edge = EDGE_TOP; edge <= EDGE_RIGHT; edge++) {
        if (!strcmp(cell_name(g, edge, name), text)) return edge;
    }
    return CELL_NONE;
}

static bool connections_open(WebTask *task, const json_t *request, Error *error) {
    Connections *connections = task->state;
    const char *at = web_read_text(request, "at");
    if (!web_read_open_game(task, request, error)) return false;
    const Geometry *g = task->game.now.geometry;
    connections->at = at ? cell_parse(g, at, (int)strnlen(at, 20)) : CELL_NONE;
    if (at && connections->at == CELL_NONE) connections->at = edge_parse(g, at);
    if (connections->at == CELL_NONE)
        return error_input(error, "'at' should be a cell or an edge of the board");
    if (connections->at >= EDGE_TOP) {
        connections->color = edge_color(connections->at);
        return true;
    }
    connections->color = position_at(&task->game.now, connections->at);
    return connections->color != EMPTY ||
           web_read_color(json_object_get(request, "color"), &connections->color, error);
}

// The stones of an end's chain; of an edge, those joined to it.
static CellSet end_stones(const Vc *vc, const Position *position, Color color, int end) {
    CellSet stones = position->stones[color], group = cellset_none();
    for (int cell; (cell = cellset_pop(&stones)) >= 0;) {
        if (vc_end(vc, color, cell) == end) cellset_add(&group, cell);
    }
    return group;
}

// The other chains and edges of the colour.
static int ends_list(const Vc *vc, const Position *position, Color color, int own, int *end) {
    CellSet stones = position->stones[color];
    bool seen[NODE_MAX] = {false};
    int count = 0;
    for (int side = 0; side < 2; side++) seen[end[count++] = color_edge(color, side)] = true;
    for (int cell; (cell = cellset_pop(&stones)) >= 0;) {
        int name = vc_end(vc, color, cell);
        if (!seen[name]) end[count++] = name;
        seen[name] = true;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (end[i] != own) end[kept++] = end[i];
    }
    return kept;
}

static void links_add(const Vc *vc, const Position *position, Color color, int own, int other, bool full,
                      json_t *links) {
    const Geometry *g = position->geometry;
    VcConnection found[LINKS_EACH];
    int count = vc_between(vc, color, own, other, full, found, LINKS_EACH);
    for (int i = 0; i < count && i < LINKS_EACH; i++) {
        char name[CELL_NAME_MAX];
        json_array_append_new(links,
                              json_pack("{s:s, s:o, s:b, s:o, s:o}", "to", cell_name(g, other, name), "group",
                                        json_cells(g, end_stones(vc, position, color, other)), "full", full,
                                        "key", full ? json_null() : json_cell(g, found[i].key), "carrier",
                                        json_cells(g, found[i].carrier)));
    }
}

static json_t *reach_json(const Vc *vc, const Position *position, Color color, int own) {
    CellSet left = position_vacant(position), reach = cellset_none();
    VcConnection found;
    for (int cell; (cell = cellset_pop(&left)) >= 0;) {
        if (cell != own && vc_between(vc, color, own, cell, true, &found, 1) > 0) cellset_add(&reach, cell);
    }
    return json_cells(position->geometry, reach);
}

static json_t *connections_json(const Vc *vc, const Position *position, Color color, int at) {
    int own = at >= EDGE_TOP ? at : vc_end(vc, color, at), end[ENDS_MAX];
    int count = ends_list(vc, position, color, own, end);
    json_t *links = json_array();
    for (int i = 0; i < count; i++) {
        links_add(vc, position, color, own, end[i], true, links);
        links_add(vc, position, color, own, end[i], false, links);
    }
    return json_pack("{s:o, s:o, s:o, s:o}", "color", json_color(color), "group",
                     json_cells(position->geometry, end_stones(vc, position, color, own)), "links", links,
                     "reach", reach_json(vc, position, color, own));
}

static WebStep connections_step(WebTask *task) {
    Connections *connections = task->state;
    const Position *now = &task->game.now;
    VcOptions options = vc_options();
    options.templates = true;
    Error error = {0};
    Vc *vc = vc_new(now->geometry, &options);
    bool built = vc && vc_build(vc, now, connections->color == BLACK ? VC_BLACK : VC_WHITE);
    if (built) connections->stored.answer = connections_json(vc, now, connections->color, connections->at);
    if (vc) vc_free(vc);
    if (built) return web_task_end(task);
    error_failure(&error, "The server is out of memory.");
    return web_task_fail(task, &error);
}

const WebTaskType WEB_CONNECTIONS = {
    .name = "connections",
    .slot = SLOT_CONNECTIONS,
    .crew = CREW_STEPS,
    .rank = RANK_SHORT,
    .state_size = sizeof(Connections),
    .open = connections_open,
    .step = connections_step,
    .close = stored_close,
    .answer = stored_answer,
};
