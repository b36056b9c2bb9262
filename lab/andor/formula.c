#include "lab/andor/formula.h"

#include "base/number.h"

#include <stdio.h>
#include <string.h>

// --- DIMACS

typedef struct Reader {
    const char *at;
    int line;
    char word[24];
} Reader;

// The next word, of at most 23 bytes; false at the end.
static bool word_next(Reader *r) {
    for (; *r->at && strchr(" \t\r\n", *r->at); r->at++) r->line += *r->at == '\n';
    size_t length = strcspn(r->at, " \t\r\n");
    snprintf(r->word, sizeof r->word, "%.*s", (int)(length < 100 ? length : 100), r->at);
    r->at += length;
    return length > 0;
}

static void line_skip(Reader *r) {
    r->at += strcspn(r->at, "\n");
}

static bool number_next(Reader *r, const char *what, long low, long high, long *value, Error *error) {
    if (!word_next(r))
        return error_input(error, "line %d: the file ends where %s is expected", r->line, what);
    if (!number_whole(r->word, value))
        return error_input(error, "line %d: '%s': expected %s", r->line, r->word, what);
    if (*value < low || *value > high)
        return error_input(error, "line %d: %s is %ld, allowed is %ld to %ld", r->line, what, *value, low,
                           high);
    return true;
}

// Up to the line "p cnf VARIABLES CLAUSES".
static bool head_read(Reader *r, Formula *f, long *clauses, Error *error) {
    long variables;
    while (word_next(r) && !strcmp(r->word, "c")) line_skip(r);
    if (strcmp(r->word, "p") || !word_next(r) || strcmp(r->word, "cnf"))
        return error_input(error, "line %d: expected 'p cnf VARIABLES CLAUSES'", r->line);
    if (!number_next(r, "the number of variables", 1, FORMULA_VARIABLES_MAX, &variables, error) ||
        !number_next(r, "the number of clauses", 1, FORMULA_CLAUSES_MAX, clauses, error))
        return false;
    f->variables = (int)variables;
    return true;
}

static bool clause_read(Reader *r, Formula *f, Error *error) {
    uint32_t *positive = &f->positive[f->clauses], *negative = &f->negative[f->clauses];
    *positive = *negative = 0;
    for (;;) {
        Reader before = *r;
        long literal;
        if (word_next(r) && !strcmp(r->word, "c")) {
            line_skip(r);
            continue;
        }
        *r = before;
        if (!number_next(r, "a literal or 0", -f->variables, f->variables, &literal, error)) return false;
        if (!literal) break;
        *(literal > 0 ? positive : negative) |= UINT32_C(1) << ((literal > 0 ? literal : -literal) - 1);
    }
    if (!(*positive | *negative))
        return error_input(error, "line %d: an empty clause, which nothing satisfies", r->line);
    f->clauses++;
    return true;
}

bool formula_parse(const char *text, Formula *f, Error *error) {
    Reader r = {.at = text, .line = 1};
    long clauses;
    f->clauses = 0;
    if (!head_read(&r, f, &clauses, error)) return false;
    while (f->clauses < clauses)
        if (!clause_read(&r, f, error)) return false;
    while (word_next(&r)) {
        if (strcmp(r.word, "c"))
            return error_input(error, "line %d: '%s' follows the last of %ld clauses", r.line, r.word,
                               clauses);
        line_skip(&r);
    }
    return true;
}

// --- Satisfying it

bool formula_holds(const Formula *f, uint32_t assignment) {
    for (int i = 0; i < f->clauses; i++)
        if (!(f->positive[i] & assignment) && !(f->negative[i] & ~assignment)) return false;
    return true;
}

bool formula_satisfiable(const Formula *f, uint32_t *assignment) {
    for (*assignment = 0; *assignment < UINT32_C(1) << f->variables; (*assignment)++)
        if (formula_holds(f, *assignment)) return true;
    return false;
}

// --- As a graph

void formula_graph(const Formula *f, AndOrGraph *graph, int *first) {
    char name[ANDOR_NAME_MAX];
    graph->nodes = 0;
    andor_graph_node(graph, "P", ANDOR_AND);
    for (int i = 0; i < f->clauses + f->variables; i++) {
        bool clause = i < f->clauses;
        snprintf(name, sizeof name, "%c%d", clause ? 'C' : 'X', clause ? i + 1 : i - f->clauses + 1);
        andor_graph_node(graph, name, ANDOR_OR);
    }
    *first = graph->nodes;
    for (int v = 0; v < 2 * f->variables; v++) {
        snprintf(name, sizeof name, "%cx%d", v % 2 ? 'F' : 'T', v / 2 + 1);
        andor_graph_node(graph, name, ANDOR_OR);
    }
    int end = andor_graph_node(graph, "true", ANDOR_SOLVABLE);
    for (int i = 0; i < f->clauses + f->variables; i++) {
        for (int v = 0; v < 2 * f->variables; v++) {
            uint32_t literals = i >= f->clauses ? UINT32_C(1) << (i - f->clauses)
                                : v % 2         ? f->negative[i]
                                                : f->positive[i];
            if (literals >> (v / 2) & 1) andor_graph_edge(graph, i + 1, *first + v, 0);
        }
    }
    for (int v = 0; v < 2 * f->variables; v++) andor_graph_edge(graph, *first + v, end, 1);
    int parent = 0; // of more successors than a node may have, the last is an AND of the rest
    for (int i = 0; i < f->clauses + f->variables; i++) {
        bool full = graph->node[parent].edges == ANDOR_EDGES_MAX - 1;
        if (full) {
            int more = andor_graph_node(graph, "and", ANDOR_AND);
            andor_graph_edge(graph, parent, more, 0);
            parent = more;
        }
        andor_graph_edge(graph, parent, i + 1, 0);
    }
}
