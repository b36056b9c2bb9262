// Watching a long command: Ctrl-C (or SIGTERM) ends it cleanly, and where stderr is a terminal a line there
// shows how it goes.
#ifndef MUSTPLAY_CLI_WATCH_H
#define MUSTPLAY_CLI_WATCH_H

#include "base/observer.h"
#include "game/geometry.h"

typedef struct Watch {
    const Geometry *geometry; // that lines of moves are named by; NULL: they are not shown
    bool shown;               // a progress line stands on the terminal
    char label[64];           // what is being done, before the figures; may be empty
    double start;             // of the whole command
    uint64_t before;          // nodes of earlier parts of the command
    double logged;            // when the last line was written that is not on a terminal
} Watch;

// Catches the signals from here on; a second one ends the program at once.
void watch_start(Watch *watch, const Geometry *geometry);
// Takes the progress line away.
void watch_clear(Watch *watch);
// Whether a signal came.
bool watch_interrupted(void);
// An observer that cancels when a signal came, for what is read.
const Observer *watch_signals(void);

// Valid as long as the watch.
Observer watch_observer(Watch *watch);

#endif
