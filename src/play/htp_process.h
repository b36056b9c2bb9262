// A child process that answers HTP commands on pipes. It may crash, hang or talk nonsense: every call has a
// deadline, and every failure leaves no process behind.
#ifndef MUSTPLAY_PLAY_HTP_PROCESS_H
#define MUSTPLAY_PLAY_HTP_PROCESS_H

#include "base/error.h"
#include "base/observer.h"
#include "base/text.h"

#include <sys/types.h>

typedef struct HtpProcess {
    pid_t pid; // of the shell that runs the command line, and of its process group; 0: none is running
    int to, from;
    Text input; // read, but not yet used
} HtpProcess;

// HTP_LOST: the process ended, did not answer in time or talked without end; it has been killed.
typedef enum HtpReply { HTP_GOOD, HTP_REFUSED, HTP_LOST } HtpReply;

// Runs a command line by /bin/sh; what it writes to stderr is thrown away unless the line says otherwise.
bool htp_process_start(HtpProcess *process, const char *command_line, Error *error);

// Sends one command and waits for its answer, whose text replaces `answer`. A refusal's text
// and the cause of a loss are in `error`. When the observer cancels, the process gets "# interrupt" and a
// last second.
HtpReply htp_process_ask(HtpProcess *process, const char *command, double seconds, const Observer *observer,
                         Text *answer, Error *error);
// The same for a command that is quick and whose answer does not matter. When the observer cancels, the program has
// a second left. It is not sent the interrupt, which some programs take for a command.
HtpReply htp_process_tell(HtpProcess *process, const char *command, double seconds, const Observer *observer,
                          Error *error);

// Asks it to quit; kills it if it does not.
void htp_process_stop(HtpProcess *process);

#endif
