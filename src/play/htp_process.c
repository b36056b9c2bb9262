#include "play/htp_process.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// An answer longer than this is no answer.
enum { ANSWER_MAX = 4 << 20 };
// How often a waiting call asks the observer; an interrupted process has INTERRUPT_SECONDS to answer.
static const double OBSERVER_SECONDS = 0.02, INTERRUPT_SECONDS = 1.0, QUIT_SECONDS = 1.0;

// --- Start and end

// The child gets its own process group, so that all it starts can be killed, and the default signals.
static bool child_spawn(HtpProcess *process, const char *command_line, int in, int out, Error *error) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    char *copy = strdup(command_line);
    char shell[] = "sh", option[] = "-c";
    char *argv[] = {shell, option, copy, NULL};
    int code = copy ? posix_spawn(&process->pid, "/bin/sh", &actions, &attributes, argv, environ) : ENOMEM;
    free(copy);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (code) process->pid = 0;
    return !code || error_failure(error, "cannot start '%.100s': %s", command_line, strerror(code));
}

// Kills what is left of the group before the leader's number is given back; returns the leader's status.
static int process_end(HtpProcess *process) {
    int status = 0;
    if (process->pid) {
        kill(-process->pid, SIGKILL);
        while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) continue;
    }
    if (process->to >= 0) close(process->to);
    if (process->from >= 0) close(process->from);
    text_free(&process->input);
    *process = (HtpProcess){.to = -1, .from = -1};
    return status;
}

// The child's input is a socket, because a write to a dead one can be kept from raising a signal.
bool htp_process_start(HtpProcess *process, const char *command_line, Error *error) {
    int in[2], out[2];
    *process = (HtpProcess){.to = -1, .from = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in))
        return error_failure(error, "no socket: %s", strerror(errno));
    if (pipe2(out, O_CLOEXEC)) {
        close(in[0]);
        close(in[1]);
        return error_failure(error, "no pipe: %s", strerror(errno));
    }
    bool good = child_spawn(process, command_line, in[0], out[1], error);
    close(in[0]);
    close(out[1]);
    process->to = in[1];
    process->from = out[0];
    fcntl(process->from, F_SETFL, O_NONBLOCK);
    if (!good) process_end(process);
    return good;
}

static bool child_ended(pid_t pid) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

static void end_wait(pid_t pid, double seconds) {
    for (double end = clock_seconds() + seconds; !child_ended(pid) && clock_seconds() < end;)
        poll(NULL, 0, 5);
}

