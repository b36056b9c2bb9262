#include "base/journal.h"

#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static const size_t JOURNAL_MOST = (size_t)1 << 31;

// --- Writing

// The line of an object, whose reference is taken, with its end.
static char *line_make(json_t *object, size_t *length) {
    char *text = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    if (!text) return NULL;
    *length = strlen(text);
    text[(*length)++] = '\n'; // in place of the end
    return text;
}

// What a failure leaves of the line is cut off again, so that a later one does not follow it.
static bool line_write(Journal *journal, json_t *object, Error *error) {
    size_t length;
    char *line = line_make(object, &length);
    if (!line) return error_memory(error);
    bool good = file_put(journal->file, line, length) && !fdatasync(journal->file);
    int code = errno;
    free(line);
    if (good) {
        journal->length += (off_t)length;
        return true;
    }
    if (ftruncate(journal->file, journal->length))
        close(journal->file), journal->file = -1; // no line may follow
    return error_failure(error, "cannot write '%.200s': %s", journal->path, strerror(code));
}

// --- Reading

typedef struct Reader {
    Journal *journal;
    const char *path, *experiment, *identity;
    Error *error;
} Reader;

static json_t *head_make(const Reader *r) {
    return json_pack("{s:s, s:s}", "experiment", r->experiment, "identity", r->identity);
}

static bool not_a_journal(const Reader *r) {
    return error_input(
        r->error,
        "'%.200s' is not a journal of this version; a run that an older version began, only that "
        "version can resume",
        r->path);
}

static bool same_text(const json_t *a, const json_t *b, const char *key) {
    const char *x = json_string_value(json_object_get(a, key)),
               *y = json_string_value(json_object_get(b, key));
    return x && y && !strcmp(x, y);
}

static bool head_check(const Reader *r, const json_t *head) {
    const char *of = json_string_value(json_object_get(head, "experiment"));
    const char *how = json_string_value(json_object_get(head, "identity"));
    if (!of || !how) return not_a_journal(r);
    json_t *own = head_make(r); // of which what is not UTF-8 has become question marks, as in the file
    bool same = same_text(own, head, "experiment") && same_text(own, head, "identity");
    json_decref(own);
    return same ||
           error_input(r->error, "'%.120s' belongs to another run: %.60s (%.250s), not %.60s (%.250s)",
                       r->path, of, how, r->experiment, r->identity);
}

static bool value_take(const Reader *r, const json_t *line, int number) {
    const char *key = json_string_value(json_object_get(line, "key"));
    json_t *value = json_object_get(line, "value");
    if (!key || !value)
        return error_input(r->error, "'%.200s', line %d: not a line of a journal", r->path, number);
    if (json_object_get(r->journal->values, key))
        return error_input(r->error, "'%.200s', line %d: '%.60s' is there twice", r->path, number, key);
    return !json_object_set(r->journal->values, key, value) || error_memory(r->error);
}

// Takes the lines. A last one without its end was cut off by a kill, and so was a first one that would be that of this run.
static bool lines_take(const Reader *r, const char *text, size_t length) {
    int number = 0;
    const char *line = text, *end = text + length;
    for (const char *stop; (stop = memchr(line, '\n', (size_t)(end - line))); line = stop + 1) {
        json_t *object = json_loadb(line, (size_t)(stop - line), 0, NULL);
        bool good = ++number == 1 ? head_check(r, object) : value_take(r, object, number);
        json_decref(object);
        if (!good) return false;
        r->journal->length = stop + 1 - text;
    }
    if (number || !length) return true;
    size_t whole = 0;
    char *head = line_make(head_make(r), &whole);
    bool torn = head && length < whole && !memcmp(text, head, length);
    free(head);
    return torn || not_a_journal(r);
}

static bool file_take(const Reader *r) {
    Journal *journal = r->journal;
    Text text = {0};
    if (flock(journal->file, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        return error_input(r->error, "'%.200s': another run is using it", r->path);
    if (!file_read_open(journal->file, r->path, JOURNAL_MOST, &text, r->error)) return false;
    bool good = lines_take(r, text_string(&text), text.length);
    text_free(&text);
    if (!good) return false;
    if (ftruncate(journal->file, journal->length))
        return error_failure(r->error, "cannot write '%.200s': %s", r->path, strerror(errno));
    return journal->length || line_write(journal, head_make(r), r->error);
}

bool journal_open(Journal *journal, const char *path, const char *experiment, const char *identity,
                  Error *error) {
    *journal = (Journal){.values = json_object(), .file = -1};
    if (!path) return true;
    journal->path = strdup(path);
    journal->file = journal->path ? file_open_journal(path, error) : -1;
    if (!journal->path) error_memory(error);
    if (journal->file >= 0 && file_take(&(Reader){journal, path, experiment, identity, error})) return true;
    journal_close(journal);
    return false;
}

void journal_close(Journal *journal) {
    if (journal->file >= 0) close(journal->file);
    free(journal->path);
    json_decref(journal->values);
    *journal = (Journal){.file = -1};
}

json_t *journal_find(const Journal *journal, const char *key) {
    return json_object_get(journal->values, key);
}

bool journal_add(Journal *journal, const char *key, json_t *value, Error *error) {
    if (json_object_set_new(journal->values, key, value)) return error_memory(error);
    if (journal->file < 0) return true;
    return line_write(journal, json_pack("{s:s, s:O}", "key", key, "value", value), error);
}
