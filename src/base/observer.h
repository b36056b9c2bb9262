// Searches never print: they report progress to an Observer and ask it whether to continue.
#ifndef MUSTPLAY_BASE_OBSERVER_H
#define MUSTPLAY_BASE_OBSERVER_H

#include "base/cellset.h"

#include <stddef.h>

#define PROGRESS_LINE_MAX 64

typedef struct Progress {
    double seconds;
    uint64_t nodes;   // nodes or play-outs so far
    uint64_t resumed; // of these, made by earlier runs: `seconds` does not cover them
    uint64_t proof;   // proof and disproof numbers of the root; 0 when the method has none
    uint64_t disproof;
    double value;    // the mover's winning probability, or a negative number when unknown
    int line_length; // the line being searched or preferred
    int16_t line[PROGRESS_LINE_MAX];
    CellSet refuted; // moves of the root that were proved to lose for the mover
    int moves,
        settled;   // of the root, that knowledge left to search; of these refuted; 0 when the method has none
    uint64_t left; // nodes that it may still take to prove that the mover loses, a rough guess; 0: none
    uint64_t claims; // of the proof file that is being written; 0: none is
    double written;  // the share of that file that is there, roughly
} Progress;

// Either function may be NULL. Both may be called from a search thread, several times a second.
typedef struct Observer {
    void *context;
    bool (*cancelled)(void *context);
    void (*progress)(void *context, const Progress *progress);
} Observer;

static inline bool observer_cancelled(const Observer *observer) {
    return observer && observer->cancelled && observer->cancelled(observer->context);
}

static inline void observer_progress(const Observer *observer, const Progress *progress) {
    if (observer && observer->progress) observer->progress(observer->context, progress);
}

#endif
