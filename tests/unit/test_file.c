// Whole files: what is read, what is refused and why, and that a failure leaves the old file.
#include "test_support.h"

#include "base/array.h"
#include "base/base64.h"
#include "base/file.h"
#include "base/hash.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

typedef struct Place {
    char folder[64], path[128], other[128];
} Place;

static int place_make(void **state) {
    Place *place = calloc(1, sizeof *place);
    strcpy(place->folder, "/tmp/mustplay-file-XXXXXX");
    if (!mkdtemp(place->folder)) return -1;
    snprintf(place->path, sizeof place->path, "%s/file", place->folder);
    snprintf(place->other, sizeof place->other, "%s/other", place->folder);
    *state = place;
    return 0;
}

// Nothing but the two files may be left behind.
static int place_remove(void **state) {
    Place *place = *state;
    unlink(place->path);
    unlink(place->other);
    int code = rmdir(place->folder);
    free(place);
    return code;
}

static void expect_contents(const char *path, const char *contents) {
    Text text = {0};
    Error error = {0};
    if (!file_read_plain(path, 1 << 20, &text, &error)) fail_msg("%s", error.text);
    assert_string_equal(text_string(&text), contents);
    assert_int_equal(text.length, strlen(contents));
    text_free(&text);
}

static void expect_refused(const char *path, size_t most, const char *reason) {
    Text text = {0};
    Error error = {0};
    assert_false(file_read(path, most, NULL, &text, &error));
    if (!strstr(error.text, reason)) fail_msg("'%s' does not say '%s'", error.text, reason);
    assert_non_null(strstr(error.text, path));
    assert_true(error.bad_input);
    assert_null(text.data);
}

static void write_good(const char *path, const char *contents, bool replace) {
    Error error = {0};
    if (!file_write(path, contents, strlen(contents), replace, &error)) fail_msg("%s", error.text);
}

static void test_reading(void **state) {
    const Place *place = *state;
    write_good(place->path, "some text", false);
    expect_contents(place->path, "some text");
    expect_refused(place->path, 8, "larger than 8 bytes");
    expect_refused(place->other, 100, "No such file");
    expect_refused(place->folder, 100, "Is a directory");
    expect_refused("/dev/zero", 1 << 20, "larger than 1 MB");
    write_good(place->path, "", true);
    expect_contents(place->path, "");
    if (geteuid() == 0) return; // who may read everything
    assert_int_equal(chmod(place->path, 0), 0);
    expect_refused(place->path, 100, "Permission denied");
}

static void expect_not_plain(const char *path, const char *reason) {
    Text text = {0};
    Error error = {0};
    assert_false(file_read_plain(path, 1 << 20, &text, &error));
    if (!strstr(error.text, reason)) fail_msg("'%s' does not say '%s'", error.text, reason);
    assert_true(error.bad_input && !text.data);
    error = (Error){0};
    assert_int_equal(file_open_plain(path, &error), -1);
    assert_true(error.bad_input && strstr(error.text, reason));
    error = (Error){0};
    assert_int_equal(file_open_journal(path, &error), -1);
    assert_true(error.bad_input && strstr(error.text, reason));
}

