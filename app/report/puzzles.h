// Sets of puzzles in files: one JSON object per line, or an SGF collection (docs/PUZZLES.md).
#ifndef MUSTPLAY_APP_REPORT_PUZZLES_H
#define MUSTPLAY_APP_REPORT_PUZZLES_H

#include "cli/command.h"
#include "study/puzzle.h"

typedef struct PuzzleSet {
    Puzzle *puzzle;
    Position *key; // of each: what puzzle_key gives
    int count, capacity;
} PuzzleSet;

void puzzle_set_free(PuzzleSet *set);
// Adds a puzzle. False when out of memory.
bool puzzle_set_add(PuzzleSet *set, const Puzzle *puzzle, Error *error);
// The first puzzle that is like this one, NULL when there is none; a failure is an error.
bool puzzle_set_find(const PuzzleSet *set, const Puzzle *puzzle, const Puzzle **like, Error *error);

// Adds the puzzles of a file; what is wrong is named by file and line. An SGF collection has one puzzle per game: the position
// before the first move of its main line. That move, if there is one, is the answer. In a file of lines `whole`, unless
// NULL, says that the last line may be torn, and gets the length of the whole ones.
bool puzzle_set_read(PuzzleSet *set, const char *path, size_t *whole, Error *error);

// A puzzle as the object of a line.
json_t *puzzle_json(const Puzzle *puzzle);
// The same as a text that ends with a newline.
void puzzle_write_line(const Puzzle *puzzle, Text *out);
// As a game of an SGF collection.
bool puzzle_write_sgf(const Puzzle *puzzle, Text *out, Error *error);

#endif
