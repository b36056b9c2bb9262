#include "lab/shannon/graph_file.h"

#include "base/file.h"
#include "base/number.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { FILE_MOST = 1 << 26, WORDS_MAX = 7 };

bool item_state_parse(const char *word, size_t length, ItemState *state) {
    for (ItemState s = ITEM_FREE; s <= ITEM_DELETED; s++) {
        const char *name = item_state_name(s);
        if (strlen(name) == length && !memcmp(name, word, length)) {
            *state = s;
            return true;
        }
    }
    return false;
}

// --- Our own form
typedef struct Word {
    const char *text;
    int length;
} Word;

static bool word_is(Word word, const char *text) {
    return (int)strlen(text) == word.length && !memcmp(word.text, text, (size_t)word.length);
}

// The words of a line up to a comment; at most `most`, but the count goes on.
static int line_words(const char *at, const char *end, Word *word, int most) {
    int count = 0;
    for (;;) {
        while (at < end && isspace((unsigned char)*at)) at++;
        if (at == end || *at == '#') return count;
        const char *start = at;
        while (at < end && !isspace((unsigned char)*at) && *at != '#') at++;
        if (count < most) word[count] = (Word){start, (int)(at - start)};
        count++;
    }
}

static int word_vertex(Graph *graph, Word word, Error *error) {
    return graph_vertex(graph, word.text, (size_t)word.length, error);
}

static bool word_number(Word word, double *value, Error *error) {
    char text[32];
    if (word.length < (int)sizeof text) {
        memcpy(text, word.text, (size_t)word.length);
        text[word.length] = 0;
        if (number_real(text, value) && *value >= -1e6 && *value <= 1e6) return true;
    }
    return error_input(error, "'%.*s' is not a number from -1000000 to 1000000", word.length, word.text);
}

static bool targets_read(Graph *graph, const Word *word, int count, Error *error) {
    if (count != 3) return error_input(error, "expected two targets, as in: targets X Y");
    if (graph->target[0] >= 0) return error_input(error, "the targets are named a second time");
    for (int i = 0; i < 2; i++) {
        graph->target[i] = word_vertex(graph, word[i + 1], error);
        if (graph->target[i] < 0) return false;
    }
    return true;
}

// Takes a state off the end of the words, if one stands there.
static ItemState state_pop(const Word *word, int *count) {
    ItemState state = ITEM_FREE;
    const Word *last = &word[*count - 1];
    if (item_state_parse(last->text, (size_t)last->length, &state)) (*count)--;
    return state;
}

static bool edge_read(Graph *graph, const Word *word, int count, Error *error) {
    ItemState state = count > 3 ? state_pop(word, &count) : ITEM_FREE;
    if (count != 3)
        return error_input(error, "expected two vertices and perhaps a state, as in: edge a b captured");
    int u = word_vertex(graph, word[1], error);
    int v = u < 0 ? -1 : word_vertex(graph, word[2], error);
    return v >= 0 && graph_add_edge(graph, u, v, state, error);
}

static bool vertex_read(Graph *graph, const Word *word, int count, Error *error) {
    ItemState state = count > 2 ? state_pop(word, &count) : ITEM_FREE;
    if (count != 2 && count != 4 && count != 6)
        return error_input(error, "expected a name, perhaps one or two points, perhaps a state, as in: "
                                  "vertex a 1.5 2 captured");
    int vertex = word_vertex(graph, word[1], error);
    if (vertex < 0) return false;
    GraphVertex *v = &graph->vertex[vertex];
    v->state = state;
    v->points = (count - 2) / 2;
    for (int i = 0; i < v->points; i++) {
        if (!word_number(word[2 * i + 2], &v->x[i], error) || !word_number(word[2 * i + 3], &v->y[i], error))
            return false;
    }
    return true;
}

static bool line_read(Graph *graph, const char *at, const char *end, Error *error) {
    Word word[WORDS_MAX];
    int count = line_words(at, end, word, WORDS_MAX);
    if (count == 0) return true;
    if (count > WORDS_MAX) return error_input(error, "too many words");
    if (word_is(word[0], "edge")) return edge_read(graph, word, count, error);
    if (word_is(word[0], "vertex")) return vertex_read(graph, word, count, error);
    if (word_is(word[0], "targets")) return targets_read(graph, word, count, error);
    bool plain = true;
    for (int i = 0; i < word[0].length; i++) plain &= isprint((unsigned char)word[0].text[i]) != 0;
    return error_input(error, "%s%.*s%s: a line begins with targets, edge or vertex", plain ? "'" : "",
                       plain ? (word[0].length < 40 ? word[0].length : 40) : 8,
                       plain ? word[0].text : "not text", plain ? "'" : "");
}