static void test_not_plain(void **state) {
    const Place *place = *state;
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    memcpy(name.sun_path, place->other, strlen(place->other) + 1);
    assert_int_equal(bind(listener, (struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(mkfifo(place->path, 0600), 0);
    expect_not_plain(place->path, "it is a pipe, not a plain file");
    expect_not_plain(place->other, "it is a socket");
    expect_not_plain(place->folder, "Is a directory");
    expect_not_plain("/dev/zero", "it is a device, not a plain file");
    expect_refused(place->other, 100, "it is a socket");
    close(listener);
    unlink(place->path);
    int journal = file_open_journal(place->path, NULL), again = file_open_plain(place->path, NULL);
    assert_true(journal >= 0 && again >= 0);
    assert_int_equal(write(journal, "a", 1), 1);
    assert_int_equal(lseek(journal, 0, SEEK_SET), 0);
    assert_int_equal(write(journal, "b", 1), 1); // at the end all the same
    close(journal);
    close(again);
    expect_contents(place->path, "ab");
}

typedef struct Polls {
    int count, most;
} Polls;

static bool polls_cancelled(void *context) {
    Polls *polls = context;
    return ++polls->count > polls->most;
}

static void expect_cancelled(const char *path, int most) {
    Text text = {0};
    Error error = {0};
    Polls polls = {.most = most};
    Observer observer = {&polls, polls_cancelled, NULL};
    assert_false(file_read(path, SIZE_MAX / 2, &observer, &text, &error));
    assert_int_equal(error.code, ERROR_CANCELLED);
    assert_non_null(strstr(error.text, path));
    assert_null(text.data);
    assert_int_equal(polls.count, most + 1);
}

static void *pipe_feed(void *argument) {
    const char *path = argument;
    int file = open(path, O_WRONLY);
    for (int i = 0; i < 3; i++) assert_int_equal(write(file, "part ", 5), 5);
    close(file);
    return NULL;
}

// A pipe is waited for, also before anyone has opened it for writing; whoever waits can be stopped.
static void test_pipes(void **state) {
    const Place *place = *state;
    Text text = {0};
    Polls polls = {.most = 1 << 30};
    Observer observer = {&polls, polls_cancelled, NULL};
    pthread_t feeder;
    assert_int_equal(mkfifo(place->path, 0600), 0);
    expect_cancelled(place->path, 3);   // nobody writes
    expect_cancelled("/dev/zero", 100); // it never ends
    for (int observed = 0; observed < 2; observed++) {
        assert_int_equal(pthread_create(&feeder, NULL, pipe_feed, (void *)(uintptr_t)place->path), 0);
        assert_true(file_read(place->path, 100, observed ? &observer : NULL, &text, NULL));
        assert_int_equal(pthread_join(feeder, NULL), 0);
        assert_string_equal(text.data, "part part part ");
        text_free(&text);
    }
    assert_true(file_read("/dev/null", 100, NULL, &text, NULL));
    assert_string_equal(text.data, "");
    text_free(&text);
}

static void test_replacing(void **state) {
    const Place *place = *state;
    Error error = {0};
    write_good(place->path, "old", false);
    assert_int_equal(chmod(place->path, 0640), 0);
    assert_false(file_write(place->path, "new", 3, false, &error));
    assert_true(error.bad_input);
    assert_non_null(strstr(error.text, "File exists"));
    expect_contents(place->path, "old");
    write_good(place->path, "new", true);
    expect_contents(place->path, "new");
    struct stat status;
    assert_int_equal(stat(place->path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_false(file_write(place->folder, "x", 1, true, &error));
    assert_non_null(strstr(error.text, "Is a directory"));
    assert_false(file_write("/nonexistent/x", "x", 1, true, &error));
    assert_true(error.bad_input);
    write_good("/dev/null", "x", true);
    assert_false(file_write("/dev/full", "x", 1, true, &error));
    assert_false(error.bad_input);
}

static void test_links(void **state) {
    const Place *place = *state;
    Error error = {0};
    assert_int_equal(symlink("file", place->other), 0);
    assert_true(file_is_dangling(place->other));
    assert_false(file_write(place->other, "x", 1, true, &error));
    assert_non_null(strstr(error.text, "link"));
    write_good(place->path, "old", false);
    assert_false(file_is_dangling(place->other));
    write_good(place->other, "new", true);
    expect_contents(place->path, "new");
    struct stat status;
    assert_int_equal(lstat(place->other, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_true(file_same(place->path, place->other));
}

// A limit on the size of files stands in for a full disk.
static void test_full_disk(void **state) {
    const Place *place = *state;
    Error error = {0};
    FileDraft draft;
    char block[3000];
    memset(block, 'x', sizeof block);
    write_good(place->path, "old", false);
    struct rlimit before, limit;
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = 4096;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    bool whole = file_draft_open(&draft, place->other, false, &error) &&
                 file_draft_add(&draft, block, sizeof block, &error);
    bool more = file_draft_add(&draft, block, sizeof block, &error), kept = file_draft_keep(&draft, &error);
    limit.rlim_cur = 1;
    setrlimit(RLIMIT_FSIZE, &limit);
    bool replaced = file_write(place->path, "new", 3, true, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_true(whole && !more && kept); // the draft holds whole additions
    struct stat status;
    assert_int_equal(stat(place->other, &status), 0);
    assert_int_equal(status.st_size, sizeof block);
    assert_false(replaced);
    assert_false(error.bad_input);
    expect_contents(place->path, "old");
}

static void test_same(void **state) {
    const Place *place = *state;
    char longer[200];
    snprintf(longer, sizeof longer, "%s/../%s", place->folder, place->path + strlen("/tmp/"));
    assert_true(file_same(place->path, longer)); // none of them exists
    assert_false(file_same(place->path, place->other));
    write_good(place->path, "x", false);
    assert_true(file_same(place->path, longer));
    assert_false(file_same(place->path, place->other));
    assert_false(file_same("/nonexistent/x", "/nonexistent/y"));
}

// Reads a pipe to its end, once it is full. Returns how many bytes came, or NULL where one was wrong.
static void *pipe_drain(void *context) {
    const int *ends = context;
    struct pollfd writer = {.fd = ends[1], .events = POLLOUT};
    char block[5000];
    size_t total = 0;
    while (poll(&writer, 1, 0) > 0) sched_yield();
    for (ssize_t count; (count = read(ends[0], block, sizeof block)) > 0;) {
        for (ssize_t i = 0; i < count; i++) {
            if (block[i] != (char)((total + (size_t)i) % 251)) return NULL;
        }
        total += (size_t)count;
    }
    return (void *)total;
}

// Far more than a pipe holds, and the pipe does not wait by itself.
static void test_put(void **state) {
    (void)state;
    enum { COUNT = 300000 };
    static char bytes[COUNT];
    int ends[2];
    pthread_t reader;
    void *total;
    for (size_t i = 0; i < COUNT; i++) bytes[i] = (char)(i % 251);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    assert_int_equal(pthread_create(&reader, NULL, pipe_drain, ends), 0);
    assert_true(file_put(ends[1], bytes, COUNT));
    close(ends[1]);
    pthread_join(reader, &total);
    assert_int_equal((size_t)total, COUNT);
    close(ends[0]);

    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    assert_false(file_put(ends[1], bytes, COUNT));
    assert_int_equal(errno, EPIPE);
    assert_true(file_put(ends[1], bytes, 0));
    close(ends[1]);
    signal(SIGPIPE, before);
}

static void test_array(void **state) {
    (void)state;
    int *number = NULL, room = 0;
    for (int i = 0; i < 1000; i++) {
        assert_true(array_room(&number, &room, i + 1, sizeof *number));
        assert_true(room > i && room < 2 * i + 32);
        number[i] = i;
    }
    for (int i = 0; i < 1000; i++) assert_int_equal(number[i], i);
    int before = room;
    assert_true(array_room(&number, &room, 1000000, sizeof *number));
    assert_true(room >= 1000000 && number[999] == 999 && before < room);
    before = room;
    const int *place = number;
    assert_false(array_room(&number, &room, INT_MAX, SIZE_MAX / 1000)); // more bytes than there are
    assert_true(number == place && room == before);
    free(number);

    char *byte = NULL;
    room = INT_MAX / 2 + 1; // as if there were this many: their double is no int
    assert_false(array_room(&byte, &room, INT_MAX, 1));
    assert_true(!byte && room == INT_MAX / 2 + 1);
}

static void expect_base64(const char *bytes, size_t count, const char *text) {
    char written[40];
    Text read = {0};
    assert_int_equal(strlen(text), BASE64_LENGTH(count));
    base64_write(bytes, count, written);
    assert_string_equal(written, text);
    assert_true(base64_read(text, strlen(text), &read));
    assert_int_equal(read.length, count);
    assert_memory_equal(text_string(&read), bytes, count);
    text_free(&read);
}

static void test_base64(void **state) {
    (void)state;
    static const char *const bad[] = {
        "Zg=", "Zg", "Z===", "====", "Zg==Zg==", "Zh==", "Zm9=", "Z g=", "Zm9*", "Zg=v", "-_AA"};
    expect_base64("", 0, "");
    expect_base64("f", 1, "Zg==");
    expect_base64("fo", 2, "Zm8=");
    expect_base64("foobar", 6, "Zm9vYmFy");
    expect_base64("\0\xff\xfe\x80", 4, "AP/+gA==");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Text read = {0};
        if (base64_read(bad[i], strlen(bad[i]), &read)) fail_msg("%s was read", bad[i]);
        assert_false(read.failed);
        text_free(&read);
    }
}

// Known values of FNV-1a.
static void test_hash(void **state) {
    (void)state;
    assert_true(hash_bytes(HASH_START, "", 0) == 0xcbf29ce484222325u);
    assert_true(hash_bytes(HASH_START, "foobar", 6) == 0x85944171f73967e8u);
    assert_true(hash_bytes(hash_bytes(HASH_START, "foo", 3), "bar", 3) == 0x85944171f73967e8u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_reading, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_not_plain, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_pipes, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_replacing, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_links, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_full_disk, place_make, place_remove),
        cmocka_unit_test_setup_teardown(test_same, place_make, place_remove),
        cmocka_unit_test(test_put),
        cmocka_unit_test(test_array),
        cmocka_unit_test(test_base64),
        cmocka_unit_test(test_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
