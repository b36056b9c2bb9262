// KataGo's analysis protocol: one JSON object per line in, one per line out, in any order (docs/PROGRAMS.md).
//
// Positions wait in one queue, the highest priority first. Each of `jobs` threads takes one, searches it with a
// search of its own over the shared net, and writes its answer. Every turn that was accepted gets exactly one
// answer with isDuringSearch false, unless the program is interrupted.
#ifndef MUSTPLAY_APP_KATA_KATA_H
#define MUSTPLAY_APP_KATA_KATA_H

#include "app/kata/reply.h"

typedef struct KataSetup {
    const mp_engine *engine;
    const mp_net *net; // must outlive the session, like the engine
    mp_precision precision;
    mp_limits limits; // of a turn whose query has no limits; threads are those that search one position
    int jobs;         // positions searched at a time
    KataView view;
    bool (*interrupted)(void); // polled: true ends the session
} KataSetup;

// Answers the lines of `in` until it ends and all is answered, or `interrupted` says so. False when the session
// could not begin, or its answers could not be written.
bool kata_run(const KataSetup *setup, int in, int out, Error *error);

#endif