bool graph_read_lines(Graph *graph, const char *text, size_t length, int *line, Error *error) {
    const char *end = text + length;
    for (*line = 1; text < end; (*line)++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        if (!stop) stop = end;
        if (!line_read(graph, text, stop, error)) return false;
        text = stop + (stop < end);
    }
    *line = 0;
    return true;
}

// --- Either form
static bool text_is_dot(const char *text, size_t length) {
    static const char *const WORDS[] = {"graph", "digraph", "strict"};
    size_t start = 0;
    while (start < length && isspace((unsigned char)text[start])) start++;
    if (start + 1 < length && text[start] == '/' && (text[start + 1] == '*' || text[start + 1] == '/'))
        return true;
    for (int i = 0; i < 3; i++) {
        size_t size = strlen(WORDS[i]);
        if (length - start > size && !strncasecmp(text + start, WORDS[i], size) &&
            !isalnum((unsigned char)text[start + size]))
            return true;
    }
    return false;
}

Graph *graph_parse(const char *text, size_t length, Error *error) {
    Graph *graph = graph_new(error);
    if (!graph) return NULL;
    Error why = {0};
    int line = 0;
    bool good = text_is_dot(text, length) ? graph_read_dot(graph, text, length, &line, &why)
                                          : graph_read_lines(graph, text, length, &line, &why);
    if (good && graph_check(graph, &why)) return graph;
    if (line)
        error_input(error, "line %d: %s", line, why.text);
    else
        *error = why;
    graph_free(graph);
    return NULL;
}

Graph *graph_load(const char *path, Error *error) {
    Text text = {0};
    if (!file_read(path, FILE_MOST, NULL, &text, error)) return NULL;
    Error why = {0};
    Graph *graph = graph_parse(text.data, text.length, &why);
    text_free(&text);
    if (graph) return graph;
    if (why.bad_input)
        error_input(error, "%.200s: %s", path, why.text);
    else
        *error = why;
    return NULL;
}

// --- Writing
static void state_write(ItemState state, Text *out) {
    if (state != ITEM_FREE) text_format(out, " %s", item_state_name(state));
}

void graph_write(const Graph *graph, Text *out) {
    text_format(out, "targets %s %s\n", graph->vertex[graph->target[0]].name,
                graph->vertex[graph->target[1]].name);
    for (int i = 0; i < graph->vertices; i++) {
        const GraphVertex *v = &graph->vertex[i];
        text_format(out, "vertex %s", v->name);
        for (int p = 0; p < v->points; p++) text_format(out, " %.9g %.9g", v->x[p], v->y[p]);
        state_write(v->state, out);
        text_add_char(out, '\n');
    }
    for (int i = 0; i < graph->edges; i++) {
        const GraphEdge *e = &graph->edge[i];
        text_format(out, "edge %s %s", graph->vertex[e->end[0]].name, graph->vertex[e->end[1]].name);
        state_write(e->state, out);
        text_add_char(out, '\n');
    }
}

static void dot_vertex(const Graph *graph, int vertex, Text *out) {
    const GraphVertex *v = &graph->vertex[vertex];
    bool target = vertex == graph->target[0] || vertex == graph->target[1];
    text_format(out, "  \"%s\" [", v->name);
    if (target) text_add(out, "target=true, shape=box");
    if (v->state != ITEM_FREE) text_format(out, "%sstate=%s", target ? ", " : "", item_state_name(v->state));
    if (v->points) {
        double x = (v->x[0] + v->x[v->points - 1]) / 2, y = (v->y[0] + v->y[v->points - 1]) / 2;
        text_format(out, "%spos=\"%.9g,%.9g!\"", target || v->state != ITEM_FREE ? ", " : "", x, -y);
    }
    text_add(out, "];\n");
}

void graph_write_dot(const Graph *graph, Text *out) {
    text_add(out, "graph {\n");
    // The first target comes first: DOT does not order them otherwise.
    dot_vertex(graph, graph->target[0], out);
    for (int i = 0; i < graph->vertices; i++) {
        if (i != graph->target[0]) dot_vertex(graph, i, out);
    }
    for (int i = 0; i < graph->edges; i++) {
        const GraphEdge *e = &graph->edge[i];
        text_format(out, "  \"%s\" -- \"%s\"", graph->vertex[e->end[0]].name, graph->vertex[e->end[1]].name);
        if (e->state != ITEM_FREE) text_format(out, " [state=%s]", item_state_name(e->state));
        text_add(out, ";\n");
    }
    text_add(out, "}\n");
}
