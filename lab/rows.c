#include "lab/rows.h"

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
    &LAB_DRAW,
    &COMMAND_SHANNON,
    &COMMAND_LEARN,
    &COMMAND_REPRODUCE,
    &COMMAND_REDUCE,
    NULL,
};
// clang-format on

void lab_manual(const Program *program, Text *out) {
    text_add(out, ".SH PLAYERS OF Y\nWith \\-\\-game y:\n");
    for (const YPlayerType *type = yplayer_types(); type->name; type++)
        manual_player(program->catalog, out, type->name, type->help, type->options);
}
