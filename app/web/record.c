// read and write: game trees as the page keeps them, from and to SGF and links.
#include "app/web/web.h"

#include "game/links.h"
#include "game/sgf.h"
#include "mustplay/mustplay.h"

#include <stdlib.h>
#include <string.h>

enum { RECORDS_MAX = 32, OWN_RECORDS_MAX = 4 };

typedef struct Record {
    bool counted;
    json_t *request; // read when its turn comes
    json_t *answer;
} Record;

// Requests of this kind are large: only so many may wait, of all clients and of one.
static bool record_open(WebTask *task, const json_t *request, Error *error) {
    Record *record = task->state;
    Web *web = task->web;
    int own = 0;
    pthread_mutex_lock(&web->lock);
    for (const WebTask *t = task->client->slot[SLOT_RECORD]; t; t = t->later) own++;
    record->counted = web->records < RECORDS_MAX && own < OWN_RECORDS_MAX;
    web->records += record->counted;
    pthread_mutex_unlock(&web->lock);
    if (record->counted) {
        record->request = json_incref((json_t *)request);
        return true;
    }
    task->code = "busy";
    return error_input(error, "Too many game records at once: try again.");
}

static void record_close(WebTask *task) {
    Record *record = task->state;
    pthread_mutex_lock(&task->web->lock);
    task->web->records -= record->counted;
    pthread_mutex_unlock(&task->web->lock);
    json_decref(record->request);
    json_decref(record->answer);
}

static json_t *record_answer(WebTask *task) {
    Record *record = task->state;
    return record->answer ? json_incref(record->answer) : json_object();
}

// --- Reading

// A text of a file: if it is not UTF-8 its bytes are taken for Latin-1.
static json_t *text_json(const char *text) {
    json_t *string = json_string(text);
    if (string) return string;
    Text wide = {0};
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (*p < 0x80) {
            text_add_char(&wide, (char)*p);
        } else {
            text_add_char(&wide, (char)(0xC0 | *p >> 6));
            text_add_char(&wide, (char)(0x80 | (*p & 0x3F)));
        }
    }
    string = json_string(text_string(&wide));
    text_free(&wide);
    return string ? string : json_null();
}

static json_t *property_json(const SgfTree *tree, SgfNode node, const char *name) {
    Text text = {0};
    json_t *value = sgf_text(tree, node, name, &text) ? text_json(text_string(&text)) : json_null();
    text_free(&text);
    return value;
}

static json_t *info_json(const SgfTree *tree) {
    SgfNode root = sgf_root(tree, 0);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "black", property_json(tree, root, "PB"), "white",
                     property_json(tree, root, "PW"), "event", property_json(tree, root, "EV"), "date",
                     property_json(tree, root, "DT"), "result", property_json(tree, root, "RE"), "winner",
                     json_color(sgf_result(tree)));
}

typedef struct Listing {
    const SgfTree *tree;
    json_t *nodes;
    int *id; // by SgfNode
    Error *error;
} Listing;

static bool node_list(void *context, const SgfStep *step) {
    Listing *listing = context;
    const SgfTree *tree = listing->tree;
    const Geometry *g = step->game->now.geometry;
    SgfNode parent = sgf_parent(tree, step->node);
    size_t id = json_array_size(listing->nodes);
    if (id == WEB_NODES_MAX)
        return error_input(listing->error, "the game has more than %d nodes", WEB_NODES_MAX);
    listing->id[step->node] = (int)id;
    json_t *node = json_pack(
        "{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id", (int)id, "parent",
        parent == SGF_NONE ? json_null() : json_integer(listing->id[parent]), "move",
        json_move(g, step->move), "color", step->move == MOVE_NONE ? json_null() : json_color(step->color),
        "add_black", json_cells(g, step->added[BLACK]), "add_white", json_cells(g, step->added[WHITE]),
        "add_empty", json_cells(g, step->added[EMPTY]), "to_move",
        step->mover_set ? json_color(step->move == MOVE_NONE ? step->game->now.to_move : step->color)
                        : json_null(),
        "comment", property_json(tree, step->node, "C"));
    return !json_array_append_new(listing->nodes, node) || error_failure(listing->error, "out of memory");
}

