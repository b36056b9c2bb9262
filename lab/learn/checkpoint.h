// A run of learning in a journal (base/journal.h). A line has what was learned since the line before, and where the run
// stands (lab/learn/weights.h). So an interrupted run resumes and ends as if nothing had happened.
//
// The key of a line is "iteration N". Its value has seconds, random (four hexadecimal numbers), number, kept, and the new
// entries of the list.
#ifndef MUSTPLAY_LAB_LEARN_CHECKPOINT_H
#define MUSTPLAY_LAB_LEARN_CHECKPOINT_H

#include "base/journal.h"
#include "lab/learn/weights.h"

// Opens or creates the journal at `path` and takes its state and its list, both empty before. `identity` says which run it
// is: the method, the board, the seed and everything that changes what is learned. False with an error.
bool checkpoint_open(Journal *journal, const char *path, const char *identity, LearnState *state,
                     WeightsList *list, Error *error);
// Adds what has been learned since the last time, if anything; *known is how much of the list is in the journal.
bool checkpoint_add(Journal *journal, const LearnState *state, const WeightsList *list, int *known,
                    Error *error);

#endif
