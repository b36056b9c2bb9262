#include "tools/lib/argument.h"

#include "base/number.h"

#include <limits.h>

bool argument_whole(const char *name, const char *text, long least, long most, long *value, Error *error) {
    long number;
    if (!number_whole(text, &number) || number < least || number > most)
        return error_input(error, "%s is a whole number from %ld to %ld, not '%.40s'", name, least, most,
                           text);
    *value = number;
    return true;
}

bool argument_real(const char *name, const char *text, double least, double most, double *value,
                   Error *error) {
    double number;
    if (!number_real(text, &number) || number < least || number > most)
        return error_input(error, "%s is a number from %g to %g, not '%.40s'", name, least, most, text);
    *value = number;
    return true;
}

bool argument_seed(const char *text, uint64_t *seed, Error *error) {
    long number;
    if (!argument_whole("SEED", text, 0, LONG_MAX, &number, error)) return false;
    *seed = (uint64_t)number;
    return true;
}
