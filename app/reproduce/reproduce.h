// Reproductions of published tables and figures: one table of them, each a function that computes its rows
// anew and puts the published figures beside them.
#ifndef MUSTPLAY_APP_REPRODUCE_REPRODUCE_H
#define MUSTPLAY_APP_REPRODUCE_REPRODUCE_H

#include "app/cli/command.h"

typedef struct Reproduction {
    const char *name;
    const char *help;           // one sentence with the source
    const char *const *columns; // keys of the rows, in order, ended by NULL
    // Appends objects with these keys to `rows`, computed now. False with an error on a failure.
    bool (*run)(const Args *args, json_t *rows, Error *error);
} Reproduction;

extern const Reproduction REPRODUCE_POSITIONS; // app/reproduce/positions.c
extern const Reproduction REPRODUCE_OR_RULE;   // app/reproduce/or_rule.c

extern const Reproduction REPRODUCE_LADDER;    // app/reproduce/ladder.c
extern const Reproduction REPRODUCE_TABLE_5_1; // app/reproduce/table_5_1.c

extern const Reproduction REPRODUCE_DECOMPOSITION; // app/reproduce/decomposition.c

#endif
