#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

static void error_fill(Error *error, bool bad_input, const char *format, va_list args) {
    if (!error) return;
    error->bad_input = bad_input;
    vsnprintf(error->text, sizeof error->text, format, args);
}

bool error_input(Error *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    error_fill(error, true, format, args);
    va_end(args);
    return false;
}

bool error_failure(Error *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    error_fill(error, false, format, args);
    va_end(args);
    return false;
}
