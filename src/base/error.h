// Errors are values: a function that can fail takes an Error, returns false (or NULL) and leaves a sentence
// there.
#ifndef MUSTPLAY_BASE_ERROR_H
#define MUSTPLAY_BASE_ERROR_H

#include <stdbool.h>

typedef enum ErrorCode {
    ERROR_NONE,
    ERROR_INPUT,     // a bad name, move, file or combination
    ERROR_FILE,      // the machine could not read or write a file, as on a full disk
    ERROR_MEMORY,    // out of memory
    ERROR_LIMIT,     // more than the program takes: a size, a length
    ERROR_CANCELLED, // cancelled before there was anything to return
    ERROR_INTERNAL   // our fault
} ErrorCode;

typedef struct Error {
    ErrorCode code;
    bool
        bad_input; // of ERROR_INPUT and ERROR_LIMIT: the user's fault (exit code 2), not the machine's or ours (1)
    char text[400];
} Error;

// All return false, so that `return error_input(e, ...)` reads well. A NULL error is allowed. Long texts are
// cut.
bool error_input(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool error_failure(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool error_memory(Error *error);
// Out of the memory that a search was granted.
bool error_memory_bound(Error *error);
bool error_cancelled(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
// A size or length that the user gave and the program does not take.
bool error_limit(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool error_file(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
// An error found by an inner call, in other words: its kind stays.
bool error_again(Error *error, const Error *inner, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
