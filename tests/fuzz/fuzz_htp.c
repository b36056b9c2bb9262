// A byte string as an HTP session in memory: no crash, every answer well framed. Files and external players
// are off, and every command is interrupted from the start, so that no solve runs long.
#include "app/htp/htp.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool truth) {
    if (!truth) abort();
}

// One call is one answer or one block of graphics: a known head, a blank line at the end and none before it.
static bool answer_check(void *context, const char *bytes, size_t count) {
    (void)context;
    require(count >= 4 && !memchr(bytes, '\0', count));
    require(bytes[0] == '=' || bytes[0] == '?' || (count > 10 && !memcmp(bytes, "gogui-gfx:", 10)));
    const char *end = memmem(bytes, count, "\n\n", 2);
    require(end == bytes + count - 2);
    return true;
}

typedef struct Session {
    Htp *htp;
    uint64_t number;
    HtpLines lines;
} Session;

static bool line_run(void *context, const char *line, size_t length, bool cut) {
    Session *session = context;
    htp_is_interrupt(line, length);
    return htp_run_line(session->htp, ++session->number, line, length, cut);
}

static void session_run(const uint8_t *data, size_t size, bool y) {
    HtpSetup setup = {
        .catalog = &CATALOG, .y = y, .player = "random", .seed = 1, .sandboxed = true, .write = answer_check};
    Error error;
    Session *session = calloc(1, sizeof *session);
    if (!session) return;
    session->htp = htp_new(&setup, &error);
    require(session->htp && htp_start(session->htp, &error));
    htp_interrupt(session->htp, UINT64_MAX);
    if (htp_lines_feed(&session->lines, (const char *)data, size, line_run, session))
        htp_lines_end(&session->lines, line_run, session);
    htp_free(session->htp);
    free(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    session_run(data, size, false);
    session_run(data, size, true);
    return 0;
}
