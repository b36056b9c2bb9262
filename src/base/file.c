#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 16, NAMES_MAX = 1000, WAIT_MILLISECONDS = 100 };

// --- Messages

bool file_machine_fault(int code) {
    static const int CODES[] = {ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM, EMFILE, ENFILE};
    for (size_t i = 0; i < sizeof CODES / sizeof *CODES; i++) {
        if (code == CODES[i]) return true;
    }
    return false;
}

static bool fault(Error *error, const char *verb, const char *path, int code) {
    if (code == ENOMEM) return error_memory(error);
    if (code == EINTR) return error_cancelled(error, "cannot %s '%.200s': interrupted", verb, path);
    if (file_machine_fault(code))
        return error_file(error, "cannot %s '%.200s': %s", verb, path, strerror(code));
    return error_input(error, "cannot %s '%.200s': %s", verb, path, strerror(code));
}

// --- Reading

static bool too_large(const char *name, size_t most, Error *error) {
    bool megabytes = most >= 1 << 20;
    return error_limit(error, "cannot read '%.200s': it is larger than %zu %s", name,
                       megabytes ? most >> 20 : most, megabytes ? "MB" : "bytes");
}

// Waits until a pipe or device has something, or has ended. A pipe that nobody has opened for writing yet is waited for,
// too.
static bool input_wait(int file, const char *name, const Observer *observer, Error *error) {
    for (;;) {
        struct pollfd ready = {file, POLLIN, 0};
        if (observer_cancelled(observer))
            return error_cancelled(error, "cannot read '%.200s': interrupted", name);
        int count = poll(&ready, 1, observer ? WAIT_MILLISECONDS : -1);
        if (count > 0) return true;
        if (count < 0 && errno != EINTR) return fault(error, "read", name, errno);
    }
}

static bool blocks_read(int file, const char *name, size_t most, const Observer *observer, Text *bytes,
                        char *block, Error *error) {
    for (size_t start = bytes->length;;) {
        if (!input_wait(file, name, observer, error)) return false;
        ssize_t count = read(file, block, BLOCK);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count < 0) return fault(error, "read", name, errno);
        text_add_bytes(bytes, block, (size_t)count); // none at the end: an empty file is a string, too
        if (bytes->failed) return fault(error, "read", name, ENOMEM);
        if (bytes->length - start > most) return too_large(name, most, error);
        if (!count) return true;
    }
}

static bool all_read(int file, const char *name, size_t most, const Observer *observer, Text *bytes,
                     Error *error) {
    struct stat status;
    if (!fstat(file, &status) && S_ISREG(status.st_mode) && status.st_size > 0 &&
        (size_t)status.st_size > most) {
        text_free(bytes);
        return too_large(name, most, error);
    }
    char *block = malloc(BLOCK);
    bool good = block ? blocks_read(file, name, most, observer, bytes, block, error)
                      : fault(error, "read", name, ENOMEM);
    free(block);
    if (!good) text_free(bytes);
    return good;
}

bool file_read_open(int file, const char *name, size_t most, Text *bytes, Error *error) {
    return all_read(file, name, most, NULL, bytes, error);
}

// What a file is, if it is not one that is read here; NULL: it is.
static const char *unfit(mode_t mode, bool plain) {
    if (S_ISREG(mode) || (!plain && (S_ISFIFO(mode) || S_ISCHR(mode)))) return NULL;
    return S_ISDIR(mode)    ? strerror(EISDIR)
           : S_ISSOCK(mode) ? "it is a socket"
           : !plain         ? "it is a device"
           : S_ISFIFO(mode) ? "it is a pipe, not a plain file"
                            : "it is a device, not a plain file";
}

