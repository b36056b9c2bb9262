// Errors are values: a function that can fail takes an Error, returns false (or NULL) and leaves a sentence
// there.
#ifndef MUSTPLAY_BASE_ERROR_H
#define MUSTPLAY_BASE_ERROR_H

#include <stdbool.h>

typedef struct Error {
    bool bad_input; // the user's fault (exit code 2), not the machine's or ours (1)
    char text[400];
} Error;

// Both return false, so that `return error_input(e, ...)` reads well. A NULL error is allowed. Long texts are
// cut.
bool error_input(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool error_failure(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
