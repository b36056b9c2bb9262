// Journals: what was kept is there again, whatever a kill or a full disk left of the last line; other files stay as they are.
#include "test_support.h"

#include "base/file.h"
#include "base/journal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LINES = 3 };
static char path[] = "/tmp/mustplay-journal-XXXXXX";

static int setup(void **state) {
    (void)state;
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int teardown(void **state) {
    (void)state;
    return unlink(path);
}

static void file_make(const char *bytes, size_t size) {
    Error error;
    if (!file_write(path, bytes, size, true, &error)) fail_msg("%s", error.text);
}

static Text file_text(void) {
    Text text = {0};
    assert_true(file_read_plain(path, 1 << 20, &text, NULL));
    return text;
}

static Journal opened(void) {
    Journal journal;
    Error error;
    if (!journal_open(&journal, path, "test", "seed 1", &error)) fail_msg("%s", error.text);
    return journal;
}

static void refused(const char *identity, const char *word) {
    Journal journal;
    Error error = {0};
    Text before = file_text();
    assert_false(journal_open(&journal, path, "test", identity, &error));
    if (!error.bad_input || !strstr(error.text, word)) fail_msg("%s, not %s", error.text, word);
    Text after = file_text();
    assert_true(before.length == after.length && !memcmp(before.data, after.data, after.length));
    text_free(&before);
    text_free(&after);
}

static const char *key_of(int i, char key[16]) {
    snprintf(key, 16, "line \"%d\"", i);
    return key;
}

// Adds the lines that are missing; returns how many there were.
static int lines_add(Journal *journal) {
    char key[16];
    int known = (int)json_object_size(journal->values);
    for (int i = 0; i < LINES; i++) {
        const json_t *value = journal_find(journal, key_of(i, key));
        if (i < known)
            assert_true(json_integer_value(json_array_get(value, 0)) == i);
        else
            assert_true(!value && journal_add(journal, key, json_pack("[i, f]", i, i / 3.0), NULL));
    }
    return known;
}

static void test_resume(void **state) {
    (void)state;
    file_make("", 0);
    Journal journal = opened();
    assert_int_equal(lines_add(&journal), 0);
    journal_close(&journal);
    Text whole = file_text();
    for (size_t cut = 0; cut <= whole.length; cut += 2) {
        file_make(whole.data, cut);
        journal = opened();
        int before = 0;
        for (size_t i = 0; i < cut; i++) before += whole.data[i] == '\n';
        assert_int_equal(lines_add(&journal), before ? before - 1 : 0);
        journal_close(&journal);
        Text text = file_text();
        assert_string_equal(text.data, whole.data);
        text_free(&text);
    }
    text_free(&whole);
}

static void test_refused(void **state) {
    (void)state;
    const char *head = "{\"experiment\":\"test\",\"identity\":\"seed 1\"}\n",
               *line = "{\"key\":\"a\",\"value\":1}\n";
    const char *wrong[][2] = {{"{}\n", "line 2"},
                              {"nonsense\n", "line 2"},
                              {"{\"key\":\"a\"}\n", "line 2"},
                              {"{\"value\":1}\n", "line 2"},
                              {line, "twice"},
                              {"\n", "line 2"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Text text = {0};
        text_format(&text, "%s%s%s", head, wrong[i][0], line);
        file_make(text.data, text.length);
        refused("seed 1", wrong[i][1]);
        text_free(&text);
    }
    file_make(head, strlen(head));
    refused("seed 2", "another run");
    const char *other[] = {"notes", "notes\n", "{\"experiment\":\"test\"}\n", "{\"experiment\":\"tess",
                           "mustplay-match 1 size=3x3\ngame=0\n"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        file_make(other[i], strlen(other[i]));
        refused("seed 1", "older version");
    }
    file_make("", 0);
    Journal journal = opened();
    refused("seed 1", "another run is using it");
    journal_close(&journal);
}

// A line that does not fit on the disk leaves nothing behind, and there may be room for a later one.
static void test_full(void **state) {
    (void)state;
    struct rlimit before, limit;
    Error error = {0};
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    file_make("", 0);
    Journal journal = opened();
    assert_true(journal_add(&journal, "a", json_integer(1), &error));
    limit = (struct rlimit){(rlim_t)journal.length + 10, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    assert_false(journal_add(&journal, "b", json_integer(2), &error));
    setrlimit(RLIMIT_FSIZE, &before);
    assert_true(!error.bad_input && strstr(error.text, "cannot write '"));
    assert_true(journal_add(&journal, "c", json_integer(3), &error));
    journal_close(&journal);
    journal = opened();
    assert_true(json_object_size(journal.values) == 2 && journal_find(&journal, "a") &&
                journal_find(&journal, "c"));
    journal_close(&journal);
}

static void test_nowhere(void **state) {
    (void)state;
    Journal journal;
    Error error;
    assert_true(journal_open(&journal, NULL, "test", "seed 1", &error));
    assert_true(journal_add(&journal, "a", json_true(), &error) && json_is_true(journal_find(&journal, "a")));
    journal_close(&journal);
    assert_false(journal_open(&journal, "/", "test", "seed 1", &error) || !error.bad_input);
    assert_false(journal_open(&journal, "/nowhere/j", "test", "seed 1", &error) || !error.bad_input);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_nowhere),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
