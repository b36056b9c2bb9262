#include "cli/output.h"

#include "base/file.h"
#include "cli/command.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool output_check(const char *path, bool force, Error *error) {
    if (!force && access(path, F_OK) == 0)
        return error_input(error, "'%.200s' exists; --force replaces it", path);
    return file_can_write(path, force, error);
}

int output_lost(const Error *error) {
    report_error(error);
    return EXIT_INTERNAL;
}

// Whether the reader of a stream is gone.
static bool reader_left(int stream) {
    struct pollfd pipe = {.fd = stream, .events = POLLOUT};
    return poll(&pipe, 1, 0) == 1 && pipe.revents & POLLERR;
}

int output_finish(int code) {
    errno = 0;
    bool failed = ferror(stdout) != 0; // an earlier write; its cause is gone
    if (fflush(stdout)) failed = true;
    if (!failed) return code;
    if (reader_left(STDOUT_FILENO)) { // as head does, which has seen enough
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    Error error = {0};
    error_failure(&error, "cannot write the output%s%s", errno ? ": " : "", errno ? strerror(errno) : "");
    report_error(&error);
    return EXIT_INTERNAL;
}
