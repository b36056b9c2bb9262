// mustplay puzzle make.
#ifndef MUSTPLAY_APP_CMD_PUZZLE_MAKE_COMMAND_H
#define MUSTPLAY_APP_CMD_PUZZLE_MAKE_COMMAND_H

#include "app/report/puzzles.h"

// Makes puzzles as the options say and reports; returns the exit code.
int puzzle_make_run(const Args *args);

// Writes puzzles to a file as a whole: as SGF if its name ends in .sgf, else as lines.
bool puzzles_save(const PuzzleSet *set, const char *path, bool force, Error *error);

#endif
