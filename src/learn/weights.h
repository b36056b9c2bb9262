// The list of weights that a method of learning finds, one entry per iteration, and its file (eval/committee.h).
#ifndef MUSTPLAY_LEARN_WEIGHTS_H
#define MUSTPLAY_LEARN_WEIGHTS_H

#include "base/text.h"
#include "eval/committee.h"

typedef struct WeightsEntry {
    Committee committee;
    double performance; // NAN: none
    double seconds;
} WeightsEntry;

typedef struct WeightsList {
    int count, room;
    WeightsEntry *entry;
} WeightsList;

void weights_free(WeightsList *list);
// False out of memory.
bool weights_add(WeightsList *list, const WeightsEntry *entry);
// The list as a file.
void weights_write(const WeightsList *list, const char *method, const Geometry *geometry, uint64_t seed,
                   Text *out);

// How learning goes on: called after each iteration with the newest entry; false ends it. May be NULL.
typedef struct LearnWatch {
    void *context;
    bool (*iteration)(void *context, const WeightsEntry *entry);
} LearnWatch;
bool learn_goes_on(const LearnWatch *watch, const WeightsEntry *entry);

#endif
