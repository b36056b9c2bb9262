// The arguments of a tool: numbers, read as base/number.h does, and the file that it makes.
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

// Whether `--force` is among the arguments, wherever it stands; it is taken out of them.
bool argument_force(int *argc, char **argv);
// Whether a tool may make this file: one that exists stays unless the user says --force. For a look before the work.
bool argument_output(const char *path, bool force, Error *error);

#endif
