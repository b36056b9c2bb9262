// From a JSON object to a task: which request it is, and the positions and numbers it brings.
#include "app/web/web_inside.h"

#include "app/report/atlas_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ID_MAX = 9007199254740991.0; // 2^53 - 1

// --- Values

const char *web_read_text(const json_t *request, const char *key) {
    return json_string_value(json_object_get(request, key));
}

bool web_read_real(const json_t *request, const char *key, double low, double high, double fallback,
                   double *value, Error *error) {
    const json_t *found = json_object_get(request, key);
    *value = fallback;
    if (!found || json_is_null(found)) return true;
    *value = json_number_value(found);
    if (json_is_number(found) && isfinite(*value) && *value >= low && *value <= high) return true;
    return error_input(error, "'%s' should be a number from %g to %g", key, low, high);
}

bool web_read_flag(const json_t *request, const char *key, bool fallback, bool *value, Error *error) {
    const json_t *found = json_object_get(request, key);
    *value = fallback;
    if (!found || json_is_null(found)) return true;
    *value = json_is_true(found);
    return json_is_boolean(found) || error_input(error, "'%s' should be true or false", key);
}

// --- Positions

static bool side_read(const json_t *request, const char *key, int *side, Error *error) {
    const json_t *value = json_object_get(request, key);
    if (!value) value = json_object_get(request, "size");
    *side = json_is_integer(value) && json_integer_value(value) >= 1 && json_integer_value(value) <= BOARD_MAX
                ? (int)json_integer_value(value)
                : 0;
    return *side || error_input(error, "'%s' should be a whole number from 1 to %d", key, BOARD_MAX);
}

const Geometry *web_read_geometry(const json_t *request, Error *error) {
    int width, height;
    if (!side_read(request, "width", &width, error) || !side_read(request, "height", &height, error))
        return NULL;
    const Geometry *geometry = geometry_get(width, height);
    if (!geometry) error_memory(error);
    return geometry;
}

bool web_read_color(const json_t *value, Color *color, Error *error) {
    const char *text = json_string_value(value);
    *color = text && !strcmp(text, "black") ? BLACK : text && !strcmp(text, "white") ? WHITE : EMPTY;
    return *color != EMPTY || error_input(error, "a colour is \"black\" or \"white\"");
}

bool web_read_cells(const Geometry *g, const json_t *list, const char *key, CellSet *cells, Error *error) {
    size_t i;
    json_t *value;
    *cells = cellset_none();
    if (!list || json_is_null(list)) return true;
    if (!json_is_array(list)) return error_input(error, "'%s' should be a list of cells", key);
    json_array_foreach(list, i, value) {
        const char *name = json_string_value(value);
        int cell = name ? cell_parse(g, name, (int)strnlen(name, 20)) : CELL_NONE;
        if (cell == CELL_NONE)
            return error_input(error, "'%s': '%.20s' is not a cell of this %dx%d board", key,
                               name ? name : "?", g->width, g->height);
        if (cellset_has(*cells, cell)) return error_input(error, "'%s': %.20s is named twice", key, name);
        cellset_add(cells, cell);
    }
    return true;
}

static bool setup_read(const json_t *request, const Geometry *g, Position *p, Error *error) {
    char name[CELL_NAME_MAX];
    const json_t *mover = json_object_get(request, "to_move");
    *p = position_empty(g);
    if (!web_read_cells(g, json_object_get(request, "black"), "black", &p->stones[BLACK], error) ||
        !web_read_cells(g, json_object_get(request, "white"), "white", &p->stones[WHITE], error))
        return false;
    int both = cellset_first(cellset_and(p->stones[BLACK], p->stones[WHITE]));
    if (both >= 0) return error_input(error, "%s has a black and a white stone", cell_name(g, both, name));
    int black = cellset_count(p->stones[BLACK]), white = cellset_count(p->stones[WHITE]);
    p->to_move = black == white ? BLACK : WHITE;
    if (mover && !json_is_null(mover)) return web_read_color(mover, &p->to_move, error);
    if (black == white || black == white + 1) return true;
    return error_input(error, "%d black and %d white stones: say who moves", black, white);
}

bool web_read_game(const json_t *request, Game *game, Error *error) {
    const Geometry *g = web_read_geometry(request, error);
    const json_t *moves = json_object_get(request, "moves");
    Position setup;
    size_t i;
    json_t *value;
    if (!g || !setup_read(request, g, &setup, error)) return false;
    game_init_position(game, &setup);
    if (!moves || json_is_null(moves)) return true;
    if (!json_is_array(moves)) return error_input(error, "'moves' should be a list of moves");
    json_array_foreach(moves, i, value) {
        const char *name = json_string_value(value);
        Move move = name ? move_parse(g, name, (int)strnlen(name, 20)) : MOVE_NONE;
        Error inner = {0};
        if (move == MOVE_NONE)
            return error_input(error, "move %zu: '%.20s' is not a move on this %dx%d board", i + 1,
                               name ? name : "?", g->width, g->height);
        if (!game_play(game, game->now.to_move, move, &inner))
            return error_input(error, "move %zu: %s", i + 1, inner.text);
    }
    return true;
}

bool web_read_open_game(WebTask *task, const json_t *request, Error *error) {
    if (!web_read_game(request, &task->game, error)) return false;
    Color winner = game_winner(&task->game);
    if (winner == EMPTY) return true;
    task->code = "over";
    return error_input(error, "The game is over: %s has won.", winner == BLACK ? "Black" : "White");
}

