#include "tools/lib/argument.h"

#include "base/file.h"
#include "base/number.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

bool argument_whole(const char *name, const char *text, long least, long most, long *value, Error *error) {
    long number = 0;
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
    long number = 0;
    if (!argument_whole("SEED", text, 0, LONG_MAX, &number, error)) return false;
    *seed = (uint64_t)number;
    return true;
}

bool argument_force(int *argc, char **argv) {
    int kept = 1;
    for (int i = 1; i < *argc; i++)
        if (strcmp(argv[i], "--force") != 0) argv[kept++] = argv[i];
    bool force = kept < *argc;
    *argc = kept;
    return force;
}

bool argument_output(const char *path, bool force, Error *error) {
    if (!force && !access(path, F_OK))
        return error_input(error, "'%.200s' exists; --force replaces it", path);
    return file_can_write(path, force, error);
}
