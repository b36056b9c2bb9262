// What an experiment has measured so far: values by key, in a file of one JSON object per line, so that a run that
// was interrupted or killed goes on where it was.
#ifndef MUSTPLAY_APP_REPORT_JOURNAL_H
#define MUSTPLAY_APP_REPORT_JOURNAL_H

#include "cli/command.h"

typedef struct Journal {
    json_t *values; // key -> value
    int file;       // -1: nothing is kept
} Journal;

// Opens the journal that --resume names, or an empty one that is kept nowhere. `experiment` and `identity` (whatever
// decides the values: setting, seed, games) stand in its first line; a journal of another experiment is refused.
bool journal_open(Journal *journal, const Args *args, const char *experiment, const char *identity,
                  Error *error);
void journal_close(Journal *journal);

// The value of a key, borrowed; NULL when it has not been measured.
json_t *journal_find(const Journal *journal, const char *key);
// Keeps a value, whose reference is taken. It is on the disk when this returns.
bool journal_add(Journal *journal, const char *key, json_t *value, Error *error);

#endif
