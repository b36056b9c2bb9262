// The record of a long run: values by key, in a file that only grows. A run that was interrupted or killed resumes from it.
// Every command with --resume keeps its record in this form. Puzzles are the exception: their record is the file of puzzles
// itself. Checkpoints of a search are replaced as a whole and have their own format.
//
// The file is text with one JSON object a line. The first has `experiment` and `identity`: what kind of run it is, and
// everything that decides its values. Each further one has a `key` and its `value`, and is on the disk before the run
// continues. A last line that was not written whole is cut off. Two processes never share a file: it is locked.
#ifndef MUSTPLAY_BASE_JOURNAL_H
#define MUSTPLAY_BASE_JOURNAL_H

#include "base/error.h"
#include "base/json.h"

#include <sys/types.h>

typedef struct Journal {
    json_t *values; // key -> value, in the order of the file
    char *path;     // of the file; NULL: nothing is kept
    int file;       // -1: nothing is kept
    off_t length;   // of the lines that are whole
} Journal;

// Opens or creates the journal; `path` NULL: an empty one that is kept nowhere. An error when the file belongs to another
// run, or is in use; it is then as it was.
bool journal_open(Journal *journal, const char *path, const char *experiment, const char *identity,
                  Error *error);
void journal_close(Journal *journal);

// The value of a key, borrowed; NULL when there is none.
json_t *journal_find(const Journal *journal, const char *key);
// Keeps a value, whose reference is taken. It is on the disk when this returns true.
bool journal_add(Journal *journal, const char *key, json_t *value, Error *error);

#endif
