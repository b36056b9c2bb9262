// What a command writes: files that it must not lose, and stdout, whose errors must not be lost.
#ifndef MUSTPLAY_CLI_OUTPUT_H
#define MUSTPLAY_CLI_OUTPUT_H

#include "base/error.h"

// Whether --output may name this file: it can be written, and does not exist or --force was given. For a look
// before long work.
bool output_check(const char *path, bool force, Error *error);

// The exit code of a command that has printed its answer but could not write a file. Reports the error. It is a failure,
// since the input was good enough for the answer.
int output_lost(const Error *error);

// Flushes stdout at the end of a command that would end with `code`. Output that did not arrive is reported on
// stderr and is an internal failure.
int output_finish(int code);

#endif
