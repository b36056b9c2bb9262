// AND/OR graphs given as text, and what can be said of them as a whole.
#include "lab/andor/andor.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const KINDS[] = {"or", "and", "solvable", "unsolvable"};

// --- Building

static int node_find(const AndOrGraph *graph, const char *name) {
    for (int i = 0; i < graph->nodes; i++)
        if (!strcmp(graph->node[i].name, name)) return i;
    return -1;
}

int andor_graph_node(AndOrGraph *graph, const char *name, AndOrKind kind) {
    if (graph->nodes == ANDOR_NODES_MAX) return -1;
    AndOrNode *node = &graph->node[graph->nodes];
    *node = (AndOrNode){.kind = kind};
    snprintf(node->name, sizeof node->name, "%s", name);
    return graph->nodes++;
}

bool andor_graph_edge(AndOrGraph *graph, int from, int to, double cost) {
    AndOrNode *node = &graph->node[from];
    if (node->edges == ANDOR_EDGES_MAX) return false;
    node->edge[node->edges++] = (AndOrEdge){to, cost};
    return true;
}

// --- Reading

enum { WORDS_MAX = 5, LINE_MAX_ANDOR = 200 };

static bool estimate_read(const char *word, AndOrNode *node, int line, Error *error) {
    double value;
    bool known = !strncmp(word, "h=", 2) || !strncmp(word, "d=", 2);
    if (!known || !number_real(word + 2, &value) || value < 0)
        return error_input(error, "line %d: '%s': expected h=NUMBER or d=NUMBER, not negative", line, word);
    *(*word == 'h' ? &node->prove : &node->disprove) = value;
    return true;
}

static bool node_read(AndOrGraph *graph, char *const *word, int words, int line, Error *error) {
    for (size_t kind = 0; kind < sizeof KINDS / sizeof *KINDS; kind++) {
        if (strcmp(word[1], KINDS[kind])) continue;
        if (strlen(word[0]) >= ANDOR_NAME_MAX)
            return error_input(error, "line %d: a name has at most %d bytes", line, ANDOR_NAME_MAX - 1);
        if (node_find(graph, word[0]) >= 0)
            return error_input(error, "line %d: there is a node '%s' already", line, word[0]);
        int node = andor_graph_node(graph, word[0], (AndOrKind)kind);
        if (node < 0) return error_input(error, "line %d: at most %d nodes", line, ANDOR_NODES_MAX);
        for (int i = 2; i < words; i++)
            if (!estimate_read(word[i], &graph->node[node], line, error)) return false;
        return true;
    }
    return error_input(error, "line %d: '%s': expected or, and, solvable, unsolvable or ->", line, word[1]);
}

static bool edge_read(AndOrGraph *graph, char *const *word, int words, int line, Error *error) {
    double cost = 1;
    int end[2] = {node_find(graph, word[0]), words > 2 ? node_find(graph, word[2]) : -1};
    if (words < 3 || words > 4) return error_input(error, "line %d: expected NODE -> NODE [COST]", line);
    for (int i = 0; i < 2; i++)
        if (end[i] < 0)
            return error_input(error, "line %d: no node '%s' before this line", line, word[2 * i]);
    if (words == 4 && (!number_real(word[3], &cost) || cost < 0))
        return error_input(error, "line %d: '%s' is not a cost", line, word[3]);
    if (graph->node[end[0]].kind >= ANDOR_SOLVABLE)
        return error_input(error, "line %d: '%s' is terminal and has no successors", line, word[0]);
    for (int i = 0; i < graph->node[end[0]].edges; i++)
        if (graph->node[end[0]].edge[i].to == end[1])
            return error_input(error, "line %d: this edge is there already", line);
    return andor_graph_edge(graph, end[0], end[1], cost) ||
           error_input(error, "line %d: at most %d edges from a node", line, ANDOR_EDGES_MAX);
}

static bool line_read(AndOrGraph *graph, char *text, int line, Error *error) {
    char *word[WORDS_MAX + 1], *rest = NULL;
    int words = 0;
    text[strcspn(text, "#")] = '\0';
    for (char *w = strtok_r(text, " \t\r", &rest); w && words <= WORDS_MAX;
         w = strtok_r(NULL, " \t\r", &rest))
        word[words++] = w;
    if (!words) return true;
    if (words < 2 || words == WORDS_MAX + 1)
        return error_input(error, "line %d: expected NODE KIND [h=NUMBER] [d=NUMBER] or NODE -> NODE [COST]",
                           line);
    return (strcmp(word[1], "->") ? node_read : edge_read)(graph, word, words, line, error);
}

bool andor_graph_parse(const char *text, AndOrGraph *graph, Error *error) {
    char line[LINE_MAX_ANDOR];
    graph->nodes = 0;
    for (int number = 1; *text; number++) {
        size_t length = strcspn(text, "\n");
        if (length >= sizeof line)
            return error_input(error, "line %d: longer than %d bytes", number, LINE_MAX_ANDOR - 1);
        memcpy(line, text, length);
        line[length] = '\0';
        if (!line_read(graph, line, number, error)) return false;
        text += length + (text[length] == '\n');
    }
    return andor_graph_check(graph, error);
}

