// DOT, as far as it says what a graph is: nodes, edges, chains of edges, attributes. Subgraphs, ports and directed
// graphs are refused with a sentence.
//
// Attributes with a meaning: target=true of two nodes, state=captured or state=deleted of a node or edge, pos="x,y" of a
// node. Without target=true the nodes X and Y are the targets. All other attributes are skipped.
#include "lab/shannon/graph_file.h"

#include "base/number.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef struct DotReader {
    Graph *graph;
    const char *at, *end;
    int *line;
    Error *error;
    const char *token; // the present one; NULL at the end
    size_t length;
    bool quoted;
} DotReader;

typedef struct DotAttributes {
    bool target, placed;
    ItemState state;
    double x, y;
} DotAttributes;

static bool dot_fail(DotReader *r, const char *what) {
    int shown = r->length < 40 ? (int)r->length : 40;
    for (int i = 0; r->token && i < shown; i++) {
        if (!isprint((unsigned char)r->token[i])) shown = i;
    }
    if (!r->token) return error_input(r->error, "the file ends, but %s", what);
    return error_input(r->error, "'%.*s': %s", shown, r->token, what);
}

// --- Tokens
static bool comment_skip(DotReader *r) {
    bool block = r->at[0] == '/' && r->at + 1 < r->end && r->at[1] == '*';
    bool line = r->at[0] == '#' || (r->at[0] == '/' && r->at + 1 < r->end && r->at[1] == '/');
    if (!block && !line) return false;
    if (block) r->at += 2;
    while (r->at < r->end &&
           (block ? !(r->at[0] == '*' && r->at + 1 < r->end && r->at[1] == '/') : *r->at != '\n'))
        *r->line += *r->at++ == '\n';
    if (block && r->at < r->end) r->at += 2;
    return true;
}

static void blanks_skip(DotReader *r) {
    while (r->at < r->end) {
        if (isspace((unsigned char)*r->at))
            *r->line += *r->at++ == '\n';
        else if (!comment_skip(r))
            return;
    }
}

static bool name_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || (unsigned char)c >= 128;
}

static bool string_read(DotReader *r) {
    r->token = ++r->at;
    r->quoted = true;
    while (r->at < r->end && *r->at != '"') {
        if (*r->at == '\n') ++*r->line;
        r->at += *r->at == '\\' && r->at + 1 < r->end ? 2 : 1;
    }
    r->length = (size_t)(r->at - r->token);
    if (r->at == r->end) return error_input(r->error, "a string does not end");
    r->at++;
    return true;
}

// Reads the next token: a name, a string, "--", "->" or one sign.
static bool dot_next(DotReader *r) {
    blanks_skip(r);
    r->token = NULL;
    r->length = 0;
    r->quoted = false;
    if (r->at == r->end) return true;
    if (*r->at == '"') return string_read(r);
    r->token = r->at++;
    if (*r->token == '-' && r->at < r->end && (*r->at == '-' || *r->at == '>')) {
        r->at++;
    } else if (name_char(*r->token) || *r->token == '-') {
        while (r->at < r->end && name_char(*r->at)) r->at++;
    }
    r->length = (size_t)(r->at - r->token);
    return true;
}

static bool dot_is(const DotReader *r, const char *text) {
    return r->token && !r->quoted && strlen(text) == r->length && !strncasecmp(text, r->token, r->length);
}

static bool dot_is_name(const DotReader *r) {
    return r->token && (r->quoted || name_char(*r->token) ||
                        (*r->token == '-' && r->length > 1 && r->token[1] != '-' && r->token[1] != '>'));
}

static bool dot_expect(DotReader *r, const char *text, const char *what) {
    return dot_is(r, text) ? dot_next(r) : dot_fail(r, what);
}

// --- Attributes
// "1.5,2" with a "!" behind it or not.
static bool position_read(DotReader *r, DotAttributes *a) {
    char text[64];
    size_t length = r->length;
    if (length && r->token[length - 1] == '!') length--;
    if (length >= sizeof text) return dot_fail(r, "pos is expected as \"x,y\"");
    memcpy(text, r->token, length);
    text[length] = 0;
    char *comma = strchr(text, ',');
    if (comma) *comma++ = 0;
    if (!comma || !number_real(text, &a->x) || !number_real(comma, &a->y) || !(a->x >= -1e6 && a->x <= 1e6) ||
        !(a->y >= -1e6 && a->y <= 1e6))
        return dot_fail(r, "pos is expected as \"x,y\"");
    a->placed = true;
    return true;
}

static bool attribute_read(DotReader *r, DotAttributes *a) {
    bool target = dot_is(r, "target"), state = dot_is(r, "state"), pos = dot_is(r, "pos");
    if (!dot_is_name(r)) return dot_fail(r, "an attribute is expected");
    if (!dot_next(r)) return false;
    if (!dot_is(r, "=")) {
        a->target |= target;
        return true;
    }
    if (!dot_next(r)) return false;
    if (!dot_is_name(r)) return dot_fail(r, "the value of an attribute is expected");
    if (target) a->target = !(r->length == 5 && !strncasecmp(r->token, "false", 5));
    if (state && !item_state_parse(r->token, r->length, &a->state))
        return dot_fail(r, "a state is free, captured or deleted");
    if (pos && !position_read(r, a)) return false;
    return dot_next(r);
}