void htp_process_stop(HtpProcess *process) {
    if (process->pid) {
        static const char QUIT[] = "quit\n";
        if (send(process->to, QUIT, sizeof QUIT - 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) errno = 0;
        shutdown(process->to, SHUT_WR);
        end_wait(process->pid, QUIT_SECONDS);
    }
    process_end(process);
}

// Two exit codes are the shell's own.
static const char *exit_text(int code) {
    if (code == 127) return "was not found: the shell ended with";
    return code == 126 ? "cannot be run: the shell ended with" : "ended with";
}

// The process closed its output, or its input is gone: says how it ended.
static HtpReply lost_dead(HtpProcess *process, const char *command, Error *error) {
    end_wait(process->pid, QUIT_SECONDS); // a dying process closes its files first
    bool ended = child_ended(process->pid);
    int status = process_end(process);
    if (ended && WIFSIGNALED(status))
        error_failure(error, "the program was killed by signal %d (%s) during '%.40s'", WTERMSIG(status),
                      strsignal(WTERMSIG(status)), command);
    else if (ended)
        error_failure(error, "the program %s exit code %d during '%.40s'", exit_text(WEXITSTATUS(status)),
                      WEXITSTATUS(status), command);
    else
        error_failure(error, "the program closed its output during '%.40s'", command);
    return HTP_LOST;
}

static HtpReply lost(HtpProcess *process, Error *error, const char *what, const char *command) {
    process_end(process);
    error_failure(error, "the program %s during '%.40s'", what, command);
    return HTP_LOST;
}

// --- Asking

// Cuts the first whole answer off the input: true when there was one. Lines before "=" or "?" are talk (live
// graphics, a banner) and are dropped.
static bool answer_cut(Text *input, Text *answer, bool *good) {
    if (!input->data) return false;
    char *start = input->data;
    while (*start != '=' && *start != '?') {
        char *newline = strchr(start, '\n');
        if (!newline) return false;
        start = newline + 1;
    }
    char *end = strstr(start, "\n\n");
    if (!end) return false;
    *good = *start == '=';
    start++;
    start += strspn(start, "0123456789");
    start += strspn(start, " ");
    text_clear(answer);
    if (start < end) text_add_bytes(answer, start, (size_t)(end - start));
    size_t used = (size_t)(end + 2 - input->data);
    memmove(input->data, end + 2, input->length - used + 1);
    input->length -= used;
    return true;
}

// Reads what is there. Returns 0 at the end of the output, else 1. Returns and NUL bytes are dropped.
static int input_read(HtpProcess *process) {
    char bytes[4096];
    ssize_t count = read(process->from, bytes, sizeof bytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return 1;
    if (count <= 0) return 0;
    for (ssize_t i = 0; i < count; i++) {
        if (bytes[i] != '\r' && bytes[i] != '\0') text_add_char(&process->input, bytes[i]);
    }
    return 1;
}

typedef struct Asking {
    const char *unsent;
    double deadline;
    bool interruptible; // it is to get "# interrupt" when the observer cancels
    bool cancelled;
} Asking;

// Sends as much of the command as the socket takes; false when the other end is gone.
static bool command_send(HtpProcess *process, Asking *asking) {
    ssize_t sent = send(process->to, asking->unsent, strlen(asking->unsent), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) return errno == EAGAIN || errno == EINTR;
    asking->unsent += sent;
    return true;
}

// The observer has cancelled: the deadline moves up, once, and the interrupt goes out when the command has.
static void cancel(HtpProcess *process, Asking *asking) {
    static const char INTERRUPT[] = "# interrupt\n";
    if (!asking->cancelled) asking->deadline = fmin(asking->deadline, clock_seconds() + INTERRUPT_SECONDS);
    asking->cancelled = true;
    if (*asking->unsent || !asking->interruptible) return;
    if (send(process->to, INTERRUPT, sizeof INTERRUPT - 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) errno = 0;
    asking->interruptible = false; // once is enough
}

static HtpReply answer_wait(HtpProcess *process, const char *command, Asking *asking,
                            const Observer *observer, Text *answer, bool *good, Error *error) {
    while (!answer_cut(&process->input, answer, good)) {
        if (process->input.failed || process->input.length > ANSWER_MAX)
            return lost(process, error, "talked without end", command);
        if (asking->cancelled || observer_cancelled(observer)) cancel(process, asking);
        double left = asking->deadline - clock_seconds();
        if (left <= 0 && asking->cancelled) {
            process_end(process);
            error_cancelled(error, "the program ignored the interrupt during '%.40s'", command);
            return HTP_LOST;
        }
        if (left <= 0) return lost(process, error, "did not answer in time", command);
        if (observer && left > OBSERVER_SECONDS) left = OBSERVER_SECONDS;
        struct pollfd fds[2] = {{process->from, POLLIN, 0}, {process->to, POLLOUT, 0}};
        int waited = left < 1000 ? (int)(left * 1000) + 1 : 1000000;
        if (poll(fds, *asking->unsent ? 2 : 1, waited) < 0 && errno != EINTR)
            return lost(process, error, "cannot be polled", command);
        if (*asking->unsent && fds[1].revents && !command_send(process, asking))
            return lost_dead(process, command, error);
        if (fds[0].revents && !input_read(process)) return lost_dead(process, command, error);
    }
    return HTP_GOOD;
}

static HtpReply command_ask(HtpProcess *process, const char *command, Asking asking, const Observer *observer,
                            Text *answer, Error *error) {
    Text line = {0};
    text_format(&line, "%s\n", command);
    if (line.failed) return lost(process, error, "could not be asked: out of memory", command);
    asking.unsent = line.data;
    bool good = false;
    HtpReply reply = answer_wait(process, command, &asking, observer, answer, &good, error);
    if (reply == HTP_GOOD && !good) {
        reply = HTP_REFUSED;
        error_failure(error, "the program refused '%.40s': %.200s", command, text_string(answer));
    }
    text_free(&line);
    return reply;
}

HtpReply htp_process_ask(HtpProcess *process, const char *command, double seconds, const Observer *observer,
                         Text *answer, Error *error) {
    Asking asking = {.deadline = clock_seconds() + seconds, .interruptible = true};
    return command_ask(process, command, asking, observer, answer, error);
}

HtpReply htp_process_tell(HtpProcess *process, const char *command, double seconds, const Observer *observer,
                          Error *error) {
    Text answer = {0};
    Asking asking = {.deadline = clock_seconds() + seconds};
    HtpReply reply = command_ask(process, command, asking, observer, &answer, error);
    text_free(&answer);
    return reply;
}