// Opens without waiting. Checks the kind of file before opening, since opening a device can have effects, and a socket
// cannot be opened. Checks it again afterwards, since the name may have been replaced in between.
static int fit_open(const char *path, int flags, bool plain, Error *error) {
    struct stat status;
    const char *why = stat(path, &status) ? NULL : unfit(status.st_mode, plain);
    int file = why ? -1 : open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    int code = errno;
    if (!why && file >= 0 && !fstat(file, &status)) why = unfit(status.st_mode, plain);
    if (!why && file >= 0) return file;
    if (file >= 0) close(file);
    if (why)
        error_input(error, "cannot read '%.200s': %s", path, why);
    else
        fault(error, flags & O_CREAT ? "open" : "read", path, code);
    return -1;
}

int file_open_plain(const char *path, Error *error) {
    return fit_open(path, O_RDONLY, true, error);
}

int file_open_journal(const char *path, Error *error) {
    return fit_open(path, O_RDWR | O_CREAT | O_APPEND, true, error);
}

static bool path_read(const char *path, bool plain, size_t most, const Observer *observer, Text *bytes,
                      Error *error) {
    int file = fit_open(path, O_RDONLY, plain, error);
    if (file < 0) {
        text_free(bytes);
        return false;
    }
    bool good = all_read(file, path, most, observer, bytes, error);
    close(file);
    return good;
}

bool file_read_plain(const char *path, size_t most, Text *bytes, Error *error) {
    return path_read(path, true, most, NULL, bytes, error);
}

bool file_read(const char *path, size_t most, const Observer *observer, Text *bytes, Error *error) {
    return path_read(path, false, most, observer, bytes, error);
}

// --- Writing

static char *path_join(const char *folder, const char *name) {
    Text path = {0};
    text_format(&path, "%s/%s", folder, name);
    if (path.failed) text_free(&path);
    return path.data;
}

// The folder of a path, to be freed.
static char *path_folder(const char *path) {
    char *copy = strdup(path), *folder = copy ? strdup(dirname(copy)) : NULL;
    free(copy);
    return folder;
}

// The path with links followed; itself when there is no such file. NULL with an error.
static char *path_follow(const char *path, Error *error) {
    char *followed = realpath(path, NULL);
    if (!followed && errno == ENOENT) {
        if (file_is_dangling(path)) {
            error_input(error, "cannot write '%.200s': it is a link to a file that does not exist", path);
            return NULL;
        }
        followed = strdup(path);
    }
    if (!followed) fault(error, "write", path, errno);
    return followed;
}

// Opens a new file in the folder of `path` and gives its name, to be freed; -1 with errno set.
static int beside_open(const char *path, char **name) {
    int file = -1;
    char *folder = path_folder(path);
    *name = NULL;
    for (int i = 0; folder && file < 0 && i < NAMES_MAX; i++) {
        Text last = {0};
        text_format(&last, ".mustplay-%ld-%d.part", (long)getpid(), i);
        free(*name);
        *name = path_join(folder, text_string(&last));
        text_free(&last);
        file = *name ? open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
        if (file < 0 && errno != EEXIST) break;
    }
    int code = errno;
    free(folder);
    if (file < 0) {
        free(*name);
        *name = NULL;
    }
    errno = code;
    return file;
}

static void draft_free(FileDraft *draft) {
    if (draft->file >= 0) close(draft->file);
    free(draft->path);
    free(draft->beside);
    *draft = (FileDraft){.file = -1};
}

bool file_draft_open(FileDraft *draft, const char *path, bool replace, Error *error) {
    struct stat status;
    *draft = (FileDraft){.file = -1, .path = path_follow(path, error), .replace = replace};
    if (!draft->path) return false;
    bool there = stat(draft->path, &status) == 0;
    int code = 0;
    if (there && !replace)
        code = EEXIST;
    else if (there && S_ISDIR(status.st_mode))
        code = EISDIR;
    else if (there && access(draft->path, W_OK))
        code = errno;
    else if (there && !S_ISREG(status.st_mode))
        draft->file = open(draft->path, O_WRONLY | O_CLOEXEC);
    else
        draft->file = beside_open(draft->path, &draft->beside);
    if (!code && draft->file < 0) code = errno;
    if (!code && there && draft->beside && fchmod(draft->file, status.st_mode & 0777)) errno = 0; // then not
    if (!code) return true;
    file_draft_drop(draft);
    return fault(error, "write", path, code);
}

