// Whole files: read at once within a limit, and replaced so that a failure leaves the old one as it was.
//
// Messages name the file and the cause: "cannot read 'x.sgf': Permission denied". Bad input is what a user can
// mend: no such file, no permission, a folder, too large, exists already. A failure is what the machine refuses:
// a full disk, no memory, a broken device.
#ifndef MUSTPLAY_BASE_FILE_H
#define MUSTPLAY_BASE_FILE_H

#include "base/error.h"
#include "base/observer.h"
#include "base/text.h"

#include <sys/types.h>

// Every file that a user names is opened here. Opening never blocks: pipes without a writer, sockets and devices are
// recognized first. All functions append to `bytes`, keep it a string even if the file is empty, and free it on an
// error. They refuse a file of more than `most` bytes; a regular one before they read anything.

// Reads a regular file; anything else (a pipe, a device, a socket, a folder) is refused. For what is kept on a disk:
// nets, atlases, keys, passwords.
bool file_read_plain(const char *path, size_t most, Text *bytes, Error *error);
// Reads a regular file, or a pipe or character device to its end. The observer, which may be NULL, is polled several
// times a second and may cancel: ERROR_CANCELLED.
bool file_read(const char *path, size_t most, const Observer *observer, Text *bytes, Error *error);
// The rest of an open regular file, from its present place on.
bool file_read_open(int file, const char *name, size_t most, Text *bytes, Error *error);
// Opens a regular file for reading; -1 with an error. For files that are not read as a whole.
int file_open_plain(const char *path, Error *error);
// Opens a regular file for reading and appending and makes it if there is none; -1 with an error. For journals.
int file_open_journal(const char *path, Error *error);

// Writes a file as a whole: to a temporary name in the same folder, synced, then renamed. So the name shows the old contents or
// the new ones, never a part. Without `replace` a file that exists is an error and stays. A link is followed;
// a pipe or device is written to directly.
bool file_write(const char *path, const void *bytes, size_t count, bool replace, Error *error);

// Whether file_write could start: for a look before long work. Pipes and devices are not looked at.
bool file_can_write(const char *path, bool replace, Error *error);

// The same in steps, for contents that grow: open, add as often as wanted, then keep or drop.
typedef struct FileDraft {
    int file;
    off_t length;
    char *path;   // where it will be
    char *beside; // where it is written; NULL: at its place, which is a pipe or a device
    bool replace;
} FileDraft;

bool file_draft_open(FileDraft *draft, const char *path, bool replace, Error *error);
// A failure leaves the draft as it was before.
bool file_draft_add(FileDraft *draft, const void *bytes, size_t count, Error *error);
// Both close the draft; a draft that cannot be kept is dropped.
bool file_draft_keep(FileDraft *draft, Error *error);
void file_draft_drop(FileDraft *draft);

// Writes all bytes to an open file, in as many pieces as it takes; where there is no room at once, it waits. On a
// failure errno says why, and a part may be written.
bool file_put(int file, const void *bytes, size_t count);

// Whether an errno is the fault of the machine (a full disk, no memory), not of what the user gave.
bool file_machine_fault(int code);
// Whether a name is a link to a file that does not exist.
bool file_is_dangling(const char *path);
// Whether two names mean one file, which need not exist yet.
bool file_same(const char *a, const char *b);

#endif
