// The command `explain` for other rooms, which know more of a position.
#ifndef MUSTPLAY_APP_CMD_EXPLAIN_H
#define MUSTPLAY_APP_CMD_EXPLAIN_H

#include "app/report/explain_report.h"
#include "cli/command.h"

// What is added to an explanation; each function may be NULL.
typedef struct ExplainMore {
    void *context;
    uint64_t deduce; // nodes of the must-play deduction rule; 0: without it
    void (*write)(void *context, Text *out);
    void (*json)(void *context, json_t *object);
    void (*draw)(void *context, Drawing *drawing);
} ExplainMore;

// The game of the options; an error when it is over.
bool explain_game(const Args *args, Game *game, Error *error);
// Explains its position as the options ask; the exit code.
int explain_with(const Args *args, const Game *game, const ExplainMore *more);

#endif
