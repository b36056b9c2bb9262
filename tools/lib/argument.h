// Numbers among the arguments of a tool, read as base/number.h does.
#ifndef MUSTPLAY_TOOLS_LIB_ARGUMENT_H
#define MUSTPLAY_TOOLS_LIB_ARGUMENT_H

#include "base/error.h"

#include <stdint.h>

// A whole number from `least` to `most`. False, with a sentence that has `name` and what was given, for anything else; the
// value is then as it was.
bool argument_whole(const char *name, const char *text, long least, long most, long *value, Error *error);
// The same for any number.
bool argument_real(const char *name, const char *text, double least, double most, double *value,
                   Error *error);
// A seed of random numbers: any whole number from 0 that a long holds.
bool argument_seed(const char *text, uint64_t *seed, Error *error);

#endif
