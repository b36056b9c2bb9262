// A run of learning in a file: its state and its list so far (lab/learn/weights.h), so that a run that was stopped or killed
// goes on and ends as if it had not been.
//
// The file is one JSON object: format (mustplay-learning-1), identity, done, seconds, random (four hexadecimal numbers),
// number, kept and list. It is replaced as a whole, so that it is never in parts.
#ifndef MUSTPLAY_LAB_LEARN_CHECKPOINT_H
#define MUSTPLAY_LAB_LEARN_CHECKPOINT_H

#include "base/error.h"
#include "lab/learn/weights.h"

// `identity` says which run it is: the method, the board, the seed and everything that changes what is learned. It
// holds no quotation marks.
bool checkpoint_write(const char *path, const char *identity, const LearnState *state,
                      const WeightsList *list, Error *error);
// False with an error; a file of another identity is one.
bool checkpoint_read(const char *path, const char *identity, LearnState *state, WeightsList *list,
                     Error *error);

#endif
