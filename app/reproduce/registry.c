// The table of reproductions.
#include "app/reproduce/reproduce.h"

#include <string.h>

const Reproduction *const REPRODUCTIONS[] = {
    &REPRODUCE_POSITIONS, &REPRODUCE_OR_RULE,       &REPRODUCE_LADDER,
    &REPRODUCE_TABLE_5_1, &REPRODUCE_DECOMPOSITION, &REPRODUCE_Y,
    &REPRODUCE_LECTURE,   &REPRODUCE_HANDICAP,      NULL,
};

const Reproduction *reproduction_find(const char *name) {
    for (const Reproduction *const *r = REPRODUCTIONS; *r; r++) {
        if (!strcmp((*r)->name, name)) return *r;
    }
    return NULL;
}
