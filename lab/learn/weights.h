// The list of weights that a method of learning finds, one entry per iteration, and its file (lab/eval/committee.h).
#ifndef MUSTPLAY_LAB_LEARN_WEIGHTS_H
#define MUSTPLAY_LAB_LEARN_WEIGHTS_H

#include "base/json.h"
#include "base/random.h"
#include "base/text.h"
#include "lab/eval/committee.h"

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
// One entry of the file, with every digit of its numbers, and the same read.
void weights_entry_write(const WeightsEntry *entry, Text *out);
bool weights_entry_read(const json_t *object, WeightsEntry *entry); // false: it is none
// The list as a file.
void weights_write(const WeightsList *list, const char *method, const Geometry *geometry, uint64_t seed,
                   Text *out);

// Where a run of learning stands after some iterations; with the list so far it is all that a method goes on from.
enum { LEARN_NUMBERS = ADVISOR_COUNT * (ADVISOR_COUNT + 1) + 1 };
typedef struct LearnState {
    int done;       // iterations or games; 0: nothing yet
    double seconds; // of CPU that they took
    Random random;
    double number[LEARN_NUMBERS]; // what else the method needs, in an order of its own
    WeightsList kept;             // the weights that the beam holds
} LearnState;
void learn_state_free(LearnState *state);

// How learning goes on. `iteration` is called after each with the newest entry; false ends it. May be NULL. `state`, if
// given, is where the run begins, the list holding what was found until then, and is up to date at every call.
typedef struct LearnWatch {
    void *context;
    bool (*iteration)(void *context, const WeightsEntry *entry);
    LearnState *state;
} LearnWatch;
// The watch's state, or `own`, which is empty; seeded if nothing was done yet.
LearnState *learn_state(const LearnWatch *watch, LearnState *own, uint64_t seed);
bool learn_goes_on(const LearnWatch *watch, const WeightsEntry *entry);

#endif
