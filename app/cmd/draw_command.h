// Kinds of drawing, which the command `draw` finds in its program's tables.
#ifndef MUSTPLAY_APP_CMD_DRAW_COMMAND_H
#define MUSTPLAY_APP_CMD_DRAW_COMMAND_H

#include "app/draw/drawing.h"
#include "cli/command.h"

// Something with a board and cells of its own that is drawn in place of the options' position.
typedef struct DrawingKind {
    const char *option; // that asks for it
    bool (*fill)(const Args *args, Drawing *drawing, Error *error);
} DrawingKind;

extern const DrawingKind DRAWING_CLAIM; // of a proof file

// Says that --output was written; the exit code.
int draw_report(const Args *args);

#endif
