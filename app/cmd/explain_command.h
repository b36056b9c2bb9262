// The command `explain` for other rooms, which know more of a position.
#ifndef MUSTPLAY_APP_CMD_EXPLAIN_COMMAND_H
#define MUSTPLAY_APP_CMD_EXPLAIN_COMMAND_H

#include "app/report/explain_report.h"
#include "cli/public.h"

// What is added to an explanation; each function may be NULL.
typedef struct ExplainMore {
    void *context;
    mp_explanation *(*explain)(void *context, const mp_game *game,
                               mp_error *error); // in place of mp_explanation_new
    void (*write)(void *context, Text *out);
    void (*json)(void *context, json_t *object);
    void (*draw)(void *context, Drawing *drawing);
} ExplainMore;

// The game of the options. NULL with an error, as when it is over.
mp_game *explain_game(const Args *args, Error *error);
// Explains its position as the options ask; the exit code.
int explain_with(const Args *args, const mp_game *game, const ExplainMore *more);

#endif
