// What the lab adds to a Program (cli/program.h): tables of rows.
#ifndef MUSTPLAY_LAB_LAB_ROWS_H
#define MUSTPLAY_LAB_LAB_ROWS_H

#include "app/bench/bench.h"
#include "app/cmd/draw_command.h"
#include "cli/program.h"

extern const Command *const LAB_COMMANDS[];
extern const OptionSpec LAB_OPTIONS[]; // lab/lab_options.c
extern const Benchmark *const LAB_BENCHMARKS[];
extern const DrawingKind *const LAB_DRAWINGS[];
// Sections of the manual page: the players of Y.
void lab_manual(const Program *program, Text *out);

#endif