static json_t *tree_json(const SgfTree *tree, size_t room, const char *kind, int cursor, Error *error) {
    const Geometry *g = sgf_geometry(tree, error);
    if (!g) return NULL;
    Listing listing = {tree, json_array(), calloc(room, sizeof(int)), error};
    bool good = listing.id ? sgf_walk(tree, node_list, &listing, error)
                           : error_failure(error, "The server is out of memory.");
    json_t *answer = NULL;
    if (good) {
        SgfNode at = sgf_node_of_move(tree, cursor);
        answer = json_pack("{s:s, s:i, s:i, s:i, s:o, s:O, s:i}", "kind", kind, "width", g->width, "height",
                           g->height, "games", sgf_game_count(tree), "info", info_json(tree), "nodes",
                           listing.nodes, "cursor", at == SGF_NONE ? 0 : listing.id[at]);
    }
    json_decref(listing.nodes);
    free(listing.id);
    return answer;
}

static json_t *sgf_read(const char *text, size_t length, Error *error) {
    SgfTree *tree = sgf_parse(text, length, NULL, error);
    if (!tree) return NULL;
    // A node takes at least one byte.
    json_t *answer = tree_json(tree, length + 1, "sgf", 0, error);
    sgf_free(tree);
    return answer;
}

static json_t *link_json(const char *text, Error *error) {
    Game game;
    int cursor = 0;
    if (!link_read(text, &game, &cursor, error)) return NULL;
    SgfTree *tree = sgf_from_game(&game, NULL);
    if (!tree) {
        error_failure(error, "The server is out of memory.");
        return NULL;
    }
    const char *kind = strstr(text, "trmph") ? "trmph" : "hexworld";
    json_t *answer = tree_json(tree, GAME_MOVES_MAX + 2, kind, cursor, error);
    sgf_free(tree);
    return answer;
}

static WebStep read_step(WebTask *task, WebWorker *worker) {
    Record *record = task->state;
    Error error = {0};
    (void)worker;
    const json_t *value = json_object_get(record->request, "text");
    const char *text = json_string_value(value);
    if (!text) {
        error_input(&error, "'text' should be an SGF or a link");
        return web_task_fail(task, &error);
    }
    const char *start = text + strspn(text, " \t\r\n\xEF\xBB\xBF");
    record->answer =
        *start == '(' ? sgf_read(text, json_string_length(value), &error) : link_json(text, &error);
    return record->answer ? web_task_end(task) : web_task_fail(task, &error);
}

const WebTaskType WEB_READ = {
    .name = "read",
    .slot = SLOT_RECORD,
    .lane = LANE_STUDY,
    .waits_in_line = true,
    .state_size = sizeof(Record),
    .open = record_open,
    .step = read_step,
    .close = record_close,
    .answer = record_answer,
};

// --- Writing

static bool stones_add(SgfTree *tree, SgfNode at, const char *property, const Geometry *g, const json_t *node,
                       const char *key, Error *error) {
    CellSet cells;
    char name[CELL_NAME_MAX];
    if (!web_read_cells(g, json_object_get(node, key), key, &cells, error)) return false;
    for (int cell; (cell = cellset_pop(&cells)) >= 0;) {
        if (!sgf_add_value(tree, at, property, cell_name(g, cell, name)))
            return error_failure(error, "The server is out of memory.");
    }
    return true;
}

// What a node says besides its move.
static bool node_fill(SgfTree *tree, SgfNode at, const Geometry *g, const json_t *node, Error *error) {
    const char *comment = web_read_text(node, "comment");
    const json_t *mover = json_object_get(node, "to_move");
    Color color;
    if (!stones_add(tree, at, "AB", g, node, "add_black", error) ||
        !stones_add(tree, at, "AW", g, node, "add_white", error) ||
        !stones_add(tree, at, "AE", g, node, "add_empty", error))
        return false;
    if (mover && !json_is_null(mover)) {
        if (!web_read_color(mover, &color, error)) return false;
        sgf_set_text(tree, at, "PL", color == BLACK ? "B" : "W");
    }
    return !comment || !*comment || sgf_set_text(tree, at, "C", comment) ||
           error_failure(error, "The server is out of memory.");
}

static SgfNode child_add(SgfTree *tree, SgfNode parent, const Geometry *g, const json_t *node, Error *error) {
    const char *name = web_read_text(node, "move");
    Color color;
    if (!name) return sgf_add_child(tree, parent, error);
    Move move = move_parse(g, name, (int)strnlen(name, 20));
    if (move == MOVE_NONE) {
        error_input(error, "'%.20s' is not a move on this %dx%d board", name, g->width, g->height);
        return SGF_NONE;
    }
    if (!web_read_color(json_object_get(node, "color"), &color, error)) return SGF_NONE;
    return sgf_add_move(tree, parent, color, move, error);
}

