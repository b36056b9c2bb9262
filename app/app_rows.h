// What the program's own room adds to a Program (cli/program.h): tables of rows.
#ifndef MUSTPLAY_APP_APP_ROWS_H
#define MUSTPLAY_APP_APP_ROWS_H

#include "app/bench/bench.h"
#include "app/cmd/draw_command.h"

extern const Command *const APP_COMMANDS[];
extern const Benchmark *const APP_BENCHMARKS[];
extern const DrawingKind *const APP_DRAWINGS[];

#endif
