#include "app/report/journal.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOURNAL_MOST = 256 << 20 };

static bool line_write(int file, json_t *line, Error *error) {
    char *text = json_dumps(line, JSON_COMPACT);
    json_decref(line);
    if (!text) return error_failure(error, "out of memory");
    size_t length = strlen(text);
    text[length] = '\n'; // in place of the end
    bool good = file_put(file, text, length + 1) && !fdatasync(file);
    free(text);
    return good || error_failure(error, "cannot write the journal: %s", strerror(errno));
}

static bool head_check(const json_t *head, const char *path, const char *experiment, const char *identity,
                       Error *error) {
    const char *of = json_string_value(json_object_get(head, "experiment"));
    const char *how = json_string_value(json_object_get(head, "identity"));
    if (!of || !how) return error_input(error, "'%.200s' is not a journal", path);
    if (!strcmp(of, experiment) && !strcmp(how, identity)) return true;
    return error_input(error, "'%.120s' belongs to another run: %.60s (%.100s), not %.60s (%.100s)", path, of,
                       how, experiment, identity);
}

// Takes the lines of a journal. A last line without its end was cut off by a kill: `*good_bytes` ends before it.
static bool lines_take(Journal *journal, const char *path, char *text, const char *experiment,
                       const char *identity, size_t *good_bytes, Error *error) {
    int number = 0;
    *good_bytes = 0;
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        number++;
        json_t *object = json_loads(line, 0, NULL);
        const char *key = json_string_value(json_object_get(object, "key"));
        bool good = number == 1 ? head_check(object, path, experiment, identity, error)
                                : key || error_input(error, "'%.200s', line %d: not a line of a journal",
                                                     path, number);
        if (good && number > 1) json_object_set(journal->values, key, json_object_get(object, "value"));
        json_decref(object);
        if (!good) return false;
        *good_bytes = (size_t)(end + 1 - text);
    }
    return true;
}

static bool file_take(Journal *journal, const char *path, const char *experiment, const char *identity,
                      Error *error) {
    Text text = {0};
    size_t good_bytes = 0;
    if (!file_read_open(journal->file, path, JOURNAL_MOST, &text, error)) return false;
    bool good = lines_take(journal, path, text.data, experiment, identity, &good_bytes, error);
    if (good && text.length && !good_bytes) good = error_input(error, "'%.200s' is not a journal", path);
    text_free(&text);
    if (!good) return false;
    if (ftruncate(journal->file, (off_t)good_bytes) || lseek(journal->file, 0, SEEK_END) < 0)
        return error_failure(error, "cannot write '%.200s': %s", path, strerror(errno));
    if (good_bytes) return true;
    return line_write(journal->file, json_pack("{s:s, s:s}", "experiment", experiment, "identity", identity),
                      error);
}

bool journal_open(Journal *journal, const Args *args, const char *experiment, const char *identity,
                  Error *error) {
    const char *path = args_text(args, "resume");
    *journal = (Journal){.values = json_object(), .file = -1};
    if (!path) return true;
    journal->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (journal->file < 0) {
        error_input(error, "cannot open '%.200s': %s", path, strerror(errno));
    } else if (file_take(journal, path, experiment, identity, error)) {
        return true;
    }
    journal_close(journal);
    return false;
}

void journal_close(Journal *journal) {
    if (journal->file >= 0) close(journal->file);
    json_decref(journal->values);
    *journal = (Journal){.file = -1};
}

json_t *journal_find(const Journal *journal, const char *key) {
    return json_object_get(journal->values, key);
}

bool journal_add(Journal *journal, const char *key, json_t *value, Error *error) {
    json_object_set_new(journal->values, key, value);
    if (journal->file < 0) return true;
    return line_write(journal->file, json_pack("{s:s, s:O}", "key", key, "value", value), error);
}