static bool attributes_read(DotReader *r, DotAttributes *a) {
    while (dot_is(r, "[")) {
        if (!dot_next(r)) return false;
        while (!dot_is(r, "]")) {
            if (!attribute_read(r, a)) return false;
            if ((dot_is(r, ",") || dot_is(r, ";")) && !dot_next(r)) return false;
        }
        if (!dot_next(r)) return false;
    }
    return true;
}

// --- Statements
static bool target_set(DotReader *r, int vertex) {
    int *target = r->graph->target;
    if (target[0] == vertex || target[1] == vertex) return true;
    if (target[0] >= 0 && target[1] >= 0)
        return error_input(r->error, "a third target, %s", r->graph->vertex[vertex].name);
    target[target[0] >= 0] = vertex;
    return true;
}

static bool vertex_apply(DotReader *r, int vertex, const DotAttributes *a) {
    GraphVertex *v = &r->graph->vertex[vertex];
    if (a->state != ITEM_FREE) v->state = a->state;
    if (a->placed) {
        v->points = 1;
        v->x[0] = a->x;
        v->y[0] = -a->y; // DOT's y axis points up, ours down
    }
    return !a->target || target_set(r, vertex);
}

static int name_read(DotReader *r) {
    if (dot_is(r, "subgraph") || dot_is(r, "{")) {
        dot_fail(r, "subgraphs are not read");
        return -1;
    }
    if (!dot_is_name(r)) {
        dot_fail(r, "a vertex is expected");
        return -1;
    }
    int vertex = graph_vertex(r->graph, r->token, r->length, r->error);
    return vertex >= 0 && dot_next(r) ? vertex : -1;
}

// The edges of a chain a -- b -- c, made with the state that its attributes name at the end.
static bool chain_read(DotReader *r, int vertex) {
    int first = r->graph->edges;
    while (dot_is(r, "--")) {
        if (!dot_next(r)) return false;
        int next = name_read(r);
        if (next < 0 || !graph_add_edge(r->graph, vertex, next, ITEM_FREE, r->error)) return false;
        vertex = next;
    }
    DotAttributes a = {0};
    if (!attributes_read(r, &a)) return false;
    for (int e = first; e < r->graph->edges; e++) r->graph->edge[e].state = a.state;
    return true;
}

static bool statement_read(DotReader *r) {
    DotAttributes a = {0};
    if (dot_is(r, "graph") || dot_is(r, "node") || dot_is(r, "edge")) {
        if (!dot_next(r)) return false;
        if (dot_is(r, "[")) return attributes_read(r, &a);
        return dot_fail(r, "attributes in [ ] are expected");
    }
    if (dot_is_name(r)) { // a global attribute, such as rankdir=LR, is no vertex
        DotReader ahead = *r;
        int line = *r->line;
        ahead.line = &line;
        if (!dot_next(&ahead)) return false;
        if (dot_is(&ahead, "=")) return attribute_read(r, &a);
    }
    int vertex = name_read(r);
    if (vertex < 0) return false;
    if (dot_is(r, "->")) return dot_fail(r, "the edges of a Shannon graph have no direction");
    if (dot_is(r, ":")) return dot_fail(r, "ports are not read");
    if (dot_is(r, "--")) return chain_read(r, vertex);
    return attributes_read(r, &a) && vertex_apply(r, vertex, &a);
}

static bool head_read(DotReader *r) {
    if (!dot_next(r) || (dot_is(r, "strict") && !dot_next(r))) return false;
    if (dot_is(r, "digraph")) return dot_fail(r, "the edges of a Shannon graph have no direction");
    if (!dot_expect(r, "graph", "a graph is expected")) return false;
    if (dot_is_name(r) && !dot_next(r)) return false;
    return dot_expect(r, "{", "a { is expected");
}

static void targets_by_name(Graph *graph) {
    if (graph->target[0] >= 0 || graph->target[1] >= 0) return;
    graph->target[0] = graph_find_vertex(graph, "X", 1);
    graph->target[1] = graph_find_vertex(graph, "Y", 1);
}

bool graph_read_dot(Graph *graph, const char *text, size_t length, int *line, Error *error) {
    DotReader r = {.graph = graph, .at = text, .end = text + length, .line = line, .error = error};
    *line = 1;
    if (!head_read(&r)) return false;
    while (!dot_is(&r, "}")) {
        if (!r.token) return dot_fail(&r, "a } is missing");
        if (!statement_read(&r)) return false;
        while (dot_is(&r, ";")) {
            if (!dot_next(&r)) return false;
        }
    }
    if (!dot_next(&r)) return false;
    if (r.token) return dot_fail(&r, "more after the graph's end");
    *line = 0;
    targets_by_name(graph);
    return true;
}
