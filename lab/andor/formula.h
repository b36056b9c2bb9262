// Formulas in conjunctive normal form, read from DIMACS, as AND/OR graphs (Gao 2020, Appendix A.5).
#ifndef MUSTPLAY_LAB_ANDOR_FORMULA_H
#define MUSTPLAY_LAB_ANDOR_FORMULA_H

#include "lab/andor/andor.h"

// Small enough for brute force: two nodes of each variable lead to terminals.
enum { FORMULA_VARIABLES_MAX = ANDOR_TIPS_MAX / 2, FORMULA_CLAUSES_MAX = 200 };

// A clause is a set of literals: bit v for variable v+1, and among `negative` for its negation.
typedef struct Formula {
    int variables, clauses;
    uint32_t positive[FORMULA_CLAUSES_MAX], negative[FORMULA_CLAUSES_MAX];
} Formula;

// "c ..." comments, "p cnf VARIABLES CLAUSES", then clauses of numbers ended by 0. False with an error that names the
// line.
bool formula_parse(const char *text, Formula *formula, Error *error);

// Whether the assignment (bit v: variable v+1 is true) satisfies it.
bool formula_holds(const Formula *formula, uint32_t assignment);
// Tries every assignment; false when none satisfies it.
bool formula_satisfiable(const Formula *formula, uint32_t *assignment);

// The graph of the proof that true proof numbers are hard: an AND over an OR for every clause and for every variable. Below
// these are the literals, each of which leads to a solvable terminal at cost 1. The root's true proof
// number is the number of variables exactly if the formula can be satisfied. A literal v has node first + 2 v, its
// negation the next. The formula must have a clause and no empty one. `*first` is the node of the first literal.
void formula_graph(const Formula *formula, AndOrGraph *graph, int *first);

#endif
