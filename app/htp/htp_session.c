// A session on file descriptors. The reader thread cuts the input into numbered lines and queues them; the
// calling thread runs them in order. An "# interrupt" goes past the queue.
//
// The end of the input does not stop commands that run or wait: `printf ... | mustplay htp` gets its answers.
// When the other end of the output goes away too, nobody wants them, and they are interrupted.
#include "app/htp/htp.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The reader pauses while the queue of commands holds this many bytes.
enum { QUEUE_BYTES_MAX = 1 << 20 };

typedef struct QueuedLine {
    struct QueuedLine *next;
    uint64_t number;
    bool cut;
    size_t length;
    char text[];
} QueuedLine;

typedef struct Session {
    Htp *htp;
    int input, output;
    int output_fault; // errno of the write that failed; 0: none
    int wake[2];      // a pipe: a byte in it ends the reader
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    QueuedLine *first, **last; // guarded by the mutex, like all below
    size_t queued;
    uint64_t count; // lines read so far
    bool ended;     // no more lines will come
    bool stopping;  // the runner takes no more
    HtpLines lines; // the reader's own
} Session;

static bool output_write(void *context, const char *bytes, size_t count) {
    Session *session = context;
    if (file_put(session->output, bytes, count)) return true;
    session->output_fault = errno;
    return false;
}

static bool line_queue(void *context, const char *line, size_t length, bool cut) {
    Session *session = context;
    if (!cut && htp_is_interrupt(line, length)) {
        htp_interrupt(session->htp, session->count + 1);
        return true;
    }
    QueuedLine *item = malloc(sizeof *item + length);
    if (!item) return false;
    *item = (QueuedLine){.cut = cut, .length = length};
    memcpy(item->text, line, length);
    pthread_mutex_lock(&session->mutex);
    while (session->queued > QUEUE_BYTES_MAX && !session->stopping)
        pthread_cond_wait(&session->changed, &session->mutex);
    item->number = ++session->count;
    *session->last = item;
    session->last = &item->next;
    session->queued += sizeof *item + length;
    htp_line_arrived(session->htp, item->number);
    bool go_on = !session->stopping;
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->mutex);
    return go_on;
}

// Waits until there is input (true) or the session stops.
static bool input_wait(const Session *session) {
    struct pollfd fds[2] = {{session->input, POLLIN, 0}, {session->wake[0], POLLIN, 0}};
    while (poll(fds, 2, -1) < 0) {
        if (errno != EINTR) return false;
    }
    return !fds[1].revents;
}

static void input_read(Session *session) {
    static const size_t SIZE = 65536;
    char *bytes = malloc(SIZE);
    while (bytes && input_wait(session)) {
        ssize_t count = read(session->input, bytes, SIZE);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0) {
            htp_lines_end(&session->lines, line_queue, session);
            break;
        }
        if (!htp_lines_feed(&session->lines, bytes, (size_t)count, line_queue, session)) break;
    }
    free(bytes);
}

// Behind the end of the input: waits until the session stops; interrupts it when nobody reads its answers.
static void output_watch(Session *session) {
    struct pollfd fds[2] = {{session->wake[0], POLLIN, 0}, {session->output, 0, 0}};
    while (poll(fds, 2, -1) < 0) {
        if (errno != EINTR) return;
    }
    if (!fds[0].revents && (fds[1].revents & (POLLERR | POLLHUP))) htp_interrupt(session->htp, UINT64_MAX);
}

static void *reader_run(void *context) {
    Session *session = context;
    input_read(session);
    htp_line_arrived(session->htp, UINT64_MAX);
    pthread_mutex_lock(&session->mutex);
    session->ended = true;
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->mutex);
    output_watch(session);
    return NULL;
}

// The next line, or NULL at the end of the session. The caller frees it.
static QueuedLine *line_take(Session *session) {
    pthread_mutex_lock(&session->mutex);
    while (!session->first && !session->ended) pthread_cond_wait(&session->changed, &session->mutex);
    QueuedLine *item = session->first;
    if (item) {
        session->first = item->next;
        if (!session->first) session->last = &session->first;
        session->queued -= sizeof *item + item->length;
        pthread_cond_broadcast(&session->changed);
    }
    pthread_mutex_unlock(&session->mutex);
    return item;
}

// Runs the lines if the session has started; in any case no more are taken then.
static void lines_run(Session *session, bool go_on) {
    for (QueuedLine *item; go_on && (item = line_take(session));) {
        go_on = htp_run_line(session->htp, item->number, item->text, item->length, item->cut);
        free(item);
    }
    pthread_mutex_lock(&session->mutex);
    session->stopping = true;
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->mutex);
}

static void session_free(Session *session) {
    for (QueuedLine *item; (item = session->first);) {
        session->first = item->next;
        free(item);
    }
    htp_free(session->htp);
    for (int i = 0; i < 2; i++) {
        if (session->wake[i] >= 0) close(session->wake[i]);
    }
    pthread_mutex_destroy(&session->mutex);
    pthread_cond_destroy(&session->changed);
    free(session);
}

bool htp_run_session(const HtpSetup *setup, int input, int output, Error *error) {
    Session *session = calloc(1, sizeof *session);
    if (!session) return error_memory(error);
    session->input = input;
    session->output = output;
    session->last = &session->first;
    session->wake[0] = session->wake[1] = -1;
    pthread_mutex_init(&session->mutex, NULL);
    pthread_cond_init(&session->changed, NULL);
    HtpSetup own = *setup;
    own.context = session;
    own.write = output_write;
    pthread_t reader;
    bool good = (session->htp = htp_new(&own, error)) != NULL;
    if (good && (pipe2(session->wake, O_CLOEXEC) || pthread_create(&reader, NULL, reader_run, session)))
        good = error_failure(error, "cannot start the reader: %s", strerror(errno));
    if (good) {
        good = htp_start(session->htp, error);
        lines_run(session, good);
        if (write(session->wake[1], "", 1) != 1) good = error_failure(error, "cannot stop the reader");
        pthread_join(reader, NULL);
        if (session->output_fault)
            good = error_failure(error, "cannot write the answers: %s", strerror(session->output_fault));
    }
    session_free(session);
    return good;
}
