// What the lab adds to a Program (cli/program.h): tables of rows.
#ifndef MUSTPLAY_LAB_ROWS_H
#define MUSTPLAY_LAB_ROWS_H

#include "cli/program.h"

extern const Command *const LAB_COMMANDS[];
// Sections of the manual page: the players of Y.
void lab_manual(const Program *program, Text *out);

#endif