// --- Requests that are answered at once

static void stop_answer(WebClient *client, json_t *id, const json_t *request) {
    const json_t *of = json_object_get(request, "of");
    if (!json_is_integer(of) || json_integer_value(of) < 1) {
        web_answer_error(client, id, "bad_request", "'of' should be the id of a request");
        return;
    }
    web_client_stop(client, json_integer_value(of));
    web_answer(client, id, "done", NULL);
}

// The atlas of a size as JSON, made when it is first asked for; NULL with an error. It does not change.
static const char *atlas_kept(Web *web, int size, Error *error) {
    char **kept = &web->atlas[size - 1];
    if (*kept) return *kept;
    Atlas *atlas = malloc(sizeof *atlas);
    json_t *object = NULL;
    if (!atlas)
        error_memory(error);
    else if (atlas_read(atlas, geometry_get(size, size), NULL, error))
        object = atlas_json(atlas, CELL_NONE);
    *kept = object ? web_object_text(object) : NULL;
    if (object && !*kept) error_memory(error);
    json_decref(object);
    free(atlas);
    return *kept;
}

static void atlas_answer(WebClient *client, json_t *id, const json_t *request) {
    Error error = {0};
    double size;
    const char *text = NULL;
    if (web_read_real(request, "size", 1, BOARD_MAX, 11, &size, &error))
        text = atlas_kept(client->web, (int)size, &error);
    if (text)
        web_answer_text(client, json_integer_value(id), text);
    else
        web_answer_error(client, id, error.bad_input ? "bad_input" : "failure", error.text);
}

// --- Tasks

static const WebTaskType *const TYPES[] = {
    &WEB_ANALYSE,  &WEB_GENMOVE, &WEB_EXPLAIN,    &WEB_CONNECTIONS, &WEB_SOLVE,    &WEB_REPLY,
    &WEB_OPENINGS, &WEB_REVIEW,  &WEB_PROOF_WALK, &WEB_PROOF_WRITE, &WEB_TEMPLATE, &WEB_CLUSTER,
    &WEB_DRAW,     NULL};

WebTask *web_task_new(WebClient *client, const WebTaskType *type, json_int_t id) {
    WebTask *task = calloc(1, sizeof *task);
    void *state = calloc(1, type->state_size + 1);
    if (!task || !state) {
        free(task);
        free(state);
        return NULL;
    }
    *task = (WebTask){
        .web = client->web, .client = client, .type = type, .rank = type->rank, .id = id, .state = state};
    web_client_hold(client);
    return task;
}

// Takes over the request and its place.
static void task_begin(WebClient *client, json_t *id, const WebTaskType *type, json_t *request, bool large) {
    Error error = {0};
    WebTask *task = web_task_new(client, type, json_integer_value(id));
    if (!task) {
        if (large) web_large_end(client->web);
        web_answer_error(client, id, "failure", "The server is out of memory.");
        json_decref(request);
        return;
    }
    task->request = request;
    task->large = large;
    if (type->open(task, request, &error)) {
        web_task_start(task);
        return;
    }
    web_send_error(task, task->code, &error);
    web_task_free(task);
}

static bool request_fits(WebClient *client, json_t *id) {
    int requests;
    if (web_client_busy(client, json_integer_value(id), &requests)) {
        web_answer_error(client, id, "bad_request", "A request of this id is still running.");
        return false;
    }
    if (requests < WEB_REQUESTS_MAX) return true;
    web_answer_error(client, id, "busy", "Too many requests at once: wait for some of them to end.");
    return false;
}

bool web_request_may_be_large(const json_t *request) {
    const char *name = web_read_text(request, "do");
    return name && !strcmp(name, WEB_PROOF_WALK.name);
}

static const WebTaskType *type_find(const char *name) {
    const WebTaskType *const *type = TYPES;
    while (*type && strcmp((*type)->name, name) != 0) type++;
    return *type;
}

// What is answered at once. False: it is something else.
static bool short_answer(WebClient *client, json_t *id, const char *name, const json_t *request) {
    if (!strcmp(name, "ping"))
        web_answer(client, id, "done", NULL);
    else if (!strcmp(name, "stop"))
        stop_answer(client, id, request);
    else if (!strcmp(name, "atlas"))
        atlas_answer(client, id, request);
    else
        return false;
    return true;
}

void web_request(WebClient *client, json_t *request, bool large) {
    json_t *id = json_object_get(request, "id");
    const char *name = web_read_text(request, "do");
    const WebTaskType *type = name ? type_find(name) : NULL;
    bool numbered =
        json_is_integer(id) && json_integer_value(id) >= 1 && (double)json_integer_value(id) <= ID_MAX;
    if (numbered && type && request_fits(client, id)) {
        task_begin(client, id, type, request, large);
        return;
    }
    if (large) web_large_end(client->web);
    if (!numbered)
        web_answer_error(client, json_null(), "bad_request",
                         "'id' should be a whole number from 1 to 2^53-1");
    else if (!name)
        web_answer_error(client, id, "bad_request", "'do' should say what to do");
    else if (!type && !short_answer(client, id, name, request))
        web_answer_error(client, id, "bad_request", "'do' names no request that this server knows");
    json_decref(request);
}
