#include "base/number.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char DIGITS[] = "0123456789";

// Behind the digits at `text`; NULL when there are none.
static const char *digits_skip(const char *text) {
    size_t count = strspn(text, DIGITS);
    return count ? text + count : NULL;
}

bool number_whole(const char *text, long *value) {
    const char *end = digits_skip(text + (*text == '-'));
    if (!end || *end) return false;
    errno = 0;
    *value = strtol(text, NULL, 10);
    return errno == 0;
}

static bool real_written(const char *text) {
    text += *text == '-';
    size_t whole = strspn(text, DIGITS), part = 0;
    text += whole;
    if (*text == '.') {
        part = strspn(text + 1, DIGITS);
        text += 1 + part;
    }
    if (!whole && !part) return false;
    if (*text != 'e' && *text != 'E') return !*text;
    text += text[1] == '-' || text[1] == '+' ? 2 : 1;
    text = digits_skip(text);
    return text && !*text;
}

bool number_real(const char *text, double *value) {
    if (!real_written(text)) return false;
    *value = strtod(text, NULL);
    return isfinite(*value);
}
