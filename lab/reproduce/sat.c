// Gao 2020, Appendix A.5: true proof numbers are hard, because satisfiability can be read from one. A formula becomes an
// AND/OR graph (lab/andor/formula.h), whose true proof number is found by brute force and read back as an assignment.
#include "lab/reproduce/reproduce.h"

#include "base/file.h"
#include "lab/andor/andor_drawing.h"
#include "lab/andor/formula.h"

#include <stdio.h>
#include <stdlib.h>

enum { DIMACS_BYTES_MAX = 1 << 20 };

// Literals of the assignment with blanks between: "1 -2 3".
static json_t *assignment_json(const Formula *f, uint32_t assignment) {
    Text text = {0};
    for (int v = 0; v < f->variables; v++)
        text_format(&text, "%s%d", v ? " " : "", assignment >> v & 1 ? v + 1 : -(v + 1));
    json_t *words = json_string(text_string(&text));
    text_free(&text);
    return words;
}

// What the proof says about the variables: true where the positive literal is paid for.
static uint32_t assignment_read(const Formula *f, const bool *proof, int first) {
    uint32_t assignment = 0;
    for (int v = 0; v < f->variables; v++)
        if (proof[first + 2 * v]) assignment |= UINT32_C(1) << v;
    return assignment;
}

static bool formula_add(json_t *rows, const char *name, const Formula *f, AndOrGraph *graph, bool *proof,
                        Error *error) {
    int first;
    uint32_t other;
    formula_graph(f, graph, &first);
    double number = andor_graph_proof_number(graph, proof), recursive = andor_graph_cost(graph, ANDOR_SUM);
    bool found = number == f->variables;
    uint32_t assignment = assignment_read(f, proof, first);
    if (found != formula_satisfiable(f, &other) || (found && !formula_holds(f, assignment)))
        return error_failure(error, "%s: the proof number and a search of all assignments disagree", name);
    json_array_append_new(rows,
                          json_pack("{s:s, s:i, s:i, s:i, s:f, s:f, s:s, s:o}", "formula", name, "variables",
                                    f->variables, "clauses", f->clauses, "nodes", graph->nodes, "recursive",
                                    recursive, "proof_number", number, "satisfiable", found ? "yes" : "no",
                                    "assignment", found ? assignment_json(f, assignment) : json_null()));
    return true;
}

// The first is drawn, and comes last.
static const struct {
    const char *name, *dimacs;
} EXAMPLES[] = {
    {"Figure A.7: (1|2|3)(-1|-2|-3)(-1|2)", "p cnf 3 3\n1 2 3 0\n-1 -2 -3 0\n-1 2 0\n"},
    {"all signs of 1, 2", "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"},
    {"a chain of six", "p cnf 6 7\n1 0\n-1 2 0\n-2 3 0\n-3 4 0\n-4 5 0\n-5 6 0\n-6 1 0\n"},
    {"three pigeons, two holes",
     "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n"},
};

static bool examples_add(json_t *rows, Formula *f, AndOrGraph *graph, bool *proof, Error *error) {
    for (size_t i = sizeof EXAMPLES / sizeof *EXAMPLES; i-- > 0;) {
        if (!formula_parse(EXAMPLES[i].dimacs, f, error) ||
            !formula_add(rows, EXAMPLES[i].name, f, graph, proof, error))
            return false;
    }
    return true;
}

static bool file_add(json_t *rows, const char *path, Formula *f, AndOrGraph *graph, bool *proof,
                     Error *error) {
    Text text = {0};
    Error where = {0};
    if (!file_read_plain(path, DIMACS_BYTES_MAX, &text, error)) return false;
    bool good = formula_parse(text_string(&text), f, &where);
    text_free(&text);
    return good ? formula_add(rows, path, f, graph, proof, error)
                : error_input(error, "%s: %s", path, where.text);
}

static bool sat_run(const Args *args, json_t *rows, Error *error) {
    Formula *f = malloc(sizeof *f);
    AndOrGraph *graph = malloc(sizeof *graph);
    const char *path = args_text(args, "dimacs");
    bool proof[ANDOR_NODES_MAX] = {false};
    bool good = (f && graph) || error_memory(error);
    good = good &&
           (path ? file_add(rows, path, f, graph, proof, error) : examples_add(rows, f, graph, proof, error));
    const char *output = args_text(args, "output");
    good = good && (!output || andor_drawing_save(graph, path ? path : EXAMPLES[0].name, proof, output,
                                                  args_flag(args, "force"), error));
    free(f);
    free(graph);
    return good;
}

static const char *const COLUMNS[] = {"formula",      "variables",   "clauses",    "nodes", "recursive",
                                      "proof_number", "satisfiable", "assignment", NULL};

const Reproduction REPRODUCE_SAT = {
    .name = "sat",
    .help =
        "Satisfiability by true proof numbers (Gao 2020, Figure A.7): satisfiable just if the number is that of the variables.",
    .quick =
        "four formulas, in a second; --dimacs FILE instead takes yours, of up to 13 variables; --output draws the graph",
    .columns = COLUMNS,
    .run = sat_run,
    .draws = true,
    .takes = "dimacs",
};
