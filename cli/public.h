// Commands on the public interface (mustplay/): what the command line gives them, and how they report. Includes nothing of
// src/ but base/.
#ifndef MUSTPLAY_CLI_PUBLIC_H
#define MUSTPLAY_CLI_PUBLIC_H

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/watch.h"
#include "mustplay/mustplay.h"

// --- What a command was given
// An engine with the program's players and methods, whose sentences go to stderr. NULL with an error.
mp_engine *args_engine(const Args *args, Error *error);
// The position that the options describe (args_game). NULL with an error.
mp_game *args_new_game(const Args *args, Error *error);
// A size as --size has it, "11" or "8x10"; false with an error.
bool args_size_parse(const char *text, int *width, int *height, Error *error);
// Limits that a watch ends and shows; what is granted is the caller's to fill in. The game names the moves that are shown;
// both outlive the limits.
mp_limits watch_limits(Watch *watch, const mp_game *game);

// --- Errors
// The library's error as one of ours, with `where` and ": " before its sentence unless NULL; returns false.
bool public_fail(const mp_error *outer, const char *where, Error *error);
// Reports it; returns the exit code.
int report_public(const mp_error *error);

// --- For readers (cli/public_report.c)
const char *name_of_color(mp_color color);        // "black"
const char *title_of_color(mp_color color);       // "Black"
json_t *json_side(mp_color color);                // null for MP_EMPTY
json_t *json_play(const mp_game *game, int move); // null for MP_NONE
json_t *json_set(const mp_game *game, const mp_cells *cells);
json_t *json_line(const mp_game *game, const mp_line *line);
// The names, each after a blank.
void cells_text(const mp_game *game, const mp_cells *cells, Text *out);
// The board with a sign per cell.
void signs_text(const mp_game *game, const char *signs, Text *out);
bool cells_hold(const mp_cells *cells, int cell);
void cells_include(mp_cells *cells, int cell); // beyond the last; one that is not there yet

#endif
