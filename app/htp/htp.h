// HTP: the engine that GUIs talk to. GTP 2 framing around a game, a player and the solver.
//
// A line is a command. Every command gets one answer, "= text" or "? message", a blank line after it, handed to
// the output in one piece. A command that fails changes nothing. The engine itself knows no files and no
// threads: it takes lines and gives bytes. A session feeds it from stdin (session.c), the fuzzer from
// memory.
//
// Interruption: every line has a number. A call of htp_interrupt(h, n), from any thread, stops the commands with
// numbers below n, running or still waiting. Later ones are not touched. So an interrupt can neither be lost
// nor hit a command that was sent after it.
#ifndef MUSTPLAY_APP_HTP_HTP_H
#define MUSTPLAY_APP_HTP_HTP_H

#include "base/error.h"
#include "mustplay/engine.h"

#include <stddef.h>
#include <stdint.h>

enum { HTP_LINE_MAX = 65536 }; // longer lines are answered by an error

typedef struct HtpSetup {
    const mp_engine *engine; // of Hex; outlives the session
    // The commands, as tables that NULL ends, each ended by a NULL name (app/htp/htp_engine.h); NULL: those of Hex. A later
    // table's row replaces an earlier one of the same name.
    const struct HtpCommand *const *commands;
    const struct HtpGame *game; // played instead of Hex, with commands of its own; NULL: Hex
    const char *player;         // NULL: the default player
    uint64_t seed;
    bool sandboxed; // no files and no external programs
    void *context;
    // Takes a whole answer or a whole block of live graphics; false when nobody listens any more. Never
    // called by two threads at once.
    bool (*write)(void *context, const char *bytes, size_t count);
} HtpSetup;

typedef struct Htp Htp;

// NULL with an error when there is no memory.
Htp *htp_new(const HtpSetup *setup, Error *error);
// Makes the player, which comes before the first line; false with an error when it cannot be made. An interrupt
// ends the start of an external program.
bool htp_start(Htp *htp, Error *error);
void htp_free(Htp *htp);

// Runs one line (without its newline) and writes its answer; comments and blank lines have none. `cut` says
// that the line was longer than HTP_LINE_MAX. False when the session is over: after `quit`, or when the
// output is gone.
bool htp_run_line(Htp *htp, uint64_t number, const char *line, size_t length, bool cut);
void htp_interrupt(Htp *htp, uint64_t before);
// Says that the line with this number has come in, from any thread: it ends an analysis that streams.
// UINT64_MAX: the input has ended.
void htp_line_arrived(Htp *htp, uint64_t number);

// The line "# interrupt".
bool htp_is_interrupt(const char *line, size_t length);

// Cuts a stream of bytes into lines.
typedef struct HtpLines {
    size_t length;
    bool cut;
    char line[HTP_LINE_MAX];
} HtpLines;

// Calls `each` for every line that the bytes complete; stops and returns false when `each` does.
typedef bool HtpLineFunction(void *context, const char *line, size_t length, bool cut);
bool htp_lines_feed(HtpLines *lines, const char *bytes, size_t count, HtpLineFunction *each, void *context);
// The last line, if it lacks its newline.
bool htp_lines_end(HtpLines *lines, HtpLineFunction *each, void *context);

// A session on file descriptors, with a reader thread, so that "# interrupt" is seen while a command runs. Returns after
// `quit` or the end of the input, when everything is answered. Or when an answer could not be written, which is an
// error.
bool htp_run_session(const HtpSetup *setup, int input, int output, Error *error);

#endif
