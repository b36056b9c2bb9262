// The table of reproductions.
#include "lab/reproduce/reproduce.h"

#include <string.h>

// One to a line, so that two additions do not meet.
// clang-format off
const Reproduction *const REPRODUCTIONS[] = {
    &REPRODUCE_POSITIONS,
    &REPRODUCE_OR_RULE,
    &REPRODUCE_LADDER,
    &REPRODUCE_FIGURE_5_2,
    &REPRODUCE_TABLE_5_1,
    &REPRODUCE_FIGURE_5_3,
    &REPRODUCE_FIGURE_5_4,
    &REPRODUCE_DECOMPOSITION,
    &REPRODUCE_Y,
    &REPRODUCE_LECTURE,
    &REPRODUCE_BEST_FIRST,
    &REPRODUCE_SAT,
    &REPRODUCE_HANDICAP,
    &REPRODUCE_TWO_DISTANCE,
    &REPRODUCE_APPRENTICE,
    &REPRODUCE_TD_LEAF,
    &REPRODUCE_BEAM,
    &REPRODUCE_DEDUCTION,
    &REPRODUCE_GROWTH,
    &REPRODUCE_CONTESTS[0],
    &REPRODUCE_CONTESTS[1],
    &REPRODUCE_CONTESTS[2],
    &REPRODUCE_CONTESTS[3],
    &REPRODUCE_CONTESTS[4],
    &REPRODUCE_NETS[0],
    &REPRODUCE_NETS[1],
    &REPRODUCE_NETS[2],
    &REPRODUCE_NETS[3],
    &REPRODUCE_NETS[4],
    &REPRODUCE_NETS[5],
    &REPRODUCE_NETS[6],
    &REPRODUCE_NETS[7],
    &REPRODUCE_NETS[8],
    &REPRODUCE_NETS[9],
    &REPRODUCE_NETS[10],
    &REPRODUCE_NETS[11],
    &REPRODUCE_NETS[12],
    &REPRODUCE_NETS[13],
    &REPRODUCE_NETS[14],
    NULL,
};
// clang-format on

const Reproduction *reproduction_find(const char *name) {
    for (const Reproduction *const *r = REPRODUCTIONS; *r; r++) {
        if (!strcmp((*r)->name, name)) return *r;
    }
    return NULL;
}
