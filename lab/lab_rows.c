#include "lab/lab_rows.h"

#include "cli/commands.h"
#include "cli/manual.h"
#include "lab/cmd/known.h"
#include "lab/y/yplayer.h"

// clang-format off
const Command *const LAB_COMMANDS[] = {
    &LAB_MOVE,
    &LAB_PLAY,
    &LAB_MATCH,
    &LAB_HTP,
    &LAB_SOLVE,
    &LAB_VERIFY,
    &LAB_EXPLAIN,
    &LAB_DRAW,
    &COMMAND_SHANNON,
    &COMMAND_LEARN,
    &COMMAND_REPRODUCE,
    &COMMAND_REDUCE,
    NULL,
};
// clang-format on

extern const Benchmark BENCH_TEMPLATES; // lab/ladder/templates.c
const Benchmark *const LAB_BENCHMARKS[] = {&BENCH_TEMPLATES, NULL};
const DrawingKind *const LAB_DRAWINGS[] = {&DRAWING_PATTERN, NULL};

void lab_manual(const Program *program, Text *out) {
    text_add(out, ".SH PLAYERS OF Y\nWith \\-\\-game y:\n");
    for (const YPlayerType *type = yplayer_types(); type->name; type++)
        manual_player(program->catalog, out, type->name, type->help, type->options);
}
