#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

static void error_fill(Error *error, ErrorCode code, const char *format, va_list args) {
    if (!error) return;
    error->code = code;
    error->bad_input = code == ERROR_INPUT || code == ERROR_LIMIT;
    vsnprintf(error->text, sizeof error->text, format, args);
}

bool error_input(Error *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    error_fill(error, ERROR_INPUT, format, args);
    va_end(args);
    return false;
}

bool error_failure(Error *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    error_fill(error, ERROR_INTERNAL, format, args);
    va_end(args);
    return false;
}

bool error_cancelled(Error *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    error_fill(error, ERROR_CANCELLED, format, args);
    va_end(args);
    return false;
}

bool error_limit(Error *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    error_fill(error, ERROR_LIMIT, format, args);
    va_end(args);
    return false;
}

bool error_file(Error *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    error_fill(error, ERROR_FILE, format, args);
    va_end(args);
    return false;
}

bool error_again(Error *error, const Error *inner, const char *format, ...) {
    va_list args;
    va_start(args, format);
    error_fill(error, inner->code, format, args);
    va_end(args);
    return false;
}

static bool memory_short(Error *error, const char *text) {
    error_failure(error, "%s", text);
    if (error) error->code = ERROR_MEMORY;
    return false;
}

bool error_memory(Error *error) {
    return memory_short(error, "out of memory");
}

bool error_memory_bound(Error *error) {
    return memory_short(error, "the search needs more memory than its limit allows");
}