// Adds the nodes of a request to a tree that has a root; `at` tells where each of them is.
static bool nodes_add(SgfTree *tree, const Geometry *g, const json_t *nodes, SgfNode *at, Error *error) {
    size_t i;
    json_t *node;
    json_array_foreach(nodes, i, node) {
        const json_t *parent = json_object_get(node, "parent");
        if (i == 0) {
            at[0] = sgf_root(tree, 0);
        } else {
            json_int_t up = json_is_integer(parent) ? json_integer_value(parent) : -1;
            if (up < 0 || up >= (json_int_t)i)
                return error_input(error, "node %zu: 'parent' should be the number of an earlier node", i);
            at[i] = child_add(tree, at[up], g, node, error);
        }
        if (at[i] == SGF_NONE || !node_fill(tree, at[i], g, node, error)) return false;
    }
    return true;
}

static SgfTree *tree_new(const json_t *request, const Geometry *g) {
    const json_t *info = json_object_get(request, "info");
    char application[64] = "Mustplay:";
    Game game;
    game_init(&game, g);
    strncat(application, mp_version(), sizeof application - strlen(application) - 1);
    SgfInfo header = {.black = web_read_text(info, "black"),
                      .white = web_read_text(info, "white"),
                      .event = web_read_text(info, "event"),
                      .date = web_read_text(info, "date"),
                      .result = web_read_text(info, "result"),
                      .application = application};
    return sgf_from_game(&game, &header);
}

// The line through a node, on to its end, as a link with the cursor at the node.
static bool link_new(const SgfTree *tree, SgfNode at, Text *out, Error *error) {
    Game game, whole;
    SgfNode end = at;
    while (sgf_first_child(tree, end) != SGF_NONE) end = sgf_first_child(tree, end);
    if (!sgf_game_at(tree, at, &game, error) || !sgf_game_at(tree, end, &whole, error)) return false;
    return link_write(&whole, end == at ? -1 : game.count, out, error);
}

static bool nodes_check(const json_t *nodes, size_t *count, Error *error) {
    *count = json_array_size(nodes);
    if (*count >= 1 && *count <= WEB_NODES_MAX) return true;
    return error_input(error, "'nodes' should be a list of 1 to %d nodes", WEB_NODES_MAX);
}

static bool tree_write(const json_t *request, const SgfTree *tree, const SgfNode *at, size_t count, Text *out,
                       Error *error) {
    const char *format = web_read_text(request, "format");
    double cursor;
    if (!web_read_real(request, "cursor", 0, (double)count - 1, 0, &cursor, error)) return false;
    if (format && !strcmp(format, "sgf"))
        sgf_write(tree, out);
    else if (!format || strcmp(format, "hexworld"))
        return error_input(error, "'format' should be \"sgf\" or \"hexworld\"");
    else if (!link_new(tree, at[(size_t)cursor], out, error))
        return false;
    return !out->failed || error_failure(error, "The server is out of memory.");
}

static bool record_write(const json_t *request, Text *out, Error *error) {
    const json_t *nodes = json_object_get(request, "nodes");
    const Geometry *g = web_read_geometry(request, error);
    size_t count;
    if (!g || !nodes_check(nodes, &count, error)) return false;
    SgfTree *tree = tree_new(request, g);
    SgfNode *at = calloc(count, sizeof *at);
    bool good = tree && at
                    ? nodes_add(tree, g, nodes, at, error) && tree_write(request, tree, at, count, out, error)
                    : error_failure(error, "The server is out of memory.");
    sgf_free(tree);
    free(at);
    return good;
}

static WebStep write_step(WebTask *task, WebWorker *worker) {
    Record *record = task->state;
    Error error = {0};
    Text out = {0};
    (void)worker;
    bool good = record_write(record->request, &out, &error);
    if (good) record->answer = json_pack("{s:o}", "text", text_json(text_string(&out)));
    text_free(&out);
    return good ? web_task_end(task) : web_task_fail(task, &error);
}

const WebTaskType WEB_WRITE = {
    .name = "write",
    .slot = SLOT_RECORD,
    .lane = LANE_STUDY,
    .waits_in_line = true,
    .state_size = sizeof(Record),
    .open = record_open,
    .step = write_step,
    .close = record_close,
    .answer = record_answer,
};