// 0 new, 1 on the way, 2 done. False at a cycle or a dead end.
static bool node_check(const AndOrGraph *graph, int number, uint8_t *state, Error *error) {
    const AndOrNode *node = &graph->node[number];
    if (state[number] == 2) return true;
    if (state[number] == 1) return error_input(error, "the graph has a cycle through '%s'", node->name);
    if (!node->edges && node->kind < ANDOR_SOLVABLE)
        return error_input(error, "'%s' has no successors and is not terminal", node->name);
    state[number] = 1;
    for (int i = 0; i < node->edges; i++)
        if (!node_check(graph, node->edge[i].to, state, error)) return false;
    state[number] = 2;
    return true;
}

bool andor_graph_check(const AndOrGraph *graph, Error *error) {
    uint8_t state[ANDOR_NODES_MAX] = {0};
    if (!graph->nodes) return error_input(error, "the graph has no nodes");
    for (int i = 0; i < graph->nodes; i++)
        if (!node_check(graph, i, state, error)) return false;
    return true;
}

// --- As a source

static AndOrKind graph_kind(void *context, int state) {
    return ((const AndOrGraph *)context)->node[state].kind;
}

static double graph_estimate(void *context, int state, bool disprove) {
    const AndOrNode *node = &((const AndOrGraph *)context)->node[state];
    return disprove ? node->disprove : node->prove;
}

static int graph_expand(void *context, int state, AndOrEdge *out) {
    const AndOrNode *node = &((const AndOrGraph *)context)->node[state];
    memcpy(out, node->edge, (size_t)node->edges * sizeof *out);
    return node->edges;
}

AndOrSource andor_graph_source(const AndOrGraph *graph) {
    return (AndOrSource){
        .context = (void *)graph, .kind = graph_kind, .estimate = graph_estimate, .expand = graph_expand};
}

// --- The graph as a whole

static double node_cost(const AndOrGraph *graph, int number, AndOrScheme scheme, double *known) {
    const AndOrNode *node = &graph->node[number];
    if (node->kind == ANDOR_SOLVABLE) return 0;
    if (node->kind == ANDOR_UNSOLVABLE) return INFINITY;
    if (known[number] >= 0) return known[number];
    double least = INFINITY, all = 0;
    for (int i = 0; i < node->edges; i++) {
        double cost = node->edge[i].cost + node_cost(graph, node->edge[i].to, scheme, known);
        least = cost < least ? cost : least;
        all = scheme == ANDOR_SUM ? all + cost : cost > all ? cost : all;
    }
    return known[number] = node->kind == ANDOR_OR ? least : all;
}

double andor_graph_cost(const AndOrGraph *graph, AndOrScheme scheme) {
    double known[ANDOR_NODES_MAX];
    for (int i = 0; i < graph->nodes; i++) known[i] = -1;
    return node_cost(graph, 0, scheme, known);
}

// The edges that lead to solvable terminals.
typedef struct Tips {
    int count;
    int from[ANDOR_TIPS_MAX];
    double cost[ANDOR_TIPS_MAX];
} Tips;

static bool tips_find(const AndOrGraph *graph, Tips *tips) {
    tips->count = 0;
    for (int i = 0; i < graph->nodes; i++) {
        for (int k = 0; k < graph->node[i].edges; k++) {
            if (graph->node[graph->node[i].edge[k].to].kind != ANDOR_SOLVABLE) continue;
            if (tips->count == ANDOR_TIPS_MAX) return false;
            tips->from[tips->count] = i;
            tips->cost[tips->count++] = graph->node[i].edge[k].cost;
        }
    }
    return true;
}

// Whether a node is proved when only these edges to terminals may be used. 0 unknown, 1 no, 2 yes.
static bool node_proved(const AndOrGraph *graph, int number, const bool *paid, uint8_t *known) {
    const AndOrNode *node = &graph->node[number];
    if (known[number]) return known[number] == 2;
    bool proved = node->kind == ANDOR_AND;
    for (int i = 0; i < node->edges; i++) {
        int to = node->edge[i].to;
        bool by = graph->node[to].kind >= ANDOR_SOLVABLE
                      ? graph->node[to].kind == ANDOR_SOLVABLE && paid[number]
                      : node_proved(graph, to, paid, known);
        if (by == (node->kind == ANDOR_OR)) {
            proved = by;
            break;
        }
    }
    known[number] = proved ? 2 : 1;
    return proved;
}

double andor_graph_proof_number(const AndOrGraph *graph, bool proof[ANDOR_NODES_MAX]) {
    Tips tips;
    bool paid[ANDOR_NODES_MAX] = {false};
    uint8_t known[ANDOR_NODES_MAX];
    double least = INFINITY;
    if (!tips_find(graph, &tips)) return -1;
    for (uint32_t set = 0; set < UINT32_C(1) << tips.count; set++) {
        double cost = 0;
        for (int i = 0; i < tips.count; i++) cost += set >> i & 1 ? tips.cost[i] : 0;
        if (cost >= least) continue;
        memset(known, 0, (size_t)graph->nodes);
        for (int i = 0; i < tips.count; i++) paid[tips.from[i]] = set >> i & 1;
        if (!node_proved(graph, 0, paid, known)) continue;
        least = cost;
        memcpy(proof, paid, sizeof paid);
    }
    return isinf(least) ? -1 : least;
}