// Takes back what was written of an addition that failed. Returns false.
static bool draft_cut(const FileDraft *draft) {
    return draft->beside && ftruncate(draft->file, draft->length) == 0 &&
           lseek(draft->file, draft->length, SEEK_SET) < 0;
}

bool file_put(int file, const void *bytes, size_t count) {
    for (const char *at = bytes; count;) {
        ssize_t written = write(file, at, count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EAGAIN) {
            struct pollfd room = {file, POLLOUT, 0};
            poll(&room, 1, -1);
            continue;
        }
        if (written < 0) return false;
        at += written;
        count -= (size_t)written;
    }
    return true;
}

bool file_draft_add(FileDraft *draft, const void *bytes, size_t count, Error *error) {
    if (!file_put(draft->file, bytes, count)) {
        fault(error, "write", draft->path, errno);
        return draft_cut(draft);
    }
    draft->length += (off_t)count;
    return true;
}

// The new name is safe only when its folder is synced too.
static void folder_sync(const char *path) {
    char *name = path_folder(path);
    int folder = name ? open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
    free(name);
}

// Some file systems cannot sync a file, which is no reason to refuse it.
static int draft_sync(const FileDraft *draft) {
    if (!draft->beside || fsync(draft->file) == 0 || errno == EINVAL || errno == ENOSYS || errno == EROFS)
        return 0;
    return errno;
}

static int draft_move(const FileDraft *draft) {
    if (!draft->beside) return 0;
    if (draft->replace) return rename(draft->beside, draft->path) ? errno : 0;
    if (link(draft->beside, draft->path)) return errno; // unlike rename it replaces nothing
    unlink(draft->beside);
    return 0;
}

bool file_draft_keep(FileDraft *draft, Error *error) {
    int code = draft_sync(draft);
    int closed = close(draft->file) ? errno : 0;
    draft->file = -1;
    if (!code) code = closed;
    if (!code) code = draft_move(draft);
    if (code) {
        fault(error, "write", draft->path, code);
        file_draft_drop(draft);
        return false;
    }
    if (draft->beside) folder_sync(draft->path);
    draft_free(draft);
    return true;
}

void file_draft_drop(FileDraft *draft) {
    if (draft->beside) unlink(draft->beside);
    draft_free(draft);
}

bool file_write(const char *path, const void *bytes, size_t count, bool replace, Error *error) {
    FileDraft draft;
    if (!file_draft_open(&draft, path, replace, error)) return false;
    if (file_draft_add(&draft, bytes, count, error)) return file_draft_keep(&draft, error);
    file_draft_drop(&draft);
    return false;
}

bool file_can_write(const char *path, bool replace, Error *error) {
    struct stat status;
    FileDraft draft;
    if (replace && stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return true;
    if (!file_draft_open(&draft, path, replace, error)) return false;
    file_draft_drop(&draft);
    return true;
}

// --- Names

bool file_is_dangling(const char *path) {
    struct stat status;
    return stat(path, &status) != 0 && errno == ENOENT && lstat(path, &status) == 0;
}

// Folder and name of a file that need not exist, links followed; NULL when the folder does not exist.
static char *path_real(const char *path) {
    char *real = realpath(path, NULL);
    if (real) return real;
    char *folder = path_folder(path), *copy = strdup(path);
    real = folder ? realpath(folder, NULL) : NULL;
    char *joined = real && copy ? path_join(real, basename(copy)) : NULL;
    free(folder);
    free(copy);
    free(real);
    return joined;
}

bool file_same(const char *a, const char *b) {
    struct stat first, second;
    if (!stat(a, &first) && !stat(b, &second))
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
    char *x = path_real(a), *y = path_real(b);
    bool same = x && y && !strcmp(x, y);
    free(x);
    free(y);
    return same;
}
