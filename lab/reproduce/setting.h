// The setting that an entry runs, and the rows that a run keeps in a journal.
#ifndef MUSTPLAY_LAB_REPRODUCE_SETTING_H
#define MUSTPLAY_LAB_REPRODUCE_SETTING_H

#include "base/journal.h"
#include "base/observer.h"
#include "cli/command.h"

// Quick: minutes. Medium: at most twelve minutes on two cores. Full: the scale that is published, or near it.
typedef enum RunSetting { SETTING_QUICK, SETTING_MEDIUM, SETTING_FULL, SETTINGS } RunSetting;

RunSetting setting_of(const Args *args);
const char *setting_name(RunSetting setting); // "quick", "medium", "full"

enum { SOURCE_PATH_SIZE = 4096 };

// The path of a file of the source tree that this program was built in. The value of `variable` in the environment, if
// any, stands for its folder. False with an error if the program's own path cannot be told.
bool source_path(const char *variable, const char *folder, const char *file, char path[SOURCE_PATH_SIZE],
                 Error *error);

// The file that a run keeps its rows in: that of --resume, at the medium setting otherwise NAME.medium.jsonl in lab/results
// (or in $MUSTPLAY_RESULTS). *path is NULL when nothing is kept. False with an error where a medium run has no such folder.
bool journal_path(const Args *args, const char *name, char space[SOURCE_PATH_SIZE], const char **path,
                  Error *error);

// Opens the journal of a run. Its identity is the setting and `more`, unless that is empty.
bool run_journal_open(Journal *journal, const Args *args, const char *name, const char *more, Error *error);

// The rows of a run: what the journal has is not computed again.
typedef struct KeptRows {
    Journal journal;
    json_t *rows; // of the answer
} KeptRows;

bool kept_open(KeptRows *kept, const Args *args, const char *name, const char *more, json_t *rows,
               Error *error);
void kept_close(KeptRows *kept);
// Appends the kept row of this key to the answer; false when there is none.
bool kept_take(KeptRows *kept, const char *key);
// Keeps a row, whose reference is taken, and appends it to the answer. A row that was interrupted is neither.
bool kept_add(KeptRows *kept, const char *key, json_t *row, Error *error);

// A run in parts, the rows of each of which are kept together.
typedef struct KeptPart {
    const char *key; // NULL: the end
    bool (*run)(const Args *args, json_t *rows, Error *error);
} KeptPart;

bool kept_parts_run(const Args *args, const char *name, const KeptPart *parts, json_t *rows, Error *error);

// A limit of this thread's CPU, so that a busy machine changes nothing. The observer cancels when it is spent or a signal
// came; it points to the limit.
typedef struct CpuLimit {
    double start, end;
    Observer observer;
} CpuLimit;

void cpu_limit_start(CpuLimit *limit, double seconds);
double cpu_limit_used(const CpuLimit *limit); // seconds

#endif
