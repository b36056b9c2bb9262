#include "lab/reproduce/setting.h"

#include "base/clock.h"
#include "cli/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

RunSetting setting_of(const Args *args) {
    return args_flag(args, "full")     ? SETTING_FULL
           : args_flag(args, "medium") ? SETTING_MEDIUM
                                       : SETTING_QUICK;
}

const char *setting_name(RunSetting setting) {
    static const char *const NAMES[SETTINGS] = {"quick", "medium", "full"};
    return NAMES[setting];
}

bool source_path(const char *variable, const char *folder, const char *file, char path[SOURCE_PATH_SIZE],
                 Error *error) {
    const char *given = getenv(variable);
    char program[SOURCE_PATH_SIZE];
    if (given && *given) {
        snprintf(path, SOURCE_PATH_SIZE, "%.3900s/%.100s", given, file);
        return true;
    }
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return error_failure(error, "cannot tell where this program lies");
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    if (slash) *slash = '\0';
    snprintf(path, SOURCE_PATH_SIZE, "%.3800s/../%.80s/%.100s", program, folder, file);
    return true;
}

bool journal_path(const Args *args, const char *name, char space[SOURCE_PATH_SIZE], const char **path,
                  Error *error) {
    char file[80];
    *path = args_text(args, "resume");
    if (*path || setting_of(args) != SETTING_MEDIUM) return true;
    snprintf(file, sizeof file, "%.60s.medium.jsonl", name);
    if (!source_path("MUSTPLAY_RESULTS", "lab/results", "", space, error)) return false;
    if (access(space, W_OK))
        return error_input(error,
                           "--medium keeps its rows in '%.200s', which cannot be written: name a file with "
                           "--resume, or a folder with MUSTPLAY_RESULTS",
                           space);
    *path = space;
    return source_path("MUSTPLAY_RESULTS", "lab/results", file, space, error);
}

bool run_journal_open(Journal *journal, const Args *args, const char *name, const char *more, Error *error) {
    char space[SOURCE_PATH_SIZE], identity[160];
    const char *path;
    snprintf(identity, sizeof identity, "%s%s%.120s", setting_name(setting_of(args)), *more ? ", " : "",
             more);
    return journal_path(args, name, space, &path, error) &&
           journal_open(journal, path, name, identity, error);
}

bool kept_open(KeptRows *kept, const Args *args, const char *name, const char *more, json_t *rows,
               Error *error) {
    kept->rows = rows;
    return run_journal_open(&kept->journal, args, name, more, error);
}

void kept_close(KeptRows *kept) {
    journal_close(&kept->journal);
}

bool kept_take(KeptRows *kept, const char *key) {
    json_t *row = journal_find(&kept->journal, key);
    return row && !json_array_append_new(kept->rows, json_incref(row));
}

bool kept_add(KeptRows *kept, const char *key, json_t *row, Error *error) {
    if (watch_interrupted()) {
        json_decref(row);
        return true;
    }
    json_array_append_new(kept->rows, json_incref(row));
    return journal_add(&kept->journal, key, row, error);
}

// Rows of a part that was interrupted are in the answer and not kept.
static bool part_run(Journal *journal, const KeptPart *part, const Args *args, json_t *rows, Error *error) {
    json_t *known = journal_find(journal, part->key);
    if (known) return !json_array_extend(rows, known);
    json_t *made = json_array();
    bool good = part->run(args, made, error);
    json_array_extend(rows, made);
    if (good && !watch_interrupted()) return journal_add(journal, part->key, made, error);
    json_decref(made);
    return good;
}

bool kept_parts_run(const Args *args, const char *name, const KeptPart *parts, json_t *rows, Error *error) {
    Journal journal;
    bool good = run_journal_open(&journal, args, name, "", error);
    if (!good) return false;
    for (; good && parts->key && !watch_interrupted(); parts++)
        good = part_run(&journal, parts, args, rows, error);
    journal_close(&journal);
    return good;
}

static bool limit_spent(void *context) {
    const CpuLimit *limit = context;
    return watch_interrupted() || clock_thread_cpu() >= limit->end;
}

void cpu_limit_start(CpuLimit *limit, double seconds) {
    limit->start = clock_thread_cpu();
    limit->end = limit->start + seconds;
    limit->observer = (Observer){.context = limit, .cancelled = limit_spent};
}

double cpu_limit_used(const CpuLimit *limit) {
    return clock_thread_cpu() - limit->start;
}
