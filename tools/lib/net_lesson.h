// Lessons in files: what solves came to know of positions, for the solver's net to learn from.
//
// A lesson of a board NxN is seen by the mover, who joins top and bottom, row by row. N*N bytes of cells, N*N bytes of
// work below proved moves, one byte of work below the position. Cells: 0 empty, 1 the mover's stone, 2 the other's. Empty
// cells that knowledge leaves to search: 3 not proved, 4 the move wins, 5 it loses. Work w is written as
// 8 log2(1 + w), rounded.
#ifndef MUSTPLAY_TOOLS_LIB_NET_LESSON_H
#define MUSTPLAY_TOOLS_LIB_NET_LESSON_H

#include "base/error.h"
#include "search/prover.h"

#include <stdio.h>

enum { LESSON_SMALLEST = 6, LESSON_LARGEST = 10 }; // boards
// A net is not asked about fewer moves (search/prover.c): such positions are no lessons.
enum { LESSON_MOVES_LEAST = 4 };

// The files FOLDER/N.lessons, opened for appending.
typedef struct LessonFiles {
    FILE *file[LESSON_LARGEST + 1];
    bool failed; // something could not be written
} LessonFiles;

// False when a file cannot be opened, or ends within a lesson, as after a kill: what is appended could not be read.
bool lesson_files_open(LessonFiles *files, const char *folder, Error *error);
// False when anything could not be written.
bool lesson_files_close(LessonFiles *files, Error *error);
// Whether a path is one of the files.
bool lesson_files_have(const char *folder, const char *path);

// Appends a lesson on a square board of those sizes; one with fewer moves is left out.
void lesson_write(LessonFiles *files, const ProofLesson *lesson);

// A file to read lessons of boards of that size from. NULL when it cannot be opened or ends within a lesson.
FILE *lesson_file_open(const char *path, int size, Error *error);
// The next lesson of a file, Black being the mover; false at its end.
bool lesson_read(FILE *file, const Geometry *geometry, ProofLesson *lesson);

#endif
